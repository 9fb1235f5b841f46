"""The state of Monopoly: players, deeds, decks, and whatever waits to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules.game import Setup
from companion.rules.monopoly.box import Box, Space
from companion.rules.monopoly.events import Finished
from companion.words import Sentence

BANK, POT = -1, -2
"""Payer and payee beside the seats: the bank, and the money on Free Parking when a house rule wants it (A23)."""

KRAB = 5
"""The level of a street with a Krab; 1 to 4 are pineapples."""

PINEAPPLES, KRABS = 32, 12
"""The pieces in the box."""

CASH, FEE = 1500, 50
"""What everybody starts with (R1), and what it costs to leave the jail (R23), in dollars."""

KEPT = 60
"""So many payments stay in the state for the statements; the journal has them all."""


@dataclass(frozen=True)
class Player:
    """A seat's cash in dollars, place, turns in jail, kept cards as (deck, id), and whether it is out."""

    cash: int
    at: int = 0
    jailed: bool = False
    tries: int = 0
    cards: tuple[tuple[str, str], ...] = ()
    out: bool = False


@dataclass(frozen=True)
class Deed:
    """Who owns a deed, whether it is mortgaged, and what is built: 0-4 pineapples or `KRAB`."""

    owner: int | None = None
    mortgaged: bool = False
    level: int = 0


class Debt(NamedTuple):
    """What a seat owes a seat, the bank or the pot, why, and on which space."""

    debtor: int
    creditor: int
    amount: int
    cause: str
    space: int


class Claim(NamedTuple):
    """A rent that the owner may still ask for; `turn` is the number of the turn of the landing (R13)."""

    payer: int
    owner: int
    amount: int
    space: int
    turn: int


class Payment(NamedTuple):
    """A payment of the book, numbered from 1."""

    number: int
    payer: int
    payee: int
    amount: int
    cause: str
    space: int


@dataclass(frozen=True)
class Lot:
    """An auction: its kind and space, who may bid and who passed, the highest bidder and bid."""

    kind: str
    space: int
    seats: tuple[int, ...]
    passed: tuple[int, ...] = ()
    high: int = -1
    bid: int = 0


@dataclass(frozen=True)
class Trade:
    """An offer being written or lying there: as `TradeDrafted` tells, and whether it is `offered`."""

    by: int
    partner: int
    gives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    give_cards: int = 0
    take_cards: int = 0
    cash: int = 0
    offered: bool = False


@dataclass(frozen=True)
class State:
    """Everything of a running game.

    `step` is what the turn waits for when nothing else comes first; `phase` counts that in. `bank` is the money
    that the bank has taken in less what it has paid out, in dollars, so that all money sums to zero.
    """

    setup: Setup
    box: Box
    players: tuple[Player, ...]
    deeds: Mapping[int, Deed]
    decks: Mapping[str, tuple[str, ...]]
    step: str
    plankton: int | None = None
    active: int = 0
    turn: int = 0
    dice: tuple[int, ...] = ()
    doubles: int = 0
    again: bool = False
    special: str = ""
    hold: int = 0
    contenders: tuple[int, ...] = ()
    sums: Mapping[int, int] = field(default_factory=dict)
    debts: tuple[Debt, ...] = ()
    claims: tuple[Claim, ...] = ()
    lots: tuple[Lot, ...] = ()
    placing: tuple[int, str] | None = None
    trade: Trade | None = None
    unpaid: tuple[Payment, ...] = ()
    payments: int = 0
    fresh: tuple[int, ...] = ()
    pot: int = 0
    bank: int = 0
    ledger: tuple[Payment, ...] = ()
    history: tuple[tuple[int, ...], ...] = ()
    result: Finished | None = None

    @property
    def phase(self) -> str:
        """START, DEAL, ROLL, BUY, TAX, CARD, THROW, END, or what comes first: OVER, DEBT, PLACE, AUCTION."""
        if self.result is not None:
            return "OVER"
        if self.debts:
            return "DEBT"
        if self.placing:
            return "PLACE"
        return "AUCTION" if self.lots else self.step

    @property
    def acting(self) -> int:
        """The seat that the game waits for: a debtor, a placer, else the seat whose turn it is."""
        if self.debts:
            return self.debts[0].debtor
        if self.placing:
            return self.placing[0]
        if self.step == "START":
            return next(seat for seat in self.contenders if seat not in self.sums)
        if self.step == "DEAL":
            return (self.active + sum(deed.owner is not None for deed in self.deeds.values())) % len(self.players)
        return self.active

    @property
    def solvent(self) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.out)

    @property
    def short(self) -> bool:
        """Whether the short game is played."""
        return self.setup.options["length"] == "short"

    @property
    def full(self) -> int:
        """The pineapples under a Krab on each street: four, in the short game three."""
        return 3 if self.short else 4

    @property
    def pineapples(self) -> int:
        """The pineapples in the bank."""
        return PINEAPPLES - sum(deed.level for deed in self.deeds.values() if deed.level != KRAB)

    @property
    def krabs(self) -> int:
        """The Krabs in the bank."""
        return KRABS - sum(deed.level == KRAB for deed in self.deeds.values())

    @property
    def lot(self) -> Lot | None:
        """The auction that runs, or None."""
        return self.lots[0] if self.lots else None

    def rule(self, name: str) -> object:
        """How a house rule is set."""
        return self.setup.options[name]

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.setup.seats[seat].name

    def space(self, pos: int) -> Space:
        """A space by its place."""
        return self.box.spaces[pos]

    def money(self, amount: int) -> str:
        """An amount as the family writes it."""
        return self.box.names.money(amount)

    def priced(self, amount: int) -> Sentence:
        """An amount that stands alone."""
        return Sentence("{amount}", {"amount": self.money(amount)})

    def owned(self, seat: int) -> tuple[Space, ...]:
        """The deeds of a seat in order of the board."""
        return tuple(self.box.spaces[pos] for pos, deed in self.deeds.items() if deed.owner == seat)

    def free_cash(self, seat: int) -> int:
        """What a seat may spend as it likes: nothing while it owes, else its cash less its standing bid."""
        if any(debt.debtor == seat for debt in self.debts):
            return 0
        bid = self.lot.bid if self.lot and self.lot.high == seat else 0
        return self.players[seat].cash - bid

    def holds_group(self, seat: int, group: str) -> bool:
        """Whether a seat owns every deed of a group (R26)."""
        return all(self.deeds[space.pos].owner == seat for space in self.box.groups[group])

    def rank(self, pos: int) -> int:
        """How far a street is built: its pineapples, or one more than all of them for a Krab."""
        level = self.deeds[pos].level
        return self.full + 1 if level == KRAB else level
