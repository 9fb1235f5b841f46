"""Several readings of dice that nobody has touched between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import dist
from statistics import fmean

from companion.vision.reading import DieReading, Guess, Reading, most_telling

SAME = 0.35  # sides of a die: centres nearer than this are the same die in the same place
MOST_GUESSES = 4


def same_place(before: Reading, after: Reading) -> bool:
    """Whether nothing has moved between two readings: as many dice, each with its face where it was."""
    if len(before.dice) != len(after.dice):
        return False
    partners = _partners(before.dice, after)
    return all(
        old is not None and old.face == die.face for old, die in zip(partners, before.dice, strict=True)
    ) and len({*map(id, partners)}) == len(partners)


def fuse(readings: Sequence[Reading]) -> Reading:
    """The reading of a burst: each die's face by majority, its confidence the mean of those who agree.

    Where frames disagree on a die it is not sure, and where they do not see the same number of dice, those that
    most frames miss are dropped and none is sure; what one frame doubts stays a doubt. The first reading of the
    commonest reason is given when most frames were not read.

    Raises:
        ValueError: there is no reading.
    """
    if not readings:
        raise ValueError("expected one reading or more, got none")
    failed = [reading for reading in readings if reading.why_not]
    if 2 * len(failed) > len(readings):
        reason = Counter(reading.why_not for reading in failed).most_common(1)[0][0]
        return next(reading for reading in failed if reading.why_not == reason)
    read = [reading for reading in readings if not reading.why_not]
    length = Counter(len(reading.dice) for reading in read).most_common(1)[0][0]
    model = next(reading for reading in read if len(reading.dice) == length)
    agreed = all(len(reading.dice) == length for reading in read)
    seen = [_partners(model.dice, reading) for reading in read]
    dice = tuple(_majority([row[index] for row in seen], agreed) for index in range(length))
    outside = max((reading.outside for reading in read), key=len)
    ms = sum(reading.ms for reading in readings)
    return replace(model, dice=dice, ms=ms, doubt=most_telling([one.doubt for one in read]), outside=outside)


def _partners(dice: Sequence[DieReading], other: Reading) -> list[DieReading | None]:
    """For each die the nearest of the other reading, when it lies in the same place."""
    return [_nearest(die, other.dice) for die in dice]


def _nearest(die: DieReading, others: Sequence[DieReading]) -> DieReading | None:
    best = min(others, key=lambda other: _apart(die, other), default=None)
    return best if best is not None and _apart(die, best) <= SAME else None


def _apart(die: DieReading, other: DieReading) -> float:
    """The distance of the centres in sides of the first die: in millimetres if known, which outlasts a bump."""
    if die.place and other.place and die.side:
        return dist(die.place, other.place) / die.side
    return dist((die.x, die.y), (other.x, other.y)) / die.size


def _majority(seen: Sequence[DieReading | None], agreed: bool) -> DieReading:
    views = [view for view in seen if view is not None]
    face = Counter(view.face for view in views).most_common(1)[0][0]
    agreeing = [view for view in views if view.face == face]
    confidence = fmean(view.confidence for view in agreeing)
    unanimous = agreed and len(agreeing) == len(seen)
    others = {guess.face: guess for view in views for guess in (*view.others, Guess(view.face, view.confidence))}
    ranked = sorted((one for one in others.values() if one.face != face), key=lambda one: -one.confidence)
    return replace(
        agreeing[0],
        x=fmean(view.x for view in views),
        y=fmean(view.y for view in views),
        confidence=confidence,
        others=tuple(ranked[: MOST_GUESSES - 1]),
        sure=unanimous and all(view.sure for view in agreeing),
        doubt=most_telling([view.doubt for view in views]),
    )
