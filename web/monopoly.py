"""The Monopoly board and the chart of everybody's worth: where their parts lie; the templates draw them as SVG."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.monopoly.names import Names
from companion.rules.monopoly.told import CAUSES
from companion.statistics.plot import DASHES
from companion.words import Sentence, say

__all__ = ["CAUSES", "DASHES", "cells", "names", "pieces", "raises", "worths"]

SIDE, CORNER, BAND, LETTERS = 1000.0, 136.0, 27.0, 10
STEP = (SIDE - 2 * CORNER) / 9

CHART_WIDTH, CHART_HEIGHT, CHART_FOOT, CHART_SIDE = 480.0, 220.0, 24.0, 52.0
NICE = (1, 2, 5, 10)


@dataclass(frozen=True)
class Cell:
    """A space of the drawn board in drawing units: its corner and size, its colour band, and its name in lines.

    `across` says that it lies in the left or right column, where the band stands upright.
    """

    pos: int
    x: float
    y: float
    width: float
    height: float
    band: tuple[float, float, float, float]
    lines: tuple[str, ...]
    across: bool

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the space."""
        return self.x + self.width / 2, self.y + self.height / 2


def cells(spaces: Sequence[Mapping[str, Any]]) -> tuple[Cell, ...]:
    """The forty spaces clockwise from GO at the lower right."""
    return tuple(_cell(space["pos"], space["name"]) for space in spaces)


def _cell(pos: int, name: str) -> Cell:
    side, step = divmod(pos, 10)
    x, y = _corner(side, step)
    wide, across = STEP if step else CORNER, side % 2 == 1 and step > 0
    lines = tuple(textwrap.wrap(name, LETTERS + 6 if across else LETTERS))[:4]
    width, height = (CORNER, wide) if across else (wide, CORNER)
    bands = {
        0: (x, y, width, BAND),
        1: (x + width - BAND, y, BAND, height),
        2: (x, y + height - BAND, width, BAND),
        3: (x, y, BAND, height),
    }
    return Cell(pos, x, y, width, height, bands[side], lines, across)


def _corner(side: int, step: int) -> tuple[float, float]:
    """The upper left corner of a space: sides count from the bottom, to the left and round."""
    far = SIDE - CORNER
    if side < 2:
        down = far - step * STEP
        return (down, far) if side == 0 else (0.0, down)
    grown = CORNER + (step - 1) * STEP if step else 0.0
    return (grown, 0.0) if side == 2 else (far, grown)


@dataclass(frozen=True)
class Worths:
    """Everybody's worth after each turn: a line of points `x,y` per seat, and marks (height, dollars)."""

    lines: tuple[str, ...]
    ends: tuple[tuple[float, float], ...]
    marks: tuple[tuple[float, int], ...]
    left: float = CHART_SIDE
    width: float = CHART_WIDTH
    height: float = CHART_HEIGHT


def worths(history: Sequence[Sequence[int]]) -> Worths:
    """The chart of a `history` with at least two moments."""
    most = max(max(moment) for moment in history)
    unit = _unit(max(most, 1) / 4)
    top = unit * -(-most // unit)
    across = (CHART_WIDTH - CHART_SIDE - 16) / (len(history) - 1)
    places = [
        [(CHART_SIDE + at * across, _height(moment[seat], top)) for at, moment in enumerate(history)]
        for seat in range(len(history[0]))
    ]
    lines = tuple(" ".join(f"{x:.1f},{y:.1f}" for x, y in line) for line in places)
    marks = tuple((_height(value, top), value) for value in range(0, top + 1, unit))
    return Worths(lines, tuple(line[-1] for line in places), marks)


def _height(value: int, top: int) -> float:
    room = CHART_HEIGHT - 2 * CHART_FOOT
    return CHART_HEIGHT - CHART_FOOT - room * value / max(top, 1)


def _unit(value: float) -> int:
    """The next of 1, 2, 5 times a power of ten."""
    power = 1
    while 10 * power < value:
        power *= 10
    return next(power * nice for nice in NICE if power * nice >= value)


def names(board: Mapping[str, Any]) -> Names:
    """What the family of this board calls its money and its groups."""
    return Names(**board["names"])


def pieces(level: int) -> Sentence:
    """What is built on a street, in words."""
    if level == 5:
        return say("a Krab")
    return say("1 pineapple") if level == 1 else say("{count} pineapples", count=level)


def raises(least: int, most: int) -> tuple[int, ...]:
    """A few bids that one tap makes: the least, and somewhat more."""
    return tuple(least + more for more in (0, 9, 24, 49, 99) if least + more <= most)
