"""Older and newer journals, and the checksum of each row."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalDamaged, JournalError
from companion.state import schema
from companion.state.journal import Entry, SqliteJournal, Start
from companion.state.schema import SCHEMA, VERSIONS, checksum, migrate, teach_checksum

ROWS = [
    (1, 1, "acted", '{"action": "0 roll"}', 2.5),
    (1, 2, "undone", '{"number": 1}', 3.0),
    (2, 1, "acted", "ü ن", 4.0),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def old_file(path: Path, version: int = 1) -> None:
    """A journal as a companion of `version` left it, with two evenings."""
    with closing(sqlite3.connect(path)) as connection:
        teach_checksum(connection)
        connection.executescript("".join(VERSIONS[:version]) + f"PRAGMA user_version = {version};")
        names = "(id, game, setup, started_at)"
        connection.executemany(f"INSERT INTO evening {names} VALUES (?, 'g', '{{}}', ?)", [(1, 1.0), (2, 1.5)])
        names = "(evening, number, kind, body, at)"
        connection.executemany(f"INSERT INTO entry {names} VALUES (?, ?, ?, ?, ?)", ROWS)
        connection.commit()


def test_a_file_of_version_1_holds_the_same_and_goes_on(path: Path) -> None:
    old_file(path)
    for _ in ("migrated", "opened again"):
        with closing(SqliteJournal(path)) as journal:
            assert journal.evenings() == (Start(2, "g", "{}", 1.5), Start(1, "g", "{}", 1.0))
            assert journal.entries(2) == (Entry(1, "acted", "ü ن", 4.0),)
            assert journal.append(1, "acted", "{}", 5.0).number == len(journal.entries(1))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_who_opens_it_is_told_before_it_changes(path: Path) -> None:
    old_file(path)
    before, seen = path.read_bytes(), list[bytes]()
    SqliteJournal(path, before_migration=lambda: seen.append(path.read_bytes())).close()
    SqliteJournal(path, before_migration=lambda: seen.append(path.read_bytes())).close()
    assert seen == [before]


def test_without_its_backup_it_is_not_changed(path: Path) -> None:
    old_file(path)
    before = path.read_bytes()

    def fail() -> None:
        raise JournalError("no room")

    with pytest.raises(JournalError, match="no room"):
        SqliteJournal(path, before_migration=fail)
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(path)
    monkeypatch.setattr(
        schema, "VERSIONS", (*VERSIONS, "CREATE TABLE more (a INTEGER); INSERT INTO nowhere VALUES (1);")
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        teach_checksum(connection)
        with pytest.raises(sqlite3.Error):
            migrate(connection, 1)
        assert not connection.in_transaction
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)")]
        assert columns == ["evening", "number", "kind", "body", "at"]


def spoilt(path: Path, change: str) -> None:
    """A good journal with something changed behind its back."""
    old_file(path)
    SqliteJournal(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()


@pytest.mark.parametrize(
    "change",
    [
        """UPDATE entry SET body = '{"action": "0 rolL"}' WHERE evening = 1 AND number = 1""",
        "UPDATE entry SET at = 2.75 WHERE evening = 1 AND number = 1",
        "UPDATE evening SET setup = '{ }' WHERE id = 2",
        "UPDATE entry SET body = CAST(x'ff80' AS TEXT) WHERE evening = 2",
        "UPDATE entry SET body = x'00' WHERE evening = 2",
        "UPDATE entry SET checksum = checksum + 1 WHERE evening = 2",
    ],
)
def test_a_row_that_is_not_what_was_written_is_damage(path: Path, change: str) -> None:
    """SQLite's own check passes all of these."""
    spoilt(path, change)
    before = path.read_bytes()
    with pytest.raises(JournalDamaged):
        SqliteJournal(path)
    assert path.read_bytes() == before


def test_the_checksum_survives_the_way_through_the_file() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        teach_checksum(connection)
        for value in (0.1, -0.0, 1e300, 3, "x\0y", "👩‍👩‍👧"):
            assert connection.execute("SELECT checksum(?)", (value,)).fetchone() == (checksum(value),)
    assert checksum(-0.0) == checksum(0.0)
    assert checksum("a", "b") != checksum("ab")
