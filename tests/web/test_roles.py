"""Who may open what."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.pairing import Role
from tests.web.doorrig import JSON, DoorRig, routes
from web import doctor, roles, uploads
from web.guard import BODY
from web.shop import PARCEL, PICTURES


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[DoorRig]:
    made = DoorRig(tmp_path)
    doctor.install(made.app, lambda: pytest.fail("the doctor was asked"))
    yield made
    made.close()


def test_every_route_declares_its_role(rig: DoorRig) -> None:
    assert [endpoint for endpoint, _, _ in routes(rig.app) if not roles.declared(endpoint)] == []


def test_no_role_is_declared_for_a_route_that_is_not_there(rig: DoorRig) -> None:
    there = {endpoint for endpoint, _, _ in routes(rig.app)}
    known = (
        there | {endpoint.partition(".")[0] for endpoint in there} | {"trust", "design"}
    )  # with https, and in development
    assert set(roles.ROLES) - known == set()


def test_a_route_that_nobody_declared_is_the_hosts() -> None:
    assert roles.needed("new.one") is Role.HOST


def test_everything_that_changes_the_table_needs_a_role(rig: DoorRig) -> None:
    """What a tablet without any role may send: its way in, and its own cookies."""
    free = {endpoint for endpoint, method, _ in routes(rig.app) if method == "POST" and not roles.needed(endpoint)}
    assert free == {
        "pairing.knock", "pairing.cancel", "pairing.code", "pairing.unlock", "pairing.leave", "tablet.keep",
    }  # fmt: skip


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ACTOR])
def test_each_route_is_closed_to_who_is_less(rig: DoorRig, role: Role) -> None:
    client = rig.paired(role)
    before = rig.view.number
    wrong = []
    for endpoint, method, address in routes(rig.app):
        if roles.needed(endpoint) > role:
            answer = client.open(address, method=method, headers=JSON)
            told = answer.get_json() if answer.is_json else {}
            if (answer.status_code, told.get("slug")) != (403, "not-allowed"):
                wrong.append((endpoint, answer.status_code))
    assert wrong == []
    assert (rig.view.number, rig.hands.done) == (before, [])


def test_who_is_not_paired_watches_and_is_told_how_to_join(rig: DoorRig) -> None:
    rig.new()
    stranger = rig.browser()
    for path in ("/", "/table", "/log", "/view.json", "/live/now", "/healthz", "/playground/lamps"):
        assert stranger.get(path).status_code == 200, path
    told = stranger.post("/ask/pause", headers=JSON)
    assert (told.status_code, told.get_json()["slug"]) == (403, "not-paired")
    refused = stranger.get("/teach")
    assert (refused.status_code, 'href="/pair"' in refused.text) == (403, True)
    assert 'data-role="viewer"' in stranger.get("/table").text


def test_an_actor_plays_and_does_not_set_up(rig: DoorRig) -> None:
    rig.new()
    player = rig.paired()
    assert player.post("/ask/pause", headers=JSON).status_code == 200
    assert player.get("/tablets").status_code == 403
    assert 'data-role="actor"' in player.get("/table").text


def test_a_family_without_pairing_plays_and_the_host_sets_up(tmp_path: Path) -> None:
    rig = DoorRig(tmp_path, everybody_plays=True)
    rig.new()
    anybody, host = rig.browser(), rig.paired(Role.HOST)
    assert anybody.post("/ask/pause", headers=JSON).status_code == 200
    assert anybody.get("/tablets").status_code == 403
    assert host.get("/tablets").status_code == 200
    rig.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "127.8.8.8"])
def test_on_a_real_table_no_address_is_trusted(rig: DoorRig, address: str) -> None:
    assert rig.browser(address).post("/ask/pause", headers=JSON).status_code == 403


def test_on_a_simulated_table_this_machine_is_the_host_and_others_are_not(tmp_path: Path) -> None:
    rig = DoorRig(tmp_path, trusts_this_machine=True)
    assert rig.browser("127.0.0.1").get("/tablets").status_code == 200
    for address in ("192.0.2.7", "", "0.0.0.0", "localhost", "127.0.0.1.evil.example", "224.0.0.1"):
        assert rig.browser(address).get("/tablets").status_code == 403, address
    phone = rig.browser("192.0.2.7")
    assert phone.post("/pair/code", data={"code": rig.door.first_code()}).status_code == 303
    assert phone.post("/ask/clear_notice", headers=JSON).status_code == 200
    rig.close()


def test_what_is_not_there_is_said_to_everybody(rig: DoorRig) -> None:
    assert rig.browser().get("/nowhere").status_code == 404


def views(app: Flask) -> dict[str, Any]:
    return {endpoint: inspect.unwrap(view) for endpoint, view in app.view_functions.items()}


def test_every_page_that_takes_files_has_its_limit_on_the_list(rig: DoorRig) -> None:
    takes = {
        endpoint
        for endpoint, view in views(rig.app).items()
        if inspect.isfunction(view) and re.search(r"\bfiles\(|request\.files", inspect.getsource(view))
    }
    assert takes - {"boxshelf.keep"} <= set(uploads.LARGE)
    assert set(uploads.LARGE) <= set(rig.app.view_functions)


def environ(client: FlaskClient) -> dict[str, str]:
    found = client.get_cookie("companion")
    return {"HTTP_COOKIE": f"companion={found.value}"} if found else {}


@pytest.mark.parametrize(
    ("path", "most"),
    [("/teach/import", PARCEL), ("/teach/x/look", PICTURES), ("/ask/do", BODY), ("/nowhere", BODY), ("//[", BODY)],
)
def test_only_who_may_send_pictures_may_send_much(rig: DoorRig, path: str, most: int) -> None:
    host, player, stranger = rig.paired(Role.HOST), rig.paired(), rig.browser()
    allowed = [uploads.most_for(rig.app, "POST", path, environ(one)) for one in (host, player, stranger)]
    assert allowed == [most, BODY, BODY]
