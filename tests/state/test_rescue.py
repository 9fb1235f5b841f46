"""A damaged journal at the start: kept whole, and the play goes on from the newest good backup."""

from __future__ import annotations

import random
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from companion.errors import JournalError, JournalTooNew
from companion.state.backup import DAILY, UPDATE, Backups
from companion.state.journal import Entry, Journal, SqliteJournal
from companion.state.rescue import open_journal, put_aside
from companion.state.waiting import WaitingJournal
from tests.state.test_schema import old_file

TODAY = date(2026, 11, 30)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def filled(path: Path, evenings: int = 4, entries: int = 10) -> dict[float, tuple[Entry, ...]]:
    """A journal with so many evenings, and a backup after half of them; what it holds by the evenings' time."""
    with closing(SqliteJournal(path)) as journal:
        for evening in range(1, evenings + 1):
            id_ = journal.start("g", "{}", float(evening))
            for number in range(entries):
                journal.append(id_, "acted", f"{evening}-{number}" * 80, float(number))
            if evening == evenings // 2:
                Backups(path).make(DAILY, TODAY)
        return held(journal)


def held(journal: Journal) -> dict[float, tuple[Entry, ...]]:
    return {start.started_at: journal.entries(start.id) for start in journal.evenings()}


def test_a_good_journal_is_just_opened(path: Path) -> None:
    for _ in ("new", "again"):
        journal, rescue = open_journal(path, TODAY)
        journal.close()
        assert rescue is None
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_damaged_the_backup_holds_and_the_file_is_kept_whole(path: Path, seed: int) -> None:
    """A sector becomes noise: what the backup holds comes back, and in what is younger nothing is made up."""
    before = filled(path)
    backed_up = {at: entries for at, entries in before.items() if at <= 2}
    rng, whole = random.Random(seed), bytearray(path.read_bytes())
    at = rng.randrange(0, len(whole) - 512)
    whole[at : at + 512] = rng.randbytes(512)
    path.write_bytes(whole)
    journal, rescue = open_journal(path, TODAY)
    with closing(journal):
        after = held(journal)
        assert rescue is None or (rescue.aside and rescue.aside.read_bytes() == whole)
        assert backed_up.items() <= after.items() if rescue else after == before
        for began, entries in after.items():
            assert entries == before[began][: len(entries)], "a beginning of what was written"
        if rescue:
            younger = sum(len(entries) for began, entries in after.items() if began > 2)
            assert rescue.saved == younger
            assert f"{younger} younger entries" in str(rescue.told().advice)
            assert "2026-11-30" in str(rescue.told().sentence)


def test_most_of_what_is_younger_than_the_backup_is_read_from_the_damaged_file(path: Path) -> None:
    before = filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"4-7" * 80, b"4-7" * 79 + b"4-8"))
    journal, rescue = open_journal(path, TODAY)
    with closing(journal):
        assert rescue is not None
        assert rescue.saved == 10 + 7
        assert held(journal) == {**before, 4.0: before[4.0][:7]}


def test_without_a_backup_a_new_journal_is_begun(path: Path) -> None:
    path.write_text("this is no database" * 100)
    journal, rescue = open_journal(path, TODAY)
    with closing(journal):
        assert rescue is not None
        assert (rescue.backup, rescue.saved) == (None, 0)
        assert rescue.aside is not None
        assert rescue.aside.read_text() == "this is no database" * 100
        assert "no backup" in str(rescue.told().sentence)
        assert journal.start("g", "{}", 1.0) == 1


def test_a_journal_that_is_missing_comes_back_from_its_backup(path: Path) -> None:
    before = filled(path)
    path.unlink()
    journal, rescue = open_journal(path, TODAY)
    with closing(journal):
        assert rescue is not None
        assert held(journal) == {at: entries for at, entries in before.items() if at <= 2}
    assert "was missing" in str(rescue.told().sentence)


@pytest.mark.parametrize("moved", [1, 2, 3])
def test_a_rescue_that_was_cut_off_is_completed(path: Path, moved: int) -> None:
    """The power is cut after so many of the three files were moved, before anything took their place."""
    before = filled(path, evenings=2)
    running = SqliteJournal(path)
    late = running.append(2, "acted", "only in the log", 99.0)
    copies = {
        name: path.with_name(name).read_bytes() for name in (path.name, f"{path.name}-wal", f"{path.name}-shm")
    }
    running.close()
    folder = path.parent / "aside" / "2026-11-30-1"
    folder.mkdir(parents=True)
    for number, (name, content) in enumerate(copies.items()):
        path.with_name(name).unlink(missing_ok=True)
        (folder if number < moved else path.parent).joinpath(name).write_bytes(content)
    journal, rescue = open_journal(path, TODAY)
    with closing(journal):
        assert rescue is not None
        assert held(journal) == {**before, 2.0: (*before[2.0], late)}
    assert {one.name for one in folder.iterdir()} == set(copies)
    assert len([*folder.parent.iterdir()]) == 1


def test_a_second_damage_does_not_take_the_place_of_the_first(path: Path) -> None:
    for text in ("first", "second"):
        path.write_text(text * 300)
        journal, rescue = open_journal(path, TODAY)
        journal.close()
        assert rescue is not None
        assert rescue.aside is not None
        assert rescue.aside.read_text() == text * 300
    assert len([*(path.parent / "aside").iterdir()]) == 2


def test_what_sqlite_keeps_beside_the_file_goes_with_it(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).write_text(name)
    aside = put_aside(path, TODAY)
    assert aside is not None
    assert sorted(one.name for one in aside.parent.iterdir()) == [
        path.name,
        f"{path.name}-shm",
        f"{path.name}-wal",
    ]
    assert [one.name for one in path.parent.iterdir()] == ["aside"]


def test_an_older_journal_is_backed_up_before_it_changes(path: Path) -> None:
    old_file(path)
    before = path.read_bytes()
    journal, rescue = open_journal(path, TODAY)
    journal.close()
    (backup,) = Backups(path).all()
    assert (rescue, backup.reason) == (None, UPDATE)
    path.unlink()
    Backups(path).restore(backup)
    with closing(SqliteJournal(path)) as journal:
        assert len(journal.evenings()) == 2
    assert before != path.read_bytes()


def test_a_newer_journal_is_left_where_it_is(path: Path) -> None:
    filled(path)
    journal, _ = open_journal(path, TODAY)
    journal._connection.execute("PRAGMA user_version = 99")
    journal.close()
    with pytest.raises(JournalTooNew):
        open_journal(path, TODAY)
    assert path.exists()
    assert not (path.parent / "aside").exists()


# ---- a file that cannot be opened yet


class Door:
    """Opens a journal once it is unlocked."""

    def __init__(self, path: Path) -> None:
        self.locked = True
        self._path = path

    def __call__(self) -> Journal:
        if self.locked:
            raise JournalError("the disk is full")
        return SqliteJournal(self._path)


def test_while_it_waits_nothing_is_accepted_and_later_all_goes_on(path: Path) -> None:
    filled(path, evenings=2)
    door = Door(path)
    journal = WaitingJournal(door)
    assert journal.evenings() == ()
    for ask in (lambda: journal.start("g", "{}", 9.0), lambda: journal.append(1, "acted", "{}", 9.0)):
        with pytest.raises(JournalError, match="disk is full"):
            ask()
    assert str(journal.trouble()) == "the disk is full"
    door.locked = False
    assert journal.trouble() is None
    assert [start.id for start in journal.evenings()] == [2, 1]
    assert journal.append(2, "acted", "{}", 9.0).number == 11
    assert len(journal.entries(2)) == 11
    assert journal.start("g", "{}", 9.0) == 3
    journal.close()
    with closing(SqliteJournal(path)) as again:
        assert len(again.entries(2)) == 11


def test_it_may_be_closed_before_it_was_opened(path: Path) -> None:
    WaitingJournal(Door(path)).close()
