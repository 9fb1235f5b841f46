"""Evenings that go from one journal to another."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.errors import CodecError, CompanionError, UnknownEvening, UnknownGame
from companion.rules.game import Seat, Setup
from companion.state.clock import TurnClock
from companion.state.journal import Journal, MemoryJournal, SqliteJournal
from companion.state.table import Table
from companion.state.transfer import LARGEST, Merged, Record, decode, encode, merge, record_of
from tests.play import random_action

SEATS = (Seat("Ada", "yellow"), Seat("نور", "green"))


def played(journal: Journal, acts: int = 12, seed: int = 1, at: float = 100.25) -> int:
    """An evening of Yahtzee Jr. with so many acts; gives its id."""
    rng = random.Random(seed)
    table = Table.new(journal, "yahtzee_jr", Setup(SEATS, {}, seed), TurnClock("up"), at)
    for number in range(acts):
        table.do(random_action(rng.choice(table.choices), rng), at=at + number)
        if table.last_choice and rng.random() < 0.2:
            table.take_back(at=at + number)
    return table.evening


@pytest.fixture
def record() -> Record:
    journal = MemoryJournal()
    return record_of(journal, played(journal))


def test_a_file_gives_the_same_evening_in_another_journal(record: Record, tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    played(journal, 3, seed=2, at=7.0)
    merged = merge(journal, decode(encode(record)))
    assert merged == Merged(2, len(record.entries))
    assert journal.entries(2) == record.entries
    table = Table(journal, 2)
    assert [seat.name for seat in table.setup.seats] == ["Ada", "نور"]
    assert (journal.evening(2).started_at, table.clock.mode) == (100.25, "up")
    table.do(random_action(table.choices[0], random.Random(3)), at=200.0)
    journal.close()


def test_a_second_time_nothing_happens(record: Record) -> None:
    journal = MemoryJournal()
    merge(journal, record)
    assert merge(journal, record) == Merged(1, 0)
    assert len(journal.evenings()) == 1


@pytest.mark.parametrize("until", [0, 1, 5])
def test_an_import_that_was_cut_off_is_completed(record: Record, until: int) -> None:
    journal = MemoryJournal()
    merge(journal, Record(record.start, record.entries[:until]))
    assert merge(journal, record) == Merged(1, len(record.entries) - until)
    assert journal.entries(1) == record.entries


def test_an_older_copy_takes_nothing_away(record: Record) -> None:
    journal = MemoryJournal()
    merge(journal, record)
    assert merge(journal, Record(record.start, record.entries[:4])) == Merged(1, 0)
    assert journal.entries(1) == record.entries


def test_evenings_that_went_on_differently_are_both_kept(record: Record) -> None:
    journal = MemoryJournal()
    merge(journal, Record(record.start, record.entries[:4]))
    journal.append(1, "undone", json.dumps({"number": 4}), 999.0)
    for _ in range(2):
        merge(journal, record)
    assert [journal.entries(start.id)[:5] == record.entries[:5] for start in journal.evenings()] == [True, False]


def changed(record: Record, **values: object) -> bytes:
    return json.dumps(json.loads(encode(record)) | values).encode()


def test_what_is_no_evening_is_refused(record: Record) -> None:
    raw = json.loads(encode(record))
    shorter = raw["entries"][:-1]
    louder = [raw["entries"][0] | {"body": raw["entries"][0]["body"].replace("roll", "Roll")}, *raw["entries"][1:]]
    for text in (
        b"",
        b"no JSON",
        b"[" * 100_000,
        b"{}",
        b"\xff\xfe",
        encode(record)[:-20],
        b" " * (LARGEST + 1),
        changed(record, format="something else"),
        changed(record, entries=shorter),
        changed(record, entries=louder),
        changed(record, entries=raw["entries"][1:]),
        changed(record, started_at=1.0),
        changed(record, more=1),
    ):
        with pytest.raises(CodecError):
            decode(text)


def test_a_file_of_a_newer_version_says_so(record: Record) -> None:
    with pytest.raises(CodecError, match="newer companion"):
        decode(changed(record, version=2))


@pytest.mark.parametrize(("game", "error"), [("chess", UnknownGame), ("just_dice", CompanionError)])
def test_an_evening_that_this_version_cannot_play_is_refused(
    record: Record, game: str, error: type[CompanionError]
) -> None:
    """Its checksum is right, so it was written so."""
    foreign = Record(type(record.start)(0, game, record.start.setup, 1.0), record.entries)
    with pytest.raises(error):
        decode(encode(foreign))


def test_an_unknown_evening_cannot_be_exported() -> None:
    with pytest.raises(UnknownEvening):
        record_of(MemoryJournal(), 1)
