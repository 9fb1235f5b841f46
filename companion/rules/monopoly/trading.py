"""Trades: one offer at a time is written on the table, laid down, and answered by the partner (R31, R34, A22)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from companion.rules.args import Number, OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.course import Move, Refusal, begun, number
from companion.rules.monopoly.mortgages import bare
from companion.rules.monopoly.state import State, Trade
from companion.rules.monopoly.worth import interest
from companion.words import Sentence, say


def tradable(state: State, seat: int) -> tuple[int, ...]:
    """The deeds that a seat may hand over: those of groups without buildings (R31)."""
    return tuple(space.pos for space in state.owned(seat) if bare(state, space.pos))


def dues(state: State, trade: Trade) -> tuple[int, int]:
    """The tenths on mortgaged deeds that the offering seat and the partner would pay (R34)."""
    return interest(state, trade.takes), interest(state, trade.gives)


def flaw(state: State, trade: Trade) -> Refusal | None:
    """Why an offer cannot be agreed to now, or None."""
    if not (trade.gives or trade.takes or trade.give_cards or trade.take_cards):
        return Refusal(
            "R37", "nothing-traded", say("Money alone is no trade: there are no loans and no presents.")
        )
    if not set(trade.gives) <= set(tradable(state, trade.by)):
        return Refusal("R31", "not-tradable", say("A deed of this offer cannot be handed over."))
    if not set(trade.takes) <= set(tradable(state, trade.partner)):
        return Refusal("R31", "not-tradable", say("A deed of this offer cannot be handed over."))
    if not _cards_there(state, trade):
        return Refusal("R16", "no-card", say("A card of this offer is not there any more."))
    if not _affordable(state, trade):
        return Refusal("R34", "not-enough-money", say("Somebody lacks the cash for this offer."))
    return None


def _cards_there(state: State, trade: Trade) -> bool:
    mine, theirs = len(state.players[trade.by].cards), len(state.players[trade.partner].cards)
    return trade.give_cards <= mine and trade.take_cards <= theirs


def _affordable(state: State, trade: Trade) -> bool:
    mine, theirs = dues(state, trade)
    return (
        state.free_cash(trade.by) - trade.cash >= mine
        and state.free_cash(trade.partner) + trade.cash >= theirs
        and state.free_cash(trade.by) >= trade.cash
        and state.free_cash(trade.partner) >= -trade.cash
    )


def _building_auction(state: State) -> bool:
    return bool(state.placing or (state.lot and state.lot.kind != "deed"))


def _starts(state: State) -> tuple[Choice, ...]:
    if not begun(state) or state.trade or _building_auction(state):
        return ()
    return tuple(
        Choice((seat,), "trade", say("Trade with"), {"partner": OneOf(_partners(state, seat))})
        for seat in state.solvent
    )


def _partners(state: State, seat: int) -> tuple[Pick, ...]:
    return tuple(Pick(other, say("{name}", name=state.name(other))) for other in state.solvent if other != seat)


def _start(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    return (e.TradeOpened(action.seat, number(action, "partner")),)


def _trade_open(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    if state.trade is None:
        return None
    return Refusal("R31", "trade-open", say("One trade at a time: finish the one on the table first."))


# ---- writing the offer


def _draft(state: State) -> Trade | None:
    trade = state.trade
    return trade if trade and not trade.offered and begun(state) and not _building_auction(state) else None


def _toggles(key: str, label: Sentence) -> Callable[[State], tuple[Choice, ...]]:
    """The deeds that go in or out of the offer with one tap."""

    def opened(state: State) -> tuple[Choice, ...]:
        trade = _draft(state)
        if trade is None:
            return ()
        inside: tuple[int, ...] = getattr(trade, key)
        deeds = tradable(state, trade.by if key == "gives" else trade.partner)
        wanted = [*deeds, *(pos for pos in inside if pos not in deeds)]
        picks = tuple(Pick(pos, _deed(state, pos), _mark(pos in inside)) for pos in wanted)
        return (Choice((trade.by,), _NAMES[key], label, {"space": OneOf(picks)}),) if picks else ()

    return opened


_NAMES = {"gives": "trade_give", "takes": "trade_take"}


def _deed(state: State, pos: int) -> Sentence:
    return say("{space}", space=state.space(pos).name)


def _mark(inside: bool) -> Sentence | None:
    return say("in the offer") if inside else None


def _toggled(key: str) -> Callable[[State, Action], tuple[Event, ...]]:
    def done(state: State, action: Action) -> tuple[Event, ...]:
        trade, pos = _open(state), number(action, "space")
        inside: tuple[int, ...] = getattr(trade, key)
        left = tuple(one for one in inside if one != pos) if pos in inside else tuple(sorted((*inside, pos)))
        return (_drafted(_changed(trade, key, left)),)

    return done


def _open(state: State) -> Trade:
    assert state.trade is not None
    return state.trade


def _changed(trade: Trade, key: str, value: Any) -> Trade:
    return replace(trade, **{key: value})


def _drafted(trade: Trade) -> e.TradeDrafted:
    facts = asdict(trade)
    for key in ("by", "partner", "offered"):
        del facts[key]
    return e.TradeDrafted(**facts)


def _numbers(key: str, name: str, label: Sentence) -> Callable[[State], tuple[Choice, ...]]:
    """How many cards go each way, and how much cash."""

    def opened(state: State) -> tuple[Choice, ...]:
        trade = _draft(state)
        if trade is None:
            return ()
        seat = trade.by if key in ("give_cards", "pay") else trade.partner
        most = len(state.players[seat].cards) if key.endswith("cards") else state.free_cash(seat)
        return (Choice((trade.by,), name, label, {"amount": Number(0, most)}),) if most else ()

    return opened


def _numbered(key: str) -> Callable[[State, Action], tuple[Event, ...]]:
    def done(state: State, action: Action) -> tuple[Event, ...]:
        amount = number(action, "amount")
        field, value = {"pay": ("cash", amount), "ask": ("cash", -amount)}.get(key, (key, amount))
        return (_drafted(_changed(_open(state), field, value)),)

    return done


# ---- laying it down and answering


def _offers(state: State) -> tuple[Choice, ...]:
    trade = _draft(state)
    if trade is None or flaw(state, trade):
        return ()
    return (Choice((trade.by,), "trade_offer", say("Make this offer to {name}", name=state.name(trade.partner))),)


def _offer(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    trade = _open(state)
    return (e.TradeOffered(trade.by, trade.partner),)


def _flawed(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    return flaw(state, state.trade) if state.trade else None


def _lying(state: State) -> Trade | None:
    trade = state.trade
    return trade if trade and trade.offered and begun(state) and not _building_auction(state) else None


def _answers(name: str, label: Sentence) -> Callable[[State], tuple[Choice, ...]]:
    def opened(state: State) -> tuple[Choice, ...]:
        trade = _lying(state)
        if trade is None or (name == "trade_accept" and flaw(state, trade)):
            return ()
        return (Choice((trade.partner,), name, label),)

    return opened


def _accept(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    trade = _open(state)
    facts = asdict(trade)
    del facts["offered"]
    return (e.Traded(**facts, interest=dues(state, trade)),)


def _counter(state: State, action: Action) -> tuple[Event, ...]:
    return (e.TradeCountered(action.seat, _open(state).by),)


def _drops(state: State) -> tuple[Choice, ...]:
    if state.trade is None or not begun(state):
        return ()
    return (Choice((state.trade.by,), "trade_drop", say("Take the offer off the table")),)


def _drop(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    return (e.TradeDropped(action.seat),)


MOVES = {
    "trade": Move("R31", _starts, _start, _trade_open, anybody=True),
    "trade_give": Move("R31", _toggles("gives", say("Give a deed")), _toggled("gives")),
    "trade_take": Move("R31", _toggles("takes", say("Ask for a deed")), _toggled("takes")),
    "trade_give_cards": Move(
        "R16",
        _numbers("give_cards", "trade_give_cards", say("Give cards that open the jail")),
        _numbered("give_cards"),
    ),
    "trade_take_cards": Move(
        "R16",
        _numbers("take_cards", "trade_take_cards", say("Ask for cards that open the jail")),
        _numbered("take_cards"),
    ),
    "trade_pay": Move("R31", _numbers("pay", "trade_pay", say("Give cash")), _numbered("pay")),
    "trade_ask": Move("R31", _numbers("ask", "trade_ask", say("Ask for cash")), _numbered("ask")),
    "trade_offer": Move("R31", _offers, _offer, _flawed),
    "trade_accept": Move("R31", _answers("trade_accept", say("Accept the offer")), _accept, _flawed),
    "trade_refuse": Move("R31", _answers("trade_refuse", say("Refuse the offer")), _drop),
    "trade_counter": Move("R31", _answers("trade_counter", say("Change the offer")), _counter),
    "trade_drop": Move("R31", _drops, _drop),
}
"""What two players can agree on."""
