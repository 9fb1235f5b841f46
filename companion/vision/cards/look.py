"""Looks: a rectified picture of a card as numbers that are compared, coarse for all cards and fine for the likely.

The coarse look is a grid of cells with histograms of gradient directions and colour (N. Dalal and B. Triggs,
Histograms of oriented gradients, CVPR 2005), so that glare, shadow or a finger spoil some cells and no others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

Floats = NDArray[np.float32]

COARSE = 8  # pixels of a cell's side, at half the standard size
BINS = 8  # directions of gradients, dark to light told from light to dark
LEAST_ENERGY = 2.0  # grey levels per pixel: a cell's mean gradients below are noise or paper
PRINTED = 2.0  # times that: what print has
LIGHTEST = 220.0  # grey level that the lightest part of a card is brought to
NOISE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
QUIET = 5.0  # grey levels of noise that spoil nothing
COLOUR = 0.5  # the weight of colour against that of gradients
TINT = 40.0  # units of CIE Lab that count as one whole difference of colour
SEEN = 0.6  # share of the cells that must fit: the best ones; the others may be covered
FEATURES = 300
OFF = 0.35  # pixels to the right and down by which OpenCV places them
FEATURES_AT = 0.6  # of the standard size: the first octave doubles it again
FINE = 0.75  # of the standard size, for the comparison cell by cell: 3 pixels per millimetre
CELL = 16  # pixels of a cell's side at the fine size: 5 mm
RIM = 14  # pixels of the standard size that are looked at round a card: 3.5 mm


def coarse(picture: Pixels) -> Floats:
    """The coarse look (rows, columns, BINS + 3) float32 of a rectified picture: gradients, then CIE Lab."""
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    size = max(1, round(small.shape[1] / COARSE)), max(1, round(small.shape[0] / COARSE))
    cells = np.stack([_pooled(one, size) for one in _slopes(_quiet(grey_of(small)))], axis=-1)
    gain = LIGHTEST / max(float(np.percentile(small, 95)), 20)
    lit = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.float32) * np.float32(gain / 255)
    lab = cv2.cvtColor(np.minimum(lit, 1), cv2.COLOR_RGB2LAB)
    return np.concatenate([cells / LEAST_ENERGY, lab / TINT], axis=-1)


def grey_of(picture: Pixels) -> Pixels:
    """A picture in grey (h, w) uint8."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)


def _slopes(grey: Floats) -> list[Floats]:
    """Maps (h, w) of the grey's slopes in each of `BINS` directions."""
    x, y = (np.asarray(cv2.Sobel(grey, cv2.CV_32F, *way, scale=0.25), np.float32) for way in ((1, 0), (0, 1)))
    length = np.hypot(x, y) + np.float32(1e-3)
    angles = np.arange(BINS, dtype=np.float32) * np.float32(2 * np.pi / BINS)
    return [np.maximum(x * np.cos(a) + y * np.sin(a), 0) ** 2 / length for a in angles]


def _quiet(grey: Pixels) -> Floats:
    """A grey picture (h, w) as if in good light: its lightest part made `LIGHTEST`, its noise smoothed away.

    The noise is measured as J. Immerkaer does (Fast noise variance estimation, CVIU 1996).
    """
    lit = grey.astype(np.float32) * (LIGHTEST / max(float(np.percentile(grey, 95)), 20))
    rough = np.abs(cv2.filter2D(lit, cv2.CV_32F, NOISE)) / 6 * np.sqrt(np.pi / 2)
    noise = float(np.median(rough)) / 0.845  # the median of |x| against its mean, for normal x
    if noise >= QUIET:
        return np.asarray(cv2.GaussianBlur(lit, (0, 0), min(noise / QUIET * 0.5, 1.6)), np.float32)
    return np.asarray(lit, np.float32)


def _pooled(layer: Floats, size: tuple[int, int]) -> Floats:
    """A map averaged over cells that overlap, so that a small shift changes little."""
    smooth = cv2.GaussianBlur(layer, (0, 0), COARSE * 0.4)
    return np.asarray(cv2.resize(smooth, size, interpolation=cv2.INTER_AREA), np.float32)


def likeness(look: Floats, others: Floats) -> Floats:
    """How like a coarse look is to each of the `others` (n, rows, columns, ...): (n,), 1 at most.

    The mean over the best-fitting `SEEN` of the cells; the lamp's tint and dimness, the mean difference of colour,
    is taken out first.
    """
    mine, its = look[..., :BINS], others[..., :BINS]
    product = _dot(mine, its)
    squares = _dot(mine, mine) + _dot(its, its)
    shift = np.median(look[..., BINS:] - others[..., BINS:], axis=(1, 2), keepdims=True)
    off = np.abs(look[..., BINS:] - others[..., BINS:] - shift * 0.8).sum(axis=-1)
    fit = (2 * product + 1) / (squares + 1) - COLOUR * np.minimum(off, 1)
    flat = fit.reshape(len(others), -1)
    hidden = round((1 - SEEN) * flat.shape[1])
    return np.asarray(np.partition(flat, hidden, axis=1)[:, hidden:].mean(axis=1), np.float32)


def _dot(one: Floats, other: Floats) -> Floats:
    """The scalar products of vectors along the last axis."""
    return np.asarray(np.einsum("...k,...k->...", one, other), np.float32)


@dataclass(frozen=True, eq=False)
class Features:
    """Local features of a picture, the strongest first.

    `places` (n, 2) float32 are where they lie in pixels, `descriptors` (n, 128) float32, of length 1, tell what.
    """

    places: Floats
    descriptors: Floats


@dataclass(frozen=True, eq=False)
class Details:
    """What a card is compared by, cell by cell and feature by feature; about 200 kB.

    `fine` is the card in grey (h, w) uint8 at `FINE` of the standard size; the places of its `features` are pixels
    of the standard size.
    """

    fine: Pixels
    features: Features


@dataclass(frozen=True, eq=False)
class Look:
    """A rectified `picture` (h, w, 3) uint8 RGB at the standard size; its numbers are made when asked for.

    `wide` is the same with `RIM` pixels around it, where the table round the card is known. Numbers of the `other`
    way round are turned, which is faster than to make them again.
    """

    picture: Pixels
    wide: Pixels | None = None
    other: Look | None = None
    _last: list[tuple[NDArray[np.float64], Pixels]] = field(default_factory=list, init=False)

    @cached_property
    def coarse(self) -> Floats:
        """Its coarse look."""
        return coarse(self.picture) if self.other is None else _coarse_turned(self.other.coarse)

    @cached_property
    def details(self) -> Details:
        """What it is compared by."""
        if self.other is None:
            return Details(fine(self.picture), features(self.picture))
        its = self.other.details
        return Details(_over(its.fine), _features_turned(its.features, self.picture))

    @property
    def printed(self) -> float:
        """The share of its cells that have print, or edges of something."""
        return float((self.coarse[..., :BINS].sum(axis=-1) > PRINTED).mean())

    def fine_as(self, laid: NDArray[np.float64]) -> Pixels:
        """Its fine picture as a homography lays it; the last one is kept, for several cards share one."""
        if not self._last or self._last[0][0] is not laid:
            height, width = self.picture.shape[:2]
            moved = np.asarray(cv2.warpPerspective(self.picture, laid, (width, height)), np.uint8)
            self._last[:] = [(laid, fine(moved))]
        return self._last[0][1]

    def upside_down(self) -> Look:
        """The same, turned by two corners."""
        return Look(_over(self.picture), None if self.wide is None else _over(self.wide), self)


def _over(picture: Pixels) -> Pixels:
    return np.ascontiguousarray(picture[::-1, ::-1])


def _coarse_turned(look: Floats) -> Floats:
    """The coarse look of a card that is turned by two corners: its slopes run the other way, too."""
    over = look[::-1, ::-1]
    return np.concatenate([np.roll(over[..., :BINS], BINS // 2, axis=-1), over[..., BINS:]], axis=-1)


def fine(picture: Pixels) -> Pixels:
    """A rectified picture in grey (h, w) uint8, lit as well as others, at `FINE` of its size."""
    small = cv2.resize(grey_of(picture), None, fx=FINE, fy=FINE, interpolation=cv2.INTER_AREA)
    return _bytes(_quiet(np.asarray(small, np.uint8)))


def middle_cells(picture: Floats) -> Floats:
    """The middle of a picture at the fine size: a whole number of cells."""
    top, left = (picture.shape[0] % CELL) // 2, (picture.shape[1] % CELL) // 2
    height, width = picture.shape[0] // CELL * CELL, picture.shape[1] // CELL * CELL
    return picture[top : top + height, left : left + width]


def tints(picture: Pixels) -> Floats:
    """The mean colours (rows, columns, 3) of the cells of a rectified picture."""
    small = cv2.resize(picture, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_AREA).astype(np.float32)
    middle = middle_cells(small)
    size = middle.shape[1] // CELL, middle.shape[0] // CELL
    return np.asarray(cv2.resize(middle, size, interpolation=cv2.INTER_AREA), np.float32)


def features(picture: Pixels, at: float = FEATURES_AT, most: int = FEATURES) -> Features:
    """The local features of a picture (h, w, 3) uint8 RGB that are seen at a share `at` of its size.

    D. Lowe, Distinctive image features from scale-invariant keypoints, IJCV 2004; the descriptors' roots are taken
    as R. Arandjelovic and A. Zisserman do (CVPR 2012).
    """
    small = cv2.resize(picture, None, fx=at, fy=at, interpolation=cv2.INTER_AREA)
    grey = _bytes(_quiet(grey_of(np.asarray(small, np.uint8))))
    points, found = cv2.SIFT.create(most, contrastThreshold=0.02).detectAndCompute(grey, None)
    if not points:  # then nothing is found, which OpenCV gives as None
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    order = np.argsort([-point.response for point in points], kind="stable")
    places = np.array([point.pt for point in points], np.float32)[order] / np.float32(at)
    strong = found[order]
    return Features(places, np.sqrt(strong / (strong.sum(axis=1, keepdims=True) + 1e-6)).astype(np.float32))


def _features_turned(its: Features, picture: Pixels) -> Features:
    """The features of a picture that is turned by two corners; what they look like is told without their turn."""
    last = np.array([round(side * FEATURES_AT) - 1 for side in picture.shape[1::-1]], np.float32) + 2 * OFF
    return Features(last / np.float32(FEATURES_AT) - its.places, its.descriptors)


def _bytes(grey: Floats) -> Pixels:
    return np.clip(grey, 0, 255).astype(np.uint8)
