"""Counting: what became of each die and of whole pictures; the one place that says what a figure means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from math import sqrt

from companion.evaluation.labels import TrueDie
from companion.vision.dieset import UNKNOWN
from companion.vision.reading import DieReading, Reading
from companion.vision.teaching.figures import Share

NORMAL_95 = 1.959963984540054  # quantile 0.975 of the standard normal distribution


@dataclass(frozen=True)
class Fate:
    """What became of one die: it was found, missed, or invented where there is none.

    `truth` is its label, `die` what was read; one of them is missing where nothing belongs to the other. `asked`
    says that people would have been asked about it: the reader was not sure, or refused the whole picture.
    """

    truth: TrueDie | None
    die: DieReading | None
    asked: bool

    @property
    def found(self) -> bool:
        """Whether the eye saw a die that is there."""
        return self.truth is not None and self.die is not None

    @property
    def right(self) -> bool:
        """Whether its face was read as it is."""
        return self.truth is not None and self.die is not None and self.truth.face == self.die.face

    @property
    def named(self) -> bool:
        """Whether the likeliest face is right, refusals left out: what a reader that has none would say."""
        if self.truth is None or self.die is None:
            return False
        said = (self.die.face, *(other.face for other in self.die.others))
        return next((face for face in said if face != UNKNOWN), None) == self.truth.face

    @property
    def silent(self) -> bool:
        """Whether a wrong face, or a die that is none, would have passed without a question."""
        return self.die is not None and not self.right and not self.asked


def fates(reading: Reading, truth: Sequence[TrueDie]) -> list[Fate]:
    """What became of each die, the labelled ones first and in their order.

    A reading belongs to the label whose box holds its centre; the nearest go together first, and none twice. Where
    the reading as a whole is in doubt, people look at each of its dice.
    """
    refused = bool(reading.why_not or reading.doubt)
    pairs = dict(_pairs(reading.dice, truth))
    labelled = [
        Fate(true, reading.dice[pairs[k]], refused or not reading.dice[pairs[k]].sure)
        if k in pairs
        else Fate(true, None, refused)
        for k, true in enumerate(truth)
    ]
    used = {*pairs.values()}
    return labelled + [
        Fate(None, die, refused or not die.sure) for k, die in enumerate(reading.dice) if k not in used
    ]


def _pairs(dice: Sequence[DieReading], truth: Sequence[TrueDie]) -> Iterator[tuple[int, int]]:
    """Numbers of labels with those of their readings."""
    near = [
        (abs(die.x - true.x) + abs(die.y - true.y), d, t)
        for d, die in enumerate(dice)
        for t, true in enumerate(truth)
        if _holds(true, die)
    ]
    taken_dice, taken_truth = set[int](), set[int]()
    for _, d, t in sorted(near):
        if d not in taken_dice and t not in taken_truth:
            taken_dice.add(d)
            taken_truth.add(t)
            yield t, d


def _holds(true: TrueDie, die: DieReading) -> bool:
    across, down = true.reach
    return abs(die.x - true.x) <= across and abs(die.y - true.y) <= down


@dataclass(frozen=True)
class Counts:
    """Counts over pictures and their dice; they add up.

    dice: labelled. detections: what was taken for a die. found: labelled dice with a detection. right: of the
    found, those whose best face is the true one, asked about or not. named: those that would be right if a face
    had to be named, for comparison with readers that cannot refuse. asked: detections that people are asked
    about. misread, invented: read wrong, or no die at all, and no question: the silent errors. pictures: read.
    whole: with each die found, none invented and all faces right. unnoticed: pictures that are not whole though
    nothing in them is asked (a game that knows how many dice to expect still notices a missing one). refused: with
    a reason why they are not read. ms: milliseconds spent reading.
    """

    dice: int = 0
    detections: int = 0
    found: int = 0
    right: int = 0
    named: int = 0
    asked: int = 0
    misread: int = 0
    invented: int = 0
    pictures: int = 0
    whole: int = 0
    unnoticed: int = 0
    refused: int = 0
    ms: float = 0.0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @property
    def precision(self) -> Share:
        """Detections that are dice."""
        return Share(self.found, self.detections)

    @property
    def recall(self) -> Share:
        """Dice that were found."""
        return Share(self.found, self.dice)

    @property
    def value(self) -> Share:
        """Found dice whose face is right: the value given the box; a refusal is not right."""
        return Share(self.right, self.found)

    @property
    def value_named(self) -> Share:
        """Found dice whose face is right if one must be named, as published figures count."""
        return Share(self.named, self.found)

    @property
    def pictures_right(self) -> Share:
        """Pictures that were right as a whole."""
        return Share(self.whole, self.pictures)

    @property
    def silent(self) -> Share:
        """Silent errors among the dice."""
        return Share(self.misread + self.invented, self.dice)

    @property
    def asks(self) -> Share:
        """Questions among the dice."""
        return Share(self.asked, self.dice)


def counted(reading: Reading, truth: Sequence[TrueDie]) -> Counts:
    """The counts of one picture."""
    return counts_of(fates(reading, truth), refused=bool(reading.why_not), ms=reading.ms)


def counts_of(dice: Sequence[Fate], *, refused: bool, ms: float) -> Counts:
    """The counts of one picture from its dice's fates."""
    whole = all(die.right for die in dice)
    asked = sum(die.asked and die.die is not None for die in dice)
    return Counts(
        dice=sum(die.truth is not None for die in dice),
        detections=sum(die.die is not None for die in dice),
        found=sum(die.found for die in dice),
        right=sum(die.right for die in dice),
        named=sum(die.named for die in dice),
        asked=asked,
        misread=sum(die.silent and die.found for die in dice),
        invented=sum(die.silent and not die.found for die in dice),
        pictures=1,
        whole=int(whole),
        unnoticed=int(not whole and not asked and not refused),
        refused=int(refused),
        ms=ms,
    )


def total(parts: Iterable[Counts]) -> Counts:
    """The sum of counts."""
    return sum(parts, Counts())


def wilson(share: Share, z: float = NORMAL_95) -> tuple[float, float]:
    """The interval 0-1 that holds a share's true value with 95 % confidence; (0, 1) of nothing, and of no share.

    Wilson's score interval: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22 (1927) 209-212. Unlike the normal interval it stays honest
    with few errors or none. Dice of one picture are taken for independent, which they are not quite. More than
    all, as when more dice are invented than there are, is no share.
    """
    n, p = share.whole, share.value
    if not n or p > 1:
        return 0.0, 1.0
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)
