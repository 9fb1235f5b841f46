"""Writes labels with the outline of the bare table, or with labels put right, for `companion evaluate`.

    python models/training/trays.py DATA/trays [matteop65]                 ->  DATA/trays/labels.jsonl
    python models/training/trays.py DATA/right nell-byler --corrected      ->  DATA/right/labels.jsonl

On some photographs computers and cables lie round the game. A table's tray is calibrated and leaves them out; here
outlines.json does, whose corners were drawn by hand round the bare table of every picture in which anything beside
it was taken for a die. corrections.json are dice that the eye read silently otherwise than their label says, or
that have none, looked at one by one and found as read. Nothing else was looked at, so the other figures with them
are no better founded than without. Runs in the application's environment.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

from photos import PHOTOS  # noqa: E402  (found by the line above)

from companion.evaluation.labels import JSON_LINES, Labels, Photo, TrueDie, labelled  # noqa: E402
from companion.files import replace_atomically  # noqa: E402


def corrected(dice: Sequence[TrueDie], right: Sequence[TrueDie]) -> tuple[TrueDie, ...]:
    """The labels without those in whose place another one is right, and the right ones."""
    return (*(die for die in dice if not any(same(die, other) for other in right)), *right)


def same(die: TrueDie, other: TrueDie) -> bool:
    return max(abs(die.x - other.x), abs(die.y - other.y)) < min(die.size, other.size) / 2


def stored(name: str) -> dict[str, list]:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def labels(photo: Photo, tray: Sequence, right: Sequence[dict]) -> Labels:
    dice = corrected(photo.dice, msgspec.convert(right, list[TrueDie]))
    called = ", ".join([photo.source, *(["within the tray"] if tray is not None else ["labels put right"])])
    return Labels(str(photo.path), dice, called, photo.die_set, tuple(tray or ()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("source", nargs="?", default="matteop65", help="part of a source's name")
    parser.add_argument("--corrected", action="store_true", help="wrong labels put right, instead of outlines")
    args = parser.parse_args()
    outlines, corrections = stored("outlines.json"), stored("corrections.json")
    lines = []
    for name, photos in labelled(PHOTOS).items():
        for photo in photos if args.source in name else ():
            file = f"{photo.path.parent.name}/{photo.path.name}"
            tray, right = (None, corrections.get(file, ())) if args.corrected else (outlines.get(file, ()), ())
            lines.append(msgspec.json.encode(labels(photo, tray, right)))
    args.out.mkdir(parents=True, exist_ok=True)
    replace_atomically(args.out / JSON_LINES, b"\n".join(lines))


if __name__ == "__main__":
    main()
