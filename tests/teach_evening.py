"""Teaches dice with unseen art through the whole eye and the disk, then reads throws of five, as an evening would.

    python -m tests.teach_evening ICONS [--faces 6] [--photos 3] [--throws 10] [--seeds 4] [--models DIR]

ICONS is made by `tests.teach_icons`. Each photograph of the lesson shows two dice with the same face. Printed are
counts of dice found, read right, asked about (because the detector or the die set is in doubt), wrong and sure, of
things taken for dice, and of throws that were right as a whole.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from companion.commands.read import default_models
from companion.errors import LessonError
from companion.vision.card import FaceCard
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.reading import DieReading
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.teacher import Teacher
from tests.vision.prints import BODIES, Art, Throw, load_art, photograph, thrown, top_corners

DICE = 5


def taught(folder: Path, teacher: Teacher, art: Mapping[str, Art], body: str, photos: int, seed: int) -> Lesson:
    """A lesson of all the art, the faces being F0, F1, ... in its order."""
    faces = [FaceCard(f"F{k}", name) for k, name in enumerate(art)]
    lesson = Lesson.begin(folder, "icons", "Icons", faces, teacher)
    for k, name in enumerate(art):
        for photo in range(photos):
            pixels = photograph(art, [name] * 2, thrown(2, body, 1000 * seed + 10 * k + photo))
            try:
                lesson.learn(Frame(pixels, 0.0), f"F{k}", str(photo))
            except LessonError as error:
                print(f"seed {seed}, {name}: {error.sentence}", file=sys.stderr)
    return lesson


def pairs(dice: Sequence[DieReading], truth: Sequence[str], throw: Throw) -> list[tuple[str, DieReading]]:
    """Each thrown face with the reading on its die's top face."""
    found: list[tuple[str, DieReading]] = []
    for face, place, angle in zip(truth, throw.places, throw.angles, strict=True):
        corners = top_corners(place, angle)
        x, y = corners.mean(axis=0)
        near = 0.4 * float(np.linalg.norm(corners[0] - corners[1]))
        found += [(face, die) for die in dice if np.hypot(die.x - x, die.y - y) < near][:1]
    return found


def play(reader: DiceReader, art: Mapping[str, Art], body: str, seed: int, counts: Counter[str]) -> None:
    """One throw."""
    names = list(art)
    tops = np.random.default_rng(seed).integers(len(names), size=DICE).tolist()
    throw = thrown(DICE, body, seed)
    reading = reader.read(Frame(photograph(art, [names[k] for k in tops], throw), 0.0), die_set="icons")
    read = pairs(reading.dice, [f"F{k}" for k in tops], throw)
    right = [die.face == face for face, die in read]
    counts.update(throws=1, thrown=DICE, found=len(read), right=sum(right), invented=len(reading.dice) - len(read))
    counts["asked"] += sum(not die.sure for _, die in read)
    counts["wrong and sure"] += sum(die.sure and die.face != face for face, die in read)
    counts["whole throws right"] += sum(right) == DICE == len(reading.dice)


def main(argv: Sequence[str]) -> int:
    """Print the counts; 2 when there is not enough art."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("icons", type=Path, metavar="ICONS")
    parser.add_argument("--faces", type=int, default=6)
    parser.add_argument("--photos", type=int, default=3)
    parser.add_argument("--throws", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--models", type=Path, default=default_models())
    args = parser.parse_args(argv)
    art = load_art(args.icons)
    if len(art) < args.faces:
        print(f"Expected {args.faces} icons in {str(args.icons)!r}, got {len(art)}", file=sys.stderr)
        return 2
    teacher, counts = Teacher(args.models), Counter[str]()
    for seed in range(args.seeds):
        chosen = np.random.default_rng(seed).permutation(sorted(art))[: args.faces].tolist()
        own, body = {name: art[name] for name in chosen}, BODIES[seed % len(BODIES)]
        with tempfile.TemporaryDirectory() as folder:
            if not taught(Path(folder), teacher, own, body, args.photos, seed).record.complete:
                counts["sets that could not be taught"] += 1
                continue
            reader = DiceReader(args.models, Path(folder))
            for throw in range(args.throws):
                play(reader, own, body, 9000 + 100 * seed + throw, counts)
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
