"""Draws dice that lie flat, lean, or lie on others, and stores the crops that the shipped eye makes of them.

    python models/training/postures.py scenes DATA --count 1000 --seed 1  ->  DATA/postures-1.npz
    python models/training/postures.py nell-byler DATA                    ->  DATA/postures-nell-byler.npz

DATA holds icons.npz. Each scene is looked at by the shipped detector, so that the crops have its errors; a find
belongs to the nearest die whose outline holds it. The dice of photographs all lie flat. Needs the application's
environment with tqdm beside it, and the repository's root in PYTHONPATH.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from lens import photographed
from photos import SOURCES, photographs
from scenery import Look, Painter, placed
from tqdm import tqdm

from companion.commands.read import default_models
from companion.vision.card import BaseCard, read_card
from companion.vision.classifier import Classifier
from companion.vision.detector import Detector
from companion.vision.dieset import BASE
from companion.vision.quality import is_blurred
from hardware.simulators.scenes.cube import Cube, Light, cast_shadow, draw, turned

POSTURES = ("flat", "leaning", "stacked")
WIDTH, HEIGHT = 640, 480
MOST_SLANT = 20.0  # degrees: from farther aside a die that lies flat looks like one that leans
LEANS = (22.0, 68.0)  # degrees; a die that leans less is read like a flat one
ASIDE = (0.1, 0.62)  # sides by which a die may lie beside the middle of the one below it
DARK = 60  # of 255: a crop without a brighter pixel shows nothing
MIX = (0.5, 0.15, 0.15, 0.2)
Placed = tuple[Cube, str]


def leant(cube: Cube, rng: np.random.Generator) -> Cube:
    """The cube leaning over an edge, seldom over a corner, its lowest point on the table or a little above."""
    tilt = np.radians(rng.uniform(*LEANS))
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
    """Dice on the table with their postures."""
    look = Look.any(rng, MIX)
    dice: list[Placed] = []
    for at, angle, side in placed(rng, mm, mm * HEIGHT / WIDTH, look.sizes(rng, count)):
        look = look if look.uniform else Look.any(rng, MIX)
        _, cube = painter.cube(rng, at, angle, side, look)
        kind = rng.choice(POSTURES, p=[0.55, 0.27, 0.18])
        dice.append((leant(cube, rng), "leaning") if kind == "leaning" else (cube, "flat"))
        if kind == "stacked":
            dice[-1] = (cube, "stacked")
            _, other = painter.cube(rng, at, rng.uniform(0, 360), side, look)
            dice.append((upon(other, cube, rng), "stacked"))
    return dice


def scene(painter: Painter, rng: np.random.Generator) -> tuple[np.ndarray, list[tuple[np.ndarray, str]]]:
    """A photograph with the outline and the posture of each die, the farthest first."""
    die_px = float(np.exp(rng.uniform(np.log(28), np.log(80))))
    mm = WIDTH / die_px * 16
    camera = painter.camera(rng, WIDTH, HEIGHT, mm, float(rng.uniform(0, MOST_SLANT) if rng.random() < 0.7 else 0))
    canvas = painter.laid(rng, camera, WIDTH, HEIGHT, mm)
    x, y = rng.uniform(-0.9, 0.9, 2)
    light = Light((float(x), float(y), 1.0), rng.uniform(0.35, 0.9), rng.uniform(0, 0.3), rng.uniform(0, 0.65))
    dice = laid(painter, rng, mm, int(min(rng.integers(3, 14), WIDTH * HEIGHT / die_px**2 / 5)))
    dice.sort(key=lambda pair: -float(np.linalg.norm(camera.centre - pair[0].centre)))
    for cube, _ in dice:
        cast_shadow(canvas, camera, cube, light)
    for cube, _ in dice:
        draw(canvas, camera, cube, light)
    return photographed(canvas, rng, die_px), [(cube.silhouette(camera), posture) for cube, posture in dice]


def posture_at(dice: list[tuple[np.ndarray, str]], x: float, y: float) -> str:
    for outline, posture in reversed(dice):
        if cv2.pointPolygonTest(outline.astype(np.float32), (x, y), False) > 0:
            return posture
    return ""


class Eye:
    """The shipped detector, and the crops that the shipped classifier cuts."""

    def __init__(self) -> None:
        base = default_models() / BASE
        card = read_card(base, BaseCard)
        self._detector, self._classifier = Detector(base, card.detector), Classifier(base, card.reader)

    def crops(self, picture: np.ndarray) -> list[tuple[float, float, np.ndarray]]:
        """The centre and the crop of all dice that are sharp and light enough: others have their own reasons."""
        found = self._detector.find(picture)
        crops = [(one.x, one.y, self._classifier.crop(picture, one)[0]) for one in found]
        side = self._classifier.card.top_side
        return [one for one in crops if one[2].max() > DARK and not is_blurred(one[2], side)]


def drawn(eye: Eye, data: Path, count: int, seed: int) -> Iterator[tuple[np.ndarray, str]]:
    painter = Painter(data / "icons.npz")
    for k in tqdm(range(count), desc="scenes", mininterval=5):
        picture, dice = scene(painter, np.random.default_rng([seed, 11, k]))
        for x, y, crop in eye.crops(picture):
            yield crop, posture_at(dice, x, y)


def photographed_flat(eye: Eye, source: str) -> Iterator[tuple[np.ndarray, str]]:
    for photo in tqdm(photographs(source), desc=source, mininterval=5):
        left, top, width, height = photo.boxes.T
        for x, y, crop in eye.crops(photo.picture()):
            inside = (left < x) & (x < left + width) & (top < y) & (y < top + height)
            yield crop, "flat" if inside.any() else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", *SOURCES])
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    eye = Eye()
    if args.what == "scenes":
        name, pairs = str(args.seed), drawn(eye, args.data, args.count, args.seed)
    else:
        name, pairs = args.what, photographed_flat(eye, args.what)
    told = [(crop, POSTURES.index(posture)) for crop, posture in pairs if posture]
    crops, labels = np.stack([crop for crop, _ in told]), np.array([label for _, label in told], np.uint8)
    np.savez(args.data / f"postures-{name}.npz", crops=crops, labels=labels)


if __name__ == "__main__":
    main()
