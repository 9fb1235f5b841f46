"""A disk that is full, or that must not be written to: told, nothing accepted is lost, and play goes on after.

Full is tried in two ways: a limit on the size of files, which every system has, and a small file system in memory,
which only root can mount (otherwise skipped). Reading only: such a file system, mounted so before the start.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import Boxes
from companion.desk import Desk
from companion.errors import CompanionError, JournalError
from companion.files import BESIDE
from companion.host import Host
from companion.pictures import Pictures
from companion.state.backup import BY_HAND, Backups, check_file
from companion.state.journal import SqliteJournal
from companion.state.table import Table
from companion.state.view import View
from companion.statefolder import JOURNAL, Store, hold_folder
from tests.play import random_action

SEATS = [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "blue"}]
ROOM = 256 * 1024
"""Bytes of the small file system."""


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    """A small file system in memory at `folder`, or a skipped test."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", ",".join((f"size={ROOM}", *options)), "none", str(folder)]
    try:
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount")
    if made.returncode:
        pytest.skip(f"no file system may be mounted here: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def limited_files(_folder: Path) -> Iterator[None]:
    """No file of this process may grow any more beyond what the journal has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """A file in `folder` takes all the room that is left."""
    hog = folder / "hog"
    with hog.open("wb") as file:
        for size in (4096, 512, 1):
            while True:
                try:
                    os.write(file.fileno(), b"x" * size)
                except OSError:
                    break
    try:
        yield
    finally:
        hog.unlink()


class Evening:
    """A host over a journal in `folder`, with somebody who plays at random until something is refused."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        pictures = Pictures(folder / "pictures")
        self.host = Host(Desk(self.store.journal, pictures, Boxes(folder / "boxes")), self.store.journal, pictures)
        self.host.start()
        self.rng = random.Random(1)
        self.accepted: list[str] = []

    def ask(self, verb: str, **args: Any) -> View:
        return self.host.ask(verb, **args).result(20)

    def new(self) -> View:
        return self.ask("new", game="yahtzee_jr", seats=SEATS)

    def act(self) -> None:
        view = self.host.view
        if view.phase == "over":
            view = self.new()
            self.accepted = []
        action = str(random_action(self.rng.choice(view.choices), self.rng))
        self.ask("do", action=action)
        self.accepted.append(action)

    def play_until_refused(self) -> CompanionError:
        for _ in range(2000):
            try:
                self.act()
            except CompanionError as error:
                return error
        raise AssertionError("the disk never filled")

    def stop(self) -> None:
        self.host.stop()
        self.store.journal.close()


@contextmanager
def evening(folder: Path) -> Iterator[Evening]:
    made = Evening(folder)
    try:
        yield made
    finally:
        made.stop()


def check_kept(folder: Path, accepted: list[str]) -> None:
    """The journal is whole and holds exactly what was accepted."""
    assert check_file(folder / JOURNAL)
    with closing(SqliteJournal(folder / JOURNAL)) as journal:
        table = Table(journal, journal.evenings()[0].id)
        assert [str(act.action) for act in table.acts] == accepted


def fills_and_goes_on(folder: Path, full: Callable[[Path], AbstractContextManager[None]]) -> CompanionError:
    """Play, fill the disk, go on until it is refused, make room, go on: nothing accepted is lost."""
    with evening(folder) as table:
        table.new()
        for _ in range(3):
            table.act()
        with full(folder):
            refused = table.play_until_refused()
            before = table.host.view
            with pytest.raises(JournalError):
                table.act()
            assert table.host.view.log == before.log
            assert len(before.log) == len(table.accepted)
        for _ in range(5):
            table.act()
        accepted = list(table.accepted)
        assert len(table.host.view.log) == len(accepted)
    check_kept(folder, accepted)
    return refused


def test_files_that_may_not_grow_lose_nothing(tmp_path: Path) -> None:
    assert isinstance(fills_and_goes_on(tmp_path, limited_files), JournalError)


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as folder:
        refused = fills_and_goes_on(folder, filled)
    assert "The disk is full." in str(refused.sentence)
    assert "Make room" in str(refused.advice)


def test_a_disk_that_is_full_at_the_start_is_waited_for(tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as folder:
        with evening(folder) as table:
            table.new()
            table.act()
            accepted = list(table.accepted)
        with filled(folder):
            with hold_folder(folder):
                pass
            table = Evening(folder)
            assert table.store.state().state == "failed"
            with pytest.raises(JournalError):
                table.new()
            assert table.host.evenings() == ()
        assert table.store.state().state == "ready"
        assert [one.acts for one in table.host.evenings()] == [1]
        table.ask("open", evening=1)
        table.act()
        table.stop()
        check_kept(folder, accepted + table.accepted)


def test_a_damaged_journal_on_a_full_disk_waits_and_leaves_no_rubbish(tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as folder:
        with evening(folder) as table:
            table.new()
            table.act()
        Backups(folder / JOURNAL).make(BY_HAND, date(2026, 11, 30))
        whole = (folder / JOURNAL).read_bytes()
        (folder / JOURNAL).write_bytes(whole[:5000] + b"?" * 3000 + whole[8000:])
        with filled(folder):
            waiting = Store(folder)
            for _ in range(3):
                assert waiting.state().state == "failed"
            names = {one.name for one in folder.rglob("*") if one.name.startswith(BESIDE)}
            assert names == set()
        assert waiting.state().state == "ready"
        assert [start.id for start in waiting.journal.evenings()] == [1]
        waiting.journal.close()


def test_a_disk_for_reading_only_is_told_and_waited_for(tmp_path: Path) -> None:
    with mounted(tmp_path / "small") as folder:
        with hold_folder(folder), evening(folder) as table:
            table.new()
            table.act()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        with hold_folder(folder):
            table = Evening(folder)
            assert table.store.state().state == "failed"
            with pytest.raises(JournalError):
                table.new()
            subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
            table.ask("open", evening=1)
            table.act()
            assert len(table.host.view.log) == 2
            table.stop()


def test_a_journal_that_has_become_unwritable_is_told(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / JOURNAL)) as journal:
        number = journal.start("g", "{}", 1.0)
        journal._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalError, match="cannot be written to") as refused:
            journal.append(number, "acted", "{}", 1.0)
        assert "change its card" in str(refused.value.advice)
