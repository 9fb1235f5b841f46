"""The form that starts a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.rig import Rig

GOOD = {
    "name-0": "Ann",
    "colour-0": "yellow",
    "name-1": "Bo",
    "colour-1": "blue",
    "clock": "down",
    "seconds": "60",
}


@pytest.mark.parametrize("game", ["yahtzee_jr", "just_dice"])
def test_the_form_offers_a_row_for_every_player(client: FlaskClient, game: str) -> None:
    text = client.get(f"/new/{game}").text
    assert text.count('name="name-') == {"yahtzee_jr": 4, "just_dice": 6}[game]
    assert text.count(' value="yellow" checked') == 1


def test_a_good_form_starts_the_game(rig: Rig, client: FlaskClient) -> None:
    answer = client.post(
        "/new/yahtzee_jr", data=GOOD | {"rule-allow_voluntary_zero": "true", "rule-turns_each": "2"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, "/table")
    assert [seat.name for seat in rig.view.seats] == ["Ann", "Bo"]
    assert (rig.view.clock.mode, rig.view.clock.limit) == ("down", 60)
    assert rig.view.board["turns_each"] == 2


def test_rows_without_a_name_stay_empty(rig: Rig, client: FlaskClient) -> None:
    client.post("/new/yahtzee_jr", data=GOOD | {"name-1": "  ", "name-3": "Cy", "colour-3": "red"})
    assert [(seat.name, seat.colour) for seat in rig.view.seats] == [("Ann", "yellow"), ("Cy", "red")]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"name-1": ""}, "2 to 4 players"),
        ({"name-1": "ann"}, "same name"),
        ({"colour-1": "yellow"}, "same colour"),
        ({"colour-1": "pink"}, "colour is not known"),
        ({"name-1": "x" * 41}, "1 to 40 characters"),
        ({"seconds": ""}, "whole number"),
        ({"seconds": "-5"}, "whole number"),
        ({"seconds": "9999"}, "5 seconds to one hour"),
        ({"clock": "water"}, "no such clock"),
        ({"rule-turns_each": "many"}, "whole number"),
        ({"rule-turns_each": "99"}, "house rule"),
        ({"rule-allow_voluntary_zero": "perhaps"}, "house rule"),
    ],
)
def test_a_wrong_form_comes_back_as_typed_with_what_is_wrong(
    rig: Rig, client: FlaskClient, change: dict[str, str], word: str
) -> None:
    typed = GOOD | {"rule-tiebreak_gary_counts": "true"} | change
    answer = client.post("/new/yahtzee_jr", data=typed)
    assert answer.status_code == 400
    assert word in answer.text
    assert 'role="alert"' in answer.text
    assert f'value="{typed["name-0"]}"' in answer.text
    assert 'name="rule-tiebreak_gary_counts" value="true" checked' in answer.text
    assert rig.view.phase == "home"


@pytest.mark.parametrize("name", ["W" * 40, "李" * 40, "مريم", "Zoë 🐙", "O'Neil & <Söhne>"])
def test_names_of_any_script_are_taken(rig: Rig, client: FlaskClient, name: str) -> None:
    assert client.post("/new/yahtzee_jr", data=GOOD | {"name-0": name}).status_code == 303
    assert rig.view.seats[0].name == name


def test_an_unknown_game_is_a_page_that_leads_home(client: FlaskClient) -> None:
    for answer in (client.get("/new/chess"), client.post("/new/chess", data=GOOD)):
        assert answer.status_code == 404
        assert "no such game" in answer.text


def test_choosing_a_die_set_brings_its_faces(tmp_path: Path) -> None:
    card: dict[str, Any] = {
        "title": "Sea dice",
        "faces": [{"code": "A", "name": "Anchor"}, {"code": "B", "name": "Bell"}],
    }
    (tmp_path / "dice" / "sea").mkdir(parents=True)
    (tmp_path / "dice" / "sea" / "card.json").write_text(json.dumps(card))
    rig = Rig(tmp_path / "pictures", tmp_path / "dice")
    try:
        assert "Sea dice" in rig.client().get("/new/just_dice").text
        rig.client().post("/new/just_dice", data={"name-0": "Ann", "rule-die_set": "sea"})
        assert (rig.view.board["dice_set"], rig.view.board["faces"]) == ("sea", {"A": 0, "B": 0})
        assert "Anchor" in rig.client().get("/table").text
    finally:
        rig.close()


def test_what_the_printed_rules_leave_open_is_folded_away_until_somebody_changed_it(client: FlaskClient) -> None:
    text = client.get("/new/monopoly").text
    assert '<details id="left-open">' in text
    for name, inside in (("length", False), ("money", False), ("round_tenth", True), ("cards", True)):
        assert (text.index(f'name="rule-{name}"') > text.index('id="left-open"')) is inside, name
    changed = client.post("/new/monopoly", data={"sit": "Ann", "rule-round_tenth": '"down"'}).text
    assert '<details id="left-open" open>' in changed
