"""A second look at what is in doubt: around a find, above it and into it, and at the picture's border.

It is rare: a tray of dice that lie there plainly takes no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.vision.candidates import PIPS, Candidate
from companion.vision.classifier import Look
from companion.vision.dieset import OTHER, UNKNOWN
from companion.vision.found import Found, Square
from companion.vision.frame import Pixels
from companion.vision.sides import PLAIN, seen_together

ABOVE = 0.8  # sides above the middle of a front side: there a slanted view shows the middle of its die's top
SHOWN = 0.5  # the confidence from which a face lies there
FAINT = 0.65  # the detector's score below which pips must be the same in a smaller square, which still holds them
MIDDLE = 0.8  # of the found side: that square's
KEPT = 0.7  # the confidence that a face must keep there; less, and its pips lie near the edge, or on other sides
APART = 0.5  # sides; a find nearer to that place is the die that lies there
DOUBTED = 0.8  # the probability of its likeliest class below which a find is looked at from around
AROUND = ((0.15, 1.0), (0.0, 0.88))  # sides above its middle, and times its side: a find's square is not exact
TURNS = 4
CUT = 0.42  # sides from a middle to the picture's border; nearer, and the die is cut off


class Looks(Protocol):
    """What looks at places of a picture: the classifier."""

    def look_at(self, pixels: Pixels, squares: Sequence[Square], /, turns: int = 1) -> list[Look]:
        """One look per square, in so many turns."""
        ...


class SecondLook:
    """Looks again, with a `classifier` of these `classes`, at what is not plain.

    What the detector scores below `threshold` it doubts itself: of that no face is looked for a second time.
    Its thresholds were chosen on the training sources; on matteop65 with networks that never saw it.
    """

    def __init__(self, classifier: Looks, classes: Sequence[str], threshold: float) -> None:
        self._classifier = classifier
        self._threshold = threshold
        self._other = classes.index(OTHER)

    def around(self, pixels: Pixels, found: Sequence[Found], looks: Sequence[Look]) -> list[Look]:
        """The looks; where one leaves the face in doubt, with its probabilities averaged with those around."""
        doubted = [k for k, look in enumerate(looks) if self._doubted(found[k], look)]
        squares = [square for k in doubted for square in beside(found[k], looks[k].angle)]
        more = iter(self._classifier.look_at(pixels, squares, turns=TURNS))
        steadied = {k: self._averaged(looks[k], [next(more) for _ in AROUND]) for k in doubted}
        return [steadied.get(k, look) for k, look in enumerate(looks)]

    def _doubted(self, one: Found, look: Look) -> bool:
        """Whether something is a die, but which face it shows is not plain."""
        return one.score >= self._threshold and float(look.probabilities.max()) < DOUBTED

    def _averaged(self, look: Look, others: Sequence[Look]) -> Look:
        """A look with the mean probabilities; that a find is no face is never likelier than in its own square."""
        mean = np.mean([one.probabilities for one in (look, *others)], axis=0)
        none = min(float(look.probabilities[self._other]), float(mean[self._other]))
        mean *= (1 - none) / max(1 - float(mean[self._other]), 1e-9)
        mean[self._other] = none
        return replace(look, probabilities=np.asarray(mean, np.float32))

    def at_parts(self, pixels: Pixels, chosen: Sequence[Candidate]) -> list[Candidate]:
        """The dice, with the mark on those that may be a part of what lies there."""
        sides = {id(one) for one in self._sides(pixels, chosen)}
        return [replace(one, partial=id(one) in sides or is_cut(one.found, pixels)) for one in chosen]

    def _sides(self, pixels: Pixels, chosen: Sequence[Candidate]) -> list[Candidate]:
        """Those above which the top of the same die may lie, and those whose middle does not show their face."""
        doubtful = [one for one in chosen if one.die_set.by_class and one.verdict.sure and one.found.score < PLAIN]
        faint = [one for one in doubtful if one.die_set.name == PIPS and one.found.score < FAINT]
        squares = [*map(above, doubtful), *map(middle, faint)]
        looks = iter(self._classifier.look_at(pixels, squares))
        fronts = [one for one in doubtful if _has_top(one, next(looks), chosen)]
        return fronts + [one for one in faint if _loses_its_face(one, next(looks))]


def beside(found: Found, angle: float) -> list[Square]:
    """Where a find's top side may lie as well, a little off what the detector says."""
    return [(replace(found, y=found.y - up * found.size, size=times * found.size), angle) for up, times in AROUND]


def above(one: Candidate) -> Square:
    """Where the top lies if the candidate is the front of a die that is seen from aside."""
    return replace(one.found, y=one.found.y - ABOVE * one.found.size), one.look.angle


def middle(one: Candidate) -> Square:
    """The middle of the candidate."""
    return replace(one.found, size=MIDDLE * one.found.size), one.look.angle


def is_cut(found: Found, pixels: Pixels) -> bool:
    """Whether the picture's border cuts a top side off."""
    height, width = pixels.shape[:2]
    return bool(min(found.x, found.y, width - found.x, height - found.y) < CUT * found.size)


def _has_top(one: Candidate, look: Look, chosen: Sequence[Candidate]) -> bool:
    """Whether a look above a candidate shows a face that its die can have there, and no other die was found."""
    best, own = one.die_set.judge(look).best, one.verdict.best
    if best.face == UNKNOWN or best.confidence < SHOWN or not _free(above(one)[0], one, chosen):
        return False
    return one.die_set.name != PIPS or seen_together(best.face, own.face)


def _loses_its_face(one: Candidate, inside: Look) -> bool:
    """Whether a look at a candidate's middle does not show its face."""
    own = one.verdict.best.face
    return sum(guess.confidence for guess in one.die_set.judge(inside).guesses if guess.face == own) < KEPT


def _free(place: Found, one: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether no other die was found at a place."""
    return all(other is one or place.distance(other.found) >= APART * place.size for other in chosen)
