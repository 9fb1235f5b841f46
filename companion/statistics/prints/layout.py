"""The sheet of a summary: blocks one below the other, each a height and shapes from its own upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.statistics.dice import verdict
from companion.statistics.plot import WIDTH, Plot, columns, plot
from companion.statistics.prints.fonts import Fonts
from companion.statistics.prints.shapes import (
    GOLD,
    INK,
    MUTED,
    RULE,
    SEATS,
    Colour,
    Shape,
    Stroke,
    Words,
    box,
    dashes,
    seat_shape,
)
from companion.statistics.prints.spoken import Spoken
from companion.statistics.prints.tables import csv_file
from companion.statistics.times import span
from companion.statistics.told import Dice, Series, Summary
from companion.words import Sentence, say

PAGE = (595.0, 842.0)
"""A4 in points."""

MARGIN, ROOM = 40.0, 515.0
SCALE = ROOM / WIDTH
LINE = 14.0
PALETTE: tuple[Colour, ...] = ("#e0a900", "#d6493e", "#2f9e5f", "#8a5bd6", "#2f7fd6", "#e07f1f")
"""Colours of lines that are nobody's; letters tell them apart too."""


@dataclass(frozen=True)
class Block:
    """Shapes in a field as wide as the text, `height` points high."""

    height: float
    shapes: tuple[Shape, ...]


def blocks(summary: Summary, spoken: Spoken, fonts: Fonts) -> tuple[Block, ...]:
    """Everything of a summary in the order of the sheet."""
    return tuple(_blocks(_Maker(summary, spoken, fonts)))


def _blocks(maker: _Maker) -> Iterator[Block]:
    yield maker.heading()
    yield from maker.players()
    yield maker.sums()
    yield from (maker.series(series) for series in maker.summary.series if series.moments > 1)
    yield maker.times()
    yield from maker.dice()
    yield from maker.facts()
    yield from maker.missing()


@dataclass(frozen=True)
class _Maker:
    summary: Summary
    spoken: Spoken
    fonts: Fonts

    def say(self, template: str, **values: str | int | Sentence) -> str:
        return self.spoken.text(Sentence(template, values))

    def name(self, one: str | Sentence) -> str:
        return one if isinstance(one, str) else self.spoken.text(one)

    def fitting(self, text: str, size: float, room: float, bold: bool = False) -> str:
        """The text, cut with dots where it is wider than its room."""
        if self.fonts.width(text, size, bold) <= room:
            return text
        while text and self.fonts.width(text + "…", size, bold) > room:
            text = text[:-1]
        return text + "…"

    # ---- the parts

    def heading(self) -> Block:
        summary, moment = self.summary, self.spoken.local(self.summary.began)
        told = self.spoken.text(summary.how) if summary.how else self.spoken.text(say("This evening goes on"))
        lines = self.fonts.wrapped(told, 20, ROOM, bold=True)
        shapes: list[Shape] = [
            Words(0, 10, f"{self.spoken.text(summary.title)} · {moment:%Y-%m-%d %H:%M}", 10, colour=MUTED)
        ]
        shapes += [Words(0, 36 + 24 * place, line, 20, bold=True) for place, line in enumerate(lines)]
        return Block(24 + 24 * len(lines), tuple(shapes))

    def players(self) -> Iterator[Block]:
        for number, seat in enumerate(self.summary.seats):
            shapes = [*seat_shape(seat.colour, 8, 9, 7), Words(24, 13, self.fitting(seat.name, 12, 330), 12)]
            if self.summary.scores:
                told = f"{self.summary.scores[number]:,} {self.spoken.text(self.summary.scored)}"
                shapes.append(Words(ROOM, 13, told, 12, "end", bold=True))
            if number in self.summary.winners:
                won = self.spoken.text(say("won"))
                x = 34 + self.fonts.width(self.fitting(seat.name, 12, 330), 12)
                shapes.append(Words(x, 13, f"• {won}", 10, colour=GOLD, bold=True))
            yield Block(20, tuple(shapes))

    def sums(self) -> Block:
        summary = self.summary
        told = (
            (say("Rounds"), str(summary.rounds)),
            (say("Turns"), str(summary.turns)),
            (say("Moves"), str(summary.moves)),
            (say("Time played"), self.spoken.text(span(summary.times.total))),
        )
        wide = ROOM / len(told)
        shapes: list[Shape] = [Stroke(((0, 4), (ROOM, 4)), RULE, 0.7)]
        for place, (what, value) in enumerate(told):
            shapes.append(Words(wide * place, 18, self.spoken.text(what), 8, colour=MUTED))
            shapes.append(Words(wide * place, 34, value, 13, bold=True))
        return Block(46, tuple(shapes))

    def series(self, series: Series) -> Block:
        drawn = plot(series)
        top = 22.0
        shapes = [self.title(series.title), *(self.grid(drawn, top))]
        shapes += self.strips(drawn, top) if series.full else self.curves(drawn, top)
        foot = top + drawn.height * SCALE
        if not series.full:
            key = self.key(series, drawn, foot + 6)
            shapes += key.shapes
            foot += key.height
        unit = self.say("From left to right: turns. Upwards: {unit}.", unit=series.unit)
        return Block(foot + 22, (*shapes, Words(0, foot + 10, unit, 8, colour=MUTED)))

    def title(self, sentence: Sentence) -> Words:
        return Words(0, 14, self.spoken.text(sentence), 12, bold=True)

    def grid(self, drawn: Plot, top: float) -> Iterator[Shape]:
        for y, mark in drawn.across:
            left, right, height = drawn.left * SCALE, drawn.right * SCALE, top + y * SCALE
            yield Stroke(((left, height), (right, height)), RULE, 0.6)
            yield Words(left - 6, height + 3, mark, 8, "end", MUTED)
        for x, mark in drawn.along:
            yield Words(x * SCALE, top + drawn.floor * SCALE + 12, mark, 8, "middle", MUTED)

    def strips(self, drawn: Plot, top: float) -> list[Shape]:
        found: list[Shape] = []
        for curve in drawn.curves:
            points = [(x * SCALE, top + y * SCALE) for x, y in curve.points]
            for (x1, y1), (x2, _) in zip(points[1::2], points[2::2], strict=False):
                if y1 < points[0][1]:
                    found.append(box(x1, y1, x2 - x1 + 0.2, points[0][1] - y1, GOLD))
            name = self.fitting(self.name(curve.line.name), 9, drawn.left * SCALE - 10)
            found.append(Words(0, points[-1][1] - 4, name, 9))
        return found

    def curves(self, drawn: Plot, top: float) -> list[Shape]:
        found: list[Shape] = []
        for place, curve in enumerate(drawn.curves):
            points = tuple((x * SCALE, top + y * SCALE) for x, y in curve.points)
            found.append(Stroke(points, self.colour(curve.line.seat, place), 2.2, dashes(curve.dash, SCALE)))
        for place, curve in enumerate(drawn.curves):
            x, y = curve.mark[0] * SCALE, top + curve.mark[1] * SCALE
            found += self.mark(curve.line.seat, place, x, y)
        return found

    def colour(self, seat: int | None, place: int) -> Colour:
        return PALETTE[place % 6] if seat is None else SEATS[self.summary.seats[seat].colour]

    def mark(self, seat: int | None, place: int, x: float, y: float) -> tuple[Shape, ...]:
        """What stands at a line's end: the seat's shape, or a letter."""
        if seat is not None:
            return seat_shape(self.summary.seats[seat].colour, x, y, 6)
        disc = seat_shape("red", x, y, 7)[1]
        assert isinstance(disc, Stroke)
        return (
            box(x - 4, y - 5, 8, 10, "#ffffff"),
            disc,
            Words(x, y + 3.2, "ABCDEF"[place], 9, "middle", bold=True),
        )

    def key(self, series: Series, drawn: Plot, top: float) -> Block:
        found: list[Shape] = []
        for place, curve in enumerate(drawn.curves):
            x, y = ROOM / 2 * (place % 2), top + LINE * (place // 2) + 8
            found += self.mark(curve.line.seat, place, x + 8, y - 3)
            dash = dashes(curve.dash, SCALE)
            found.append(
                Stroke(((x + 20, y - 3), (x + 50, y - 3)), self.colour(curve.line.seat, place), 2.2, dash)
            )
            value = f"{series.sign}{curve.line.values[-1]:,}"
            found.append(Words(x + 58, y, self.fitting(self.name(curve.line.name), 9, 130), 9))
            found.append(Words(x + ROOM / 2 - 14, y, value, 9, "end", bold=True))
        return Block(LINE * -(-len(drawn.curves) // 2) + 8, tuple(found))

    def times(self) -> Block:
        longest = max(*self.summary.times.seats, 1.0)
        found: list[Shape] = [self.title(say("Time on turn"))]
        for number, seat in enumerate(self.summary.seats):
            y, seconds = 32 + 18.0 * number, self.summary.times.seats[number]
            found += seat_shape(seat.colour, 8, y - 4, 6)
            found.append(Words(22, y, self.fitting(seat.name, 10, 110), 10))
            found.append(box(140, y - 8, 280, 9, "#e6eff3"))
            found.append(box(140, y - 8, 280 * seconds / longest, 9, SEATS[seat.colour]))
            found.append(Words(ROOM, y, self.spoken.text(span(seconds)), 10, "end"))
        return Block(40 + 18.0 * len(self.summary.seats), tuple(found))

    def dice(self) -> Iterator[Block]:
        for place, dice in enumerate(self.summary.dice):
            if dice.thrown:
                title = (self.title(say("How fair were the dice?")),) if place == 0 else ()
                yield self.columns(dice, title, 22.0 if title else 4.0)

    def columns(self, dice: Dice, title: tuple[Shape, ...], top: float) -> Block:
        tall = 0.62 if len(self.summary.dice) == 1 else 0.4  # of the pages' drawing: one below the other
        expected = {face: dice.expected(face) for face in dice.counts}
        drawn = columns(dice.counts, {face: count for face, count in expected.items() if count is not None})
        found: list[Shape] = [*title, Words(0, top + 8, self.fairness(dice), 9)]
        head = top + 20
        for bar in drawn.columns:
            x, y, height = bar.x * SCALE, head + bar.y * SCALE * tall, bar.height * SCALE * tall
            found.append(box(x, y, bar.width * SCALE, height, "#9cc3d5"))
            label = head + bar.label * SCALE * tall
            found.append(Words(bar.middle * SCALE, label, str(bar.count), 8, "middle", bold=True))
            if bar.fair is not None:
                fair = head + bar.fair * SCALE * tall
                line = ((x - 4, fair), (x + bar.width * SCALE + 4, fair))
                found.append(Stroke(line, "#9c2b1d", 1.2, (5, 3)))
            name = self.fitting(self.spoken.face(dice.die_set, bar.face), 8, bar.width * SCALE * 1.35)
            found.append(
                Words(bar.middle * SCALE, head + drawn.floor * SCALE * tall + 11, name, 8, "middle", MUTED)
            )
        return Block(head + drawn.floor * SCALE * tall + 22, tuple(found))

    def fairness(self, dice: Dice) -> str:
        """Which dice, how many, and what can be said of them."""
        body = f"{self.spoken.text(Sentence(dice.body))}: " if dice.body else ""
        counted = self.say("dice counted: {count}", count=dice.thrown)
        return f"{body}{counted} – {self.verdict(dice)}"

    def verdict(self, dice: Dice) -> str:
        """In words, and with the test's figures where there were throws enough."""
        fair, told = dice.fairness, self.spoken.text(verdict(dice))
        return f"{told} (χ² = {fair.chi2:.1f}, p = {fair.p:.3f})" if fair and fair.enough else told

    def facts(self) -> Iterator[Block]:
        for place, fact in enumerate(self.summary.facts):
            top = 22.0 if place == 0 else 0.0
            head: tuple[Shape, ...] = (self.title(say("Worth telling")),) if place == 0 else ()
            told = self.fonts.wrapped(self.spoken.text(fact.sentence), 10, ROOM - 170)
            title = Words(0, top + 11, self.fitting(self.spoken.text(fact.title), 9, 160), 9, colour=MUTED)
            lines = tuple(Words(170, top + 11 + 13 * row, line, 10) for row, line in enumerate(told))
            yield Block(top + 5 + 13 * len(lines), (*head, title, *lines))

    def missing(self) -> Iterator[Block]:
        """What no font here can draw is told: the files of numbers have it."""
        texts = csv_file(self.summary, self.spoken).decode("utf-8-sig")
        if missing := self.fonts.missing([texts]):
            told = self.say(
                "Some letters show as empty boxes: this computer has no font with them ({number})."
                " The files CSV and JSON hold them.",
                number=len(missing),
            )
            lines = self.fonts.wrapped(told, 8, ROOM)
            shapes = tuple(Words(0, 14 + 11 * row, line, 8, colour=INK) for row, line in enumerate(lines))
            yield Block(20 + 11 * len(lines), shapes)
