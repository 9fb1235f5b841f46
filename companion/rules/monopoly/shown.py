"""What the table shows: the prompt, and the whole state as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.rules.game import Action
from companion.rules.monopoly.box import RENTS
from companion.rules.monopoly.payments import who
from companion.rules.monopoly.state import Payment, State
from companion.rules.monopoly.trading import dues, flaw
from companion.rules.monopoly.worth import lifting, raisable, rent, worths
from companion.words import Sentence, say

POINTS = 120
"""At most so many moments of everybody's worth are shown."""

AVERAGE = 7
"""The likeliest sum of two dice: what a utility's rent is shown for."""


def prompt(state: State) -> Sentence:
    """The next step in one sentence."""
    if state.phase == "OVER":
        return say("The game is over.")
    if state.unpaid and state.phase in ("ROLL", "END"):
        return say("Hand the money over the table, then tap what is done.")
    name = state.name(state.acting)
    place = state.space(state.players[state.active].at).name
    if state.phase == "DEBT":
        debt = state.debts[0]
        creditor = who(state, debt.creditor)
        return say(
            "{name}: you owe {creditor} {amount}. Raise it!",
            name=name,
            creditor=creditor,
            amount=state.money(debt.amount),
        )
    if state.phase == "ROLL" and state.players[state.active].jailed:
        return say("{name}: you are in jail. Roll for a double, or pay, or use a card.", name=name)
    return Sentence(_PROMPTS[state.phase].template, {"name": name, "place": place})


_PROMPTS = {
    "START": say("{name}: roll both dice; the highest sum begins.", name=""),
    "DEAL": say("{name}: which deed were you dealt?", name=""),
    "ROLL": say("{name}: roll both dice into the tray and press the button.", name=""),
    "BUY": say("{name}: do you want {place}?", name="", place=""),
    "TAX": say("{name}: choose how you pay the tax; no counting before!", name=""),
    "CARD": say("{name}: draw a card.", name=""),
    "THROW": say("{name}: throw both dice for the rent of {place}.", name="", place=""),
    "END": say("{name}: build or trade if you like, then end the turn.", name=""),
    "AUCTION": say("Auction! Everybody may bid.", name=""),
    "PLACE": say("{name}: where does your building stand?", name=""),
}


def board(state: State) -> Mapping[str, Any]:
    """Everything that a page needs, as plain JSON values; money is in dollars."""
    return {
        "phase": state.phase,
        "length": state.rule("length"),
        "window": _window(state),
        "money": state.rule("money"),
        "names": asdict(state.box.names),
        "cards": state.rule("cards"),
        "turn": state.turn,
        "active": state.active,
        "acting": None if state.result else state.acting,
        "dice_set": "pips",
        "dice": [str(die) for die in state.dice],
        "doubles": state.doubles,
        "again": state.again,
        "plankton": state.plankton,
        "pot": state.pot if state.rule("free_parking_pot") else None,
        "pineapples": state.pineapples,
        "krabs": state.krabs,
        "players": [_player(state, seat) for seat in range(len(state.players))],
        "spaces": [_space(state, pos) for pos in range(len(state.box.spaces))],
        "debts": [_debt(state, number) for number in range(len(state.debts))],
        "lot": _lot(state),
        "placing": list(state.placing) if state.placing else None,
        "trade": _trade(state),
        "unpaid": [_line(state, payment) for payment in state.unpaid],
        "history": _history(state),
        "winners": list(state.result.winners) if state.result else [],
        "cause": state.result.cause if state.result else None,
    }


def _window(state: State) -> dict[str, Any] | None:
    """The time of a timed game, counted while it is really played; at its end somebody calls it (R38)."""
    seconds = 60 * int(str(state.rule("minutes")))
    if state.rule("length") != "timed" or state.phase == "OVER" or not seconds:
        return None
    return {"key": "time", "whole": True, "after_s": seconds, "action": str(Action(state.active, "time_up"))}


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "cash": player.cash,
        "free": state.free_cash(seat),
        "worth": worths(state)[seat],
        "raisable": raisable(state, seat),
        "at": player.at,
        "jailed": player.jailed,
        "tries": player.tries,
        "cards": len(player.cards),
        "out": player.out,
        "deeds": [space.pos for space in state.owned(seat)],
        "statement": [_entry(state, seat, one) for one in state.ledger if seat in (one.payer, one.payee)],
    }


def _entry(state: State, seat: int, payment: Payment) -> dict[str, Any]:
    """A line of a seat's statement: positive amounts came in."""
    paid = payment.payer == seat
    return {
        "number": payment.number,
        "other": payment.payee if paid else payment.payer,
        "amount": -payment.amount if paid else payment.amount,
        "cause": payment.cause,
        "space": state.space(payment.space).name,
    }


def _line(state: State, payment: Payment) -> dict[str, Any]:
    return {**payment._asdict(), "space": state.space(payment.space).name}


def _space(state: State, pos: int) -> dict[str, Any]:
    space = state.space(pos)
    plain: dict[str, Any] = {"pos": pos, "kind": space.kind, "name": space.name, "amount": space.amount}
    if space.kind not in RENTS:
        return plain
    deed = state.deeds[pos]
    return plain | {
        "group": space.group,
        "price": space.price,
        "rent": list(space.rent),
        "building": space.building,
        "mortgage": space.mortgage,
        "lift": lifting(state, pos),
        "owner": deed.owner,
        "mortgaged": deed.mortgaged,
        "level": deed.level,
        "due": rent(state, pos, AVERAGE),
        "whole": deed.owner is not None and state.holds_group(deed.owner, space.group),
    }


def _debt(state: State, number: int) -> dict[str, Any]:
    debt = state.debts[number]
    return {**debt._asdict(), "space": state.space(debt.space).name, "missing": _missing(state, number)}


def _missing(state: State, number: int) -> int:
    debt = state.debts[number]
    return max(0, debt.amount - state.players[debt.debtor].cash)


def _lot(state: State) -> dict[str, Any] | None:
    lot = state.lot
    if lot is None:
        return None
    left = [seat for seat in lot.seats if seat not in lot.passed and not state.players[seat].out]
    return {
        "kind": lot.kind,
        "space": lot.space,
        "bidders": left,
        "passed": list(lot.passed),
        "high": lot.high if lot.high >= 0 else None,
        "bid": lot.bid,
        "more": len(state.lots) - 1,
    }


def _trade(state: State) -> dict[str, Any] | None:
    trade = state.trade
    if trade is None:
        return None
    why = flaw(state, trade)
    return {
        "by": trade.by,
        "partner": trade.partner,
        "gives": list(trade.gives),
        "takes": list(trade.takes),
        "give_cards": trade.give_cards,
        "take_cards": trade.take_cards,
        "cash": trade.cash,
        "offered": trade.offered,
        "interest": list(dues(state, trade)),
        "flaw": why.reason if why else None,
    }


def _history(state: State) -> list[list[int]]:
    """Everybody's worth after each turn, thinned evenly when there are many."""
    every = -(-len(state.history) // POINTS) or 1
    return [list(worth) for worth in state.history[::-1][::every][::-1]]
