"""What dice lie on: surfaces, cloths, printed boards and playing cards as one flat picture."""

from __future__ import annotations

import cv2
import numpy as np
from marks import Marks, any_colour
from photos import PHOTOS, read

from hardware.simulators.scenes.textures import printed

GROUND = 1000  # side in pixels of the flat picture that is laid on the table
Point = tuple[int, int]
Ink = tuple[float, ...]
LETTERS = list("ABCDEFGHKLMNORSTUVW0123456789 ")


class Tables:
    """The photographs of surfaces and playing cards, loaded once."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        files = sorted((PHOTOS / "backgrounds").rglob("*.*"))
        self.backgrounds = [read(f) for f in files if f.suffix in (".png", ".jpg")]
        self.cards = [read(f) for f in sorted((PHOTOS / "cards").glob("*.jpg"))[::3]]

    def ground(self, rng: np.random.Generator) -> np.ndarray:
        """The flat picture of the table, (GROUND, GROUND, 3) float32."""
        kind = rng.random()
        if kind < 0.45:
            picture = self.textured(rng)
        elif kind < 0.6:
            photo = self.cards[rng.integers(len(self.cards))]
            picture = cv2.resize(photo, (GROUND, GROUND)).astype(np.float32)
        else:
            picture = cloth(rng)
        if rng.random() < 0.45:
            board = np.clip(picture, 0, 255).astype(np.uint8)
            self.clutter(board, rng)
            picture = board.astype(np.float32)
        if rng.random() < 0.3:
            self.play_cards(picture, rng)
        return picture

    def textured(self, rng: np.random.Generator) -> np.ndarray:
        tile = self.backgrounds[rng.integers(len(self.backgrounds))]
        side = int(rng.integers(128, GROUND))
        tile = cv2.resize(tile, (side, side), interpolation=cv2.INTER_CUBIC)
        repeat = -(-GROUND // side)
        picture = np.tile(tile, (repeat, repeat, 1))[:GROUND, :GROUND].astype(np.float32)
        if rng.random() < 0.5:  # dyed
            picture = picture * 0.6 + picture.mean() * 0.1 + any_colour(rng) * 0.3
        return np.ascontiguousarray(picture)

    def grain(self, rng: np.random.Generator, body: np.ndarray) -> np.ndarray:
        """A photographed material (n, n, 3) float32 in the body's colour: wood, stone, marble, cloth."""
        tile = self.backgrounds[rng.integers(len(self.backgrounds))]
        n = min(int(rng.integers(24, 100)), *tile.shape[:2])
        y, x = (int(rng.integers(0, side - n + 1)) for side in tile.shape[:2])
        patch = tile[y : y + n, x : x + n].astype(np.float32)
        return np.clip(body + (patch - patch.mean(axis=(0, 1))) * rng.uniform(0.3, 1.0), 0, 255)

    def clutter(self, picture: np.ndarray, rng: np.random.Generator) -> None:
        """Printed boards: words, lines, discs, dots in patterns, squares with symbols on them."""
        printers = (word, disc, line, box, self.stamp, dots)
        for _ in range(rng.integers(3, 25)):
            at = tuple(int(v) for v in rng.integers(0, GROUND, 2))
            ink = tuple(map(float, any_colour(rng)))
            printers[rng.integers(len(printers))](picture, at, int(rng.integers(8, 90)), ink, rng)

    def stamp(self, picture: np.ndarray, at: Point, size: int, ink: Ink, rng: np.random.Generator) -> None:
        """An icon printed flat on the board, sometimes on a square of its own."""
        x, y = at
        art = (
            self.marks.art(rng)[1] if rng.random() < 0.4 else self.marks.icons[rng.integers(len(self.marks.icons))]
        )
        window = picture[y : y + size, x : x + size]
        if window.shape[:2] != (size, size):
            return
        body = any_colour(rng) if rng.random() < 0.4 else window.reshape(-1, 3).mean(axis=0)
        tile = printed(art, body.astype(np.float32), np.array(ink, np.float32), size)
        window[:] = tile

    def play_cards(self, picture: np.ndarray, rng: np.random.Generator) -> None:
        for _ in range(rng.integers(1, 4)):
            photo = self.cards[rng.integers(len(self.cards))]
            h, w = photo.shape[:2]
            side = int(min(h, w) * rng.uniform(0.3, 0.8))
            y, x = int(rng.integers(0, h - side)), int(rng.integers(0, w - side))
            out = int(rng.integers(100, 350))
            patch = cv2.resize(photo[y : y + side, x : x + side], (out, out), interpolation=cv2.INTER_AREA)
            v, u = (int(t) for t in rng.integers(0, GROUND - out, 2))
            picture[v : v + out, u : u + out] = patch


def word(picture: np.ndarray, at: Point, size: int, ink: Ink, rng: np.random.Generator) -> None:
    text = "".join(rng.choice(LETTERS, rng.integers(1, 9)))
    cv2.putText(picture, text, at, int(rng.integers(0, 8)), size / 28, ink, 1 + size // 15, cv2.LINE_AA)


def disc(picture: np.ndarray, at: Point, size: int, ink: Ink, rng: np.random.Generator) -> None:
    cv2.circle(picture, at, size // 2, ink, -1 if rng.random() < 0.6 else 3, cv2.LINE_AA)


def line(picture: np.ndarray, at: Point, _: int, ink: Ink, rng: np.random.Generator) -> None:
    end = (at[0] + int(rng.integers(-400, 400)), at[1] + int(rng.integers(-400, 400)))
    cv2.line(picture, at, end, ink, int(rng.integers(1, 9)), cv2.LINE_AA)


def box(picture: np.ndarray, at: Point, size: int, ink: Ink, rng: np.random.Generator) -> None:
    end = (at[0] + int(size * rng.uniform(0.6, 5)), at[1] + int(size * rng.uniform(0.6, 5)))
    cv2.rectangle(picture, at, end, ink, -1 if rng.random() < 0.5 else 3)


def dots(picture: np.ndarray, at: Point, _: int, ink: Ink, rng: np.random.Generator) -> None:
    gap = int(rng.integers(6, 40))
    for i in range(int(rng.integers(1, 5))):
        for j in range(int(rng.integers(1, 5))):
            cv2.circle(picture, (at[0] + i * gap, at[1] + j * gap), max(1, gap // 4), ink, -1, cv2.LINE_AA)


def cloth(rng: np.random.Generator) -> np.ndarray:
    """A plain or softly shaded cloth or table, (GROUND, GROUND, 3) float32."""
    picture = np.empty((GROUND, GROUND, 3), np.float32)
    picture[:] = any_colour(rng)
    coarse = int(rng.integers(3, 60))
    weave = rng.standard_normal((coarse, coarse, 1), np.float32) * rng.uniform(0, 14)
    fine = rng.standard_normal((GROUND // 3, GROUND // 3), np.float32) * rng.uniform(0, 8)
    picture += cv2.resize(weave, (GROUND, GROUND), interpolation=cv2.INTER_CUBIC)[..., None]
    picture += cv2.resize(fine, (GROUND, GROUND))[..., None]
    return picture
