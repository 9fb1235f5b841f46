"""`companion replay-bundle`: reads reported readings again, and compares then, now and what lay there."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.bundles import Bundle, unpacked
from companion.commands.read import default_models
from companion.errors import CompanionError
from companion.evaluation.replay import Replayed, questioned, replayed, verdict
from companion.evaluation.replay_cards import Verdict, as_seen
from companion.vision.cards.sighting import CardSighting
from companion.vision.reading import Reading

TOLD: dict[Verdict, str] = {
    "right": "right",
    "asked": "not right, but asked about",
    "wrong": "WRONG, and sure",
    "open": "nobody has said what lay there",
}


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0, or 1 when a reading is wrong and sure, or 2 when a file is no bundle."""
    args = _parser().parse_args(argv)
    wrong, failed = 0, 0
    for path in bundle_files(args.bundles):
        try:
            opened = unpacked(path)
            now = replayed(opened, args.models)
        except CompanionError as error:
            failed += 1
            print(f"{path}: {error.sentence} {error.advice}", file=sys.stderr)
        else:
            wrong += verdict(opened.bundle, now) == "wrong"
            print(told(path, opened.bundle, now), flush=True)
    return 2 if failed else 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion replay-bundle", description="Reads reported readings again with the eye that is installed here."
    )
    parser.add_argument(
        "bundles", metavar="FILE", nargs="+", type=Path, help="a reported reading, or a folder of them"
    )
    parser.add_argument(
        "--models", metavar="DIR", type=Path, default=default_models(), help="the folder of models"
    )
    return parser


def bundle_files(given: Sequence[Path]) -> Iterator[Path]:
    """The files, and those in the folders, sorted."""
    for path in given:
        yield from sorted(path.glob("*.zip")) if path.is_dir() else [path]


def told(path: Path, bundle: Bundle, now: Replayed) -> str:
    """A bundle in four lines: what was read then and now, what lay there, and the verdict."""
    note = bundle.note
    by = f"{note.networks.name} {note.networks.version}" if note.networks else "unknown networks"
    then = f"then (companion {note.companion}, {by})"
    lay = "not told" if bundle.truth is None else " ".join(sorted(bundle.truth)) or "-"
    lines = (
        f"{path}: {TOLD[verdict(bundle, now)]}",
        f"  {_faces(bundle, as_seen(note.cards) if note.cards else note.reading)}  {then}",
        f"  {_faces(bundle, now)}  now",
        f"  {lay}  expected",
    )
    return "\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines)


def _faces(bundle: Bundle, reading: Replayed) -> str:
    """The faces sorted, those that are not sure marked; the reason why it was not read, or whether it is asked."""
    if not isinstance(reading, Reading):
        return f"{_codes(reading)} [{'asked' if questioned(bundle, reading) else 'sure'}]"
    faces = " ".join(sorted(die.face + ("" if die.sure else "?") for die in reading.dice)) or "-"
    return f"{faces} [{reading.why_not or ('asked' if questioned(bundle, reading) else 'sure')}]"


def _codes(seen: Sequence[CardSighting]) -> str:
    """The cards in reading order: the code, or the likeliest one with why it is not sure."""
    return " ".join(one.code or f"{_likeliest(one)}? ({one.reason})" for one in seen) or "-"


def _likeliest(one: CardSighting) -> str:
    return one.candidates[0][0] if one.candidates else ""
