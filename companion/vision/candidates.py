"""Candidates: what may be dice, and which of them count when one may be a part of another's die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.vision.classifier import Look
from companion.vision.detector import Found
from companion.vision.dieset import UNKNOWN, DieSet, Verdict
from companion.vision.sides import is_side, may_be_one_die, seen_together, touches

PIPS = "pips"  # the set of which it is known what lies opposite each other


@dataclass(frozen=True)
class Candidate:
    """Something that may be a die: where it is, how it looks, the set that it fits best and that set's verdict.

    `spoilt` is the slug of what is wrong with its crop, if anything; `posture` how it lies, unless flat; `doubled`
    says that it and another one may be two sides of one die, `partial` that it may be a side whose top lies beside
    it, or that the picture's border cuts it.
    """

    found: Found
    look: Look
    die_set: DieSet
    verdict: Verdict
    spoilt: str
    posture: str = ""
    doubled: bool = False
    partial: bool = False

    @property
    def unknown(self) -> bool:
        """Whether it shows none of the set's faces."""
        return self.verdict.best.face == UNKNOWN

    @property
    def doubt(self) -> str:
        """The slug of what speaks against it, if anything."""
        if self.posture or self.verdict.sure:
            return self.posture
        return self.spoilt or ("unknown-face" if self.unknown else "")

    @property
    def weight(self) -> float:
        """How much speaks for a die, 0-1: the geometric mean of what the detector and the classifier think."""
        known = 0.0 if self.unknown else self.verdict.best.confidence
        return float((self.found.score * known) ** 0.5)


def free_of(detected: list[Candidate], faint: list[Candidate]) -> list[Candidate]:
    """The faint candidates that are no part of a better one, such as a side face that the camera sees."""
    kept: list[Candidate] = []
    for one in faint:
        if not any(touches(one.found, other.found) for other in (*detected, *kept)):
            kept.append(one)
    return kept


def tops_and_sides(detected: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The clear dice, and what may be another side of one of them.

    Where it is not plain which of both is the top, or whether they are two dice, people are asked.
    """
    tops: list[Candidate] = []
    sides: list[Candidate] = []
    for one in sorted(detected, key=lambda one: -one.found.score):
        doubled = [_doubled(one, other) for other in tops]
        asked = [told and not is_side(one.found, other.found) for other, told in zip(tops, doubled, strict=True)]
        tops = [replace(other, doubled=other.doubled or told) for other, told in zip(tops, asked, strict=True)]
        if any(doubled):
            sides.append(replace(one, doubled=True))
        else:
            tops.append(one)
    return tops, sides


def _doubled(one: Candidate, other: Candidate) -> bool:
    """Whether both may be sides of one die."""
    if not may_be_one_die(one.found, other.found):
        return False
    pips = one.die_set.name == other.die_set.name == PIPS and not one.unknown and not other.unknown
    return not pips or seen_together(one.verdict.best.face, other.verdict.best.face)


def without_weak(clear: list[Candidate], most: int) -> list[Candidate]:
    """The `most` weightiest, and those of the others that show a face: these are for people to judge."""
    ranked = sorted(clear, key=lambda one: -one.weight)
    return ranked[:most] + [one for one in ranked[most:] if not one.unknown]


def judged(found: Found, look: Look, sets: Sequence[DieSet], spoilt: str) -> Candidate:
    """A find as a die of the set that its look fits best."""
    die_set = max(sets, key=lambda one: one.share(look)) if len(sets) > 1 else sets[0]
    return Candidate(found, look, die_set, die_set.judge(look), spoilt)
