"""Names of players, spaces and lots, and what money was paid for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.game import Event, Setup
from companion.rules.monopoly.names import Names
from companion.rules.monopoly.state import BANK, POT
from companion.words import Sentence, say

Told = Mapping[type[Event], Callable[[Setup, Any], Sentence]]
"""How kinds of events are told with a setup's names."""

Alone = Mapping[type[Event], Callable[[Any], Sentence]]
"""How kinds of events are told without it."""

Fixed = Mapping[type[Event], Sentence]
"""What is said of kinds of events without more facts."""

CAUSES: Mapping[str, Sentence] = {
    "rent": say("rent"),
    "tax": say("tax"),
    "salary": say("salary"),
    "fee": say("leaving jail"),
    "card": say("a card"),
    "interest": say("the tenth on mortgaged deeds"),
    "pot": say("the money on Free Parking"),
    "price": say("a deed"),
    "auction": say("an auction"),
    "build": say("a building"),
    "sell": say("buildings given back"),
    "mortgage": say("a mortgage"),
    "lift": say("a mortgage lifted"),
    "trade": say("a trade"),
    "bankrupt": say("a bankruptcy"),
}
"""What money was paid for."""


def called(setup: Setup, seat: int) -> str | Sentence:
    """A payer or payee by name."""
    if seat == POT:
        return say("Free Parking")
    return say("the bank") if seat == BANK else setup.seats[seat].name


def named(setup: Setup) -> Names:
    """What the family calls things."""
    return Names(**setup.box["names"])


def money(setup: Setup, amount: int) -> str:
    """An amount as the family writes it."""
    return named(setup).money(amount)


def place(setup: Setup, pos: int) -> str:
    """A space by name."""
    return str(setup.box["spaces"][pos]["name"])


def names(setup: Setup, seats: tuple[int, ...]) -> str:
    """Several players by name."""
    return ", ".join(setup.seats[seat].name for seat in seats)


def total(faces: tuple[str, ...]) -> int:
    """The sum of a throw."""
    return sum(map(int, faces))


def finished(setup: Setup, winners: tuple[int, ...]) -> Sentence:
    """Who has won."""
    if len(winners) == 1:
        return say("{name} wins!", name=called(setup, winners[0]))
    return say("{names} win together!", names=names(setup, winners))


def lot_name(setup: Setup, kind: str, space: int) -> str | Sentence:
    """What is auctioned."""
    return {"krab": say("a Krab"), "pineapple": say("a pineapple")}.get(kind) or place(setup, space)
