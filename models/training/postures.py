"""Draws dice that lie flat, lean, or lie on others, and stores what the shipped eye sees of them.

    python models/training/postures.py scenes DATA --count 1000 --seed 1  ->  DATA/postures-1.npz
    python models/training/postures.py nell-byler DATA                    ->  DATA/postures-nell-byler.npz

DATA holds icons.npz. Each scene is looked at by the shipped detector, so that the crops have its errors; a find
belongs to the nearest die whose outline holds it. The dice of photographs all lie flat, and are taken to be seen
from straight above. Needs the application's environment with tqdm beside it, and the repository's root in
PYTHONPATH.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from lens import photographed
from photos import SOURCES, photographs
from scenery import Look, Painter, placed
from tqdm import tqdm

from companion.commands.read import default_models
from companion.vision.aspect import Aspect
from companion.vision.card import BaseCard, read_card
from companion.vision.classifier import Classifier
from companion.vision.detector import Detector
from companion.vision.dieset import BASE
from companion.vision.found import Found
from companion.vision.lens import Lens
from companion.vision.posture import surroundings
from companion.vision.quality import is_blurred
from companion.vision.tray import Tray, from_corners
from hardware.simulators.scenes.camera import Camera, looking_at, overhead
from hardware.simulators.scenes.cube import TOP, Cube, Light, cast_shadow, draw, turned

POSTURES = ("flat", "leaning", "stacked")
WIDTH, HEIGHT = 640, 480
MOST_SLANT = 25.0  # degrees
SHIFTED = 0.5  # share of cameras like the simulated one, with a shift lens
MEASURED = 0.4  # share of cameras whose lens is known
LEANS = (22.0, 68.0)  # degrees; a die that leans less is read like a flat one
ASIDE = (0.1, 0.62)  # sides by which a die may lie beside the middle of the one below it
CROWDED = 0.25  # share of tables on which dice touch each other; on the others each has room,
APART = 1.7  # sides
DARK = 60  # of 255: a crop without a brighter pixel shows nothing
MIX = (0.5, 0.15, 0.15, 0.2)
DIE = 16.0  # millimetres that the dice of photographs are taken to have
TURNED = 1.2  # times that an upright box round a turned die is as large as its top face
Placed = tuple[Cube, str]
View = tuple[Camera, Lens]


# ---- the dice


def leant(cube: Cube, rng: np.random.Generator) -> Cube:
    """The cube leaning over an edge, seldom over a corner, its lowest point on the table or a little above.

    Every second one leans by less than half of what it may, for these are hard to tell.
    """
    least, most = LEANS
    tilt = np.radians(rng.uniform(least, most if rng.random() < 0.5 else (least + most) / 2))
    edge = 90 * rng.integers(4) + (rng.uniform(-35, 35) if rng.random() < 0.25 else 0.0)
    to_edge = turned(edge)
    c, s = np.cos(tilt), np.sin(tilt)
    axes = cube.axes @ to_edge @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ to_edge.T
    lift = rng.uniform(0, 0.5) * cube.side if rng.random() < 0.4 else 0.0
    return replace(cube, axes=axes, centre=np.array([*cube.centre[:2], lift + reach_up(axes, cube.side)]))


def reach_up(axes: np.ndarray, side: float) -> float:
    return float(side / 2 * np.abs(axes[2]).sum())


def upon(cube: Cube, below: Cube, rng: np.random.Generator) -> Cube:
    """The cube lying flat on another, up to so far aside that it just does not fall."""
    way = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(*ASIDE) * below.side * np.array([np.cos(way), np.sin(way)])
    return replace(cube, centre=np.array([*(below.centre[:2] + away), below.side + cube.side / 2]))


def laid(painter: Painter, rng: np.random.Generator, mm: float, count: int) -> list[Placed]:
    """Dice on the table with their postures; one that lies on another follows it."""
    look = Look.any(rng, MIX)
    dice: list[Placed] = []
    room = 1.0 if rng.random() < CROWDED else APART
    for at, angle, place in placed(rng, mm, mm * HEIGHT / WIDTH, room * look.sizes(rng, count)):
        side = place / room
        look = look if look.uniform else Look.any(rng, MIX)
        _, cube = painter.cube(rng, at, angle, side, look)
        kind = rng.choice(POSTURES, p=[0.55, 0.23, 0.22])
        dice.append((leant(cube, rng), "leaning") if kind == "leaning" else (cube, "flat"))
        if kind == "stacked":
            dice[-1] = (cube, "stacked")
            _, other = painter.cube(rng, at, rng.uniform(0, 360), side, look)
            dice.append((upon(other, cube, rng), "stacked"))
    return dice


# ---- the picture


def viewed(rng: np.random.Generator, mm: float) -> View:
    """A camera that sees about mm of the table's width, with its lens: of a desk's arm, mostly."""
    deep = mm * HEIGHT / WIDTH
    if rng.random() < SHIFTED:
        foot = (mm * rng.uniform(0.1, 0.9), deep * rng.uniform(-0.1, 1.0))
        above, scale = max(mm, 120) * float(rng.uniform(1.2, 3)), WIDTH / mm
        lens = Lens(WIDTH, HEIGHT, above * scale, above * scale, foot[0] * scale, HEIGHT - foot[1] * scale)
        return overhead(mm, deep, WIDTH, HEIGHT, foot, above), lens
    distance = max(mm, 120) * float(np.exp(rng.uniform(np.log(0.65), np.log(2.2))))
    focal = WIDTH * distance / mm
    slant = np.radians(rng.uniform(0, MOST_SLANT)) if rng.random() < 0.7 else 0.0
    target = np.array([mm / 2, deep / 2, 0])
    position = target + distance * np.array([0, -np.sin(slant), np.cos(slant)])
    camera = looking_at(target, position, focal, WIDTH, HEIGHT, rng.uniform(-0.3, 0.3))
    return camera, Lens(WIDTH, HEIGHT, focal, focal, WIDTH / 2, HEIGHT / 2)


def calibrated(view: View, rng: np.random.Generator, mm: float) -> Tray:
    """The tray of a view, with or without its lens."""
    camera, lens = view
    wide, deep = 0.8 * mm, 0.8 * mm * HEIGHT / WIDTH
    ring = np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]) * (mm, mm * HEIGHT / WIDTH)
    corners = camera.project(np.column_stack([ring, np.zeros(4)]))
    known = lens if rng.random() < MEASURED else None
    return from_corners([(x, y) for x, y in corners.tolist()], (wide, deep), (WIDTH, HEIGHT), known)


def shaded(canvas: np.ndarray, camera: Camera, above: Cube, below: Cube, light: Light) -> None:
    """The shadow that a die casts on the top of the one below it."""
    top = below.face(TOP)
    corners = above.corners()
    away = np.asarray(light.direction)
    fallen = corners - away * ((corners[:, 2:] - top[0, 2]) / away[2])
    hull = cv2.convexHull(camera.project(fallen).astype(np.float32))[:, 0]
    size = canvas.shape[1::-1]
    soft = cv2.GaussianBlur(filled(hull, size), (0, 0), max(1.0, float(np.ptp(hull, axis=0).max()) * 0.05))
    canvas *= 1 - light.shadow * (soft * filled(camera.project(top), size))[..., None]


def filled(polygon: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """A mask (h, w) float32 0-1 of a convex polygon."""
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round(polygon * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return mask / np.float32(255)


def drawn_dice(canvas: np.ndarray, camera: Camera, dice: list[Placed], light: Light, shades: bool) -> list[Placed]:
    """Draws the dice and their shadows; gives them back, the farthest first."""
    under = {id(above): below for (below, _), (above, _) in pairwise(dice) if lies_on(above)}
    order = sorted(dice, key=lambda pair: -float(np.linalg.norm(camera.centre - pair[0].centre)))
    for cube, _ in order:
        cast_shadow(canvas, camera, cube, light)
    for cube, _ in order:
        if shades and id(cube) in under:
            shaded(canvas, camera, cube, under[id(cube)], light)
        draw(canvas, camera, cube, light)
    return order


def lies_on(cube: Cube) -> bool:
    """Whether a die lies flat above the table."""
    return bool(cube.axes[2, 2] > 0.999 and cube.centre[2] > cube.side)


def scene(painter: Painter, rng: np.random.Generator) -> tuple[np.ndarray, list[tuple[np.ndarray, str]], Tray]:
    """A photograph with the outline and the posture of each die, the farthest first, and its tray."""
    die_px = float(np.exp(rng.uniform(np.log(28), np.log(80))))
    mm = WIDTH / die_px * 16
    view = camera, _ = viewed(rng, mm)
    canvas = painter.laid(rng, camera, WIDTH, HEIGHT, mm)
    x, y = rng.uniform(-0.9, 0.9, 2)
    light = Light((float(x), float(y), 1.0), rng.uniform(0.35, 0.9), rng.uniform(0, 0.3), rng.uniform(0, 0.65))
    dice = laid(painter, rng, mm, int(min(rng.integers(3, 14), WIDTH * HEIGHT / die_px**2 / 5)))
    order = drawn_dice(canvas, camera, dice, light, bool(rng.random() < 0.7))
    outlines = [(cube.silhouette(camera), posture) for cube, posture in order]
    return photographed(canvas, rng, die_px), outlines, calibrated(view, rng, mm)


def posture_at(dice: list[tuple[np.ndarray, str]], find: Found) -> str:
    for outline, posture in reversed(dice):
        if cv2.pointPolygonTest(outline.astype(np.float32), (find.x, find.y), False) > 0:
            return posture
    return ""


# ---- what the eye sees of it


class Eye:
    """The shipped detector, and the crops that the shipped classifier cuts."""

    def __init__(self) -> None:
        base = default_models() / BASE
        card = read_card(base, BaseCard)
        self._detector, self._classifier = Detector(base, card.detector), Classifier(base, card.reader)

    def finds(self, picture: np.ndarray) -> list[tuple[Found, float]]:
        """All dice that are sharp and light enough, with their turns: others have their own reasons."""
        found = self._detector.find(picture)
        pairs = [(one, *self._classifier.crop(picture, one)) for one in found]
        side = self._classifier.card.top_side
        return [(one, angle) for one, crop, angle in pairs if crop.max() > DARK and not is_blurred(crop, side)]


PostureAt = Callable[[Found], str]
Seen = tuple[np.ndarray, tuple[float, float], float, str]
"""A crop, where its die's bottom would be, the find's side in those of the picture's median, and the posture."""


def seen(eye: Eye, picture: np.ndarray, tray: Tray, posture: PostureAt) -> Iterator[Seen]:
    pairs = eye.finds(picture)
    usual = float(np.median([one.size for one, _ in pairs])) if pairs else 1.0
    aspect = Aspect.of(tray)
    for one, angle in pairs:
        crop, beneath = surroundings(picture, one, angle, aspect.beneath(one))
        yield crop, beneath, one.size / usual, posture(one)


def drawn(eye: Eye, data: Path, count: int, seed: int) -> Iterator[tuple[int, Seen]]:
    painter = Painter(data / "icons.npz")
    for k in tqdm(range(count), desc="scenes", mininterval=5):
        picture, dice, tray = scene(painter, np.random.default_rng([seed, 11, k]))
        for one in seen(eye, picture, tray, partial(posture_at, dice)):
            yield k, one


def photographed_flat(eye: Eye, source: str) -> Iterator[tuple[int, Seen]]:
    for k, photo in enumerate(tqdm(photographs(source), desc=source, mininterval=5)):
        picture = photo.picture()
        for one in seen(eye, picture, from_above(picture, photo.boxes), partial(flat_in, photo.boxes)):
            yield k, one


def from_above(picture: np.ndarray, boxes: np.ndarray) -> Tray:
    """The tray of a photograph from straight above, whose dice have the usual side."""
    deep, wide = picture.shape[:2]
    mm = DIE / float(np.median(boxes[:, 2:].mean(axis=1))) * TURNED
    ring = [(0.0, 0.0), (float(wide), 0.0), (float(wide), float(deep)), (0.0, float(deep))]
    return from_corners(ring, (wide * mm, deep * mm), (wide, deep))


def flat_in(boxes: np.ndarray, find: Found) -> str:
    left, top, width, height = boxes.T
    inside = (left < find.x) & (find.x < left + width) & (top < find.y) & (find.y < top + height)
    return "flat" if inside.any() else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", *SOURCES])
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    eye = Eye()
    if args.what == "scenes":
        name, all_seen = str(args.seed), drawn(eye, args.data, args.count, args.seed)
    else:
        name, all_seen = args.what, photographed_flat(eye, args.what)
    told = [(k, crop, beneath, size, posture) for k, (crop, beneath, size, posture) in all_seen if posture]
    pictures, crops, beneaths, sizes, postures = zip(*told, strict=True)
    np.savez(
        args.data / f"postures-{name}.npz",
        pictures=np.array(pictures),
        crops=np.stack(crops),
        beneath=np.array(beneaths, np.float32),
        sizes=np.array(sizes, np.float32),
        labels=np.array([POSTURES.index(posture) for posture in postures], np.uint8),
    )


if __name__ == "__main__":
    main()
