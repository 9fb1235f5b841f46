"""What happened, told for the log: one sentence for each event.

A line of the log begins with the name of whoever acted, so sentences about that seat name it no more.
"""

from __future__ import annotations

from companion.rules.game import Event, Setup
from companion.rules.monopoly.told import deeds, money, moving, trading
from companion.rules.monopoly.told.words import CAUSES, Alone, Fixed, Told, finished
from companion.words import Sentence

__all__ = ["CAUSES", "finished", "tell"]

_TOLD: Told = {**moving.TOLD, **money.TOLD, **deeds.TOLD, **trading.TOLD}
_ALONE: Alone = {**moving.ALONE, **money.ALONE, **deeds.ALONE}
_FIXED: Fixed = {**moving.FIXED, **money.FIXED, **deeds.FIXED, **trading.FIXED}


def tell(setup: Setup, event: Event) -> Sentence:
    """An event in one sentence."""
    kind = type(event)
    if kind in _FIXED:
        return _FIXED[kind]
    return _ALONE[kind](event) if kind in _ALONE else _TOLD[kind](setup, event)
