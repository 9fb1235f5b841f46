"""A drawn deck: cards of our own, one source for the printer, the screen and the simulated camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.decks.raster import picture
from companion.decks.shapes import Items
from companion.errors import CompanionError
from companion.words import Sentence, say

WIDTH, HEIGHT = 63.0, 88.0
"""Millimetres of a card: poker size, for which there are sleeves everywhere."""
CORNER = 3.0
"""Millimetres: the radius of a card's corners."""
Tell = Callable[[Sentence], str]
"""What puts a sentence into the language that is printed on cards."""
KEPT = 64
"""Pictures of cards that are kept in memory: 1 MB each at eight pixels a millimetre."""


class NoSuchCard(CompanionError, LookupError):
    """A drawn deck or a card of one that is not there."""

    slug = "no-such-card"
    default_advice = say("Choose one of the decks and cards that are drawn.")


@dataclass(frozen=True, eq=False)
class DrawnCard:
    """A card: its code in the deck, its name, how it is drawn, and how many of it are in a deck."""

    code: str
    title: Sentence
    draw: Callable[[], Items]
    copies: int = 1

    @cached_property
    def items(self) -> Items:
        """What is on it, in millimetres from its upper left corner."""
        return self.draw()


@dataclass(frozen=True, eq=False)
class DrawnDeck:
    """A deck of drawn cards with the one back that all of them have."""

    id: str
    title: Sentence
    cards: Sequence[DrawnCard]
    back: DrawnCard

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The codes of its cards."""
        return tuple(card.code for card in self.cards)

    def card(self, code: str) -> DrawnCard:
        """The card with this code.

        Raises:
            NoSuchCard: there is none.
        """
        found = next((card for card in self.cards if card.code == code), None)
        if found is None:
            detail = f"expected one of {self.codes}, got {code!r} in {self.id!r}"
            raise NoSuchCard(say("This deck has no such card."), detail=detail)
        return found

    @property
    def size(self) -> int:
        """How many cards a whole deck has."""
        return sum(card.copies for card in self.cards)


@lru_cache(maxsize=KEPT)
def face(card: DrawnCard, density: float) -> NDArray[np.uint8]:
    """The picture of a card's face, (h, w, 3) uint8 RGB at `density` pixels a millimetre, corners square."""
    pixels = picture(card.items, WIDTH, HEIGHT, density)
    pixels.flags.writeable = False
    return pixels
