"""Placing: where a card lies exactly and which way round, as features that it shares with a known one tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.comparing import LEAST_MATCHES, agreed, nearest
from companion.vision.cards.look import FINE, Details, Features, features
from companion.vision.cards.rectify import LONG, sides
from companion.vision.frame import Frame, Pixels
from companion.vision.tray import applied

RELIABLE = 14  # features that must agree
TRIED = 3  # known cards, those with most votes
VOTING = 250  # features of what is seen that vote, the strongest
VOTED = 200  # features of each known card that are voted for
SIZE = (0.12, 6.0)  # of a whole card's area, at the scale of what was found: a card can be so small or large
OBLIQUE = 1.35  # times that a view from aside can make a side longer than the one across
WIDE = 1.3  # times the longer side of what was found: the square that is searched
AT = 0.5  # of the standard size: where its features are sought
MOST = 500  # of them

Corners = NDArray[np.float64]


class Patch:
    """The square of a frame round a card that was found, with its local features.

    Its pixels are those of the standard size, if what was found is the whole card.
    """

    def __init__(self, frame: Frame, corners: Corners) -> None:
        middle, first = corners.mean(axis=0), corners[1] - corners[0]
        scale = LONG / max(*sides(corners), 1.0)
        turn = scale / max(float(np.hypot(*first)), 1e-6) * np.array([[first[0], first[1]], [-first[1], first[0]]])
        side = round(LONG * WIDE)
        self._there = np.eye(3)
        self._there[:2, :2], self._there[:2, 2] = turn, side / 2 - turn @ middle
        self._frame, self._size = frame, (side, side)

    @cached_property
    def features(self) -> Features:
        """The local features in it."""
        way = cv2.INTER_LINEAR
        picture: Pixels = np.asarray(cv2.warpAffine(self._frame.pixels, self._there[:2], self._size, flags=way))
        return features(picture, AT, MOST)

    def of_frame(self, corners: Corners) -> Corners:
        """Places (n, 2) in pixels of the frame as pixels of the patch."""
        return applied(self._there, corners)

    def in_frame(self, corners: Corners) -> Corners:
        """Places (n, 2) in pixels of the patch as pixels of the frame."""
        return applied(np.linalg.inv(self._there), corners)


@dataclass(frozen=True, eq=False)
class Placed:
    """A known card's `number`, its corners (4, 2) in pixels from its own top left, and how many features agree."""

    number: int
    corners: Corners
    matches: int


class Placer:
    """Places a card by the features of all `known` ones; makes their details when it is first asked."""

    def __init__(self, known: Sequence[Details]) -> None:
        self._known = known
        voted = [one.features.descriptors[:VOTED] for one in known]
        self._voted = np.concatenate(voted)
        self._owner = np.repeat(np.arange(len(known)), [len(one) for one in voted])

    def placed(self, seen: Features) -> Placed | None:
        """The known card whose features lie among those that are seen, in a picture at about the standard size.

        None where too few features agree on any known card.
        """
        if len(seen.places) < LEAST_MATCHES or len(self._owner) < LEAST_MATCHES:
            return None
        likeness = seen.descriptors[:VOTING] @ self._voted.T
        voted = np.unique(likeness.argmax(axis=1))  # once each: some look like any grain of a mat
        votes = np.bincount(self._owner[voted], minlength=len(self._known))
        found = (self._laid(seen, int(number)) for number in np.argsort(-votes)[:TRIED])
        placed = max((one for one in found if one), key=lambda one: one.matches, default=None)
        return placed if placed and placed.matches >= RELIABLE else None

    def _laid(self, seen: Features, number: int) -> Placed | None:
        """Where a known card's corners lie, as the features say that agree with it."""
        known = self._known[number]
        if len(known.features.places) < LEAST_MATCHES:
            return None
        best, clear = nearest(seen.descriptors @ known.features.descriptors.T)
        if clear.sum() < LEAST_MATCHES:
            return None
        back, matches = agreed(known.features.places[best[clear]], seen.places[clear])
        if back is None:
            return None
        width, height = known.fine.shape[1] / FINE, known.fine.shape[0] / FINE
        box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        corners = np.asarray(cv2.perspectiveTransform(box[None], back)[0], np.float64)
        return Placed(number, corners, matches) if _possible(corners, width, height) else None


def _possible(corners: Corners, width: float, height: float) -> bool:
    """Whether these can be the corners of a card of this width and height that is seen from above."""
    area = float(cv2.contourArea(corners.astype(np.float32), oriented=True)) / (width * height)
    if not (SIZE[0] <= area <= SIZE[1] and cv2.isContourConvex(corners.astype(np.float32))):
        return False
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / (width, height, width, height)
    return bool(lengths.max() <= OBLIQUE * lengths.min())
