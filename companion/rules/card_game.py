"""Games whose cards can be laid before a camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from companion.words import Sentence


@dataclass(frozen=True)
class CardExpectation:
    """What the eye may see now where a card can be laid: the deck's id, and the codes that mean something.

    `names` are what people call each card of the box, `known` those that the deck was taught.
    """

    deck: str
    codes: tuple[str, ...]
    names: Mapping[str, Sentence] = field(default_factory=dict)
    known: frozenset[str] = frozenset()


@runtime_checkable
class CardGame(Protocol):
    """A game whose cards a camera can be taught."""

    def cards(self, box: Mapping[str, Any]) -> Mapping[str, Sentence]:
        """The name of every card that a checked `box` can have, by the code that `Choice.cards` uses."""
        ...
