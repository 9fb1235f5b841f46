"""Sentences on their way to a page: the one place where a language is chosen."""

from __future__ import annotations

import unicodedata

from companion.words import Sentence

ISOLATE, POP = "\u2068", "\u2069"
RIGHT_TO_LEFT = ("R", "AL")


def text(sentence: Sentence | str | None) -> str:
    """A sentence filled with its values; a value in a right-to-left script cannot turn the rest around."""
    if not isinstance(sentence, Sentence):
        return isolated(sentence or "")
    values = {key: _value(value) for key, value in sentence.params.items()}
    return sentence.template.format(**values)


def _value(value: str | int | Sentence) -> str:
    return text(value) if isinstance(value, Sentence) else isolated(str(value))


def phrase(template: str, **values: str | int | Sentence) -> str:
    """A phrase of a page; templates call it `_`, the name that message extractors look for."""
    return text(Sentence(template, values))


def isolated(value: str) -> str:
    """`value` inside Unicode's first-strong isolate marks when it holds right-to-left letters, else itself."""
    if any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in value):
        return f"{ISOLATE}{value}{POP}"
    return value
