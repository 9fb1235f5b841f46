"""A teller: what a game adds to the summary of an evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.game import Event
from companion.statistics.played import Played
from companion.statistics.told import Dice, Fact, Line, Series
from companion.words import Sentence, say


def happens(*kinds: type[Event]) -> Callable[[Event], bool]:
    """Whether an event is one of some kinds."""
    return lambda event: isinstance(event, kinds)


def always(unit: Sentence) -> Callable[[Played], Sentence]:
    """The same unit in every evening."""
    return lambda _played: unit


def _nothing(played: Played) -> tuple[Any, ...]:  # noqa: ARG001  (the shape of all that is told)
    return ()


def _outcome(played: Played) -> tuple[int, ...]:
    return played.outcome.scores if played.outcome else ()


def _seats(played: Played) -> int:
    return len(played.setup.seats)


@dataclass(frozen=True)
class Teller:
    """What one game tells: the unit in which it is `scored`, which events end a turn, and what it computes.

    `sides` is the number of turns in a round; `scores` are the final points by seat.
    """

    scored: Callable[[Played], Sentence]
    ends_turn: Callable[[Event], bool]
    series: Callable[[Played], tuple[Series, ...]] = _nothing
    dice: Callable[[Played], tuple[Dice, ...]] = _nothing
    facts: Callable[[Played], tuple[Fact, ...]] = _nothing
    scores: Callable[[Played], tuple[int, ...]] = _outcome
    sides: Callable[[Played], int] = _seats


PLAIN = Teller(always(say("points")), happens())
"""The teller of a game that has none of its own."""


def name(played: Played, seat: int) -> str:
    """A player's name."""
    return played.setup.seats[seat].name


def per_seat(played: Played, moments: Sequence[Sequence[int]]) -> tuple[Line, ...]:
    """A line per seat from its number at each moment."""
    return tuple(
        Line(seat.name, tuple(moment[number] for moment in moments), number)
        for number, seat in enumerate(played.setup.seats)
    )


def states_after(played: Played, wanted: Callable[[Event], bool]) -> Iterator[Any]:
    """The state after each act in which a wanted event happened."""
    return (step.after for step in played.steps if any(map(wanted, step.act.events)))


def running(played: Played, gains: Iterable[tuple[int, int]]) -> tuple[Line, ...]:
    """A line per seat that grows by each of `gains` (seat, points) in turn."""
    moments = [(0,) * len(played.setup.seats)]
    for seat, points in gains:
        moments.append(tuple(one + points * (number == seat) for number, one in enumerate(moments[-1])))
    return per_seat(played, moments)


def foremost(
    played: Played, title: Sentence, counts: Counter[int], told: Callable[[int], str] = str
) -> Iterator[Fact]:
    """Who has the most of something, `told` in words, if anybody has: everybody with as many is named."""
    most = max(counts.values(), default=0)
    if most > 0:
        names = ", ".join(name(played, seat) for seat in sorted(counts) if counts[seat] == most)
        yield Fact(title, say("{names}: {count}", names=names, count=told(most)))
