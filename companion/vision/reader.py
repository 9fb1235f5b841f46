"""The dice reader: from a frame to a reading, with every doubt kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.rules.game import Expectation
from companion.vision.again import SecondLook
from companion.vision.body import body_colour, lamp
from companion.vision.candidates import Candidate, free_of, judged, tops_and_sides, without_weak
from companion.vision.classifier import Classifier, Look
from companion.vision.detector import Detector, Found
from companion.vision.dieset import BASE, DieSet, DieSets
from companion.vision.diesize import DieSize
from companion.vision.fiducials import on_fiducial
from companion.vision.frame import Frame, Pixels
from companion.vision.posture import Posture
from companion.vision.quality import has_burnt_spot, has_glare, is_blurred, is_out_of_focus, too_dark
from companion.vision.reading import DieReading, Reading, most_telling
from companion.vision.scale import Scale
from companion.vision.tray import Tray

MOST_DICE = 40  # more than anybody throws at once: something in the picture is taken for dice
FIDUCIAL = 2.0  # sides of what looks like a die: how far a fiducial reaches of which that is a part
ROW = 0.6  # sides of a die: centres whose heights differ by less are in the same row
SURER = 0.1  # of the detector's score, above its threshold, for what shows no known face


class DiceReader:
    """The whole eye for dice, made of what lies in the folder `models` and, for taught sets, in `taught`.

    `size` tells how large dice are where millimetres are known. Safe to call from several threads.

    Raises:
        ModelError: a model is missing or damaged.
    """

    def __init__(self, models: Path, taught: Path | None = None, size: DieSize | None = None) -> None:
        self.sets = DieSets(models, taught)
        base = self.sets.base
        self._detector = Detector(models / BASE, base.detector)
        self._classifier = Classifier(models / BASE, base.reader)
        self._again = SecondLook(self._classifier, base.reader.classes, base.detector.threshold)
        self._posture = Posture.of(models / BASE)
        self._size = size or DieSize()

    def read(
        self,
        frame: Frame,
        *,
        die_set: str | None = None,
        expectation: Expectation | None = None,
        tray: Tray | None = None,
    ) -> Reading:
        """The dice in `frame`, in reading order: rows from top to bottom, each from left to right.

        Dice are read as of `die_set`, else of the expectation's, else each as of the shipped set that fits best.
        What the detector doubts counts if the classifier is sure of a face, and is asked about. The expectation
        decides only how hard to look: what shows no face is dropped where dice are surplus, and missing ones are
        taken from the doubtful. Of two that may be sides of one die the fainter is such a doubtful one, and the
        other is asked about. It never changes a face; whether these can be is left to `Expectation.complaint`.

        A measured `tray` that fits the frame gives dice their millimetres; what is too small or too large for a
        die is none then, and dice beside the dice area do not count.

        Raises:
            CalibrationError: the frame is of another size than the tray.
            ModelError: there is no such die set, or it is damaged.
        """
        started = time.perf_counter()
        name = die_set or (expectation.die_set if expectation else None)
        sets = (self.sets[name],) if name else self.sets.shipped
        scale = self._scale(frame, tray, name)
        reading = self._reading(frame, sets, expectation.counts if expectation else (), scale)
        return replace(reading, ms=(time.perf_counter() - started) * 1000)

    def _scale(self, frame: Frame, tray: Tray | None, die_set: str | None) -> Scale | None:
        if tray is not None:
            tray.check(frame)
        return Scale.of(tray, self._size.of(die_set))

    def _reading(
        self, frame: Frame, sets: Sequence[DieSet], counts: Sequence[int], scale: Scale | None
    ) -> Reading:
        inside, beside = _parted(self._candidates(frame, sets, scale), scale)
        found = self._chosen(inside, counts)
        missing = len(found) < min(counts, default=1)
        chosen = self._again.at_parts(frame.pixels, self._with_postures(frame.pixels, found, scale, missing))
        gains = lamp(frame.pixels)
        dice = in_reading_order([self._die(one, gains, scale) for one in chosen])
        outside = tuple(self._die(one, gains, scale) for one in beside if self._lies(one, frame))
        why_not = self._trouble(frame, chosen, missing)
        if why_not == "no-dice" and outside:
            why_not = ""
        number = _number(len(chosen), counts)
        doubts = [
            number,
            _hiding(frame) if number == "too-few" else "",
            *(die.doubt for die in dice),
            "outside" if outside else "",
        ]
        doubt = "" if why_not else most_telling(doubts)
        return Reading(tuple(dice), frame.width, frame.height, 0.0, why_not, doubt, outside)

    def _candidates(self, frame: Frame, sets: Sequence[DieSet], scale: Scale | None) -> list[Candidate]:
        found = self._detector.find(frame.pixels, scale=scale)
        looks = self._classifier.look(frame.pixels, found)
        if any(one.by_class for one in sets):
            looks = self._again.around(frame.pixels, found, looks)
        return [self._candidate(one, look, sets) for one, look in zip(found, looks, strict=True)]

    def _candidate(self, found: Found, look: Look, sets: Sequence[DieSet]) -> Candidate:
        side = self._classifier.card.top_side
        spoilt = "glare" if has_glare(look.crop, side) else "blur" if is_blurred(look.crop, side) else ""
        return judged(found, look, sets, spoilt)

    def _with_postures(
        self, pixels: Pixels, chosen: list[Candidate], scale: Scale | None, missing: bool
    ) -> list[Candidate]:
        """The dice with how they lie, which only a calibrated view tells, and only of what is not spoilt."""
        if self._posture is None or scale is None:
            return chosen
        squares = [(one.found, one.look.angle) for one in chosen]
        postures = self._posture.tell(pixels, squares, scale, missing)
        return [replace(one, posture="" if one.spoilt else how) for one, how in zip(chosen, postures, strict=True)]

    def _detected(self, one: Candidate) -> bool:
        """Whether the detector says that it is a die; of what shows no known face it has to be surer."""
        least = self._detector.card.threshold + (SURER if one.unknown else 0.0)
        return one.found.score >= least

    def _lies(self, one: Candidate, frame: Frame) -> bool:
        """Whether it is a die that lies beside the dice area, where the mat's fiducials may be taken for some."""
        x, y, size = one.found.x, one.found.y, one.found.size
        die = self._detected(one) and not one.unknown
        return die and not on_fiducial(frame.pixels, x, y, FIDUCIAL * size)

    def _sure(self, one: Candidate) -> bool:
        """Whether no question is needed: both networks are sure, and of something that is sharp and lies flat."""
        clear = one.spoilt != "blur" and not one.posture and not one.doubled and not one.partial
        return clear and one.verdict.sure and self._detected(one)

    def _chosen(self, candidates: list[Candidate], counts: Sequence[int]) -> list[Candidate]:
        """The dice among the candidates; the numbers of dice that make sense decide on the doubtful ones."""
        detected = [one for one in candidates if self._detected(one)]
        faint = free_of(detected, [one for one in candidates if not self._detected(one)])
        tops, sides = tops_and_sides(detected)
        clear = tops + [one for one in faint if one.verdict.sure]
        if counts and len(clear) < min(counts):
            rest = sides + [one for one in faint if not one.verdict.sure]
            return clear + rest[: min(counts) - len(clear)]
        if counts and len(clear) > max(counts):
            return without_weak(clear, max(counts))
        return clear

    def _die(self, one: Candidate, gains: NDArray[np.float32], scale: Scale | None) -> DieReading:
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
            place=scale.place(one.found) if scale else None,
            side=scale.measured(one.found) if scale else None,
            doubt=one.doubt,
        )

    def _trouble(self, frame: Frame, chosen: Sequence[Candidate], missing: bool) -> str:
        """The slug of what spoils the picture when dice are missing, or most are unsure, and show why."""
        doubtful = [one for one in chosen if not self._sure(one)]
        if (missing or doubtful) and too_dark(frame.pixels):
            return "dark"
        if not chosen:
            return _hiding(frame) or "no-dice"
        faults = Counter(one.spoilt for one in doubtful if one.spoilt)
        return next((slug for slug, count in faults.items() if 2 * count > len(chosen)), "")


def _parted(candidates: Sequence[Candidate], scale: Scale | None) -> tuple[list[Candidate], list[Candidate]]:
    """Those in the dice area, or all where it is not known, and those beside it."""
    inside = [one for one in candidates if scale is None or scale.inside(one.found)]
    return inside, [one for one in candidates if scale is not None and not scale.inside(one.found)]


def _hiding(frame: Frame) -> str:
    """The slug of what may hide dice in a frame, or an empty text."""
    return "glare" if has_burnt_spot(frame.pixels) else "blur" if is_out_of_focus(frame.pixels) else ""


def _number(seen: int, counts: Sequence[int]) -> str:
    """Whether so many dice are too many or too few for the numbers that make sense, if any."""
    if seen > max(counts, default=MOST_DICE):
        return "too-many"
    return "too-few" if counts and seen < min(counts) else ""


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
