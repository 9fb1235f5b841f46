"""`companion summary`: how an evening went, told in a few lines or written as a picture, PDF, table or data."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.commands.read import default_models
from companion.config import state_folder
from companion.files import replace_atomically
from companion.state.rescue import sound_journal
from companion.statefolder import JOURNAL
from companion.statistics.chronicle import Chronicle
from companion.statistics.prints import KINDS, printed
from companion.statistics.prints.spoken import Spoken
from companion.statistics.times import span
from companion.statistics.told import Summary
from companion.vision.teaching.store import TAUGHT
from web.facefolder import FaceFolder
from web.languages import LANGUAGES, SOURCE, speaking
from web.words import name, text


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran, 2 when the file cannot be written.

    Raises:
        CompanionError: the journal cannot be read, or there is no such evening.
    """
    parser = _parser()
    args = parser.parse_args(argv)
    kind = args.out.suffix.lower().removeprefix(".") if args.out else ""
    if args.out and kind not in KINDS:
        parser.error(f"expected a file that ends in one of {[*KINDS]}, got {str(args.out)!r}")
    state = args.state or state_folder(os.environ)
    if not (state / JOURNAL).exists():
        print(f"There is no journal in {state}", file=sys.stderr)
        return 2
    with closing(sound_journal(state / JOURNAL, datetime.now(UTC).date())) as journal:
        summary = Chronicle(journal, state).summary(args.evening)
    with speaking(args.language):
        return _write(summary, kind, args.out, _spoken(state)) if args.out else _tell(summary)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion summary", description="Tells how an evening went.")
    parser.add_argument("evening", metavar="EVENING", type=int, help="its number, as `companion export` lists it")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"a file that ends in one of {', '.join(KINDS)}")
    parser.add_argument(
        "--language", choices=[*LANGUAGES], default=SOURCE, help="of the file (default: %(default)s)"
    )
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    return parser


def _spoken(state: Path) -> Spoken:
    faces = FaceFolder(default_models(), state / TAUGHT)
    return Spoken(text, face=lambda die_set, face: name(faces.name(die_set, face)))


def _write(summary: Summary, kind: str, out: Path, spoken: Spoken) -> int:
    try:
        replace_atomically(out, printed(summary, kind, spoken))
    except OSError as error:
        print(f"The file cannot be written: {error.strerror or error} {out}", file=sys.stderr)
        return 2
    print(out)
    return 0


def _tell(summary: Summary) -> int:
    print(f"{text(summary.title)}: {text(summary.how) if summary.how else '…'}")
    for number, seat in enumerate(summary.seats):
        score = f" {summary.scores[number]} {text(summary.scored)}," if summary.scores else ""
        print(f"  {seat.name}:{score} {text(span(summary.times.seats[number]))}")
    for fact in summary.facts:
        print(f"  {text(fact.title)}: {text(fact.sentence)}")
    return 0
