"""Simulated players: they play whole games of everything on the list, knowing no more than the View."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from companion.errors import UnknownGame
from companion.round import Round, seen_view
from companion.rules import GAMES
from companion.rules.args import Faces
from companion.rules.game import Action, Choice, Game, Setup
from companion.rules.setup import checked_setup
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.table import Table
from companion.state.view import View
from hardware.simulators.family import BOXES, OPTIONS, game_called
from hardware.simulators.players import GLADLY, chosen, thrown
from tests.play import setup_of
from tests.rules.plankton import shipped

LONGEST = 1500


def table_of(game: Game[Any], seed: int) -> Table:
    setup = setup_of(game, 2, **OPTIONS.get(game.id, {}))
    box = shipped(BOXES[game.id]) if game.id in BOXES else {}
    checked = checked_setup(game, Setup(setup.seats, setup.options, seed, box))
    return Table.new(MemoryJournal(), game.id, checked, TurnClock(), 0.0)


def view_of(table: Table) -> View:
    return seen_view(View(1, "play"), table, Round())


def with_dice(view: View, action: Action, rng: random.Random) -> Action:
    """The action with the faces that dice show when it needs them."""
    if not thrown(view, action):
        return action
    choice = next(choice for choice in view.choices if choice.name == action.name)
    args = dict(action.args)
    for name, arg in choice.args.items():
        if isinstance(arg, Faces):
            args[name] = arg.sample(rng, args)
    return replace(action, args=args)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_players_come_to_the_end_of_every_game(game: Game[Any]) -> None:
    rng, table = random.Random(4), table_of(game, 4)
    for _ in range(LONGEST):
        if not table.choices:
            break
        view = view_of(table)
        action = with_dice(view, chosen(view, rng), rng)
        assert table.is_open(action)
        table.do(action, at=0.0)
    assert game.outcome(table.state) is not None


def test_what_they_prefer_are_choices_that_there_are() -> None:
    """A name that no game has any more would change nothing, unseen."""
    for game in GAMES.values():
        assert set(GLADLY[game.id]) <= names_in(type(game).__module__.rpartition(".")[0]), game.id


def names_in(package: str) -> set[str]:
    """Every word that stands in quotes in a package's modules."""
    found: set[str] = set()
    for entry in files(package).iterdir():
        if entry.name.endswith(".py"):
            found |= set(re.findall(r'"(\w+)"', entry.read_text(encoding="utf-8")))
    return found


def test_yahtzee_players_throw_again_what_is_not_the_commonest() -> None:
    table = table_of(GAMES["yahtzee_jr"], 1)
    table.do(Action(0, "roll", {"faces": ("SB", "SB", "PA", "KR", "SQ")}), at=0.0)
    wishes = [chosen(view_of(table), random.Random(seed)) for seed in range(20)]
    assert {wish.name for wish in wishes} == {"roll", "score"}
    assert {wish.args["reroll"] for wish in wishes if wish.name == "roll"} == {(2, 3, 4)}
    assert {wish.args["character"] for wish in wishes if wish.name == "score"} == {"SB"}


def test_nothing_else_is_open_then_what_is_never_wanted_is_taken() -> None:
    view = View(
        1, "play", game="plankton_rising", board={}, choices=(Choice((1,), "change", GAMES["riot"].title),)
    )
    assert chosen(view, random.Random(1)) == Action(1, "change")


@pytest.mark.parametrize(("text", "name"), [("plankton", "plankton_rising"), ("riot", "riot"), ("m", "monopoly")])
def test_a_game_is_called_by_the_beginning_of_its_id(text: str, name: str) -> None:
    assert game_called(text).id == name


@pytest.mark.parametrize("text", ["", "chess", "planktonx"])
def test_another_beginning_is_refused(text: str) -> None:
    with pytest.raises(UnknownGame):
        game_called(text)
