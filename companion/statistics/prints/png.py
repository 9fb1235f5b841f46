"""A summary as a picture to share: one long sheet."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

from PIL import Image, ImageDraw

from companion.statistics.prints.fonts import Fonts, drawn, is_shaped
from companion.statistics.prints.layout import MARGIN, PAGE, blocks
from companion.statistics.prints.shapes import PAPER, Area, Point, Shape, Stroke, Words
from companion.statistics.prints.spoken import Spoken
from companion.statistics.told import Summary

FINE, COARSER = 3.6, 2
"""Pixels per point while drawing, and how many of them become one: 1,071 pixels across, with smooth edges."""


def picture(summary: Summary, spoken: Spoken) -> bytes:
    """The summary as a PNG file."""
    fonts = Fonts()
    found = blocks(summary, spoken, fonts)
    height = 2 * MARGIN + sum(block.height for block in found)
    sheet = Image.new("RGB", (round(PAGE[0] * FINE), round(height * FINE)), PAPER)
    y = MARGIN
    for block in found:
        for shape in block.shapes:
            _draw(sheet, fonts, shape.moved(MARGIN, y))
        y += block.height
    out = io.BytesIO()
    sheet.reduce(COARSER).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw(sheet: Image.Image, fonts: Fonts, shape: Shape) -> None:
    pen = ImageDraw.Draw(sheet)
    match shape:
        case Area():
            pen.polygon(_scaled(shape.points), fill=shape.fill)
        case Stroke():
            for part in _parts(shape):
                pen.line(_scaled(part), fill=shape.colour, width=round(shape.thick * FINE), joint="curve")
        case Words():
            size = shape.size * FINE
            written(
                sheet,
                fonts,
                Words(shape.x * FINE, shape.y * FINE, shape.text, size, shape.anchor, shape.colour, shape.bold),
            )


def _scaled(points: tuple[Point, ...]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _parts(stroke: Stroke) -> Iterator[tuple[Point, ...]]:
    """A line, or the pieces of a dashed one."""
    if not stroke.dash:
        yield stroke.points
        return
    dash = stroke.dash if len(stroke.dash) % 2 == 0 else stroke.dash * 2
    place, left, part = 0, dash[0], [stroke.points[0]]
    for end in stroke.points[1:]:
        start = part[-1]
        span = math.dist(start, end)
        while span >= left:
            start = _towards(start, end, left / span)
            if place % 2 == 0:
                yield (*part, start)
            place, part = place + 1, [start]
            span, left = math.dist(start, end), dash[place % len(dash)]
        left -= span
        part.append(end)
    if place % 2 == 0 and len(part) > 1:
        yield tuple(part)


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def written(sheet: Image.Image, fonts: Fonts, words: Words) -> None:
    """Write words on a picture, place and size in pixels; letters of scripts that are joined are joined."""
    text, pen = drawn(words.text), ImageDraw.Draw(sheet)
    if is_shaped(text):
        face = fonts.whole(text, words.bold)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[words.anchor]
        pen.text((words.x, words.y), text, words.colour, face.pillow(words.size), anchor=anchor, direction="ltr")
        return
    x = (
        words.x
        - fonts.width(text, words.size, words.bold) * {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    )
    for one, run in fonts.runs(text, words.bold):
        pen.text((x, words.y), run, words.colour, one.pillow(words.size), anchor="ls")
        x += one.width(run, words.size)
