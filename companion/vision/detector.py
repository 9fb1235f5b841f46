"""The detector: finds the top faces of dice in a frame with a small fully convolutional network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.card import DetectorCard, session
from companion.vision.found import MOST_FOUND, Pass, agreed, suppressed
from companion.vision.found import Found as Found  # part of the detector's face
from companion.vision.frame import Pixels
from companion.vision.halves import Halves
from companion.vision.scale import Scale
from companion.vision.tiles import Window

Floats = NDArray[np.float32]

MULTIPLE = 32  # pixels; the network halves its input five times
SIDES = (200, 320, 480, 640)  # pixels of the frame's longer side in the passes over all of it
FAR_SIDE = 1280  # the same when these see nothing
FINE = 42.0  # pixels of the usual top face in the pass that looks closer, where the others show dice smaller
KNOWN = (26.0, 38.0)  # the same where the size of dice is known: over the whole frame, then round what is seen
CLOSER = 1.35  # times that this pass must be finer to be worth it: the one before shows dice of 31 pixels well
FAINT = 0.1  # heat from which on a pass sees something at all
MARGIN = 2.0  # sides of a die round all dice that it looks at


class Detector:
    """The detector in `folder`, used as its `card` says; safe to call from several threads.

    Raises:
        ModelError: the model's file is missing or damaged.
    """

    def __init__(self, folder: Path, card: DetectorCard) -> None:
        self.card = card
        self._session = session(folder, card.file, card.sha256)

    def find(self, pixels: Pixels, threshold: float | None = None, scale: Scale | None = None) -> list[Found]:
        """The top faces in `pixels` (h, w, 3) uint8 RGB, best first.

        `threshold` is the least score 0-1; without it, the card's `ask_threshold`. Several coarse passes find dice
        of any size; where these are small, a finer pass looks closer. With a known `scale` one coarse pass is
        enough, and nothing is a die that is too small or too large for one.
        """
        least = self.card.ask_threshold if threshold is None else threshold
        passes = self._any_size(pixels) if scale is None else self._known_size(pixels, scale)
        return [one for one in agreed(passes) if one.score >= least]

    def _any_size(self, pixels: Pixels) -> list[Pass]:
        longest = max(pixels.shape[:2])
        halves = Halves(pixels)
        passes = [Pass(side / longest, self._look(halves, side / longest, FAINT)) for side in SIDES]
        seen = agreed(passes)
        if longest > SIDES[-1] and not seen:
            far = min(FAR_SIDE, longest) / longest
            passes.append(Pass(far, self._look(halves, far, FAINT)))
            seen = agreed(passes)
        coarse = [one for one in seen if one.score >= self.card.ask_threshold]
        if coarse:
            passes += self._closer(pixels, coarse, passes[-1].scale)
        return passes

    def _known_size(self, pixels: Pixels, scale: Scale) -> list[Pass]:
        whole = Window(0, 0, pixels.shape[1], pixels.shape[0])
        coarse, fine = (side / scale.side for side in KNOWN)
        coarse = whole.bounded(coarse)
        seen = self._tiled(pixels, whole, coarse, scale.side)
        found = [one for one in seen if scale.plausible(one)]
        if not found:
            return []
        area = _around([one for one in seen if scale.likely(one)], scale.side * MARGIN, pixels)
        fine = area.bounded(fine)
        closer = [one for one in self._tiled(pixels, area, fine, scale.side) if scale.plausible(one)]
        return [Pass(coarse, found), Pass(fine, closer)]

    def _closer(self, pixels: Pixels, coarse: list[Found], scale: float) -> list[Pass]:
        """A pass where something was found, if it can show that larger than `scale` did."""
        size = self._size(coarse)
        area = _around(coarse, size * MARGIN, pixels)
        finer = area.bounded(FINE / size)
        return [Pass(finer, self._tiled(pixels, area, finer, size))] if finer > scale * CLOSER else []

    def _size(self, found: list[Found]) -> float:
        """The median side in pixels of the good ones, else of all."""
        good = [one.size for one in found if one.score >= self.card.threshold]
        return float(np.median(good or [one.size for one in found]))

    def _tiled(self, pixels: Pixels, area: Window, scale: float, size: float) -> list[Found]:
        """What is found in the area at `scale`, in tiles that overlap by two dice of `size` pixels."""
        found = [
            replace(one, x=one.x + tile.x, y=one.y + tile.y)
            for tile in area.tiles(scale, 2 * size)
            for one in self.look(tile.cut(pixels), scale, FAINT)
        ]
        return suppressed(found)

    def look(self, pixels: Pixels, scale: float, least: float) -> list[Found]:
        """One pass over `pixels` at `scale`: what scores `least` or more, best first, in pixels of the input."""
        return self._look(Halves(pixels), scale, least)

    def _look(self, halves: Halves, scale: float, least: float) -> list[Found]:
        sheet, (sx, sy) = _sheet(halves, scale)
        heat, size, offset, turn = self._session.run(["heat", "size", "offset", "turn"], {"image": sheet})
        rows, columns = _peaks(heat[0, 0], least)
        stride = self.card.stride
        found = [
            Found(
                x=((column + 0.5) * stride + float(offset[0, 0, row, column])) / sx,
                y=((row + 0.5) * stride + float(offset[0, 1, row, column])) / sy,
                size=float(size[0, 0, row, column]) / (sx * sy) ** 0.5,
                score=float(heat[0, 0, row, column]),
                turn=_within_unit(float(turn[0, 0, row, column]), float(turn[0, 1, row, column])),
            )
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
        height, width = halves.pixels.shape[:2]
        return suppressed([one for one in found if 0 <= one.x < width and 0 <= one.y < height and one.size > 0])


def _sheet(halves: Halves, scale: float) -> tuple[Floats, tuple[float, float]]:
    """The network's input (1, 3, H, W) float32 0-1 and its true scales; edges are drawn out to whole multiples."""
    height, width = halves.pixels.shape[:2]
    size = max(1, round(width * scale)), max(1, round(height * scale))
    right, below = -size[0] % MULTIPLE, -size[1] % MULTIPLE
    padded = cv2.copyMakeBorder(halves.resized(*size), 0, below, 0, right, cv2.BORDER_REPLICATE)
    sheet = np.empty((1, 3, *padded.shape[:2]), np.float32)
    for plane, channel in zip(sheet[0], cv2.split(padded), strict=True):
        np.divide(channel, np.float32(255), out=plane)
    return sheet, (size[0] / width, size[1] / height)


def _peaks(heat: Floats, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of cells that score `least` or more and no less than their eight neighbours, best first."""
    rows, columns = np.nonzero(heat >= least)
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    tops = heat[rows, columns] >= highest[rows, columns]
    rows, columns = rows[tops], columns[tops]
    best = np.argsort(-heat[rows, columns], kind="stable")[:MOST_FOUND]
    return rows[best], columns[best]


def _within_unit(cos: float, sin: float) -> tuple[float, float]:
    length = max(1.0, float(np.hypot(cos, sin)))
    return cos / length, sin / length


def _around(found: list[Found], margin: float, pixels: Pixels) -> Window:
    xs, ys = [one.x for one in found], [one.y for one in found]
    return Window.around(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin, pixels)
