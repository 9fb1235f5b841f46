"""The simulated table's edge."""

from __future__ import annotations

import html
import json
import re

import pytest
from flask.testing import FlaskClient

from companion.decks import drawn_deck
from tests.web.rig import FACES, NO_BOXES, Rig, StuckHost
from web import create_app

JSON = {"Accept": "application/json"}


def test_the_panel_throws_presses_and_reaches_in(rig: Rig, client: FlaskClient) -> None:
    client.post("/playground/throw", data={"keep": ["SQ", "SB"]}, headers=JSON)
    client.post("/playground/press", data={"seconds": "0.2"}, headers=JSON)
    client.post("/playground/lay", data={"deck": "riot", "code": "RAD"}, headers=JSON)
    client.post("/playground/hand", data={"there": "1"}, headers=JSON)
    client.post("/playground/hand", json={"there": 0})
    laid = ("lay", ("riot", "RAD"))
    assert rig.hands.done == [("throw", ("SQ", "SB")), ("press", 0.2), laid, ("hand", True), ("hand", False)]


def test_the_lamps_are_read_from_their_pins(client: FlaskClient) -> None:
    told = client.get("/playground/lamps").get_json()
    assert told == {"lamps": {"status": 0.5, "seat 1": 1.0}, "laid": "No card lies there."}


def test_the_page_knows_the_lamps_by_their_words(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rig.hands, "lamps", lambda: {"seat2": 0.0, "status": 1.0, "disco": 0.0})
    names = html.unescape(re.findall(r'data-names="([^"]*)"', client.get("/table").text)[0])
    assert json.loads(names) == {"seat2": "Seat 2", "status": "State", "disco": "disco"}


def test_cards_are_laid_side_by_side_and_named(rig: Rig, client: FlaskClient) -> None:
    for code, how in (
        ("NOPE", {}),
        ("DIP", {"beside": "1", "turned": "1"}),
        ("RAD", {"beside": "1", "fanned": "1"}),
    ):
        client.post("/playground/lay", data={"deck": "riot", "code": code, **how}, headers=JSON)
    assert [what[1] for what in rig.hands.done] == [
        ("riot", "NOPE"),
        ("riot", "DIP", "beside", "turned"),
        ("riot", "RAD", "beside", "fanned"),
    ]
    told = client.get("/playground/lamps").get_json()["laid"]
    assert told == "Lying there: Shut the Gate!, Rain Shower, Rowdy Radishes"
    wrong = {"deck": "riot", "code": "DIP", "beside": "perhaps"}
    assert client.post("/playground/lay", data=wrong, headers=JSON).status_code == 400
    client.post("/playground/lay", data={"deck": "riot", "code": "", "beside": "0"}, headers=JSON)
    assert rig.hands.laid() == ()


def test_a_card_that_is_not_drawn_is_no_fault_of_the_companion(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rig.hands, "lay_card", lambda deck, code, **_: drawn_deck(deck).card(code))
    answer = client.post("/playground/lay", data={"deck": "riot", "code": "ACE"}, headers=JSON)
    assert (answer.status_code, answer.get_json()["slug"]) == (404, "no-such-card")


@pytest.mark.parametrize("seconds", ["", "0", "-1", "99", "nan", "inf", "long"])
def test_a_press_of_no_length_is_refused(rig: Rig, client: FlaskClient, seconds: str) -> None:
    assert client.post("/playground/press", data={"seconds": seconds}, headers=JSON).status_code == 400
    assert rig.hands.done == []


def test_the_panel_keeps_the_dice_that_are_not_marked(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.roll("SB SB PA KR SA")
    rig.ask("give", name="reroll", value=[2, 3])
    text = client.get("/table").text
    kept = [text.count(f'name="keep" value="{face}"') for face in ("SB", "PA", "KR", "SA")]
    assert kept == [2, 0, 0, 1]


def test_a_real_table_has_no_such_panel() -> None:
    client = create_app(StuckHost(), faces=FACES, boxes=NO_BOXES).test_client()
    assert "Simulated table" not in client.get("/table").text
    assert client.get("/playground/lamps").status_code == 404
    assert client.post("/playground/press", data={"seconds": "0.2"}).status_code == 404
