"""Who may ask."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.rig import FACES, NO_BOXES, Rig, StuckHost
from web import create_app
from web.guard import BODY, known_host, own_names


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8080", "192.168.1.7:80", "[::1]:8080", "[fe80::1]", "localhost:5000", "LOCALHOST"],
)
def test_addresses_in_digits_and_own_names_are_known(host: str) -> None:
    assert known_host(host, own_names())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "",
        "[::1",
        "localhost.evil.example",
        "@",
        "0x7f.1",
    ],
)
def test_names_that_a_foreign_server_could_point_here_are_not_known(host: str) -> None:
    assert not known_host(host, own_names())


def test_a_table_whose_name_another_one_has_is_found_under_the_name_that_avahi_gives_it() -> None:
    name = socket.gethostname().partition(".")[0]
    app = create_app(StuckHost(), faces=FACES, boxes=NO_BOXES)
    answers = {
        host: app.test_client().get("/healthz", headers={"Host": host}).status_code
        for host in (f"{name}-2.local:8137", f"{name}-x.local", f"x{name}-2.local", f"{name}-2.example")
    }
    assert [*answers.values()] == [200, 403, 403, 403], answers


def test_a_page_asked_for_under_a_foreign_name_is_refused(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 403
    assert "This name is not the companion" in answer.text


def test_a_name_that_was_allowed_is_known() -> None:
    app = create_app(StuckHost(), faces=FACES, boxes=NO_BOXES, allowed_hosts=["Table.Home"])
    assert app.test_client().get("/healthz", headers={"Host": "table.home:8080"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/ask/leave", "/new/just_dice", "/playground/press"])
def test_another_sites_page_cannot_play(rig: Rig, headers: dict[str, str], path: str) -> None:
    before = rig.view.number
    answer = rig.client().post(path, headers=headers, data={"seconds": "0.2"})
    assert answer.status_code == 403
    assert rig.view.number == before
    assert rig.hands.done == []


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}])
def test_the_own_page_can(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/ask/clear_notice", headers=headers).status_code == 303


def test_a_body_that_is_too_large_is_refused_in_words(client: FlaskClient) -> None:
    answer = client.post("/ask/do", data={"action": "x" * (BODY + 1)}, headers={"Accept": "application/json"})
    assert answer.status_code == 413
    assert answer.get_json()["slug"] == "http-413"


def test_every_answer_carries_the_policy_that_keeps_foreign_scripts_out(client: FlaskClient) -> None:
    for path in ("/", "/table", "/nowhere", "/healthz", "/static/css/base.css"):
        with client.get(path) as answer:
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_no_template_needs_what_the_policy_forbids() -> None:
    folder = Path(__file__).parents[2] / "web"
    for file in folder.rglob("*.html"):
        text = file.read_text()
        assert " style=" not in text, file
        assert "<style" not in text, file
        assert "javascript:" not in text, file
        assert " onclick" not in text, file
        assert "<script>" not in text, file


def test_nothing_is_fetched_from_elsewhere() -> None:
    folder = Path(__file__).parents[2] / "web"
    for file in [*folder.rglob("*.html"), *folder.rglob("*.css"), *(folder / "static" / "js").glob("*.js")]:
        assert "http://" not in file.read_text().replace("http://www.w3.org/", ""), file
        assert "https://" not in file.read_text(), file


def test_the_vendored_library_comes_with_its_licence() -> None:
    vendor = Path(__file__).parents[2] / "web" / "static" / "vendor"
    scripts = list(vendor.glob("*.js"))
    assert scripts
    for script in scripts:
        assert "permission" in (vendor / script.name.replace(".esm.js", ".LICENSE")).read_text().lower()
