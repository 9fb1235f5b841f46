"""Yahtzee Jr.: points after each turn, five faces that are alike, and rolls worth telling."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.yahtzee_jr.parts import (
    CHARACTERS,
    DICE,
    LOST,
    NAMES,
    WILD,
    Rolled,
    RolloffRolled,
    Scored,
)
from companion.statistics.dice import dice, even
from companion.statistics.games.teller import Teller, always, happens, name, running
from companion.statistics.played import Played
from companion.statistics.told import Dice, Fact, Series
from companion.words import say

POINTS = say("points")


def _series(played: Played) -> tuple[Series, ...]:
    gains = ((event.seat, event.column) for event in played.events if isinstance(event, Scored))
    return (Series("points", say("Points over time"), POINTS, running(played, gains)),)


def _dice(played: Played) -> tuple[Dice, ...]:
    """The wild and the lost face lie on different dice of the five, so only the others can be compared."""
    faces = tuple(face for roll in _thrown(played) for face in roll)
    return (dice("characters", "", faces, even(CHARACTERS), beside=(WILD, LOST)),)


def _thrown(played: Played) -> Iterator[tuple[str, ...]]:
    for event in played.events:
        if isinstance(event, Rolled):
            yield tuple(event.faces[place] for place in event.thrown)
        elif isinstance(event, RolloffRolled):
            yield event.faces


def _facts(played: Played) -> tuple[Fact, ...]:
    return (*_luckiest(played), *_best(played), *_pushed(played), *_lost(played))


def _alike(roll: Rolled) -> tuple[int, str]:
    """How many dice of a throw count for its best character, and which that is."""
    wild = roll.faces.count(WILD)
    return max((roll.faces.count(one) + wild, one) for one in CHARACTERS)


def _luckiest(played: Played) -> Iterator[Fact]:
    whole = [event for event in played.events if isinstance(event, Rolled) and len(event.thrown) == DICE]
    if whole:
        best = max(whole, key=_alike)
        count, character = _alike(best)
        yield Fact(
            say("Luckiest throw of five dice"),
            say(
                "{name}: {count} × {character} at once",
                name=name(played, best.seat),
                count=count,
                character=NAMES[character],
            ),
        )


def _scored(played: Played) -> list[Scored]:
    return [event for event in played.events if isinstance(event, Scored)]


def _best(played: Played) -> Iterator[Fact]:
    best = max(_scored(played), key=lambda event: event.column, default=None)
    if best and best.column:
        who, what = name(played, best.seat), NAMES[best.character]
        yield Fact(
            say("Best turn"),
            say("{name}: {points} points with {character}", name=who, points=best.column, character=what),
        )


def _pushed(played: Played) -> Iterator[Fact]:
    """The token that slid farthest to the left because the spaces were taken (R18)."""
    far = max(_scored(played), key=lambda event: event.value - event.column, default=None)
    if far and far.value > far.column and far.value:
        yield Fact(
            say("Pushed aside most"),
            say(
                "{name}: worth {value}, but only space {column} was left",
                name=name(played, far.seat),
                value=far.value,
                column=far.column,
            ),
        )


def _lost(played: Played) -> Iterator[Fact]:
    faces = [face for roll in _thrown(played) for face in roll]
    if faces:
        yield Fact(
            say("Special faces"),
            say("Gary: {wild}, Plankton: {lost}", wild=faces.count(WILD), lost=faces.count(LOST)),
        )


def _scores(played: Played) -> tuple[int, ...]:
    totals: tuple[int, ...] = played.state.totals
    return totals


TELLER = Teller(always(POINTS), happens(Scored), _series, _dice, _facts, _scores)
"""The one instance."""
