"""The pages of the first run."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.firstrun import STEPS
from tests.web.rig import FACES, NO_BOXES, Rig, StuckHost
from web import create_app
from web.firstrun import WORDS, lamp_name


def test_every_step_has_its_page_its_drawing_and_its_words(client: FlaskClient) -> None:
    assert tuple(WORDS) == STEPS
    for step in STEPS:
        text = client.get(f"/first/{step}").text
        assert str(WORDS[step].what).replace("'", "&#39;") in text
        assert '<div class="drawn"><svg' in text
        assert f'action="/first/{step}"' in text


def test_home_leads_into_it_until_it_is_over(rig: Rig, client: FlaskClient) -> None:
    assert 'href="/first"' in client.get("/").text
    for place, step in enumerate(STEPS):
        assert "Set up your table, step by step" in client.get("/").text
        answer = client.post(f"/first/{step}", data={"how": "skipped" if place % 2 else "done"})
        assert answer.location == (f"/first/{STEPS[place + 1]}" if place + 1 < len(STEPS) else "/first")
    assert "Set up your table, step by step" not in client.get("/").text
    assert 'href="/first"' in client.get("/").text, "it can be done again"
    assert rig.first_run.progress.marks["camera"] == "done"
    assert rig.first_run.progress.marks["mat"] == "skipped"


def test_somebody_may_have_had_enough_and_want_it_back(rig: Rig, client: FlaskClient) -> None:
    assert client.post("/first/enough").location == "/"
    assert "Set up your table, step by step" not in client.get("/").text
    assert client.post("/first/enough").location == "/first"
    assert not rig.first_run.progress.dismissed


def test_a_press_is_news_for_the_page_that_listens(rig: Rig, client: FlaskClient) -> None:
    first = client.get("/first/button", headers={"X-Part": "main"})
    number = first.text.partition('data-number="')[2].partition('"')[0]
    asked = {"X-Part": "main", "X-After": number}
    assert client.get("/first/button", headers=asked).status_code == 204
    assert rig.first_run.press()
    news = client.get("/first/button", headers=asked)
    assert news.status_code == 200
    assert "Pressed: 1" in news.text
    assert "<html" not in news.text


def test_no_other_step_takes_the_button_away(rig: Rig, client: FlaskClient) -> None:
    client.get("/first/lights")
    assert not rig.first_run.press()


def test_a_light_is_lit_by_a_tap(rig: Rig, client: FlaskClient) -> None:
    assert client.post("/first/light", data={"name": "seat2"}).location == "/first/lights"
    answer = client.post("/first/light", data={"name": "status"}, headers={"Accept": "application/json"})
    assert answer.get_json() == {"to": "/first/lights"}
    assert rig.lit == ["seat2", "status"]
    assert client.post("/first/light", data={"name": "moon"}).status_code == 400


@pytest.mark.parametrize("path", ["/first/moon", "/first/light/x"])
def test_what_does_not_exist_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_mark_that_does_not_exist_is_refused(client: FlaskClient) -> None:
    assert client.post("/first/camera", data={"how": "perhaps"}).status_code == 400


def test_a_table_without_one_has_no_such_pages() -> None:
    client = create_app(StuckHost(), faces=FACES, boxes=NO_BOXES).test_client()
    assert client.get("/first").status_code == 404
    assert 'href="/first"' not in client.get("/").text


def test_lights_are_called_by_what_they_are(client: FlaskClient) -> None:
    assert [lamp_name(name) for name in ("seat2", "status", "theft6", "aurora")] == [
        "Seat 2",
        "State",
        "Theft 6",
        "aurora",
    ]
    assert "Seat 2" in client.get("/first/lights").text


def test_progress_outlives_the_program(tmp_path: Path) -> None:
    for how in ("done", "skipped"):
        rig = Rig(tmp_path)
        try:
            rig.client().post("/first/camera", data={"how": how})
            assert rig.first_run.progress.marks == {"camera": how}
        finally:
            rig.close()
