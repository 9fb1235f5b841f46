"""`companion backup`: makes a backup of the journal, lists them, or puts one back."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

from companion.config import state_folder
from companion.errors import JournalError, JournalTooNew
from companion.state.backup import BY_HAND, UPDATE, Backup, Backups, check_file
from companion.state.journal import SqliteJournal
from companion.state.rescue import put_aside, replace_journal
from companion.statefolder import JOURNAL, hold_folder

NEWEST = "newest"


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it was done, 1 when there is nothing that it could be done with.

    Raises:
        CompanionError: the journal or the backup cannot be read or written, or a companion runs while one is put
            back.
    """
    args = _parser().parse_args(argv)
    state = args.state or state_folder(os.environ)
    if args.list:
        return _list(Backups(state / JOURNAL))
    if args.fit:
        return _fit(state)
    return _restore(state, args.restore) if args.restore else _make(state, args.update)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion backup", description="Makes a backup of the journal.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="list the backups instead, the newest first")
    what.add_argument(
        "--restore",
        metavar="FILE",
        nargs="?",
        const=NEWEST,
        help="put a backup back (default: the newest good one); the present journal is kept aside",
    )
    what.add_argument(
        "--fit",
        action="store_true",
        help="put the newest good backup back only if a newer companion wrote the journal",
    )
    what.add_argument("--update", action="store_true", help="make it as one before an update")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    return parser


def _make(state: Path, update: bool) -> int:
    if not (state / JOURNAL).exists():
        if not update:
            print(f"There is no journal in {state}", file=sys.stderr)
        return 0 if update else 1
    print(Backups(state / JOURNAL).make(UPDATE if update else BY_HAND, _today()).path)
    return 0


def _list(backups: Backups) -> int:
    for backup in backups.all():
        print(f"{backup.path.name}  {backup.path.stat().st_size // 1000:7} kB  {_state(backup)}")
    return 0


def _state(backup: Backup) -> str:
    try:
        check_file(backup.path)
    except JournalError as error:
        return str(error.sentence)
    return "good"


def _fit(state: Path) -> int:
    """For a companion that takes the place of a newer one: nothing is done while it can read the journal.

    Else what was played since the backup is added, as far as this version can read it.
    """
    path = state / JOURNAL
    try:
        if path.exists():
            check_file(path)
    except JournalTooNew:
        with hold_folder(state):
            rescue = replace_journal(path, _today())
        print(f"The newer journal is kept: {rescue.aside}")
        now = rescue.backup.path.name if rescue.backup else "a new one"
        print(f"In its place is {now}, and {rescue.saved} entries that are younger.")
    return 0


def _restore(state: Path, name: str) -> int:
    path = state / JOURNAL
    backups = Backups(path)
    with hold_folder(state):
        if name == NEWEST:
            backup = backups.newest_good()
        else:
            backup = next((one for one in backups.all() if one.path.name == Path(name).name), None)
        if backup is None:
            print("There is no such backup, or none that is good.", file=sys.stderr)
            return 1
        check_file(backup.path)
        if path.exists():
            print(f"The journal that was there is kept: {put_aside(path, _today())}")
        backups.restore(backup)
        with closing(SqliteJournal(path)) as journal:
            print(f"{backup.path.name} was put back: {len(journal.evenings())} evenings")
    return 0


def _today() -> date:
    return datetime.now(UTC).date()
