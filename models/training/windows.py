"""What the detector is shown: windows of drawn scenes and of photographs, at every scale, turned and mirrored."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from clutter import cluttered
from nets import STRIDE
from photos import PIPS_ONLY, Photo, photographs

WINDOW = 320
CELLS = WINDOW // STRIDE
CLUTTERED = 0.4  # share of windows in which things lie that are taken for dice
SIDES = (13.0, 165.0)  # the range of a die's side in pixels that the training shows


class Scenes:
    """The stored scenes; a sample is a window of one at another scale, turned and mirrored."""

    def __init__(self, files: list[Path]) -> None:
        self.pictures: list[np.ndarray] = []
        self.squares: list[np.ndarray] = []
        for file in files:
            stored = dict(np.load(file))
            starts = np.concatenate([[0], stored["ends"][:-1]])
            for k, (start, end) in enumerate(zip(starts, stored["ends"], strict=True)):
                self.pictures.append(stored["data"][start:end])
                self.squares.append(stored["squares"][stored["owner"] == k])

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """A window (WINDOW, WINDOW, 3) uint8 and its squares (n, 4): centre x, y, side, turn."""
        k = int(rng.integers(len(self.pictures)))
        picture = cv2.imdecode(self.pictures[k], cv2.IMREAD_COLOR_RGB)
        squares = self.squares[k]
        side = float(np.median(squares[:, 2])) if len(squares) else 40.0
        scale = np.clip(any_side(rng) / side, 0.35, 1.5)
        focus = squares[rng.integers(len(squares)), :2] if len(squares) and rng.random() < 0.85 else None
        warp, turn, mirror = any_window(rng, picture.shape, scale, focus)
        window = warped(picture, warp, scale)
        moved = squares.copy()
        moved[:, :2] = squares[:, :2] @ warp[:, :2].T + warp[:, 2]
        moved[:, 2] *= scale
        moved[:, 3] = (-squares[:, 3] if mirror else squares[:, 3]) + turn
        return cluttered(window, moved, rng) if rng.random() < CLUTTERED else window, moved


class Real:
    """Photographs with boxes; a sample is a window with boxes."""

    def __init__(self, sources: list[str]) -> None:
        self.by_source: list[list[tuple[np.ndarray, Photo]]] = []
        for source in sources:
            self.by_source.append([(photo.picture(), photo) for photo in photographs(source)])

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, bool]:
        group = self.by_source[rng.integers(len(self.by_source))]
        picture, photo = group[rng.integers(len(group))]
        pips_only = photo.source in PIPS_ONLY
        boxes = photo.boxes
        side = float(np.median(boxes[:, 2:].max(axis=1))) * (1.5 if pips_only else 0.8) if len(boxes) else 40.0
        scale = float(np.clip(np.exp(rng.uniform(np.log(18), np.log(70))) / side, 0.4, 1.8))
        k = rng.integers(len(boxes)) if len(boxes) else 0
        focus = boxes[k, :2] + boxes[k, 2:] / 2 if len(boxes) and rng.random() < 0.8 else None
        warp, _, _ = any_window(rng, picture.shape, scale, focus, spin=False)
        ends = [boxes[:, :2], boxes[:, :2] + boxes[:, 2:]]
        a, b = (e @ warp[:, :2].T + warp[:, 2] for e in ends)
        return warped(picture, warp, scale), np.hstack([np.minimum(a, b), np.maximum(a, b)]), pips_only


def any_side(rng: np.random.Generator) -> float:
    if rng.random() < 0.5:
        return float(np.exp(rng.uniform(np.log(28), np.log(60))))
    return float(np.exp(rng.uniform(np.log(SIDES[0]), np.log(SIDES[1]))))


def any_window(
    rng: np.random.Generator, shape: tuple, scale: float, focus: np.ndarray | None, spin: bool = True
) -> tuple[np.ndarray, float, bool]:
    """The map (2, 3) from picture to window pixels, its turn in radians and whether it mirrors."""
    mirror = rng.random() < 0.5
    turn = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])) if spin else 0.0
    if spin and rng.random() < 0.25:
        turn += float(rng.uniform(-0.4, 0.4))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if mirror else 1.0, 1.0])
    if focus is None:
        focus = rng.uniform((0, 0), (shape[1], shape[0]))
    at = rng.uniform(0.1, 0.9, 2) * WINDOW
    return np.column_stack([matrix, at - matrix @ focus]), turn, mirror


def warped(picture: np.ndarray, warp: np.ndarray, scale: float) -> np.ndarray:
    if scale < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / scale)
    # the truth counts a pixel's centre as +0.5, OpenCV as +0
    shifted = warp.copy()
    shifted[:, 2] += warp[:, :2] @ (0.5, 0.5) - 0.5
    # not mirrored: a mirrored die would count as none
    return cv2.warpAffine(
        picture, shifted, (WINDOW, WINDOW), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def coloured(window: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Brightness, contrast, tint and noise as a camera and a lamp vary them."""
    if rng.random() < 0.15:
        window = window[..., rng.permutation(3)]
    if rng.random() < 0.05:
        window = np.repeat(window.mean(axis=2, keepdims=True), 3, axis=2)
    picture = window.astype(np.float32) / 255
    picture = picture ** np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.06, 3))
    if rng.random() < 0.3:
        picture = picture * shade(rng)
    if rng.random() < 0.15:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5))
    if rng.random() < 0.3:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * rng.uniform(0.005, 0.05)
    return np.clip(picture, 0, 1).astype(np.float32)


def shade(rng: np.random.Generator) -> np.ndarray:
    """What the edges of shadows leave of the light, (WINDOW, WINDOW, 1): one sharp or soft edge, or two."""
    v, u = np.mgrid[-1 : 1 : WINDOW * 1j, -1 : 1 : WINDOW * 1j].astype(np.float32)
    a = rng.uniform(0, 2 * np.pi)
    away = u * np.float32(np.cos(a)) + v * np.float32(np.sin(a)) - np.float32(rng.uniform(-0.8, 0.8))
    if rng.random() < 0.3:
        away = np.abs(away) - np.float32(rng.uniform(0.1, 0.5))
    dark = 1 / (1 + np.exp(-np.clip(away * rng.choice([8, 30, 150]), -30, 30)))
    return (1 - np.float32(rng.uniform(0.25, 0.7)) * dark)[..., None].astype(np.float32)
