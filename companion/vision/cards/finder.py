"""The finder: cards' middles and sides in a frame, by a small fully convolutional network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.card import CARD, read_part, session
from companion.vision.frame import Frame, Pixels
from companion.vision.tray import Tray

EYE = "finder"  # the folder of the network below the folder of cards
MULTIPLE = 32  # pixels; the network halves its input five times
PASSES = (192, 384, 640)  # pixels of the frame's longer side, where the size of cards is not known
KNOWN = 40.0  # pixels of a card's scale in the one pass where it is
LARGEST = 1024  # pixels of that pass' longer side
PLAUSIBLE = (0.8, 1.25)  # times the size of the deck's cards; what is smaller or larger is no card of it
APART = 0.3  # of a card's scale: nearer middles belong to the same card
PART, SURER = (
    0.62,
    1.5,
)  # times the scale and the score of a card: what is smaller and no surer may be a part of it
USUAL = (14.0, 115.0)  # pixels of a card's scale in the network's input that it was trained on
MOST = 40  # cards in a frame

Floats = NDArray[np.float64]


class FinderCard(msgspec.Struct, frozen=True):
    """How to use the finder: a cell whose heat 0-1 reaches `threshold` is a card's middle.

    `stride` is pixels of the input per cell of the output.
    """

    name: str
    version: str
    licence: str
    file: str
    sha256: str
    stride: int
    threshold: float


@dataclass(frozen=True, eq=False)
class Found:
    """A card that was found: `corners` (4, 2) in pixels, clockwise as seen, and a `score` 0-1.

    `scale` is the geometric mean of its half sides in pixels.
    """

    corners: Floats
    score: float
    scale: float

    @property
    def middle(self) -> Floats:
        """The mean of its corners (2,)."""
        return np.asarray(self.corners.mean(axis=0), np.float64)


class CardFinder:
    """The network in `folder`, used as its card says.

    Raises:
        ModelError: the network or its card is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.card = read_part(folder / CARD, FinderCard)
        self._session = session(folder, self.card.file, self.card.sha256)

    def find(
        self, frame: Frame, size_mm: tuple[float, float], tray: Tray | None = None, least: float = 1.0
    ) -> list[Found]:
        """The cards in a frame, best first; with a calibrated `tray` those of about `size_mm`.

        After them come things that may be cards, if `least` is below the finder's threshold: those of such a
        score at least, apart from all others.

        Raises:
            CalibrationError: the frame is of another size than the calibration.
        """
        longest = max(frame.width, frame.height)
        if tray is None or tray.source == "frame":
            passes = {min(side, longest) / longest for side in PASSES}
            seen = [one for factor in sorted(passes) for one in self.look(frame.pixels, factor, least)]
            return self._apart(seen)
        tray.check(frame)
        known = float(np.sqrt(size_mm[0] * size_mm[1])) / 2
        factor = min(KNOWN * tray.mm_per_pixel(*tray.centre) / known, LARGEST / longest, 1.0)
        found = self._apart(self.look(frame.pixels, factor, least))
        return [one for one in found if _plausible(one, tray, known)]

    def _apart(self, seen: Sequence[Found]) -> list[Found]:
        """The cards that are seen, and then what may be one, each once."""
        certain = separate(one for one in seen if one.score >= self.card.threshold)
        return certain + [one for one in separate(seen) if one.score < self.card.threshold]

    def look(self, pixels: Pixels, factor: float, least: float = 1.0) -> list[Found]:
        """What one pass sees at a `factor` of the picture's size, with corners in pixels of the whole."""
        width, height = round(pixels.shape[1] * factor), round(pixels.shape[0] * factor)
        small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
        right, below = -width % MULTIPLE, -height % MULTIPLE
        padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
        image = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / 255
        heat, shape = self._session.run(None, {"image": image})
        ratio = np.array([pixels.shape[1] / width, pixels.shape[0] / height])
        cells = peaks(heat[0, 0], min(least, self.card.threshold))
        usual = [cell for cell in cells if USUAL[0] <= float(shape[0, 0][cell]) <= USUAL[1]]
        return [self._found(heat[0, 0], shape[0], *cell, ratio) for cell in usual]

    def _found(
        self, heat: NDArray[np.float32], shape: NDArray[np.float32], row: int, column: int, ratio: Floats
    ) -> Found:
        scale, x, y, *numbers = (float(value) for value in shape[:, row, column])
        middle = np.array([(column + 0.5) * self.card.stride + x, (row + 0.5) * self.card.stride + y])
        corners = middle + parallelogram(scale, complex(*numbers[:2]), complex(*numbers[2:]))
        return Found(corners * ratio, float(heat[row, column]), scale * float(np.sqrt(ratio.prod())))


def parallelogram(scale: float, total: complex, product: complex) -> Floats:
    """The corners (4, 2) round the origin, clockwise as seen, from a form that has no first corner.

    With half sides a and b as complex numbers (x right, y down), `scale` is sqrt(|a| |b|), `total` is
    (a^2 + b^2) / scale^2 and `product` a^2 b^2 / scale^4: their squares are the roots of a quadratic equation.
    """
    root = np.sqrt(total * total - 4 * product + 0j)
    first, second = (scale * np.sqrt((total + sign * root) / 2 + 0j) for sign in (1, -1))
    corners = np.array([-first - second, first - second, first + second, second - first])
    ring = np.column_stack([corners.real, corners.imag])
    return ring if (first.conjugate() * second).imag > 0 else ring[::-1].copy()


def peaks(heat: NDArray[np.float32], threshold: float) -> list[tuple[int, int]]:
    """Rows and columns of cells as hot as any neighbour and the threshold at least, the hottest first."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= threshold))
    order = np.argsort(-heat[rows, columns])[:MOST]
    return [(int(rows[k]), int(columns[k])) for k in order]


def separate(found: Iterable[Found]) -> list[Found]:
    """The best of those that are the same card or parts of it, best first."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: -one.score):
        if not any(_same(one, other) for other in kept):
            kept.append(one)
    whole = [one for one in kept if not any(_part(one, other) for other in kept)]
    return whole[:MOST]


def _same(one: Found, other: Found) -> bool:
    return bool(np.linalg.norm(one.middle - other.middle) <= APART * max(one.scale, other.scale))


def _part(one: Found, other: Found) -> bool:
    """Whether something is a picture or a sign on a card and no card of its own."""
    if one.scale > PART * other.scale or one.score > SURER * other.score:
        return False
    x, y = one.middle.tolist()
    return cv2.pointPolygonTest(other.corners.astype(np.float32), (x, y), measureDist=False) > 0


def _plausible(one: Found, tray: Tray, known: float) -> bool:
    ratio = one.scale * tray.mm_per_pixel(*one.middle.tolist()) / known
    return PLAUSIBLE[0] <= ratio <= PLAUSIBLE[1]
