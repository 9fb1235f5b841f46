"""Landing on a deed that nobody owns, the tax that asks, and auctions."""

from __future__ import annotations

from companion.rules.args import Number, OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import Space
from companion.rules.monopoly.course import Course, Move, Refusal, number
from companion.rules.monopoly.payments import charge, till
from companion.rules.monopoly.state import Lot, State
from companion.rules.monopoly.worth import planktons, taxable, tenth
from companion.words import say


def here(state: State) -> Space:
    """The space where the active token stands."""
    return state.space(state.players[state.active].at)


def _buys(state: State) -> tuple[Choice, ...]:
    space = here(state)
    if state.phase != "BUY" or planktons(state, space.pos) or state.free_cash(state.active) < space.price:
        return ()
    label = say("Buy {space} for {price}", space=space.name, price=state.money(space.price))
    return (Choice((state.active,), "buy", label),)


def _buy(state: State, action: Action) -> tuple[Event, ...]:
    space = here(state)
    return (e.Bought(action.seat, space.pos, space.price),)


def _no_buying(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    if state.phase != "BUY":
        return None
    if planktons(state, here(state).pos):
        return Refusal("R42", "free-not-buy", say("Plankton is here: take the deed for nothing."))
    return Refusal("R9", "not-enough-money", say("There is not enough cash: sell or mortgage first, or leave it."))


def _gifts(state: State) -> tuple[Choice, ...]:
    space = here(state)
    if state.phase != "BUY" or not planktons(state, space.pos):
        return ()
    return (Choice((state.active,), "take_free", say("Take {space} for nothing", space=space.name)),)


def _take_free(state: State, action: Action) -> tuple[Event, ...]:
    return (e.Bought(action.seat, here(state).pos, 0),)


def _no_gift(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    if state.phase != "BUY":
        return None
    return Refusal("R42", "not-free", say("Plankton is not here: the deed costs its price."))


def _declines(state: State) -> tuple[Choice, ...]:
    if state.phase != "BUY":
        return ()
    return (Choice((state.active,), "decline", say("Leave it: auction {space}", space=here(state).name)),)


def _decline(state: State, action: Action) -> tuple[Event, ...]:
    """An auction in which everybody may bid, the decliner and a seat in jail too (R10, A7, A16)."""
    pos = here(state).pos
    return (e.Declined(action.seat, pos), e.LotOpened("deed", pos, state.solvent))


# ---- the tax that asks


def _taxes(state: State) -> tuple[Choice, ...]:
    if state.phase != "TAX":
        return ()
    flat = Pick("flat", state.priced(here(state).amount))
    picks = (flat, Pick("tenth", say("A tenth of all you have")))  # R17: chosen before counting
    return (Choice((state.active,), "tax", say("Pay the tax"), {"how": OneOf(picks)}),)


def _tax(state: State, action: Action) -> tuple[Event, ...]:
    course, how, space = Course(state), str(action.args["how"]), here(state)
    amount = space.amount if how == "flat" else tenth(state, taxable(state, action.seat))
    course.happen(e.TaxChosen(action.seat, how, amount))
    charge(course, action.seat, till(state), amount, "tax", space.pos)
    return course.events


# ---- auctions


def bidders(state: State, lot: Lot) -> tuple[int, ...]:
    """The seats that are still in an auction."""
    return tuple(seat for seat in lot.seats if seat not in lot.passed and not state.players[seat].out)


def close(course: Course) -> None:
    """Let the auction end when nobody is left who could bid against the highest bidder."""
    lot = course.state.lot
    if lot is None or any(seat != lot.high for seat in bidders(course.state, lot)):
        return
    if lot.high >= 0:
        course.happen(e.LotSold(lot.high, lot.kind, lot.space, lot.bid))
    else:
        course.happen(e.LotUnsold(lot.kind, lot.space))


def _waiting(state: State) -> tuple[int, ...]:
    lot = state.lot
    if lot is None or state.phase != "AUCTION":
        return ()
    return tuple(seat for seat in bidders(state, lot) if seat != lot.high)


def _bids(state: State) -> tuple[Choice, ...]:
    least = state.lot.bid + 1 if state.lot else 1
    return tuple(
        Choice((seat,), "bid", say("Bid"), {"amount": Number(least, state.free_cash(seat))})
        for seat in _waiting(state)
        if state.free_cash(seat) >= least
    )


def _bid(state: State, action: Action) -> tuple[Event, ...]:
    course = Course(state)
    course.happen(e.BidMade(action.seat, number(action, "amount")))
    close(course)
    return course.events


def _no_bid(state: State, action: Action) -> Refusal | None:
    if state.phase != "AUCTION" or state.lot is None:
        return None
    if action.seat not in bidders(state, state.lot):
        return Refusal("R10", "not-bidding", say("This player is not in the auction any more."))
    if action.seat == state.lot.high:
        return Refusal("R10", "highest-already", say("You have bid the most already."))
    amount = action.args.get("amount")
    if type(amount) is int and amount <= state.lot.bid:
        return Refusal("R10", "bid-too-low", say("Bid more than {bid}.", bid=state.money(state.lot.bid)))
    return Refusal("R10", "not-enough-money", say("Nobody may bid more than the cash in hand."))


def _passes(state: State) -> tuple[Choice, ...]:
    return tuple(Choice((seat,), "pass", say("Leave the auction")) for seat in _waiting(state))


def _pass(state: State, action: Action) -> tuple[Event, ...]:
    course = Course(state)
    course.happen(e.BidderPassed(action.seat))
    close(course)
    return course.events


MOVES = {
    "buy": Move("R9", _buys, _buy, _no_buying),
    "take_free": Move("R42", _gifts, _take_free, _no_gift),
    "decline": Move("R10", _declines, _decline),
    "tax": Move("R17", _taxes, _tax),
    "bid": Move("R10", _bids, _bid, _no_bid, anybody=True),
    "pass": Move("R10", _passes, _pass, _no_bid, anybody=True),
}
"""What a deed that nobody owns and a tax allow."""
