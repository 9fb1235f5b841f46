"""The doctor's page: every finding with what to do, and one examination at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.doctor.finding import Finding
from companion.doctor.machine import Ran
from companion.doctor.report import Report, examine
from companion.words import say
from tests.doctor.machine import FakeMachine
from tests.web.rig import Rig
from web.doctor import FRESH, Practice, install

REPORT = Report((Finding("disk", "ok", say("9 MB are free.")),))


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path).broken(commands={"vcgencmd *": Ran(0, "throttled=0x50005")})


@pytest.fixture
def app(rig: Rig, machine: FakeMachine) -> Flask:
    install(rig.app, lambda: examine(machine, ["power", "clock", "camera"]))
    return rig.app


def test_the_page_tells_each_finding_with_its_word_and_its_fix(app: Flask) -> None:
    answer = app.test_client().get("/doctor")
    text = answer.get_data(as_text=True)
    assert answer.status_code == 200
    for told in (
        "Something does not work",
        "Fault",
        "The power supply is too weak.",
        "short, thick cable",
        "Well",
    ):
        assert told in text
    assert text.index('data-severity="fault"') < text.index('data-severity="ok"'), "the worst first"


def test_what_a_machine_says_cannot_become_part_of_the_page(rig: Rig) -> None:
    spoilt = Finding("camera", "fault", say("Held by: {who}", who="<script>x</script>"), detail="<img src=x>")
    install(rig.app, lambda: Report((spoilt,)))
    text = rig.app.test_client().get("/doctor").get_data(as_text=True)
    assert "<script>x" not in text
    assert "<img src=x>" not in text


def test_programs_get_json(app: Flask) -> None:
    raw = app.test_client().get("/doctor.json").get_json()
    assert raw["well"] is False
    assert {one["check"] for one in raw["findings"]} == {"power", "clock", "camera"}


def test_a_report_is_shown_again_until_it_is_old() -> None:
    clock, made = [100.0], list[float]()

    def examined() -> Report:
        made.append(clock[0])
        return REPORT

    practice = Practice(examined, lambda: clock[0])
    for clock[0] in (100.0, 101.0, 100.0 + FRESH + 1, 102.0 + FRESH):
        assert practice.visit() == REPORT
    assert made == [100.0, 100.0 + FRESH + 1]


def test_a_second_visitor_does_not_wait_and_does_not_start_another() -> None:
    begun, go, made = threading.Event(), threading.Event(), list[int]()

    def examined() -> Report:
        made.append(1)
        begun.set()
        assert go.wait(10)
        return REPORT

    practice = Practice(examined)
    first = threading.Thread(target=practice.visit)
    first.start()
    assert begun.wait(10)
    assert practice.visit() is None
    go.set()
    first.join()
    assert practice.visit() == REPORT
    assert made == [1]


def test_while_it_is_examined_the_page_says_so(rig: Rig) -> None:
    install(rig.app, lambda: REPORT)
    with rig.app.extensions["doctor"]._busy:
        answer = rig.app.test_client().get("/doctor")
        assert (answer.status_code, "comes back by itself" in answer.get_data(as_text=True)) == (503, True)
        assert rig.app.test_client().get("/doctor.json").status_code == 503


def test_an_examination_that_fails_lets_the_next_one_begin() -> None:
    reports: Iterator[Report | Exception] = iter([ZeroDivisionError(), REPORT])

    def examined() -> Report:
        found = next(reports)
        if isinstance(found, Exception):
            raise found
        return found

    practice = Practice(examined)
    with pytest.raises(ZeroDivisionError):
        practice.visit()
    assert practice.visit() == REPORT
