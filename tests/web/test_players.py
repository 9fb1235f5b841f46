"""Players across evenings: shown, renamed, put together, and offered for a new game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.rig import Rig

CY = [{"name": "Cy", "colour": "yellow"}, {"name": "Bo", "colour": "blue"}]


@pytest.fixture(autouse=True)
def evenings(rig: Rig) -> None:
    """Ann and Bo, then Cy and Bo have played."""
    rig.new("just_dice")
    rig.roll("6 5")
    rig.new("just_dice", seats=CY)
    rig.roll("1")
    rig.ask("leave")


def change(client: FlaskClient, **form: str) -> TestResponse:
    return client.post("/players/change", data={"avatar": "crab", "colour": "red", **form})


def names(client: FlaskClient) -> list[str]:
    return re.findall(r"<h2>.*?<bdi>(.*?)</bdi></h2>", client.get("/players").text, re.DOTALL)


def test_everybody_who_has_played_is_listed(client: FlaskClient) -> None:
    assert names(client) == ["Bo", "Cy", "Ann"]
    assert "evenings: 2, won: 0" in client.get("/players").text


def test_a_player_gets_another_name_avatar_and_colour(client: FlaskClient, rig: Rig) -> None:
    assert change(client, who="Ann", name="Anna").status_code == 303
    page = client.get("/players").text
    assert "Anna" in names(client)
    assert "also played as Ann" in page
    assert "/static/avatars/crab.svg" in page
    assert rig.journal.evening(1).setup.count('"Ann"') == 1


@pytest.mark.parametrize("form", [{"name": ""}, {"name": "bo"}, {"name": "Ann", "avatar": "dragon"}])
def test_what_cannot_be_is_told_on_the_form(client: FlaskClient, form: dict[str, str]) -> None:
    answer = change(client, who="Ann", **form)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert "Ann" in names(client)


def test_a_hidden_player_is_kept_apart(client: FlaskClient) -> None:
    change(client, who="Ann", name="Ann", hidden="true")
    page = client.get("/players").text
    assert page.index("Hidden players: 1") < page.index("<bdi>Ann</bdi>")
    assert 'value="Ann"' not in client.get("/new/yahtzee_jr").text


def test_two_names_become_one_player_and_two_again(client: FlaskClient) -> None:
    assert client.post("/players/merge", data={"who": "Cy", "into": "Ann"}).status_code == 303
    assert names(client) == ["Ann", "Bo"]
    assert client.post("/players/part", data={"who": "Ann", "name": "Cy"}).status_code == 303
    assert names(client) == ["Bo", "Cy", "Ann"]


def test_who_played_against_each_other_stays_two(client: FlaskClient) -> None:
    answer = client.post("/players/merge", data={"who": "Ann", "into": "Bo"})
    assert answer.status_code == 400
    assert "two people" in answer.text


def test_a_further_name_that_is_none_is_refused(client: FlaskClient) -> None:
    assert client.post("/players/part", data={"who": "Ann", "name": "Bo"}).status_code == 400


def test_a_stranger_has_no_form(client: FlaskClient) -> None:
    assert "Nobody of this name" in client.get("/players/change?who=Zoe").text


def test_a_broken_file_is_told_and_names_are_still_offered_by_hand(client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir(exist_ok=True)
    (tmp_path / "pictures" / "players.toml").write_text("[[[")
    assert "cannot be used" in client.get("/players").text
    assert client.get("/new/yahtzee_jr").status_code == 200


def seated(page: str) -> list[str]:
    return [name for name in re.findall(r'name="name-\d" value="(.*?)"', page) if name]


def colours(page: str) -> list[str]:
    return re.findall(r'name="colour-\d" value="(\w+)" checked', page)


def sit(client: FlaskClient, name: str, **form: str) -> str:
    return client.post("/new/yahtzee_jr", data={"sit": name, **form}).text


def test_a_known_player_sits_down_by_one_tap_in_turn_order(client: FlaskClient, rig: Rig) -> None:
    page = sit(client, "Bo")
    assert seated(page) == ["Bo"]
    again = sit(client, "Ann", **{"name-0": "Bo", "colour-0": "blue"})
    assert seated(again) == ["Bo", "Ann"]
    assert rig.view.phase == "home"


def test_a_player_brings_the_own_colour_unless_somebody_has_it(client: FlaskClient) -> None:
    assert colours(sit(client, "Bo"))[0] == "blue"
    mine = {"name-0": "Zoe", "colour-0": "blue", "colour-1": "green"}
    found = colours(sit(client, "Bo", **mine))
    assert found[:2] == ["blue", "green"]
    assert len(set(colours(sit(client, "Bo")))) == len(colours(sit(client, "Bo")))


def test_nobody_sits_down_twice_and_a_full_table_stays_as_it_is(client: FlaskClient) -> None:
    assert seated(sit(client, "Bo", **{"name-0": "BO"})) == ["BO"]
    full = {f"name-{row}": f"P{row}" for row in range(4)}
    assert seated(sit(client, "Bo", **full)) == ["P0", "P1", "P2", "P3"]


def test_a_name_that_nobody_has_is_not_seated(client: FlaskClient) -> None:
    assert seated(sit(client, "Zoe")) == []
