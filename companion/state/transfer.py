"""An evening on its way from one journal to another: as one file, or out of a damaged journal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from companion.errors import CodecError
from companion.state.journal import Entry, Journal, MemoryJournal, Start
from companion.state.table import Table
from companion.words import say

FORMAT = "table-companion evening"
VERSION = 1
LARGEST = 50_000_000
"""Bytes of the largest file that is read; an evening has some 100 kB."""


@dataclass(frozen=True)
class Record:
    """An evening as a journal keeps it: how it began and every entry, from number 1 without a gap."""

    start: Start
    entries: tuple[Entry, ...]

    def same_evening(self, start: Start) -> bool:
        """Whether both began in the same way at the same moment, whatever their ids."""
        mine = self.start
        return (mine.game, mine.setup, mine.started_at) == (start.game, start.setup, start.started_at)


@dataclass(frozen=True)
class Merged:
    """What came of a merge: the evening's id in the journal, and how many entries it did not have before."""

    evening: int
    added: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    game: str
    setup: str
    started_at: float
    entries: tuple[Entry, ...]
    sha256: str


def record_of(journal: Journal, evening: int) -> Record:
    """The evening as `journal` has it.

    Raises:
        UnknownEvening: there is no such evening.
    """
    return Record(journal.evening(evening), journal.entries(evening))


def encode(record: Record) -> bytes:
    """The record as the text of a file; pictures are not part of it."""
    content = _content(record)
    return json.dumps(content | {"sha256": _digest(content)}, ensure_ascii=False, indent=1).encode()


def decode(text: bytes) -> Record:
    """The record that `encode` wrote, once every act in it was replayed.

    Raises:
        CodecError: it is no such file, of a newer version, or not what was written.
        UnknownGame: its game is not on the list of this version.
        SetupError: its setup is none of this version's.
    """
    file = _parsed(text)
    entries = tuple(file.entries)
    record = Record(Start(0, file.game, file.setup, file.started_at), entries)
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        raise _refused("expected entries from 1 without a gap")
    if _digest(_content(record)) != file.sha256:
        raise _refused(f"expected sha256 {file.sha256}, got {_digest(_content(record))}")
    Table(*_alone(record))
    return record


def merge(journal: Journal, record: Record) -> Merged:
    """Take in what the journal lacks of `record`.

    An evening that both know is gone on with where one holds a beginning of the other; where they differ, the
    record becomes an evening of its own. A second time nothing happens; one that was cut off can be done again.

    Raises:
        JournalError: it cannot be written; what was added until then holds.
    """
    for start in journal.evenings():
        if record.same_evening(start):
            known = journal.entries(start.id)
            common = min(len(known), len(record.entries))
            if known[:common] == record.entries[:common]:
                return Merged(start.id, _append(journal, start.id, record.entries[common:]))
    start = record.start
    evening = journal.start(start.game, start.setup, start.started_at)
    return Merged(evening, _append(journal, evening, record.entries))


def _append(journal: Journal, evening: int, entries: Iterable[Entry]) -> int:
    added = [journal.append(evening, entry.kind, entry.body, entry.at) for entry in entries]
    return len(added)


def _alone(record: Record) -> tuple[Journal, int]:
    journal = MemoryJournal()
    return journal, merge(journal, record).evening


def _parsed(text: bytes) -> _File:
    if len(text) > LARGEST:
        raise _refused(f"expected at most {LARGEST} bytes, got {len(text)}")
    try:
        file = msgspec.json.decode(text, type=_File)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _refused(str(error)) from error
    if file.format != FORMAT:
        raise _refused(f"expected the format {FORMAT!r}, got {file.format!r}")
    if file.version > VERSION:
        raise CodecError(
            say("This evening was saved by a newer companion."),
            detail=f"expected version <= {VERSION}, got {file.version!r}",
        )
    return file


def _content(record: Record) -> dict[str, Any]:
    start = record.start
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": start.game,
        "setup": start.setup,
        "started_at": start.started_at,
        "entries": [asdict(entry) for entry in record.entries],
    }


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _refused(detail: str) -> CodecError:
    return CodecError(say("This file holds no evening that can be read."), detail=detail)
