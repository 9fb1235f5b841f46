"""A summary as PDF: drawn, not rastered; only words that run from right to left or are joined are pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from PIL import Image
from reportlab.lib.utils import ImageReader  # type: ignore[import-untyped]  # publishes no types
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # publishes no types

from companion.statistics.prints.fonts import Fonts, drawn, is_shaped
from companion.statistics.prints.layout import MARGIN, PAGE, Block, blocks
from companion.statistics.prints.png import written
from companion.statistics.prints.shapes import Area, Point, Shape, Stroke, Words
from companion.statistics.prints.spoken import Spoken
from companion.statistics.told import Summary

FINE = 4.0
"""Pixels per point of words that have to be a picture: 288 per inch."""


def document(summary: Summary, spoken: Spoken) -> bytes:
    """The summary as a PDF file on A4, the same bytes each time."""
    fonts, out = Fonts(), io.BytesIO()
    canvas = Canvas(out, pagesize=PAGE, invariant=True, pageCompression=True)
    canvas.setTitle(spoken.text(summary.title))
    for page in _pages(blocks(summary, spoken, fonts)):
        for shape in page:
            _draw(canvas, fonts, shape)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _pages(found: tuple[Block, ...]) -> Iterator[list[Shape]]:
    """The blocks on pages: one that does not fit begins the next."""
    page, y = list[Shape](), MARGIN
    for block in found:
        if page and y + block.height > PAGE[1] - MARGIN:
            yield page
            page, y = [], MARGIN
        page += [shape.moved(MARGIN, y) for shape in block.shapes]
        y += block.height
    yield page


def _draw(canvas: Any, fonts: Fonts, shape: Shape) -> None:
    match shape:
        case Area():
            canvas.setFillColor(shape.fill)
            canvas.drawPath(_path(canvas, shape.points, close=True), stroke=0, fill=1)
        case Stroke():
            canvas.setStrokeColor(shape.colour)
            canvas.setLineWidth(shape.thick)
            canvas.setLineJoin(1)
            canvas.setDash(list(shape.dash) or [])
            canvas.drawPath(_path(canvas, shape.points, close=False), stroke=1, fill=0)
        case Words():
            _write(canvas, fonts, shape)


def _path(canvas: Any, points: tuple[Point, ...], *, close: bool) -> Any:
    path = canvas.beginPath()
    path.moveTo(points[0][0], PAGE[1] - points[0][1])
    for x, y in points[1:]:
        path.lineTo(x, PAGE[1] - y)
    if close:
        path.close()
    return path


def _write(canvas: Any, fonts: Fonts, words: Words) -> None:
    text, y = drawn(words.text), PAGE[1] - words.y
    if is_shaped(text):
        _paste(canvas, fonts, words)
        return
    canvas.setFillColor(words.colour)
    x = (
        words.x
        - fonts.width(text, words.size, words.bold) * {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    )
    for face, run in fonts.runs(text, words.bold):
        canvas.setFont(face.name, words.size)
        canvas.drawString(x, y, run)
        x += face.width(run, words.size)


def _paste(canvas: Any, fonts: Fonts, words: Words) -> None:
    """Words as a picture, their base line at the same place."""
    face, size = fonts.whole(drawn(words.text), words.bold), words.size * FINE
    left, top, right, bottom = face.pillow(size).getbbox(drawn(words.text), anchor="ls", direction="ltr")
    picture = Image.new("RGBA", (round(right - left) + 4, round(bottom - top) + 4), (255, 255, 255, 0))
    written(picture, fonts, Words(2 - left, 2 - top, words.text, size, "start", words.colour, words.bold))
    width, height = picture.width / FINE, picture.height / FINE
    x = words.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    y = PAGE[1] - words.y - (bottom + 2) / FINE
    canvas.drawImage(ImageReader(picture), x, y, width, height, mask="auto")
