"""Halves: a picture with its halvings, from which small pictures of it are made quickly."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.frame import Pixels

SPARE = 2.0  # times that a halving is at least as large as what is made of it: so pixels hardly change


class Halves:
    """The `pixels` (h, w, 3) uint8 RGB of a picture, and each halving of them once it was wanted."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self._steps = [pixels]

    def resized(self, width: int, height: int) -> Pixels:
        """The whole picture in `width` x `height` pixels."""
        source = self._nearest(width, height)
        if source.shape[:2] == (height, width):
            return source
        method = cv2.INTER_AREA if width < source.shape[1] else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(source, (width, height), interpolation=method), np.uint8)

    def _nearest(self, width: int, height: int) -> Pixels:
        """The smallest halving that is `SPARE` times as large, or exactly as large."""
        step = 0
        while _serves(self._size(step + 1), (width, height)):
            step += 1
        while len(self._steps) <= step:
            half = cv2.resize(self._steps[-1], self._size(len(self._steps)), interpolation=cv2.INTER_AREA)
            self._steps.append(np.asarray(half, np.uint8))
        return self._steps[step]

    def _size(self, step: int) -> tuple[int, int]:
        """Width and height after so many halvings."""
        return self.pixels.shape[1] >> step, self.pixels.shape[0] >> step


def _serves(size: tuple[int, int], wanted: tuple[int, int]) -> bool:
    return size == wanted or all(has >= SPARE * wants for has, wants in zip(size, wanted, strict=True))
