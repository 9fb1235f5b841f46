"""Shapes as pixels: the picture of a card for the screen, the simulated camera and the eye that learns it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.decks.shapes import Item, Shape, Words

Pixels = NDArray[np.uint8]

FINER = 3
"""So many times finer than asked for is it drawn, and then reduced: smooth edges."""
FONTS = {False: "Vera.ttf", True: "VeraBd.ttf"}
"""Bitstream Vera, under its own free licence; reportlab ships it. By: bold or not."""


def font_file(bold: bool) -> str:
    """The path of the font's file."""
    return str(files("reportlab").joinpath("fonts", FONTS[bold]))


def picture(items: Iterable[Item], width: float, height: float, density: float) -> Pixels:
    """The items on white, (h, w, 3) uint8 RGB; `width` x `height` millimetres at `density` pixels a millimetre."""
    size = round(width * density), round(height * density)
    fine = Image.new("RGB", (size[0] * FINER, size[1] * FINER), "white")
    pen = ImageDraw.Draw(fine)
    for item in items:
        if isinstance(item, Shape):
            _draw(pen, item, density * FINER)
        else:
            _write(fine, pen, item, density * FINER)
    return np.asarray(fine.resize(size, Image.Resampling.BOX), np.uint8)


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, density: float) -> None:
    points = [tuple(point) for point in (shape.points * density).tolist()]
    if shape.fill:
        pen.polygon(points, fill=shape.fill)
        points.append(points[0])
    if shape.width:
        _outline(pen, points, shape.ink, shape.width * density)


def _outline(pen: ImageDraw.ImageDraw, points: list[tuple[float, ...]], ink: str, width: float) -> None:
    """A line with round joints and ends."""
    whole = max(1, round(width))
    pen.line([value for point in points for value in point], fill=ink, width=whole)
    radius = (whole - 1) / 2
    for x, y in points:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def _write(fine: Image.Image, pen: ImageDraw.ImageDraw, words: Words, density: float) -> None:
    font, place = _font(words.bold, round(words.size * density)), (words.x * density, words.y * density)
    if not words.upside_down:
        pen.text(place, words.text, words.ink, font, anchor="ms")
        return
    mask = Image.new("L", fine.size)
    ImageDraw.Draw(mask).text((fine.width - place[0], fine.height - place[1]), words.text, 255, font, anchor="ms")
    fine.paste(words.ink, (0, 0), mask.rotate(180))


@cache
def _font(bold: bool, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(bold), size)


def text_width(text: str, size: float, *, bold: bool = True) -> float:
    """How wide a line of words is, in the unit of its size."""
    return float(_font(bold, 200).getlength(text)) * size / 200
