"""Payments and debts, told for the log."""

from __future__ import annotations

from companion.rules.game import Setup
from companion.rules.monopoly import events as e
from companion.rules.monopoly.state import BANK
from companion.rules.monopoly.told.words import CAUSES, Fixed, Told, called, money, place
from companion.words import Sentence, say


def _paid(setup: Setup, event: e.Paid) -> Sentence:
    payer, payee, cause = called(setup, event.payer), called(setup, event.payee), CAUSES[event.cause]
    amount = money(setup, event.amount)
    if event.payer == BANK:
        return say("The bank pays {payee} {amount} for {cause}.", payee=payee, amount=amount, cause=cause)
    return say("{payer} pays {payee} {amount} for {cause}.", payer=payer, payee=payee, amount=amount, cause=cause)


def _debt_opened(setup: Setup, event: e.DebtOpened) -> Sentence:
    return say(
        "{name} owes {creditor} {amount} for {cause}.",
        name=called(setup, event.debtor),
        creditor=called(setup, event.creditor),
        amount=money(setup, event.amount),
        cause=CAUSES[event.cause],
    )


def _rent_due(setup: Setup, event: e.RentDue) -> Sentence:
    name, space = called(setup, event.owner), place(setup, event.space)
    return say(
        "{name} may ask {amount} rent for {space}.", name=name, amount=money(setup, event.amount), space=space
    )


def _rent_lapsed(setup: Setup, event: e.RentLapsed) -> Sentence:
    return say("The rent for {space} has lapsed.", space=place(setup, event.space))


def _tax_chosen(setup: Setup, event: e.TaxChosen) -> Sentence:
    if event.how == "flat":
        return say("Takes the flat tax.")
    return say("Takes a tenth: {amount}.", amount=money(setup, event.amount))


def _bankrupted(setup: Setup, event: e.Bankrupted) -> Sentence:
    return say("Bankrupt: everything goes to {heir}.", heir=called(setup, event.creditor))


def _payment_made(setup: Setup, event: e.PaymentMade) -> Sentence:
    payer, payee = called(setup, event.payer), called(setup, event.payee)
    return say("{payer} has paid {payee} {amount}.", payer=payer, payee=payee, amount=money(setup, event.amount))


def _cash_counted(setup: Setup, event: e.CashCounted) -> Sentence:
    return say("Counted {cash} in notes.", cash=money(setup, event.cash))


TOLD: Told = {
    e.Paid: _paid,
    e.DebtOpened: _debt_opened,
    e.RentDue: _rent_due,
    e.RentLapsed: _rent_lapsed,
    e.Bankrupted: _bankrupted,
    e.PaymentMade: _payment_made,
    e.TaxChosen: _tax_chosen,
    e.CashCounted: _cash_counted,
}
"""Sentences with names of players and places."""

FIXED: Fixed = {
    e.RentClaimed: say("Asks for the rent."),
}
"""Sentences that are always the same."""
