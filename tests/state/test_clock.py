"""The turn clock, on made-up monotonic seconds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import SetupError
from companion.state.clock import TurnClock, checked_clock
from companion.state.view import Clock


def test_a_new_clock_stands_at_zero() -> None:
    assert checked_clock("up", 0).seconds(1234.5) == 0


def test_running_counts_and_pausing_keeps() -> None:
    clock = TurnClock("up").run(100.0)
    assert clock.seconds(107.5) == 7.5
    clock = clock.pause(110.0)
    assert clock.seconds(500.0) == 10.0
    assert clock.run(600.0).seconds(601.0) == 11.0


def test_running_twice_and_pausing_twice_change_nothing() -> None:
    clock = TurnClock("up").run(100.0)
    assert clock.run(105.0) == clock
    paused = clock.pause(110.0)
    assert paused.pause(120.0) == paused


def test_restart_keeps_running_or_standing() -> None:
    assert TurnClock("up", used=5.0).run(0.0).restart(50.0).seconds(52.0) == 2.0
    assert TurnClock("up", used=5.0).restart(50.0).seconds(52.0) == 0.0


def test_a_view_tells_when_it_was_made() -> None:
    clock = checked_clock("down", 60).run(100.0)
    assert clock.shown(130.0) == Clock("down", 60.0, 30.0, True, 130.0)
    assert clock.pause(131.0).shown(140.0) == Clock("down", 60.0, 31.0, False, 140.0)


@settings(deadline=None)
@given(steps=st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=30))
def test_seconds_are_those_of_the_running_stretches(steps: list[tuple[bool, float]]) -> None:
    clock, now, expected = TurnClock("up"), 0.0, 0.0
    for runs, length in steps:
        clock = clock.run(now) if runs else clock.pause(now)
        now += length
        expected += length if runs else 0.0
        assert clock.seconds(now) == pytest.approx(expected)


@pytest.mark.parametrize("limit", [5, 60, 3600])
def test_a_limit_of_five_seconds_to_an_hour(limit: float) -> None:
    assert checked_clock("down", limit) == TurnClock("down", limit)


@pytest.mark.parametrize("limit", [4.9, 3600.1, 0, -60, math.nan, math.inf])
def test_other_limits_are_refused(limit: float) -> None:
    with pytest.raises(SetupError, match="5 seconds to one hour") as refusal:
        checked_clock("down", limit)
    assert repr(limit) in refusal.value.detail


@pytest.mark.parametrize("mode", ["off", "up"])
def test_without_a_countdown_the_limit_does_not_matter(mode: str) -> None:
    assert checked_clock(mode, -3) == TurnClock(mode, 0.0)


@pytest.mark.parametrize("mode", ["", "Down", "sideways"])
def test_an_unknown_mode_is_refused(mode: str) -> None:
    with pytest.raises(SetupError, match="not known") as refusal:
        checked_clock(mode, 60)
    assert repr(mode) in refusal.value.detail
