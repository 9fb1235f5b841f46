"""Events of money between players and the bank, in dollars."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class Paid(Event):
    """Money changed hands for a `cause`: rent, tax, salary, fee, card, interest, pot.

    `payer` and `payee` are seats, or `BANK` or `POT` of `state`; `settles` says that it was the oldest debt.
    """

    payer: int
    payee: int
    amount: int
    cause: str
    space: int
    settles: bool = False


@dataclass(frozen=True)
class DebtOpened(Event):
    """A seat owes what it cannot pay from its cash."""

    debtor: int
    creditor: int
    amount: int
    cause: str
    space: int


@dataclass(frozen=True)
class RentDue(Event):
    """A rent that the owner must ask for."""

    payer: int
    owner: int
    amount: int
    space: int


@dataclass(frozen=True)
class RentClaimed(Event):
    """The owner asked for the rent of a landing in time."""

    payer: int
    owner: int
    space: int


@dataclass(frozen=True)
class RentLapsed(Event):
    """Nobody asked for this rent in time."""

    payer: int
    owner: int
    space: int


@dataclass(frozen=True)
class TaxChosen(Event):
    """A seat chose to pay the tax `flat` or as a `tenth`."""

    seat: int
    how: str
    amount: int


@dataclass(frozen=True)
class Bankrupted(Event):
    """A seat is out; `refund` is what the bank gave for buildings, `cash` all that the creditor receives."""

    seat: int
    creditor: int
    refund: int
    cash: int
    deeds: tuple[int, ...]
    cards: int


@dataclass(frozen=True)
class PaymentMade(Event):
    """Notes went over the table: the payment numbered `number` is done (paper money)."""

    number: int
    payer: int
    payee: int
    amount: int


@dataclass(frozen=True)
class CashCounted(Event):
    """A seat counted its notes: it has `cash`, `change` more than the book said (paper money)."""

    seat: int
    cash: int
    change: int
