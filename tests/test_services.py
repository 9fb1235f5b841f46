"""Services that fail and come back: how often they are tried, and what is told."""

from __future__ import annotations

import math

import pytest

from companion.errors import CompanionError, ModelError, PinError
from companion.services import Backoff, Upkeep
from companion.state.view import Service
from companion.words import say

BUSY = PinError(say("The pin is busy."), advice=say("Wait."))
LACKING = PinError(say("lgpio is missing."), lasting=True)


class FakePart:
    """A part whose next setups and looks raise what is laid out for them."""

    def __init__(self) -> None:
        self.faults: list[Exception | None] = []
        self.done: list[str] = []

    def setup(self) -> None:
        self._step("setup")

    def run(self) -> None:
        self._step("run")

    def teardown(self) -> None:
        self.done.append("teardown")

    def _step(self, name: str) -> None:
        self.done.append(name)
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            raise fault


def test_pauses_double_up_to_the_longest_and_begin_anew_after_a_success() -> None:
    backoff = Backoff(2.0, 60.0)
    assert [backoff.pause() for _ in range(7)] == [2, 4, 8, 16, 32, 60, 60]
    backoff.reset()
    assert backoff.pause() == 2


def test_a_part_is_set_up_until_that_goes_well_and_then_looked_at() -> None:
    part = FakePart()
    part.faults = [BUSY, BUSY, None, None, None]
    upkeep = Upkeep("pins", part, pace=5.0)
    seen = [(upkeep.look(), upkeep.every) for _ in range(5)]
    retrying = Service("retrying", BUSY.sentence, BUSY.advice)
    ready = Service("ready")
    assert seen == [(retrying, 2), (retrying, 4), (ready, 5), (ready, 5), (ready, 5)]
    assert part.done == ["setup"] * 3 + ["run"] * 2


def test_a_part_that_fails_later_is_set_up_again_after_a_first_pause() -> None:
    part = FakePart()
    part.faults = [BUSY, BUSY, None, BUSY]
    upkeep = Upkeep("pins", part)
    for _ in range(4):
        state = upkeep.look()
    assert (state.state, upkeep.every) == ("retrying", 2)
    assert upkeep.look() == Service("ready")
    assert part.done[-2:] == ["run", "setup"]


def test_a_lasting_fault_is_told_with_what_to_do_and_not_tried_again() -> None:
    part = FakePart()
    part.faults = [LACKING]
    upkeep = Upkeep("pins", part)
    assert upkeep.look() == Service("failed", LACKING.sentence, PinError.default_advice)
    assert upkeep.every == math.inf


def test_an_error_that_nobody_thought_of_is_a_passing_one(caplog: pytest.LogCaptureFixture) -> None:
    part = FakePart()
    part.faults = [ZeroDivisionError()]
    state = Upkeep("model", part).look()
    assert (state.state, str(state.sentence)) == ("retrying", "Something went wrong inside: ZeroDivisionError.")
    assert "Traceback" in caplog.text


def test_errors_pass_unless_they_say_otherwise() -> None:
    assert not CompanionError("x").lasting
    assert not ModelError(say("No model.")).lasting
    assert LACKING.lasting
