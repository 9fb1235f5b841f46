"""The detector's input and output: a scaled and padded picture in, the peaks of the heat map out."""

from __future__ import annotations

import cv2
import numpy as np


def resized(picture: np.ndarray, scale: float) -> np.ndarray:
    """The picture scaled and padded at the right and bottom to multiples of 32, (1, 3, H, W) float32 0-1."""
    h, w = picture.shape[:2]
    size = (max(32, round(w * scale)), max(32, round(h * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    pad = [(-size[1]) % 32, (-size[0]) % 32]
    small = cv2.copyMakeBorder(small, 0, pad[0], 0, pad[1], cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(small.transpose(2, 0, 1)[None], np.float32) / 255


def peaks(outputs: tuple[np.ndarray, ...], threshold: float) -> np.ndarray:
    """Top sides (n, 5): centre x, y and side in input pixels, turn in radians, score.

    Best first, none nearer to a better one than 0.6 sides.
    """
    heat, size, offset, turn = (o[0] for o in outputs)
    score = heat[0]
    local = score >= cv2.dilate(score, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(local & (score >= threshold))
    order = np.argsort(-score[rows, columns])
    kept: list[tuple[float, ...]] = []
    for i, j in zip(rows[order], columns[order], strict=True):
        x, y = (j + 0.5) * 4 + offset[0, i, j], (i + 0.5) * 4 + offset[1, i, j]
        side = float(size[0, i, j])
        if all((x - a) ** 2 + (y - b) ** 2 > (0.6 * min(side, s)) ** 2 for a, b, s, *_ in kept):
            kept.append((x, y, side, float(np.arctan2(turn[1, i, j], turn[0, i, j])) / 4, float(score[i, j])))
    return np.array(kept, np.float64).reshape(-1, 5)
