"""A View as plain JSON values, sentences as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.state.view import View
from companion.words import Sentence
from web.words import text


def values(view: View) -> dict[str, Any]:
    """Every field of the View; each argument of a choice tells its kind."""
    return {field.name: plain(getattr(view, field.name)) for field in fields(view)}


def plain(value: object) -> Any:
    """The plain form of a value: dataclasses become objects with their `kind`, tuples lists."""
    if isinstance(value, Sentence):
        return text(value)
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if is_dataclass(value):
        return {"kind": type(value).__name__} | {
            part.name: plain(getattr(value, part.name)) for part in fields(value)
        }
    return value
