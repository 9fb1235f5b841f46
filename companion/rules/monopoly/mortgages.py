"""Mortgages: money from the bank for a deed, and lifting them."""

from __future__ import annotations

from companion.rules.args import OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.building import auctioning, offered
from companion.rules.monopoly.course import Move, Refusal, begun, number
from companion.rules.monopoly.state import State
from companion.rules.monopoly.worth import lifting
from companion.words import say


def bare(state: State, pos: int) -> bool:
    """Whether no street of the deed's group carries a building (R31, R32)."""
    return not any(state.deeds[other.pos].level for other in state.box.beside(pos))


def _mortgages(state: State) -> tuple[Choice, ...]:
    if not begun(state) or _piece_auction(state):
        return ()
    return tuple(
        Choice((seat,), "mortgage", say("Mortgage a deed"), {"space": OneOf(picks)})
        for seat in state.solvent
        if not offered(state, seat) and (picks := _pledgeable(state, seat))
    )


def _piece_auction(state: State) -> Refusal | None:
    """A building that is auctioned needs its colour as it is (R29); deeds may be mortgaged for a bid on a deed."""
    return auctioning(state) if state.placing or (state.lot and state.lot.kind != "deed") else None


def _pledgeable(state: State, seat: int) -> tuple[Pick, ...]:
    return tuple(
        Pick(space.pos, say("{space}", space=space.name), state.priced(space.mortgage))
        for space in state.owned(seat)
        if not state.deeds[space.pos].mortgaged and bare(state, space.pos)
    )


def _mortgage(state: State, action: Action) -> tuple[Event, ...]:
    pos = number(action, "space")
    return (e.Mortgaged(action.seat, pos, state.space(pos).mortgage),)


def _no_mortgage(state: State, action: Action) -> Refusal | None:
    pos = action.args.get("space")
    if not begun(state) or type(pos) is not int or pos not in state.deeds:
        return None
    if state.deeds[pos].owner != action.seat:
        return Refusal("R32", "not-owner", say("This deed belongs to somebody else."))
    if state.deeds[pos].mortgaged:
        return Refusal("R32", "mortgaged", say("This deed is mortgaged already."))
    if not bare(state, pos):
        return Refusal("R32", "buildings", say("Sell the buildings of this colour first."))
    return _piece_auction(state) or offered(state, action.seat)


def _lifts(state: State) -> tuple[Choice, ...]:
    if not begun(state) or _piece_auction(state):
        return ()
    return tuple(
        Choice((seat,), "unmortgage", say("Lift a mortgage"), {"space": OneOf(picks)})
        for seat in state.solvent
        if not offered(state, seat) and (picks := _liftable(state, seat))
    )


def _liftable(state: State, seat: int) -> tuple[Pick, ...]:
    cash = state.free_cash(seat)
    return tuple(
        Pick(space.pos, say("{space}", space=space.name), state.priced(price))
        for space in state.owned(seat)
        if state.deeds[space.pos].mortgaged and (price := lifting(state, space.pos)) <= cash
    )


def _lift(state: State, action: Action) -> tuple[Event, ...]:
    """Its value and a tenth (R33); only the value for a new owner who has just paid the tenth (R34)."""
    pos = number(action, "space")
    return (e.Lifted(action.seat, pos, lifting(state, pos)),)


def _no_lift(state: State, action: Action) -> Refusal | None:
    pos = action.args.get("space")
    if not begun(state) or type(pos) is not int or pos not in state.deeds:
        return None
    if state.deeds[pos].owner != action.seat or not state.deeds[pos].mortgaged:
        return Refusal("R33", "not-mortgaged", say("There is no mortgage of yours on this deed."))
    blocked = _piece_auction(state) or offered(state, action.seat)
    return blocked or Refusal("R33", "not-enough-money", say("There is not enough cash to lift this mortgage."))


MOVES = {
    "mortgage": Move("R32", _mortgages, _mortgage, _no_mortgage, anybody=True),
    "unmortgage": Move("R33", _lifts, _lift, _no_lift, anybody=True),
}
"""What can be done with mortgages."""
