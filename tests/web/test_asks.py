"""`POST /ask/<verb>`."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import host as core
from tests.web.rig import ANN_AND_BO, FACES, NO_BOXES, Rig, StuckHost
from web import asks, create_app
from web.site import site_of

JSON = {"Accept": "application/json"}


def post(client: FlaskClient, verb: str, **body: Any) -> Any:
    return client.post(f"/ask/{verb}", json=body)


def test_every_verb_of_the_pages_is_one_of_the_hosts() -> None:
    assert set(asks.VERBS) == set(core.VERBS) - {"looked", "service", "seat_press"}


def test_a_game_starts_and_the_answer_tells_the_new_number(rig: Rig, client: FlaskClient) -> None:
    answer = post(client, "new", game="yahtzee_jr", seats=ANN_AND_BO, options={}, clock={"mode": "up", "limit": 0})
    assert answer.status_code == 200
    assert answer.get_json()["number"] == rig.view.number
    assert rig.view.game == "yahtzee_jr"


def test_a_plain_form_is_led_back_to_the_table(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    answer = client.post("/ask/do", data={"seat": "0", "choice": "roll", "faces": ["SB", "SB", "PA", "KR", "SA"]})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/table")
    assert rig.view.board["dice"] == ["SB", "SB", "PA", "KR", "SA"]


def test_leaving_leads_home(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    assert client.post("/ask/leave").headers["Location"] == "/"


def test_a_form_sent_by_script_gets_json(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    answer = client.post("/ask/clear_notice", data={"seen": str(rig.view.number)}, headers=JSON)
    assert answer.get_json()["seen"] == site_of(rig.app).tag(rig.view)


def test_an_ask_made_looking_at_an_older_table_is_refused(rig: Rig, client: FlaskClient) -> None:
    seen = rig.new().number
    rig.roll("SB SB PA KR SA")
    answer = post(client, "do", seen=seen, action='0 score character="SB"')
    assert answer.status_code == 409
    assert answer.get_json()["slug"] == "stale"
    assert answer.get_json()["number"] == rig.view.number
    assert len(rig.view.log) == 1


def test_an_ask_of_a_page_from_before_a_restart_is_refused(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    answer = post(client, "do", seen="0badcafe-999", action='0 roll faces=["SB","SB","PA","KR","SA"]')
    assert (answer.status_code, answer.get_json()["slug"]) == (409, "stale")
    assert rig.view.log == ()


def test_what_the_rules_forbid_names_the_rule(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    answer = post(client, "do", action='0 roll faces=["PL","PL","PA","KR","SA"]')
    told = answer.get_json()
    assert (answer.status_code, told["slug"], told["point"]) == (409, "illegal-action", "R27")
    assert told["sentence"]
    assert told["advice"]


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("dance", {}),
        ("open", {}),
        ("open", {"evening": "first"}),
        ("open", {"evening": [1, 2]}),
        ("do", {}),
        ("do", {"action": "nonsense"}),
        ("do", {"action": 3}),
        ("give", {"name": "reroll", "value": ["x"]}),
        ("amend", {"proposal": 1, "die": 0}),
        ("fix", {"act": {}, "faces": ["SB"]}),
        ("new", {"game": "yahtzee_jr", "seats": "Ann", "options": {}, "clock": {}}),
        ("new", {"game": "yahtzee_jr", "seats": ANN_AND_BO, "options": {}, "clock": {"mode": "water"}}),
        ("clear_notice", {"seen": "soon"}),
    ],
)
def test_bad_input_is_a_sentence_and_changes_nothing(
    rig: Rig, client: FlaskClient, verb: str, body: dict[str, Any]
) -> None:
    before = rig.new().log
    answer = post(client, verb, **body)
    assert answer.status_code == 400, answer.text
    assert answer.get_json()["sentence"]
    assert rig.view.log == before


@pytest.mark.parametrize("data", [b"{", b"[]", b"3", b"\xff"])
def test_a_body_that_is_no_json_object_is_refused(client: FlaskClient, data: bytes) -> None:
    answer = client.post("/ask/leave", data=data, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("verb", "body", "status"),
    [("open", {"evening": 999}, 404), ("take_back", {}, 409), ("fix", {"act": 99, "faces": ["SB"]}, 409)],
)
def test_what_is_not_there_has_its_own_status(
    rig: Rig, client: FlaskClient, verb: str, body: dict[str, Any], status: int
) -> None:
    rig.new()
    assert post(client, verb, **body).status_code == status


def test_without_a_game_asks_for_one_say_so(client: FlaskClient) -> None:
    assert post(client, "take_back").get_json()["slug"] == "no-game"


def test_an_error_for_a_plain_form_is_a_page(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    answer = client.post("/ask/take_back")
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text


def test_a_full_queue_is_told_as_busy() -> None:
    client = create_app(StuckHost(full=True), faces=FACES, boxes=NO_BOXES).test_client()
    answer = post(client, "read")
    assert (answer.status_code, answer.get_json()["slug"]) == (503, "busy")


def test_an_ask_that_waits_long_is_answered_as_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asks, "PATIENCE", 0.01)
    answer = post(create_app(StuckHost(), faces=FACES, boxes=NO_BOXES).test_client(), "read")
    assert (answer.status_code, answer.get_json()) == (202, {"number": 7, "waiting": True})


def test_a_stopped_host_is_told_as_closing(rig: Rig, client: FlaskClient) -> None:
    rig.host.stop()
    answer = post(client, "read")
    assert (answer.status_code, answer.get_json()["slug"]) == (503, "stopped")


def test_a_die_is_corrected_and_the_roll_accepted(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    proposal = rig.look("SB SB PA GA SQ", unsure=(2,)).proposal
    assert proposal is not None
    assert not proposal.acceptable
    assert post(client, "amend", proposal=proposal.id, die=2, face="KR").status_code == 200
    assert post(client, "accept", proposal=proposal.id).status_code == 200
    assert rig.view.board["dice"] == ["SB", "SB", "KR", "GA", "SQ"]


def test_marks_are_given_one_list_at_a_time(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.roll("SB SB PA KR SA")
    data = {"name": "reroll", "value": ["", "3", "2"]}
    assert client.post("/ask/give", data=data, headers=JSON).status_code == 200
    assert rig.view.given == {"reroll": (2, 3)}
    client.post("/ask/give", data={"name": "reroll", "value": [""]}, headers=JSON)
    assert rig.view.given == {"reroll": ()}


def test_the_second_of_two_equal_taps_is_no_error(rig: Rig, client: FlaskClient) -> None:
    seen = rig.new("monopoly", options={"first_roll": False}).number
    body = {"action": '0 roll faces=["1","2"]', "seen": seen}
    assert "said" not in client.post("/ask/do", json=body, headers=JSON).get_json()
    second = client.post("/ask/do", json=body, headers=JSON)
    assert second.status_code == 200
    assert second.get_json()["said"] == "Somebody was faster: this is done."
    assert client.post("/ask/do", data=body).status_code == 303
    other = client.post("/ask/do", json=body | {"action": '0 roll faces=["1","3"]'}, headers=JSON)
    assert (other.status_code, other.get_json()["slug"]) == (409, "stale")
    assert len(rig.view.log) == 1
