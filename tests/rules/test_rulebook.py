"""The rule books: every point that a game can name is told, and told for people."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from companion.errors import IllegalAction, UnknownGame
from companion.rules import GAMES
from companion.rules.game import Action
from companion.rules.rulebook import rulebook_of
from tests.play import random_game, random_setup

POINT = re.compile(r"[RAD][1-9][0-9]?")
LAST = {
    "yahtzee_jr": ("R28", "A10"),
    "riot": ("R43", "A23"),
    "monopoly": ("R47", "A24"),
    "plankton_rising": ("R60", "A26"),
    "just_dice": ("D6",),
}
"""The last point of each kind in the description that a game's rules were written after."""


def told(game: str) -> dict[str, str]:
    """The sentence of every point."""
    return {point: str(rule) for chapter in rulebook_of(game) for point, rule in chapter.rules.items()}


def sources(folder: Traversable) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.name.startswith("__"):
            yield from sources(entry)
        elif entry.name.endswith(".py") and entry.name != "rulebook.py":
            yield entry.read_text(encoding="utf-8")


def named(game: str) -> set[str]:
    """Every point that stands in a game's code as a value of its own."""
    package = type(GAMES[game]).__module__.rpartition(".")[0]
    nodes = (node for text in sources(files(package)) for node in ast.walk(ast.parse(text)))
    values = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {value for value in values if POINT.fullmatch(value)}


@pytest.mark.parametrize("game", GAMES)
def test_every_point_that_a_games_code_names_is_told(game: str) -> None:
    assert named(game) - told(game).keys() == set()
    assert len(named(game)) > 3


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_hangs_on_a_point_that_is_told(game: str) -> None:
    assert {option.point for option in GAMES[game].options} <= told(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_played_game_names_a_point_that_is_told(game: str) -> None:
    rng, points = random.Random(3), set()
    known = told(game)
    for step, (before, action, *_) in enumerate(random_game(GAMES[game], random_setup(GAMES[game], rng), rng)):
        for twisted in (
            Action(action.seat + 1, action.name, action.args),
            Action(action.seat, action.name, {"x": 1}),
        ):
            try:
                GAMES[game].decide(before, twisted)
            except IllegalAction as refusal:
                points.add(refusal.point)
        if step > 60:
            break
    assert points
    assert points <= known.keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_points_of_a_book_are_numbered_without_a_gap(game: str) -> None:
    wanted = {f"{last[0]}{number}" for last in LAST[game] for number in range(1, int(last[1:]) + 1)}
    assert told(game).keys() == wanted


@pytest.mark.parametrize("game", GAMES)
def test_a_point_stands_in_one_chapter_only(game: str) -> None:
    points = [point for chapter in rulebook_of(game) for point in chapter.rules]
    assert len(points) == len(set(points))


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_short_sentences(game: str) -> None:
    for point, sentence in told(game).items():
        assert 15 <= len(sentence) <= 110, point
        assert sentence[0].isupper() or sentence[0] in "“", point
        assert sentence.endswith("."), point


def test_a_game_that_is_not_on_the_list_has_no_book() -> None:
    with pytest.raises(UnknownGame):
        rulebook_of("tiddlywinks")
