"""Comparing a card with one of a deck cell by cell: what fits, what does not, and what tells two cards apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.look import CELL, FINE, RIM, Details, Floats, Look, middle_cells
from companion.vision.frame import Pixels

REACH = 2  # pixels by which print may lie elsewhere than expected
LEAST_PRINT = 5.0  # grey levels: the standard deviation from which on a cell counts as printed
SHARPNESS = 0.8  # pixels: both pictures are smoothed so far, or a sharper lens would look like another card
RATIO = 0.85  # D. Lowe's ratio of the nearest descriptor's distance to the next's
MISS = 4.0  # pixels of the standard size by which a matched feature may be off
TRIALS = 700  # of RANSAC
LEAST_MATCHES = 9
STRETCH = 0.2  # of the shorter side: how far the corners may have been found off


@dataclass(frozen=True, eq=False)
class Fit:
    """How well the cells of a seen card fit a known one.

    `agrees` (rows, columns) float32 is the agreement 0 to 1 of each cell, `print` how much print the known card
    has there in grey levels, and `matches` how many local features lie where they should.
    """

    agrees: Floats
    print: Floats
    matches: int


def homography(seen: Details, known: Details) -> tuple[NDArray[np.float64] | None, int]:
    """What lays a seen card onto a known one as their local features say, and how many agree; None if too few."""
    here, there = seen.features, known.features
    if min(len(here.places), len(there.places)) < LEAST_MATCHES:
        return None, 0
    best, clear = nearest(here.descriptors @ there.descriptors.T)
    width, height = known.fine.shape[1] / FINE, known.fine.shape[0] / FINE
    near = np.linalg.norm(here.places - there.places[best], axis=1) < STRETCH * min(width, height)
    kept = clear & near
    if kept.sum() < LEAST_MATCHES:
        return None, 0
    found, matches = agreed(here.places[kept], there.places[best[kept]])
    if found is None or not _plausible(found, width, height):
        return None, 0
    return found, matches


def agreed(places: Floats, targets: Floats) -> tuple[NDArray[np.float64] | None, int]:
    """The homography that most of the pairs of places (n, 2) agree on, and how many do; None where too few do."""
    result: tuple[Any, Any] = cv2.findHomography(places, targets, cv2.RANSAC, MISS, maxIters=TRIALS)
    found, inside = result
    if found is None or inside.sum() < LEAST_MATCHES:
        return None, 0
    return np.asarray(found, np.float64), int(inside.sum())


def nearest(likeness: Floats) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """For each row of likenesses (n, m) of unit vectors: the likest column, and whether it is so clearly.

    D. Lowe's ratio of the nearest's distance to the next's, IJCV 2004.
    """
    order = np.argpartition(-likeness, 1, axis=1)[:, :2]
    pairs = np.take_along_axis(likeness, order, axis=1)
    best = order[np.arange(len(order)), pairs.argmax(axis=1)]
    first, second = (np.sqrt(np.maximum(2 - 2 * one, 0)) for one in (pairs.max(axis=1), pairs.min(axis=1)))
    return best, first < RATIO * second


def _plausible(homography: NDArray[np.float64], width: float, height: float) -> bool:
    """Whether the corners stay near where they were found."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = cv2.perspectiveTransform(corners[None], homography)[0]
    return bool(np.abs(moved - corners).max() < STRETCH * min(width, height))


def fit(seen: Look, known: Details, laid: NDArray[np.float64] | None, matches: int = 0) -> Fit:
    """The fit of a seen card, which a homography has `laid` onto the known one if it is given."""
    return _fit(seen.details.fine if laid is None else seen.fine_as(laid), known, matches)


def laid_wide(wide: Pixels, laid: NDArray[np.float64] | None) -> Pixels:
    """A picture with `RIM` pixels around the card, moved as a homography lays the card onto a known one."""
    if laid is None:
        return wide
    there = np.array([[1, 0, RIM], [0, 1, RIM], [0, 0, 1]], np.float64)
    size = wide.shape[1], wide.shape[0]
    return np.asarray(cv2.warpPerspective(wide, there @ laid @ np.linalg.inv(there), size), np.uint8)


def _fit(seen: Pixels, known: Details, matches: int) -> Fit:
    agrees, print_, _ = agreement(seen, known.fine)
    return Fit(agrees, print_, matches)


def agreement(seen: Pixels, known: Pixels) -> tuple[Floats, Floats, Floats]:
    """For each cell: the best agreement (rows, columns) within `REACH`, and the known card's and the seen print.

    The agreement is the product of contrast and structure of Z. Wang et al., Image quality assessment: from error
    visibility to structural similarity, IEEE TIP 2004: two cells without print agree, too.
    """
    here, there = _whole_cells(seen), _whole_cells(known)
    height, width = there.shape
    rows, columns = height // CELL, width // CELL
    padded = np.pad(here, REACH, mode="edge")
    levels, spreads = _moments(padded, rows, columns)
    mean, variance = (one[0, 0] for one in _moments(there, rows, columns))
    products, product = (
        np.empty_like(levels),
        np.empty_like(there),
    )  # one for all: to make it costs more than to fill
    for down, right in np.ndindex(levels.shape[:2]):
        np.multiply(padded[down : down + height, right : right + width], there, out=product)
        products[down, right] = cv2.resize(product, (columns, rows), interpolation=cv2.INTER_AREA)
    alike = 2 * (products - levels * mean) + LEAST_PRINT**2
    best = (alike / (variance + spreads + LEAST_PRINT**2)).max(axis=(0, 1))
    return np.maximum(best, 0), _print(variance), _print(spreads[REACH, REACH])


def _print(variance: Floats) -> Floats:
    """How much print there is, in grey levels of standard deviation; a lot is as good as more."""
    return np.minimum(np.sqrt(variance), np.float32(6 * LEAST_PRINT))


def _whole_cells(picture: Pixels) -> Floats:
    """The middle of the picture, a whole number of cells, smoothed a little."""
    middle = middle_cells(picture.astype(np.float32))
    return np.asarray(cv2.GaussianBlur(middle, (0, 0), SHARPNESS), np.float32)


def _moments(picture: Floats, rows: int, columns: int) -> tuple[Floats, Floats]:
    """Mean and variance in each cell of all grids (down, right, rows, columns) that the picture has room for."""
    sums = cv2.integral2(picture, sdepth=cv2.CV_64F, sqdepth=cv2.CV_64F)
    mean, square = (_cells(np.asarray(one, np.float64), rows, columns) / CELL**2 for one in sums)
    return mean.astype(np.float32), np.maximum(square - mean * mean, 0).astype(np.float32)


def _cells(sums: NDArray[np.float64], rows: int, columns: int) -> NDArray[np.float64]:
    """The sums over each cell of the grids, from an integral image."""
    grids = np.lib.stride_tricks.sliding_window_view(sums, (rows * CELL + 1, columns * CELL + 1))
    corners = grids[:, :, ::CELL, ::CELL]
    return corners[..., 1:, 1:] - corners[..., :-1, 1:] - corners[..., 1:, :-1] + corners[..., :-1, :-1]
