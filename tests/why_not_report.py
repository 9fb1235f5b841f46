"""Counts how often the eye names each reason not to read, on spoiled pictures, and how often on clean ones.

    OMP_NUM_THREADS=1 python -m tests.why_not_report [PHOTOS] [--count N] [--source NAME ...]

Drawn scenes and the photographs of each source (default: $COMPANION_PHOTOS, or ../shared/photos) are spoiled in
every way; leaning and stacked dice are drawn alone, since no free photograph shows them. `named` is the right
reason, `withheld` another reason or a question, `silent` a right reading that needs no question, `wrong` a wrong
one. The last column counts the same reason on the clean pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.commands.read import default_models
from companion.evaluation.labels import labelled
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from tests.photographs import photos_folder
from tests.vision.spoils import (
    SPOILS,
    WRONG,
    Case,
    Picture,
    drawn,
    hand_from_the_start,
    leaning,
    measured,
    plain,
    stacked,
    told,
)

LEAST_DICE = 2
TURNED = 1.2  # times that an upright box round a turned die is as large as its top face
SOURCES = ("nell-byler", "DamianTab")  # seen from above, and their boxes tell the size of dice


def photographs(folder: Path, source: str, count: int) -> Iterator[Picture]:
    """Up to `count` photographs of a source with two dice or more, spread over it, each with a tray that fits."""
    name = next(name for name in labelled(folder) if source in name)
    photos = [photo for photo in labelled(folder)[name] if len(photo.dice) >= LEAST_DICE]
    for photo in photos[:: max(1, len(photos) // count)][:count]:
        pixels = Frame.load(photo.path).pixels
        dice = np.array([(die.x, die.y, sum(die.reach) / TURNED) for die in photo.dice], np.float64)
        picture = Picture(pixels, dice, tuple(die.face for die in photo.dice))
        yield replace(picture, tray=measured(picture, float(pixels.shape[1])))


def words(reader: DiceReader, cases: Sequence[Case]) -> Counter[str]:
    """What was told, by slug."""
    return Counter(told(reader, case) for case in cases)


def line(reason: str, said: Counter[str], clean: Counter[str]) -> str:
    """One line of the table."""
    count, named, silent, wrong = said.total(), said[reason], said[""], said[WRONG]
    others = {slug: number for slug, number in said.most_common() if slug not in (reason, "", WRONG)}
    return (
        f"  {reason:14} named {named}/{count}  withheld {sum(others.values())}  silent {silent}  "
        f"wrong {wrong}  "
        f"on clean {clean[reason]}/{clean.total()}  {others or ''}"
    )


def tell(
    reader: DiceReader,
    title: str,
    pictures: Sequence[Picture],
    more: Mapping[str, Sequence[Case]],
    only_clean: bool = False,
) -> None:
    """The table of one source."""
    clean = words(reader, [plain(picture) for picture in pictures])
    print(f"{title}: {len(pictures)} clean pictures: {dict(clean.most_common())}", flush=True)
    if only_clean:
        return
    for reason, spoil in SPOILS.items():
        spoiled = [spoil(picture, seed) for seed, picture in enumerate(pictures)]
        print(line(reason, words(reader, spoiled), clean), flush=True)
    early = words(reader, [hand_from_the_start(picture, seed) for seed, picture in enumerate(pictures)])
    print(line("hand", early, clean) + "  from the start")
    for reason, cases in more.items():
        print(line(reason, words(reader, cases), clean), flush=True)


def main(argv: Sequence[str]) -> int:
    """Print a table per source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="?", type=Path, default=photos_folder())
    parser.add_argument("--models", type=Path, default=default_models())
    parser.add_argument("--count", type=int, default=40, metavar="N", help="pictures of a source")
    parser.add_argument("--clean", action="store_true", help="only the clean pictures")
    parser.add_argument("--source", nargs="*", default=["drawn", *SOURCES])
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    reader = DiceReader(args.models)
    for source in args.source:
        if source == "drawn":
            postures: dict[str, Callable[[int], Case]] = {"leaning": leaning, "stacked": stacked}
            more = {reason: [make(seed) for seed in range(args.count)] for reason, make in postures.items()}
            tell(reader, source, [drawn(seed) for seed in range(args.count)], more, args.clean)
        elif (args.photos / "index.jsonl").exists():
            tell(reader, source, [*photographs(args.photos, source, args.count)], {}, args.clean)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
