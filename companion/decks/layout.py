"""What the faces of drawn cards have in common: the ground, the band with the name, badges, words in lines."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.decks.deck import HEIGHT, WIDTH
from companion.decks.drawings import drawing
from companion.decks.raster import text_width
from companion.decks.shapes import INK, Items, Place, Shape, Words, box, oval
from companion.rules.plankton_rising.vocabulary import SYMBOLS

MIDDLE = WIDTH / 2
CREAM = "#fffaf0"
RIM, ROUND = 2.2, 2.6
"""Millimetres: the white rim of a card, and the radius of the colour's corners within."""
PANEL = 4.8
"""Millimetres from a card's edge to its panel."""
BAND = 14.5
"""Millimetres of the band with the name, at the lower edge, rim included."""
TITLE = 6.0
SMALLEST = 3.0
NAME = WIDTH - 10.0
"""Millimetres of the largest and the smallest letters of a name, and of the line that it has."""
FINEST = 2.4
"""Millimetres of the smallest letters of a rule."""
SYMBOL_DRAWINGS: Mapping[str, tuple[str, str]] = {
    "E": ("triangle", "#f08a24"),
    "H": ("heart", "#d9413c"),
    "T": ("shield", "#3f9d4a"),
    "F": ("flower", "#4a7fd0"),
}
"""For each symbol the drawing that stands for it, and its colour."""


def blank(colour: str) -> Items:
    """A card in one colour within a white rim: nothing shows where the scissors go a little astray."""
    inner = box(RIM, RIM, WIDTH - 2 * RIM, HEIGHT - 2 * RIM, ROUND)
    return (Shape(box(0, 0, WIDTH, HEIGHT), "#ffffff"), Shape(inner, colour))


def panel(inside: str, top: float = PANEL, bottom: float = HEIGHT - BAND) -> Shape:
    """The panel that the drawing stands on, from `top` to `bottom` in millimetres."""
    return Shape(box(PANEL, top, WIDTH - 2 * PANEL, bottom - top, 4), inside, INK, 0.5)


def ground(edge: str, inside: str = CREAM) -> Items:
    """A card in the colour of its `edge` with a panel `inside`; the name stands below that on the edge."""
    return (*blank(edge), panel(inside))


def rays(colour: str, x: float = MIDDLE, y: float = 38.0, far: float = 26.0, count: int = 12) -> Items:
    """Rays of light, `far` millimetres long, behind a drawing; they stay within the panel."""
    found = []
    for turn in np.linspace(0, 2 * np.pi, count, endpoint=False):
        ends = [(x + far * np.cos(turn + step), y + far * np.sin(turn + step)) for step in (-0.13, 0.13)]
        found.append(Shape(np.array([(x, y), *ends]), colour))
    return tuple(found)


def title(text: str, ink: str = "#ffffff", y: float = HEIGHT - 6.4) -> Items:
    """The card's name, as large as it fits in one line, else in two."""
    size = fitting(text, NAME, TITLE)
    if size > 4.2 or " " not in text:
        return (Words(MIDDLE, y, text, size, ink),)
    upper, lower = _halves(text)
    small = min(fitting(line, NAME, 4.8) for line in (upper, lower))
    return (Words(MIDDLE, y - 3.4, upper, small, ink), Words(MIDDLE, y + 1.6, lower, small, ink))


def fitting(text: str, width: float, largest: float) -> float:
    """The letters' size in millimetres at which a line is at most `width` millimetres wide."""
    return max(SMALLEST, min(largest, largest * width / text_width(text, largest)))


def _halves(text: str) -> tuple[str, str]:
    """A text split at the blank nearest to its middle."""
    blanks = [place for place, sign in enumerate(text) if sign == " "]
    cut = min(blanks, key=lambda place: abs(place - len(text) / 2))
    return text[:cut], text[cut + 1 :]


def lines(text: str, y: float, *, size: float = 3.3, width: float = 48.0, ink: str = INK, most: int = 4) -> Items:
    """Words in at most `most` lines of `width` millimetres from the base line `y` on; smaller if need be."""
    found = _broken(text, size, width)
    while len(found) > most and size > FINEST:
        size -= 0.1
        found = _broken(text, size, width)
    return tuple(
        Words(MIDDLE, y + 1.3 * size * number, line, size, ink, bold=False) for number, line in enumerate(found)
    )


def _broken(text: str, size: float, width: float) -> list[str]:
    """The lines of a text."""
    found, line = list[str](), ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size, bold=False) > width:
            found.append(line)
            longer = word
        line = longer
    return [*found, line]


def badge(text: str, colour: str, ink: str = "#ffffff") -> Items:
    """What the card is in a few letters, in the corner that shows in a fanned hand."""
    size = fitting(text, 12.0, 4.8)
    plate = Shape(box(3.4, 3.4, 15, 7.6, 3.4), colour, INK, 0.6)
    return (plate, Words(10.9, 7.2 + 0.36 * size, text, size, ink))


def emblem(name: str, colour: str, *, scale: float = 0.5, mine: str = CREAM) -> Items:
    """What the card is as a small drawing, in the same corner."""
    plate = Shape(oval(10.4, 10.4, 6.4, 6.4), colour, INK, 0.6)
    return (plate, *drawing(name, Place(10.4, 10.2, scale), mine=mine))


def picture(name: str, *, x: float = MIDDLE, y: float = 39.0, scale: float = 1.12, turn: float = 0.0) -> Items:
    """A drawing on the card; by default as large as the panel allows, on a soft shadow."""
    shadow = Shape(oval(x, y + 20.5 * scale, 13 * scale, 2.4 * scale), "#e7dcc6")
    return (shadow, *drawing(name, Place(x, y, scale, turn)))


def symbols(counts: Mapping[str, int], y: float, size: float = 0.42) -> Items:
    """A row of symbols, each as often as it counts."""
    row = [symbol for symbol in SYMBOLS for _ in range(counts.get(symbol, 0))]
    step = 20 * size
    found: Items = ()
    for number, symbol in enumerate(row):
        name, colour = SYMBOL_DRAWINGS[symbol]
        x = MIDDLE + (number - (len(row) - 1) / 2) * step
        found += drawing(name, Place(x, y, size), mine=colour)
    return found


def back(colour: str, light: str, name: str, text: str) -> Items:
    """The back of a deck: a pattern of small drawings round a shield with the deck's name."""
    found: Items = (*blank(colour), panel(light, bottom=HEIGHT - PANEL))
    for row in range(6):
        for column in range(4):
            place = Place(10.5 + 14 * column, 11.5 + 13 * row, 0.24, turn=0 if row < 3 else 180)
            found += drawing(name, place)
    plate = Shape(box(7, HEIGHT / 2 - 7, WIDTH - 14, 14, 4), colour, INK, 0.6)
    size = fitting(text, WIDTH - 20, 6.0)
    return (*found, plate, Words(MIDDLE, HEIGHT / 2 + 0.36 * size, text, size, "#ffffff"))
