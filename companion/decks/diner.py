"""The Driftwood Diner: the made-up deck of Plankton Rising, drawn; what is on it comes from the box `sample`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.resources import files

import numpy as np

from companion.decks.deck import WIDTH, DrawnCard, DrawnDeck, Tell
from companion.decks.drawings import drawing
from companion.decks.layout import (
    CREAM,
    MIDDLE,
    SYMBOL_DRAWINGS,
    back,
    blank,
    emblem,
    ground,
    lines,
    panel,
    picture,
    rays,
    symbols,
    title,
)
from companion.decks.shapes import INK, Items, Place, Shape, Words, box, oval
from companion.rules import plankton_rising
from companion.rules.plankton_rising.box import Box, Card, filled, read
from companion.rules.plankton_rising.cards import plankton_code
from companion.rules.plankton_rising.ops import Ability
from companion.rules.plankton_rising.prompting import words_of
from companion.rules.plankton_rising.vocabulary import CHUM, DINING, FRIEND, KITCHEN, ORDER, SYMBOLS, VILLAIN
from companion.words import Sentence, say

EDGES: Mapping[str, str] = {FRIEND: "#1f7f86", ORDER: "#c07a1e", VILLAIN: "#5a3d7a"}
LIGHT: Mapping[str, str] = {FRIEND: "#d3eef0", ORDER: "#fbe6c0", VILLAIN: "#e2d8ef"}
"""The colours of a kind's edge, and of the rays behind its drawing."""
ROOMS: Mapping[str, tuple[Sentence, str, str]] = {
    KITCHEN: (say("Kitchen"), "#f2d9a8", "#9a5a1e"),
    DINING: (say("Dining Room"), "#f4c3bd", "#a1322a"),
    CHUM: (say("His den"), "#cfc8dd", "#3d3352"),
}
"""For each place its name on our cards, its ground and its words' colour."""


def deck(tell: Tell) -> DrawnDeck:
    """The drawn deck in the language of `tell`."""
    text = files(plankton_rising).joinpath("boxes", "sample.toml").read_text(encoding="utf-8")
    printed = read(filled(tomllib.loads(text)))
    rear = DrawnCard("back", say("The back"), partial(back, "#1f5f86", "#d8ecf4", "pip", "Driftwood Diner"))
    name = say("The Driftwood Diner (Plankton Rising)")
    return DrawnDeck("plankton_rising", name, (*_cards(printed, tell), *_plankton(printed, tell)), rear)


def _cards(printed: Box, tell: Tell) -> Iterator[DrawnCard]:
    leaders = {home.leader for home in printed.homes.values()}
    for card in printed.cards.values():
        name = Sentence("{name}", {"name": card.name})
        yield DrawnCard(card.id, name, partial(_card, card, tell, leader=card.id in leaders))


def _plankton(printed: Box, tell: Tell) -> Iterator[DrawnCard]:
    for ingredient, place in dict.fromkeys(printed.pile):
        name = printed.ingredients[ingredient].name
        told = say("{ingredient}: {place}", ingredient=name, place=ROOMS[place][0])
        yield DrawnCard(plankton_code(ingredient, place), told, partial(_theft, ingredient, name, place, tell))


def _card(card: Card, tell: Tell, *, leader: bool) -> Items:
    edge = EDGES[card.kind]
    return (
        *ground(edge),
        *rays(LIGHT[card.kind], y=30.0, far=25.0),
        *picture(card.id, y=29.5, scale=0.98),
        *_kind(card, leader),
        *_wanted(card),
        *lines(_does(card, tell), 64.0, size=3.0),
        *_time(card.capacity),
        *title(card.name),
    )


def _kind(card: Card, leader: bool) -> Items:
    """The kind of card in the upper left corner: its icon, a bell for an Order, a mask for a Villain."""
    edge = EDGES[card.kind]
    if card.kind != FRIEND:
        return emblem("order" if card.kind == ORDER else "mask", edge)
    name, colour = SYMBOL_DRAWINGS[card.icon]
    star = drawing("spark", Place(WIDTH - 11, 11, 0.8)) if leader else ()
    return (*emblem(name, edge, mine=colour), *star)


def _wanted(card: Card) -> Items:
    """The symbols that a card needs, on a strip."""
    strip = Shape(box(8, 51.0, WIDTH - 16, 8.6, 3.6), LIGHT[card.kind], INK, 0.4)
    return (strip, *symbols(card.symbols, 55.3))


def _does(card: Card, tell: Tell) -> str:
    if card.ability:
        return _sentence(tell(words_of(card.ability.ops)), _before(card.ability, tell))
    return _sentence(tell(words_of(card.effect or ())), "")


def _before(ability: Ability, tell: Tell) -> str:
    if ability.cost:
        spelt = ", ".join(f"{count} × {tell(SYMBOLS[symbol])}" for symbol, count in ability.cost.items())
        return f"{spelt}: "
    if ability.others:
        return tell(say("With {count} more on the team: ", count=ability.others))
    return ""


def _sentence(text: str, before: str) -> str:
    whole = before + text
    return whole[:1].upper() + whole[1:] + "."


def _time(capacity: int) -> Items:
    """A clock's place for each Time counter that the card can bear, on its right edge."""
    found: Items = ()
    for number in range(capacity):
        x, y = WIDTH - 9.4, 19.0 + 5.2 * number
        found += (
            Shape(oval(x, y, 2.1, 2.1), "#ffffff", INK, 0.5),
            Shape(np.array([(x, y - 1.4), (x, y), (x + 1.1, y)]), "", INK, 0.4),
        )
    return found


def _theft(ingredient: str, name: str, place: str, tell: Tell) -> Items:
    where, light, dark = ROOMS[place]
    return (
        *blank(dark),
        panel(CREAM),
        panel(light, 45.5),
        *rays("#ffe7b8", y=23.0, far=18.0),
        *picture(ingredient, y=22.5, scale=0.74),
        Words(MIDDLE, 43.4, name, 4.0, INK),
        *drawing("thief", Place(17.0, 60.5, 0.56)),
        Shape(np.array([(28.0, 57.5), (32.0, 60.5), (28.0, 63.5)]), dark),
        *drawing(place, Place(44.5, 59.5, 0.6)),
        *title(tell(where)),
    )
