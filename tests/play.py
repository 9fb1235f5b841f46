"""Helpers that play: setups, random actions, whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.rules.args import Value
from companion.rules.game import Action, Choice, Event, Game, Option, Seat, Setup
from companion.rules.setup import COLOURS, checked_setup

NAMES = ("Ada", "Bo", "Chidi", "Dora", "Emre", "Fay")


def setup_of(game: Game[Any], players: int, **options: Value) -> Setup:
    """A checked setup of so many players."""
    seats = tuple(Seat(name, colour) for name, colour in zip(NAMES[:players], COLOURS, strict=False))
    return checked_setup(game, Setup(seats, options))


def random_setup(game: Game[Any], rng: random.Random) -> Setup:
    """A setup with a random number of players and random house rules."""
    options = {option.name: _value(option, rng) for option in game.options if rng.random() < 0.5}
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
    game: Game[Any], setup: Setup, rng: random.Random, most: int = 2000
) -> Iterator[tuple[Any, Action, tuple[Event, ...], Any]]:
    """Play at random to the end: the state before, the action, its events and the state after, step by step.

    An evening that could go on for ever is more and more likely to be finished where a choice allows it.
    """
    state = game.new(setup)
    for step in range(most):
        choices = game.choices(state)
        if not choices:
            return
        weights = [1.0 if choice.chance else 0.3 + step / most for choice in choices]
        action = random_action(rng.choices(choices, weights)[0], rng)
        events = game.decide(state, action)
        after = fold(game, state, events)
        yield state, action, events, after
        state = after
    raise AssertionError(f"{game.id} did not end within {most} actions")


def fold(game: Game[Any], state: Any, events: tuple[Event, ...]) -> Any:
    """The state after the events."""
    for event in events:
        state = game.apply(state, event)
    return state
