"""Writes labels with the outline of the bare table, as far as it was drawn, for `companion evaluate`.

    python models/training/trays.py DATA/trays [matteop65]  ->  DATA/trays/labels.jsonl

On some photographs computers and cables lie round the game. A table's tray is calibrated and leaves them out; here
outlines.json does, whose corners were drawn by hand round the bare table of every picture in which anything beside
it was taken for a die. Runs in the application's environment.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import msgspec

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

from photos import PHOTOS  # noqa: E402  (found by the line above)

from companion.evaluation.labels import JSON_LINES, Labels, labelled  # noqa: E402
from companion.files import replace_atomically  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("source", nargs="?", default="matteop65", help="part of a source's name")
    args = parser.parse_args()
    outlines = json.loads((HERE / "outlines.json").read_text(encoding="utf-8"))
    lines = []
    for name, photos in labelled(PHOTOS).items():
        for photo in photos if args.source in name else ():
            tray = outlines.get(f"{photo.path.parent.name}/{photo.path.name}", ())
            labels = Labels(str(photo.path), photo.dice, f"{name}, within the tray", photo.die_set, tray)
            lines.append(msgspec.json.encode(labels))
    args.out.mkdir(parents=True, exist_ok=True)
    replace_atomically(args.out / JSON_LINES, b"\n".join(lines))


if __name__ == "__main__":
    main()
