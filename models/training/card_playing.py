"""Playing cards drawn in many styles, as the network for them learns to read rank and suit; no maker's art.

python models/training/card_playing.py DATA OUT.png        a sheet of them, spoiled, to look at
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from card_art import FONTS, CardArt, colour, font, loaded
from card_nets import PLAYING_SIZE, RANKS, SUITS
from PIL import Image, ImageDraw

WIDE, HIGH = 252, 352  # pixels of a drawn card
CORNERS = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)
GLYPHS = dict(zip(SUITS, "♠♥♦♣", strict=True))
WITH_SUITS = (
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DejaVuSansCondensed",
    "DejaVuSansCondensed-Bold",
    "DejaVuSans-Oblique",
)
NONE = len(RANKS)  # the class of what is no playing card's face

# Places of pips as shares of the card: columns, rows from the top; what is in the lower half stands on its head.
LEFT, MIDDLE, RIGHT = 0.29, 0.5, 0.71
TOP, UPPER, CENTRE = 0.19, 0.395, 0.5
PAIRS = [(LEFT, TOP), (RIGHT, TOP)]
TWICE: dict[str, list[tuple[float, float]]] = {  # pips with a fellow on the other half
    "2": [(MIDDLE, TOP)],
    "3": [(MIDDLE, TOP)],
    "4": PAIRS,
    "5": PAIRS,
    "6": PAIRS,
    "7": PAIRS,
    "8": [*PAIRS, (MIDDLE, 0.345)],
    "9": [*PAIRS, (LEFT, UPPER), (RIGHT, UPPER)],
    "10": [*PAIRS, (LEFT, UPPER), (RIGHT, UPPER), (MIDDLE, 0.29)],
}
ONCE: dict[str, list[tuple[float, float]]] = {  # pips that stand alone
    "3": [(MIDDLE, CENTRE)],
    "5": [(MIDDLE, CENTRE)],
    "6": [(LEFT, CENTRE), (RIGHT, CENTRE)],
    "7": [(LEFT, CENTRE), (RIGHT, CENTRE), (MIDDLE, 0.345)],
    "8": [(LEFT, CENTRE), (RIGHT, CENTRE)],
    "9": [(MIDDLE, CENTRE)],
}
SUITED = [number for number, path in enumerate(FONTS) if path.stem in WITH_SUITS]


@dataclass(frozen=True)
class Style:
    """How a deck is drawn: pixels of index and pips, where they stand, and its inks."""

    face: int
    index: float
    pip: float
    beside: float
    above: float
    paper: tuple[int, ...]
    red: tuple[int, ...]
    black: tuple[int, ...]

    @classmethod
    def any(cls, rng: np.random.Generator) -> Style:
        paper = np.clip(np.array([250, 248, 242]) + rng.normal(0, 5, 3), 200, 255).astype(int)
        red = np.clip(np.array([200, 25, 35]) + rng.normal(0, 18, 3), 0, 255).astype(int)
        black = np.clip(np.array([18, 18, 22]) + rng.normal(0, 8, 3), 0, 70).astype(int)
        index = rng.uniform(30, 52) if rng.random() < 0.85 else rng.uniform(52, 80)
        return cls(
            int(rng.integers(1 << 30)), index, rng.uniform(46, 72), rng.uniform(17, 26), rng.uniform(6, 18),
            tuple(paper.tolist()), tuple(red.tolist()), tuple(black.tolist()),
        )  # fmt: skip


def drawn(art: CardArt, rng: np.random.Generator, rank: str, suit: str) -> np.ndarray:
    """A card's face (HIGH, WIDE, 3) uint8."""
    style = Style.any(rng)
    ink = style.red if suit in "HD" else style.black
    sheet = Image.new("RGB", (WIDE, HIGH), style.paper)
    half = Image.new("RGBA", (WIDE, HIGH))  # what both halves have, each upright for its reader
    if rank in "JQK":
        court(art, rng, half)
        if rng.random() < 0.8:
            pip(half, style, suit, ink, (rng.choice([0.27, 0.31, 0.72]), 0.17), style.pip * 0.8)
    elif rank == "A":
        ace(sheet, rng, style, suit, ink)
    for at in TWICE.get(rank, []):
        pip(half, style, suit, ink, at, style.pip)
    for at in ONCE.get(rank, []):
        pip(sheet, style, suit, ink, at, style.pip)
    corner(half, style, rank, suit, ink)
    if rng.random() < 0.15:
        other = half.crop((0, 0, int(style.beside * 2), HIGH // 3))
        half.paste(other, (WIDE - other.width, 0))
    for layer in (half, half.rotate(180)):
        sheet.paste(layer, (0, 0), layer)
    return np.asarray(sheet)


def ace(sheet: Image.Image, rng: np.random.Generator, style: Style, suit: str, ink: tuple[int, ...]) -> None:
    """One sign in the middle, large or small, and now and then a line of words."""
    pip(sheet, style, suit, ink, (0.5, 0.5), style.pip * rng.uniform(1.0, 2.6))
    if rng.random() < 0.3:
        place = (int(WIDE * 0.3), int(HIGH * rng.uniform(0.25, 0.7)))
        ImageDraw.Draw(sheet).text(place, "fine cards", ink, font(rng, rng.uniform(8, 16)))


def corner(half: Image.Image, style: Style, rank: str, suit: str, ink: tuple[int, ...]) -> None:
    """The index in the upper left: rank over suit, in the deck's own letters."""
    rng = np.random.default_rng(style.face)
    letters = font(rng, style.index)
    tile = Image.new("RGBA", (max(8, int(letters.getlength(rank))) + 2, int(style.index * 1.25)))
    ImageDraw.Draw(tile).text((tile.width / 2, 0), rank, ink, letters, anchor="ma")
    if rank == "10" or rng.random() < 0.5:
        tile = tile.resize((min(tile.width, max(8, int(style.beside * 1.7))), tile.height))
    half.paste(tile, (max(1, int(style.beside - tile.width / 2)), int(style.above)), tile)
    below = (style.beside / WIDE, (style.above + style.index * 1.6) / HIGH)
    pip(half, style, suit, ink, below, style.index * rng.uniform(0.7, 1.0))


def pip(
    sheet: Image.Image, style: Style, suit: str, ink: tuple[int, ...], at: tuple[float, float], size: float
) -> None:
    """A suit's sign round a place, in the deck's own form."""
    signs = loaded(SUITED[style.face % len(SUITED)], max(6, 2 * round(size * 0.6)))
    ImageDraw.Draw(sheet).text((at[0] * WIDE, at[1] * HIGH), GLYPHS[suit], ink, signs, anchor="mm")


def court(art: CardArt, rng: np.random.Generator, half: Image.Image) -> None:
    """The upper half of a framed picture."""
    left, top = int(WIDE * rng.uniform(0.13, 0.2)), int(HIGH * rng.uniform(0.06, 0.11))
    inner = art.surface(rng, WIDE - 2 * left, HIGH // 2 - top)
    picture = Image.fromarray(np.full_like(inner, 245) if rng.random() < 0.7 else inner)
    for _ in range(int(rng.integers(4, 12))):
        icon = art.icon(rng, int(rng.uniform(20, 110)), colour(rng))
        picture.paste(icon, tuple(rng.integers((-20, -20), (picture.width, picture.height)).tolist()), icon)
    half.paste(picture, (left, top))
    line = int(rng.integers(1, 4))
    ImageDraw.Draw(half).line(
        [(left, HIGH // 2), (left, top), (WIDE - left, top), (WIDE - left, HIGH // 2)], (20, 30, 110), line
    )


def spoiled(face: np.ndarray, art: CardArt, rng: np.random.Generator, corners: np.ndarray = CORNERS) -> np.ndarray:
    """The network's input (h, w, 3) float32 0-1: found a little off, small, blurred, lit badly, partly covered.

    `corners` (4, 2) in pixels of the face are where the card is thought to be.
    """
    wide, high = PLAYING_SIZE
    off = corners + rng.normal(0, 0.016 * WIDE, (4, 2)) + rng.normal(0, 0.012 * WIDE, 2)
    if rng.random() < 0.5:
        off = np.roll(off, 2, axis=0)
    small = rng.uniform(0.3, 1.3) if rng.random() < 0.6 else 1.0
    size = max(24, int(wide * small)), max(32, int(high * small))
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    warp = cv2.getPerspectiveTransform(off.astype(np.float32), target)
    ground = colour(rng)
    softened = cv2.GaussianBlur(face, (0, 0), 0.45 * WIDE / size[0])
    flat = cv2.warpPerspective(softened, warp, size, borderMode=cv2.BORDER_CONSTANT, borderValue=ground)
    picture = cv2.resize(flat, PLAYING_SIZE, interpolation=cv2.INTER_LINEAR).astype(np.float32)
    if rng.random() < 0.35:
        covered(picture, art, rng)
    picture = picture / 255 * np.exp(rng.normal(-0.1, 0.3)) * np.exp(rng.normal(0, 0.1, 3))
    picture = np.clip(picture, 0, 1) ** np.exp(rng.normal(0, 0.25))
    if rng.random() < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5))
    if rng.random() < 0.3:
        v, u = np.mgrid[0:high, 0:wide].astype(np.float32)
        x, y = rng.uniform((0, 0), (wide, high))
        picture = (
            picture
            + (rng.uniform(0.2, 1) * np.exp(-((u - x) ** 2 + (v - y) ** 2) / rng.uniform(80, 1500)))[..., None]
        )
    if rng.random() < 0.3:
        line = np.linspace(-1, 1, wide)[None, :] * rng.normal() + np.linspace(-1, 1, high)[:, None] * rng.normal()
        picture = picture * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-10 * (line - rng.normal()))))[..., None]
    picture = picture + rng.normal(0, rng.uniform(0, 0.05), picture.shape)
    return np.clip(picture, 0, 1).astype(np.float32)


def misplaced(rng: np.random.Generator) -> np.ndarray:
    """Corners (4, 2) of which one side lies far off the card's: a part of it, or more than it, was found."""
    axis, far = rng.integers(2, size=2)
    length = (WIDE, HIGH)[axis]
    corners = CORNERS.copy()
    side = corners[:, axis] == (length if far else 0)
    inward = rng.uniform(0.2, 0.55) if rng.random() < 0.6 else -rng.uniform(0.2, 0.6)
    corners[side, axis] += inward * length * (-1 if far else 1)
    return corners


def covered(picture: np.ndarray, art: CardArt, rng: np.random.Generator) -> None:
    """Something over up to half of the card, from one side, that leaves one index free."""
    high, wide = picture.shape[:2]
    share = rng.uniform(0.1, 0.55)
    other = art.card(rng)[..., :3] if rng.random() < 0.5 else np.full((8, 8, 3), colour(rng), np.uint8)
    sheet = cv2.resize(other, (wide, high)).astype(np.float32)
    if rng.random() < 0.5:
        picture[:, int(wide * (1 - share)) :] = sheet[:, int(wide * (1 - share)) :]
    else:
        picture[int(high * (1 - share)) :] = sheet[int(high * (1 - share)) :]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    art = CardArt(args.data / "icons.npz")
    tiles = []
    for k in range(52):
        face = drawn(art, rng, RANKS[k % 13], SUITS[k // 13])
        tiles.append(np.vstack([cv2.resize(face, PLAYING_SIZE), (spoiled(face, art, rng) * 255).astype(np.uint8)]))
    cv2.imwrite(str(args.out), np.vstack([np.hstack(tiles[k : k + 13]) for k in range(0, 52, 13)])[..., ::-1])


if __name__ == "__main__":
    main()
