"""Decks of cards that exist nowhere: drawn from shapes and made-up words, each deck of its own by its seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.vision.cards import teaching
from companion.vision.cards.reader import CardReader
from companion.vision.frame import Frame, Pixels

MM = 6  # pixels per millimetre
SIZE = (63.0, 88.0)
SYLLABLES = (
    "ba",
    "ko",
    "ri",
    "mun",
    "tel",
    "va",
    "sor",
    "pi",
    "neg",
    "du",
    "fla",
    "gri",
    "hem",
    "jo",
    "lus",
    "wex",
)

Rgb = tuple[int, int, int]
Emblem = Callable[[np.random.Generator, int], Image.Image]


def shapes(rng: np.random.Generator, side: int) -> Image.Image:
    """An emblem (side, side) RGBA of a few shapes."""
    picture = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(rng.integers(3, 7))):
        x, y, reach = (rng.uniform((0.2, 0.2, 0.1), (0.8, 0.8, 0.4)) * side).tolist()
        corners = int(rng.integers(3, 9))
        if rng.random() < 0.3:
            draw.ellipse((x - reach, y - reach * 0.7, x + reach, y + reach * 0.7), fill=ink(rng))
        else:
            angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
            points = [(x + reach * np.cos(a), y + reach * np.sin(a)) for a in angles]
            draw.polygon(points, fill=ink(rng), outline=ink(rng))
    return picture


def ink(rng: np.random.Generator, low: int = 0, high: int = 256) -> Rgb:
    """A colour between two brightnesses."""
    red, green, blue = rng.integers(low, high, 3).tolist()
    return red, green, blue


def title(rng: np.random.Generator) -> str:
    """A made-up title of one or two words."""
    words = ["".join(rng.choice(SYLLABLES, int(rng.integers(2, 4)))) for _ in range(int(rng.integers(1, 3)))]
    return " ".join(words).title()


def varied(rng: np.random.Generator, count: int, emblem: Emblem = shapes) -> dict[str, tuple[str, Pixels]]:
    """A deck each of whose cards has a look of its own: title and picture by code."""
    found = {}
    for number in range(count):
        name = title(rng)
        found[f"V{number}"] = name, _card(name, ink(rng), ink(rng, 150), emblem(rng, 44 * MM), _lines(rng))
    return found


def families(
    rng: np.random.Generator, layouts: int, each: int, emblem: Emblem = shapes
) -> dict[str, tuple[str, Pixels]]:
    """A deck of a few layouts; the cards of a layout share art and frame and differ in title and text only."""
    found = {}
    for layout in range(layouts):
        border, ground, art = ink(rng), ink(rng, 150), emblem(rng, 44 * MM)
        for number in range(each):
            name = title(rng)
            found[f"F{layout}-{number}"] = name, _card(name, border, ground, art, _lines(rng))
    return found


def reader_of(folder: Path, cards: Mapping[str, tuple[str, Pixels]], stranger: str) -> CardReader:
    """A reader of these cards, each taught by its own face, but for the stranger."""
    teaching.begin(folder, "Drawn", SIZE)
    shown: list[tuple[str, str, Frame | Pixels]] = [
        (code, title, face) for code, (title, face) in cards.items() if code != stranger
    ]
    return CardReader(teaching.teach_all(folder, shown))


def _lines(rng: np.random.Generator) -> list[str]:
    return [" ".join(title(rng) for _ in range(2))[:24] for _ in range(int(rng.integers(1, 4)))]


def _card(name: str, border: Rgb, ground: Rgb, art: Image.Image, lines: list[str]) -> Pixels:
    width, height = round(SIZE[0] * MM), round(SIZE[1] * MM)
    sheet = Image.new("RGB", (width, height), border)
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((3 * MM, 3 * MM, width - 3 * MM, height - 3 * MM), 2 * MM, ground)
    draw.text((width / 2, 9 * MM), name, (20, 20, 24), ImageFont.load_default(4.6 * MM), anchor="mm")
    sheet.paste(art, ((width - art.width) // 2, 15 * MM), art)
    for number, line in enumerate(lines):
        draw.text((7 * MM, (62 + 6 * number) * MM), line, (40, 40, 44), ImageFont.load_default(3.2 * MM))
    return np.asarray(sheet, np.uint8)
