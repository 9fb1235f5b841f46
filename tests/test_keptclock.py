"""The clocks after a restart: where they stood, not where the last act left them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.boxes import Boxes
from companion.desk import Desk
from companion.keptclock import CLOCK, KeptClock
from companion.pictures import Pictures
from companion.rules.game import Seat
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.view import Service, View
from tests.test_app import SEATS, running, wishes

PLAYERS = [Seat("Ada", "yellow"), Seat("Bo", "green")]
ROLL = '0 roll faces=["SB","SB","SB","PA","KR"]'
TIMED = {"length": "timed", "first_roll": False, "deal": "app", "minutes": 60}


class Table:
    """A desk with a kept clock, whose seconds pass when the test says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1000.0
        self._journal = MemoryJournal()
        self.restart()

    def restart(self, later: float = 500.0) -> None:
        """The program ends, and begins again some seconds later."""
        self.now += later
        self.kept = KeptClock(self.folder / CLOCK, lambda: self.now)
        pictures, boxes = Pictures(self.folder / "pictures"), Boxes(self.folder / "boxes")
        self.desk = Desk(self._journal, pictures, boxes, now=lambda: self.now, resume=self.kept.resume)

    def play(self, *actions: str, after: float) -> None:
        """Do this, then let time pass."""
        for action in actions:
            self.desk.do(action)
        self.shown()
        self.now += after

    def shown(self) -> View:
        """The View, which the kept clock sees too."""
        view = self.desk.view()
        self.kept.show(view)
        return view

    def again(self) -> View:
        """The kept clock looks once more; then a restart, and the same evening."""
        assert self.kept.look() == Service("ready")
        self.restart()
        self.desk.open(1)
        return self.shown()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path)
    made.desk.new("yahtzee_jr", PLAYERS, clock=TurnClock("down", 60))
    return made


def test_the_turn_goes_on_where_it_was(table: Table) -> None:
    table.play(ROLL, after=7)
    table.play(after=4)
    view = table.again()
    assert (view.active, view.clock.used, view.clock.running) == (0, 11, True)
    table.now += 2
    assert table.again().clock.used == 13, "and again after the next restart"


def test_a_turn_without_any_act_goes_on_too(table: Table) -> None:
    table.play(ROLL, '0 score character="SB"', after=9)
    view = table.again()
    assert (view.active, view.clock.used) == (1, 9)


def test_a_clock_that_stands_is_kept_as_it_stands(table: Table) -> None:
    table.play(after=5)
    table.desk.pause()
    table.play(after=300)
    assert table.again().clock.used == 5


def test_what_was_played_since_the_last_look_is_lost_and_no_more(table: Table) -> None:
    table.play(after=20)
    table.kept.look()
    table.play(after=14)
    table.restart()
    table.desk.open(1)
    assert table.desk.view().clock.used == 20


def test_an_act_since_the_last_look_counts_more(table: Table) -> None:
    """A power cut right after an act: what was kept belongs to the time before it."""
    table.play(after=20)
    table.kept.look()
    table.play(ROLL, after=0)
    table.play('0 score character="SB"', after=0)
    table.restart()
    table.desk.open(1)
    assert table.desk.view().clock.used == 0


def test_another_evening_begins_at_zero(table: Table) -> None:
    table.play(after=20)
    table.kept.look()
    table.desk.new("yahtzee_jr", PLAYERS, clock=TurnClock("up"))
    assert table.desk.view().clock.used == 0


def test_the_time_of_a_timed_game_goes_on(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.desk.new("monopoly", PLAYERS, TIMED, seed=3)
    table.play("0 deal_all", after=100)
    view = table.again()
    assert view.window
    assert view.window.limit - view.window.used == 3500


def test_with_a_turn_clock_the_played_time_grows_as_that_does(table: Table) -> None:
    table.play(ROLL, after=30)
    table.again()
    table.play('0 score character="SB"', after=0)
    entry = table.desk._table.acts[-1] if table.desk._table else None
    assert entry
    assert (entry.used, entry.played) == (30, 30)


def test_nothing_is_written_twice_and_nothing_at_home(table: Table, tmp_path: Path) -> None:
    table.desk.leave()
    table.shown()
    table.kept.look()
    assert not (tmp_path / CLOCK).exists()
    table.desk.open(1)
    table.desk.pause()
    table.shown()
    table.kept.look()
    before = (tmp_path / CLOCK).stat().st_ino
    table.now += 100
    table.kept.look()
    assert (tmp_path / CLOCK).stat().st_ino == before


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"evening": 1, "act": 0, "used": -1}'])
def test_a_damaged_file_costs_the_seconds_since_the_last_act(table: Table, tmp_path: Path, content: bytes) -> None:
    table.play(ROLL, after=7)
    table.kept.look()
    (tmp_path / CLOCK).write_bytes(content)
    table.restart()
    table.desk.open(1)
    assert table.desk.view().clock.used == 0


def test_a_disk_that_cannot_be_written_ends_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.keptclock.replace_atomically", full)
    table.play(ROLL, after=7)
    assert table.again().clock.used == 0


def test_the_program_ends_and_the_turn_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(wishes(tmp_path)) as app:
        app.host.ask("new", game="yahtzee_jr", seats=SEATS, clock={"mode": "up"}).result(5)
        time.sleep(0.4)
    with running(wishes(tmp_path)) as app:
        assert app.host.ask("open", evening=1).result(5).clock.used >= 0.3
