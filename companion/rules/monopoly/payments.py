"""Payments: what is charged, debts, claims of rent, bankruptcy, and notes that go over the table."""

from __future__ import annotations

from companion.rules.args import Number, OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.course import Course, Move, Refusal, begun, number
from companion.rules.monopoly.ending import finish, pass_turn
from companion.rules.monopoly.state import BANK, POT, Debt, Payment, State
from companion.rules.monopoly.worth import interest, raisable, refund, rent
from companion.words import Sentence, say

ASTRAY = 500
"""The most that counted notes may differ from the book, in dollars: more is likelier a slip of the finger."""


def charge(course: Course, payer: int, payee: int, amount: int, cause: str, space: int) -> None:
    """Let a seat pay at once when it can, else owe it (R36, R37: nobody else lends)."""
    owes = any(debt.debtor == payer for debt in course.state.debts)
    if not amount:
        return
    if owes or course.state.players[payer].cash < amount:
        course.happen(e.DebtOpened(payer, payee, amount, cause, space))
    else:
        course.happen(e.Paid(payer, payee, amount, cause, space))


def till(state: State) -> int:
    """Where taxes, fees and card payments go: to the bank, or to Free Parking by a house rule (R18, A23)."""
    return POT if state.rule("free_parking_pot") else BANK


def owe_rent(course: Course, payer: int, pos: int, dice: int, special: str = "") -> None:
    """Let a visitor pay the rent; with the strict house rule the owner must ask for it (R13, A14)."""
    amount, owner = rent(course.state, pos, dice, special), course.state.deeds[pos].owner
    if not amount or owner is None or owner == payer:
        return
    if course.state.rule("rent_must_be_claimed"):
        course.happen(e.RentDue(payer, owner, amount, pos))
    else:
        charge(course, payer, owner, amount, "rent", pos)


def lapse(course: Course) -> None:
    """Let rents lapse that nobody asked for before the second following player rolls (R13)."""
    for claim in course.state.claims:
        if claim.turn <= course.state.turn - 2:
            course.happen(e.RentLapsed(claim.payer, claim.owner, claim.space))


# ---- claims of rent


def _claims(state: State) -> tuple[Choice, ...]:
    if not begun(state) or state.lots or state.placing:
        return ()
    return tuple(
        Choice((seat,), "claim", say("Ask for rent"), {"rent": OneOf(picks)})
        for seat in state.solvent
        if (picks := _claimable(state, seat))
    )


def _claimable(state: State, seat: int) -> tuple[Pick, ...]:
    return tuple(
        Pick(index, _claimed(state, claim.payer, claim.space), state.priced(claim.amount))
        for index, claim in enumerate(state.claims)
        if claim.owner == seat
    )


def _claimed(state: State, payer: int, space: int) -> Sentence:
    return say("{name} on {space}", name=state.name(payer), space=state.space(space).name)


def _claim(state: State, action: Action) -> tuple[Event, ...]:
    course = Course(state)
    payer, owner, amount, space, _turn = state.claims[number(action, "rent")]
    course.happen(e.RentClaimed(payer, owner, space))
    charge(course, payer, owner, amount, "rent", space)
    return course.events


def _unclaimable(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    return Refusal("R13", "nothing-to-claim", say("No rent of yours is open: it was paid, or it has lapsed."))


# ---- debts


def _front(state: State) -> Debt | None:
    return state.debts[0] if state.debts else None


def _settling(state: State) -> tuple[Choice, ...]:
    debt = _front(state)
    if debt is None or state.players[debt.debtor].cash < debt.amount:
        return ()
    return (Choice((debt.debtor,), "settle", say("Pay the {amount}", amount=state.money(debt.amount))),)


def settled(state: State) -> Course:
    """The course of paying the oldest debt."""
    course = Course(state)
    debt = state.debts[0]
    course.happen(e.Paid(*debt, settles=True))
    return course


def _poor(state: State, action: Action) -> Refusal | None:
    debt = _front(state)
    if debt is None or debt.debtor != action.seat:
        return None
    short = debt.amount - state.players[debt.debtor].cash
    if short <= 0:
        return None
    sentence = say("{short} are missing: sell, mortgage or trade first.", short=state.money(short))
    return Refusal("R36", "not-enough-money", sentence)


def _failing(state: State) -> tuple[Choice, ...]:
    debt = _front(state)
    if debt is None or raisable(state, debt.debtor) >= debt.amount:
        return ()
    return (Choice((debt.debtor,), "bankrupt", say("Give up: this cannot be paid")),)


def _bankrupt(state: State, action: Action) -> tuple[Event, ...]:
    """Everything to the creditor, or deeds to auction by the bank (R36)."""
    course = Course(state)
    seat, creditor = action.seat, state.debts[0].creditor
    owned = tuple(space.pos for space in state.owned(seat))
    back = sum(refund(state, pos) for pos in owned)
    due = interest(state, owned)
    cash = state.players[seat].cash + back
    course.happen(e.Bankrupted(seat, creditor, back, cash, owned, len(state.players[seat].cards)))
    if len(course.state.solvent) == 1 or state.short:
        finish(course, "last" if len(course.state.solvent) == 1 else "short")
        return course.events
    if creditor >= 0:
        charge(course, creditor, BANK, due, "interest", state.players[creditor].at)
    else:
        _auction_all(course, owned)
    if seat == state.active:
        pass_turn(course)
    return course.events


def _auction_all(course: Course, deeds: tuple[int, ...]) -> None:
    for pos in deeds:
        course.happen(e.LotOpened("deed", pos, course.state.solvent))


def _able(state: State, action: Action) -> Refusal | None:
    debt = _front(state)
    if debt is None or debt.debtor != action.seat:
        return None
    return Refusal(
        "R36", "can-still-pay", say("This can still be paid by selling buildings and mortgaging deeds.")
    )


# ---- paper money


def _payments(state: State) -> tuple[Choice, ...]:
    if not state.unpaid or state.result is not None:
        return ()
    picks = tuple(Pick(one.number, told(state, one)) for one in state.unpaid)
    return (Choice(state.solvent, "paid", say("The money has gone over the table"), {"payment": OneOf(picks)}),)


def told(state: State, payment: Payment) -> Sentence:
    """Who pays what to whom."""
    payer, payee = who(state, payment.payer), who(state, payment.payee)
    amount = state.money(payment.amount)
    if payment.payer == BANK:
        return say("The bank pays {payee} {amount}", payee=payee, amount=amount)
    return say("{payer} pays {payee} {amount}", payer=payer, payee=payee, amount=amount)


def who(state: State, seat: int) -> Sentence:
    """A payer or payee by name."""
    if seat == POT:
        return say("Free Parking")
    return say("the bank") if seat == BANK else Sentence("{name}", {"name": state.name(seat)})


def _hand_over(state: State, action: Action) -> tuple[Event, ...]:
    done = next(one for one in state.unpaid if one.number == number(action, "payment"))
    return (e.PaymentMade(done.number, done.payer, done.payee, done.amount),)


def _counting(state: State) -> tuple[Choice, ...]:
    if state.rule("money") != "paper" or not begun(state) or state.lots:
        return ()
    return tuple(_counted(state, seat) for seat in state.solvent)


def _counted(state: State, seat: int) -> Choice:
    cash = state.players[seat].cash
    return Choice((seat,), "count", say("Count the notes"), {"cash": Number(max(0, cash - ASTRAY), cash + ASTRAY)})


def _count(state: State, action: Action) -> tuple[Event, ...]:
    cash = number(action, "cash")
    return (e.CashCounted(action.seat, cash, cash - state.players[action.seat].cash),)


MOVES = {
    "claim": Move("R13", _claims, _claim, _unclaimable, anybody=True),
    "bankrupt": Move("R36", _failing, _bankrupt, _able),
    "paid": Move("R3", _payments, _hand_over),
    "count": Move("R3", _counting, _count),
}
"""What can be done about money; `settle` lies with the moves, because a paid fee lets a token move."""

SETTLE = (_settling, _poor)
"""When a debt can be paid, and why not."""
