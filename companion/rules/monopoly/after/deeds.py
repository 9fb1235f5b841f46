"""The state after deeds and buildings changed hands."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.monopoly import events as e
from companion.rules.monopoly.after.changes import After, deed, pay, rest, rested
from companion.rules.monopoly.state import BANK, Lot, State


def _dealt(state: State, event: e.Dealt) -> State:
    state = pay(deed(state, event.space, owner=event.seat), event.seat, BANK, event.price, "price", event.space)
    each = 3 if state.short else 2
    done = sum(one.owner is not None for one in state.deeds.values()) == each * len(state.players)
    return replace(state, step="ROLL") if done else state


def _bought(state: State, event: e.Bought) -> State:
    state = deed(rest(state), event.space, owner=event.seat)
    return pay(state, event.seat, BANK, event.price, "price", event.space)


def _lot_opened(state: State, event: e.LotOpened) -> State:
    lot = Lot(event.kind, event.space, event.seats, (), event.high, event.bid)
    return replace(state, lots=(*state.lots, lot))


def _bid_made(state: State, event: e.BidMade) -> State:
    lot = replace(state.lots[0], high=event.seat, bid=event.amount)
    return replace(state, lots=(lot, *state.lots[1:]))


def _bidder_passed(state: State, event: e.BidderPassed) -> State:
    lot = replace(state.lots[0], passed=(*state.lots[0].passed, event.seat))
    return replace(state, lots=(lot, *state.lots[1:]))


def _lot_sold(state: State, event: e.LotSold) -> State:
    state = replace(state, lots=state.lots[1:])
    state = pay(state, event.seat, BANK, event.price, "auction", event.space)
    if event.kind == "deed":
        return deed(state, event.space, owner=event.seat)
    return replace(state, placing=(event.seat, event.kind))


def _lot_unsold(state: State, event: e.LotUnsold) -> State:  # noqa: ARG001
    return replace(state, lots=state.lots[1:])


def _built(state: State, event: e.Built) -> State:
    state = pay(deed(state, event.space, level=event.level), event.seat, BANK, event.price, "build", event.space)
    return replace(state, placing=None)


def _building_sold(state: State, event: e.BuildingSold) -> State:
    return pay(deed(state, event.space, level=event.level), BANK, event.seat, event.price, "sell", event.space)


def _group_sold(state: State, event: e.GroupSold) -> State:
    for pos in event.spaces:
        state = deed(state, pos, level=0)
    return pay(state, BANK, event.seat, event.price, "sell", event.spaces[0])


def _mortgaged(state: State, event: e.Mortgaged) -> State:
    return pay(deed(state, event.space, mortgaged=True), BANK, event.seat, event.value, "mortgage", event.space)


def _lifted(state: State, event: e.Lifted) -> State:
    state = deed(state, event.space, mortgaged=False)
    state = replace(state, fresh=tuple(pos for pos in state.fresh if pos != event.space))
    return pay(state, event.seat, BANK, event.price, "lift", event.space)


AFTER: After = {
    e.Dealt: _dealt,
    e.Bought: _bought,
    e.LotOpened: _lot_opened,
    e.BidMade: _bid_made,
    e.BidderPassed: _bidder_passed,
    e.LotSold: _lot_sold,
    e.LotUnsold: _lot_unsold,
    e.Built: _built,
    e.BuildingSold: _building_sold,
    e.GroupSold: _group_sold,
    e.Mortgaged: _mortgaged,
    e.Lifted: _lifted,
    e.Declined: rested,
}
"""What each event does."""
