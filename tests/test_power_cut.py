"""A game survives `kill -9` at any moment with nothing accepted lost.

The number of kills comes from the environment variable COMPANION_KILLS (15 when it is not set). Each companion is
a process of its own, forked from one that has loaded the program but opened nothing: so a start takes hundredths
of a second, and the journal is opened anew each time. A kill spares what the system holds in memory, which a power
cut does not: that each transaction is on the disk before its answer comes rests on SQLite's `synchronous = FULL`,
which `tests/state/test_journal.py` checks.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import time
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.boxes import Boxes
from companion.desk import Desk
from companion.pictures import Pictures
from companion.state.journal import Entry, SqliteJournal
from companion.state.table import Table
from tests.power_cut_player import JOURNAL, Record, play

KILLS = int(os.environ.get("COMPANION_KILLS", "15"))
PATIENCE = 60.0
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.power_cut_player"])


@pytest.mark.timeout(60 + 3 * KILLS)
def test_nothing_accepted_is_lost(tmp_path: Path) -> None:
    rng, kept = random.Random(KILLS), list[Record]()
    for kill in range(KILLS):
        told = play_and_kill(tmp_path, kill, rng)
        found = records(tmp_path)
        assert found[: len(kept)] == kept
        assert found[len(kept) : len(kept) + len(told)] == told
        assert len(found) <= len(kept) + len(told) + 1  # the one whose answer was cut off
        kept = found
        check_newest_evenings(tmp_path)
    assert len({kind for _evening, kind, _text in kept}) == 3 or KILLS < 15


def play_and_kill(folder: Path, seed: int, rng: random.Random) -> list[Record]:
    """Let a companion play, kill it at a random moment, and give what it had told to be accepted."""
    ours, theirs = FORKS.Pipe(duplex=False)
    with ours:
        player = FORKS.Process(target=play, args=(folder, seed, theirs))
        player.start()
        theirs.close()
        try:
            told = _until_the_moment(ours, rng)
            assert player.is_alive(), "the player ended by itself"
        finally:
            player.kill()
            player.join()
        return told + _rest(ours)


def _until_the_moment(told: Connection, rng: random.Random) -> list[Record]:
    if rng.random() < 0.2:
        time.sleep(rng.uniform(0, 0.1))  # while it starts and opens the journal
        return []
    records = [_next(told) for _ in range(rng.randint(1, 40))]
    time.sleep(rng.uniform(0, 0.01))
    return records


def _next(told: Connection) -> Record:
    assert told.poll(PATIENCE), "the player hangs"
    record: Record = told.recv()
    return record


def _rest(told: Connection) -> list[Record]:
    """What had still been told; a record that was cut off is none."""
    records = list[Record]()
    with suppress(EOFError):
        while True:
            records.append(told.recv())
    return records


def records(folder: Path) -> list[Record]:
    """What the journal holds, in the order in which it was accepted."""
    with closing(SqliteJournal(folder / JOURNAL)) as journal:
        evenings = sorted(start.id for start in journal.evenings())
        return [
            (evening, entry.kind, text_of(entry)) for evening in evenings for entry in journal.entries(evening)
        ]


def text_of(entry: Entry) -> str:
    body = json.loads(entry.body)
    return {"acted": str(body.get("action")), "undone": "", "corrected": str(body.get("number"))}[entry.kind]


def check_newest_evenings(folder: Path) -> None:
    """Each of them opens, and the desk shows it with the clock of its last act and goes on or is over."""
    with closing(SqliteJournal(folder / JOURNAL)) as journal:
        for start in journal.evenings()[:2]:
            table = Table(journal, start.id)
            desk = Desk(journal, Pictures(folder / "pictures"), Boxes(folder / "boxes"), now=lambda: 5.0)
            desk.open(start.id)
            view = desk.view()
            assert view.board == table.game.board(table.state)
            assert (view.phase == "over") == (table.game.outcome(table.state) is not None)
            assert view.choices or view.phase == "over"
            assert view.clock.used == table.used
