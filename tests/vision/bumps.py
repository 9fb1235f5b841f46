"""Counts how bumps of the camera are judged on tables with photographed surfaces, without the mat.

    OMP_NUM_THREADS=1 python -m tests.vision.bumps [--tables N] [--seed N]

needs the folder of photographs (see CONTRIBUTING). Each table is watched through five changes; printed are the
verdicts on each, and the error in millimetres that is left where the tray was re-aligned.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.vision.bump import Bump
from companion.vision.calibrate import calibrate
from companion.vision.frame import Frame
from tests.photographs import photos_folder

from .tables import Table, random_table

Changes = dict[str, dict[str, object]]


def main(argv: Sequence[str]) -> int:
    """Print a line per kind of change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    surfaces = sorted((photos_folder() / "backgrounds").rglob("*.png"))
    verdicts: dict[str, Counter[str]] = {}
    left: list[float] = []
    for _ in range(args.tables):
        table = replace(
            random_table(rng), sheet=False, ground=Frame.load(rng.choice(np.array(surfaces))).pixels, light=1.0
        )
        _judge(table, rng, verdicts, left)
    for kind, counts in verdicts.items():
        print(f"{kind:22} {dict(counts.most_common())}")
    if left:
        middle, most = np.percentile(left, [50, 95])
        print(
            f"after a small bump: median {middle:.2f}, 95th percentile {most:.2f}, at most {max(left):.2f} mm off"
        )
    return 0


def _judge(table: Table, rng: np.random.Generator, verdicts: dict[str, Counter[str]], left: list[float]) -> None:
    watch = Bump(
        replace(table, covers=_dice(rng)).photograph(), calibrate(replace(table, sheet=True).photograph()).tray
    )
    verdicts.setdefault("able", Counter())[str(watch.able)] += 1
    if not watch.able:
        return
    for kind, change in _changes(table, rng).items():
        now = replace(table, **change)  # type: ignore[arg-type]
        told = watch.check(replace(now, covers=_dice(rng), seed=table.seed + 1).photograph())
        verdicts.setdefault(kind, Counter())[told.verdict] += 1
        if kind == "small bump" and told.verdict != "camera-moved":
            left.append(float(now.error(told.tray).max()))


def _changes(table: Table, rng: np.random.Generator) -> Changes:
    """A change of each kind: a small bump is 5-20 pixels and up to 2 degrees, large ones 100 pixels, 8 degrees."""
    way = rng.uniform(0, 2 * np.pi)
    small, far = (
        tuple(size * table.height / table.focal * np.array([np.cos(way), np.sin(way)]))
        for size in (rng.uniform(5, 20), 100.0)
    )
    return {
        "other dice": {},
        "other light": {
            "light": rng.uniform(0.5, 1.1),
            "shadow": (rng.uniform(0, 200), rng.uniform(0, 170), 90.0),
        },
        "small bump": {
            "aim": (table.aim[0] + small[0], table.aim[1] + small[1]),
            "roll": table.roll + rng.uniform(-2, 2),
        },
        "shifted far": {"aim": (table.aim[0] + far[0], table.aim[1] + far[1])},
        "turned far": {"roll": table.roll + 8},
        "hand": {"hand": True},
    }


def _dice(rng: np.random.Generator) -> tuple[tuple[float, float, float, float], ...]:
    return tuple((float(x), float(y), 16.0, 16.0) for x, y in rng.uniform((5, 5), (155, 150), (5, 2)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
