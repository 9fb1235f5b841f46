"""Conditions: photographs spoiled as a table's are, each in one fixed strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.vision.frame import Pixels

GLARE = (170.0, 0.12)  # grey levels that a lamp's reflection adds in its middle; its radius in longer sides
BLUR = 0.0022  # of the longer side: the standard deviation of a lens out of focus, 2.8 pixels of 1280
DARK = (0.3, 4.0)  # of the light is left; grey levels of the sensor's noise
SHADOW = 0.45  # of the light is left where a shadow lies over the table
TINT = (1.1, 0.9, 0.6)  # factors of red, green and blue under a warm lamp
MOVED = 0.006  # of the longer side: how far the picture ran across while it was taken, 7 pixels of 1280

CLEAN = "clean"


def glare(pixels: Pixels) -> Pixels:
    """A lamp's round reflection over the middle."""
    down, across = _places(pixels)
    added, radius = GLARE
    away = (across - 0.55 * pixels.shape[1]) ** 2 + (down - 0.5 * pixels.shape[0]) ** 2
    spot = added * np.exp(-away / (radius * max(pixels.shape)) ** 2)
    return _clipped(pixels + spot[..., None])


def blur(pixels: Pixels) -> Pixels:
    """A lens out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), BLUR * max(pixels.shape)), np.uint8)


def dark(pixels: Pixels) -> Pixels:
    """A table in dim light, with the sensor's noise."""
    light, noise = DARK
    rng = np.random.default_rng(0)
    return _clipped(pixels * np.float32(light) + rng.normal(0, noise, pixels.shape).astype(np.float32))


def shadow(pixels: Pixels) -> Pixels:
    """A straight shadow's edge across the table."""
    down, across = _places(pixels)
    inside = across / pixels.shape[1] + 0.4 * down / pixels.shape[0] < 0.7
    return _clipped(pixels * np.where(inside, SHADOW, 1.0)[..., None])


def tint(pixels: Pixels) -> Pixels:
    """A warm lamp that the white balance does not know."""
    return _clipped(pixels * np.array(TINT))


def moved(pixels: Pixels) -> Pixels:
    """Motion across the picture while it was taken."""
    length = max(3, int(MOVED * max(pixels.shape))) | 1
    return np.asarray(cv2.filter2D(pixels, -1, np.full((1, length), 1 / length, np.float32)), np.uint8)


CONDITIONS: Mapping[str, Callable[[Pixels], Pixels]] = {
    CLEAN: lambda pixels: pixels,
    "glare": glare,
    "blur": blur,
    "dark": dark,
    "shadow": shadow,
    "tint": tint,
    "moved": moved,
}
"""By name: what becomes of a photograph's pixels (h, w, 3) uint8 RGB."""


def _places(pixels: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    down, across = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]].astype(np.float32)
    return down, across


def _clipped(values: ArrayLike) -> Pixels:
    return np.asarray(np.clip(values, 0, 255), np.uint8)
