"""Events of offers between two players."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class TradeOpened(Event):
    """A seat began to write an offer to a partner."""

    by: int
    partner: int


@dataclass(frozen=True)
class TradeDrafted(Event):
    """What the offer says now: deeds and cards each way; `cash` goes to the partner, or comes when negative."""

    gives: tuple[int, ...]
    takes: tuple[int, ...]
    give_cards: int
    take_cards: int
    cash: int


@dataclass(frozen=True)
class TradeOffered(Event):
    """The offer lies on the table."""

    by: int
    partner: int


@dataclass(frozen=True)
class TradeCountered(Event):
    """The partner changes the offer: it is the partner's own now."""

    by: int
    partner: int


@dataclass(frozen=True)
class TradeDropped(Event):
    """The offer was refused by the partner or given up by its seat."""

    seat: int


@dataclass(frozen=True)
class Traded(Event):
    """Both agreed; `interest` is what each of `by` and `partner` pays the bank for mortgaged deeds received."""

    by: int
    partner: int
    gives: tuple[int, ...]
    takes: tuple[int, ...]
    give_cards: int
    take_cards: int
    cash: int
    interest: tuple[int, int]
