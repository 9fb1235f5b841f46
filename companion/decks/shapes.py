"""What a drawn card is made of: closed and open lines and words in millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points (n, 2) in millimetres from the upper left corner, x to the right, y downwards."""

INK = "#2a2430"
SMALL = 3.0
"""Half axes of an ellipse up to which fewer corners are round enough."""
STEPS = 7
"""Straight pieces of a curve from one of its points to the next: the error stays under a tenth of a millimetre."""


@dataclass(frozen=True, eq=False)
class Shape:
    """A line through `points`, `width` millimetres wide; closed and filled when there is a `fill` ("#rrggbb")."""

    points: Points
    fill: str = ""
    ink: str = INK
    width: float = 0.0

    def moved(self, place: Place) -> Shape:
        """The shape at another place."""
        return replace(self, points=place.of(self.points), width=self.width * place.scale)


@dataclass(frozen=True)
class Words:
    """A line of words, its base line's middle at `x`, `y`; `size` is that of the letters in millimetres.

    `upside_down` turns it by half a turn round that point.
    """

    x: float
    y: float
    text: str
    size: float
    ink: str = INK
    bold: bool = True
    upside_down: bool = False

    def moved(self, place: Place) -> Words:
        """The words at another place; they stay level."""
        ((x, y),) = place.of(np.array([[self.x, self.y]])).tolist()
        return replace(self, x=x, y=y, size=self.size * place.scale)


Item = Shape | Words
Items = tuple[Item, ...]


@dataclass(frozen=True)
class Place:
    """Where a drawing goes: its origin to `x`, `y`, `scale` times its size, turned by `turn` degrees clockwise."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0
    mirror: bool = False

    def of(self, points: Points) -> Points:
        """Where points (n, 2) of the drawing come to lie."""
        cosine, sine = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        flip = np.array([-1.0 if self.mirror else 1.0, 1.0])
        turned = (points * flip) @ np.array([[cosine, sine], [-sine, cosine]])
        return np.asarray(turned * self.scale + (self.x, self.y))


def moved(items: Iterable[Item], place: Place) -> Items:
    """Shapes and words at another place."""
    return tuple(item.moved(place) for item in items)


def curve(points: Points, *, closed: bool) -> Points:
    """The smooth curve (Catmull and Rom's, 1974) through points; one that is given twice is a corner."""
    ends = (points[-1:], points[:2]) if closed else (points[:1], points[-1:])
    through = np.concatenate([ends[0], points, ends[1]])
    share = np.linspace(0, 1, STEPS, endpoint=False)[:, None]
    pieces = [_piece(through[n : n + 4], share) for n in range(len(through) - 3)]
    return np.concatenate([*pieces, through[-2:-1]])


def _piece(four: Points, share: Points) -> Points:
    """The curve from the second to the third of four points."""
    before, start, end, after = four
    if np.array_equal(start, end):
        return np.asarray(start[None])
    out = np.zeros(2) if np.array_equal(before, start) else (end - before) / 2
    into = np.zeros(2) if np.array_equal(end, after) else (after - start) / 2
    square, cube = share**2, share**3
    return np.asarray(
        (2 * cube - 3 * square + 1) * start
        + (cube - 2 * square + share) * out
        + (3 * square - 2 * cube) * end
        + (cube - square) * into
    )


def oval(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Points:
    """An ellipse round `x`, `y` with half axes `wide` and `high`, turned by degrees clockwise."""
    angle = np.linspace(0, 2 * np.pi, 36 if max(wide, high) > SMALL else 16, endpoint=False)
    ring = np.stack([wide * np.cos(angle), high * np.sin(angle)], axis=1)
    return Place(x, y, turn=turn).of(ring)


def box(left: float, top: float, width: float, height: float, radius: float = 0.0) -> Points:
    """A rectangle whose corners are rounded with `radius`."""
    corners: Sequence[tuple[float, float, float]] = (
        (left + width - radius, top + radius, -90.0),
        (left + width - radius, top + height - radius, 0.0),
        (left + radius, top + height - radius, 90.0),
        (left + radius, top + radius, 180.0),
    )
    quarter = np.radians(np.linspace(0, 90, 9 if radius else 1))
    arcs = [
        np.stack([x + radius * np.cos(quarter + start), y + radius * np.sin(quarter + start)], axis=1)
        for x, y, start in ((x, y, np.radians(degrees)) for x, y, degrees in corners)
    ]
    return np.concatenate(arcs)
