"""The rule books: every rule point of every game in our own words, for people who look something up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from companion.rules import game_of
from companion.words import Sentence


@dataclass(frozen=True)
class Chapter:
    """A part of a rule book: its title, and its rules by their points, such as `R12` or `A3`."""

    title: Sentence
    rules: Mapping[str, Sentence]


def rulebook_of(game: str) -> tuple[Chapter, ...]:
    """The chapters of a game's module `rulebook`; none where it has none.

    Raises:
        UnknownGame: the game is not on the list.
    """
    package = type(game_of(game)).__module__.rpartition(".")[0]
    if find_spec(f"{package}.rulebook") is None:
        return ()
    chapters: tuple[Chapter, ...] = import_module(f"{package}.rulebook").CHAPTERS
    return chapters
