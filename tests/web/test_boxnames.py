"""The form with the names of Monopoly's board."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.web.rig import Rig

FORM = "/boxes/monopoly/classic/names"


def filled(client: FlaskClient, path: str = FORM, **own: str) -> dict[str, str]:
    """Every field of the form as it stands, with some of one's own; the first _ of a key is a hyphen."""
    page = client.get(path).text
    fields = dict(re.findall(r'<input id="field-[^"]*" name="([^"]*)" value="([^"]*)"', page))
    assert {key.replace("_", "-", 1) for key in own} <= fields.keys()
    return fields | {key.replace("_", "-", 1): text for key, text in own.items()}


def test_every_name_has_a_field(client: FlaskClient) -> None:
    fields = filled(client)
    assert {f"space-{pos}" for pos in range(40)} <= fields.keys()
    assert sum(key.startswith("card-life_preserver-") for key in fields) == 16
    assert {"currency", "group-dark_blue", "deck-treasure_chest", "title", "name"} <= fields.keys()
    assert fields["name"] == "our-classic"


def test_names_are_kept_in_a_box_of_the_familys_own(rig: Rig, client: FlaskClient) -> None:
    sent = filled(
        client, space_6="Under the rock", group_purple="Downtown", title="Grandma's board", currency="clams"
    )
    sent["card-life_preserver-LP01"] = "Off to the start!"
    assert client.post(FORM, data=sent).status_code == 303
    box = rig.boxes.read("monopoly", "our-classic")
    assert box["spaces"][6]["name"] == "Under the rock"
    assert (box["spaces"][6]["price"], box["spaces"][7]["name"]) == (100, "Life preserver")
    assert box["names"] == {"currency": "clams", "groups": {"purple": "Downtown"}, "decks": {}}
    assert box["life_preserver"][0]["text"] == "Off to the start!"
    assert rig.boxes.titles("monopoly")["our-classic"] == "Grandma's board"
    assert rig.boxes.text("monopoly", "classic").startswith("# The board and decks")


def test_a_box_that_ships_leads_to_the_familys_own_copy(client: FlaskClient) -> None:
    client.post(FORM, data=filled(client, space_6="Under the rock"))
    led = client.get(FORM)
    assert (led.status_code, led.headers["Location"]) == (303, "/boxes/monopoly/our-classic/names")
    assert "Under the rock" in client.get(led.headers["Location"]).text


@pytest.mark.parametrize(("text", "told"), [("", "cannot be empty"), ("x" * 201, "At most 200")])
def test_what_is_wrong_stands_at_its_field(rig: Rig, client: FlaskClient, text: str, told: str) -> None:
    answer = client.post(FORM, data=filled(client, space_6=text, space_8="Kept as typed"))
    assert answer.status_code == 400
    fault = re.search(r'id="fault-space-6">.*?</span>', answer.text)
    assert fault
    assert told in fault[0]
    assert answer.text.count('class="fault"') == 1
    assert 'href="#field-space-6"' in answer.text
    assert 'value="Kept as typed"' in answer.text
    assert not rig.boxes.is_own("monopoly", "our-classic")


def test_a_short_name_that_is_none_is_told_at_its_field(client: FlaskClient) -> None:
    answer = client.post(FORM, data=filled(client, name="Our Board!"))
    assert answer.status_code == 400
    assert 'id="fault-name"' in answer.text


def test_a_form_that_sends_nothing_is_told_everything(client: FlaskClient) -> None:
    answer = client.post(FORM, data={})
    assert answer.status_code == 400
    assert answer.text.count("cannot be empty") == 43


def test_a_game_is_told_in_the_familys_names(rig: Rig, client: FlaskClient) -> None:
    client.post(FORM, data=filled(client, space_3="Chumhouse", group_purple="Downtown", currency="shells"))
    rig.new("monopoly", options={"first_roll": False}, box="our-classic")
    rig.roll("1 2")
    page = client.get("/table").text
    assert "Buy Chumhouse for 60 shells" in page
    assert "Downtown" in page
    assert "$" not in re.sub(r"<script.*?</script>", "", page)


def test_the_shelf_leads_to_the_form_and_still_takes_files(client: FlaskClient) -> None:
    page = client.get("/boxes/monopoly").text
    assert f'href="{FORM}"' in page
    assert 'type="file"' in page
    assert client.get("/boxes/monopoly/classic.toml").status_code == 200


def test_a_box_that_is_not_there_is_told(client: FlaskClient) -> None:
    assert client.get("/boxes/monopoly/none/names").status_code == 400
