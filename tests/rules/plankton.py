"""A small table of Plankton Rising for tests: few cards of our own, laid as a test needs them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.rules.args import OneOf, Value
from companion.rules.game import Action, Choice, Event, Seat, Setup
from companion.rules.plankton_rising import GAME, State
from companion.rules.plankton_rising.palette import Changes
from companion.rules.plankton_rising.state import PLACE, ROLLS, Team
from companion.rules.setup import COLOURS, checked_setup
from tests.play import NAMES, fold

SHIPPED = ("rulebook", "sample")
"""Boxes that come along: what the rulebook alone tells of the real one, and a deck of our own invention."""

HEAL = {"op": "remove_time"}
FACES = {"Y": "E EE H T F", "R": "H HH E T F", "G": "T TT E H F", "B": "F FF E H T"}


def friend(name: str, symbols: str, capacity: int = 3, **more: Any) -> dict[str, Any]:
    needed = {one: symbols.count(one) for one in set(symbols)}
    return {"id": name, "name": name, "kind": "friend", "capacity": capacity, "symbols": needed} | more


def ability(op: Any, cost: str = "", **more: Any) -> dict[str, Any]:
    return {"do": op, "cost": {one: cost.count(one) for one in set(cost)}} | more


def order(name: str, symbols: str, effect: Any = None) -> dict[str, Any]:
    needed = {one: symbols.count(one) for one in set(symbols)}
    effect = effect or {"op": "none"}
    return {"id": name, "name": name, "kind": "order", "symbols": needed, "effect": effect}


def villain(name: str, symbols: str, effect: Any = None, capacity: int = 2) -> dict[str, Any]:
    return order(name, symbols, effect) | {"kind": "villain", "capacity": capacity}


FIFTH = ability({"op": "extra_die", "colours": ["G"]}, other_friends=1, timing="before_roll")
CARDS = (
    friend("LA", "EE", 4, icon="E", ability=FIFTH),
    friend("LB", "HH", 4, icon="H", ability=ability({"op": "none"})),
    friend("LC", "TT", 4, icon="T", ability=ability({"op": "none"})),
    friend("LD", "FF", 4, icon="F", ability=ability({"op": "none"})),
    friend("F1", "FF", icon="F", ability=ability(HEAL)),
    friend("F2", "HT", icon="H", ability=ability(HEAL | {"n": 2}, "H")),
    friend("F3", "EEF", 2, icon="E", ability=ability({"op": "change_face", "symbol": "F"})),
    friend("F4", "TT", icon="T", ability=ability({"op": "remove_theft"}, "EE")),
    friend("F5", "HF", 2, icon="F", ability=ability({"op": "reroll", "n": 2})),
    *(friend(f"X{number}", "EHTF", 5, ability=ability({"op": "none"})) for number in range(1, 11)),
    villain("DOODLE", "HH", {"op": "flag", "flag": "no_friend_dice"}),
    villain("V2", "TE", {"op": "add_time", "target": "active_team"}),
    villain("V3", "FF", {"op": "return_to_deck", "target": "friends_here"}, 3),
    order("PATTY", "ET", {"op": "shuffle_plankton"}),
    order("O2", "FH", {"op": "remove_time", "target": "villains_here"}),
    *(order(f"O{number}", "EF") for number in range(3, 12)),
)  # fmt: skip
HOMES = (("A", "LA", "YYB"), ("B", "LB", "RRG"), ("C", "LC", "GGB"), ("D", "LD", "BBR"))
BONUS = {"symbol": "E", "n": 3, "do": {"op": "return_to_deck", "target": "lost_friends"}}
TILES: tuple[Any, ...] = (
    {"op": "add_time", "target": "active_team"},
    {"op": "flag", "flag": "no_time_removal"},
    {"op": "none"}, {"op": "none"}, {"op": "none"}, {"op": "none"},
)  # fmt: skip


def box(**sections: Any) -> dict[str, Any]:
    homes = [
        {"id": name, "name": name, "leader": leader, "dice": [*dice], "bonus": BONUS}
        | {"ability": ability(HEAL, "E")}
        for name, leader, dice in HOMES
    ]
    tiles = [
        {"id": f"i{number}", "name": f"tile {number}", "effect": effect} for number, effect in enumerate(TILES, 1)
    ]
    dice = [
        {"colour": one, "copies": 3 if one in "YR" else 2, "faces": faces.split()} for one, faces in FACES.items()
    ]
    return {"dice": dice, "homes": homes, "ingredients": tiles, "cards": [*CARDS]} | sections


def shipped(name: str) -> dict[str, Any]:
    """A box that comes along, as plain values."""
    text = files("companion.rules.plankton_rising").joinpath("boxes", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def begin(players: int = 2, told: dict[str, Any] | None = None, seed: int = 0, **options: Any) -> State:
    """Before anybody has a team."""
    seats = tuple(Seat(name, colour) for name, colour in zip(NAMES[:players], COLOURS, strict=False))
    return GAME.new(checked_setup(GAME, Setup(seats, options, seed, box() if told is None else told)))


def lie(
    kitchen: str = "F1 PATTY V2 O3",
    dining: str = "F2 O2 F4 O4",
    *,
    deck: str = "X1 X2 X3 X4 X5 X6",
    a: str = "LA",
    b: str = "LB",
    told: dict[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    **options: Any,
) -> State:
    """Two teams A and B, A on, the rows as told (`-` is a gap) and the deck in this order.

    A card that a team has lies in no row: a blank Friend lies there instead.
    """
    state = begin(2, told, 0, **options)
    teams = (Team(0, "A", tuple("YYB"), tuple(a.split())), Team(1, "B", tuple("RRG"), tuple(b.split())))
    rows = {"kitchen": kitchen, "dining": dining}
    spare = iter(["X9", "X10", "X8", "X7"])
    held = {*a.split(), *b.split(), "-"}
    laid = {
        place: tuple(("" if card == "-" else next(spare)) if card in held else card for card in row.split())
        for place, row in rows.items()
    }
    state = replace(state, phase=PLACE, teams=teams, rows=laid, deck=tuple(deck.split()), strangers=0)
    return replace(state, **(changes or {}))


def act(state: State, name: str, /, seat: int | None = None, **args: Value) -> State:
    active = state.team.seat if seat is None else seat
    after: State = fold(GAME, state, GAME.decide(state, Action(active, name, args)))
    return after


def events(state: State, name: str, **args: Value) -> tuple[Event, ...]:
    return GAME.decide(state, Action(state.team.seat, name, args))


def refused(state: State, name: str, /, seat: int | None = None, **args: Value) -> tuple[str, str]:
    """The rule point and the reason with which an action is refused."""
    active = state.team.seat if seat is None else seat
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, Action(active, name, args))
    assert str(refusal.value.sentence).endswith((".", "?"))
    return refusal.value.point, refusal.value.reason


def to_dice(state: State, place: str = "kitchen", card: str = "i3", plankton: str = "chum") -> State:
    """The active team goes to a place and a Plankton card is turned up; then dice are open."""
    after = reveal(state, place, card, plankton)
    assert (after.phase, after.tasks) == (ROLLS, ())
    return after


def reveal(state: State, place: str = "kitchen", card: str = "i3", plankton: str = "chum") -> State:
    return act(act(state, "place", place=place), "plankton", ingredient=card, location=plankton)


def roll(state: State, faces: str) -> State:
    return act(state, "roll", faces=tuple(faces.split()))


def lay(state: State, *moves: str) -> State:
    for to in moves:
        state = act(state, "assign", to=to)
    return state


def finish(state: State) -> State:
    """The turn ends; tokens are Effort, and gaps are filled in the order of the deck."""
    state = act(state, "end")
    while state.tasks:
        if state.first_task == "draw":
            state = act(state, "draw", token="E")
        else:
            state = act(state, "deal", card=state.deck[0])
    return state


def idle(state: State, place: str = "kitchen", card: str = "i3", plankton: str = "chum") -> State:
    """A whole turn in which dice serve nothing."""
    state = to_dice(state, place, card, plankton)
    return finish(act(state, "roll", faces=tuple(state.faces_of(die)[0] for die in state.turn.pool)))


def choice(state: State, name: str) -> Choice:
    return next(choice for choice in GAME.choices(state) if choice.name == name)


def names(state: State) -> list[str]:
    return [choice.name for choice in GAME.choices(state)]


def picks(state: State, name: str) -> list[Any]:
    """The values that an open choice offers; none when it is not open."""
    for one in GAME.choices(state):
        if one.name == name:
            (arg,) = one.args.values()
            assert isinstance(arg, OneOf | Changes)
            return [pick.value for pick in arg.picks]
    return []


def with_tokens(state: State, *tokens: tuple[str, int], team: int = 0) -> State:
    """The state with a team's tokens: kind and turn drawn."""
    changed = replace(state.teams[team], tokens=tokens)
    return replace(state, teams=(*state.teams[:team], changed, *state.teams[team + 1 :]))


def with_orders(state: State, *counts: int) -> State:
    """The state with so many Orders done by each team."""
    done = iter(f"O{number}" for number in range(5, 12))
    teams = tuple(
        replace(team, orders=tuple(next(done) for _ in range(count)))
        for team, count in zip(state.teams, counts, strict=True)
    )
    return replace(state, teams=teams)
