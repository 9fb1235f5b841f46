"""Rectified pictures: a card as if it lay straight below the camera, at a standard size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.vision.frame import Frame, Pixels

LONG = 352  # pixels of the longer side: 4 per millimetre of a usual card
FINE = 1.5  # a frame that shows a card so many times larger is averaged on the way, or letters would alias
OBLIQUE = 1.12  # times that a view from aside may change a card's ratio of sides, when its turn is to be told


def picture_size(size_mm: tuple[float, float], long: int = LONG) -> tuple[int, int]:
    """Width and height in pixels of the rectified picture of a card of `size_mm`."""
    width, height = size_mm
    scale = long / max(width, height)
    return round(width * scale), round(height * scale)


def rectified(
    frame: Frame, corners: ArrayLike, size_mm: tuple[float, float], long: int = LONG, rim: int = 0
) -> Pixels:
    """The card (h, w, 3) uint8 RGB whose `corners` (4, 2) in pixels of the frame begin with its top left.

    With `rim`, so many pixels more on each side, of what lies around it.
    """
    quad = np.asarray(corners, np.float64).reshape(4, 2)
    width, height = picture_size(size_mm, long)
    seen = max(sides(quad)) / max(width, height)
    times = 1 if seen < FINE else round(min(seen, 4.0))
    box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + rim
    target = box * np.float32(times) - np.float32(0.5)
    more = 2 + round(2 * rim * seen / max(width, height))
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - more, 0)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + more + 1
    width, height = width + 2 * rim, height + 2 * rim
    part = frame.pixels[top:bottom, left:right]
    if part.size == 0:
        return np.zeros((height, width, 3), np.uint8)
    homography = cv2.getPerspectiveTransform((quad - (left, top)).astype(np.float32), target)
    large = cv2.warpPerspective(part, homography, (width * times, height * times), flags=cv2.INTER_LINEAR)
    small = large if times == 1 else cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def standard(picture: Pixels, size_mm: tuple[float, float]) -> Pixels:
    """A picture of the card alone, brought to the standard size."""
    size = picture_size(size_mm)
    shrinks = picture.shape[1] > size[0]
    way = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)


def sides(corners: NDArray[np.float64]) -> tuple[float, float]:
    """The mean lengths in pixels of the sides that run like the first, and of the others."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(lengths[0] + lengths[2]) / 2, float(lengths[1] + lengths[3]) / 2


def turned(corners: NDArray[np.float64], turns: int) -> NDArray[np.float64]:
    """The same corners (4, 2), beginning `turns` corners later."""
    return np.roll(corners, -turns, axis=0)


def likely_turns(corners: NDArray[np.float64], size_mm: tuple[float, float]) -> tuple[int, ...]:
    """How many corners the first may be off from the card's own top left, as its sides tell: two or all four."""
    first, second = sides(corners)
    seen, expected = first / second, size_mm[0] / size_mm[1]
    straight = abs(np.log(seen / expected))
    across = abs(np.log(seen * expected))
    if abs(straight - across) < 2 * np.log(OBLIQUE):
        return 0, 1, 2, 3
    return (0, 2) if straight < across else (1, 3)
