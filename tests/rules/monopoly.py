"""Helpers of the Monopoly tests: tables set in the middle of a game, and moves in few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.rules.args import Number, OneOf, Value
from companion.rules.game import Action, Choice, Event, Setup
from companion.rules.monopoly import GAME, State
from companion.rules.monopoly.state import Deed
from companion.rules.setup import checked_setup
from tests.play import fold, setup_of

LENT = -1
"""A mortgaged deed, where a level is told."""


def start(players: int = 2, box: dict[str, Any] | None = None, seed: int = 0, **options: Value) -> State:
    """A game before its first roll, in seat order and without the coin unless the options say so."""
    setup = setup_of(GAME, players, **{"first_roll": False, "plankton": False, **options})
    return GAME.new(checked_setup(GAME, Setup(setup.seats, setup.options, seed, box or {})))


def give(state: State, seat: int, *deeds: int, level: int = 0) -> State:
    """The state in which a seat owns these deeds, built so far or mortgaged."""
    given = {pos: Deed(seat, level == LENT, max(level, 0)) for pos in deeds}
    return replace(state, deeds={**state.deeds, **given})


def put(state: State, seat: int, **facts: Any) -> State:
    """The state with facts of a player changed; the bank balances the cash."""
    players = tuple(replace(one, **facts) if at == seat else one for at, one in enumerate(state.players))
    after = replace(state, players=players)
    return replace(after, bank=-sum(player.cash for player in players) - after.pot)


def turn(state: State, seat: int) -> State:
    """The state at the beginning of a seat's turn."""
    return replace(state, active=seat, step="ROLL", dice=(), doubles=0, again=False)


def happens(state: State, name: str, seat: int | None = None, **args: Value) -> tuple[Event, ...]:
    """What an action brings; by the seat that the game waits for unless told."""
    return GAME.decide(state, Action(state.acting if seat is None else seat, name, args))


def act(state: State, name: str, seat: int | None = None, **args: Value) -> State:
    after: State = fold(GAME, state, happens(state, name, seat, **args))
    return after


def roll(state: State, faces: str, name: str = "roll") -> State:
    return act(state, name, faces=tuple(faces.split()))


def refused(state: State, name: str, seat: int | None = None, **args: Value) -> tuple[str, str]:
    """The rule point and the reason with which an action is refused; the sentence is there too."""
    with pytest.raises(IllegalAction) as refusal:
        happens(state, name, seat, **args)
    assert str(refusal.value.sentence).endswith(".")
    return refusal.value.point, refusal.value.reason


def choices(state: State, name: str, seat: int | None = None) -> list[Choice]:
    found = [choice for choice in GAME.choices(state) if choice.name == name]
    return found if seat is None else [choice for choice in found if seat in choice.seats]


def picks(state: State, name: str, arg: str, seat: int | None = None) -> dict[Any, str]:
    """The values of a choice with their previews."""
    found: dict[Any, str] = {}
    for choice in choices(state, name, seat):
        one = choice.args[arg]
        assert isinstance(one, OneOf)
        found |= {pick.value: str(pick.preview or "") for pick in one.picks}
    return found


def limits(state: State, name: str, arg: str, seat: int) -> tuple[int, int]:
    """The least and the most that a seat may choose."""
    (choice,) = choices(state, name, seat)
    one = choice.args[arg]
    assert isinstance(one, Number)
    return one.least, one.most


def names(state: State, seat: int | None = None) -> set[str]:
    return {choice.name for choice in GAME.choices(state) if seat is None or seat in choice.seats}


def cash(state: State) -> list[int]:
    return [player.cash for player in state.players]


def owner(state: State, pos: int) -> int | None:
    return state.deeds[pos].owner


def money(state: State) -> int:
    """All money there is: zero, as long as none comes from nowhere."""
    return sum(cash(state)) + state.pot + state.bank
