"""Changes that events share: money, players, deeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.game import Event
from companion.rules.monopoly.state import BANK, KEPT, POT, Payment, State

After = Mapping[type[Event], Callable[[State, Any], State]]
"""What each kind of event does to a state."""


def pay(state: State, payer: int, payee: int, amount: int, cause: str, space: int) -> State:
    """The state after money changed hands; the one place where it does (R3)."""
    if not amount:
        return state
    line = Payment(state.payments + 1, payer, payee, amount, cause, space)
    unpaid = (*state.unpaid, line) if state.rule("money") == "paper" else state.unpaid
    state = replace(state, payments=line.number, ledger=(*state.ledger, line)[-KEPT:], unpaid=unpaid)
    return receive(receive(state, payer, -amount), payee, amount)


def receive(state: State, who: int, amount: int) -> State:
    """The state after a seat, the bank or the pot received an amount, or gave it when negative."""
    if who == BANK:
        return replace(state, bank=state.bank + amount)
    if who == POT:
        return replace(state, pot=state.pot + amount)
    return player(state, who, cash=state.players[who].cash + amount)


def player(state: State, seat: int, **changes: Any) -> State:
    """The state with a player changed."""
    changed = (replace(one, **changes) if at == seat else one for at, one in enumerate(state.players))
    return replace(state, players=tuple(changed))


def deed(state: State, pos: int, **changes: Any) -> State:
    """The state with a deed changed."""
    return replace(state, deeds={**state.deeds, pos: replace(state.deeds[pos], **changes)})


def rest(state: State) -> State:
    """The state with nothing more to be done where the token stands: roll again, or end the turn (R5)."""
    return replace(state, step="ROLL" if state.again else "END")


def returned(state: State, cards: tuple[tuple[str, str], ...]) -> State:
    """The state with kept cards back under their decks (R15, R16); one that no deck lists goes nowhere."""
    decks = dict(state.decks)
    for deck, card in cards:
        if card in state.box.cards[deck]:
            decks[deck] = (*decks[deck], card)
    return replace(state, decks=decks)


def rested(state: State, event: Event) -> State:  # noqa: ARG001  (one shape for all)
    """The state after something that needs nothing more to be done there."""
    return rest(state)
