"""The clocks of an evening: they run while people play, and a window's end brings its action."""

from __future__ import annotations

from typing import Any

import pytest

from companion.pace import Pace
from companion.rules.game import Action
from companion.state.clock import TurnClock

WINDOW: dict[str, Any] = {"key": 7, "after_s": 10, "action": "1 resolve"}


@pytest.fixture
def pace() -> Pace:
    return Pace(TurnClock("up"))


def test_the_turn_clock_runs_while_people_play(pace: Pace) -> None:
    pace.follow(None, True, 100)
    pace.follow(None, False, 104)
    pace.follow(None, True, 200)
    assert pace.turn.seconds(203) == 7


def test_a_pause_stops_everything(pace: Pace) -> None:
    pace.follow(WINDOW, True, 100)
    pace.paused = True
    pace.follow(WINDOW, True, 104)
    assert pace.due(1000) is None
    pace.paused = False
    pace.follow(WINDOW, True, 1000)
    assert pace.turn.seconds(1001) == 5
    assert pace.due(1005.9) is None
    assert pace.due(1006) == Action(1, "resolve")


def test_a_window_closes_once_its_seconds_are_over(pace: Pace) -> None:
    pace.follow(WINDOW, True, 100)
    pace.follow(WINDOW, True, 105)
    assert pace.due(109.9) is None
    assert pace.due(110) == Action(1, "resolve")
    shown = pace.shown_window(106)
    assert shown is not None
    assert (shown.mode, shown.limit, shown.used, shown.running) == ("down", 10, 6, True)


def test_another_window_has_its_seconds_again(pace: Pace) -> None:
    pace.follow(WINDOW, True, 100)
    pace.follow(WINDOW | {"key": 8, "action": "0 resolve"}, True, 109)
    assert pace.due(118) is None
    assert pace.due(119) == Action(0, "resolve")


def test_the_same_key_after_none_is_another_window(pace: Pace) -> None:
    pace.follow(WINDOW, True, 100)
    pace.follow(None, True, 109)
    assert pace.shown_window(109) is None
    assert pace.due(1000) is None
    pace.follow(WINDOW, True, 1000)
    assert pace.due(1001) is None


def test_a_window_over_the_whole_evening_counts_what_was_played(pace: Pace) -> None:
    pace.follow(None, True, 100)
    whole = WINDOW | {"whole": True}
    pace.follow(whole, True, 104)
    pace.follow(whole, False, 105)
    pace.follow(whole, True, 500)
    assert pace.due(504.9) is None
    assert pace.due(505) == Action(1, "resolve")
    assert pace.played.seconds(505) == 10


def test_a_window_over_the_whole_evening_goes_on_after_a_restart() -> None:
    again = Pace(TurnClock("off"), TurnClock("up", used=7))
    again.follow(WINDOW | {"whole": True}, True, 100)
    assert again.due(102.9) is None
    assert again.due(103) == Action(1, "resolve")


def test_a_window_without_a_key_is_followed(pace: Pace) -> None:
    pace.follow(WINDOW | {"key": None}, True, 100)
    assert pace.due(110) == Action(1, "resolve")


def test_the_next_turn_begins_with_what_it_had_used(pace: Pace) -> None:
    pace.follow(None, True, 100)
    pace.next_turn(12, 130)
    assert pace.turn.seconds(131) == 13
