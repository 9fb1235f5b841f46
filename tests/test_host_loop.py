"""The host's loop: the sign of life that feeds systemd's watchdog, and time that passes while nobody asks."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from companion import host as module
from companion.boxes import Boxes
from companion.desk import Desk
from companion.errors import JournalError
from companion.host import Host
from companion.pictures import Pictures
from companion.ports import Wanted
from companion.state.journal import MemoryJournal
from companion.words import say


def until(signs: list[float], more: int = 1) -> None:
    wanted, deadline = len(signs) + more, time.monotonic() + 10
    while len(signs) < wanted:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_host_gives_signs_while_nothing_happens_and_none_while_it_hangs(tmp_path: Path) -> None:
    signs, hang, go = list[float](), threading.Event(), threading.Event()

    def look(_wanted: Wanted) -> bool:
        hang.set()
        return go.wait(10)

    journal, pictures = MemoryJournal(), Pictures(tmp_path)
    desk = Desk(journal, pictures, Boxes(tmp_path / "boxes"))
    desk.eye = look
    host = Host(desk, journal, pictures, lambda: signs.append(time.monotonic()))
    host.start()
    try:
        host.ask("new", game="just_dice", seats=[{"name": "Ada", "colour": "red"}]).result(10)
        until(signs, 3)
        host.ask("read")
        assert hang.wait(10)
        before = len(signs)
        time.sleep(3 * module.TICK)
        assert len(signs) == before, "the loop hangs, so nothing may speak for it"
        go.set()
        until(signs, 2)
    finally:
        go.set()
        host.stop()


class Overdue(Desk):
    """A desk on which something is due that fails for so many ticks."""

    def fail(self, times: int, error: Exception) -> None:
        self.left, self.error, self.ticks = times, error, list[float]()

    def tick(self) -> bool:
        self.ticks.append(time.monotonic())
        self.left -= 1
        if self.left >= 0:
            raise self.error
        return False


@pytest.mark.parametrize(
    ("error", "told"), [(JournalError(say("The disk is full.")), "The disk is full."), (ZeroDivisionError(), "")]
)
def test_what_is_due_and_fails_is_told_once_and_does_not_end_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    monkeypatch.setattr(module, "TICK", 0.01)
    journal, pictures = MemoryJournal(), Pictures(tmp_path)
    desk = Overdue(journal, pictures, Boxes(tmp_path / "boxes"))
    desk.fail(5, error)
    host = Host(desk, journal, pictures)
    before = host.view.number
    host.start()
    try:
        until(desk.ticks, 8)
        assert str(host.view.notice.sentence if host.view.notice else "") == told
        assert host.view.number == before + bool(told)
        assert (
            host.ask("new", game="just_dice", seats=[{"name": "Ada", "colour": "red"}]).result(10).phase == "play"
        )
    finally:
        host.stop()
