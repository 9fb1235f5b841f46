"""`companion export`: lists the evenings of a table, or saves one as a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.config import state_folder
from companion.files import replace_atomically
from companion.state.evenings import Evening, list_evenings
from companion.state.journal import Journal
from companion.state.rescue import sound_journal
from companion.state.transfer import encode, record_of
from companion.statefolder import JOURNAL

MOST = 1000
"""Evenings that are listed."""


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran, 2 when the file cannot be written.

    Raises:
        CompanionError: the journal cannot be read, or there is no such evening.
    """
    args = _parser().parse_args(argv)
    path = (args.state or state_folder(os.environ)) / JOURNAL
    if not path.exists():
        print(f"There is no journal in {path.parent}", file=sys.stderr)
        return 2
    with closing(sound_journal(path, datetime.now(UTC).date())) as journal:
        if args.evening is None:
            _list(journal)
            return 0
        content = encode(record_of(journal, args.evening))
    out = args.out or Path(f"evening-{args.evening}.json")
    try:
        replace_atomically(out, content)
    except OSError as error:
        print(f"The file cannot be written: {error.strerror or error} {out}", file=sys.stderr)
        return 2
    print(f"{out}: take it in elsewhere with: companion import {out.name}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion export", description="Lists the evenings, or saves one as a file.")
    parser.add_argument("evening", metavar="NUMBER", nargs="?", type=int, help="the evening's number in the list")
    parser.add_argument("out", metavar="OUT", nargs="?", type=Path, help="the file (default: evening-NUMBER.json)")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    return parser


def _list(journal: Journal) -> None:
    for evening in list_evenings(journal, MOST):
        print(_line(evening))


def _line(evening: Evening) -> str:
    began = datetime.fromtimestamp(evening.started_at).astimezone()
    who = ", ".join(seat.name for seat in evening.seats) if evening.readable else "of another version"
    return f"{evening.id:4} {began:%Y-%m-%d %H:%M} {evening.game:16} {evening.acts:4} moves  {who}"
