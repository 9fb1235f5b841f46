"""What each event of the dice does to the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.game import Event
from companion.rules.plankton_rising.dice_events import (
    Assigned,
    DiceReturned,
    DiceTaken,
    DieAdded,
    FacesLearnt,
    Rerolled,
    Rolled,
    SetAside,
    Turned,
    Used,
)
from companion.rules.plankton_rising.state import State, Turn
from companion.rules.plankton_rising.vocabulary import count


def in_turn(state: State, **changes: Any) -> State:
    """The state with some things of the turn changed."""
    return replace(state, turn=replace(state.turn, **changes))


def _dice_taken(state: State, event: DiceTaken) -> State:
    return in_turn(state, pool=dict.fromkeys(event.dice, ""))


def _die_added(state: State, event: DieAdded) -> State:
    return in_turn(state, pool={**state.turn.pool, event.die: ""})


def _rolled(state: State, event: Rolled) -> State:
    first = count(event.faces) if event.roll_no == 1 else state.turn.first
    pool = dict(zip(event.dice, event.faces, strict=True))
    rolled = in_turn(state, pool=pool, roll_no=event.roll_no, first=first, assigned=0, asides=0)
    return replace(rolled, thrown=_counted(state, event.dice, event.faces))


def _rerolled(state: State, event: Rerolled) -> State:
    again = dict(zip(event.dice, event.faces, strict=True))
    return replace(
        in_turn(state, pool={**state.turn.pool, **again}), thrown=_counted(state, event.dice, event.faces)
    )


def _counted(state: State, dice: tuple[str, ...], faces: tuple[str, ...]) -> dict[str, Mapping[str, int]]:
    """How often each colour has shown each face, with these throws."""
    thrown = {colour: dict(seen) for colour, seen in state.thrown.items()}
    for die, face in zip(dice, faces, strict=True):
        seen = thrown.setdefault(die[0], {})
        seen[face] = seen.get(face, 0) + 1
    return {**thrown}


def _turned(state: State, event: Turned) -> State:
    pool = {**state.turn.pool, event.die: event.face}
    changed = state.turn.roll_no == 1 and state.setup.options["bonus_after_changes"]  # A19
    first = _first_after(state, event) if changed else state.turn.first
    return in_turn(state, pool=pool, first=first)


def _first_after(state: State, event: Turned) -> dict[str, int]:
    """The symbols of the first roll when a changed face counts as it is now."""
    old, new = state.turn.pool[event.die], event.face
    symbols = {**state.turn.first, old[0]: state.turn.first.get(old[0], 0) - len(old)}
    return {**symbols, new[0]: symbols.get(new[0], 0) + len(new)}


def _assigned(state: State, event: Assigned) -> State:
    turn = state.turn
    old = turn.met.get(event.target, {})
    met = {**turn.met, event.target: {**old, event.symbol: old.get(event.symbol, 0) + event.count}}
    if not event.die:
        counts = bool(state.setup.options["token_counts_as_assign"])  # A14
        return in_turn(state, met=met, assigned=turn.assigned + counts)
    pool = {die: face for die, face in turn.pool.items() if die != event.die}
    laid, shown = {**turn.laid, event.die: event.target}, {**turn.shown, event.die: event.face}
    return in_turn(state, met=met, pool=pool, laid=laid, shown=shown, assigned=turn.assigned + 1)


def _set_aside(state: State, event: SetAside) -> State:
    pool = {die: face for die, face in state.turn.pool.items() if die != event.die}
    return in_turn(state, pool=pool, gone=(*state.turn.gone, event.die), asides=state.turn.asides + 1)


def _used(state: State, event: Used) -> State:
    return in_turn(state, used=(*state.turn.used, event.ability))


def _dice_returned(state: State, event: DiceReturned) -> State:  # noqa: ARG001
    return replace(state, turn=Turn())


def _faces_learnt(state: State, event: FacesLearnt) -> State:
    return replace(state, faces={**state.faces, event.colour: event.faces})


CHANGES: Mapping[type[Event], Any] = {
    DiceTaken: _dice_taken,
    DieAdded: _die_added,
    Rolled: _rolled,
    Rerolled: _rerolled,
    Turned: _turned,
    Assigned: _assigned,
    SetAside: _set_aside,
    Used: _used,
    DiceReturned: _dice_returned,
    FacesLearnt: _faces_learnt,
}
"""By kind of event."""
