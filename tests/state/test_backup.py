"""Backups: whole copies of a journal in use, checked and bounded in number."""

from __future__ import annotations

import random
import sqlite3
import threading
from contextlib import closing
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from companion.errors import JournalDamaged, JournalError
from companion.state.backup import (
    BY_HAND,
    DAILY,
    DAYS,
    UPDATE,
    UPDATES,
    WEEKS,
    Backup,
    Backups,
    check_file,
    superseded,
)
from companion.state.journal import SqliteJournal
from companion.state.schema import SCHEMA
from tests.state.test_schema import old_file, spoilt

TODAY = date(2026, 11, 30)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def test_a_backup_holds_what_the_journal_holds(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        evening = journal.start("g", "{}", 1.0)
        journal.append(evening, "acted", "one", 2.0)
        backup = Backups(path).make(DAILY, TODAY)
        journal.append(evening, "acted", "two", 3.0)
    assert backup.path.name == "000001-2026-11-30-daily.sqlite3"
    assert check_file(backup.path) == SCHEMA
    assert [one.name for one in backup.path.parent.iterdir()] == [backup.path.name]
    with closing(SqliteJournal(backup.path)) as copy:
        assert [entry.body for entry in copy.entries(evening)] == ["one"]


def test_a_backup_under_way_holds_no_writer_up_and_is_whole(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        evening, stop = journal.start("g", "{}", 1.0), threading.Event()
        counts: list[int] = []

        def back_up() -> None:
            while not stop.is_set():
                made = Backups(path).make(BY_HAND, TODAY)
                with closing(sqlite3.connect(made.path)) as copy:
                    counts.append(copy.execute("SELECT count(*) FROM entry").fetchone()[0])

        thread = threading.Thread(target=back_up)
        thread.start()
        for number in range(200):
            journal.append(evening, "acted", str(number), 2.0)
        stop.set()
        thread.join()
        assert len(journal.entries(evening)) == 200
    assert counts == sorted(counts)
    assert len(counts) > 1


def test_one_a_day_is_due_whatever_happened_to_the_clock(path: Path) -> None:
    backups = Backups(path)
    assert not backups.due(TODAY), "there is no journal yet"
    SqliteJournal(path).close()
    for day in (TODAY, TODAY + timedelta(1), date(1970, 1, 1)):
        assert backups.due(day)
        backups.make(DAILY, day)
        assert not backups.due(day)
    assert [backup.day.year for backup in backups.all()] == [1970, 2026, 2026], "the newest first"


def test_a_journal_that_has_become_damaged_costs_no_backup(path: Path) -> None:
    spoilt(path, "UPDATE entry SET body = 'x'")
    backups = Backups(path)
    good = backups._folder / "000001-2026-11-29-daily.sqlite3"
    good.parent.mkdir()
    good.write_bytes(b"kept")
    with pytest.raises(JournalDamaged):
        backups.make(DAILY, TODAY)
    assert [*good.parent.iterdir()] == [good]


def test_a_folder_that_cannot_be_written_is_a_sentence(path: Path) -> None:
    SqliteJournal(path).close()
    (path.parent / "backups").write_text("in the way")
    with pytest.raises(JournalError, match="cannot be read or written"):
        Backups(path).make(DAILY, TODAY)


def test_the_newest_good_one_is_found_and_restored(path: Path) -> None:
    backups = Backups(path)
    with closing(SqliteJournal(path)) as journal:
        journal.start("g", "{}", 1.0)
        first = backups.make(DAILY, TODAY)
        journal.start("g", "{}", 2.0)
        second = backups.make(DAILY, TODAY + timedelta(1))
    second.path.write_bytes(second.path.read_bytes()[:5000])
    (path.parent / "backups" / "000003-2026-12-02-daily.sqlite3").touch()
    (path.parent / "backups" / "notes.sqlite3").write_text("not ours")
    with closing(sqlite3.connect(path.parent / "backups" / "000004-2026-12-03-update.sqlite3")) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    assert backups.newest_good() == first
    path.unlink()
    backups.restore(first)
    with closing(SqliteJournal(path)) as journal:
        assert [start.started_at for start in journal.evenings()] == [1.0]
    assert first.path.exists()


def test_one_of_an_older_version_is_good_too(path: Path) -> None:
    folder = path.parent / "backups"
    folder.mkdir()
    old_file(folder / "000001-2026-11-30-update.sqlite3")
    backup = Backups(path).newest_good()
    assert backup is not None
    Backups(path).restore(backup)
    with closing(SqliteJournal(path)) as journal:
        assert len(journal.evenings()) == 2


def made(number: int, day: date, reason: str = DAILY) -> Backup:
    return Backup(Path(f"{number}"), number, day, reason)


def left_after(days: list[date], reason: str = DAILY) -> list[Backup]:
    """The backups that are left when one was made on each of these days."""
    left: list[Backup] = []
    for number, day in enumerate(days, 1):
        left.insert(0, made(number, day, reason))
        gone = superseded(tuple(left))
        left = [backup for backup in left if backup not in gone]
    return left


def test_a_year_leaves_seven_days_and_four_weeks() -> None:
    left = left_after([TODAY + timedelta(day) for day in range(365)])
    ages = [(left[0].day - backup.day).days for backup in left]
    assert ages[:DAYS] == [*range(DAYS)]
    assert len(ages) == DAYS + WEEKS
    gaps = [later - earlier for earlier, later in pairwise(ages[DAYS:])]
    assert gaps[1:] == [7] * (WEEKS - 2), "but for the week that is not over yet"


def test_a_clock_that_jumps_never_takes_the_newest() -> None:
    rng = random.Random(1)
    left = left_after([date(1970, 1, 1) + timedelta(rng.randrange(25_000)) for _ in range(60)])
    assert [backup.number for backup in left[:DAYS]] == [*range(60, 60 - DAYS, -1)]
    assert len(left) == DAYS + WEEKS


def test_of_those_before_updates_the_newest_stay_and_those_by_hand_all() -> None:
    assert [backup.number for backup in left_after([TODAY] * 9, UPDATE)] == [9, 8, 7][:UPDATES]
    assert len(left_after([TODAY] * 9, BY_HAND)) == 9


def test_making_one_lets_the_oldest_go(path: Path) -> None:
    SqliteJournal(path).close()
    for _ in range(UPDATES + 2):
        Backups(path).make(UPDATE, TODAY)
    assert [backup.number for backup in Backups(path).all()] == [5, 4, 3]
