"""Reasons in the picture itself why dice cannot be read: too dark, glare, blurred."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

DARK = 28  # of 255: brightness of a white die's pixels below which the sensor's noise hides the pips
BRIGHTEST = 99.8  # percentile of a frame's brightness: the smallest die that is found covers more
BURNT = 250  # of 255: a channel from here on holds no more detail
GLARE = 0.06  # share of the top face that one burnt spot covers; a pip covers 0.03
LIT = 200  # of 255: a body that is itself so bright shows burnt patches without harm
BLUR = 0.165  # see `sharpness`
STEP = 9  # pixels of a crop within which an edge has made its whole step
SIDE = 160  # pixels of the longer side at which a frame's light is judged


def too_dark(pixels: Pixels) -> bool:
    """Whether the whole frame, (h, w, 3) uint8 RGB, is too dark to find dice in."""
    step = max(1, max(pixels.shape[:2]) // SIDE)
    return bool(np.percentile(pixels[::step, ::step].max(axis=2), BRIGHTEST) < DARK)


def has_glare(crop: Pixels, top_side: float) -> bool:
    """Whether a burnt spot larger than a pip lies on a top face that is not white itself."""
    face = _face(crop, top_side)
    if np.median(face.max(axis=2)) > LIT:
        return False
    burnt = (face.min(axis=2) >= BURNT).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    return count > 1 and bool(stats[1:, cv2.CC_STAT_AREA].max() > GLARE * burnt.size)


def is_blurred(crop: Pixels, top_side: float) -> bool:
    """Whether no edge in the crop of a die is as steep as a lens in focus draws it."""
    return sharpness(crop, top_side) < BLUR


def sharpness(crop: Pixels, top_side: float) -> float:
    """How much of an edge's whole step, 0-1, lies within one pixel, in the direction in which that is least.

    Measured on drawn dice: 0.28 in focus, 0.16 with a Gaussian blur of 2.7 pixels of the crop, 0.17 when the
    camera moved by a fifth of a die's side. Of real dice of the training sources that were read right, one in
    fifty lies below 0.16.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(_face(crop, 1.4 * top_side), cv2.COLOR_RGB2GRAY), (3, 3), 0).astype(
        np.float32
    )
    around = np.ones((STEP, STEP), np.uint8)
    step = cv2.dilate(grey, around) - cv2.erode(grey, around)
    if step.max() < 1:
        return 0.0
    x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    edges = step >= 0.5 * step.max()
    within = np.hypot(x, y)[edges] / step[edges]
    direction = np.arctan2(y, x)[edges]
    return min(_steepest(within[_along(direction, turn)]) for turn in np.arange(4) * np.pi / 4)


def _along(direction: NDArray[np.float32], turn: float) -> NDArray[np.bool_]:
    """Which directions in radians lie within a sixteenth of a circle of `turn` or of its opposite."""
    return np.asarray(np.abs(np.cos(direction - turn)) > np.cos(np.pi / 8))


def _steepest(within: NDArray[np.float32]) -> float:
    """The steepest of the edges, a tenth left out for noise; 1 when there are too few to judge."""
    return float(np.percentile(within, 90)) if within.size > 10 else 1.0


def _face(crop: Pixels, side: float) -> NDArray[np.uint8]:
    margin = max(0, round((crop.shape[0] - side) / 2))
    return crop[margin : crop.shape[0] - margin, margin : crop.shape[1] - margin]
