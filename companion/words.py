"""Sentences for people, kept apart from their values so that each tablet can show its own language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sentence:
    """A sentence for people: an English template in `str.format` style and the values that fill it.

    The template is the key under which a translation is found; a value may be a sentence of its own (the
    name of a face, say) and is then translated too.
    """

    template: str
    params: Mapping[str, str | int | Sentence] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**{key: str(value) for key, value in self.params.items()})

    def __bool__(self) -> bool:
        return bool(self.template)


def listed(parts: Iterable[str | Sentence], between: str = ", ") -> Sentence:
    """Names or sentences one after another, each translated for itself."""
    named = {f"p{place}": part for place, part in enumerate(parts)}
    return Sentence(between.join(f"{{{name}}}" for name in named), named)


def say(template: str, **params: str | int | Sentence) -> Sentence:
    """A sentence from its English template; `xgettext` looks for calls of this name."""
    return Sentence(template, params)
