"""Draws the training scenes and crops and stores them: the slow part, done once.

    python models/training/prepare.py scenes DATA --count 4000 --seed 1  ->  DATA/scenes-1.npz
    python models/training/prepare.py scenes DATA --count 1200 --seed 21 --rounded  ->  rounder dice, from aside
    python models/training/prepare.py crops DATA --count 40000 --seed 1  ->  DATA/crops-1.npz

A stored crop is CROP pixels wide with the top side SIDE pixels long, upright; the training cuts its input from
it with every error of centre, size and angle that a detector makes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import rounded
from scenery import Painter, square_of, whole
from tqdm import tqdm

CROP, SIDE = 112, 45
MIXES = {  # shares of pips, friends, characters, icons (the rest: numerals)
    "pips": (0.92, 0.0, 0.0, 0.0),
    "friends": (0.0, 1.0, 0.0, 0.0),
    "characters": (0.0, 0.0, 1.0, 0.0),
    "icons": (0.0, 0.0, 0.0, 1.0),
}


def cut(picture: np.ndarray, square: tuple[float, float, float, float]) -> np.ndarray:
    """The upright crop round a top side, (CROP, CROP, 3) uint8."""
    x, y, side, turn = square
    scale = side / SIDE
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    half = (CROP - 1) / 2
    inverse = np.array([[c, -s, x - half * (c - s)], [s, c, y - half * (s + c)]])
    if scale > 1.6:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.35 * scale)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, inverse, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def any_tilt(rng: np.random.Generator) -> float:
    return float(rng.choice([rng.uniform(0, 4), rng.uniform(0, 25), rng.uniform(20, 55)], p=[0.35, 0.35, 0.3]))


def from_aside(rng: np.random.Generator) -> float:
    return float(rng.uniform(25, 60)) if rng.random() < 0.8 else any_tilt(rng)


def scenes(
    painter: Painter, count: int, seed: int, out: Path, tilt: Callable[[np.random.Generator], float]
) -> None:
    pictures, squares, owner = [], [], []
    for k in tqdm(range(count), desc="scenes", mininterval=5):
        rng = np.random.default_rng([seed, k])
        die_px = float(np.exp(rng.uniform(np.log(16), np.log(130))))
        room = 640 * 480 / die_px**2
        dice = 0 if rng.random() < 0.06 else int(min(rng.integers(1, 15), max(1, room / 4)))
        picture, drawn = painter.scene(rng, 640, 480, die_px, dice, tilt(rng))
        _, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 96])
        pictures.append(data)
        for die in drawn:
            if whole(die.quad, 640, 480):
                squares.append(square_of(die.quad))
                owner.append(k)
    ends = np.cumsum([len(p) for p in pictures])
    np.savez(
        out, data=np.concatenate(pictures), ends=ends, squares=np.array(squares, np.float32), owner=np.array(owner)
    )


def crops(painter: Painter, count: int, seed: int, out: Path) -> None:
    stored = np.empty((count, CROP, CROP, 3), np.uint8)
    labels: list[str] = []
    bar = tqdm(total=count, desc="crops", mininterval=5)
    k = 0
    while len(labels) < count:
        rng = np.random.default_rng([seed, 7, k])
        k += 1
        kind = str(rng.choice(list(MIXES), p=[0.25, 0.14, 0.16, 0.45]))
        die_px = float(np.exp(rng.uniform(np.log(22), np.log(64))))
        tilt = float(rng.choice([rng.uniform(0, 5), rng.uniform(0, 25), rng.uniform(20, 50)], p=[0.5, 0.35, 0.15]))
        picture, drawn = painter.scene(
            rng, 640, 480, die_px, int(min(24, 640 * 480 / die_px**2 / 4)), tilt, MIXES[kind]
        )
        for die in drawn:
            for label, quad in [(die.label, die.quad), *others(die, rng)]:
                if len(labels) < count and inside(quad):
                    stored[len(labels)] = cut(picture, square_of(quad))
                    labels.append(label)
                    bar.update()
    np.savez(out, crops=stored, labels=np.array(labels))


def others(die, rng: np.random.Generator) -> list[tuple[str, np.ndarray]]:
    """Now and then a crop that is not a top side: a side that the camera sees, or a place half a die away."""
    found = []
    if die.others and rng.random() < 0.06:
        found.append(("other", die.others[rng.integers(len(die.others))]))
    if rng.random() < 0.04:
        step = die.quad[rng.integers(4)] - die.quad.mean(axis=0)
        found.append(("other", die.quad + step * rng.uniform(0.9, 1.8)))
    return found


def inside(quad: np.ndarray) -> bool:
    return bool((quad > 2).all() and (quad < (637, 477)).all())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", "crops"])
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounded", action="store_true", help="scenes of rounder dice, mostly seen from aside")
    args = parser.parse_args()
    icons, out = args.data / "icons.npz", args.data / f"{args.what}-{args.seed}.npz"
    if args.what == "crops":
        crops(Painter(icons), args.count, args.seed, out)
    elif args.rounded:
        scenes(Painter(icons, rounded.draw, 0.1), args.count, args.seed, out, from_aside)
    else:
        scenes(Painter(icons), args.count, args.seed, out, any_tilt)


if __name__ == "__main__":
    main()
