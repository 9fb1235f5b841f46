"""Shape: where a card's corners can be, before its edges are looked at.

What is believed is a mean and a covariance of eight offsets, outward in pixels of the patch in which its edges are
sought: of the upper side's left and right end, the right side's upper and lower, the lower side's left and right,
the left side's upper and lower. To the first order they are the coordinates of its corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.rectify import sides
from companion.vision.tray import Tray

PLACES = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
ENDS = ((0, 1, -1), (1, 1, -1), (1, 0, 1), (2, 0, 1), (3, 1, 1), (2, 1, 1), (0, 0, -1), (3, 0, -1))
"""Of each offset the corner, its coordinate, and its sign outward."""

# of the shorter side, as the finder errs: the norm of what all eight coordinates are off together
FREE = {"moved": 0.08, "turned": 0.07, "sheared": 0.07, "size": 0.11, "ratio": 0.08, "narrowed": 0.04}
HELD = {"moved": 0.2, "turned": 0.1, "sheared": 0.02, "size": 0.04, "ratio": 0.03, "narrowed": 0.02}
OBLIQUE = 0.18  # of the logarithm of a card's ratio of sides, by a view from aside

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shape:
    """What is believed of the eight offsets: `mean` (8,) and `covariance` (8, 8) in pixels."""

    mean: Floats
    covariance: Floats

    def given(self, row: Floats, value: float, spread: float) -> Shape:
        """The same once a weighted sum of the offsets is known to be a value, give or take a spread."""
        gain = self.covariance @ row / (row @ self.covariance @ row + spread**2)
        mean = self.mean + gain * (value - row @ self.mean)
        return Shape(mean, self.covariance - np.outer(gain, row @ self.covariance))


def believed(size: tuple[int, int], size_mm: tuple[float, float] | None, *, held: bool) -> Shape:
    """The shape of a card that was found as a box of `size` pixels; `held` if its true size is known there.

    With `size_mm` alone its ratio of sides is, about.
    """
    short = min(size)
    spreads = HELD if held else FREE
    modes = _modes(size)
    covariance = sum(
        (short * spreads[name]) ** 2 * np.outer(mode, mode) for name, several in modes.items() for mode in several
    )
    shape = Shape(np.zeros(8), np.asarray(covariance, np.float64))
    if held or size_mm is None:
        return shape
    width, height = size
    row = np.array([-1, -1, 0, 0, -1, -1, 0, 0]) / (2 * height) + np.array([0, 0, 1, 1, 0, 0, 1, 1]) / (2 * width)
    seen, true = np.log(width / height), abs(np.log(size_mm[0] / size_mm[1]))
    return shape.given(row, min((true - seen, -true - seen), key=abs), OBLIQUE)


def _modes(size: tuple[int, int]) -> dict[str, list[Floats]]:
    """The ways, of length 1, in which eight offsets can be off."""
    x, y = PLACES.T
    zero = np.zeros(4)
    width, height = size
    ways = {
        "moved": [(x * x, zero), (zero, y * y)],
        "turned": [(-y * height, x * width)],
        "sheared": [(y * width, x * height)],
        "size": [(x, y)],
        "ratio": [(x, -y)],
        "narrowed": [(x * y, zero), (zero, x * y)],
    }
    return {name: [_offsets(np.column_stack(way)) for way in several] for name, several in ways.items()}


def _offsets(moved: Floats) -> Floats:
    """The corners' moves (4, 2) as offsets (8,), of length 1."""
    flat = np.array([sign * moved[corner, axis] for corner, axis, sign in ENDS])
    return np.asarray(flat / np.linalg.norm(flat))


def true_size(corners: Floats, size_mm: tuple[float, float], tray: Tray) -> Floats:
    """The corners (4, 2) in pixels of a card of `size_mm` that lies on the tray where these four do, about."""
    places = tray.places(corners)
    across, along = places[1] - places[0] + places[2] - places[3], places[3] - places[0] + places[2] - places[1]
    handed = np.sign(across[0] * along[1] - across[1] * along[0])  # -1 where the tray's y runs up the picture
    total = across + handed * np.array([along[1], -along[0]])
    unit = total / np.linalg.norm(total)
    other = handed * np.array([-unit[1], unit[0]])
    first, second = sides(places)
    width, height = sorted(size_mm, reverse=first > second)
    half = PLACES * (width / 2, height / 2)
    return tray.pixels(places.mean(axis=0) + half[:, :1] * unit + half[:, 1:] * other)
