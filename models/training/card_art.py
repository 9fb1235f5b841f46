"""Random cards, drawn from free icon art, letters and surfaces: what the finder of cards learns to see.

No card of any game: every one is another mix of border, title, art, text, pips and pattern.
"""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
from photos import PHOTOS, read
from PIL import Image, ImageDraw, ImageFont

MM = 4  # pixels of a drawn card per millimetre
SIZES = ((63, 88), (63, 88), (63, 88), (57, 88), (44, 67), (70, 70), (70, 120), (88, 63), (59, 92))
FONTS = sorted(Path("/usr/share/fonts/truetype/dejavu").glob("*.ttf"))
SYLLABLES = (
    "ka",
    "lo",
    "mi",
    "ran",
    "tes",
    "vor",
    "bel",
    "sun",
    "dra",
    "pi",
    "quo",
    "nel",
    "fir",
    "ash",
    "gor",
    "wen",
)
SUITS = "♠♥♦♣"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class CardArt:
    """The icons and surfaces, loaded once; draws cards as (h, w, 4) uint8 RGBA with round corners."""

    def __init__(self, icons: Path) -> None:
        with np.load(icons) as file:
            self.icons = file["pictures"]
        files = sorted((PHOTOS / "backgrounds").rglob("*.*"))
        self.surfaces = [read(path) for path in files]

    def surface(self, rng: np.random.Generator, width: int, height: int) -> np.ndarray:
        """A piece of a surface (height, width, 3) uint8, tiled and scaled at random."""
        tile = self.surfaces[rng.integers(len(self.surfaces))]
        side = int(rng.uniform(0.15, 1.2) * max(width, height)) + 16
        tile = cv2.resize(tile, (side, side), interpolation=cv2.INTER_AREA)
        rows, columns = -(-height // side), -(-width // side)
        tiled = np.tile(np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile, tile[:, ::-1]])[::-1]]),
                        ((rows + 1) // 2 + 1, (columns + 1) // 2 + 1, 1))  # fmt: skip
        top, left = rng.integers(0, side, 2)
        return tiled[top : top + height, left : left + width].copy()

    def card(self, rng: np.random.Generator, size: tuple[int, int] | None = None) -> np.ndarray:
        """Any card."""
        width, height = size or SIZES[rng.integers(len(SIZES))]
        shape = (width * MM, height * MM)
        kind = rng.choice(["game", "game", "game", "playing", "playing", "back", "art", "plain"])
        face = getattr(self, f"_{kind}")(rng, *shape)
        return rounded(np.asarray(face.convert("RGB")), rng.uniform(1.0, 5.0) * MM)

    def icon(self, rng: np.random.Generator, side: int, ink: tuple[int, ...] | None = None) -> Image.Image:
        """An icon of `side` pixels, as it is or in one ink."""
        picture = self.icons[rng.integers(len(self.icons))]
        if ink is not None and rng.random() < 0.7:
            picture = np.dstack(
                [np.broadcast_to(np.array(ink, np.uint8), (*picture.shape[:2], 3)), picture[..., 3]]
            )
        return Image.fromarray(np.ascontiguousarray(picture)).resize((side, side), Image.Resampling.BILINEAR)

    def _game(self, rng: np.random.Generator, w: int, h: int) -> Image.Image:
        """A frame with title, art and a text box, as most games' cards have."""
        sheet = Image.new("RGB", (w, h), colour(rng, light=rng.random() < 0.5))
        draw = ImageDraw.Draw(sheet)
        edge = int(rng.uniform(0, 0.07) * w)
        draw.rounded_rectangle((edge, edge, w - edge, h - edge), rng.uniform(0, 12), colour(rng))
        art = (edge + w // 14, int(h * rng.uniform(0.12, 0.2)), w - edge - w // 14, int(h * rng.uniform(0.5, 0.7)))
        self._paint(rng, sheet, art)
        words(rng, draw, (art[0], edge + 2, art[2], art[1] - 2), rng.uniform(0.05, 0.085) * h)
        if rng.random() < 0.7:
            draw.rectangle((art[0], art[3] + 4, art[2], h - edge - w // 14), colour(rng, light=True))
        size = rng.uniform(0.03, 0.05) * h
        top = art[3] + 10.0
        while top + size < h - edge - w // 14 and rng.random() < 0.9:
            words(rng, draw, (art[0] + 6, int(top), art[2] - 6, int(top + size)), size)
            top += size * 1.4
        return sheet

    def _paint(self, rng: np.random.Generator, sheet: Image.Image, box: tuple[int, int, int, int]) -> None:
        """Art in a box: a ground with icons on it."""
        left, top, right, bottom = box
        ground = self.surface(rng, right - left, bottom - top)
        mixed = ground * rng.uniform(0, 0.8) + np.array(colour(rng)) * rng.uniform(0.2, 1)
        sheet.paste(Image.fromarray(np.clip(mixed, 0, 255).astype(np.uint8)), (left, top))
        for _ in range(rng.integers(1, 5)):
            side = max(8, int(rng.uniform(0.3, 0.95) * min(right - left, bottom - top)))
            icon = self.icon(rng, side, colour(rng))
            at = (
                int(rng.uniform(left, max(left + 1, right - side))),
                int(rng.uniform(top, max(top + 1, bottom - side))),
            )
            sheet.paste(icon, at, icon)

    def _playing(self, rng: np.random.Generator, w: int, h: int) -> Image.Image:
        """Pips in columns on white, an index in two corners; now and then a court's picture."""
        sheet = Image.new(
            "RGB", (w, h), tuple((np.array([250, 248, 242]) + rng.normal(0, 4, 3)).astype(int).tolist())
        )
        draw = ImageDraw.Draw(sheet)
        ink = (190, 20, 30) if rng.random() < 0.5 else (20, 20, 24)
        big = font(rng, 0.17 * h)
        if rng.random() < 0.3:
            self._paint(rng, sheet, (w // 6, h // 10, w - w // 6, h - h // 10))
        else:
            for column in rng.permutation(3)[: rng.integers(1, 4)]:
                for row in range(count := int(rng.integers(1, 5))):
                    place = (w * (0.3 + 0.2 * column), h * (0.2 + 0.6 * (row + 0.5) / count))
                    draw.text(place, SUITS[rng.integers(4)], ink, big, anchor="mm")
        half = sheet.crop((0, 0, w, h // 2))
        small = font(rng, 0.12 * h)
        ImageDraw.Draw(half).text((w * 0.09, h * 0.02), RANKS[rng.integers(13)], ink, small, anchor="ma")
        ImageDraw.Draw(half).text((w * 0.09, h * 0.13), SUITS[rng.integers(4)], ink, small, anchor="ma")
        sheet.paste(half, (0, 0))
        sheet.paste(half.rotate(180), (0, h - h // 2))
        return sheet

    def _back(self, rng: np.random.Generator, w: int, h: int) -> Image.Image:
        """A pattern that repeats, in a margin."""
        side = int(rng.uniform(0.08, 0.4) * w)
        tile = Image.new("RGB", (side, side), colour(rng))
        icon = self.icon(rng, side, colour(rng))
        tile.paste(icon, (0, 0), icon)
        pattern = np.tile(np.asarray(tile), (h // side + 1, w // side + 1, 1))[:h, :w]
        return framed(rng, Image.fromarray(pattern), w, h)

    def _art(self, rng: np.random.Generator, w: int, h: int) -> Image.Image:
        """Art over the whole card, with a title."""
        sheet = Image.new("RGB", (w, h))
        self._paint(rng, sheet, (0, 0, w, h))
        words(rng, ImageDraw.Draw(sheet), (w // 12, h // 20, w - w // 12, h // 8), rng.uniform(0.05, 0.09) * h)
        return framed(rng, sheet, w, h)

    def _plain(self, rng: np.random.Generator, w: int, h: int) -> Image.Image:
        """One icon on one colour."""
        sheet = Image.new("RGB", (w, h), colour(rng, light=rng.random() < 0.6))
        side = int(rng.uniform(0.2, 0.9) * min(w, h))
        icon = self.icon(rng, side, colour(rng))
        sheet.paste(icon, ((w - side) // 2, (h - side) // 2), icon)
        words(rng, ImageDraw.Draw(sheet), (w // 10, h - h // 6, w - w // 10, h), rng.uniform(0.04, 0.09) * h)
        return framed(rng, sheet, w, h)


def framed(rng: np.random.Generator, sheet: Image.Image, w: int, h: int) -> Image.Image:
    """The sheet in a margin of one colour, now and then."""
    if rng.random() < 0.6:
        margin = int(rng.uniform(0.02, 0.08) * w)
        whole = Image.new("RGB", (w, h), colour(rng, light=rng.random() < 0.6))
        whole.paste(sheet.resize((w - 2 * margin, h - 2 * margin)), (margin, margin))
        return whole
    return sheet


def rounded(face: np.ndarray, radius: float) -> np.ndarray:
    """The card (h, w, 4) with round corners."""
    alpha = Image.new("L", (face.shape[1] * 2, face.shape[0] * 2))
    ImageDraw.Draw(alpha).rounded_rectangle((0, 0, alpha.width - 1, alpha.height - 1), 2 * radius, 255)
    return np.dstack([face, np.asarray(alpha.resize((face.shape[1], face.shape[0])))])


def colour(rng: np.random.Generator, light: bool = False) -> tuple[int, ...]:
    """A colour; a light one on request."""
    values = rng.integers(190, 256, 3) if light else rng.integers(0, 256, 3)
    return tuple(values.tolist())


def font(rng: np.random.Generator, size: float) -> ImageFont.FreeTypeFont:
    """A font of about so many pixels."""
    return loaded(int(rng.integers(len(FONTS))), max(6, 2 * round(size / 2)))


@functools.lru_cache(maxsize=400)
def loaded(number: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS[number]), size)


def words(
    rng: np.random.Generator, draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], size: float
) -> None:
    """Words that mean nothing, as many as the box is wide for."""
    kind = font(rng, size)
    count = max(2, int((box[2] - box[0]) / size * rng.uniform(0.5, 1.0)))
    text = " ".join("".join(rng.choice(SYLLABLES, rng.integers(1, 4))) for _ in range(count // 4 + 1))
    ink = (24, 24, 28) if rng.random() < 0.7 else colour(rng)
    draw.text((box[0], box[1]), text[:count].title(), ink, kind)
