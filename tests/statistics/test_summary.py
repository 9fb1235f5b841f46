"""The summary of an evening: what is told is what happened."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.game import Action
from companion.rules.monopoly.worth import worths
from companion.rules.setup import checked_setup
from companion.statistics.games import TELLERS, teller_of
from companion.statistics.games.teller import PLAIN
from companion.statistics.played import Played
from companion.statistics.summary import summarised
from tests.play import setup_of
from tests.statistics.evening import begun, random_evening

EVENINGS = int(os.environ.get("COMPANION_GAMES", "2"))


@pytest.mark.parametrize("game", GAMES)
def test_what_the_journal_tells_is_what_was_told_live(game: str) -> None:
    @settings(max_examples=EVENINGS, deadline=None)
    @given(seed=st.integers(0, 2**32))
    def holds(seed: int) -> None:
        evening = random_evening(game, seed, mistakes=True, most=200)
        assert summarised(evening.stored) == summarised(evening.live)

    holds()


@pytest.fixture(scope="module", params=GAMES)
def evening(request: pytest.FixtureRequest) -> Played:
    return random_evening(request.param, 11).live


def test_an_evening_that_is_over_says_how_it_ended(evening: Played) -> None:
    told = summarised(evening)
    outcome = evening.outcome
    assert outcome is not None
    assert (told.over, told.winners, told.how) == (True, outcome.winners, outcome.sentence)
    assert not outcome.scores or told.scores == outcome.scores


def test_every_line_of_a_series_has_a_value_for_every_moment(evening: Played) -> None:
    for series in summarised(evening).series:
        assert {len(line.values) for line in series.lines} == {series.moments}
        assert series.moments == summarised(evening).turns + 1


def test_the_last_moment_is_the_score(evening: Played) -> None:
    told = summarised(evening)
    for series in told.series:
        if series.slug in ("points", "worth", "sums", "gangs"):
            assert tuple(line.values[-1] for line in series.lines) == told.scores


THROWS = ("Rolled", "Rerolled", "RolloffRolled", "StartRolled", "Thrown")
"""The events of all games that say which faces were thrown."""


def test_every_die_that_was_thrown_is_counted_once(evening: Played) -> None:
    rolls: list[Any] = [event for event in evening.events if type(event).__name__ in THROWS]
    thrown = sum(len(roll.thrown) if hasattr(roll, "thrown") else len(roll.faces) for roll in rolls)
    together = [one for one in summarised(evening).dice if evening.game.id != "just_dice" or not one.body]
    assert sum(one.thrown for one in together) == thrown


def test_rounds_are_turns_of_everybody(evening: Played) -> None:
    told = summarised(evening)
    sides = teller_of(evening.game.id).sides(evening)
    assert told.rounds * sides <= told.turns < (told.rounds + 1) * sides


def test_every_sentence_can_be_told(evening: Played) -> None:
    assert all(str(fact.title) and str(fact.sentence) for fact in summarised(evening).facts)


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_that_has_just_begun_has_a_summary(game: str) -> None:
    told = summarised(begun(game, setup_of(GAMES[game], GAMES[game].players[1])).live)
    assert (told.over, told.moves, told.turns, told.facts) == (False, 0, 0, ())
    assert told.began == told.ended


def test_every_game_of_the_list_has_a_teller() -> None:
    assert TELLERS.keys() == GAMES.keys()
    assert teller_of("no-such-game") is PLAIN


def yahtzee(*actions: str) -> Played:
    evening = begun("yahtzee_jr", setup_of(GAMES["yahtzee_jr"], 2))
    acts = [evening.table.do(Action.parse(text), at=evening.live.started_at) for text in actions]
    return evening.live.after(acts)


def facts(played: Played) -> dict[str, str]:
    return {str(fact.title): str(fact.sentence) for fact in summarised(played).facts}


def test_the_luckiest_throw_counts_jokers_and_whole_throws_only() -> None:
    played = yahtzee(
        '0 roll faces=["PA","PA","KR","GA","SQ"]',
        '0 roll reroll=[2,4] faces=["PA","PA"]',
        '0 score character="PA"',
        '1 roll faces=["SB","SB","KR","SA","SQ"]',
        '1 score character="SB"',
    )
    assert facts(played)["Luckiest throw of five dice"] == "Ada: 3 × Patrick at once"
    assert facts(played)["Best turn"] == "Ada: 5 points with Patrick"
    assert facts(played)["Special faces"] == "Gary: 1, Plankton: 0"
    assert "Pushed aside most" not in facts(played)


def test_a_token_that_slid_to_the_left_is_told() -> None:
    played = yahtzee(
        '0 roll faces=["PA","PA","PA","PA","SQ"]',
        '0 score character="PA"',
        '1 roll faces=["PA","PA","PA","PA","SQ"]',
        '1 score character="PA"',
    )
    assert facts(played)["Pushed aside most"] == "Bo: worth 4, but only space 3 was left"


def test_points_over_time_are_cumulative() -> None:
    played = yahtzee(
        '0 roll faces=["PA","PA","PA","PA","SQ"]',
        '0 score character="PA"',
        '1 roll faces=["SB","SB","SB","GA","SQ"]',
        '1 score character="SB"',
        '0 roll faces=["SA","SA","SB","PA","SQ"]',
        '0 score character="SA"',
    )
    (points,) = summarised(played).series
    assert [line.values for line in points.lines] == [(0, 4, 4, 6), (0, 0, 4, 4)]


def test_only_faces_that_every_die_has_are_tested() -> None:
    (dice,) = summarised(yahtzee('0 roll faces=["PA","GA","PL","PA","SQ"]')).dice
    assert dice.counts == {"SB": 0, "PA": 2, "KR": 0, "SA": 0, "SQ": 1}
    assert dice.beside == {"GA": 1, "PL": 1}
    assert dice.fairness is not None
    assert dice.fairness.df == 4


def test_the_worth_at_the_end_is_that_of_the_state() -> None:
    played = random_evening("monopoly", 3).live
    (series,) = summarised(played).series
    assert tuple(line.values[-1] for line in series.lines) == worths(played.state)
    assert {line.values[0] for line in series.lines} == {1500}


@pytest.mark.parametrize(
    ("currency", "unit", "sign", "rent"),
    [("$", "dollars", "$", "$8"), ("€", "€", "€", "€8"), ("clams", "clams", "", "8 clams")],
)
def test_money_is_called_what_the_board_calls_it(currency: str, unit: str, sign: str, rent: str) -> None:
    setup = replace(setup_of(GAMES["monopoly"], 2, first_roll=False), box={"names": {"currency": currency}})
    evening = begun("monopoly", checked_setup(GAMES["monopoly"], setup))
    moves = ('0 roll faces=["1","2"]', "0 buy", "0 end", '1 roll faces=["1","2"]')
    played = evening.live.after([evening.table.do(Action.parse(one), at=0.0) for one in moves])
    summary = summarised(played)
    assert (str(summary.scored), summary.series[0].sign, str(summary.series[0].unit)) == (unit, sign, unit)
    names = [seat.name for seat in played.setup.seats]
    assert facts(played)["Biggest rent"] == f"{names[1]} paid {names[0]} {rent} for Bucket diner"
    assert facts(played)["Most rent taken in"] == f"{names[0]}: {rent}"


def test_plankton_shows_five_counters_on_a_stolen_tile() -> None:
    played = random_evening("plankton_rising", 1).live
    course, thefts = summarised(played).series
    by_name: dict[Any, Any] = {str(line.name): line.values for line in course.lines}
    assert sum(line.values[-1] == thefts.full for line in thefts.lines) >= by_name["tiles stolen"][-1]
    assert len(thefts.lines) == 6


def test_alone_one_plays_two_teams_and_both_count() -> None:
    evening = begun("plankton_rising", setup_of(GAMES["plankton_rising"], 1))
    assert teller_of("plankton_rising").sides(evening.live) == 2
