"""What is told of an evening: lines over its turns, dice that were thrown, and small facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.game import Seat
from companion.rules.just_dice.statistics import Fairness
from companion.statistics.times import Times
from companion.words import Sentence


@dataclass(frozen=True)
class Line:
    """A number at each moment: a seat's, or something else's by its `name`."""

    name: str | Sentence
    values: tuple[int, ...]
    seat: int | None = None


@dataclass(frozen=True)
class Series:
    """Lines over the same moments: before the first turn, and after each one.

    `unit` says what is counted, `sign` what stands before each number (a currency), or nothing. `full` is where a
    line has come to its end, or 0: such lines are drawn one below the other.
    """

    slug: str
    title: Sentence
    unit: Sentence
    lines: tuple[Line, ...]
    sign: str = ""
    full: int = 0

    @property
    def moments(self) -> int:
        """The number of moments."""
        return len(self.lines[0].values)


@dataclass(frozen=True)
class Dice:
    """How often dice that cannot be told apart showed each face, and what a chi-square test says.

    `body` is their own colour, or empty. `weights` are the faces' shares on a fair die, empty where they are not
    known: then nothing is tested. `beside` are faces that other dice of the set do not have; they are not tested.
    """

    die_set: str
    body: str
    counts: Mapping[str, int]
    weights: Mapping[str, float]
    fairness: Fairness | None
    beside: Mapping[str, int] = field(default_factory=dict)

    @property
    def thrown(self) -> int:
        """How many dice were counted."""
        return sum(self.counts.values()) + sum(self.beside.values())

    def expected(self, face: str) -> float | None:
        """How often fair dice would show a face in as many throws; None where that is not known."""
        whole = sum(self.weights.values())
        return sum(self.counts.values()) * self.weights[face] / whole if whole else None


@dataclass(frozen=True)
class Fact:
    """Something small that is worth telling: a heading, and a sentence."""

    title: Sentence
    sentence: Sentence


@dataclass(frozen=True)
class Summary:
    """All that is told of an evening.

    `began` and `ended` are unix seconds: its start and its last act. `turns` and `rounds` are those that were
    finished, a round being a turn of everybody. `scores` are points by seat in the unit `scored`, or none
    where the game counts nothing. `over` tells whether the game has ended, `winners` who won it, and `how` in a
    sentence how it ended.
    """

    evening: int
    game: str
    title: Sentence
    seats: tuple[Seat, ...]
    began: float
    ended: float
    moves: int
    turns: int
    rounds: int
    times: Times
    over: bool
    winners: tuple[int, ...]
    how: Sentence | None
    scored: Sentence
    scores: tuple[int, ...]
    series: tuple[Series, ...]
    dice: tuple[Dice, ...]
    facts: tuple[Fact, ...]
