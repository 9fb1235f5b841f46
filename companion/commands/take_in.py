"""`companion import`: takes in an evening that another table has saved."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.config import state_folder
from companion.errors import CompanionError
from companion.state.journal import Journal
from companion.state.rescue import open_journal
from companion.state.transfer import decode, merge
from companion.statefolder import JOURNAL, hold_folder


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when all files were taken in, else 1.

    Raises:
        CompanionError: a companion runs on this state folder, or the journal cannot be written.
    """
    args = _parser().parse_args(argv)
    state = args.state or state_folder(os.environ)
    today = datetime.now(UTC).date()
    with hold_folder(state):
        journal, rescue = open_journal(state / JOURNAL, today)
        with closing(journal):
            if rescue:
                print(f"{rescue.told().sentence} {rescue.told().advice}", file=sys.stderr)
            failed = [path for path in args.files if not _take_in(path, journal)]
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion import", description="Takes in evenings that were saved as files.")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="what `companion export` has written")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    return parser


def _take_in(path: Path, journal: Journal) -> bool:
    try:
        record = decode(path.read_bytes())
    except OSError as error:
        print(f"{path}: {error.strerror or error}", file=sys.stderr)
        return False
    except CompanionError as error:
        print(f"{path}: {error.sentence} {error.advice}", file=sys.stderr)
        return False
    merged = merge(journal, record)
    print(f"{path}: evening {merged.evening}, {merged.added} entries that were not here yet")
    return True
