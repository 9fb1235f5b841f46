"""The state after an offer was written, changed or agreed."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.monopoly import events as e
from companion.rules.monopoly.after.changes import After, deed, pay, player
from companion.rules.monopoly.state import BANK, State, Trade


def _trade_opened(state: State, event: e.TradeOpened) -> State:
    return replace(state, trade=Trade(event.by, event.partner))


def _trade_drafted(state: State, event: e.TradeDrafted) -> State:
    assert state.trade is not None
    return replace(state, trade=Trade(state.trade.by, state.trade.partner, **vars(event)))


def _trade_offered(state: State, event: e.TradeOffered) -> State:  # noqa: ARG001
    assert state.trade is not None
    return replace(state, trade=replace(state.trade, offered=True))


def _trade_countered(state: State, event: e.TradeCountered) -> State:
    old = state.trade
    assert old is not None
    new = Trade(event.by, event.partner, old.takes, old.gives, old.take_cards, old.give_cards, -old.cash)
    return replace(state, trade=new)


def _trade_dropped(state: State, event: e.TradeDropped) -> State:  # noqa: ARG001
    return replace(state, trade=None)


def _traded(state: State, event: e.Traded) -> State:
    state = replace(state, trade=None, fresh=(*state.fresh, *_lent(state, (*event.gives, *event.takes))))
    for seats, deeds in (((event.by, event.partner), event.gives), ((event.partner, event.by), event.takes)):
        for pos in deeds:
            state = deed(state, pos, owner=seats[1])
    state = _cards_given(state, event)
    payer, payee = (event.by, event.partner) if event.cash > 0 else (event.partner, event.by)
    state = pay(state, payer, payee, abs(event.cash), "trade", state.players[payer].at)
    for seat, amount in zip((event.by, event.partner), event.interest, strict=True):
        state = pay(state, seat, BANK, amount, "interest", state.players[seat].at)
    return state


def _lent(state: State, deeds: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(pos for pos in deeds if state.deeds[pos].mortgaged)


def _cards_given(state: State, event: e.Traded) -> State:
    mine, theirs = state.players[event.by].cards, state.players[event.partner].cards
    state = player(state, event.by, cards=(*mine[event.give_cards :], *theirs[: event.take_cards]))
    return player(state, event.partner, cards=(*theirs[event.take_cards :], *mine[: event.give_cards]))


AFTER: After = {
    e.TradeOpened: _trade_opened,
    e.TradeDrafted: _trade_drafted,
    e.TradeOffered: _trade_offered,
    e.TradeCountered: _trade_countered,
    e.TradeDropped: _trade_dropped,
    e.Traded: _traded,
}
"""What each event does."""
