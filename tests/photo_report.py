"""Reads all labelled photographs of real dice and prints counts per source.

    python -m tests.photo_report [PHOTOS] [--models DIR] [--source NAME ...] [--every N] [--misses DIR]

PHOTOS is the folder with index.jsonl (default: $COMPANION_PHOTOS, or ../shared/photos beside the repository).
A die is found when a detection's centre lies in its box; each detection and each box counts once. `value` is how
many of the found dice were read right, `sure` how many of these needed no question, `sure and right` how many of
those were right, `pictures` how many were right as a whole: each die found, none invented, all values right.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from companion.commands.read import default_models
from companion.vision.annotate import annotate
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.reading import DieReading, Reading

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Counts:
    """What was counted in the photographs of one source."""

    pictures: int = 0
    dice: int = 0
    detections: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_right: int = 0
    whole: int = 0
    ms: float = 0.0

    def add(self, other: Counts) -> None:
        """Add another's counts to these."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def line(self, name: str) -> str:
        """The counts in one line of a table."""
        shares = (
            f"precision {self.found}/{self.detections} {_share(self.found, self.detections)}",
            f"recall {self.found}/{self.dice} {_share(self.found, self.dice)}",
            f"value {self.right}/{self.found} {_share(self.right, self.found)}",
            f"sure {self.sure}/{self.found}",
            f"sure and right {self.sure_right}/{self.sure} {_share(self.sure_right, self.sure)}",
            f"pictures {self.whole}/{self.pictures} {_share(self.whole, self.pictures)}",
            f"{self.ms / max(1, self.pictures):.0f} ms",
        )
        return f"{name:42} " + "  ".join(shares)


def _share(part: int, whole: int) -> str:
    return f"({part / whole:.1%})" if whole else "(-)"


def photos_folder() -> Path:
    """Where the real photographs lie, whether they are there or not."""
    return Path(os.environ.get("COMPANION_PHOTOS") or ROOT.parent / "shared" / "photos")


def labelled(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The lines of the index with boxes, by source, in the index's order."""
    sources: dict[str, list[dict[str, Any]]] = {}
    with (folder / "index.jsonl").open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line.get("dice"):
                sources.setdefault(line["repo"], []).append(line)
    return sources


def score(reading: Reading, boxes: Sequence[Mapping[str, Any]], margin: float = 0.0) -> Counts:
    """The counts of one picture; `margin` widens each box on each side by this share of its size."""
    pairs = [*_pairs(reading.dice, boxes, margin)]
    right = [str(box["value"]) == die.face for die, box in pairs]
    sure = [ok for ok, (die, _) in zip(right, pairs, strict=True) if die.sure]
    whole = len(pairs) == len(boxes) == len(reading.dice) and all(right)
    return Counts(
        1, len(boxes), len(reading.dice), len(pairs), sum(right), len(sure), sum(sure), int(whole), reading.ms
    )


def _pairs(
    dice: Sequence[DieReading], boxes: Sequence[Mapping[str, Any]], margin: float
) -> Iterator[tuple[DieReading, Mapping[str, Any]]]:
    """Each die with the box that holds its centre, nearest first, no box twice."""
    near = [
        (abs(die.x - box["x"] - box["w"] / 2) + abs(die.y - box["y"] - box["h"] / 2), d, b)
        for d, die in enumerate(dice)
        for b, box in enumerate(boxes)
        if _inside(die, box, margin)
    ]
    taken_dice: set[int] = set()
    taken_boxes: set[int] = set()
    for _, d, b in sorted(near):
        if d not in taken_dice and b not in taken_boxes:
            taken_dice.add(d)
            taken_boxes.add(b)
            yield dice[d], boxes[b]


def _inside(die: DieReading, box: Mapping[str, Any], margin: float) -> bool:
    dx, dy = abs(die.x - box["x"] - box["w"] / 2), abs(die.y - box["y"] - box["h"] / 2)
    return bool(dx <= box["w"] * (0.5 + margin) and dy <= box["h"] * (0.5 + margin))


@dataclass
class Report:
    """Reads photographs and counts; keeps annotated pictures of what went wrong in `misses`, if given."""

    reader: DiceReader
    folder: Path
    misses: Path | None = None
    total: Counts = field(default_factory=Counts)

    def source(self, lines: Sequence[Mapping[str, Any]]) -> Counts:
        """The counts over `lines` of the index."""
        counts = Counts()
        for line in lines:
            frame = Frame.load(self.folder / "dice" / line["file"])
            reading = self.reader.read(frame, die_set="pips")
            one = score(reading, line["dice"])
            counts.add(one)
            if self.misses and not one.whole:
                self.misses.mkdir(parents=True, exist_ok=True)
                name = line["file"].replace("/", "+")
                (self.misses / f"{Path(name).stem}.jpg").write_bytes(annotate(frame, reading).jpeg())
        self.total.add(counts)
        return counts


def main(argv: Sequence[str]) -> int:
    """Print the report; 2 when there are no photographs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="?", type=Path, default=photos_folder())
    parser.add_argument("--models", type=Path, default=default_models())
    parser.add_argument("--source", nargs="*", default=[], help="only sources whose name holds one of these")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th photograph")
    parser.add_argument("--misses", type=Path, metavar="DIR", help="save annotated pictures of what went wrong")
    args = parser.parse_args(argv)
    if not (args.photos / "index.jsonl").exists():
        print(f"There are no photographs: expected index.jsonl in {str(args.photos)!r}", file=sys.stderr)
        return 2
    report = Report(DiceReader(args.models), args.photos, args.misses)
    for name, lines in labelled(args.photos).items():
        if not args.source or any(part in name for part in args.source):
            print(report.source(lines[:: args.every]).line(name), flush=True)
    print(report.total.line("all"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
