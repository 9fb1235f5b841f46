"""What a hostile page or a stranger's tablet in the same network tries; see tests/browser/test_hostile.py too."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.pairing import Role
from tests.web.doorrig import JSON, DoorRig, cookie, routes
from web import throttle
from web.guard import BODY
from web.site import EACH, STRANGERS, STREAMS, Gate, Watcher, site_of

EVIL = "<img src=x onerror=alert(1)>\"'><script>alert(1)</script>{{7*7}}"
RAW = ("<img src=x", "<script>alert", "{{7*7}}\"'>", "onerror=alert(1)>")
"""What must not stand on a page as it was typed."""


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[DoorRig]:
    made = DoorRig(tmp_path)
    yield made
    made.close()


def post_routes(rig: DoorRig) -> list[str]:
    """An address of everything that can be sent."""
    return [address for _, method, address in routes(rig.app) if method == "POST"]


# ---- another site's page in the browser of a paired tablet (CSRF, DNS rebinding)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-site"},
        {"Origin": "null"},
        {"Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Host": "localhost.evil.example:80", "Origin": "http://localhost.evil.example:80"},
    ],
)
def test_no_route_does_what_another_sites_page_sends_with_the_hosts_cookie(
    rig: DoorRig, headers: dict[str, str]
) -> None:
    host = rig.paired(Role.HOST)
    before, tablets = rig.view.number, rig.door.register.tablets
    kept = {"Cookie": f"companion={cookie(host)}"}
    for address in post_routes(rig):
        answer = host.post(address, headers={**headers, **kept, **JSON})
        assert (answer.status_code, answer.get_json()["slug"]) == (403, "foreign-request"), address
    assert (rig.view.number, rig.hands.done, rig.door.register.tablets) == (before, [], tablets)


def test_a_rebound_name_reads_nothing_either(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    for path in ("/view.json", "/live", "/live/now", "/tablets", "/pair", "/openapi.json", "/static/icon.svg"):
        assert host.get(path, headers={"Host": "evil.example"}).status_code == 403, path


def test_no_get_request_changes_anything(rig: DoorRig) -> None:
    """Links, pictures and prefetching send GET without anybody's will."""
    rig.new()
    host = rig.paired(Role.HOST)
    before, tablets = rig.view.number, [tablet.id for tablet in rig.door.register.tablets]
    code = rig.door.codes.make(Role.HOST)
    for rule in rig.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.arguments and rule.endpoint != "live.live":
            with host.get(f"{rule.rule}?code={code}&seconds=1&page=table"):
                pass
    assert (rig.view.number, rig.hands.done) == (before, [])
    assert [tablet.id for tablet in rig.door.register.tablets] == tablets


def test_no_answer_may_be_framed_sniffed_or_read_by_others(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    for path in (
        "/",
        "/table",
        "/pair",
        "/tablets",
        "/view.json",
        "/static/icon.svg",
        "/nowhere",
        "/pictures/x.jpg",
    ):
        with host.get(path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in policy, path
            assert "unsafe" not in policy, path
            assert answer.headers["X-Content-Type-Options"] == "nosniff", path
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path
            assert "Access-Control-Allow-Origin" not in answer.headers, path


# ---- a stranger's tablet in the network


def test_a_stranger_does_not_take_all_streams(rig: DoorRig) -> None:
    rig.paired(Role.HOST)
    player = rig.paired(address="192.168.1.31")
    site = site_of(rig.app)
    site.stopping.set()  # a stream ends as soon as it is read
    with ExitStack() as open_streams:
        for place in range(2 * STREAMS):
            stranger = rig.browser(f"192.168.1.{60 + place % 6}")
            open_streams.enter_context(stranger.get("/live?page=table"))
        assert site.streams.open == STRANGERS
        for _ in range(EACH):
            assert open_streams.enter_context(player.get("/live?page=table")).status_code == 200
        assert open_streams.enter_context(player.get("/live?page=table")).status_code == 503
    assert site.streams.open == 0


def test_one_address_has_its_share_of_streams_and_no_more() -> None:
    gate, one, other = Gate(10, each=3, strangers=5), Watcher("address a", True), Watcher("address b", True)
    assert [gate.enter(one) for _ in range(4)] == [True] * 3 + [False]
    assert [gate.enter(other) for _ in range(3)] == [True] * 2 + [False]
    paired = Watcher("tablet c")
    assert [gate.enter(paired) for _ in range(4)] == [True] * 3 + [False]
    assert [gate.enter() for _ in range(3)] == [True] * 2 + [False], "who needs no limit finds ten places"
    gate.leave(one)
    assert gate.enter(other)
    for watcher, count in ((one, 2), (other, 3), (paired, 3), (Watcher(), 2)):
        for _ in range(count):
            gate.leave(watcher)
    assert gate.open == 0


def test_asking_all_the_time_is_refused_and_harms_nobody_else(
    rig: DoorRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert throttle.EVERYTHING.most / throttle.EVERYTHING.seconds <= 25, "a second"
    monkeypatch.setattr(throttle, "EVERYTHING", throttle.Limit(100, 10))
    stranger, other = rig.browser("192.168.1.66"), rig.browser()
    statuses = [stranger.get("/healthz").status_code for _ in range(102)]
    assert statuses == [200] * 100 + [429] * 2
    assert other.get("/healthz").status_code == 200
    rig.ahead += 1.0
    assert stranger.get("/healthz").status_code == 200


def test_tapping_like_a_machine_is_refused(rig: DoorRig, monkeypatch: pytest.MonkeyPatch) -> None:
    assert throttle.POSTS.most / throttle.POSTS.seconds <= 5, "a second"
    monkeypatch.setattr(throttle, "POSTS", throttle.Limit(30, 10))
    player = rig.paired()
    statuses = [player.post("/ask/clear_notice", headers=JSON).status_code for _ in range(32)]
    assert statuses == [200] * 30 + [429] * 2
    assert player.get("/table").status_code == 200


def test_another_tablets_cookie_is_ended_by_leaving(rig: DoorRig) -> None:
    """A cookie that was copied is as good as the tablet's, until the tablet leaves or the host removes it."""
    phone = rig.paired()
    thief = rig.browser("192.168.1.66")
    thief.set_cookie("companion", cookie(phone))
    assert thief.post("/ask/clear_notice", headers=JSON).status_code == 200
    phone.post("/pair/leave")
    assert thief.post("/ask/clear_notice", headers=JSON).status_code == 403


def test_nobody_pushes_a_cookie_of_his_own_choice_on_a_tablet_that_joins(rig: DoorRig) -> None:
    """Joining begins a new session: one that was there before is forgotten."""
    host, phone = rig.paired(Role.HOST), rig.browser()
    phone.set_cookie("companion", cookie(host))
    phone.post("/pair/code", data={"code": rig.door.codes.make(Role.ACTOR)})
    assert cookie(phone) != cookie(host)
    assert phone.get("/tablets").status_code == 403


# ---- texts (XSS)


def test_names_of_players_and_tablets_are_text_wherever_they_stand(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    host.post("/pair/knock", data={"name": EVIL})
    own = rig.door.register.tablets[0].id
    host.post(f"/tablets/{own}/name", data={"name": EVIL})
    seats = [{"name": EVIL[:30], "colour": "yellow"}, {"name": "Bo", "colour": "blue"}]
    for game in ("yahtzee_jr", "plankton_rising", "monopoly"):
        rig.ask("new", game=game, seats=seats)
        evening = f"/evening/{rig.view.evening}/summary"
        for path in ("/", "/table", "/log", "/tablets", "/pair", "/across", "/players", evening, f"{evening}.svg"):
            answer = host.get(path)
            assert answer.status_code == 200 or path.endswith(".svg"), path
            assert not any(raw in answer.text for raw in RAW), (game, path)
    assert not any(raw in json.loads(host.get("/live/now?page=table").text)["html"] for raw in RAW)


def test_what_boxes_and_forms_hold_is_text(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    for path, data in (
        ("/boxes/plankton_rising", {"name": EVIL, "text": f"# {EVIL}\n[x]\ny = '{EVIL[:9]}'"}),
        ("/boxes/monopoly", {"name": "evil", "file": (io.BytesIO(f"# {EVIL}".encode()), EVIL)}),
        ("/deck/standard", {"name": EVIL, "kind": EVIL, "op": EVIL, "n": EVIL}),
        ("/new/yahtzee_jr", {"name-0": EVIL, "colour-0": EVIL, "clock": EVIL, "seconds": EVIL, "box": EVIL}),
        ("/pair/code", {"code": EVIL, "name": EVIL}),
        ("/tablet", {"theme": EVIL, "lang": EVIL}),
    ):
        answer = host.post(path, data=data, follow_redirects=True)
        assert answer.status_code < 500, path
        assert not any(raw in answer.text for raw in RAW), path
    for path in (
        "/boxes/plankton_rising",
        "/boxes/monopoly",
        f"/pair?code={EVIL}",
        f"/tablet?kept={EVIL}",
        f"/{EVIL}",
    ):
        assert not any(raw in host.get(path).text for raw in RAW), path


# ---- bodies that are made to hurt


@pytest.mark.parametrize(
    ("path", "kind", "data"),
    [
        ("/ask/new", "application/json", b"[" * 30_000),
        ("/ask/new", "application/json", b'{"game":' * 7_000),
        ("/ask/open", "application/json", b'{"evening": 1' + b"0" * 5_000 + b"}"),
        ("/ask/open", "application/x-www-form-urlencoded", b"evening=1" + b"0" * 5_000),
        ("/ask/open", "application/json", b'{"evening": 99999999999999999999}'),
        ("/ask/give", "application/x-www-form-urlencoded", b"name=reroll&value=" + b"9" * 5_000),
        ("/ask/accept", "application/json", b'{"proposal": 1e400}'),
        ("/ask/do", "application/json", b'{"action": "0 roll faces=' + b"[" * 20_000 + b'"}'),
        ("/ask/do", "application/json", b'{"action": "\\ud800"}'),
        ("/ask/do", "application/x-www-form-urlencoded", b"&".join([b"a=1"] * 16_000)),
        ("/ask/clear_notice", "application/json", b'{"seen": "1' + b"0" * 5_000 + b'"}'),
        ("/ask/open", "multipart/form-data; boundary=x", b"--x\r\n" * 12_000),
        ("/boxes/plankton_rising", "application/x-www-form-urlencoded", b"name=a&text=a=" + b"[" * 40_000),
        (
            "/new/yahtzee_jr",
            "application/x-www-form-urlencoded",
            b"name-0=a&name-1=b&clock=down&seconds=" + b"9" * 5_000,
        ),
        ("/deck/standard", "application/x-www-form-urlencoded", b"name=a&n=" + b"9" * 5_000),
        ("/pair/code", "application/x-www-form-urlencoded", b"code=%00&name=%ff"),
    ],
)
def test_bodies_that_are_made_to_hurt_are_refused_in_words(
    rig: DoorRig, path: str, kind: str, data: bytes
) -> None:
    rig.new()
    before = rig.view.log
    answer = rig.paired(Role.HOST).post(path, data=data, content_type=kind, headers=JSON)
    assert 300 < answer.status_code < 500, answer.text[:300]
    assert rig.view.log == before


@pytest.mark.parametrize(
    "path", ["/proposal/{}/1", "/proposal/1/{}", "/fix/{}/0", "/live?after={}", "/live?after=x-{}"]
)
def test_numbers_without_end_are_refused_in_addresses_too(rig: DoorRig, path: str) -> None:
    assert rig.paired(Role.HOST).get(path.format("9" * 5_000)).status_code in (400, 404)


def test_no_line_break_comes_into_a_header_from_an_address(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    for address in post_routes(rig):
        answer = host.post(address.replace("/x", "/x%0d%0aSet-Cookie:%20a=b"), headers=JSON)
        assert answer.status_code < 500, address
        assert "a=b" not in str(answer.headers), address


def test_a_body_that_is_too_large_is_refused_on_every_route(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    for address in post_routes(rig):
        with host.post(address, data={"x": "y" * (BODY + 1)}, headers=JSON) as answer:
            assert answer.status_code in (303, 400, 403, 404, 405, 413), (address, answer.status_code)
