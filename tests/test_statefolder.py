"""The state folder: held by one, its journal opened, waited for, and backed up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import JournalError, JournalTooNew, StateBusy
from companion.state.backup import DAILY, Backups
from companion.state.journal import SqliteJournal
from companion.state.view import Service
from companion.statefolder import JOURNAL, Store, hold_folder
from companion.words import say
from tests.state.test_schema import old_file


def store(folder: Path) -> Store:
    return Store(folder, lambda: datetime(2026, 11, 30, tzinfo=UTC))


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    with hold_folder(tmp_path / "new"), pytest.raises(StateBusy, match="Another companion"):
        hold_folder(tmp_path / "new")
    with hold_folder(tmp_path / "new"):
        pass


def test_a_good_journal_has_nothing_to_tell(tmp_path: Path) -> None:
    made = store(tmp_path)
    assert (made.notice, made.state()) == (None, Service("ready"))
    made.journal.close()


def test_an_old_journal_is_backed_up_and_opened(tmp_path: Path) -> None:
    old_file(tmp_path / JOURNAL)
    made = store(tmp_path)
    assert len(made.journal.evenings()) == 2
    assert len(Backups(tmp_path / JOURNAL).all()) == 1
    made.journal.close()


def test_a_newer_journal_ends_it(tmp_path: Path) -> None:
    SqliteJournal(tmp_path / JOURNAL).close()
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalTooNew):
        store(tmp_path)


def test_a_journal_that_cannot_be_opened_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).mkdir()  # something that no right to write can get round
    made = store(tmp_path)
    assert made.state() == Service("failed", say("The journal cannot be read or written."))
    with pytest.raises(JournalError):
        made.journal.start("g", "{}", 1.0)
    (tmp_path / JOURNAL).rmdir()
    assert made.state() == Service("ready")
    assert made.journal.start("g", "{}", 1.0) == 1
    made.journal.close()


def test_one_backup_a_day(tmp_path: Path) -> None:
    days = iter([29, 29, 29, 30, 30])  # the first is asked for when the journal is opened
    made = Store(tmp_path, lambda: datetime(2026, 11, next(days), tzinfo=UTC))
    for _ in range(2):
        assert made.back_up() == Service("ready")
    made.journal.close()
    backups = Backups(tmp_path / JOURNAL).all()
    assert [(backup.day.day, backup.reason) for backup in backups] == [(30, DAILY), (29, DAILY)]
