"""Teaches the pip faces of real dice as though they were unknown symbols, and prints how well they are known.

    python -m tests.teach_photos SOURCE [PHOTOS] [--pictures 1 3 5 8] [--seeds 4] [--every 1]

SOURCE is part of a source's name in the folder PHOTOS (default: $COMPANION_PHOTOS, or ../shared/photos beside the
repository). Each face is taught from one die in each of some photographs; all dice in the other photographs are
read. The unknown faces are those of real dice with numerals (PHOTOS/dice_numeral). The columns are those of
`tests.teach_report`. The labels are taken as they are, their errors included; pips are no fair test of unseen art,
for the reader's trunk has seen pips, but the photographs are real.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.commands.read import default_models
from companion.evaluation.labels import labelled, thinned
from companion.vision.classifier import Look
from companion.vision.frame import Frame
from companion.vision.matching import Matcher
from companion.vision.teaching.known import stranger_scores
from companion.vision.teaching.teacher import Teacher
from companion.vision.teaching.trials import Samples, leave_one_picture_out, scores_of
from companion.vision.teaching.tuning import Tuning, tuned
from tests.photographs import photos_folder
from tests.teach_report import PLAIN, Counts

INSIDE = 0.7  # of the way from a box's centre to its edge: a die's centre lies so near
MOST_READ = 150  # dice per seed
NUMERALS = 50  # photographs of dice with numerals


@dataclass(frozen=True)
class Seen:
    """A labelled die in a photograph."""

    face: str
    photo: str
    look: Look


def seen_in(teacher: Teacher, photos: Path, source: str, every: int) -> list[Seen]:
    """The labelled dice of a source that the detector finds."""
    found = []
    sources = thinned(labelled(photos), every, [source])
    for photo in (photo for members in sources.values() for photo in members):
        for die, look in teacher.dice(Frame.load(photo.path)):
            for true in photo.dice:
                across, down = true.reach
                if abs(die.x - true.x) < INSIDE * across and abs(die.y - true.y) < INSIDE * down:
                    found.append(Seen(true.face, photo.path.name, look))
                    break
    return found


def numerals(teacher: Teacher, photos: Path) -> list[Look]:
    """Looks at dice with numerals."""
    paths = sorted((photos / "dice_numeral").glob("*.jpg"))
    step = max(1, len(paths) // NUMERALS)
    return [look for path in paths[::step] for _, look in teacher.dice(Frame.load(path))[:2]]


def chosen(dice: Sequence[Seen], pictures: int, rng: np.random.Generator) -> list[Seen]:
    """For each face one die in each of so many photographs."""
    taught: list[Seen] = []
    for face in sorted({one.face for one in dice}):
        used: set[str] = set()
        for k in rng.permutation(len(dice)).tolist():
            if dice[k].face == face and dice[k].photo not in used and len(used) < pictures:
                used.add(dice[k].photo)
                taught.append(dice[k])
    return taught


def lesson(teacher: Teacher, taught: Sequence[Seen]) -> tuple[Matcher, Tuning]:
    """What `companion teach` would make of the dice."""
    top = teacher.reader.top_side
    samples = Samples(
        tuple(one.face for one in taught),
        tuple(one.photo for one in taught),
        tuple(teacher.views(one.look.crop) for one in taught),
        np.stack([teacher.embeddings(one.look.crop) for one in taught]),
        top,
    )
    matcher = samples.matcher()
    return matcher, tuned(leave_one_picture_out(samples), stranger_scores(samples, matcher, teacher, "pips"))


def main(argv: Sequence[str]) -> int:
    """Print the report; 2 when there are no such photographs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="SOURCE")
    parser.add_argument("photos", nargs="?", type=Path, default=photos_folder())
    parser.add_argument("--pictures", type=int, nargs="+", default=[1, 3, 5, 8])
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th photograph")
    parser.add_argument("--models", type=Path, default=default_models())
    args = parser.parse_args(argv)
    teacher = Teacher(args.models)
    dice = seen_in(teacher, args.photos, args.source, args.every) if args.photos.is_dir() else []
    if not dice:
        print(f"There are no dice of {args.source!r} in {str(args.photos)!r}", file=sys.stderr)
        return 2
    unknown = numerals(teacher, args.photos)
    for pictures in args.pictures:
        counts = {"plain": Counts(), "taught": Counts()}
        for seed in range(args.seeds):
            taught = chosen(dice, pictures, np.random.default_rng(seed))
            matcher, tuning = lesson(teacher, taught)
            used = {one.photo for one in taught}
            rest = [one for one in dice if one.photo not in used][:MOST_READ]
            truth = [matcher.faces.index(one.face) for one in rest]
            plain = Matcher(matcher.vectors, matcher.owners)
            for name, known, how in (("plain", plain, PLAIN), ("taught", matcher, tuning)):
                own = scores_of(known, [one.look for one in rest])
                counts[name].thrown += len(rest)
                counts[name].add(own, truth, scores_of(known, unknown), known.faces, how)
        for name, one in counts.items():
            print(f"{pictures} pictures, {name:7} {one.line()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
