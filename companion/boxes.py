"""Boxes: what is printed on a family's own cards, dice and boards, as TOML files on one shelf."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import tomli_w

from companion.errors import BoxError
from companion.files import replace_atomically
from companion.rules import game_of
from companion.words import say

BOXES = "boxes"
"""The folder of boxes: in a game's package those that ship, in the state folder the family's own, by game."""

LARGEST = 1_000_000
"""Bytes of a box file; the largest that ships has some 20,000."""


class Boxes:
    """The shelf of boxes by game and name: those that ship, and the family's own, which come first by name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self, game: str) -> tuple[str, ...]:
        """The names of all boxes of `game`: those that ship, then the family's own.

        Raises:
            UnknownGame: the game is not on the list.
        """
        own = sorted(path.stem for path in self._own(game).glob("*.toml") if _is_name(path.stem))
        return tuple(dict.fromkeys((*(name for name, _ in _shipped(game)), *own)))

    def titles(self, game: str) -> Mapping[str, str]:
        """For each box of `game` by its name what its first line says after `#`, else the name."""
        return {name: _title(self.text(game, name)) or name for name in self.names(game)}

    def is_own(self, game: str, name: str) -> bool:
        """Whether the box is the family's own."""
        return _is_name(name) and self._path(game, name).exists()

    def read(self, game: str, name: str) -> Mapping[str, Any]:
        """The checked contents of a box.

        Raises:
            BoxError: there is none of that name, or its file is no TOML.
            SetupError: it does not describe what this game is played with.
        """
        return parsed(game, self.text(game, name))

    def text(self, game: str, name: str) -> str:
        """The file of a box as it stands.

        Raises:
            BoxError: there is none of that name, or it cannot be read.
        """
        found: Mapping[str, Traversable] = dict(_shipped(game))
        place = self._path(game, name) if self.is_own(game, name) else found.get(name)
        if place is None:
            raise BoxError(
                say("There is no such box."), detail=f"expected one of {self.names(game)}, got {name!r}"
            )
        try:
            return place.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BoxError(say("This box cannot be read."), detail=f"{error}, in {str(place)!r}") from error

    def write(self, game: str, name: str, text: str) -> Mapping[str, Any]:
        """Keep a box of the family's own, replacing one of that name; gives its checked contents.

        Raises:
            BoxError: the name is none, the text is no TOML, or the file cannot be written; nothing changed.
            SetupError: it does not describe what this game is played with; nothing changed.
        """
        if not _is_name(name):
            raise BoxError(
                say("A box is named in small letters, digits and hyphens."), detail=f"expected 1-40, got {name!r}"
            )
        box = parsed(game, text)
        try:
            replace_atomically(self._path(game, name), text.encode())
        except OSError as error:
            raise BoxError(say("The box cannot be written."), detail=f"{error}, {game!r} {name!r}") from error
        return box

    def remove(self, game: str, name: str) -> None:
        """Throw away a box of the family's own; evenings that were begun with it keep what it said.

        Raises:
            BoxError: it is none of the family's own, or the file cannot be removed.
        """
        if not self.is_own(game, name):
            raise BoxError(say("Only a box of your own can be thrown away."), detail=f"got {name!r}")
        try:
            self._path(game, name).unlink()
        except OSError as error:
            raise BoxError(say("The box cannot be written."), detail=f"{error}, {game!r} {name!r}") from error

    def _own(self, game: str) -> Path:
        return self._folder / game_of(game).id

    def _path(self, game: str, name: str) -> Path:
        return self._own(game) / f"{name}.toml"


def parsed(game: str, text: str) -> Mapping[str, Any]:
    """The checked contents of a box from its TOML text.

    Raises:
        BoxError: it is too long or no TOML; tells where.
        SetupError: it does not describe what this game is played with.
    """
    if len(text) > LARGEST:
        raise BoxError(say("This file is too large for a box."), detail=f"got {len(text)} characters")
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BoxError(say("This box is no TOML file: {reason}", reason=str(error)), detail=str(error)) from error
    return game_of(game).checked_box(raw)


def written(box: Mapping[str, Any]) -> str:
    """The TOML text of a box."""
    return tomli_w.dumps(box)


def _title(text: str) -> str:
    first = text.partition("\n")[0]
    return first.removeprefix("#").strip()[:80] if first.startswith("#") else ""


def _is_name(name: str) -> bool:
    return re.fullmatch("[a-z0-9-]{1,40}", name) is not None


def _shipped(game: str) -> list[tuple[str, Traversable]]:
    folder = files(type(game_of(game)).__module__.rpartition(".")[0]) / BOXES
    if not folder.is_dir():
        return []
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    return [(entry.name.removesuffix(".toml"), entry) for entry in entries if entry.name.endswith(".toml")]
