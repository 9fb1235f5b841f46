"""Correcting on the page what chance brought: cards drawn, revealed and dealt."""

from __future__ import annotations

import random

import pytest
from flask.testing import FlaskClient

from tests.play import random_action
from tests.web.rig import Rig


def drawn(rig: Rig, card: str = "LP03") -> int:
    """A card drawn in Monopoly; gives the number of its act."""
    rig.new("monopoly", options={"first_roll": False, "plankton": False})
    rig.roll("3 4")
    return rig.ask("do", action=f'0 card card="{card}"').log[-1].act


def ask(client: FlaskClient, verb: str, **fields: object) -> int:
    return client.post(f"/ask/{verb}", data=fields).status_code


def test_two_taps_correct_a_card(rig: Rig, client: FlaskClient) -> None:
    act = drawn(rig, "LP07")
    assert rig.view.board["players"][0]["cash"] == 1550
    page = client.get("/table").text
    assert page.count("It was something else") == 1  # the roll has its dice
    assert ask(client, "open_fix", act=act) == 303
    page = client.get("/table").text
    assert "What was it really?" in page
    assert "Correct it" not in page
    assert 'value="0 card card=&#34;LP12&#34;"' in page
    assert ask(client, "fix_act", act=act, action='0 card card="LP12"') == 303
    assert rig.view.board["players"][0]["cash"] == 1485
    assert "corrected" in client.get("/table").text
    assert rig.view.fix is None


def test_what_would_be_dropped_is_shown_and_nothing_changes_before(rig: Rig, client: FlaskClient) -> None:
    act = drawn(rig)
    rig.ask("do", action="0 buy")
    ask(client, "open_fix", act=act)
    ask(client, "fix_act", act=act, action='0 card card="LP07"')
    page = client.get("/table").text
    assert "Correct this?" in page
    assert "Get $50" in page
    assert "Buys Ghost ship for $140." in page
    assert rig.view.board["players"][0]["cash"] == 1360
    assert ask(client, "confirm_fix") == 303
    assert rig.view.board["players"][0]["cash"] == 1550


def test_leaving_it_as_it_was(rig: Rig, client: FlaskClient) -> None:
    act = drawn(rig)
    ask(client, "open_fix", act=act)
    before = rig.view.board
    ask(client, "cancel_fix")
    assert (rig.view.fix, rig.view.board) == (None, before)
    assert "What was it really?" not in client.get("/table").text


def test_a_form_tells_what_has_no_button(rig: Rig, client: FlaskClient) -> None:
    act = drawn(rig, "LP07")
    ask(client, "open_fix", act=act)
    form = {"act": act, "seat": 0, "choice": "card_money", "op": '"pay"', "amount": 30}
    assert ask(client, "fix_act", **form) == 303
    assert rig.view.board["players"][0]["cash"] == 1470


def test_planktons_card_is_corrected_in_a_form(rig: Rig, client: FlaskClient) -> None:
    rig.new("plankton_rising", box="rulebook", seed=3)
    while not any(choice.name == "plankton" for choice in rig.view.choices):
        rig.ask("do", action=str(random_action(rig.view.choices[0], random.Random(1))))
    choice = next(choice for choice in rig.view.choices if choice.name == "plankton")
    first, other = (pick.value for pick in choice.args["ingredient"].picks[:2])  # type: ignore[attr-defined]
    view = rig.ask("do", action=f'{view_seat(rig)} plankton ingredient="{first}" location="chum"')
    act = view.log[-1].act
    ask(client, "open_fix", act=act)
    assert 'id="asked-plankton"' in client.get("/table").text
    form = {"act": act, "seat": view_seat(rig), "choice": "plankton", "location": '"chum"'}
    assert ask(client, "fix_act", **form, ingredient=f'"{other}"') == 303
    theft = {one["id"]: one["theft"] for one in rig.view.board["ingredients"]}
    assert (theft[first], theft[other]) == (0, 1)


def view_seat(rig: Rig) -> int:
    assert rig.view.active is not None
    return rig.view.active


def test_drawn_cards_that_were_told_are_corrected(rig: Rig, client: FlaskClient) -> None:
    rig.new("riot")
    for action in ("0 peek", "1 peek"):
        rig.ask("do", action=action)
    act = rig.ask("do", action='0 draw cards=["KER","DIP"]').log[-1].act
    ask(client, "open_fix", act=act)
    page = client.get("/table").text
    assert page.count('<select name="cards"') == 2
    assert ask(client, "fix_act", act=act, seat=0, choice="draw", cards=["TJK", "DIP"]) == 303
    assert rig.view.log[-1].fixed


@pytest.mark.parametrize("act", [1, 99])
def test_what_cannot_be_corrected_so_is_told(rig: Rig, client: FlaskClient, act: int) -> None:
    drawn(rig)
    assert ask(client, "open_fix", act=act) == 409
    assert ask(client, "fix_act", act=act, action='0 card card="LP07"') == 409
