"""What the detector finds in its passes, and how passes at several scales come to one opinion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, hypot, log

import numpy as np

BEST = 34.0  # pixels of a top face in the network's input that it sees best (measured on training sources)
SPREAD = 0.55  # of the logarithm of that size: how fast a pass loses weight
SEEN = (18.0, 70.0)  # pixels of a top face in the input between which a pass has a say
LEAST_SIZE = 10.0  # pixels of the frame; on a smaller top face nobody can read pips
UNSEEN = 0.05  # the score of a pass that does not see a die
APART = 0.7  # sides of the larger die; nearer tops are one die, even if a slanted view brings a row together
SAME = 0.5  # sides of a die within which two passes mean the same one
ALIKE = 1.67  # the largest ratio of the sizes that they give it
MOST_FOUND = 200  # dice in one frame; more is a pattern that is taken for dice


@dataclass(frozen=True)
class Found:
    """A top face: centre and side in pixels of the frame, `score` 0-1.

    `turn` is (cos 4t, sin 4t) of its rotation t clockwise as seen in the picture, at most of length 1: the
    longer the surer.
    """

    x: float
    y: float
    size: float
    score: float
    turn: tuple[float, float] = (0.0, 0.0)

    @property
    def angle(self) -> float:
        """The rotation in degrees clockwise as seen in the picture, -45 to 45."""
        return float(np.degrees(np.arctan2(self.turn[1], self.turn[0])) / 4)

    def distance(self, other: Found) -> float:
        """Pixels between the centres."""
        return hypot(self.x - other.x, self.y - other.y)


Square = tuple[Found, float]
"""A place in the picture, and its rotation in degrees clockwise."""


@dataclass(frozen=True)
class Pass:
    """What one pass found: the input's pixels per pixel of the frame, and the top faces, best first."""

    scale: float
    found: list[Found]

    def weight(self, size: float) -> float:
        """How well 0-1 this pass sees a top face of `size` pixels of the frame; 0 when it cannot."""
        shown = size * self.scale
        low, high = SEEN
        return exp(-((log(shown / BEST) / SPREAD) ** 2) / 2) if low <= shown <= high else 0.0

    def view(self, one: Found) -> Found | None:
        """The same top face as this pass sees it."""
        return next((other for other in self.found if _same(one, other)), None)


def suppressed(found: list[Found]) -> list[Found]:
    """The best of all that lie too near to each other to be two dice, best first."""
    return _apart((one.score, one) for one in found)


def agreed(passes: list[Pass]) -> list[Found]:
    """What several passes find together, best first: means of their scores, places, sizes and turns.

    Each pass counts as well as it sees dice of that size; one that does not see a die that it should counts
    against it.
    """
    candidates = _apart((one.score * each.weight(one.size), one) for each in passes for one in each.found)
    opinions = [_opinion(one, passes) for one in candidates]
    return suppressed([one for one in opinions if one.size >= LEAST_SIZE])[:MOST_FOUND]


def _apart(ranked: Iterable[tuple[float, Found]]) -> list[Found]:
    kept: list[Found] = []
    for _, one in sorted(ranked, key=lambda pair: -pair[0]):
        if all(one.distance(other) >= APART * max(one.size, other.size) for other in kept):
            kept.append(one)
    return kept


def _opinion(one: Found, passes: list[Pass]) -> Found:
    """The mean of the views that the passes have of `one`; itself when none can see its size."""
    weights = [each.weight(one.size) for each in passes]
    views = [each.view(one) for each in passes]
    seen = [(view, weight * view.score) for view, weight in zip(views, weights, strict=True) if view and weight]
    if not seen:
        return one
    values = [(view.x, view.y, view.size, *view.turn) for view, _ in seen]
    x, y, size, cos, sin = _means(values, [weight for _, weight in seen])
    (score,) = _means([(view.score if view else UNSEEN,) for view in views], weights)
    return Found(x, y, size, score, (cos, sin))


def _means(rows: Sequence[tuple[float, ...]], weights: Sequence[float]) -> list[float]:
    """The weighted mean of each column."""
    total = sum(weights)
    columns = zip(*rows, strict=True)
    return [sum(value * weight for value, weight in zip(one, weights, strict=True)) / total for one in columns]


def _same(one: Found, other: Found) -> bool:
    ratio = max(one.size, other.size) / min(one.size, other.size)
    return one.distance(other) < SAME * one.size and ratio < ALIKE
