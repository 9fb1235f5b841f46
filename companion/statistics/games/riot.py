"""Plant-Based Riot: cards and full gangs in each turf after each turn, thefts, blocks and Turf Wars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.riot.events import (
    Blocked,
    Spun,
    Stopped,
    Took,
    TookGang,
    TurnEnded,
    WarCalled,
    WarDue,
)
from companion.rules.riot.events import Finished as Won
from companion.rules.riot.state import State
from companion.statistics.games.teller import Teller, always, foremost, happens, name, per_seat, states_after
from companion.statistics.played import Played
from companion.statistics.told import Fact, Series
from companion.words import say

GANGS = say("full gangs")
ENDS = happens(TurnEnded, Won)


def _cards(state: State, seat: int) -> int:
    return sum(len(group.cards) for group in state.turfs[seat].groups)


def _full(state: State, seat: int) -> int:
    return len(state.full_gangs(seat))


def _series(played: Played) -> tuple[Series, ...]:
    states: list[State] = [played.game.new(played.setup), *states_after(played, ENDS)]
    seats = range(len(played.setup.seats))
    cards = [[_cards(state, seat) for seat in seats] for state in states]
    full = [[_full(state, seat) for seat in seats] for state in states]
    return (
        Series("turf", say("Gang cards in each turf"), say("cards"), per_seat(played, cards)),
        Series("gangs", say("Full gangs in each turf"), GANGS, per_seat(played, full)),
    )


def _facts(played: Played) -> tuple[Fact, ...]:
    return (*_taken(played), *_blocks(played), *_wars(played), *_largest(played), *_spins(played))


def _taken(played: Played) -> Iterator[Fact]:
    """Cards out of other turfs; a whole gang counts with the cards that it had."""
    found: Counter[int] = Counter()
    for step in played.steps:
        for event in step.act.events:
            if isinstance(event, Took):
                found[event.seat] += 1
            elif isinstance(event, TookGang):
                found[event.seat] += len(step.before.turfs[event.victim].at(event.group).cards)
    yield from foremost(played, say("Took most cards from others"), found)


def _blocks(played: Played) -> Iterator[Fact]:
    blocks = Counter(event.seat for event in played.events if isinstance(event, Blocked))
    stopped = sum(isinstance(event, Stopped) for event in played.events)
    yield from foremost(played, say("Said No You Don’t! most"), blocks)
    if blocks:
        yield Fact(
            say("Blocks"),
            say("{blocks} in all, {stopped} actions stopped", blocks=blocks.total(), stopped=stopped),
        )


def _wars(played: Played) -> Iterator[Fact]:
    called = sum(isinstance(event, WarCalled) for event in played.events)
    fought = sum(isinstance(event, WarDue) for event in played.events)
    won = sum(isinstance(event, Won) for event in played.events)
    if called:
        told = say("{called} called, {fought} fought, {won} won", called=called, fought=fought, won=won)
        yield Fact(say("Turf Wars"), told)


def _largest(played: Played) -> Iterator[Fact]:
    sizes = [(_cards(step.after, seat), seat) for step in played.steps for seat in range(len(played.setup.seats))]
    size, seat = max(sizes, default=(0, 0), key=lambda one: one[0])
    if size:
        yield Fact(say("Largest turf"), say("{name}: {count} cards", name=name(played, seat), count=size))


def _spins(played: Played) -> Iterator[Fact]:
    if spins := sum(isinstance(event, Spun) for event in played.events):
        yield Fact(say("All turfs moved on"), say("{count}×", count=spins))


def _scores(played: Played) -> tuple[int, ...]:
    return tuple(_full(played.state, seat) for seat in range(len(played.setup.seats)))


TELLER = Teller(always(GANGS), ENDS, _series, facts=_facts, scores=_scores)
"""The one instance."""
