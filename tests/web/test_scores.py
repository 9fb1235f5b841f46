"""How everybody stands and what is said aloud, for every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules import GAMES
from companion.rules.game import Outcome, Seat
from companion.state.view import View
from companion.words import say
from tests.web.rig import Rig
from web import heralds, scores
from web.across import breadth, called

ALERTS = [{"kind": "stolen-tonight", "names": ["Lettuce", "Cheese"]}, {"kind": "one-time", "names": ["Gary"]}]
SEATS = (Seat("Ann", "yellow"), Seat("Bo", "blue"), Seat("Cy", "red"))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_tells_how_each_seat_stands(rig: Rig, game: str) -> None:
    rig.new(game)
    assert len(scores.standing(rig.view)) == len(rig.view.seats)
    assert scores.dice(rig.view) == ()
    assert game in scores.STANDINGS


def test_the_points_of_yahtzee_are_its_totals(rig: Rig) -> None:
    rig.new()
    rig.roll("SB SB SB KR KR")
    rig.ask("do", action='0 score character="SB"')
    assert scores.standing(rig.view) == ("3", "0")


def test_the_dice_are_those_that_lie_until_a_reading_waits(rig: Rig) -> None:
    rig.new()
    rig.roll("SB SB PA KR KR")
    assert [die.face for die in scores.dice(rig.view)] == ["SB", "SB", "PA", "KR", "KR"]
    rig.look("SB PA PA KR KR", unsure=(1,))
    assert [(die.face, die.sure) for die in scores.dice(rig.view)][:2] == [("SB", True), ("PA", False)]


def test_a_game_that_nobody_described_tells_nothing() -> None:
    view = View(1, "play", "chess", seats=SEATS, active=0)
    assert scores.standing(view) == ("", "", "")
    assert scores.dice(view) == ()


def test_what_a_family_has_together_is_told_once_for_all(rig: Rig) -> None:
    rig.new("plankton_rising", box="sample")
    told = [(str(title), count, of) for title, count, of in scores.together(rig.view)]
    assert told == [("Orders done", 0, 7), ("Stolen", 0, 6), ("Friends lost", 0, 10)]
    assert scores.together(View(1, "play", "riot", seats=SEATS)) == ()


@pytest.mark.parametrize(
    ("winners", "points", "places"),
    [
        ((1,), (4, 9, 7), ((0,), (2,), (1,))),
        ((0, 2), (9, 4, 9), ((1,), (0, 2))),
        ((0, 1, 2), (), ((0, 1, 2),)),
        ((), (), ((0, 1, 2),)),
    ],
)
def test_the_last_is_revealed_first_and_the_winners_at_last(
    winners: tuple[int, ...], points: tuple[int, ...], places: tuple[tuple[int, ...], ...]
) -> None:
    view = View(1, "over", "riot", seats=SEATS, outcome=Outcome(winners, say("The end."), points))
    assert scores.ranking(view) == places


def test_turn_and_alarms_are_heralded_while_it_runs_and_the_end_alone_afterwards() -> None:
    view = View(1, "play", "plankton_rising", seats=SEATS, active=1, board={"alerts": ALERTS})
    told = [(one.kind, str(one.sentence), one.colour) for one in heralds.heralds(view)]
    assert told == [
        ("turn", "Bo, it is your turn.", "blue"),
        ("alarm", "Stolen at the end of this turn: Lettuce, Cheese!", ""),
        ("alarm", "One space of time left: Gary", ""),
    ]
    over = View(2, "over", seats=SEATS, active=None, board={"alerts": ALERTS}, outcome=Outcome((), say("Lost.")))
    assert [(one.kind, str(one.sentence)) for one in heralds.heralds(over)] == [("end", "Lost.")]


def test_a_herald_is_new_when_what_it_says_is_new() -> None:
    def keys(active: int, names: list[str]) -> set[str]:
        board = {"alerts": [{"kind": "one-theft", "names": names}]}
        return {one.key for one in heralds.heralds(View(1, "play", seats=SEATS, active=active, board=board))}

    assert keys(0, ["Gary"]) == keys(0, ["Gary"])
    assert len(keys(0, ["Gary"]) & keys(1, ["Gary"])) == 1
    assert len(keys(0, ["Gary"]) & keys(0, ["Gary", "Bun"])) == 1


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann Miller", "Bo"), "Ann"),
        (("Anna Maria", "anna Lena"), "Anna Maria"),
        (("Al B", "Bo"), "Al B"),
        (("Lieselotte", "Bo"), "Lieselotte"),
        (("李 小 龙", "Bo"), "李"),
    ],
)
def test_a_long_name_is_its_first_word_where_that_says_who_is_meant(names: tuple[str, ...], shown: str) -> None:
    seats = tuple(Seat(name, "red") for name in names)
    assert called(seats, seats[0]) == shown


@pytest.mark.parametrize(
    ("text", "least", "most"), [("Ann", 200, 240), ("W" * 40, 4000, 4400), ("海の夜", 300, 330), ("i", 100, 100)]
)
def test_a_lines_breadth_is_guessed_by_its_letters(text: str, least: int, most: int) -> None:
    assert least <= breadth(text) <= most


def test_the_worth_at_the_end_of_monopoly_is_money(rig: Rig) -> None:
    rig.new("monopoly", seats=[{"name": one.name, "colour": one.colour} for one in SEATS])
    over = replace(rig.view, phase="over", outcome=Outcome((1,), say("Bo wins!"), (900, 1720, 1000)))
    assert scores.standing(over) == ("$900", "$1,720", "$1,000")
