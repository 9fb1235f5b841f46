"""What the lights say: all of it from the View, nothing twice, nothing that sticks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.game import Outcome
from companion.state.view import Proposal, Service, View
from companion.vision.reading import WHY_NOT as REASONS
from companion.words import say
from hardware.patterns import LAMPS, SEATS, STATUS, THEFT, WHY_NOT, Pattern, filled, lamps, patterns, status

PHASES = ("home", "play", "looking", "proposal", "question", "cannot-read", "over")
SECOND = [step / 40 for step in range(40 * 8)]


def a_view(phase: str, *, why_not: str = "", failed: bool = False, theft: Any = None, **more: Any) -> View:
    proposal = Proposal(1, (), "p", 640, 480, acceptable=False, why_not=why_not) if why_not else None
    services = {"camera": Service("failed" if failed else "ready", say("a sentence"))}
    board = {} if theft is None else {"theft": theft}
    return View(1, phase, proposal=proposal, services=services, board=board, **more)


views = st.builds(
    a_view,
    st.sampled_from([*PHASES, "a phase of a later version"]),
    why_not=st.sampled_from(["", *REASONS, "a reason of a later version"]),
    failed=st.booleans(),
    theft=st.one_of(st.none(), st.lists(st.integers(-1, 9), max_size=8), st.integers(), st.text(max_size=3)),
    active=st.one_of(st.none(), st.integers(0, 7)),
    outcome=st.one_of(st.none(), st.builds(Outcome, st.tuples(st.integers(0, 5)), st.just(say("won")))),
)


def film(pattern: Pattern) -> tuple[float, ...]:
    return tuple(round(pattern.at(now), 3) for now in SECOND)


def blinks_in(pattern: Pattern, seconds: float) -> int:
    levels = [pattern.at(step / 100) for step in range(int(seconds * 100))]
    return sum(before < 0.5 <= after for before, after in zip([0.0, *levels], levels, strict=False))


@given(views, st.floats(0, 1e7))
def test_every_view_says_something_with_every_light(view: View, now: float) -> None:
    levels = lamps(view, now)
    assert tuple(sorted(levels)) == tuple(sorted(LAMPS))
    assert all(0 <= level <= 1 for level in levels.values())


@given(st.lists(views, min_size=1, max_size=5), st.floats(0, 1e7))
def test_lights_know_nothing_but_the_view_and_the_time(shown: list[View], now: float) -> None:
    before = [lamps(view, now) for view in shown]
    for view in reversed(shown):
        lamps(view, now + 1)
    assert [lamps(view, now) for view in shown] == before


@given(views)
def test_a_light_that_is_said_to_stand_still_does(view: View) -> None:
    for pattern in patterns(view).values():
        assert pattern.moving or len(set(film(pattern))) == 1


def test_every_phase_has_its_own_words() -> None:
    assert [status(a_view(phase, why_not="dark")) for phase in PHASES] == [
        "home", "ready", "looking", "proposal", "question", "light", "over",
    ]  # fmt: skip
    assert status(a_view("a phase of a later version")) == "fault"


def test_every_reason_for_not_reading_has_a_pattern() -> None:
    assert set(WHY_NOT) == set(REASONS)
    assert set(WHY_NOT.values()) <= set(STATUS)
    assert status(a_view("cannot-read", why_not="a reason of a later version")) == "wait"


def test_a_question_about_how_the_dice_lie_is_told_by_the_same_light_as_not_reading_them() -> None:
    asked = View(1, "question", proposal=Proposal(1, (), "p", 640, 480, acceptable=False, doubt="leaning"))
    assert status(asked) == status(a_view("cannot-read", why_not="leaning")) == "dice"
    assert status(a_view("question")) == "question"


@pytest.mark.parametrize(("one", "other"), [*combinations(STATUS, 2)])
def test_no_two_patterns_look_alike(one: str, other: str) -> None:
    assert film(STATUS[one]) != film(STATUS[other])


def test_the_blinks_can_be_counted() -> None:
    counts = {"question": 2, "wait": 3, "dice": 4, "light": 5, "moved": 6}
    assert {key: blinks_in(STATUS[key], 0.9 + 0.4 * count) for key, count in counts.items()} == counts


def test_a_fault_shows_while_nobody_is_asked_for_anything() -> None:
    shown = {phase: status(a_view(phase, why_not="hand", failed=True)) for phase in PHASES}
    assert [phase for phase, said in shown.items() if said == "fault"] == ["home", "play", "over"]
    assert shown["question"] == "question"
    assert shown["cannot-read"] == "wait"


def test_a_tablet_that_waits_shows_before_a_fault_and_after_the_game() -> None:
    """Who stands at the table with a new tablet in hand is told by the light that the button is meant."""
    services = {"camera": Service("failed", say("a sentence")), "pairing": Service("asking", say("Join?"))}
    shown = {phase: status(replace(a_view(phase, why_not="hand"), services=services)) for phase in PHASES}
    assert [phase for phase, said in shown.items() if said == "joining"] == ["home", "play", "over"]
    assert shown["cannot-read"] == "wait"
    assert status(replace(a_view("home"), services={"pairing": Service("ready")})) == "home"


@pytest.mark.parametrize("seat", range(6))
def test_only_the_light_of_the_seat_whose_turn_it_is_burns(seat: int) -> None:
    levels = lamps(a_view("play", active=seat), 0.0)
    assert [name for name in SEATS if levels[name]] == [f"seat{seat + 1}"]


def test_nobody_is_lit_at_home_and_the_winners_in_the_end() -> None:
    assert not any(lamps(a_view("home", active=1), 0.0)[name] for name in SEATS)
    levels = lamps(a_view("over", active=None, outcome=Outcome((0, 3), say("won"))), 0.0)
    assert [name for name in SEATS if levels[name]] == ["seat1", "seat4"]


def test_the_theft_bar_grows_then_warns_then_blinks() -> None:
    shown = patterns(a_view("play", theft=[0, 1, 2, 3, 4, 5]))
    steady = [shown[name].at(0.0) for name in THEFT[:4]]
    assert steady == sorted(set(steady))
    assert [shown[name].moving for name in THEFT] == [False] * 4 + [True] * 2
    assert min(film(shown["theft5"])) > 0
    assert min(film(shown["theft6"])) == 0
    assert blinks_in(shown["theft6"], 4) > blinks_in(shown["theft5"], 4)


def test_a_game_without_theft_leaves_the_bar_dark() -> None:
    levels = lamps(a_view("play"), 0.3)
    assert [levels[name] for name in THEFT] == [0] * 6


def test_a_long_press_fills_the_bar_light_by_light() -> None:
    levels = lamps(a_view("play", active=0), 0.0)
    assert [filled(levels, 0.5)[name] for name in THEFT] == [1, 1, 1, 0, 0, 0]
    assert all(filled(levels, 1.0)[name] == 1 for name in (*THEFT, "status"))
    assert filled(levels, 0.5)["seat1"] == levels["seat1"]
