"""The dice reader: from a frame to a reading, with every doubt kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.rules.game import Expectation
from companion.vision.body import body_colour, lamp
from companion.vision.classifier import Classifier, Look
from companion.vision.detector import Detector, Found
from companion.vision.dieset import BASE, UNKNOWN, DieSet, DieSets, Verdict
from companion.vision.frame import Frame
from companion.vision.quality import has_glare, is_blurred, too_dark
from companion.vision.reading import DieReading, Reading

ROW = 0.6  # sides of a die: centres whose heights differ by less are in the same row
SURER = 0.1  # of the detector's score, above its threshold, for what shows no known face
BESIDE = 1.1  # sides of a die: nearer to a better one, a faint candidate is one of its side faces
WEAK = 0.75  # a surplus die below this share of the usual weight is dropped when the rules expect fewer


@dataclass(frozen=True)
class Candidate:
    """Something that may be a die: where it is, how it looks, the set that it fits best and that set's verdict.

    `blurred` says that its crop is too blurred to be sure of anything.
    """

    found: Found
    look: Look
    die_set: DieSet
    verdict: Verdict
    blurred: bool

    @property
    def unknown(self) -> bool:
        """Whether it shows none of the set's faces."""
        return self.verdict.best.face == UNKNOWN

    @property
    def weight(self) -> float:
        """How much speaks for a die, 0-1: the geometric mean of what the detector and the classifier think."""
        known = 0.0 if self.unknown else self.verdict.best.confidence
        return float((self.found.score * known) ** 0.5)


class DiceReader:
    """The whole eye for dice, made of what lies in the folder `models` and, for taught sets, in `taught`.

    Safe to call from several threads.

    Raises:
        ModelError: a model is missing or damaged.
    """

    def __init__(self, models: Path, taught: Path | None = None) -> None:
        self.sets = DieSets(models, taught)
        base = self.sets.base
        self._detector = Detector(models / BASE, base.detector)
        self._classifier = Classifier(models / BASE, base.reader)

    def read(self, frame: Frame, *, die_set: str | None = None, expectation: Expectation | None = None) -> Reading:
        """The dice in `frame`, in reading order: rows from top to bottom, each from left to right.

        Dice are read as of `die_set`, else of the expectation's, else each as of the shipped set that fits best.
        What the detector doubts counts if the classifier is sure of a face, and is asked about. The expectation
        decides only how hard to look: surplus weak dice are dropped, missing ones taken from the doubtful. It
        never changes a face; whether these can be is left to `Expectation.complaint`.

        Raises:
            ModelError: there is no such die set, or it is damaged.
        """
        started = time.perf_counter()
        name = die_set or (expectation.die_set if expectation else None)
        sets = (self.sets[name],) if name else self.sets.shipped
        dice, why_not = self._dice(frame, sets, expectation)
        ms = (time.perf_counter() - started) * 1000
        return Reading(dice, frame.width, frame.height, ms, why_not)

    def _dice(
        self, frame: Frame, sets: Sequence[DieSet], expectation: Expectation | None
    ) -> tuple[tuple[DieReading, ...], str]:
        chosen = self._chosen(self._candidates(frame, sets), expectation.counts if expectation else ())
        if not chosen:
            return (), "dark" if too_dark(frame.pixels) else "no-dice"
        gains = lamp(frame.pixels)
        dice = in_reading_order([self._die(one, gains) for one in chosen])
        return tuple(dice), self._trouble(frame, chosen)

    def _candidates(self, frame: Frame, sets: Sequence[DieSet]) -> list[Candidate]:
        found = self._detector.find(frame.pixels)
        looks = self._classifier.look(frame.pixels, found)
        return [self._candidate(one, look, sets) for one, look in zip(found, looks, strict=True)]

    def _candidate(self, found: Found, look: Look, sets: Sequence[DieSet]) -> Candidate:
        die_set = max(sets, key=lambda candidate: candidate.share(look))
        blurred = is_blurred(look.crop, self._classifier.card.top_side)
        return Candidate(found, look, die_set, die_set.judge(look), blurred)

    def _detected(self, one: Candidate) -> bool:
        """Whether the detector says that it is a die; of what shows no known face it has to be surer."""
        least = self._detector.card.threshold + (SURER if one.unknown else 0.0)
        return one.found.score >= least

    def _sure(self, one: Candidate) -> bool:
        """Whether no question is needed: both networks are sure, and of something that is sharp."""
        return self._detected(one) and one.verdict.sure and not one.blurred

    def _chosen(self, candidates: list[Candidate], counts: Sequence[int]) -> list[Candidate]:
        """The dice among the candidates; the numbers of dice that make sense decide on the doubtful ones."""
        detected = [one for one in candidates if self._detected(one)]
        faint = _free_of(detected, [one for one in candidates if not self._detected(one)])
        clear = detected + [one for one in faint if one.verdict.sure]
        if counts and len(clear) < min(counts):
            rest = [one for one in faint if not one.verdict.sure]
            return clear + rest[: min(counts) - len(clear)]
        if counts and len(clear) > max(counts):
            return _without_weak(clear, max(counts))
        return clear

    def _die(self, one: Candidate, gains: NDArray[np.float32]) -> DieReading:
        best, *others = one.verdict.guesses
        return DieReading(
            face=best.face,
            confidence=best.confidence,
            x=one.found.x,
            y=one.found.y,
            size=one.found.size,
            angle=one.look.angle,
            die_set=one.die_set.name,
            body=body_colour(one.look.crop, self._classifier.card.top_side, gains),
            others=tuple(others),
            sure=self._sure(one),
        )

    def _trouble(self, frame: Frame, chosen: Sequence[Candidate]) -> str:
        """The slug of what spoils the picture when most dice are unsure and show why; else empty."""
        doubtful = [one for one in chosen if not self._sure(one)]
        side = self._classifier.card.top_side
        faults = {
            "dark": len(doubtful) * too_dark(frame.pixels),
            "glare": sum(has_glare(one.look.crop, side) for one in doubtful),
            "blur": sum(one.blurred for one in doubtful),
        }
        return next((slug for slug, count in faults.items() if 2 * count > len(chosen)), "")


def _free_of(detected: list[Candidate], faint: list[Candidate]) -> list[Candidate]:
    """The faint candidates that are no part of a better one, such as a side face that the camera sees."""
    kept: list[Candidate] = []
    for one in faint:
        if not any(_touches(one.found, other.found) for other in (*detected, *kept)):
            kept.append(one)
    return kept


def _touches(one: Found, other: Found) -> bool:
    return one.distance(other) < BESIDE * max(one.size, other.size)


def _without_weak(clear: list[Candidate], most: int) -> list[Candidate]:
    """The `most` weightiest and those of the others that weigh nearly as much: these are for people to judge."""
    ranked = sorted(clear, key=lambda one: -one.weight)
    usual = float(np.median([one.weight for one in ranked[:most]]))
    return ranked[:most] + [one for one in ranked[most:] if one.weight >= WEAK * usual]


def in_reading_order(dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice in rows from top to bottom, each row from left to right."""
    rows: list[list[DieReading]] = []
    for die in sorted(dice, key=lambda die: die.y):
        if rows and die.y - rows[-1][0].y < ROW * die.size:
            rows[-1].append(die)
        else:
            rows.append([die])
    return [die for row in rows for die in sorted(row, key=lambda die: die.x)]


def scaled(reading: Reading, factor: float) -> Reading:
    """The reading in a picture `factor` times as large."""
    dice = tuple(replace(d, x=d.x * factor, y=d.y * factor, size=d.size * factor) for d in reading.dice)
    return replace(reading, dice=dice, width=round(reading.width * factor), height=round(reading.height * factor))
