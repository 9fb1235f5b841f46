"""Decks of our own drawing: to print, to play with, to lay on a simulated table and to teach the eye with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from companion.decks import diner, riot
from companion.decks.deck import HEIGHT, WIDTH, DrawnCard, DrawnDeck, NoSuchCard, Tell, face
from companion.words import say

__all__ = ["DECKS", "HEIGHT", "WIDTH", "DrawnCard", "DrawnDeck", "NoSuchCard", "Tell", "drawn_deck", "face"]

DECKS: Mapping[str, Callable[[Tell], DrawnDeck]] = {"riot": riot.deck, "plankton_rising": diner.deck}
"""The drawn decks by their ids, which are those of the games that they are for."""


def drawn_deck(name: str, tell: Tell | None = None) -> DrawnDeck:
    """The drawn deck of this id, in English or as `tell` says; names of cards stay as the box has them.

    Raises:
        NoSuchCard: there is none.
    """
    if name not in DECKS:
        raise NoSuchCard(say("This deck is not drawn."), detail=f"expected one of {[*DECKS]}, got {name!r}")
    return _english(name) if tell is None else DECKS[name](tell)


@cache
def _english(name: str) -> DrawnDeck:
    return DECKS[name](str)
