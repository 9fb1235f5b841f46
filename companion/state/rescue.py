"""The journal at the start of the program: opened, or put aside whole and opened again from a backup."""

from __future__ import annotations

import logging
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from companion.errors import CompanionError, JournalDamaged, JournalError
from companion.files import BESIDE, put_in_place
from companion.state.backup import UPDATE, Backup, Backups
from companion.state.faults import journal_error
from companion.state.journal import Entry, SqliteJournal, Start
from companion.state.schema import teach_checksum
from companion.state.transfer import Record, merge
from companion.words import Sentence, say

log = logging.getLogger(__name__)

ASIDE = "aside"
"""The folder beside the journal into which journals are put that another one takes the place of."""

BESIDE_IT = ("", "-wal", "-shm")
"""How the names of SQLite's files go on: the database, its log, and the index of that."""


@dataclass(frozen=True)
class Rescue:
    """What took the journal's place: the newest good backup, if any, and what is younger in the old journal.

    `aside` is where that lies now, or None when there was none; `saved` counts the entries that came from it.
    """

    aside: Path | None
    backup: Backup | None
    saved: int

    def told(self) -> JournalError:
        """The notice for people."""
        return JournalDamaged(self._sentence(), detail=f"{self}", advice=self._advice())

    def _sentence(self) -> Sentence:
        if self.backup is None:
            return say("The journal was damaged, and there is no backup: a new one was begun.")
        day = self.backup.day.isoformat()
        if self.aside is None:
            return say("The journal was missing: the backup of {day} was opened.", day=day)
        return say("The journal was damaged: the backup of {day} was opened.", day=day)

    def _advice(self) -> Sentence:
        if self.aside is None:
            return say("What was played after that day is missing.")
        return say(
            "{count} younger entries could be read and were added. The damaged file is kept in {place}.",
            count=self.saved,
            place=str(self.aside),
        )


def open_journal(path: Path, day: date) -> tuple[SqliteJournal, Rescue | None]:
    """The journal at `path`; one of an older version is backed up first, a damaged one is put aside whole.

    Then, or when it is missing, the newest good backup takes its place, with what can be read of the old one.

    Raises:
        JournalTooNew: a newer companion wrote it; nothing was touched.
        JournalError: it cannot be read or written.
    """
    if path.exists() or not _had_one(path):
        try:
            return sound_journal(path, day), None
        except JournalDamaged as error:
            log.warning("%s", error)
    rescue = replace_journal(path, day)
    return SqliteJournal(path), rescue


def sound_journal(path: Path, day: date) -> SqliteJournal:
    """The journal at `path`; one of an older version is backed up before it becomes one of this version.

    Raises:
        JournalTooNew: a newer companion wrote it.
        JournalDamaged: it is no journal, or fails a check.
        JournalError: it cannot be read or written, or the backup cannot be made; then it is as it was.
    """
    return SqliteJournal(path, before_migration=lambda: Backups(path).make(UPDATE, day))


def replace_journal(path: Path, day: date) -> Rescue:
    """Put the journal aside, and in its place the newest good backup with what can be read of the old journal.

    Until that is whole there is no journal at `path`; should the power be cut, the next start does it again.

    Raises:
        JournalError: a file cannot be moved or written.
    """
    aside = put_aside(path, day)
    backups = Backups(path)
    backup = backups.newest_good()
    beside = path.with_name(f"{BESIDE}{secrets.token_hex(8)}")
    try:
        if backup:
            backups.copy(backup, beside)
        with closing(SqliteJournal(beside)) as journal:
            saved = sum(merge(journal, record).added for record in _readable(aside)) if aside else 0
        put_in_place(beside, path)
    except CompanionError:
        raise
    except OSError as error:
        raise journal_error(error, path) from error
    finally:
        for rest in BESIDE_IT:  # of what could not be finished
            beside.with_name(beside.name + rest).unlink(missing_ok=True)
    return Rescue(aside, backup, saved)


def put_aside(path: Path, day: date) -> Path | None:
    """Move the journal at `path`, with what SQLite keeps beside it, into a folder of its own; gives its new place.

    Where an earlier move was cut off, what is left follows into the same folder. None when there never was one.

    Raises:
        JournalError: it cannot be moved.
    """
    try:
        folder = _free(path.parent / ASIDE, day) if path.exists() else _newest_aside(path)
        if folder is None:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        for rest in BESIDE_IT:
            with suppress(FileNotFoundError):
                path.with_name(path.name + rest).rename(folder / (path.name + rest))
    except OSError as error:
        raise journal_error(error, path) from error
    return folder / path.name


def _had_one(path: Path) -> bool:
    """Whether there are traces of a journal at `path`."""
    return bool(Backups(path).all()) or _newest_aside(path) is not None


def _newest_aside(path: Path) -> Path | None:
    folders = [one for one in (path.parent / ASIDE).glob("*") if (one / path.name).exists()]
    return max(folders, key=lambda folder: folder.stat().st_ctime_ns, default=None)


def _readable(damaged: Path) -> list[Record]:
    """What can be read of a journal that was put aside: of each evening what comes before the first changed row.

    It is read from a copy, for SQLite writes into what it opens.
    """
    try:
        with tempfile.TemporaryDirectory(dir=damaged.parent) as folder:
            for file in damaged.parent.glob(f"{damaged.name}*"):
                shutil.copyfile(file, Path(folder) / file.name)
            with closing(sqlite3.connect(Path(folder) / damaged.name)) as connection:
                teach_checksum(connection)
                return [Record(start, tuple(_entries(connection, start.id))) for start in _starts(connection)]
    except (sqlite3.Error, OSError) as error:
        log.warning("nothing can be read of the damaged journal: %s", error)
        return []


def _starts(connection: sqlite3.Connection) -> Iterator[Start]:
    with suppress(sqlite3.Error):  # what came before it counts
        for row in connection.execute(
            "SELECT id, game, setup, started_at FROM evening"
            " WHERE checksum IS checksum(id, game, setup, started_at) ORDER BY id"
        ):
            yield Start(*row)


def _entries(connection: sqlite3.Connection, evening: int) -> Iterator[Entry]:
    with suppress(sqlite3.Error):  # what came before it counts
        rows = connection.execute(
            "SELECT number, kind, body, at, checksum IS checksum(evening, number, kind, body, at)"
            " FROM entry WHERE evening = ? ORDER BY number",
            (evening,),
        )
        for expected, (number, kind, body, at, whole) in enumerate(rows, 1):
            if number != expected or not whole:
                return
            yield Entry(number, kind, body, at)


def _free(folder: Path, day: date) -> Path:
    """A folder's name below `folder` that is not taken yet."""
    taken = {one.name for one in folder.glob("*")}
    number = next(number for number in range(1, len(taken) + 2) if f"{day}-{number}" not in taken)
    return folder / f"{day}-{number}"
