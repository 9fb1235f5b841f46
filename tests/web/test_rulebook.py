"""The rule books as pages, and the way from a refusal to its rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.desk import Desk
from companion.errors import IllegalAction
from companion.pictures import Pictures
from companion.rules import GAMES
from companion.rules.rulebook import rulebook_of
from companion.state.journal import MemoryJournal
from companion.words import say
from tests.web.rig import NO_BOXES, Rig
from web.rulebook import found, place_of


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_has_an_anchor(client: FlaskClient, game: str) -> None:
    page = client.get(f"/rules/{game}").text
    for chapter in rulebook_of(game):
        for point in chapter.rules:
            assert page.count(f'id="{point}"') == 1


def test_every_game_is_on_the_shelf(client: FlaskClient) -> None:
    page = client.get("/rules").text
    assert all(f'href="/rules/{game}"' in page for game in GAMES)


def test_a_game_that_is_not_on_the_list_has_no_page(client: FlaskClient) -> None:
    assert client.get("/rules/tiddlywinks").status_code == 404


def test_a_search_leaves_rules_with_all_its_words() -> None:
    points = {point for _, rules in found(rulebook_of("riot"), "TURF war") for point in rules}
    assert {"R15", "R37", "R40", "A17"} <= points
    assert "R7" not in points
    assert {point for _, rules in found(rulebook_of("riot"), "R19") for point in rules} == {"R19"}


def test_a_search_forgives_accents_and_finds_nothing_honestly(client: FlaskClient) -> None:
    assert found(rulebook_of("yahtzee_jr"), "gáry") == found(rulebook_of("yahtzee_jr"), "Gary")
    assert "No rule has these words." in client.get("/rules/riot?q=zebra").text


def test_house_rules_are_shown_as_this_evening_has_them(rig: Rig, client: FlaskClient) -> None:
    rig.new("riot", options={"rivals_rule": True, "window": 30})
    page = client.get("/rules/riot").text
    assert "as this evening has them" in page
    assert "Rival gangs cannot win together: <strong>on</strong>" in page
    assert "until somebody goes on): <strong>30</strong>" in page
    assert page.count(">changed<") == 2
    assert "as they usually are" in client.get("/rules/monopoly").text


def test_a_past_evenings_house_rules_can_be_looked_up(rig: Rig, client: FlaskClient) -> None:
    rig.new("yahtzee_jr", options={"turns_each": 2})
    rig.ask("leave")
    assert "<strong>2</strong>" in client.get("/rules/yahtzee_jr?evening=1").text
    assert "as they usually are" in client.get("/rules/yahtzee_jr").text


@pytest.mark.parametrize("evening", ["9", "x", "-1"])
def test_an_evening_that_is_not_there_shows_what_is_usual(client: FlaskClient, evening: str) -> None:
    assert "as they usually are" in client.get(f"/rules/riot?evening={evening}").text


def test_a_refusal_leads_to_its_rule(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    answer = client.post("/ask/do", json={"action": '0 score character="SB"'})
    assert answer.json is not None
    assert (answer.json["point"], answer.json["rule"]) == ("R14", "/rules/yahtzee_jr#R14")
    page = client.post("/ask/do", data={"action": '0 score character="SB"'})
    assert 'href="/rules/yahtzee_jr#R14"' in page.text


def test_a_refusal_that_nobody_waits_for_names_its_rule_too(tmp_path: Path) -> None:
    desk = Desk(MemoryJournal(), Pictures(tmp_path), NO_BOXES)
    desk.tell(IllegalAction("R14", say("Not now.")))
    assert desk.notice is not None
    assert desk.notice.point == "R14"


def test_there_is_no_way_to_a_rule_that_nobody_wrote() -> None:
    assert place_of("yahtzee_jr", "R14") == "/rules/yahtzee_jr#R14"
    assert place_of("yahtzee_jr", "R99") == place_of("", "R1") == place_of("riot", "") == ""
