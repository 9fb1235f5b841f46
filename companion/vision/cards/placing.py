"""Placing: where a card lies exactly and which way round, as features that it shares with a known one tell."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.comparing import LEAST_MATCHES, agreed, nearest
from companion.vision.cards.look import FINE, Details, Floats, Look
from companion.vision.frame import Pixels

RELIABLE = 14  # features that must agree
TRIED = 3  # known cards, those with most votes
SIZE = (0.35, 1.6)  # of the seen picture's area: what a card in it can fill

Corners = NDArray[np.float64]


class Placer:
    """Places a card by the features of all `known` ones; makes their details when it is first asked."""

    def __init__(self, known: Sequence[Details]) -> None:
        self._known = known
        self._descriptors = np.concatenate([one.descriptors for one in known]).astype(np.float32)
        self._owner = np.repeat(np.arange(len(known)), [len(one.places) for one in known])
        self._places = np.concatenate([one.places for one in known])

    def placed(self, picture: Pixels) -> Corners | None:
        """The corners (4, 2) in pixels of a card in a `picture` at about the standard size, from its own top left.

        None where too few features agree on any known card.
        """
        seen = Look(picture).details
        if len(seen.places) < LEAST_MATCHES or len(self._owner) < LEAST_MATCHES:
            return None
        likeness = seen.descriptors.astype(np.float32) @ self._descriptors.T
        votes = np.bincount(self._owner[likeness.argmax(axis=1)], minlength=len(self._known))
        found = [self._laid(seen, likeness, int(number)) for number in np.argsort(-votes)[:TRIED]]
        matches, corners = max(found, key=lambda one: one[0])
        return corners if matches >= RELIABLE else None

    def _laid(self, seen: Details, likeness: Floats, number: int) -> tuple[int, Corners | None]:
        """How many features agree with a known card, and where its corners lie then."""
        mine = np.flatnonzero(self._owner == number)
        if len(mine) < LEAST_MATCHES:
            return 0, None
        best, clear = nearest(likeness[:, mine])
        if clear.sum() < LEAST_MATCHES:
            return 0, None
        known = self._known[number]
        there = self._places[mine][best[clear]]
        back, matches = agreed(there, seen.places[clear])
        if back is None:
            return 0, None
        width, height = known.fine.shape[1] / FINE, known.fine.shape[0] / FINE
        box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        corners = np.asarray(cv2.perspectiveTransform(box[None], back)[0], np.float64)
        area = float(cv2.contourArea(corners.astype(np.float32), oriented=True)) / (width * height)
        convex = cv2.isContourConvex(corners.astype(np.float32))
        return (matches, corners) if convex and SIZE[0] <= area <= SIZE[1] else (0, None)
