"""The board: everything that a page shows, as plain JSON values; never what a hand holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.game import Action
from companion.rules.riot.deck import FELON, NOPE
from companion.rules.riot.offers import surplus_of
from companion.rules.riot.state import LIMIT, State
from companion.rules.riot.tell import pending_name, pending_told
from companion.rules.riot.turf import Group


def board(state: State) -> Mapping[str, Any]:
    """Piles, Cartel, every seat's turf, and what is pending with its window."""
    top = state.discard[-1] if state.discard else None
    return {
        "phase": state.phase,
        "moves": state.moves,
        "pile": state.pile,
        "discard": {"count": len(state.discard), "top": _card(state, top) if top else None},
        "cartel": {"count": state.cartel, "seen": list(state.seen)},
        "limit": LIMIT,
        "surplus": surplus_of(state),
        "gangs": {gang.code: {"name": gang.name, "place": n} for n, gang in enumerate(state.deck.gangs)},
        "players": [_player(state, seat) for seat in state.seats],
        "pending": _pending(state),
        "window": _window(state),
        "seat_button": "block" if state.blockers else "",  # the choice that a press of the own button takes
        "givers": list(state.givers),
        "winner": state.winner,
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    turf = state.turfs[seat]
    return {
        "hand": len(state.hands[seat]),
        "groups": [_group(state, group) for group in turf.groups],
        "loose": [_card(state, card) for card in turf.loose],
        "full": len(state.full_gangs(seat)),
    }


def _group(state: State, group: Group) -> dict[str, Any]:
    return {
        "ref": group.ref,
        "gang": group.gang,
        "name": state.deck.gang(group.gang),
        "cards": [_card(state, card) for card in group.cards],
        "security": [_card(state, card) for card in group.security],
        "full": state.full(group),
        "guard": state.guard(group),
        "asleep": FELON in group.security and not state.full(group),
    }


def _card(state: State, card: str) -> dict[str, str]:
    return {"id": card, "kind": state.deck.by_id[card].kind, "name": state.deck.name(card)}


def _pending(state: State) -> dict[str, Any] | None:
    pending = state.pending
    if pending is None:
        return None
    return {
        "seat": pending.seat,
        "card": pending.card,
        "name": pending_name(state),
        "told": pending_told(state),
        "block_name": state.deck.name(NOPE) if NOPE in state.deck.by_id else "",
        "blocks": list(pending.blocks),
        "passed": list(pending.passed),
        "blockers": list(state.blockers),
        "stopped": state.stopped,
        "spared": list(state.spared),
    }


def _window(state: State) -> dict[str, Any] | None:
    """The time to answer something: `action` ends it `after_s` seconds after its `key` was first seen."""
    seconds = state.number("window")
    if state.pending is None or not seconds:
        return None
    return {"key": state.opened, "after_s": seconds, "action": str(Action(state.pending.seat, "resolve"))}
