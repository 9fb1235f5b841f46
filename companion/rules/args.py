"""Arguments of a choice: what values are legal, drawn at random or told to a page."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.words import Sentence

Value = str | int | bool | tuple[str, ...] | tuple[int, ...]
"""A plain value of an argument; `None` is never one."""


class Arg(Protocol):
    """The legal values of one argument; they may depend on arguments that come before it."""

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:
        """Whether `value` is legal beside the other `args`."""
        ...

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """A legal value drawn at random beside the `args` drawn before it."""
        ...


@dataclass(frozen=True)
class Pick:
    """One legal value with what a page shows for it: a label, and a preview of what it would bring."""

    value: str | int | bool
    label: Sentence
    preview: Sentence | None = None


@dataclass(frozen=True)
class OneOf:
    """Exactly one of some values."""

    picks: tuple[Pick, ...]

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002  (the protocol's shape)
        """Whether `value` is one of the picks, of the same type."""
        return any(type(value) is type(pick.value) and value == pick.value for pick in self.picks)

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """One of the picks."""
        return rng.choice(self.picks).value


@dataclass(frozen=True)
class Some:
    """A subset of positions, ascending, of at least `least` and at most `most` of them.

    `warnings` holds, by position, a gentle word for somebody who picks it.
    """

    values: tuple[int, ...]
    least: int = 1
    most: int | None = None
    warnings: Mapping[int, Sentence] = field(default_factory=dict)

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """Whether `value` is an ascending tuple of the positions."""
        return (
            isinstance(value, tuple)
            and all(type(one) is int for one in value)
            and value == tuple(position for position in self.values if position in value)
            and self.least <= len(value) <= self._most
        )

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """A subset of a size drawn evenly."""
        return tuple(sorted(rng.sample(self.values, rng.randint(self.least, self._most))))

    @property
    def _most(self) -> int:
        return len(self.values) if self.most is None else self.most


@dataclass(frozen=True)
class Number:
    """A whole number from `least` to `most`, both included."""

    least: int
    most: int

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """Whether `value` is an int in the range."""
        return type(value) is int and self.least <= value <= self.most

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """A number drawn evenly."""
        return rng.randint(self.least, self.most)


@dataclass(frozen=True)
class Name:
    """A short name in small letters, digits and hyphens, such as a die set has."""

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """Whether `value` is such a name of 1 to 40 characters."""
        return isinstance(value, str) and re.fullmatch(r"[a-z0-9-]{1,40}", value) is not None

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """A name of random letters."""
        return "".join(rng.choices("abcdefghij-0123", k=rng.randint(1, 40)))


@dataclass(frozen=True)
class Names:
    """Between `least` and `most` different words of 1 to 40 printable characters: a die's faces, say."""

    least: int
    most: int

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """Whether `value` is a tuple of so many different words."""
        return (
            isinstance(value, tuple)
            and self.least <= len(value) <= self.most
            and all(isinstance(one, str) and one.isprintable() and 1 <= len(one) <= 40 for one in value)
            and len(set(value)) == len(value)
        )

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """So many numbered words."""
        return tuple(f"face {number}" for number in range(rng.randint(self.least, self.most)))


@dataclass(frozen=True)
class Text:
    """One text of 1 to `most` printable characters."""

    most: int = 40

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """Whether `value` is such a text."""
        return isinstance(value, str) and value.isprintable() and 1 <= len(value) <= self.most

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """A text of random letters."""
        return "".join(rng.choices("abcdefghij", k=rng.randint(1, self.most)))


@dataclass(frozen=True)
class WordEach:
    """A word of at most 40 printable characters for each entry of the argument named `of`."""

    of: str

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:
        """Whether `value` has as many words as that argument has entries."""
        other = args.get(self.of)
        return (
            isinstance(value, tuple)
            and isinstance(other, tuple)
            and len(value) == len(other)
            and all(isinstance(one, str) and one.isprintable() and len(one) <= 40 for one in value)
        )

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """Words of a small random vocabulary."""
        other = args[self.of]
        return tuple(rng.choice(("red", "blue", "")) for _ in other) if isinstance(other, tuple) else ()


@dataclass(frozen=True)
class Faces:
    """The faces of thrown dice, in order: filled by the camera or by hand.

    With `over` empty, `least` to `most` dice are thrown. With `over` the dice that lie there, those at the
    positions in the argument named `at` are thrown again and the others stay. `limits` says how many dice may
    show a face, thrown and staying together. Where the dice differ, `each` has the faces of every one and `bodies`
    its colour.
    """

    die_set: str
    faces: tuple[str, ...]
    least: int = 1
    most: int = 1
    over: tuple[str, ...] = ()
    at: str = ""
    limits: Mapping[str, int] = field(default_factory=dict)
    each: tuple[tuple[str, ...], ...] = ()
    bodies: tuple[str, ...] = ()

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:
        """Whether these faces can have been thrown beside `args`."""
        if not isinstance(value, tuple) or any(face not in self.faces for face in value):
            return False
        least, most = self._numbers(args)
        own = all(face in faces for face, faces in zip(value, self.each, strict=False))
        return least <= len(value) <= most and own and self._within(value, args)

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """Faces drawn evenly, drawn again while they break a limit."""
        count = rng.randint(*self._numbers(args))
        sides = self.each or (self.faces,) * count
        while True:
            value = tuple(rng.choice(faces) for faces in sides)
            if self._within(value, args):
                return value

    def _numbers(self, args: Mapping[str, Value]) -> tuple[int, int]:
        if not self.at:
            return self.least, self.most
        count = len(self._positions(args))
        return count, count

    def _positions(self, args: Mapping[str, Value]) -> tuple[object, ...]:
        at = args.get(self.at, ())
        return at if isinstance(at, tuple) else ()

    def _within(self, value: tuple[object, ...], args: Mapping[str, Value]) -> bool:
        thrown = self._positions(args)
        stay = [face for position, face in enumerate(self.over) if position not in thrown]
        seen = Counter([*value, *stay])
        return all(seen[face] <= most for face, most in self.limits.items())


YES_NO = OneOf((Pick(False, Sentence("no")), Pick(True, Sentence("yes"))))
"""The legal values of a switch."""
