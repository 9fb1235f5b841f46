"""`companion evaluate`: measures the eye on a folder of labelled photographs, clean and spoiled side by side."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import cv2

import companion
from companion.bundles import Networks
from companion.commands.files import stopped
from companion.commands.options import positive
from companion.commands.progress import Progress
from companion.commands.read import default_models
from companion.config import state_folder
from companion.errors import CompanionError
from companion.evaluation import labels
from companion.evaluation.conditions import CLEAN, CONDITIONS
from companion.evaluation.drawn import drawn_photos
from companion.evaluation.labels import Photo, labelled, thinned
from companion.evaluation.measure import Group, measured
from companion.evaluation.report import diagrams, line, page
from companion.files import replace_atomically
from companion.vision.annotate import annotate
from companion.vision.dieset import SHIPPED
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.reading import Reading
from companion.vision.teaching.store import TAUGHT

ALL = "all"
DRAWN = (*SHIPPED, "characters")


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran, whatever the figures are, and 2 when it could not.

    Raises:
        CompanionError: there are no labels, or a model or a die set is missing.
    """
    parser = _parser()
    args = parser.parse_args(argv)
    if not args.photos and not args.drawn:
        parser.error("expected a FOLDER of photographs, or --drawn N")
    cv2.setNumThreads(1)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            return _run(args, Path(folder))
    except OSError as error:
        if isinstance(error, CompanionError):
            raise
        stopped(error)
        return 2


def _run(args: argparse.Namespace, folder: Path) -> int:
    reader = DiceReader(args.models, (args.state or state_folder(os.environ)) / TAUGHT)
    sources = thinned(labelled(args.photos), args.every, args.source) if args.photos else {}
    for die_set in DRAWN if args.drawn else ():
        sources[f"drawn {die_set}"] = drawn_photos(folder, die_set, args.drawn)
    if not any(sources.values()):
        print(f"No source in {str(args.photos)!r} has a name that holds one of {args.source}.", file=sys.stderr)
        return 2
    groups = _measured(reader, sources, args)
    _save(groups, _facts(sources, args), args)
    return 0


def _save(groups: Sequence[Group], facts: Mapping[str, str], args: argparse.Namespace) -> None:
    if args.report:
        replace_atomically(args.report, page(groups, facts).encode())
        replace_atomically(args.report.with_suffix(".png"), diagrams(groups))
    if args.json:
        replace_atomically(args.json, json.dumps([group.figures() for group in groups], indent=1).encode())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion evaluate",
        description="Measures the eye on labelled photographs, clean and spoiled side by side.",
        epilog=labels.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "photos", metavar="FOLDER", type=Path, nargs="?", help=f"with one of {', '.join(labels.FILES)} in it"
    )
    parser.add_argument("--drawn", metavar="N", type=positive, help="N drawn pictures of each die set that ships")
    parser.add_argument(
        "--conditions",
        metavar="NAME",
        nargs="+",
        default=[CLEAN],
        choices=[*CONDITIONS, ALL],
        help=f"how the photographs are spoiled: {', '.join(CONDITIONS)}; or {ALL} (default: {CLEAN})",
    )
    parser.add_argument(
        "--source", metavar="NAME", nargs="*", default=[], help="only sources whose name holds one"
    )
    parser.add_argument(
        "--every", metavar="N", type=positive, default=1, help="only each N-th photograph of a source"
    )
    parser.add_argument("--die-set", metavar="NAME", help="the dice that are used where the labels name none")
    parser.add_argument("--report", metavar="OUT.html", type=Path, help="one HTML file; OUT.png beside it")
    parser.add_argument("--misses", metavar="DIR", type=Path, help="annotated photographs of all that went wrong")
    parser.add_argument("--json", metavar="OUT", type=Path, help="all counts, shares and intervals")
    parser.add_argument(
        "--models", metavar="DIR", type=Path, default=default_models(), help="the folder of models"
    )
    parser.add_argument("--state", metavar="DIR", type=Path, help="the folder below which taught dice lie")
    return parser


def _measured(reader: DiceReader, sources: Mapping[str, Sequence[Photo]], args: argparse.Namespace) -> list[Group]:
    conditions = [*CONDITIONS] if ALL in args.conditions else [*dict.fromkeys(args.conditions)]
    groups = []
    with Progress(len(conditions) * sum(map(len, sources.values()))) as progress:
        for source, photos in sources.items():
            for condition in conditions:
                progress.label = f"{source} {condition}"
                missed = partial(_save_missed, args.misses, condition) if args.misses else lambda *_: None
                group = measured(
                    reader, source, photos, condition, die_set=args.die_set, done=progress.step, missed=missed
                )
                progress.wipe()
                print(line(group), flush=True)
                groups.append(group)
    return groups


def _save_missed(folder: Path, condition: str, photo: Photo, frame: Frame, reading: Reading) -> None:
    name = f"{photo.source}-{condition}-{photo.path.stem}.jpg".replace("/", "+")
    replace_atomically(folder / name, annotate(frame, reading).jpeg())


def _facts(sources: Mapping[str, Sequence[Photo]], args: argparse.Namespace) -> dict[str, str]:
    networks = Networks.installed(args.models)
    photos = sum(map(len, sources.values()))
    thinning = f", each {args.every}. of a source" if args.every > 1 else ""
    return {
        "companion": companion.__version__,
        "networks": f"{networks.name} {networks.version}",
        **networks.files,
        "dice": args.die_set or "as the labels say, else as the reader finds fit",
        "photographs": f"{photos} from {', '.join(sources)}{thinning}",
    }
