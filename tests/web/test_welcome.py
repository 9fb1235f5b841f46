"""What the home page says first."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.rules.game import Seat
from companion.rules.setup import COLOURS
from companion.state.view import View
from companion.statistics.roster import Profile
from tests.web.rig import Rig
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


def evening(rig: Rig, *names: str) -> None:
    rig.new("just_dice", seats=[{"name": name, "colour": COLOURS[place]} for place, name in enumerate(names)])
    rig.ask("leave")


def test_home_shows_who_plays_with_avatars_newest_first(rig: Rig, client: FlaskClient) -> None:
    evening(rig, "Ann", "Bo")
    evening(rig, "ANN", "Cy")
    rig.chronicle.keep("Cy", Profile("Cy", avatar="whale", colour="red"))
    names = [one.name for one in regulars(rig.chronicle)]
    assert names in (["ANN", "Cy", "Bo"], ["Ann", "Cy", "Bo"])
    shown = client.get("/").text
    assert (
        '<a class="regular c-red" href="/players#player-2"><img class="avatar" src="/static/avatars/whale.svg"'
        in shown
    )
    rig.chronicle.keep("Cy", Profile("Cy", avatar="crab", hidden=True))
    assert [one.name for one in regulars(rig.chronicle)] == [name for name in names if name != "Cy"]
    assert "whale.svg" not in client.get("/").text, "a change of players is seen though no game went on"


def test_many_players_leave_room_on_the_home_page(rig: Rig, client: FlaskClient) -> None:
    for first in range(0, 12, 6):
        evening(rig, *(f"P{number}" for number in range(first, first + 6)))
    assert len(regulars(rig.chronicle)) == 12
    assert client.get("/").text.count('class="regular ') == REGULARS


def test_a_broken_file_of_players_hides_nothing_else(rig: Rig, client: FlaskClient, tmp_path: Path) -> None:
    evening(rig, "Ann", "Bo")
    (tmp_path / "pictures").mkdir(exist_ok=True)
    (tmp_path / "pictures" / "players.toml").write_text("[[[")
    assert regulars(rig.chronicle) == regulars(None) == ()
    assert client.get("/").status_code == 200
