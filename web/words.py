"""Sentences on their way to a page, in the language of the tablet that asks."""

from __future__ import annotations

import unicodedata

from companion.words import Sentence
from web.languages import translated

ISOLATE, POP = "\u2068", "\u2069"
RIGHT_TO_LEFT = ("R", "AL")


def text(sentence: Sentence | str | None) -> str:
    """A sentence filled with its values; a value in a right-to-left script cannot turn the rest around."""
    if not isinstance(sentence, Sentence):
        return isolated(sentence or "")
    values = {key: _value(value) for key, value in sentence.params.items()}
    return translated(sentence.template).format(**values)


def _value(value: str | int | Sentence) -> str:
    return text(value) if isinstance(value, Sentence) else isolated(str(value))


def phrase(template: str, **values: str | int | Sentence) -> str:
    """A phrase of a page; templates call it `_`, the name that message extractors look for."""
    return text(Sentence(template, values))


def name(value: str) -> str:
    """A name that ships with the program in the language spoken now, and a family's own as it is."""
    return isolated(translated(value))


def isolated(value: str) -> str:
    """`value` inside Unicode's first-strong isolate marks when it holds right-to-left letters, else itself."""
    if any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in value):
        return f"{ISOLATE}{value}{POP}"
    return value
