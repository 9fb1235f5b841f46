"""Edges: where a card's corners are exactly, as its sides tell that are seen, and its shape where they are not.

Each side may run along one of several edges, or along none that is seen, because something lies on it. The sides
are chosen together: what speaks for a choice is how strong its edges are, and against it how unlikely the shape is
(see `companion.vision.cards.shape`), so that another card's edge or a printed frame is not taken for a side.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.lines import Band, peaks
from companion.vision.cards.rectify import sides
from companion.vision.cards.shape import Shape, believed, true_size
from companion.vision.frame import Frame, Pixels
from companion.vision.tray import Tray, applied

LONG = 176  # pixels of the longer side of the card in the patch in which its edges are sought
MARGIN = 0.2  # of the shorter side, round the card: how far its edges may be off
HELD_MARGIN = 0.28  # where its true size is known, and so how far it reaches under what covers it
LAST_MARGIN = 0.07  # when the edges have been found
LINES = 8  # edges along a side that are tried
SPEAKS = 9.0  # the logarithm of the odds that an edge along a whole side gives
BARE = 0.3  # of the strongest edge: as strong are edges along any line
OUTER = 0.6  # of those odds' logarithm, for each tenth of the shorter side farther out: a card's print lies within
BESIDE = 4  # pixels beside another card in which edges are its own
WITHIN, FRAMED = 0.12, 3.0  # of the shorter side: a line so near inside another may be print; and what that counts
ALMOST = 0.7  # of what speaks for a line: what speaks for the other, then
ROUND = 3  # sides that have such lines, where a frame is printed
LOOSE = 2.0  # pixels that a line which is tried may be off

Floats = NDArray[np.float64]
Ends = tuple[float, float, float]  # a line's offsets at both ends, and what speaks for it


def fitted(
    frame: Frame,
    corners: Floats,
    size_mm: tuple[float, float] | None = None,
    tray: Tray | None = None,
    above: Sequence[Floats] = (),
) -> Floats:
    """The corners (4, 2) in pixels of the card that was found with these, where its edges cross.

    With the deck's `size_mm` its ratio of sides is known, about; with a calibrated `tray`, its true size. No edge
    is looked for on other cards, whose corners are `above`.
    """
    held = size_mm is not None and tray is not None and tray.source != "frame"
    if size_mm is not None and tray is not None and held:
        corners = true_size(corners, size_mm, tray)
    rough = _Round(frame, corners, HELD_MARGIN if held else MARGIN, above)
    shape = believed(rough.size, size_mm, held=held)
    chosen = rough.chosen(shape)
    exact = _Round(frame, rough.through(shape, chosen), LAST_MARGIN, above)
    return exact.through(Shape(np.zeros(8), np.eye(8) * LOOSE**2), [line and (0.0, 0.0, 0.0) for line in chosen])


class _Round:
    """A look at the edges round a card with these `corners`, up to a margin of its shorter side."""

    def __init__(self, frame: Frame, corners: Floats, margin: float, above: Sequence[Floats]) -> None:
        across, along = sides(corners)
        scale = LONG / max(across, along, 1.0)
        self.size = width, height = max(24, round(across * scale)), max(24, round(along * scale))
        self._corners, self._rim = corners, max(4, round(margin * min(width, height)))
        self._box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) + self._rim
        self._there = cv2.getPerspectiveTransform(corners.astype(np.float32), self._box.astype(np.float32))
        self.bands = self._seen(frame, above)

    def _seen(self, frame: Frame, above: Sequence[Floats]) -> list[Band]:
        """The slopes along the upper, right, lower and left side."""
        (width, height), rim = self.size, self._rim
        size = (width + 2 * rim, height + 2 * rim)
        patch = cv2.warpPerspective(frame.pixels, self._there, size, borderMode=cv2.BORDER_REPLICATE)
        smooth = np.asarray(cv2.GaussianBlur(patch, (0, 0), 1.0), np.uint8)
        across, along = _steepest(smooth, (1, 0)), _steepest(smooth, (0, 1))
        for one in above:
            there = np.round(applied(self._there, one)).astype(np.int32)
            for slopes in (across, along):
                cv2.fillConvexPoly(slopes, there, 0.0)
                cv2.polylines(slopes, [there], True, 0.0, 2 * BESIDE)
        deep, inner = 2 * rim + 1, slice(rim, -rim)
        return [
            Band(along[:deep, inner][::-1]),
            Band(across.T[-deep:, inner]),
            Band(along[-deep:, inner]),
            Band(across.T[:deep, inner][::-1]),
        ]

    def chosen(self, shape: Shape) -> list[Ends | None]:
        """The likeliest line for each side; None where its edge is not seen."""
        lines = [self._lines(side, band, shape) for side, band in enumerate(self.bands)]
        return _chosen(shape, [[None, *several] for several in _unframed(lines, WITHIN * min(self.size))])

    def _lines(self, side: int, band: Band, shape: Shape) -> list[Ends]:
        """The likeliest lines along a side."""
        tried, strength = band.tried()
        first, last = np.meshgrid(tried, tried, indexing="ij")
        out = (first + last) / 2 / (0.1 * min(self.size))
        speaks = SPEAKS * (strength - BARE) + OUTER * out
        own = slice(2 * side, 2 * side + 2)
        known = np.linalg.inv(shape.covariance[own, own] + np.eye(2) * LOOSE**2)
        off = np.stack([first, last], axis=-1) - shape.mean[own]
        likely = speaks - np.einsum("...i,ij,...j->...", off, known, off) / 2
        cells = peaks(strength, likely, LINES)
        return [(float(tried[i]), float(tried[j]), float(speaks[i, j])) for i, j in cells]

    def through(self, shape: Shape, chosen: Sequence[Ends | None]) -> Floats:
        """The corners in pixels of the frame where the chosen edges cross; the shape tells the others."""
        known = np.linalg.inv(shape.covariance)
        total = known @ shape.mean
        for side, line in enumerate(chosen):
            if line is not None:
                own = slice(2 * side, 2 * side + 2)
                ends, sure = self.bands[side].measured(*line[:2])
                known[own, own] += sure
                total[own] += sure @ ends
        ends = np.linalg.solve(known, total)
        crossed = self._crossed(ends)
        if not np.isfinite(crossed).all() or np.abs(crossed - self._box).max() > 2 * self._rim:
            return self._corners
        return applied(np.linalg.inv(self._there), crossed)

    def _crossed(self, ends: Floats) -> Floats:
        """Where the sides cross (4, 2), in pixels of the patch."""
        (left, top), (right, low) = self._box[0], self._box[2]
        lines = np.array(
            [
                [[left, top - ends[0]], [right, top - ends[1]]],
                [[right + ends[2], top], [right + ends[3], low]],
                [[left, low + ends[4]], [right, low + ends[5]]],
                [[left - ends[6], top], [left - ends[7], low]],
            ]
        )
        return np.array([_crossing(lines[k - 1], lines[k]) for k in range(4)])


def _chosen(shape: Shape, lines: Sequence[Sequence[Ends | None]]) -> list[Ends | None]:
    """The likeliest choice of a line for each side."""
    ways = np.indices([len(several) for several in lines]).reshape(4, -1).T
    values = [np.array([line or (0.0, 0.0, 0.0) for line in several]) for several in lines]
    chosen = np.stack([value[way] for value, way in zip(values, ways.T, strict=True)], axis=1)
    scores = chosen[..., 2].sum(axis=1)
    off = chosen[..., :2].reshape(-1, 8) - shape.mean
    masks = (ways > 0) @ (1 << np.arange(4))
    for mask in np.unique(masks):
        these = np.flatnonzero(masks == mask)
        part = np.flatnonzero(np.repeat(mask >> np.arange(4) & 1, 2))
        known = np.linalg.inv(shape.covariance[np.ix_(part, part)] + np.eye(len(part)) * LOOSE**2)
        away = off[np.ix_(these, part)]
        scores[these] -= ((away @ known) * away).sum(axis=1) / 2
    best = ways[int(np.argmax(scores))].tolist()
    return [several[k] for several, k in zip(lines, best, strict=True)]


def _steepest(picture: Pixels, way: tuple[int, int]) -> NDArray[np.float32]:
    """The steepest slope (h, w) of its three channels in one direction, in grey levels per pixel."""
    red, green, blue = cv2.split(np.abs(cv2.Sobel(picture, cv2.CV_32F, *way, scale=0.25)))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.float32)


def _unframed(lines: Sequence[Sequence[Ends]], far: float) -> list[list[Ends]]:
    """The lines along the four sides; less speaks for those that may be print, if a frame runs all round."""
    framed = [[_framed(line, several, far) for line in several] for several in lines]
    less = FRAMED if sum(map(any, framed)) >= ROUND else 0.0
    return [
        [(*line[:2], line[2] - less * inner) for line, inner in zip(several, within, strict=True)]
        for several, within in zip(lines, framed, strict=True)
    ]


def _framed(line: Ends, others: Sequence[Ends], far: float) -> bool:
    """Whether an edge about as strong runs beside a line outside it, up to so many pixels away."""
    beyond = [(one[0] - line[0], one[1] - line[1], one[2]) for one in others]
    return any(min(a, b) > LOOSE and max(a, b) < far and speaks > ALMOST * line[2] > 0 for a, b, speaks in beyond)


def _crossing(first: Floats, second: Floats) -> Floats:
    """Where two lines (2, 2) through two points each cross; not finite where they do not."""
    one, other = (np.cross(np.append(line[0], 1), np.append(line[1], 1)) for line in (first, second))
    point = np.cross(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(point[:2] / point[2], np.float64)
