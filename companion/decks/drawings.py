"""The drawings: text files of shapes, one a line, so that anybody can draw a card with a pencil and squared paper.

A drawing begins with its name in brackets and lies round the origin, some 20 units to each side. Then each line is

    blob FILL X,Y X,Y ...        a smooth closed line with an outline; a point given twice is a corner
    poly FILL X,Y X,Y ...        a closed line with corners and an outline
    oval FILL X,Y RX,RY TURN     an ellipse with an outline; TURN in degrees may be left out
    soft, flat, dot              the same three without an outline
    line INK WIDTH X,Y X,Y ...   a smooth open line; `edge` is one with corners
    text INK SIZE X,Y WORD       a word, its base line's middle at the point
    use NAME X,Y SCALE TURN      another drawing; SCALE may be negative: mirrored; then COLOUR=COLOUR ...

A colour is "#rrggbb", or a name: of the line `colour NAME #rrggbb` above, or what `use` gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from companion.decks.shapes import INK, Item, Items, Place, Points, Shape, Words, curve, moved, oval

OUTLINE = 0.9
"""Units; a drawing of 40 units is printed 30 to 40 millimetres wide."""

Colours = Mapping[str, str]


def drawing(name: str, place: Place = Place(), **colours: str) -> Items:  # noqa: B008  (a Place is frozen)
    """The shapes of a drawing at `place`, with `colours` in place of those of its file.

    Raises:
        KeyError: there is no such drawing, or no such colour.
        ValueError: a line of it is none.
    """
    lines, palette = _lines()
    known = {**palette, **colours}
    found: list[Item] = []
    for line in lines[name]:
        kind, *words = line.split()
        found += _KINDS[kind](words, known)
    return moved(found, place)


def names() -> tuple[str, ...]:
    """The names of all drawings."""
    return tuple(_lines()[0])


@cache
def _lines() -> tuple[Mapping[str, Sequence[str]], Colours]:
    """The lines of each drawing by its name, and the colours by theirs."""
    found: dict[str, list[str]] = {}
    palette = {"ink": INK, "white": "#ffffff"}
    name = ""
    for file in sorted(files(__package__).joinpath("drawings").iterdir(), key=lambda file: file.name):
        for line in file.read_text(encoding="utf-8").splitlines():
            text = line.partition("##")[0].strip()
            if text.startswith("["):
                name = text.strip("[]")
                found[name] = []
            elif text.startswith("colour "):
                _, colour, value = text.split()
                palette[colour] = value
            elif text:
                found[name].append(text)
    return found, palette


def _points(words: Sequence[str]) -> Points:
    return np.array([[float(part) for part in word.split(",")] for word in words])


def _named(word: str, colours: Colours) -> str:
    return word if word.startswith("#") else colours[word]


def _closed(*, smooth: bool, width: float) -> Callable[[Sequence[str], Colours], list[Item]]:
    def made(words: Sequence[str], colours: Colours) -> list[Item]:
        points = _points(words[1:])
        ring = curve(points, closed=True) if smooth else points
        return [Shape(ring, _named(words[0], colours), _named("ink", colours), width)]

    return made


def _round(width: float) -> Callable[[Sequence[str], Colours], list[Item]]:
    def made(words: Sequence[str], colours: Colours) -> list[Item]:
        (x, y), (wide, high) = _points(words[1:3]).tolist()
        ring = oval(x, y, wide, high, float(words[3]) if words[3:] else 0.0)
        return [Shape(ring, _named(words[0], colours), _named("ink", colours), width)]

    return made


def _open(*, smooth: bool) -> Callable[[Sequence[str], Colours], list[Item]]:
    def made(words: Sequence[str], colours: Colours) -> list[Item]:
        points = _points(words[2:])
        line = curve(points, closed=False) if smooth else points
        return [Shape(line, "", _named(words[0], colours), float(words[1]))]

    return made


def _text(words: Sequence[str], colours: Colours) -> list[Item]:
    ((x, y),) = _points(words[2:3]).tolist()
    return [Words(x, y, " ".join(words[3:]), float(words[1]), _named(words[0], colours))]


def _use(words: Sequence[str], colours: Colours) -> list[Item]:
    name, where, scale, turn, *others = words
    x, y = (float(part) for part in where.split(","))
    place = Place(x, y, abs(float(scale)), float(turn), mirror=scale.startswith("-"))
    given = {key: _named(value, colours) for key, _, value in (other.partition("=") for other in others)}
    return list(drawing(name, place, **{**colours, **given}))


_KINDS: Mapping[str, Callable[[Sequence[str], Colours], list[Item]]] = {
    "blob": _closed(smooth=True, width=OUTLINE),
    "poly": _closed(smooth=False, width=OUTLINE),
    "oval": _round(OUTLINE),
    "soft": _closed(smooth=True, width=0.0),
    "flat": _closed(smooth=False, width=0.0),
    "dot": _round(0.0),
    "line": _open(smooth=True),
    "edge": _open(smooth=False),
    "text": _text,
    "use": _use,
}
