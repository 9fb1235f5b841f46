"""What a family reads in the log: every game's gist of an act beside everything that happened."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.rules import GAMES
from companion.rules.game import Event, Game, Setup
from companion.rules.plankton_rising import dice_events as rolled
from companion.rules.plankton_rising import events as happened
from companion.rules.riot import events as ev
from companion.rules.riot.deck import UNKNOWN
from companion.rules.setup import checked_setup
from tests.play import random_game, random_setup, setup_of
from tests.rules.plankton import shipped

PLANKTON, RIOT = GAMES["plankton_rising"], GAMES["riot"]


def acts(game: Game[Any], seed: int) -> Iterator[tuple[Setup, tuple[Event, ...], Any]]:
    setup = random_setup(game, random.Random(seed))
    for _before, action, events, _after in random_game(game, setup, random.Random(seed)):
        yield setup, events, action


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_gist_is_short_and_no_roll_goes_without(game: Game[Any]) -> None:
    for setup, events, action in acts(game, 2):
        gist = game.gist(setup, events)
        assert len(gist) <= len(events)
        assert gist or "faces" not in action.args


def test_counters_of_one_kind_are_told_in_one_sentence() -> None:
    setup = checked_setup(PLANKTON, Setup(setup_of(PLANKTON, 2).seats, {}, 0, shipped("sample")))
    one, other, third = (card["id"] for card in setup.box["cards"][:3])
    events = (
        happened.TimeChanged(one, 1, 1),
        happened.TimeChanged(other, 1, 2),
        happened.TimeChanged(third, -1, 0),
        happened.TimeChanged(one, 1, 2),
        rolled.DiceReturned(),
    )
    names = [setup.box["cards"][place]["name"] for place in range(3)]
    told = [str(sentence) for sentence in PLANKTON.gist(setup, events)]
    assert told == [f"Time +1: 2 × {names[0]}, {names[1]}.", f"Time −1: {names[2]}."]


def test_what_happens_in_every_turn_of_a_riot_is_no_line() -> None:
    setup = setup_of(RIOT, 3)
    for quiet in (ev.Drew(0, (UNKNOWN, UNKNOWN), True), ev.TurnEnded(0, ()), ev.Passed(1), ev.Peeked(0)):
        assert RIOT.gist(setup, (quiet,)) == ()
    for told in (ev.Drew(0, ("DIP", UNKNOWN), True), ev.Drew(0, (UNKNOWN,), False), ev.TurnEnded(0, ("DIP",))):
        assert RIOT.gist(setup, (told,)) == (RIOT.tell(setup, told),)
