"""Cards on paper: nine to a page with cutting marks, drawn as lines and words without a pixel, as a PDF file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING

from companion.decks.deck import HEIGHT, WIDTH, DrawnCard, DrawnDeck
from companion.decks.raster import FONTS, font_file
from companion.decks.shapes import Shape, Words
from companion.vision.mat import Paper
from companion.vision.sheet import POINTS
from companion.words import say

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # publishes no types

COLUMNS, ROWS = 3, 3
PAGE = COLUMNS * ROWS
MARK = 4.0
"""Millimetres of a cutting mark, outside the cards."""
APART = 1.0
"""Millimetres between a cutting mark and the cards."""


def pdf(deck: DrawnDeck, paper: Paper, *, backs: bool = False) -> bytes:
    """A deck as a PDF file on sheets that stand upright, the same bytes each time; asks not to be scaled.

    With `backs` a sheet of backs follows every sheet of faces, for printing on both sides.
    """
    from reportlab.pdfgen.canvas import Canvas  # here: 10 MB that a running table does without

    out = io.BytesIO()
    size = paper.height * POINTS, paper.width * POINTS  # a Paper lies broad
    canvas = Canvas(out, pagesize=size, invariant=True, pageCompression=True)
    canvas.setTitle(f"Table Companion: {deck.title}")
    canvas.setViewerPreference("PrintScaling", "None")
    _know_fonts()
    for card in (*deck.cards, deck.back):
        _keep(canvas, card)
    for number, sheet in enumerate(sheets(deck), start=1):
        _page(canvas, paper, sheet, f"{deck.title}, {number}")
        if backs:
            _page(canvas, paper, [deck.back] * len(sheet), f"{deck.title}, {number}", mirrored=True)
    canvas.save()
    return out.getvalue()


def sheets(deck: DrawnDeck) -> Iterator[Sequence[DrawnCard]]:
    """The cards of a whole deck, copies side by side, sheet by sheet."""
    cards = iter(chain.from_iterable(repeat(card, card.copies) for card in deck.cards))
    while sheet := tuple(islice(cards, PAGE)):
        yield sheet


def _know_fonts() -> None:
    from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]  # publishes no types
    from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]  # publishes no types

    for bold, name in FONTS.items():
        pdfmetrics.registerFont(TTFont(name, font_file(bold)))


def _keep(canvas: Canvas, card: DrawnCard) -> None:
    """Write a card into the file once; its copies only refer to it."""
    canvas.beginForm(card.code, 0, 0, WIDTH * POINTS, HEIGHT * POINTS)
    for item in card.items:
        if isinstance(item, Shape):
            _draw(canvas, item)
        else:
            _write(canvas, item)
    canvas.endForm()


def _draw(canvas: Canvas, shape: Shape) -> None:
    path = canvas.beginPath()
    (x, y), *others = (shape.points * (1, -1) + (0, HEIGHT)) * POINTS
    path.moveTo(x, y)
    for x, y in others:
        path.lineTo(x, y)
    if shape.fill:
        path.close()
        canvas.setFillColor(shape.fill)
    canvas.setStrokeColor(shape.ink)
    canvas.setLineWidth(shape.width * POINTS)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    canvas.drawPath(path, stroke=int(shape.width > 0), fill=int(bool(shape.fill)))


def _write(canvas: Canvas, words: Words) -> None:
    canvas.saveState()
    canvas.setFillColor(words.ink)
    canvas.setFont(FONTS[words.bold], words.size * POINTS)
    canvas.translate(words.x * POINTS, (HEIGHT - words.y) * POINTS)
    canvas.rotate(180 if words.upside_down else 0)
    canvas.drawCentredString(0, 0, words.text)
    canvas.restoreState()


def _page(canvas: Canvas, paper: Paper, cards: Sequence[DrawnCard], told: str, *, mirrored: bool = False) -> None:
    left, bottom = (paper.height - COLUMNS * WIDTH) / 2, (paper.width - ROWS * HEIGHT) / 2
    for place, card in enumerate(cards):
        row, column = divmod(place, COLUMNS)
        column = COLUMNS - 1 - column if mirrored else column
        canvas.saveState()
        canvas.translate((left + column * WIDTH) * POINTS, (bottom + (ROWS - 1 - row) * HEIGHT) * POINTS)
        canvas.doForm(card.code)
        canvas.restoreState()
    _marks(canvas, left, bottom)
    _margin(canvas, left, bottom, told)
    canvas.showPage()


def _marks(canvas: Canvas, left: float, bottom: float) -> None:
    """A short line at both ends of every cut."""
    canvas.setStrokeGray(0.4)
    canvas.setLineWidth(0.2 * POINTS)
    right, top = left + COLUMNS * WIDTH, bottom + ROWS * HEIGHT
    for x in (left + column * WIDTH for column in range(COLUMNS + 1)):
        for start, end in ((bottom - APART, bottom - APART - MARK), (top + APART, top + APART + MARK)):
            canvas.line(x * POINTS, start * POINTS, x * POINTS, end * POINTS)
    for y in (bottom + row * HEIGHT for row in range(ROWS + 1)):
        for start, end in ((left - APART, left - APART - MARK), (right + APART, right + APART + MARK)):
            canvas.line(start * POINTS, y * POINTS, end * POINTS, y * POINTS)


def _margin(canvas: Canvas, left: float, bottom: float, told: str) -> None:
    """Along the left edge, between the cutting marks: which sheet it is, and how to print it."""
    canvas.setFillGray(0.3)
    canvas.setFont(FONTS[False], 2.3 * POINTS)
    advice = say("Print at 100 %, not fitted to the page; cut along the marks.")
    for row, text in ((2, told), (1, str(advice))):
        canvas.saveState()
        canvas.translate((left - 2) * POINTS, (bottom + (row + 0.5) * HEIGHT) * POINTS)
        canvas.rotate(90)
        canvas.drawCentredString(0, 0, text)
        canvas.restoreState()
