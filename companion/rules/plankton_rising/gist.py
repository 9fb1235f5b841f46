"""What a family would read in the log: one line for each act, with all counters of one kind in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.rules.game import Event, Setup
from companion.rules.plankton_rising import dice_events as rolled
from companion.rules.plankton_rising import events as happened
from companion.rules.plankton_rising.telling import Names, tell
from companion.words import Sentence, listed, say

STEPS = (
    happened.Stood,
    happened.Shuffled,
    happened.PlanktonMoved,
    happened.TurnBegun,
    rolled.DiceTaken,
    rolled.DiceReturned,
)
"""Events that happen in every turn, or that another one tells too."""


def gist(setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
    """What is worth a line in the log, in the order in which it happened."""
    names, told = Names(setup), dict[object, Sentence]()
    for event in events:
        if isinstance(event, STEPS):
            continue
        kind = _ALIKE.get(type(event))
        if kind is None:
            told[id(event)] = tell(setup, event)
        else:
            key, together = kind
            told[type(event), key(event)] = together(
                names, [one for one in events if type(one) is type(event) and key(one) == key(event)]
            )
    return tuple(told.values())


def _listed(names: Names, cards: Iterable[str]) -> Sentence:
    """Several cards by name, each once, with a number before those that are meant more often."""
    return listed(_counted(names.card(card), count) for card, count in Counter(cards).items())


def _counted(card: str | Sentence, count: int) -> str | Sentence:
    return say("{count} × {card}", count=count, card=card) if count > 1 else card


def _signed(by: int) -> str:
    return f"+{by}" if by > 0 else f"−{-by}"


def _times(names: Names, events: list[happened.TimeChanged]) -> Sentence:
    return say("Time {by}: {cards}.", by=_signed(events[0].by), cards=_listed(names, (one.card for one in events)))


def _thefts(names: Names, events: list[happened.TheftChanged]) -> Sentence:
    tiles = _listed(names, (one.ingredient for one in events))
    return say("Theft {by}: {tiles}.", by=_signed(events[0].by), tiles=tiles)


def _acting(names: Names, events: list[happened.Activated]) -> Sentence:
    return say("Acting: {cards}.", cards=_listed(names, (one.source for one in events)))


def _dealt(names: Names, events: list[happened.Dealt]) -> Sentence:
    return say("New on the table: {cards}.", cards=_listed(names, (one.card for one in events)))


Together = tuple[Callable[[Any], object], Callable[[Names, list[Any]], Sentence]]
"""What events of one kind must have in common to be told together, and how they are."""

_ALIKE: Mapping[type[Event], Together] = {
    happened.TimeChanged: (lambda event: event.by, _times),
    happened.TheftChanged: (lambda event: event.by, _thefts),
    happened.Activated: (lambda _event: None, _acting),
    happened.Dealt: (lambda _event: None, _dealt),
}
