"""What happened, told for the log: one sentence for each event.

A line of the log begins with the name of whoever acted, so sentences about that seat name it no more.
"""

from __future__ import annotations

from companion.rules.game import Event, Setup
from companion.rules.monopoly import events as e
from companion.rules.monopoly.told import deeds, money, moving, trading
from companion.rules.monopoly.told.words import CAUSES, Alone, Fixed, Told, finished
from companion.words import Sentence

__all__ = ["CAUSES", "finished", "gist", "tell"]

BESIDE = (e.TradeOpened, e.TradeDrafted, e.TurnEnded)
"""Events that nobody reads about later: an offer while it is written, and that the next seat is on."""

_TOLD: Told = {**moving.TOLD, **money.TOLD, **deeds.TOLD, **trading.TOLD}
_ALONE: Alone = moving.ALONE
_FIXED: Fixed = {**moving.FIXED, **money.FIXED, **deeds.FIXED, **trading.FIXED}


def tell(setup: Setup, event: Event) -> Sentence:
    """An event in one sentence."""
    kind = type(event)
    if kind in _FIXED:
        return _FIXED[kind]
    return _ALONE[kind](event) if kind in _ALONE else _TOLD[kind](setup, event)


def gist(setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
    """What is worth a line in the log."""
    return tuple(tell(setup, event) for event in events if not isinstance(event, BESIDE))
