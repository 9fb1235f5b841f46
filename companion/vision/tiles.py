"""Windows of a frame, and how a large one is looked at in tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.vision.frame import Pixels

TILE = 1024  # pixels; about the longest side of one tile as the network sees it, which bounds memory
MOST_TILES = 6  # tiles of one pass, which bound time
MOST_ENLARGED = 3.0  # times; beyond it there is nothing new to see


@dataclass(frozen=True)
class Window:
    """A part of a frame in whole pixels: its left, top, width and height."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def around(cls, left: float, top: float, right: float, bottom: float, pixels: Pixels) -> Window:
        """The window of whole pixels that holds these bounds, as far as `pixels` (h, w, 3) reach."""
        x, y = max(0, int(left)), max(0, int(top))
        return cls(x, y, min(pixels.shape[1], int(right) + 1) - x, min(pixels.shape[0], int(bottom) + 1) - y)

    def cut(self, pixels: Pixels) -> Pixels:
        """The pixels inside."""
        return pixels[self.y : self.y + self.height, self.x : self.x + self.width]

    def bounded(self, scale: float) -> float:
        """The `scale`, or the largest that is allowed: the window may fill `MOST_TILES` tiles."""
        fitting = float(TILE * (MOST_TILES / (self.width * self.height)) ** 0.5)
        return min(scale, MOST_ENLARGED, fitting)

    def tiles(self, scale: float, overlap: float) -> Iterator[Window]:
        """Windows that cover this one, at most about `TILE` long at `scale`; they overlap by `overlap` pixels."""
        for y, height in _spans(self.y, self.height, TILE / scale, overlap):
            for x, width in _spans(self.x, self.width, TILE / scale, overlap):
                yield Window(x, y, width, height)


def _spans(start: int, length: int, step: float, overlap: float) -> Iterator[tuple[int, int]]:
    """Starts and lengths of equal parts that are at most `step` long, each widened by half the overlap."""
    parts = max(1, int(np.ceil(length / step)))
    edges = np.linspace(start, start + length, parts + 1)
    for left, right in pairwise(edges.tolist()):
        low = max(start, int(left - overlap / 2))
        high = min(start + length, int(np.ceil(right + overlap / 2)))
        yield low, high - low
