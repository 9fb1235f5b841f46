"""What a printed sheet is made of, in points (1/72 inch) from its upper left corner, y downwards."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

Point = tuple[float, float]
Colour = str
"""`#rrggbb`."""

INK, MUTED, RULE, PAPER, GOLD = "#0b2638", "#3d5a6c", "#b9ccd6", "#ffffff", "#0a5f7c"

SEATS: Mapping[str, Colour] = {
    "yellow": "#e0a900",
    "green": "#2f9e5f",
    "blue": "#2f7fd6",
    "purple": "#8a5bd6",
    "red": "#d6493e",
    "orange": "#e07f1f",
}
"""The seats' colours, dark enough for lines on paper."""


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: Colour

    def moved(self, x: float, y: float) -> Area:
        """The same elsewhere."""
        return replace(self, points=_moved(self.points, x, y))


@dataclass(frozen=True)
class Stroke:
    """A line through points, `thick` points wide; `dash` are lengths on and off in points, or none."""

    points: tuple[Point, ...]
    colour: Colour = INK
    thick: float = 1.0
    dash: tuple[float, ...] = ()

    def moved(self, x: float, y: float) -> Stroke:
        """The same elsewhere."""
        return replace(self, points=_moved(self.points, x, y))


@dataclass(frozen=True)
class Words:
    """A line of words whose base line begins, has its middle or ends (`anchor`) at a point."""

    x: float
    y: float
    text: str
    size: float = 9.0
    anchor: str = "start"
    colour: Colour = INK
    bold: bool = False

    def moved(self, x: float, y: float) -> Words:
        """The same elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


Shape = Area | Stroke | Words


def _moved(points: tuple[Point, ...], x: float, y: float) -> tuple[Point, ...]:
    return tuple((one + x, other + y) for one, other in points)


def box(x: float, y: float, width: float, height: float, fill: Colour) -> Area:
    """A filled rectangle from its upper left corner."""
    return Area(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill)


def dashes(array: str, scale: float) -> tuple[float, ...]:
    """SVG's dash array in points."""
    return tuple(float(part) * scale for part in array.split())


CORNERS: Mapping[str, tuple[int, float]] = {
    "yellow": (5, 0.45),
    "green": (3, 0.5),
    "blue": (4, math.cos(math.pi / 4)),
    "purple": (4, math.cos(math.pi / 4)),
    "red": (24, math.cos(math.pi / 24)),
    "orange": (6, math.cos(math.pi / 6)),
}
"""A seat's shape as the pages draw it: its outer corners, and how far in the points between them lie."""


def seat_shape(colour: str, x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """The shape of a seat's colour around a point, with an outline."""
    points = _star(colour, x, y, radius)
    return Area(points, SEATS[colour]), Stroke((*points, points[0]), INK, 0.7)


def disc(x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """A white disc around a point, with an outline."""
    points = _star("red", x, y, radius)
    return Area(points, PAPER), Stroke((*points, points[0]), INK, 0.9)


def _star(colour: str, x: float, y: float, radius: float) -> tuple[Point, ...]:
    corners, inner = CORNERS[colour]
    turn = math.pi / 4 if colour == "blue" else 0.0
    return tuple(
        (
            x + radius * (1 if place % 2 == 0 else inner) * math.sin(turn + math.pi * place / corners),
            y - radius * (1 if place % 2 == 0 else inner) * math.cos(turn + math.pi * place / corners),
        )
        for place in range(2 * corners)
    )
