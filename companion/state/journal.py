"""The journal: append-only evenings; nothing in it is ever changed or deleted."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.errors import UnknownEvening
from companion.state.faults import journal_error
from companion.state.schema import SCHEMA, checked_version, migrate, teach_checksum
from companion.words import say

LARGEST = 2**63 - 1
"""The largest whole number that SQLite holds."""


@dataclass(frozen=True)
class Start:
    """How an evening began: its id, the game's id, the setup as JSON text, unix seconds."""

    id: int
    game: str
    setup: str
    started_at: float


@dataclass(frozen=True)
class Entry:
    """One accepted thing: its number within the evening from 1, its kind, JSON text, unix seconds."""

    number: int
    kind: str
    body: str
    at: float


class Journal(Protocol):
    """Where evenings are kept; safe to call from any thread."""

    def start(self, game: str, setup: str, at: float) -> int:
        """Begin an evening; gives its id."""
        ...

    def append(self, evening: int, kind: str, body: str, at: float) -> Entry:
        """Add an entry; when this returns, a power cut cannot lose it.

        Raises:
            JournalError: it could not be written; then nothing was.
            UnknownEvening: there is no such evening.
        """
        ...

    def evenings(self) -> tuple[Start, ...]:
        """All evenings, the newest first."""
        ...

    def evening(self, evening: int) -> Start:
        """How one evening began.

        Raises:
            UnknownEvening: there is no such evening.
        """
        ...

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """The entries of an evening in order."""
        ...

    def length(self, evening: int) -> int:
        """The number of an evening's entries."""
        ...

    def close(self) -> None:
        """Let go of the file; harmless twice."""
        ...


def _unknown(evening: int) -> UnknownEvening:
    return UnknownEvening(say("This evening is not in the journal."), detail=f"got evening {evening!r}")


class MemoryJournal:
    """A journal that lasts as long as the program: for tests and for a table without a disk."""

    def __init__(self) -> None:
        self._starts: dict[int, Start] = {}
        self._entries: dict[int, list[Entry]] = {}
        self._lock = threading.Lock()

    def start(self, game: str, setup: str, at: float) -> int:
        """Begin an evening; gives its id."""
        with self._lock:
            evening = len(self._starts) + 1
            self._starts[evening] = Start(evening, game, setup, at)
            self._entries[evening] = []
            return evening

    def append(self, evening: int, kind: str, body: str, at: float) -> Entry:
        """Add an entry."""
        self.evening(evening)
        with self._lock:
            entry = Entry(len(self._entries[evening]) + 1, kind, body, at)
            self._entries[evening].append(entry)
            return entry

    def evenings(self) -> tuple[Start, ...]:
        """All evenings, the newest first."""
        return tuple(reversed(list(self._starts.values())))

    def evening(self, evening: int) -> Start:
        """How one evening began."""
        if evening not in self._starts:
            raise _unknown(evening)
        return self._starts[evening]

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """The entries of an evening in order."""
        self.evening(evening)
        return tuple(self._entries[evening])

    def length(self, evening: int) -> int:
        """The number of an evening's entries."""
        return len(self.entries(evening))

    def close(self) -> None:
        """Nothing to let go of."""


class SqliteJournal:
    """A journal in one SQLite file: write-ahead log, full synchronisation, a transaction per entry."""

    def __init__(self, path: Path, before_migration: Callable[[], object] = lambda: None) -> None:
        """Open or make the file at `path`; one of an older version, after a call, becomes one of this version.

        Raises:
            JournalTooNew: a newer companion wrote it.
            JournalDamaged: it is no database, its own check fails, or a row is not what was written.
            JournalError: it cannot be opened or made.
        """
        self._path = path
        self._lock = threading.RLock()
        self._connection = self._open()
        try:
            self._prepare(before_migration)
        except BaseException:
            self._connection.close()
            raise

    def start(self, game: str, setup: str, at: float) -> int:
        """Begin an evening; gives its id."""
        with self._transaction() as connection:
            row = connection.execute(
                "INSERT INTO evening SELECT id, ?1, ?2, ?3, checksum(id, ?1, ?2, ?3)"
                " FROM (SELECT coalesce(max(id), 0) + 1 AS id FROM evening) RETURNING id",
                (game, setup, float(at)),
            ).fetchone()
        return int(row[0])

    def append(self, evening: int, kind: str, body: str, at: float) -> Entry:
        """Add an entry; when this returns, it is on the disk."""
        self.evening(evening)
        with self._transaction() as connection:
            row = connection.execute(
                "INSERT INTO entry SELECT ?1, number, ?2, ?3, ?4, checksum(?1, number, ?2, ?3, ?4)"
                " FROM (SELECT coalesce(max(number), 0) + 1 AS number FROM entry WHERE evening = ?1)"
                " RETURNING number",
                (evening, kind, body, float(at)),
            ).fetchone()
        return Entry(int(row[0]), kind, body, at)

    def evenings(self) -> tuple[Start, ...]:
        """All evenings, the newest first."""
        with self._guard():
            rows = self._connection.execute("SELECT id, game, setup, started_at FROM evening ORDER BY id DESC")
            return tuple(Start(*row) for row in rows.fetchall())

    def evening(self, evening: int) -> Start:
        """How one evening began."""
        if not 0 < evening <= LARGEST:
            raise _unknown(evening)
        with self._guard() as connection:
            row = connection.execute(
                "SELECT id, game, setup, started_at FROM evening WHERE id = ?", (evening,)
            ).fetchone()
        if row is None:
            raise _unknown(evening)
        return Start(*row)

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """The entries of an evening in order."""
        self.evening(evening)
        with self._guard():
            rows = self._connection.execute(
                "SELECT number, kind, body, at FROM entry WHERE evening = ? ORDER BY number", (evening,)
            )
            return tuple(Entry(*row) for row in rows.fetchall())

    def length(self, evening: int) -> int:
        """The number of an evening's entries, which are numbered from 1 without a gap."""
        self.evening(evening)
        with self._guard() as connection:
            row = connection.execute("SELECT max(number) FROM entry WHERE evening = ?", (evening,)).fetchone()
        return int(row[0] or 0)

    def close(self) -> None:
        """Let go of the file; harmless twice."""
        with self._lock:
            self._connection.close()

    def _open(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        except (sqlite3.Error, OSError) as error:
            raise journal_error(error, self._path) from error

    def _prepare(self, before_migration: Callable[[], object]) -> None:
        with self._guard() as connection:
            connection.execute("PRAGMA synchronous = FULL")
            teach_checksum(connection)
            version = checked_version(connection, self._path)
            if 0 < version < SCHEMA:
                before_migration()
            connection.execute("PRAGMA journal_mode = WAL")
            if version < SCHEMA:
                migrate(connection, version)

    @contextmanager
    def _guard(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise journal_error(error, self._path) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._guard() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
