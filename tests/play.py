"""Helpers that play: setups, random actions, whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.args import Value
from companion.rules.game import Action, Choice, Event, Game, Option, Seat, Setup
from companion.rules.setup import COLOURS, checked_setup

WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "monopoly": {
        **dict.fromkeys(("mortgage", "unmortgage", "sell_building", "sell_group"), 0.02),
        **dict.fromkeys(("trade", "count", "time_up"), 0.01),
        **dict.fromkeys(("trade_pay", "trade_ask", "trade_drop", "trade_counter"), 0.1),
        **dict.fromkeys(("card_money", "card_go", "card_back", "card_repairs", "card_other"), 0.2),
        "paid": 3.0,
    },
    "riot": {
        **dict.fromkeys(("secure", "move"), 0.2),
        **dict.fromkeys(("war", "tell"), 5.0),
        "end": 0.05,
        "spin": 0.1,
        "lay": 3.0,
        "resolve": 1.0,
    },
    "plankton_rising": {"change": 0.02},
}
"""How often some choices are taken, by game: rarely those that are open to everybody at any time."""

LONGEST: Mapping[str, int] = {"riot": 10_000, "monopoly": 12_000}
"""Actions within which a random game ends, 2000 elsewhere: a lost war may cost gangs, so some riots are long, and
in rare Monopolies nobody says for long that the time is up."""

NAMES = ("Ada", "Bo", "Chidi", "Dora", "Emre", "Fay")


def setup_of(game: Game[Any], players: int, **options: Value) -> Setup:
    """A checked setup of so many players."""
    seats = tuple(Seat(name, colour) for name, colour in zip(NAMES[:players], COLOURS, strict=False))
    return checked_setup(game, Setup(seats, options))


def random_setup(game: Game[Any], rng: random.Random) -> Setup:
    """A setup with a random number of players and random house rules."""
    options = {option.name: _value(option, rng) for option in game.options if rng.random() < 0.5}
    if game.id == "monopoly" and options.get("plankton") is False:
        options["length"] = "timed"  # else it ends when all but one are bankrupt, some day
    return setup_of(game, rng.randint(*game.players), **options)


def _value(option: Option, rng: random.Random) -> Value:
    return option.values.sample(rng, {})


def random_action(choice: Choice, rng: random.Random) -> Action:
    """One legal way to take `choice`; optional arguments come in half of the time."""
    args: dict[str, Value] = {}
    for name, arg in choice.args.items():
        args[name] = arg.sample(rng, args)
    for name, arg in choice.optional.items():
        if rng.random() < 0.5:
            args[name] = arg.sample(rng, args)
    return Action(rng.choice(choice.seats), choice.name, args)


def random_game(
    game: Game[Any], setup: Setup, rng: random.Random
) -> Iterator[tuple[Any, Action, tuple[Event, ...], Any]]:
    """Play at random to the end: the state before, the action, its events and the state after, step by step.

    An evening that could go on for ever is more and more likely to be finished where a choice allows it.
    """
    state = game.new(setup)
    known, most = WEIGHTS.get(game.id, {}), LONGEST.get(game.id, 2000)
    for step in range(most):
        choices = game.choices(state)
        if not choices:
            return
        weights = [known.get(choice.name, _weight(choice, step / most)) for choice in choices]
        action = random_action(rng.choices(choices, weights)[0], rng)
        events = game.decide(state, action)
        after = fold(game, state, events)
        yield state, action, events, after
        state = after
    raise AssertionError(f"{game.id} did not end within {most} actions")


def _weight(choice: Choice, done: float) -> float:
    return 1.0 if choice.chance else 0.3 + done


def fold(game: Game[Any], state: Any, events: tuple[Event, ...]) -> Any:
    """The state after the events."""
    for event in events:
        state = game.apply(state, event)
    return state
