"""Strangers: faces that a set does not have, painted as though they were printed on its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

TABLE = (92, 84, 70)  # a dull mat, RGB
OUTSIDE = 1.16  # sides of the top face: how far the die's body reaches in a picture from above
PRINT = 0.8  # of the top side that a drawing covers
BODY = (0.40, 0.46)  # sides from the centre: inside the edge, outside most of the print
TURNS = (0.0, 20.0, -35.0)  # degrees; the same stranger is not always painted upright
SOFT = 0.7  # pixels of blur that a lens adds
MOST_DRAWINGS = 64


def drawings(models: Path, without: str) -> list[NDArray[np.float32]]:
    """The shipped drawings of faces, (n, n, 4) float32 RGB 0-255 and opacity 0-1, but for those of one set."""
    paths = [path for path in sorted(models.glob("*/faces/*.png")) if path.parts[-3] != without]
    pictures = [cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED) for path in paths[:MOST_DRAWINGS]]
    return [_rgba(one) for one in pictures if one is not None and one.ndim == 3 and one.shape[2] == 4]


def _rgba(picture: NDArray[np.generic]) -> NDArray[np.float32]:
    art = np.asarray(picture, np.float32)[..., [2, 1, 0, 3]]
    art[..., 3] /= 255
    return art


def body_of(crops: Sequence[Pixels], top_side: float) -> NDArray[np.float32]:
    """The median colour (3,) of the dice in the rectified `crops`, whose top side is `top_side` pixels long."""
    offset = np.abs(np.arange(crops[0].shape[0]) + 0.5 - crops[0].shape[0] / 2) / top_side
    away = np.maximum(offset[:, None], offset[None, :])
    ring = (away >= BODY[0]) & (away <= BODY[1])
    return np.asarray(np.median([np.median(crop[ring], axis=0) for crop in crops], axis=0), np.float32)


def painted(
    arts: Sequence[NDArray[np.float32]], body: NDArray[np.float32], crop: int, top_side: float
) -> Iterator[Pixels]:
    """Crops (crop, crop, 3) uint8 RGB of dice of the colour `body` that show the drawings, each in some turn."""
    for number, art in enumerate(arts):
        yield _face(art, body, crop, top_side, TURNS[number % len(TURNS)])


def _face(art: NDArray[np.float32], body: NDArray[np.float32], crop: int, top_side: float, turn: float) -> Pixels:
    canvas = np.empty((crop, crop, 3), np.float32)
    canvas[:] = TABLE
    reach = round(top_side * OUTSIDE / 2)
    canvas[crop // 2 - reach : crop // 2 + reach, crop // 2 - reach : crop // 2 + reach] = body
    inner = round(top_side * PRINT)
    small = cv2.resize(art, (inner, inner), interpolation=cv2.INTER_AREA)
    warp = cv2.getRotationMatrix2D(((inner - 1) / 2, (inner - 1) / 2), turn, 1.0)
    small = cv2.warpAffine(small, warp, (inner, inner))
    start = (crop - inner) // 2
    window = canvas[start : start + inner, start : start + inner]
    window += (small[..., :3] - window) * small[..., 3:]
    return np.asarray(np.clip(cv2.GaussianBlur(canvas, (0, 0), SOFT), 0, 255), np.uint8)
