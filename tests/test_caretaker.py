"""The caretaker: what it looks after, how often, and what it tells."""

from __future__ import annotations

import threading

import pytest

from companion.caretaker import Caretaker, Chore
from companion.errors import CompanionError, JournalError
from companion.state.view import Service
from companion.words import say

WEAK = Service("failed", say("The power supply is too weak."))
READY = Service("ready")


class Rig:
    """A caretaker of two chores under a clock that is turned by hand."""

    def __init__(self) -> None:
        self.clock = 0.0
        self.states: dict[str, Service | Exception] = {"power": READY, "backup": READY}
        self.looks: list[str] = []
        self.told: list[tuple[str, Service]] = []
        chores = [
            Chore("power", 30.0, lambda: self.look("power")),
            Chore("backup", 600.0, lambda: self.look("backup")),
        ]
        self.caretaker = Caretaker(chores, lambda name, state: self.told.append((name, state)), lambda: self.clock)

    def look(self, name: str) -> Service:
        self.looks.append(name)
        state = self.states[name]
        if isinstance(state, Exception):
            raise state
        return state

    def run(self, seconds: float) -> None:
        until = self.clock + seconds
        while self.clock < until:
            self.clock += self.caretaker.turn()


def test_each_chore_is_done_at_once_and_then_at_its_own_pace() -> None:
    rig = Rig()
    rig.run(1200)
    assert (rig.looks.count("power"), rig.looks.count("backup")) == (40, 2)


def test_only_what_is_new_is_told() -> None:
    rig = Rig()
    rig.run(100)
    assert rig.told == [("power", READY), ("backup", READY)]
    rig.states["power"] = WEAK
    rig.run(100)
    rig.states["power"] = READY
    rig.run(100)
    assert rig.told[2:] == [("power", WEAK), ("power", READY)]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(JournalError(say("The disk is full.")), "The disk is full."), (ZeroDivisionError(), "ZeroDivisionError")],
)
def test_a_chore_that_fails_is_told_and_stops_no_other(error: Exception, sentence: str) -> None:
    rig = Rig()
    rig.states["power"] = error
    rig.run(700)
    (name, state), _ = rig.told
    assert (name, state.state, sentence in str(state.sentence)) == ("power", "failed", True)
    assert rig.looks.count("backup") == 2


def test_its_thread_ends_when_told_and_outlives_a_report_that_fails() -> None:
    reports, twice = 0, threading.Event()

    def report(_name: str, _state: Service) -> None:
        nonlocal reports
        reports += 1
        if reports == 1:
            raise CompanionError("not now")
        twice.set()

    states = iter([WEAK, READY] * 1000)
    caretaker = Caretaker([Chore("power", 0.01, lambda: next(states))], report)
    caretaker.start()
    assert twice.wait(10)
    caretaker.stop()
    assert not caretaker._thread.is_alive()


def test_it_may_be_stopped_before_it_was_started() -> None:
    Rig().caretaker.stop()
