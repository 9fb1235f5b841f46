"""The allotment: the made-up deck of Plant-Based Riot, drawn; what is on it comes from the box `paper`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from companion.decks.deck import HEIGHT, WIDTH, DrawnCard, DrawnDeck, Tell
from companion.decks.drawings import drawing
from companion.decks.layout import (
    BAND,
    CREAM,
    MIDDLE,
    NAME,
    RIM,
    back,
    badge,
    blank,
    emblem,
    fitting,
    ground,
    lines,
    panel,
    picture,
    rays,
    title,
)
from companion.decks.shapes import INK, Items, Place, Shape, Words, box
from companion.rules.riot.deck import APPLES, CARTEL, SIZE, Card, Deck, Gang, checked_box, deck_of, shipped
from companion.words import Sentence, say

COLOURS: Mapping[str, str] = {
    "RAD": "#d2355f",
    "ONI": "#8444a0",
    "PEA": "#6aae3f",
    "CAB": "#1f7a58",
    "PUM": "#e0741a",
    "CUC": "#2a6a34",
    "GAR": "#a98f5e",
    "ASP": "#94a82e",
    "PEP": "#bd2318",
    "AUB": "#46256a",
}
"""The gangs' colours."""
LOWER = [(5.1, 50.2), (WIDTH - 5.1, 37.8), (WIDTH - 5.1, 73.0), (WIDTH - 7.4, 75.6), (7.4, 75.6), (5.1, 73.0)]
"""The lower half of a wild card's panel."""
GOLD, NIGHT = "#e9c46a", "#20233a"
SECURITY, ACTION, WILD = "#2f6fb0", "#33364f", "#6b4a2f"
DOES: Mapping[str, Sentence] = {
    "MEGA": say("Counts as a card of any gang."),
    "PEAR": say("Protects a gang of one, two or three cards."),
    "FELON": say("Protects a full gang of three cards."),
    "BA1": say("Take an unprotected card of one of these gangs."),
    "BA2": say("Take an unprotected card of one of these gangs."),
    "BA3": say("Take an unprotected card of one of these gangs."),
    "BA4": say("Take an unprotected card of one of these gangs."),
    "CHERRY": say("Take any unprotected gang card."),
    "PEACHY": say("All others give you an unprotected gang card of their choice."),
    "BANANAS": say("Take a whole unprotected gang."),
    "LEEKY": say("Look at all Cartel cards, alone."),
    "TRADE": say("Swap one of your gang cards for somebody else's, both unprotected."),
    "DIP": say("Draw two cards."),
    "RECRUIT": say("Look at three cards of the pile, keep one, put two back."),
    "SPIN": say("All turfs move on by one player, protected or not."),
    "NOPE": say("At any time, for no move: the card just played does nothing."),
}
"""What a card does, in a sentence on it."""


def deck(tell: Tell) -> DrawnDeck:
    """The drawn deck in the language of `tell`."""
    printed = deck_of(checked_box(shipped("paper")))
    rear = DrawnCard("back", say("The back"), partial(back, "#2f6b3a", "#e6f0d8", "cabbage", "The Allotment"))
    return DrawnDeck("riot", say("The Allotment (Plant-Based Riot)"), tuple(_cards(printed, tell)), rear)


def _cards(printed: Deck, tell: Tell) -> Iterator[DrawnCard]:
    for gang in printed.gangs:
        name = say("Cartel: {gang}", gang=gang.name)
        yield DrawnCard(f"{CARTEL}{gang.code}", name, partial(_cartel, gang, tell))
    for gang in printed.gangs:
        rival = printed.by_code[gang.rival].name
        yield DrawnCard(gang.code, printed.names[gang.code], partial(_gang, gang, rival, tell), SIZE)
    for card in printed.cards:
        if card.kind != "gang":
            draw = partial(_other, card, printed, tell)
            yield DrawnCard(card.id, printed.names[card.id], draw, card.copies or 1)


def _gang(gang: Gang, rival: str, tell: Tell) -> Items:
    colour = COLOURS[gang.code]
    return (
        *ground(colour),
        *rays(_tint(colour)),
        *picture(gang.code, y=37.0, scale=1.08),
        *lines(tell(say("Rivals: {gang}", gang=rival)), 68.0, size=3.2),
        *badge(gang.code, colour),
        *title(gang.name),
    )


def _cartel(gang: Gang, tell: Tell) -> Items:
    colour = COLOURS[gang.code]
    return (
        *ground(NIGHT, GOLD),
        Shape(box(6.8, 6.8, WIDTH - 13.6, HEIGHT - BAND - 8.8, 3), _tint(colour), INK, 0.4),
        *drawing(f"{CARTEL}{gang.code}", Place(MIDDLE, 43.0, 1.02)),
        Words(MIDDLE, 14.4, tell(say("CARTEL")), 6.4, NIGHT),
        *_letters(gang.code),
        *title(gang.name, GOLD),
    )


def _letters(code: str) -> Items:
    """The gang's letters in the night's colour, where the panel ends."""
    size = 4.6
    return (
        Shape(box(MIDDLE - 8, HEIGHT - BAND - 4.4, 16, 7.4, 3.2), NIGHT, GOLD, 0.7),
        Words(MIDDLE, HEIGHT - BAND + 0.9, code, size, GOLD),
    )


def _other(card: Card, printed: Deck, tell: Tell) -> Items:
    if card.kind == "wild":
        return _wild(card, printed)
    if card.kind == "mega":
        return _mega(card, tell)
    return _action(card, printed, tell)


def _wild(card: Card, printed: Deck) -> Items:
    """Two halves, one for each gang, the lower one's words upside down."""
    upper, lower = card.gangs
    right, bottom = WIDTH - RIM, HEIGHT - RIM
    half = [(RIM, 51.0), (right, 37.0), (right, bottom - 1.6), (right - 1.6, bottom), (RIM + 1.6, bottom)]
    found: Items = (
        *blank(COLOURS[upper]),
        Shape(np.array([*half, (RIM, bottom - 1.6)]), COLOURS[lower]),
        panel(CREAM, 12.0, HEIGHT - 12.0),
        Shape(np.array(LOWER), _tint(COLOURS[lower])),
        Shape(np.array(half[:2]), "", INK, 0.7),
    )
    for code, x, y in ((upper, 26.0, 28.0), (lower, 37.0, 60.5)):
        found += drawing(code, Place(x, y, 0.72))
    for code, x, y, turned in ((upper, 49.8, 21.0, False), (lower, 13.2, 65.0, True)):
        found += (
            Shape(box(x - 7, y - 5, 14, 7.6, 3.4), COLOURS[code], INK, 0.6),
            Words(x, y + (-3.0 if turned else 0.6), code, 4.6, "#ffffff", upside_down=turned),
        )
    return (*found, *_two_names(printed.gang(upper), printed.gang(lower)))


def _two_names(upper: str, lower: str) -> Items:
    return (
        Words(MIDDLE, 9.2, upper, fitting(upper, NAME, 5.2), "#ffffff"),
        Words(MIDDLE, HEIGHT - 9.2, lower, fitting(lower, NAME, 5.2), "#ffffff", upside_down=True),
    )


def _mega(card: Card, tell: Tell) -> Items:
    """All gangs' colours round the heap."""
    wide = (WIDTH - 2 * RIM) / len(COLOURS)
    stripes = tuple(
        Shape(box(RIM + wide * place, RIM + 0.6, wide + 0.2, HEIGHT - 2 * RIM - 1.2), colour)
        for place, colour in enumerate(COLOURS.values())
    )
    name = Shape(box(RIM + 0.6, HEIGHT - BAND + 1.2, WIDTH - 2 * RIM - 1.2, BAND - RIM - 1.8, 2), WILD)
    return (
        *blank(WILD),
        *stripes,
        panel(CREAM),
        *rays("#ffe9a8"),
        *picture(card.id, y=37.0, scale=1.18),
        *lines(tell(DOES[card.id]), 67.5),
        name,
        *emblem("spark", WILD, scale=0.9),
        *title(card.name),
    )


def _action(card: Card, printed: Deck, tell: Tell) -> Items:
    security = card.kind == "security"
    colour = SECURITY if security else ACTION
    found: Items = (
        *ground(colour, "#eaf3fb" if security else CREAM),
        *rays("#cfe3f5" if security else "#ffe9c4", y=34.0),
        *picture(card.id, y=33.0, scale=1.06),
        *lines(tell(DOES[card.id]), 59.5, most=2 if card.id in APPLES else 4),
    )
    if len(card.steals) < len(printed.gangs):
        found += _crests(card.steals)
    return (*found, *emblem("shield" if security else "bolt", colour, mine=GOLD), *title(card.name, GOLD))


def _crests(gangs: tuple[str, ...]) -> Items:
    """The letters of some gangs in a row."""
    found: Items = ()
    for number, code in enumerate(gangs):
        x = MIDDLE + (number - (len(gangs) - 1) / 2) * 11.4
        found += (
            Shape(box(x - 5.2, 66.0, 10.4, 5.6, 2.4), COLOURS[code], INK, 0.4),
            Words(x, 70.0, code, 3.4, "#ffffff"),
        )
    return found


def _tint(colour: str) -> str:
    """A colour with three quarters of white in it."""
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{255 - (255 - part) // 4:02x}" for part in parts)
