"""The journal's contract, for both kinds; then what only a file can suffer."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, JournalDamaged, JournalError, JournalTooNew, UnknownEvening
from companion.state.journal import Entry, Journal, MemoryJournal, SqliteJournal, Start
from companion.state.schema import SCHEMA

Opener = Callable[[], Journal]


@pytest.fixture(params=["memory", "sqlite"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens the same journal each time that it is called."""
    opened: list[Journal] = []
    memory = MemoryJournal()

    def open_it() -> Journal:
        opened.append(memory if request.param == "memory" else SqliteJournal(tmp_path / "state" / "journal.db"))
        return opened[-1]

    yield open_it
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(opener: Opener) -> Journal:
    return opener()


# ---- the contract


def test_new_journal_is_empty(journal: Journal) -> None:
    assert journal.evenings() == ()


def test_evenings_come_newest_first_with_how_they_began(journal: Journal) -> None:
    first = journal.start("yahtzee_jr", '{"a":1}', 100.5)
    second = journal.start("just_dice", "{}", 50.0)
    assert first != second
    assert journal.evenings() == (
        Start(second, "just_dice", "{}", 50.0),
        Start(first, "yahtzee_jr", '{"a":1}', 100.5),
    )
    assert journal.evening(first) == Start(first, "yahtzee_jr", '{"a":1}', 100.5)


def test_entries_are_numbered_from_one_within_each_evening(journal: Journal) -> None:
    one, other = journal.start("g", "{}", 0.0), journal.start("g", "{}", 0.0)
    assert journal.append(one, "acted", "a", 1.0) == Entry(1, "acted", "a", 1.0)
    assert journal.append(other, "acted", "b", 2.0) == Entry(1, "acted", "b", 2.0)
    assert journal.append(one, "undone", "c", 0.5) == Entry(2, "undone", "c", 0.5)
    assert journal.entries(one) == (Entry(1, "acted", "a", 1.0), Entry(2, "undone", "c", 0.5))
    assert journal.entries(other) == (Entry(1, "acted", "b", 2.0),)


def test_an_evening_without_entries(journal: Journal) -> None:
    assert journal.entries(journal.start("g", "{}", 0.0)) == ()


def test_an_evening_is_as_long_as_its_entries(journal: Journal) -> None:
    first, second = journal.start("just_dice", "{}", 0.0), journal.start("just_dice", "{}", 0.0)
    assert journal.length(second) == 0
    for _ in range(3):
        journal.append(first, "acted", "{}", 1.0)
    assert (journal.length(first), journal.length(second)) == (3, 0)


@pytest.mark.parametrize("evening", [0, 1, -1, 2**63, -(2**70), 10**30])
def test_an_unknown_evening_is_refused_everywhere(journal: Journal, evening: int) -> None:
    asks: list[Callable[[], object]] = [
        lambda: journal.evening(evening),
        lambda: journal.entries(evening),
        lambda: journal.append(evening, "acted", "{}", 0.0),
    ]
    for ask in asks:
        with pytest.raises(UnknownEvening, match="not in the journal") as refusal:
            ask()
        assert repr(evening) in refusal.value.detail
    assert journal.evenings() == ()


def test_any_text_is_kept_as_it_is(opener: Opener) -> None:
    body = '{"name": "名 ن 👩‍👩‍👧‍👦 \\u0000 \' \\" ; DROP TABLE entry"}' + "x" * 100_000
    journal = opener()
    evening = journal.start("g", body, 0.0)
    journal.append(evening, "acted", body, 0.0)
    assert opener().entries(evening)[0].body == body
    assert opener().evening(evening).setup == body


def test_opened_again_it_holds_the_same_and_goes_on(opener: Opener) -> None:
    journal = opener()
    evening = journal.start("g", "{}", 3.0)
    for number in range(5):
        journal.append(evening, "acted", str(number), float(number))
    again = opener()
    assert again.evenings() == journal.evenings()
    assert again.entries(evening) == journal.entries(evening)
    assert again.append(evening, "acted", "5", 5.0).number == 6
    assert again.start("g", "{}", 4.0) != evening


def test_two_threads_append_without_gaps_or_losses(journal: Journal) -> None:
    evening = journal.start("g", "{}", 0.0)
    given: list[int] = []

    def write(name: str) -> None:
        for number in range(50):
            entry = journal.append(evening, "acted", f"{name}{number}", 0.0)
            given.append(entry.number)

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = journal.entries(evening)
    assert sorted(given) == [entry.number for entry in entries] == list(range(1, 101))
    for name in "ab":
        mine = [entry.body for entry in entries if entry.body.startswith(name)]
        assert mine == [f"{name}{number}" for number in range(50)]


def test_a_reader_in_another_thread_sees_whole_entries(journal: Journal) -> None:
    evening, done, wrong = journal.start("g", "{}", 0.0), threading.Event(), []

    def watch() -> None:
        while not done.is_set():
            numbers = [entry.number for entry in journal.entries(evening)]
            if numbers != list(range(1, len(numbers) + 1)):
                wrong.append(numbers)

    reader = threading.Thread(target=watch)
    reader.start()
    for _ in range(100):
        journal.append(evening, "acted", "{}", 0.0)
    done.set()
    reader.join()
    assert not wrong


def test_closing_twice_is_harmless(journal: Journal) -> None:
    journal.close()
    journal.close()


@settings(max_examples=40, deadline=None)
@given(ops=st.lists(st.tuples(st.integers(0, 3), st.text(max_size=8), st.floats(0, 4e9)), max_size=30))
def test_both_kinds_agree(ops: list[tuple[int, str, float]]) -> None:
    """The same random asks give the same answers."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteJournal(Path(folder) / "j.db")) as sqlite:
        memory = MemoryJournal()
        for evening, text, at in ops:
            answers = [_answer(journal, evening, text, at) for journal in (memory, sqlite)]
            assert answers[0] == answers[1]
        assert memory.evenings() == sqlite.evenings()
        for start in memory.evenings():
            assert memory.entries(start.id) == sqlite.entries(start.id)


def _answer(journal: Journal, evening: int, text: str, at: float) -> object:
    try:
        return journal.append(evening, "acted", text, at) if evening else journal.start("g", text, at)
    except CompanionError as error:
        return type(error), error.detail


# ---- the file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def filled(path: Path, entries: int = 3) -> int:
    with closing(SqliteJournal(path)) as journal:
        evening = journal.start("g", "{}", 0.0)
        for number in range(entries):
            journal.append(evening, "acted", f'{{"number": {number}}}' * 100, 0.0)
        return evening


def pragma(journal: SqliteJournal, name: str) -> object:
    (value,) = journal._connection.execute(f"PRAGMA {name}").fetchone()
    return value


def test_write_ahead_log_and_full_synchronisation_are_set(path: Path) -> None:
    for _ in ("new", "opened again"):
        with closing(SqliteJournal(path)) as journal:
            assert pragma(journal, "journal_mode") == "wal"
            assert pragma(journal, "synchronous") == 2  # FULL, in SQLite's numbering
            assert pragma(journal, "user_version") == SCHEMA


def test_a_write_is_seen_by_another_connection_as_soon_as_append_returns(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal, closing(sqlite3.connect(path)) as other:
        evening = journal.start("g", "{}", 0.0)
        for number in range(1, 4):
            journal.append(evening, "acted", "{}", 0.0)
            assert other.execute("SELECT count(*) FROM entry").fetchone() == (number,)


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "a" / "b" / "journal.db")) as journal:
        assert journal.start("g", "{}", 0.0) == 1


def test_a_journal_of_a_newer_version_is_refused_and_untouched(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match="newer companion") as refusal:
        SqliteJournal(path)
    assert str(path) in refusal.value.detail
    assert "Update the companion" in str(refusal.value.advice)
    assert path.read_bytes() == before


def test_a_text_file_is_refused_and_untouched(path: Path) -> None:
    path.write_text("Dear diary, this is no database.\n" * 100)
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="damaged"):
        SqliteJournal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("at", [0, 60, 4096, 20_000])
def test_a_damaged_file_is_refused_and_untouched(path: Path, at: int) -> None:
    filled(path, entries=40)
    whole = path.read_bytes()
    path.write_bytes(whole[:at] + b"\xff" * 2000 + whole[at + 2000 :])
    before = path.read_bytes()
    with pytest.raises(JournalDamaged) as refusal:
        SqliteJournal(path)
    assert "was left as it is" in str(refusal.value.advice)
    assert path.read_bytes() == before


def test_a_file_cut_short_is_refused(path: Path) -> None:
    filled(path, entries=40)
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(JournalDamaged):
        SqliteJournal(path)


def test_another_programs_database_is_refused_and_untouched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="damaged") as refusal:
        SqliteJournal(path)
    assert "recipe" in refusal.value.detail
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with closing(SqliteJournal(path)) as journal:
        assert journal.evenings() == ()


def test_a_folder_in_the_files_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError, match="cannot be read or written"):
        SqliteJournal(path)


def test_a_file_in_the_folders_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(JournalError, match="cannot be read or written"):
        SqliteJournal(tmp_path / "state" / "journal.db")


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """The folder and its files without the right to write; root gives up its rights meanwhile."""
    user = os.geteuid()
    for one in folder.iterdir():
        one.chmod(0o444)
    folder.chmod(0o555)
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_a_read_only_folder_is_refused(open_folder: Path) -> None:
    with read_only(open_folder), pytest.raises(JournalError) as refusal:
        SqliteJournal(open_folder / "journal.db")
    assert not isinstance(refusal.value, JournalDamaged)
    assert "Check the disk" in str(refusal.value.advice)


def test_a_read_only_journal_is_refused_and_untouched(open_folder: Path) -> None:
    path = open_folder / "journal.db"
    filled(path)
    before = path.read_bytes()
    with read_only(open_folder), pytest.raises(JournalError) as refusal:
        SqliteJournal(path)
    assert not isinstance(refusal.value, JournalDamaged)
    assert path.read_bytes() == before


def test_a_full_disk_loses_nothing_and_what_fits_again_is_written(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        evening = journal.start("g", "{}", 0.0)
        kept = [journal.append(evening, "acted", "small", 0.0)]
        journal._connection.execute(f"PRAGMA max_page_count = {pragma(journal, 'page_count')}")
        with pytest.raises(JournalError, match="disk is full") as refusal:
            journal.append(evening, "acted", "x" * 100_000, 0.0)
        assert "Make room" in str(refusal.value.advice)
        assert not isinstance(refusal.value, JournalDamaged)
        assert journal.entries(evening) == tuple(kept)
        kept.append(journal.append(evening, "acted", "small", 0.0))
    with closing(SqliteJournal(path)) as again:
        assert again.entries(evening) == tuple(kept)


def test_a_journal_that_somebody_else_locks_is_no_damaged_one(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        evening = journal.start("g", "{}", 0.0)
        journal._connection.execute("PRAGMA busy_timeout = 10")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="cannot be read or written") as refusal:
            journal.append(evening, "acted", "{}", 0.0)
        assert "locked" in refusal.value.detail
        other.execute("ROLLBACK")
        assert journal.append(evening, "acted", "{}", 0.0).number == 1


def test_a_closed_journal_is_no_damaged_one(path: Path) -> None:
    journal = SqliteJournal(path)
    evening = journal.start("g", "{}", 0.0)
    journal.close()
    for ask in (journal.evenings, lambda: journal.append(evening, "acted", "{}", 0.0)):
        with pytest.raises(JournalError, match="cannot be read or written") as refusal:
            ask()
        assert type(refusal.value) is JournalError
