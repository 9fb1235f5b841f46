"""One table of a box file, read with care: every value checked, nothing unknown passed over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import SetupError
from companion.words import say

REMARKS = ("source", "photo", "note")
"""Keys that may stand anywhere and that the rules do not read."""


def wrong(where: str, expected: str, got: object) -> SetupError:
    """The error for an entry of a box file that cannot be so."""
    return SetupError(
        say("This description of your cards cannot be used: see {where}.", where=where),
        detail=f"expected {expected}, got {got!r} in {where}",
        advice=say("Correct that entry of the file, or play without it."),
    )


class Entry:
    """The table `raw` found at `where`; values are taken out by key, and `close` refuses what is left."""

    def __init__(self, raw: object, where: str) -> None:
        if not isinstance(raw, Mapping):
            raise wrong(where, "a table", raw)
        self.raw: Mapping[str, Any] = raw
        self.where = where
        self._taken = set(REMARKS)

    def has(self, key: str) -> bool:
        """Whether anything stands under `key`."""
        self._taken.add(key)
        return self.raw.get(key) is not None

    def text(self, key: str, default: str | None = None) -> str:
        """A text of 1 to 200 printable characters."""
        value = self._value(key, default)
        if not isinstance(value, str) or (
            value != default and not (value.isprintable() and 0 < len(value) <= 200)
        ):
            raise wrong(self.at(key), "a short text", value)
        return value

    def word(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """One of the `known` words."""
        value = self.text(key, default)
        if value != default and value not in known:
            raise wrong(self.at(key), f"one of {[*known]}", value)
        return value

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number from `least` to `most`."""
        value = self._value(key, default)
        if type(value) is not int or (value != default and not least <= value <= most):
            raise wrong(self.at(key), f"a whole number from {least} to {most}", value)
        return value

    def words(self, key: str, known: Iterable[str]) -> tuple[str, ...]:
        """A list of `known` words; none when the key is not there."""
        value = self._value(key, ())
        if not isinstance(value, list | tuple) or any(one not in known for one in value):
            raise wrong(self.at(key), f"a list of {[*known]}", value)
        return tuple(value)

    def counts(self, key: str, known: Iterable[str], most: int = 9) -> dict[str, int]:
        """So many of each `known` word, zeros left out."""
        value = self._value(key, {})
        if not isinstance(value, Mapping) or any(
            one not in known or type(number) is not int or not 0 <= number <= most for one, number in value.items()
        ):
            raise wrong(self.at(key), f"numbers up to {most} for {[*known]}", value)
        return {one: int(number) for one, number in value.items() if number}

    def tables(self, key: str) -> tuple[Entry, ...]:
        """A list of tables, or a single one."""
        value = self._value(key, ())
        if isinstance(value, Mapping):
            value = [value]
        if not isinstance(value, list | tuple):
            raise wrong(self.at(key), "a list of tables", value)
        return tuple(Entry(one, f"{self.at(key)}[{number}]") for number, one in enumerate(value, start=1))

    def at(self, key: str) -> str:
        """Where `key` stands."""
        return f"{self.where}.{key}" if self.where else key

    def close(self) -> None:
        """Refuse keys that nobody has asked for."""
        for key in self.raw:
            if key not in self._taken:
                raise wrong(self.at(str(key)), f"one of {sorted(self._taken)}", key)

    def _value(self, key: str, default: object) -> Any:
        if self.has(key):
            return self.raw[key]
        if default is None:
            raise wrong(self.at(key), "a value", None)
        return default
