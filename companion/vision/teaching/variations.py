"""Variations of a picture of a face: as the same die would look a little elsewhere, in a little other light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.frame import Pixels


@dataclass(frozen=True)
class Variation:
    """How a picture is changed: degrees, shares of the top side, a factor of its size, and of its light.

    `gamma` bends the brightness, `warmth` is what red gains and blue loses as a share, `blur` is in pixels.
    """

    turn: float = 0.0
    right: float = 0.0
    down: float = 0.0
    zoom: float = 1.0
    gain: float = 1.0
    gamma: float = 1.0
    warmth: float = 0.0
    blur: float = 0.0


VARIATIONS = (
    Variation(),
    Variation(turn=5, right=0.05, down=-0.03, zoom=1.06, gain=0.8),
    Variation(turn=-5, right=-0.05, down=0.03, zoom=0.94, gain=1.15, warmth=0.06),
    Variation(turn=3, right=-0.03, down=-0.05, zoom=0.97, gain=0.9, gamma=1.2, blur=1.0),
    Variation(turn=-3, right=0.03, down=0.05, zoom=1.03, gain=0.7, gamma=0.85, warmth=-0.06),
)
"""The first is the picture itself. The sizes of the others are those of the detector's and a lamp's errors."""


def varied(crop: Pixels, top_side: float, how: Variation) -> Pixels:
    """The rectified `crop` (n, n, 3) uint8 RGB, whose top side is `top_side` pixels long, changed as told."""
    if how == Variation():
        return crop
    middle = (crop.shape[0] - 1) / 2
    warp = cv2.getRotationMatrix2D((middle, middle), how.turn, how.zoom)
    warp = warp + np.array([[0, 0, how.right], [0, 0, how.down]]) * top_side
    moved = cv2.warpAffine(crop, warp, crop.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    if how.blur:
        moved = cv2.GaussianBlur(moved, (0, 0), how.blur)
    gains = how.gain * np.array([1 + how.warmth, 1.0, 1 - how.warmth], np.float32)
    lit = (moved.astype(np.float32) / 255) ** how.gamma * gains
    return np.asarray(np.clip(lit * 255 + 0.5, 0, 255), np.uint8)
