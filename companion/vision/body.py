"""The colour of a die's body, by name."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

# sRGB of what people call by the name, light and dark; a die gets the name of the nearest in CIE Lab
SWATCHES: dict[str, tuple[str, ...]] = {
    "white": ("f5f2ea", "dedbd2", "c9c8c2"),
    "grey": ("9a9a98", "7c7d80", "5e6064"),
    "black": ("111111", "262628", "3a3a3d"),
    "red": ("d02028", "a01820", "e04040", "70141a"),
    "orange": ("f08020", "d86a18", "f7a050"),
    "yellow": ("f4d020", "d8b820", "f8e070"),
    "green": ("2e9e48", "1e6a34", "70c070", "145030", "a0d040"),
    "blue": ("2860c8", "183a80", "50a0e0", "10285c", "30b0c8"),
    "purple": ("7038a8", "4a2070", "a070d0"),
    "pink": ("f080b0", "e05898", "f4b4cc"),
    "brown": ("805028", "583818", "a87848", "3c2818"),
}
"""Swatches by name: sRGB in hexadecimal."""

RING = (0.36, 0.46)  # sides from the centre: inside the rounded edge, outside most of the print
TINT = 1.6  # strongest channel against the weakest: lamps tint white so far; what is more colourful is no white
WHITEST = 0.995  # quantile of the weakest channel from which on pixels are asked whether they are white
WHITE = 240.0  # of 255: what white becomes
DIM = 2.0  # times that a frame is brightened at most


def lamp(pixels: Pixels) -> NDArray[np.float32]:
    """Factors (3,) that take the lamp's tint and dimness out of `pixels` (h, w, 3) uint8 RGB.

    The whitest parts are taken for white (the white-patch assumption) if a lamp can tint white so: within `TINT`;
    else they tell the dimness alone.
    """
    step = max(1, min(pixels.shape[:2]) // 240)
    colours = np.ascontiguousarray(pixels[::step, ::step])
    weakest = np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])
    white = np.maximum(colours[weakest >= _quantile(weakest, WHITEST)].mean(axis=0), 1.0)
    lit = np.clip(WHITE / white.max(), 1.0, DIM)
    tint = white.max() / white if white.max() / white.min() <= TINT else np.ones(3)
    return np.asarray(lit * tint, np.float32)


def _quantile(values: NDArray[np.uint8], share: float) -> int:
    """The least of the values above which at most `1 - share` of them lie."""
    upto = np.cumsum(cv2.calcHist([values], [0], None, [256], [0, 256]))
    return int(np.searchsorted(upto, np.ceil(share * (values.size - 1)), side="right"))


def body_colour(crop: Pixels, top_side: float, gains: NDArray[np.float32]) -> str:
    """The name of the body's colour in a rectified `crop` (n, n, 3) whose top face's side is `top_side` pixels.

    `gains` (3,) are those of `lamp`. The median of a thin frame inside the face's edge is taken, which the print
    rarely reaches.
    """
    colour = np.clip(np.median(crop[_frame(crop.shape[0], top_side)], axis=0) * gains, 0, 255)
    gaps = np.linalg.norm(_LAB - _lab(colour[None]), axis=1)
    return _NAMES[int(gaps.argmin())]


@cache
def _frame(crop: int, top_side: float) -> NDArray[np.bool_]:
    """The mask (crop, crop) of the thin frame inside a top face's edge."""
    offset = np.abs(np.arange(crop) + 0.5 - crop / 2) / top_side
    away = np.maximum(offset[:, None], offset[None, :])
    return np.asarray((away >= RING[0]) & (away <= RING[1]))


def _lab(rgb: NDArray[np.float64]) -> NDArray[np.float32]:
    """CIE Lab (n, 3) of sRGB (n, 3) 0-255; lightness counts half: it is the light's as much as the die's."""
    lab = cv2.cvtColor((rgb[None] / 255).astype(np.float32), cv2.COLOR_RGB2Lab)[0]
    return np.asarray(lab * (0.5, 1.0, 1.0), np.float32)


_NAMES = tuple(name for name, swatches in SWATCHES.items() for _ in swatches)
_LAB = _lab(
    np.array([[*bytes.fromhex(swatch)] for swatches in SWATCHES.values() for swatch in swatches], np.float64)
)
