"""Charts: where the parts of a drawing lie; the template `parts/chart.html` draws them as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.just_dice.statistics import Fairness
from companion.statistics.dice import judged
from web.words import phrase, text

WIDTH, HEIGHT = 480.0, 240.0
TOP, BOTTOM, SIDE = 26.0, 54.0, 8.0


@dataclass(frozen=True)
class Bar:
    """A face's bar: its corner, size and middle in drawing units, and the count that it stands for."""

    face: str
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The x of its axis."""
        return self.x + self.width / 2


@dataclass(frozen=True)
class Chart:
    """The counts of faces as bars over a floor, with the height of what fair dice would show.

    The drawing is `width` x `height` units and scales with the page.
    """

    bars: tuple[Bar, ...]
    expected: float
    expected_y: float
    floor: float = HEIGHT - BOTTOM
    width: float = WIDTH
    height: float = HEIGHT


def faces_chart(counts: Mapping[str, int]) -> Chart:
    """The chart of how often each face fell."""
    expected = sum(counts.values()) / len(counts)
    most = max(*counts.values(), expected, 1)
    scale, step = (HEIGHT - TOP - BOTTOM) / most, (WIDTH - 2 * SIDE) / len(counts)
    bars = tuple(_bar(place, face, count, step, scale) for place, (face, count) in enumerate(counts.items()))
    return Chart(bars, expected, HEIGHT - BOTTOM - expected * scale)


def _bar(place: int, face: str, count: int, step: float, scale: float) -> Bar:
    x = SIDE + step * (place + 0.15)
    return Bar(face, count, x, HEIGHT - BOTTOM - count * scale, step * 0.7, count * scale)


def verdict(fairness: Mapping[str, Any] | None) -> str:
    """What the chi-square test of a board says, for people who never heard of it."""
    return text(judged(Fairness(**fairness) if fairness else None))


def figures(fairness: Mapping[str, Any]) -> str:
    """The chi-square test's figures for people who know it."""
    chance = f"{fairness['p']:.1%}" if fairness["p"] >= 0.001 else "< 0.1%"
    return phrase(
        "Fair dice stray this far with chance {chance} (χ² = {chi2}, {df} degrees of freedom).",
        chance=chance,
        chi2=f"{fairness['chi2']:.1f}",
        df=fairness["df"],
    )
