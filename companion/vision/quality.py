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
WHITE_GLARE = 0.5  # the same of a white face, which is seldom burnt out as a whole
LIT = 200  # of 255: a body that is itself so bright shows burnt patches without harm
BLUR = 0.182  # see `sharpness`
CREST = 0.8  # of the steepest slope beside it: a pixel from there on lies on an edge, not on its flank or corner
FEW = 0.05  # share of all edge pixels; fewer in a direction are noise or corners
OUT_OF_FOCUS = 0.14  # the same in a whole frame, where a softer lens is no reason yet
FRAME_SIDE = 640  # pixels of the longer side at which a frame's focus is judged
CONTRAST = 30.0  # grey levels of an edge's step that the sensor's noise does not reach
SPOT = (0.0015, 0.2)  # share of the frame: of the smallest spot that hides a die, and of all spots; more is paper
SPOT_SIDE = 320  # pixels of the longer side at which they are looked for
STEP = 9  # pixels of a crop within which an edge has made its whole step
SIDE = 160  # pixels of the longer side at which a frame's light is judged


def too_dark(pixels: Pixels) -> bool:
    """Whether the whole frame, (h, w, 3) uint8 RGB, is too dark to find dice in."""
    step = max(1, max(pixels.shape[:2]) // SIDE)
    return bool(np.percentile(pixels[::step, ::step].max(axis=2), BRIGHTEST) < DARK)


def has_glare(crop: Pixels, top_side: float) -> bool:
    """Whether a burnt spot larger than a pip lies on a top face; on one that is white itself, over much of it."""
    face = _face(crop, top_side)
    spot = _largest((face.min(axis=2) >= BURNT).astype(np.uint8))
    return spot > GLARE and (spot > WHITE_GLARE or float(np.median(face.max(axis=2))) <= LIT)


def _largest(mask: NDArray[np.uint8]) -> float:
    """The share of a mask (h, w) 0/1 that its largest connected part covers."""
    if not mask.any():
        return 0.0
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return float(stats[1:, cv2.CC_STAT_AREA].max(initial=0)) / mask.size


def has_burnt_spot(pixels: Pixels) -> bool:
    """Whether a lamp burns out a spot of the frame, (h, w, 3) uint8 RGB, that could hide a die; paper is none."""
    step = max(1, max(pixels.shape[:2]) // SPOT_SIDE)
    burnt = (pixels[::step, ::step].min(axis=2) >= BURNT).astype(np.uint8)
    return _largest(burnt) >= SPOT[0] and float(burnt.mean()) <= SPOT[1]


def is_out_of_focus(pixels: Pixels) -> bool:
    """Whether a frame, (h, w, 3) uint8 RGB, has contrast, but nowhere an edge as steep as in focus."""
    factor = min(1.0, FRAME_SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), (3, 3), 0).astype(np.float32)
    around = np.ones((STEP, STEP), np.uint8)
    step = cv2.dilate(grey, around) - cv2.erode(grey, around)
    edges = step >= max(CONTRAST, 0.5 * float(step.max()))
    x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    within = np.hypot(x, y)[edges] / step[edges]
    return within.size > 0 and float(np.percentile(within, 95)) < OUT_OF_FOCUS


def is_blurred(crop: Pixels, top_side: float) -> bool:
    """Whether no edge in the crop of a die is as steep as a lens in focus draws it."""
    return sharpness(crop, top_side) < BLUR


def sharpness(crop: Pixels, top_side: float) -> float:
    """How much of an edge's whole step, 0-1, lies within one pixel, in the direction in which that is least.

    Measured on drawn dice: 0.31 in focus, 0.18 with a Gaussian blur of 2.7 pixels of the crop, 0.16 when the
    camera moved by a third of a die's side. Of real dice of the training sources, one in two hundred lies
    below 0.18.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(_face(crop, 1.4 * top_side), cv2.COLOR_RGB2GRAY), (3, 3), 0).astype(
        np.float32
    )
    around = np.ones((STEP, STEP), np.uint8)
    step = cv2.dilate(grey, around) - cv2.erode(grey, around)
    if step.max() < 1:
        return 0.0
    x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    slope = np.hypot(x, y)
    edges = (step >= 0.5 * step.max()) & (slope >= CREST * cv2.dilate(slope, np.ones((3, 3), np.uint8)))
    within = slope[edges] / step[edges]
    direction = np.arctan2(y[edges], x[edges])
    least = max(10, round(FEW * within.size))
    return min(_steepest(within[_along(direction, turn)], least) for turn in np.arange(4) * np.pi / 4)


def _along(direction: NDArray[np.float32], turn: float) -> NDArray[np.bool_]:
    """Which directions in radians lie within a sixteenth of a circle of `turn` or of its opposite."""
    return np.asarray(np.abs(np.cos(direction - turn)) > np.cos(np.pi / 8))


def _steepest(within: NDArray[np.float32], least: int) -> float:
    """The steepest of the edges, a tenth left out for noise; 1 when there are no more than `least` to judge."""
    return quantile(within, 0.9) if within.size > least else 1.0


def quantile(values: NDArray[np.float32], share: float) -> float:
    """The quantile of `values` (n,) as numpy's own, which takes ten times as long for so few."""
    ranked = np.sort(values)
    below, beyond = divmod(share * (ranked.size - 1), 1)
    low, high = float(ranked[int(below)]), float(ranked[min(int(below) + 1, ranked.size - 1)])
    return low + (high - low) * beyond


def _face(crop: Pixels, side: float) -> NDArray[np.uint8]:
    margin = max(0, round((crop.shape[0] - side) / 2))
    return crop[margin : crop.shape[0] - margin, margin : crop.shape[1] - margin]
