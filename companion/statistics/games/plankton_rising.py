"""Plankton Rising: thefts, Orders and Friends after each turn, each tile's thefts, and dice of four colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.game import Event
from companion.rules.plankton_rising.dice_events import Rerolled, Rolled
from companion.rules.plankton_rising.events import (
    Finished,
    OrderDone,
    Placed,
    Revealed,
    TheftChanged,
    TokenSpent,
    TurnBegun,
)
from companion.rules.plankton_rising.state import State
from companion.rules.plankton_rising.vocabulary import COLOURS, FACES, SPACES
from companion.statistics.dice import dice
from companion.statistics.games.teller import Teller, always, foremost, name, states_after
from companion.statistics.played import Played
from companion.statistics.told import Dice, Fact, Line, Series
from companion.words import say

ORDERS = say("Orders")


def _ends_turn(event: Event) -> bool:
    """Teams are also called up one by one to take their cards: still in turn 1."""
    return isinstance(event, Finished) or (isinstance(event, TurnBegun) and event.turn > 1)


def _begun(played: Played) -> State:
    """The table once everything is laid out."""
    placed = (step.before for step in played.steps if any(isinstance(event, Placed) for event in step.act.events))
    begun: State = next(placed, played.game.new(played.setup))
    return begun


def _theft(state: State, tile: str) -> int:
    return SPACES if tile in state.stolen else state.theft.get(tile, 0)


def _series(played: Played) -> tuple[Series, ...]:
    states: list[State] = [_begun(played), *states_after(played, _ends_turn)]
    tiles = states[0].box.ingredients
    course = (
        Line(say("Orders done"), tuple(state.orders_done for state in states)),
        Line(say("tiles stolen"), tuple(len(state.stolen) for state in states)),
        Line(say("Friends on teams"), tuple(sum(len(team.friends) for team in state.teams) for state in states)),
        Line(say("Friends lost"), tuple(len(state.lost_friends) for state in states)),
    )
    thefts = tuple(Line(tile.name, tuple(_theft(state, tile.id) for state in states)) for tile in tiles.values())
    return (
        Series("course", say("Orders, thefts and Friends"), say("number"), course),
        Series("theft", say("What Plankton took, tile by tile"), say("Theft counters"), thefts, full=SPACES),
    )


def _dice(played: Played) -> tuple[Dice, ...]:
    """Each colour by itself, for each has other faces; tested where all six of them are known."""
    seen: dict[str, list[str]] = {}
    for event in played.events:
        if isinstance(event, Rolled | Rerolled):
            for die, face in zip(event.dice, event.faces, strict=True):
                seen.setdefault(die[:1], []).append(face)
    return tuple(_of_colour(played.state, colour, seen[colour]) for colour in COLOURS if colour in seen)


def _of_colour(state: State, colour: str, seen: list[str]) -> Dice:
    printed = state.box.faces.get(colour, ())
    shares = {face: float(printed.count(face)) for face in FACES if face in printed} if len(printed) == 6 else {}
    return dice("friends", COLOURS[colour], seen, shares, kinds=FACES)


def _facts(played: Played) -> tuple[Fact, ...]:
    return (
        *_roll(played),
        *_orders(played),
        *_wanted(played),
        *_thefts(played),
        *_rescued(played),
        *_tokens(played),
    )


def _roll(played: Played) -> Iterator[Fact]:
    rolls = [
        (sum(map(len, event.faces)), len(event.dice), step.before.team.seat)
        for step in played.steps
        for event in step.act.events
        if isinstance(event, Rolled)
    ]
    if rolls:
        symbols, number, seat = max(rolls, key=lambda roll: roll[0])
        told = say(
            "{name}: {symbols} symbols with {dice} dice", name=name(played, seat), symbols=symbols, dice=number
        )
        yield Fact(say("Luckiest roll"), told)


def _orders(played: Played) -> Iterator[Fact]:
    teams = played.state.teams
    done = Counter(teams[event.team].seat for event in played.events if isinstance(event, OrderDone))
    yield from foremost(played, say("Most Orders"), done)


def _wanted(played: Played) -> Iterator[Fact]:
    shown = Counter(event.ingredient for event in played.events if isinstance(event, Revealed))
    if shown:
        tile, count = max(shown.items(), key=lambda one: one[1])
        tiles = played.state.box.ingredients
        told = say("{tile}: {count} times", tile=tiles[tile].name if tile in tiles else tile, count=count)
        yield Fact(say("Plankton wanted most"), told)


def _thefts(played: Played) -> Iterator[Fact]:
    changes = [event.by for event in played.events if isinstance(event, TheftChanged)]
    if changes:
        taken, given = sum(by for by in changes if by > 0), -sum(by for by in changes if by < 0)
        told = say("{taken} laid, {given} taken off again", taken=taken, given=given)
        yield Fact(say("Theft counters"), told)


def _rescued(played: Played) -> Iterator[Fact]:
    """Tiles whose track was full and that lost a counter before the turn ended (R15)."""
    saved = sum(
        isinstance(event, TheftChanged) and event.by < 0 and event.now - event.by == SPACES
        for event in played.events
    )
    if saved:
        yield Fact(say("Saved at the last moment"), say("tiles: {count}", count=saved))


def _tokens(played: Played) -> Iterator[Fact]:
    teams = played.state.teams
    spent = Counter(teams[event.team].seat for event in played.events if isinstance(event, TokenSpent))
    yield from foremost(played, say("Used most Spatula tokens"), spent)


def _scores(played: Played) -> tuple[int, ...]:
    """Orders of each player's teams; alone one plays two."""
    teams = played.state.teams
    seats = range(len(played.setup.seats))
    return tuple(sum(len(team.orders) for team in teams if team.seat == seat) for seat in seats)


def _sides(played: Played) -> int:
    return len(played.state.teams)


TELLER = Teller(always(ORDERS), _ends_turn, _series, _dice, _facts, _scores, _sides)
"""The one instance."""
