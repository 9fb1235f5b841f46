"""What the home page says first."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.rules.game import Seat
from companion.state.view import View
from web.welcome import REGULARS, regulars, unfinished, what_next

HOME = View(1, "home")


@dataclass(frozen=True)
class Past:
    """An evening of the journal."""

    id: int = 1
    game: str = "riot"
    seats: tuple[Seat, ...] = (Seat("Ann", "yellow"), Seat("Bo", "blue"))
    started_at: float = 0.0
    acts: int = 3
    over: bool = False
    readable: bool = True


@pytest.mark.parametrize(
    ("view", "evenings", "told"),
    [
        (HOME, [], "Choose a game, write down who plays, and throw the dice: the companion does the rest."),
        (HOME, [Past()], "Go on with Plant-Based Riot, or choose another game."),
        (HOME, [Past(over=True), Past()], "Choose a game, and write down who plays."),
        (HOME, [Past(readable=False)], "Choose a game, and write down who plays."),
        (View(1, "play", "riot"), [Past()], "Plant-Based Riot is on the table: go on with it, or put it away."),
    ],
)
def test_the_next_step_is_one_sentence(view: View, evenings: list[Past], told: str) -> None:
    assert str(what_next(view, evenings)) == told


def test_only_the_newest_evening_is_offered_to_go_on_with() -> None:
    assert unfinished([Past(2), Past(1)]) == Past(2)
    assert unfinished([Past(2, over=True), Past(1)]) is None


def test_players_are_named_once_with_their_latest_colour_newest_first() -> None:
    lately = Past(seats=(Seat("ANN", "red"), Seat("Cy", "green")))
    found = regulars([lately, Past()])
    assert {seat.name for seat in found} == {"ANN", "Cy", "Bo"}
    assert next(seat.colour for seat in found if seat.name == "ANN") == "red"
    many = Past(seats=tuple(Seat(f"P{number}", "red") for number in range(20)))
    assert len(regulars([many])) == REGULARS
