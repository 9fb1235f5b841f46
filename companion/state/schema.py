"""The journal's tables: their versions, how an older file becomes one of this version, and each row's checksum."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path

from companion.errors import JournalTooNew
from companion.state.faults import damaged
from companion.words import say

VERSIONS = (
    # 1: evenings and what was accepted in them
    """
    CREATE TABLE evening (
        id INTEGER PRIMARY KEY, game TEXT NOT NULL, setup TEXT NOT NULL, started_at REAL NOT NULL);
    CREATE TABLE entry (
        evening INTEGER NOT NULL REFERENCES evening (id), number INTEGER NOT NULL, kind TEXT NOT NULL,
        body TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (evening, number)) WITHOUT ROWID;
    """,
    # 2: a checksum in each row, for SQLite's own check does not notice a changed letter
    """
    ALTER TABLE evening ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entry ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    UPDATE evening SET checksum = checksum(id, game, setup, started_at);
    UPDATE entry SET checksum = checksum(evening, number, kind, body, at);
    """,
)
"""What each version adds to the one before, as SQL; a version that was shipped is never changed."""

SCHEMA = len(VERSIONS)
"""The version of a journal that this companion writes; `PRAGMA user_version` of the file."""

SUMMED = 2
"""The version from which on rows have checksums."""


def checksum(*values: str | float) -> int:
    """The CRC-32 of a row's values."""
    stored = [value + 0.0 if isinstance(value, float) else value for value in values]  # SQLite keeps no -0.0
    return zlib.crc32(json.dumps(stored).encode())


def teach_checksum(connection: sqlite3.Connection) -> None:
    """Let SQL on this connection call `checksum`."""
    connection.create_function("checksum", -1, checksum, deterministic=True)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file of `version` to this one, in one transaction: a power cut leaves it as it was or done."""
    steps = "".join(VERSIONS[version:])
    try:
        connection.executescript(f"BEGIN IMMEDIATE;{steps}PRAGMA user_version = {SCHEMA};COMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def checked_version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the file at `path`, 0 for an empty one, once it has passed every check.

    Raises:
        JournalTooNew: a newer companion wrote it.
        JournalDamaged: it is another program's, or fails a check.
        sqlite3.Error: it cannot be read.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA:
        raise JournalTooNew(
            say("This journal was written by a newer companion."),
            detail=f"expected version <= {SCHEMA}, got {version} in {str(path)!r}",
        )
    (check,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if check != "ok":
        raise damaged(str(check), path)
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if version < 1 and tables:
        raise damaged(f"expected a journal, got a database with the tables {tables!r}", path)
    if version >= SUMMED and (changed := _changed_row(connection)):
        raise damaged(changed, path)
    return version


def _changed_row(connection: sqlite3.Connection) -> str:
    """Which row does not fit its checksum; an empty text when all do."""
    teach_checksum(connection)
    try:
        row = connection.execute(
            "SELECT id, 0 FROM evening WHERE checksum IS NOT checksum(id, game, setup, started_at)"
            " UNION ALL SELECT evening, number FROM entry"
            " WHERE checksum IS NOT checksum(evening, number, kind, body, at) LIMIT 1"
        ).fetchone()
    except sqlite3.OperationalError as error:
        if (
            error.sqlite_errorname != "SQLITE_ERROR"
        ):  # that one: a value that is not even a text or number any more
            raise
        return str(error)
    return f"evening {row[0]}, entry {row[1]} is not what was written" if row else ""
