"""Time per player: by the turn clock where it ran, else by the times of the acts."""

from __future__ import annotations

import pytest

from companion.rules import GAMES
from companion.rules.game import Action
from companion.statistics.played import Played
from companion.statistics.times import BREAK, span, times
from tests.play import setup_of
from tests.statistics.evening import BEGAN, begun


def rolls(*acts: tuple[float, float], mode: str) -> Played:
    """Two players who throw a die in turn: (seconds since the start, seconds on the turn clock) of each throw."""
    evening = begun("just_dice", setup_of(GAMES["just_dice"], 2), mode)
    done = [
        evening.table.do(Action.parse(f'{number % 2} roll faces=["1"]'), at=BEGAN + at, used=used)
        for number, (at, used) in enumerate(acts)
    ]
    return evening.live.after(done)


def test_the_turn_clock_counts_and_leaves_pauses_out() -> None:
    told = times(rolls((100, 12.5), (5000, 30), (9000, 4), mode="up"))
    assert told.seats == (16.5, 30.0)
    assert (told.breaks, told.clocked) == (0.0, True)


def test_without_a_clock_the_time_between_acts_counts() -> None:
    told = times(rolls((20, 0), (50, 0), (60, 0), mode="off"))
    assert (told.seats, told.total, told.clocked) == ((30.0, 30.0), 60.0, False)


def test_a_long_gap_is_a_break_of_nobody() -> None:
    told = times(rolls((20, 0), (20 + BREAK, 0), (25 + BREAK, 0), mode="off"))
    assert (told.seats, told.breaks) == ((25.0, 0.0), BREAK)


def test_a_clock_that_was_set_back_counts_nothing() -> None:
    assert times(rolls((20, 0), (-9000, 0), mode="off")).seats == (20.0, 0.0)


def test_acts_of_one_turn_share_its_clock() -> None:
    evening = begun("yahtzee_jr", setup_of(GAMES["yahtzee_jr"], 2), "down")
    acts = [
        evening.table.do(Action.parse(text), at=BEGAN, used=used)
        for text, used in (
            ('0 roll faces=["PA","PA","KR","GA","SQ"]', 5.0),
            ('0 roll reroll=[2,4] faces=["PA","PA"]', 11.0),
            ('0 score character="PA"', 20.0),
            ('1 roll faces=["SB","SB","KR","SA","SQ"]', 3.0),
        )
    ]
    assert times(evening.live.after(acts)).seats == (20.0, 3.0)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "0 s"), (2.34, "2.3 s"), (42, "42 s"), (61, "1 min 1 s"), (3599.6, "1 h 0 min"), (7260, "2 h 1 min")],
)
def test_spans_are_told_as_people_would(seconds: float, told: str) -> None:
    assert str(span(seconds)) == told
