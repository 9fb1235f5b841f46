"""The cards by the codes under which a camera knows them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.plankton_rising.box import Box
from companion.rules.plankton_rising.vocabulary import CHUM, PLACES, ROWS
from companion.words import Sentence, say


def plankton_code(ingredient: str, place: str) -> str:
    """The code of a Plankton card; that of a Krusty Krab card is its id."""
    return f"{ingredient}-{place}"


def cards_of(box: Box) -> Mapping[str, Sentence]:
    """The name of every card that a box can have, by its code."""
    cards = {card.id: Sentence("{name}", {"name": card.name}) for card in box.cards.values()}
    thefts = {
        plankton_code(tile.id, place): say("{ingredient}: {place}", ingredient=tile.name, place=PLACES[place])
        for tile in box.ingredients.values()
        for place in (*ROWS, CHUM)
    }
    return {**cards, **thefts}
