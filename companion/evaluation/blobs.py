"""The usual way to read dice, to compare with: OpenCV's blob detector for pips, and groups of near pips for dice.

It is our own, with what it can be helped by: pips darker and pips lighter than the die, and distances measured in
the pips' own size instead of pixels of one table. It has no confidence, so it is always sure.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.frame import Frame, Pixels
from companion.vision.reading import DieReading, Reading

LONG_SIDE = 960  # pixels of the longer side that it looks at
PIP = (4.0, 60.0)  # pixels of a pip's diameter there
ROUND = (0.6, 0.5)  # least inertia ratio and circularity of a pip: seen aslant it is an ellipse
CONVEX = 0.8
NEAR = 3.6  # diameters: two pips of a die that shows two lie so far apart (0.7 and 0.2 of a side)
ALIKE = 1.6  # the largest ratio of the diameters of pips of one die
TOP = 5.0  # diameters of a pip that a die's side is long
MOST_PIPS = 6


@dataclass(frozen=True)
class Pip:
    """A blob: centre and diameter in pixels of the frame."""

    x: float
    y: float
    diameter: float

    def beside(self, other: Pip) -> bool:
        """Whether both may be pips of one die."""
        large, small = max(self.diameter, other.diameter), min(self.diameter, other.diameter)
        return large < ALIKE * small and np.hypot(self.x - other.x, self.y - other.y) < NEAR * (large + small) / 2


class BlobReader:
    """Reads dice with one to six pips by counting blobs that lie together."""

    def __init__(self) -> None:
        settings = cv2.SimpleBlobDetector.Params()
        settings.filterByColor = False  # a threshold from either side finds dark pips and light ones
        settings.filterByArea = True
        settings.minArea, settings.maxArea = (np.pi * (side / 2) ** 2 for side in PIP)
        settings.filterByInertia = settings.filterByCircularity = settings.filterByConvexity = True
        settings.minInertiaRatio, settings.minCircularity = ROUND
        settings.minConvexity = CONVEX
        self._detector = cv2.SimpleBlobDetector.create(settings)

    def read(self, frame: Frame, *, die_set: str | None = None) -> Reading:  # noqa: ARG002  (it knows pips alone)
        """The dice in `frame`."""
        started = time.perf_counter()
        dice = tuple(_die(group) for group in grouped(self.pips(frame.pixels)) if len(group) <= MOST_PIPS)
        ms = (time.perf_counter() - started) * 1000
        return Reading(dice, frame.width, frame.height, ms, "" if dice else "no-dice")

    def pips(self, pixels: Pixels) -> list[Pip]:
        """The blobs in `pixels` (h, w, 3) uint8 RGB."""
        scale = min(1.0, LONG_SIDE / max(pixels.shape))
        size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
        grey = cv2.cvtColor(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
        points = self._detector.detect(cv2.medianBlur(grey, 3))
        return [Pip(point.pt[0] / scale, point.pt[1] / scale, point.size / scale) for point in points]


def grouped(pips: Sequence[Pip]) -> list[list[Pip]]:
    """The pips in groups, each pip near to another one of its group: clustering by single linkage."""
    left, groups = [*pips], list[list[Pip]]()
    while left:
        group = [left.pop()]
        for member in group:  # grows while it is walked through
            near = [pip for pip in left if pip.beside(member)]
            left = [pip for pip in left if pip not in near]
            group += near
        groups.append(group)
    return groups


def _die(pips: Sequence[Pip]) -> DieReading:
    x, y = float(np.mean([pip.x for pip in pips])), float(np.mean([pip.y for pip in pips]))
    side = TOP * float(np.mean([pip.diameter for pip in pips]))
    return DieReading(str(len(pips)), 1.0, x, y, side, 0.0, "pips")
