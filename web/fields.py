"""Values of a request's body, from JSON or from a form, checked one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Request

from companion.errors import AskError
from companion.words import say

Raw = Sequence[Any]
"""The values given under one name: texts from a form, any JSON values from a JSON body."""

Field = Callable[[str, Raw], Any]
"""Turns the raw values under a name into an argument, or raises `AskError`."""


DIGITS = 15
"""Digits of the largest whole number: SQLite and scripts keep it exactly, and Python converts it at once."""


def body_of(request: Request) -> Mapping[str, Raw]:
    """The body's values by name; a JSON value that is no list stands alone in one.

    Raises:
        AskError: a JSON body that is no object.
    """
    if not request.is_json:
        return request.form.to_dict(flat=False)
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        raise bad("an object in JSON", "one that is nested too deeply") from None
    if not isinstance(body, dict):
        raise bad("an object in JSON", request.get_data(as_text=True)[:80])
    return {str(name): value if isinstance(value, list) else [value] for name, value in body.items()}


def bad(expected: str, got: object, name: str = "body") -> AskError:
    """The error for a value that is not what an ask needs."""
    return AskError(say("This request is not understood."), detail=f"expected {expected}, got {got!r} in {name!r}")


def one(name: str, raw: Raw) -> Any:
    """Exactly one value, of whatever kind: the host checks kinds."""
    if len(raw) != 1:
        raise bad("one value", raw, name)
    return raw[0]


def perhaps(name: str, raw: Raw) -> Any:
    """One value, or an empty text where none was given."""
    return one(name, raw) if raw else ""


def many(name: str, raw: Raw) -> list[Any]:  # noqa: ARG001  (the shape of a Field)
    """Any number of values; the empty text that keeps a form's name alive stands for none."""
    return [value for value in raw if value != ""]


def word(name: str, raw: Raw) -> str:
    """Exactly one text."""
    value = one(name, raw)
    if not isinstance(value, str):
        raise bad("a text", value, name)
    return value


def number(name: str, raw: Raw) -> int:
    """Exactly one whole number."""
    return _whole(name, one(name, raw))


def _whole(name: str, value: object) -> int:
    if isinstance(value, str):
        size = decimal(value.removeprefix("-"))
        if size is None:
            raise bad("a whole number", value[:80], name)
        return -size if value.startswith("-") else size
    if type(value) is not int:
        raise bad("a whole number", value, name)
    return value


def decimal(text: str) -> int | None:
    """The whole number that a text of at most `DIGITS` digits writes; None for any other text."""
    return int(text) if len(text) <= DIGITS and text.isdecimal() else None


def numbers(name: str, raw: Raw) -> list[int]:
    """Any number of whole numbers, ascending."""
    return sorted(_whole(name, value) for value in many(name, raw))


def words(name: str, raw: Raw) -> list[str]:
    """Any number of texts."""
    return [word(name, [value]) for value in many(name, raw)]
