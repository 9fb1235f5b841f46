"""Live events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.state.view import View
from tests.web.rig import FACES, NO_BOXES, Rig, StuckHost
from web import create_app, fragments, live
from web.site import Gate, Site, site_of

REAL = fragments.context


class Hours:
    """A clock that goes on by `step` seconds each time somebody looks."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.time = 0.0

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def events(stream: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and data of each event; the line that sets the time to retry is none."""
    for text in stream:
        lines = dict(line.split(": ", 1) for line in text.strip().splitlines())
        if "event" in lines:
            yield lines["event"], json.loads(lines["data"])


def heard(rig: Rig, known: int | None, page: str = "table") -> Iterator[tuple[str, dict[str, Any]]]:
    return events(live.stream(site_of(rig.app), page, known))


def test_a_page_that_knows_nothing_gets_the_whole_view_at_once(rig: Rig) -> None:
    rig.new()
    (beat, _), (name, data) = islice(heard(rig, None), 2)
    assert (beat, name, data["number"]) == ("beat", "view", rig.view.number)
    assert "<main" in data["html"]


def test_a_page_that_is_up_to_date_gets_the_next_view_only(rig: Rig) -> None:
    rig.new()
    stream = heard(rig, rig.view.number)
    assert next(stream)[0] == "beat"
    rig.roll("SB SB PA KR SA")
    name, data = next(stream)
    assert (name, data["number"]) == ("view", rig.view.number)


def test_a_slow_tablet_gets_the_newest_view_and_none_between(rig: Rig) -> None:
    rig.new()
    stream = heard(rig, rig.view.number)
    next(stream)
    for _ in range(5):
        rig.ask("clear_notice")
    assert next(stream)[1]["number"] == rig.view.number


def test_a_number_from_the_future_counts_as_nothing(rig: Rig) -> None:
    rig.new()
    assert [name for name, _ in islice(heard(rig, rig.view.number + 1000), 2)] == ["beat", "view"]


def test_two_browsers_see_the_same_view(rig: Rig) -> None:
    rig.new()
    first, second = (next(islice(heard(rig, None), 1, None))[1] for _ in range(2))
    assert first["html"] == second["html"]


def test_a_view_is_drawn_once_however_many_look_at_it(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.new()
    drawn: list[int] = []

    def noted(site: Site, view: View) -> dict[str, Any]:
        drawn.append(view.number)
        return REAL(site, view)

    monkeypatch.setattr(fragments, "context", noted)
    for _ in range(3):
        assert next(islice(heard(rig, None), 1, None))[1]["number"] == rig.view.number
    for _ in range(20):
        site_of(rig.app).fragments.html("table", rig.ask("clear_notice"))
    assert len(drawn) == len(set(drawn)) == 21


def test_silence_is_filled_with_beats_that_tell_the_servers_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SLICE", 0.001)
    app = create_app(StuckHost(), faces=FACES, boxes=NO_BOXES, now=Hours(3.0))
    stream = events(live.stream(site_of(app), "table", 7))
    beats = list(islice(stream, 3))
    assert [name for name, _ in beats] == ["beat"] * 3
    assert beats[0][1]["now"] < beats[1][1]["now"] < beats[2][1]["now"]


def test_a_stream_ends_after_its_lifetime_so_that_a_vanished_tablet_holds_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "SLICE", 0.001)
    app = create_app(StuckHost(), faces=FACES, boxes=NO_BOXES, now=Hours(10.0))
    assert len(list(live.stream(site_of(app), "table", 7))) < live.LIFETIME / 10


@pytest.mark.parametrize("who", ["host", "server"])
def test_a_stream_ends_when_the_program_closes(rig: Rig, who: str) -> None:
    stream = heard(rig, rig.view.number)
    next(stream)
    (rig.host.stopping if who == "host" else site_of(rig.app).stopping).set()
    assert list(stream) == []


def test_the_stream_goes_on_where_the_browser_heard_last(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    tag = site_of(rig.app).tag(rig.view)
    for headers, path in (({"Last-Event-ID": tag}, "/live?after=0"), ({}, f"/live?after={tag}")):
        site_of(rig.app).stopping.set()
        with client.get(path, headers=headers) as answer:
            assert answer.mimetype == "text/event-stream"
            assert b"event: view" not in answer.data
    assert site_of(rig.app).streams.open == 0


def test_a_tag_of_another_run_counts_as_nothing(rig: Rig) -> None:
    assert site_of(rig.app).number("0badcafe-3") is None


def test_a_stream_too_many_is_refused_and_the_page_asks_by_itself(rig: Rig, client: FlaskClient) -> None:
    site_of(rig.app).streams = Gate(0)
    assert client.get("/live").status_code == 503
    assert client.get("/live/now?page=home").get_json()["number"] == rig.view.number


@pytest.mark.parametrize("path", ["/live?page=secret", "/live/now?page=secret", "/live?after=soon"])
def test_unknown_pages_and_tags_are_refused(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 400


def test_health_is_a_number_and_a_phase(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    assert client.get("/healthz").get_json() == {"number": rig.view.number, "phase": "play"}


def test_the_view_in_json_is_whole(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.look("SB SB PA GA SQ", unsure=(0,))
    told = client.get("/view.json").get_json()
    assert told["proposal"]["dice"][0] == {
        "kind": "SeenDie", "face": "SB", "confidence": 0.5, "x": 100.0, "y": 200.0, "size": 40.0, "angle": 10.0,
        "sure": False, "others": ["PA", "KR", "SA", "SQ", "GA", "PL"], "body": "", "by_hand": False,
    }  # fmt: skip
    assert told["choices"][0]["args"]["faces"]["kind"] == "Faces"
    assert told["prompt"].startswith("Ann")
    assert told["seen"].endswith(f"-{told['number']}")
