"""The state after an event, kind by kind."""

from __future__ import annotations

from companion.rules.game import Event
from companion.rules.monopoly.after import deeds, money, moving, trading
from companion.rules.monopoly.after.changes import After
from companion.rules.monopoly.state import State

_AFTER: After = {**moving.AFTER, **money.AFTER, **deeds.AFTER, **trading.AFTER}


def apply(state: State, event: Event) -> State:
    """The state after one of this game's events."""
    return _AFTER[type(event)](state, event)
