"""The deck page of Plankton Rising: cards told one by one, and those told at the table kept."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.rig import Rig

GAME = "plankton_rising"


def cards(rig: Rig, box: str) -> dict[str, dict[str, Any]]:
    return {card["id"]: dict(card) for card in rig.boxes.read(GAME, box)["cards"]}


def test_the_deck_shows_every_card_of_a_box(client: FlaskClient) -> None:
    text = client.get("/deck/sample").text
    assert all(name in text for name in ("Captain Cork", "A pot of chowder", "Inky Fingers"))
    assert "48 cards are told" in text


def test_a_card_told_goes_into_a_box_of_the_familys_own(rig: Rig, client: FlaskClient) -> None:
    told = {"name": "Gary", "kind": "friend", "symbol-H": "2", "capacity": "4", "op": "remove_time", "cost-H": "1"}
    answer = client.post("/deck/rulebook", data=told)
    assert answer.headers["Location"] == "/deck/our-rulebook"
    assert cards(rig, "our-rulebook")["gary"] == {
        "id": "gary",
        "name": "Gary",
        "kind": "friend",
        "symbols": {"H": 2},
        "capacity": 4,
        "ability": {"cost": {"H": 1}, "do": {"op": "remove_time", "n": 1}},
    }
    assert "gary" not in cards(rig, "rulebook")
    assert "Gary" in client.get("/deck/our-rulebook").text


def test_a_card_is_told_anew_in_place(rig: Rig, client: FlaskClient) -> None:
    client.post("/deck/rulebook", data={"name": "Gary", "kind": "friend", "symbol-H": "2"})
    text = client.get("/deck/our-rulebook?card=gary").text
    assert "Change Gary" in text
    told = {"id": "gary", "name": "Gary the snail", "kind": "villain", "op": "flag", "flag": "no_tokens"}
    client.post("/deck/our-rulebook", data=told)
    card = cards(rig, "our-rulebook")["gary"]
    assert (card["name"], card["effect"]) == ("Gary the snail", {"op": "flag", "n": 1, "flag": "no_tokens"})
    assert len(cards(rig, "our-rulebook")) == 9


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"name": ""}, "needs a name"),
        ({"name": "A", "symbol-H": "x"}, "whole number"),
        ({"name": "A", "kind": "cook"}, "cannot be used"),
        ({"name": "A", "kind": "order", "op": "symbol"}, "cannot be used"),
    ],
)
def test_what_cannot_be_is_shown_with_what_is_wrong(
    rig: Rig, client: FlaskClient, told: dict[str, str], wrong: str
) -> None:
    answer = client.post("/deck/rulebook", data=told)
    assert (answer.status_code, wrong in answer.text) == (400, True)
    assert not rig.boxes.is_own(GAME, "our-rulebook")


def test_cards_told_at_the_table_are_kept(rig: Rig, client: FlaskClient) -> None:
    rig.new(GAME, box="rulebook")
    for action in ('0 team home="squidward"', "0 describe capacity=5", '1 team home="krabs"'):
        rig.ask("do", action=action)
    rig.ask("do", action='1 home_dice first="R" second="R" third="G"')
    rig.ask("do", action="1 describe capacity=4")
    rig.ask("do", action='0 deal card="new:friend"')
    body = {"seat": 0, "choice": "describe", "capacity": 3, "symbols": ["E", "F", "E"], "name": "Larry"}
    assert client.post("/ask/do", json=body).status_code == 200
    rig.ask("do", action='0 deal card="doodlebob"')
    rig.ask("do", action='0 describe capacity=2 symbols=["H","H"]')
    assert "4 cards were told" in client.get("/deck/rulebook").text
    client.post("/deck/rulebook/told")
    kept = cards(rig, "our-rulebook")
    assert kept["new-friend-1"] == {
        "id": "new-friend-1",
        "name": "Larry",
        "kind": "friend",
        "symbols": {"E": 2, "F": 1},
        "capacity": 3,
    }
    assert (kept["doodlebob"]["capacity"], kept["doodlebob"]["effect"]["op"]) == (2, "flag")
    rig.new(GAME, box="our-rulebook")
    assert "Larry" in client.get("/deck/our-rulebook").text


def test_without_a_table_nothing_was_told(client: FlaskClient) -> None:
    assert "were told this evening" not in client.get("/deck/rulebook").text
