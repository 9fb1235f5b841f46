"""Placing: where a card lies exactly and which way round, as features that it shares with a known one tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.comparing import LEAST_MATCHES, nearest
from companion.vision.cards.look import FINE, Details, Features, Floats, features
from companion.vision.cards.rectify import LONG, sides
from companion.vision.frame import Frame, Pixels
from companion.vision.tray import applied

RELIABLE = 6  # features that must lie where they should
MANY, APART = 3, 0.06  # places that are looked at closely; by how much of its size they differ
TRIED = 6  # known cards, those with most votes
VOTING = 150  # features of what is seen that vote, the strongest
VOTED = 100  # features of each known card that are voted for
ALIKE = 0.9  # likeness from which on a feature votes
USUAL = 5  # features that cards have beside their own: else one with three of them would have most votes
FEW = 5  # pairs of features from which on a place is looked at
ROUGH = 8.0  # pixels by which a feature may be off while the card is taken to be seen straight from above
GUIDED = 14.0, 8.0  # pixels round its place in which a feature is sought then, time and again
PROBABLE = 0.6  # likeness from which on it may be the same
SQUINT, OBLIQUELY = 6, 40  # features from which on they tell how oblique the card is seen, and how near
CLOSER = 1.4  # times the features that seen from afar would explain
MISS = 5.0  # pixels by which they may be off then
SAME, RIGHT = 8.0, 0.85  # pixels from its place, and the likeness, from which on a feature is where it should be
TRIALS, SURE = 700, 0.999  # of RANSAC
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

    def placed(self, seen: Features) -> tuple[Placed, ...]:
        """Known cards whose features lie among those that are seen, in a picture at about the standard size.

        The first has most of them; each lies elsewhere than those before. Empty where too few agree on any card.
        """
        rough = [one for one in (_roughly(seen, self._known[k], k) for k in self._likely(seen)) if one]
        rough.sort(key=lambda one: -one.matches)
        found = [_exactly(seen, self._known[one.number], one) for one in rough[:MANY]]
        kept: list[Placed] = []
        for placed in sorted(found, key=lambda one: -one.matches):
            if placed.matches >= RELIABLE and all(_elsewhere(placed, other) for other in kept):
                kept.append(placed)
        return tuple(kept)

    def _likely(self, seen: Features) -> list[int]:
        """The known cards to try, those first of whose features most are seen."""
        if len(seen.places) < FEW or not len(self._owner):
            return []
        likeness = (seen.descriptors[:VOTING] @ self._voted.T).max(axis=0)
        votes = np.bincount(self._owner, likeness > ALIKE, minlength=len(self._known))
        share = votes / np.sqrt(np.bincount(self._owner, minlength=len(self._known)) + USUAL)
        return [number for number in np.argsort(-share)[:TRIED].tolist() if votes[number] > 0]


@dataclass(frozen=True, eq=False)
class Rough(Placed):
    """Where a card lies about: the `way` (3, 3) of its features to those that are seen, and how like they are."""

    way: NDArray[np.float64]
    likeness: Floats


def _roughly(seen: Features, known: Details, number: int) -> Rough | None:
    """Where a known card lies if it is seen straight from above, for which few features are enough."""
    its = known.features
    if len(its.places) < FEW:
        return None
    likeness = seen.descriptors @ its.descriptors.T
    way = _flat(likeness, seen.places, its.places)
    if way is None or not _possible(corners := applied(way, _box(known)), *_size(known)):
        return None
    return Rough(number, corners, _agreeing(likeness, seen.places, applied(way, its.places)), way, likeness)


def _exactly(seen: Features, known: Details, rough: Rough) -> Placed:
    """Where it lies as those features say, too, that are found round their expected places."""
    its, likeness = known.features, rough.likeness
    way: NDArray[np.float64] | None = rough.way
    for reach in GUIDED:
        if way is not None:
            mine, theirs = _guided(likeness, seen.places, applied(way, its.places), reach)
            way = _oblique(its.places[theirs], seen.places[mine])
    if way is None or not _possible(corners := applied(way, _box(known)), *_size(known)):
        return rough
    return Placed(rough.number, corners, _agreeing(likeness, seen.places, applied(way, its.places)))


def _elsewhere(one: Placed, other: Placed) -> bool:
    away = np.linalg.norm(one.corners - other.corners, axis=1).max()
    return bool(away > APART * np.sqrt(cv2.contourArea(one.corners.astype(np.float32))))


def _flat(likeness: Floats, here: Floats, its: Floats) -> NDArray[np.float64] | None:
    """The turn, size and place (3, 3) that most pairs of features agree on; None where too few do."""
    best, clear = nearest(likeness)
    if clear.sum() < FEW:
        return None
    result: tuple[Any, Any] = cv2.estimateAffinePartial2D(
        its[best[clear]],
        here[clear],
        method=cv2.RANSAC,
        ransacReprojThreshold=ROUGH,
        maxIters=TRIALS,
        confidence=SURE,
    )
    found, inside = result
    if found is None or inside.sum() < FEW:
        return None
    return np.vstack([found, (0, 0, 1)])


def _guided(
    likeness: Floats, here: Floats, expected: Corners, reach: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of features, seen and known, each the other's likest near its expected place."""
    near = np.where(_near(here, expected, reach), likeness, -1)
    best = near.argmax(axis=1)
    rows = np.arange(len(near))
    kept = rows[(near[rows, best] > PROBABLE) & (near.argmax(axis=0)[best] == rows)]
    return kept, best[kept]


def _oblique(its: Floats, here: Floats) -> NDArray[np.float64] | None:
    """What lays (3, 3) the places of the pairs onto each other; None where too few agree.

    Seen from afar, unless there are many pairs, or it is seen from so near that this explains many fewer.
    """
    if len(its) < SQUINT:
        return None
    near: tuple[Any, Any] = cv2.findHomography(its, here, cv2.RANSAC, MISS, maxIters=TRIALS)
    far: tuple[Any, Any] = cv2.estimateAffine2D(its, here, ransacReprojThreshold=MISS, maxIters=TRIALS)
    few, many = (0 if found is None else int(inside.sum()) for found, inside in (far, near))
    if many >= OBLIQUELY or many > max(CLOSER * few, LEAST_MATCHES):
        return np.asarray(near[0], np.float64)
    return np.vstack([far[0], (0, 0, 1)]) if few >= SQUINT else None


def _agreeing(likeness: Floats, here: Floats, expected: Corners) -> int:
    """How many known features are seen where they should be."""
    near = np.where(_near(here, expected, SAME), likeness, -1)
    return int((near.max(axis=0) > RIGHT).sum())


def _near(here: Floats, there: Corners, reach: float) -> NDArray[np.bool_]:
    """Which places (n, m) are no farther apart than `reach`."""
    across, down = (here[:, None, k] - there[None, :, k].astype(np.float32) for k in (0, 1))
    return np.asarray(across * across + down * down < reach * reach)


def _size(known: Details) -> tuple[float, float]:
    """The width and height of a card at the standard size."""
    return known.fine.shape[1] / FINE, known.fine.shape[0] / FINE


def _box(known: Details) -> Corners:
    width, height = _size(known)
    return np.array([[0, 0], [width, 0], [width, height], [0, height]])


def _possible(corners: Corners, width: float, height: float) -> bool:
    """Whether these can be the corners of a card of this width and height that is seen from above."""
    area = float(cv2.contourArea(corners.astype(np.float32), oriented=True)) / (width * height)
    if not (SIZE[0] <= area <= SIZE[1] and cv2.isContourConvex(corners.astype(np.float32))):
        return False
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / (width, height, width, height)
    return bool(lengths.max() <= OBLIQUE * lengths.min())
