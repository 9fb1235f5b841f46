"""Monopoly: everybody's worth after each turn, both dice, and rents, auctions and places worth telling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.monopoly import events as e
from companion.rules.monopoly.names import CURRENCY
from companion.rules.monopoly.state import State
from companion.rules.monopoly.worth import worths
from companion.statistics.dice import dice, even
from companion.statistics.games.teller import Teller, foremost, happens, name, per_seat
from companion.statistics.played import Played
from companion.statistics.told import Dice, Fact, Series
from companion.words import Sentence, say

PIPS = ("1", "2", "3", "4", "5", "6")
DOLLARS = say("dollars")
WORTH = (e.TurnEnded, e.Finished)


def _unit(played: Played) -> Sentence:
    """What this board's money is called."""
    currency = played.state.box.names.currency
    return DOLLARS if currency == CURRENCY else Sentence("{name}", {"name": currency})


def _sign(played: Played) -> str:
    """What stands before an amount: the money's sign, but not a word for it."""
    currency = str(played.state.box.names.currency)
    return "" if any(map(str.isalpha, currency)) else currency


def _series(played: Played) -> tuple[Series, ...]:
    begun: State = played.game.new(played.setup)
    moments = [worths(begun), *(event.worths for event in played.events if isinstance(event, WORTH))]
    unit = _unit(played)
    return (Series("worth", say("Net worth over time"), unit, per_seat(played, moments), _sign(played)),)


def _thrown(played: Played) -> list[tuple[str, ...]]:
    kinds = (e.StartRolled, e.Rolled, e.Thrown)
    return [event.faces for event in played.events if isinstance(event, kinds)]


def _dice(played: Played) -> tuple[Dice, ...]:
    return (dice("pips", "", (face for roll in _thrown(played) for face in roll), even(PIPS)),)


def _facts(played: Played) -> tuple[Fact, ...]:
    return (
        *_rent(played),
        *_landlord(played),
        *_auction(played),
        *_place(played),
        *_doubles(played),
        *_jail(played),
        *_coin(played),
    )


def _rents(played: Played) -> list[e.Paid]:
    return [event for event in played.events if isinstance(event, e.Paid) and event.cause == "rent"]


def _rent(played: Played) -> Iterator[Fact]:
    dearest = max(_rents(played), key=lambda paid: paid.amount, default=None)
    if dearest:
        yield Fact(
            say("Biggest rent"),
            say(
                "{payer} paid {payee} {amount} for {space}",
                payer=name(played, dearest.payer),
                payee=name(played, dearest.payee),
                amount=played.state.money(dearest.amount),
                space=played.state.space(dearest.space).name,
            ),
        )


def _landlord(played: Played) -> Iterator[Fact]:
    taken: Counter[int] = Counter()
    for paid in _rents(played):
        taken[paid.payee] += paid.amount
    yield from foremost(played, say("Most rent taken in"), taken, played.state.money)


def _auction(played: Played) -> Iterator[Fact]:
    sold = [event for event in played.events if isinstance(event, e.LotSold) and event.kind == "deed"]
    if sold:
        top = max(sold, key=lambda event: event.price)
        space = played.state.space(top.space)
        yield Fact(
            say("Dearest auction"),
            say(
                "{name}: {space} for {price}, printed price {printed}",
                name=name(played, top.seat),
                space=space.name,
                price=played.state.money(top.price),
                printed=played.state.money(space.price),
            ),
        )


def _place(played: Played) -> Iterator[Fact]:
    visits = Counter(event.space for event in played.events if isinstance(event, e.Moved))
    if visits:
        space, count = max(visits.items(), key=lambda one: one[1])
        told = say("{space}: {count} times", space=played.state.space(space).name, count=count)
        yield Fact(say("Most visited space"), told)


def _doubles(played: Played) -> Iterator[Fact]:
    rolls = _thrown(played)
    if rolls:
        doubles = sum(len(set(roll)) == 1 for roll in rolls)
        told = say("{doubles} in {rolls} rolls; one in six is usual", doubles=doubles, rolls=len(rolls))
        yield Fact(say("Doubles"), told)


def _jail(played: Played) -> Iterator[Fact]:
    jailed = Counter(event.seat for event in played.events if isinstance(event, e.Jailed))
    yield from foremost(played, say("Most often in jail"), jailed)


def _coin(played: Played) -> Iterator[Fact]:
    steps = sum(event.steps for event in played.events if isinstance(event, e.PlanktonMoved))
    if steps:
        yield Fact(say("Plankton’s way"), say("{steps} spaces", steps=steps))


def _scores(played: Played) -> tuple[int, ...]:
    return worths(played.state)


TELLER = Teller(_unit, happens(*WORTH), _series, _dice, _facts, _scores)
"""The one instance."""
