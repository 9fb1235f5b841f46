"""The shelf of boxes on the tablet."""

from __future__ import annotations

import io

import pytest
from flask.testing import FlaskClient

from tests.painted import enlist
from tests.web.rig import Rig

SHELF = "/boxes/painted"
START = {"name-0": "Ann", "colour-0": "yellow", "name-1": "Bo", "colour-1": "blue", "clock": "off", "box": "ours"}


@pytest.fixture(autouse=True)
def _painted(monkeypatch: pytest.MonkeyPatch) -> None:
    enlist(monkeypatch)


def keep(client: FlaskClient, name: str = "ours", text: str = '# Our box\ncolour = "blue"\n') -> int:
    return client.post(SHELF, data={"name": name, "text": text}).status_code


def test_a_box_is_kept_shown_and_given_back(client: FlaskClient) -> None:
    assert "Our box" not in client.get(SHELF).text
    assert keep(client) == 303
    assert "Our box" in client.get(SHELF).text
    assert "colour = &#34;blue&#34;" in client.get(f"{SHELF}/ours").text
    sent = client.get(f"{SHELF}/ours.toml")
    assert sent.text == '# Our box\ncolour = "blue"\n'
    assert "painted-ours.toml" in sent.headers["Content-Disposition"]


def test_a_box_comes_from_a_file(rig: Rig, client: FlaskClient) -> None:
    sent = (io.BytesIO(b'colour = "green"'), "from-a-friend.toml")
    assert client.post(SHELF, data={"name": "theirs", "text": "", "file": sent}).status_code == 303
    assert rig.boxes.read("painted", "theirs") == {"colour": "green"}


def test_what_is_no_box_is_shown_again_with_the_reason(rig: Rig, client: FlaskClient) -> None:
    answer = client.post(SHELF, data={"name": "ours", "text": "colour = "})
    assert answer.status_code == 400
    assert "no TOML file" in answer.text
    assert "colour = </textarea>" in answer.text
    assert rig.boxes.names("painted") == ()


def test_a_box_is_thrown_away(rig: Rig, client: FlaskClient) -> None:
    keep(client)
    assert client.post(f"{SHELF}/ours/remove").status_code == 303
    assert rig.boxes.names("painted") == ()


@pytest.mark.parametrize("path", [f"{SHELF}/none", "/boxes/chess", f"{SHELF}/none.toml", "/boxes/chess/ours.toml"])
def test_what_is_not_there_is_told(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code in (400, 404)


def test_a_game_starts_out_of_the_chosen_box(rig: Rig, client: FlaskClient) -> None:
    keep(client)
    assert '<option value="ours" selected>Our box</option>' in client.get("/new/painted").text
    assert client.post("/new/painted", data=START).status_code == 303
    assert rig.setup.box == {"colour": "blue"}


def test_a_box_that_is_gone_meanwhile_is_told_on_the_form(client: FlaskClient) -> None:
    answer = client.post("/new/painted", data=START)
    assert answer.status_code == 400
    assert "no such box" in answer.text
