"""Scenes with cards: photographs of tables as the finder learns them, drawn fresh for every step.

python models/training/card_scenes.py DATA OUT.png --count 24        a sheet of them, to look at
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from card_art import MM, RANKS, CardArt, colour, rounded, words
from card_nets import SUITS
from card_playing import drawn
from PIL import Image, ImageDraw

from companion.vision.tray import applied

WIDTH, HEIGHT = 384, 288  # pixels of a scene
POOL = 500  # cards that are drawn before training; each is worn differently in each scene
DECK = 160  # playing cards among them: white on white where they overlap, the hardest edges to see
VISIBLE = 0.35  # share of a card that must be seen for it to be found
BRIGHTEST = 255.0


@dataclass(frozen=True)
class Scene:
    """A photograph (HEIGHT, WIDTH, 3) uint8 RGB and the corners (n, 4, 2) of the cards in it, clockwise."""

    picture: np.ndarray
    corners: np.ndarray


class CardScenes:
    """Draws scenes; the pool of cards is drawn once."""

    def __init__(self, art: CardArt, rng: np.random.Generator, pool: int = POOL) -> None:
        self.art = art
        self.cards = [art.card(rng) for _ in range(pool)]
        self.deck = [playing_card(art, rng) for _ in range(min(pool, DECK))]

    def scene(self, rng: np.random.Generator, count: int | None = None) -> Scene:
        """One scene with up to seven cards, some touching, overlapping, sleeved, or partly under other things."""
        canvas = self.ground(rng)
        view = seen_from(rng)
        number = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7]) if count is None else count
        height = np.exp(rng.uniform(np.log(44), np.log(250 if number < 3 else 120)))
        owner = np.zeros((HEIGHT, WIDTH), np.int16)  # which thing is seen in each pixel
        corners = []
        for _ in range(rng.integers(0, 4)):
            self.thing(rng, canvas, view, height)
        pool = self.pool(rng)
        for k, place in enumerate(places(rng, number, height), 1):
            face = pool[rng.integers(len(pool))]
            quad = applied(view, shape_at(face, height, *place))
            lay(canvas, owner, face, quad, k, rng)
            corners.append(quad)
        if rng.random() < 0.3:
            self.cover(rng, canvas, owner, height)
        seen = [quad for k, quad in enumerate(corners, 1) if visible(owner, k, quad) >= VISIBLE]
        return Scene(photographed(canvas, rng), np.array(seen).reshape(-1, 4, 2))

    def pool(self, rng: np.random.Generator) -> list[np.ndarray]:
        """The cards that a scene takes from: playing cards, cards of one shape, or any."""
        kind = rng.random()
        if kind < 0.35:
            return self.deck
        shape = self.cards[rng.integers(len(self.cards))].shape
        return [card for card in self.cards if card.shape == shape] if kind < 0.9 else self.cards

    def ground(self, rng: np.random.Generator) -> np.ndarray:
        """The table (HEIGHT, WIDTH, 3) float32: surfaces, one-coloured cloths, stripes, printed mats."""
        canvas = self.art.surface(rng, WIDTH, HEIGHT).astype(np.float32)
        kind = rng.random()
        if kind < 0.25:
            canvas = canvas * 0.3 + np.array(colour(rng)) * 0.7
        elif kind < 0.5:
            sheet = Image.fromarray(canvas.astype(np.uint8))
            draw = ImageDraw.Draw(sheet)
            for _ in range(rng.integers(3, 25)):
                ends = rng.uniform((0, 0, 0, 0), (WIDTH, HEIGHT, WIDTH, HEIGHT)).tolist()
                draw.line(ends, colour(rng), int(rng.integers(1, 24)))
            for _ in range(rng.integers(0, 6)):
                icon = self.art.icon(rng, int(rng.integers(20, 140)), colour(rng))
                sheet.paste(icon, tuple(rng.integers((-20, -20), (WIDTH, HEIGHT)).tolist()), icon)
            for _ in range(rng.integers(0, 5)):
                x, y = rng.integers((-40, 0), (WIDTH, HEIGHT)).tolist()
                words(rng, draw, (x, y, x + int(rng.integers(60, WIDTH)), y), rng.uniform(8, 70))
            canvas = np.asarray(sheet, np.float32)
        return np.ascontiguousarray(canvas * np.exp(rng.normal(-0.15, 0.3)), np.float32)

    def thing(self, rng: np.random.Generator, canvas: np.ndarray, view: np.ndarray, height: float) -> None:
        """Something that is no card: a sheet of paper, a book, a box, a coin."""
        if rng.random() < 0.3:
            at = rng.integers((0, 0), (WIDTH, HEIGHT)).tolist()
            cv2.circle(canvas, at, int(height * rng.uniform(0.05, 0.4)), colour(rng), cv2.FILLED, cv2.LINE_AA)
            return
        ratio = rng.choice([rng.uniform(0.15, 0.5), rng.uniform(0.85, 1), rng.uniform(0.6, 0.8)])
        side = height * (rng.uniform(1.9, 4) if ratio > 0.5 else rng.uniform(0.4, 4))  # as a card's, but larger
        face = (
            self.art.surface(rng, 128, 160)
            if rng.random() < 0.4
            else np.full((160, 128, 3), colour(rng, True), np.uint8)
        )
        if rng.random() < 0.6:
            for row in range(10, 150, int(rng.integers(8, 20))):
                cv2.line(face, (12, row), (int(rng.integers(40, 116)), row), colour(rng), int(rng.integers(1, 5)))
        if rng.random() < 0.4:
            self.pictures(rng, face)
        middle = rng.uniform((0, 0), (WIDTH, HEIGHT))
        quad = applied(view, box(side * ratio, side, rng.uniform(0, 360)) + middle)
        solid = np.dstack([face, np.full(face.shape[:2], 255, np.uint8)])
        lay(canvas, np.zeros((HEIGHT, WIDTH), np.int16), solid, quad, 1, rng)

    def pictures(self, rng: np.random.Generator, sheet: np.ndarray) -> None:
        """Print pictures onto a sheet, as in a newspaper: right-angled, coloured, and no cards."""
        for _ in range(rng.integers(1, 4)):
            left, top = rng.integers(0, (90, 110)).tolist()
            w, h = rng.integers((24, 24), (129 - left, 161 - top)).tolist()
            ground = self.art.surface(rng, w, h) * 0.5 + np.array(colour(rng)) * 0.5
            picture = Image.fromarray(ground.astype(np.uint8))
            icon = self.art.icon(rng, min(w, h), colour(rng))
            picture.paste(icon, (0, 0), icon)
            sheet[top : top + h, left : left + w] = np.asarray(picture)

    def cover(self, rng: np.random.Generator, canvas: np.ndarray, owner: np.ndarray, height: float) -> None:
        """A finger, a cloth or another thing that lies over the cards."""
        points = rng.uniform(-0.5, 0.5, (int(rng.integers(3, 7)), 2)) * height * rng.uniform(0.5, 1.5)
        hull = cv2.convexHull((points + rng.uniform((0, 0), (WIDTH, HEIGHT))).astype(np.int32))
        tone = np.array(rng.choice([[222, 170, 140], [120, 80, 60], list(colour(rng))]), np.float32)
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(mask, [hull], 255)
        soft = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[..., None] / 255
        canvas += soft * (tone * 0.8 + self.art.surface(rng, WIDTH, HEIGHT) * 0.2 - canvas)
        owner[mask > 0] = -1


def playing_card(art: CardArt, rng: np.random.Generator) -> np.ndarray:
    """Any card of a deck of playing cards (h, w, 4), with round corners."""
    face = drawn(art, rng, RANKS[rng.integers(len(RANKS))], SUITS[rng.integers(len(SUITS))])
    return rounded(face, rng.uniform(2.0, 4.0) * MM)


def places(rng: np.random.Generator, count: int, height: float) -> list[tuple[float, float, float]]:
    """x, y in pixels and turn in degrees: anywhere, in a row, in a fan, or in a grid."""
    turn = rng.normal(0, 12) if rng.random() < 0.5 else rng.uniform(0, 360)
    x, y = rng.uniform((WIDTH * 0.15, HEIGHT * 0.15), (WIDTH * 0.85, HEIGHT * 0.85))
    kind = rng.choice(["free", "row", "fan"])
    step = height * (rng.uniform(0.72, 0.9) if kind == "row" else rng.uniform(0.25, 0.75))
    found: list[tuple[float, float, float]] = []
    for k in range(count):
        if kind == "free":
            for _ in range(20):
                spot = rng.uniform((WIDTH * 0.05, HEIGHT * 0.05), (WIDTH * 0.95, HEIGHT * 0.95))
                if all(np.hypot(*(spot - other[:2])) > height * rng.uniform(0.3, 1) for other in found):
                    break
            found.append((*spot, turn + rng.normal(0, 25)))
        else:
            along = np.radians(turn)
            bend = rng.normal(0, 2) + (k * rng.uniform(0, 12) if kind == "fan" else 0)
            found.append((x + np.cos(along) * step * k, y + np.sin(along) * step * k, turn + bend))
    return found


def shape_at(face: np.ndarray, height: float, x: float, y: float, turn: float) -> np.ndarray:
    """The corners (4, 2) of a card whose 88 mm would be `height` pixels."""
    scale = height / (88 * MM)
    return box(face.shape[1] * scale, face.shape[0] * scale, turn) + np.array([x, y])


def box(width: float, height: float, turn: float) -> np.ndarray:
    """The corners (4, 2) of a rectangle round the origin, clockwise from its top left."""
    a = np.radians(turn)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])


def seen_from(rng: np.random.Generator) -> np.ndarray:
    """The homography (3, 3) of a camera that does not look straight down: up to some 45 degrees."""
    a, lean = rng.uniform(0, 2 * np.pi), rng.beta(1.2, 2.5) * 0.9
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    linear = turn @ np.diag([np.cos(lean), 1]) @ turn.T
    tilt = turn @ np.array([np.sin(lean) / rng.uniform(500, 1500), 0])
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    to, back = np.eye(3), np.eye(3)
    to[:2, 2], back[:2, 2] = -middle, middle
    centred = np.eye(3)
    centred[:2, :2], centred[2, :2] = linear, tilt
    return back @ centred @ to


def lay(
    canvas: np.ndarray,
    owner: np.ndarray,
    face: np.ndarray,
    quad: np.ndarray,
    number: int,
    rng: np.random.Generator,
) -> None:
    """Draw a card with its shadow, wear and, now and then, a sleeve or a lamp's glare onto the canvas."""
    side = max(float(np.linalg.norm(quad[2] - quad[0])) / 1.6, 12.0)
    small = min(1.0, 1.6 * side / face.shape[0])
    face = cv2.resize(face, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    h, w = face.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    flat = cv2.warpPerspective(face, warp, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = flat[..., 3:] / 255
    drop = np.roll(cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.6, 3)), rng.integers(-3, 4, 2).tolist(), (0, 1))
    canvas *= 1 - drop[..., None] * rng.uniform(0, 0.6)
    if rng.random() < 0.25:
        sleeve(canvas, quad, rng)
    tone = np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.04, 3))
    canvas += alpha * (flat[..., :3] * tone + rng.normal(0, 6) - canvas)
    if rng.random() < 0.25:
        glare(canvas, alpha, quad, rng)
    owner[alpha[..., 0] > 0.5] = number


def sleeve(canvas: np.ndarray, quad: np.ndarray, rng: np.random.Generator) -> None:
    """A sleeve's transparent rim, a little larger than the card."""
    middle = quad.mean(axis=0)
    rim = (middle + (quad - middle) * rng.uniform(1.02, 1.07)).astype(np.int32)
    layer = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(layer, [rim], 255, cv2.LINE_AA)
    canvas += (layer[..., None] / 255.0) * rng.uniform(-10, 40)
    cv2.polylines(canvas, [rim], True, colour(rng, True), 1, cv2.LINE_AA)


def glare(canvas: np.ndarray, alpha: np.ndarray, quad: np.ndarray, rng: np.random.Generator) -> None:
    """A lamp mirrored in the card."""
    v, u = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    x, y = rng.dirichlet((1, 1, 1, 1)) @ quad
    spread = (np.linalg.norm(quad[2] - quad[0]) * rng.uniform(0.08, 0.35)) ** 2
    shape = rng.uniform(0.3, 1)
    spot = np.exp(-((u - x) ** 2 + shape * (v - y) ** 2) / spread)[..., None]
    canvas += alpha * spot * rng.uniform(30, 250)


def visible(owner: np.ndarray, number: int, quad: np.ndarray) -> float:
    """The share of a card that is seen."""
    area = abs(cv2.contourArea(quad.astype(np.float32)))
    return float((owner == number).sum() / max(area, 1))


def photographed(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The scene as a camera's file holds it: light, shadow, tint, blur, noise, JPEG."""
    v, u = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
    if rng.random() < 0.5:
        slope = rng.normal(0, 0.25, 2)
        canvas = canvas * np.exp(u * slope[0] + v * slope[1])[..., None]
    if rng.random() < 0.25:
        a = rng.uniform(0, 2 * np.pi)
        line = (u * np.cos(a) + v * np.sin(a) - rng.uniform(-0.6, 0.6)) * rng.uniform(4, 40)
        canvas = canvas * (1 - rng.uniform(0.2, 0.65) / (1 + np.exp(-np.clip(line, -30, 30))))[..., None]
    canvas = canvas * np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.08, 3))
    if rng.random() < 0.5:
        canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.3, 1.4))
    canvas = canvas + rng.normal(0, rng.uniform(0.5, 8), canvas.shape)
    picture = np.clip(canvas, 0, BRIGHTEST).astype(np.uint8)
    if rng.random() < 0.5:
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))])
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with icons.npz")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    scenes = CardScenes(CardArt(args.data / "icons.npz"), rng, 60)
    tiles = []
    for _ in range(args.count):
        scene = scenes.scene(rng)
        marked = scene.picture.copy()
        cv2.polylines(marked, list(np.round(scene.corners).astype(np.int32)), True, (0, 255, 0), 1, cv2.LINE_AA)
        tiles.append(marked)
    rows = [np.hstack(tiles[k : k + 4]) for k in range(0, len(tiles) - 3, 4)]
    cv2.imwrite(str(args.out), np.vstack(rows)[..., ::-1])


if __name__ == "__main__":
    main()
