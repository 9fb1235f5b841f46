"""Backups of the journal: checked copies in a folder beside it, numbered, and bounded in number."""

from __future__ import annotations

import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from companion.errors import CompanionError, JournalError
from companion.files import BESIDE, put_in_place
from companion.state.faults import damaged, journal_error
from companion.state.schema import checked_version

FOLDER = "backups"
"""The folder's name beside the journal."""

DAYS, WEEKS, UPDATES = 7, 4, 3
"""Backups that are kept: the newest daily ones, of those before them the newest of so many weeks, and the newest
that were made before an update."""

DAILY, UPDATE, BY_HAND = "daily", "update", "by-hand"
_NAME = re.compile(rf"(\d{{6}})-(\d{{4}}-\d\d-\d\d)-({DAILY}|{UPDATE}|{BY_HAND})\.sqlite3")


@dataclass(frozen=True)
class Backup:
    """A backup: its file, a number that counts up whatever the clock says, its day, and why it was made."""

    path: Path
    number: int
    day: date
    reason: str


class Backups:
    """The backups of the journal at `journal`; they may be made while a companion writes into it."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._folder = journal.parent / FOLDER

    def all(self) -> tuple[Backup, ...]:
        """The backups, the newest first."""
        found = ((path, _NAME.fullmatch(path.name)) for path in self._folder.glob("*.sqlite3"))
        backups = (
            Backup(path, int(name[1]), date.fromisoformat(name[2]), name[3]) for path, name in found if name
        )
        return tuple(sorted(backups, key=lambda backup: -backup.number))

    def make(self, reason: str, day: date) -> Backup:
        """Copy the journal as it is now, check the copy, and let the oldest backups of this reason go.

        Raises:
            JournalDamaged: the copy does not pass the check, so the journal is damaged; no backup was touched.
            JournalError: it cannot be written.
        """
        number = max((backup.number for backup in self.all()), default=0) + 1
        made = Backup(self._folder / f"{number:06}-{day.isoformat()}-{reason}.sqlite3", number, day, reason)
        beside = self._folder / f"{BESIDE}{secrets.token_hex(8)}"
        with _told(self._journal):
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                _copy(self._journal, beside)
                check_file(beside)
                put_in_place(beside, made.path)
            finally:
                beside.unlink(missing_ok=True)
            for old in superseded(self.all()):
                old.path.unlink(missing_ok=True)
        return made

    def due(self, day: date) -> bool:
        """Whether there is a journal and no backup of this day yet."""
        return self._journal.exists() and all(backup.day != day for backup in self.all())

    def newest_good(self) -> Backup | None:
        """The newest backup that passes the check and that this version can read."""
        return next((backup for backup in self.all() if _is_good(backup.path)), None)

    def restore(self, backup: Backup) -> None:
        """Put a copy of `backup` in the place of the journal, which must not be there any more.

        Raises:
            JournalError: it cannot be written.
        """
        self.copy(backup, self._journal)

    def copy(self, backup: Backup, to: Path) -> None:
        """A copy of `backup` at `to`, whole or not there.

        Raises:
            JournalError: it cannot be written.
        """
        beside = self._journal.with_name(f"{BESIDE}{secrets.token_hex(8)}")
        with _told(to):
            try:
                shutil.copyfile(backup.path, beside)
                put_in_place(beside, to)
            finally:
                beside.unlink(missing_ok=True)


def superseded(backups: tuple[Backup, ...]) -> tuple[Backup, ...]:
    """Those of `backups`, the newest first, that may go; what was made by hand never does."""
    daily = [backup for backup in backups if backup.reason == DAILY]
    weekly = {backup.day.isocalendar()[:2]: backup for backup in reversed(daily[DAYS:])}  # the newest of each week
    kept = sorted(weekly.values(), key=lambda backup: -backup.number)[:WEEKS]
    updates = [backup for backup in backups if backup.reason == UPDATE]
    return tuple(backup for backup in (*daily[DAYS:], *updates[UPDATES:]) if backup not in kept)


def check_file(path: Path) -> int:
    """The version of the journal in the file at `path`, which is only read, once it has passed every check.

    Raises:
        JournalTooNew: a newer companion wrote it.
        JournalDamaged: it is no journal, or fails a check.
        JournalError: it cannot be read.
    """
    with _told(path), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        version = checked_version(connection, path)
        if version < 1:
            raise damaged("expected a journal, got an empty file", path)
    return version


def _is_good(path: Path) -> bool:
    try:
        return check_file(path) > 0
    except JournalError:
        return False


def _copy(journal: Path, to: Path) -> None:
    """A copy as of one moment, while others may write; `VACUUM INTO` leaves no half-used page in it."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(to),))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except CompanionError:
        raise
    except (sqlite3.Error, OSError) as error:
        raise journal_error(error, path) from error
