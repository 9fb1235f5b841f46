"""Where the parts of a drawing of a series lie, in drawing units: pages draw it as SVG, prints on paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.statistics.told import Line, Series

WIDTH, HEIGHT = 640.0, 280.0
LEFT, RIGHT, TOP, FOOT = 84.0, 22.0, 16.0, 34.0
NICE = (1, 2, 5, 10)
MARKS = 4
"""About so many marks on an axis."""

CLOSE = 20.0
"""Marks that are nearer would lie on each other."""

STRIP, NAME = 34.0, 200.0
"""Height of a strip and room for its name."""

DASHES = ("", "9 5", "2 5", "12 4 2 4", "5 3", "1 3")
"""How the lines of a plot differ beside their colour: SVG's dash arrays."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """A line of the series: its points, its dash array, and where its mark stands: at its end, beside others."""

    line: Line
    points: tuple[Point, ...]
    dash: str
    mark: Point


@dataclass(frozen=True)
class Plot:
    """A drawing of `width` x `height` units: curves, and marks at heights `across` and moments `along`."""

    curves: tuple[Curve, ...]
    across: tuple[tuple[float, str], ...]
    along: tuple[tuple[float, str], ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    floor: float = HEIGHT - FOOT


def plot(series: Series) -> Plot:
    """Lines over one pair of axes, or, where lines come to an end, each on a strip of its own."""
    return _strips(series) if series.full else _lines(series)


def _lines(series: Series) -> Plot:
    values = [value for line in series.lines for value in line.values]
    least, most = min(0, *values), max(1, *values)
    unit = step(most - least, MARKS)
    low, high = least // unit * unit, -(-most // unit) * unit

    def height(value: float) -> float:
        return HEIGHT - FOOT - (HEIGHT - FOOT - TOP) * (value - low) / (high - low)

    places = _moments(series, LEFT, WIDTH - RIGHT)
    points = [tuple(zip(places, map(height, line.values), strict=True)) for line in series.lines]
    curves = tuple(
        Curve(line, points[number], DASHES[number % len(DASHES)], _mark(number, [one[-1] for one in points]))
        for number, line in enumerate(series.lines)
    )
    across = tuple((height(value), f"{series.sign}{value:,}") for value in range(low, high + 1, unit))
    return Plot(curves, across, _turns(series, places))


def _strips(series: Series) -> Plot:
    """Each line as a staircase that fills its strip at the value `full`."""
    places = _moments(series, NAME, WIDTH - RIGHT)
    bases = [TOP + STRIP * (number + 1) for number in range(len(series.lines))]
    floor = bases[-1]
    curves = tuple(
        Curve(line, _stairs(line, places, base, (STRIP - 8) / series.full), "", (places[-1], base))
        for base, line in zip(bases, series.lines, strict=True)
    )
    across = tuple((base, "") for base in bases)
    turns = _turns(series, places)
    return Plot(curves, across, turns, height=floor + FOOT, left=NAME, floor=floor)


def _stairs(line: Line, places: list[float], floor: float, scale: float) -> tuple[Point, ...]:
    """A step per turn, as high as the value after it."""
    points = [(places[0], floor)]
    for left, right, value in zip(places, places[1:], line.values[1:], strict=False):
        points += [(left, floor - value * scale), (right, floor - value * scale)]
    return (*points, (places[-1], floor))


def _mark(number: int, ends: list[Point]) -> Point:
    """Where a line's mark stands: those of lines that end at the same height stand side by side."""
    x, y = ends[number]
    return x - CLOSE * sum(abs(other - y) < CLOSE for _, other in ends[number + 1 :]), y


def _moments(series: Series, left: float, right: float) -> list[float]:
    return [left + (right - left) * place / max(1, series.moments - 1) for place in range(series.moments)]


def _turns(series: Series, places: list[float]) -> tuple[tuple[float, str], ...]:
    every = step(series.moments - 1, 8)
    return tuple((places[place], str(place)) for place in range(0, series.moments, every))


def step(span: float, parts: int) -> int:
    """The least of 1, 2, 5 times a power of ten that divides `span` into at most about so many parts."""
    power = 1
    while 10 * power * parts < span:
        power *= 10
    return next(power * nice for nice in NICE if power * nice * parts >= span)


@dataclass(frozen=True)
class Column:
    """A face's column: its corner, size and count, and the height at which a fair die would end."""

    face: str
    count: int
    x: float
    y: float
    width: float
    height: float
    fair: float | None

    @property
    def middle(self) -> float:
        """The x of its axis."""
        return self.x + self.width / 2

    @property
    def label(self) -> float:
        """The base line of its count: above the column, and not on the line of fair dice."""
        close = self.fair is not None and -4 < self.y - self.fair < 26
        return (self.fair if close and self.fair is not None else self.y) - 6


@dataclass(frozen=True)
class Columns:
    """Columns that stand on `floor` in a drawing of `width` x `height` units."""

    columns: tuple[Column, ...]
    width: float = WIDTH
    height: float = HEIGHT
    floor: float = HEIGHT - 52


def columns(counts: Mapping[str, int], expected: Mapping[str, float]) -> Columns:
    """A column per face, and for each the count that fair dice would show where it is known."""
    floor, most = HEIGHT - 52, max(*counts.values(), *expected.values(), 1)
    scale, wide = (floor - 26) / most, (WIDTH - 16) / len(counts)

    def column(place: int, face: str, count: int) -> Column:
        fair = floor - expected[face] * scale if face in expected else None
        left = 8 + wide * (place + 0.15)
        return Column(face, count, left, floor - count * scale, wide * 0.7, count * scale, fair)

    return Columns(tuple(column(place, *one) for place, one in enumerate(counts.items())))
