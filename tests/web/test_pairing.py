"""A tablet joins the table, keeps its session, and loses it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from companion.pairing import Role
from companion.pairing.waiting import PATIENCE
from tests.web.doorrig import JSON, QUICK, DoorRig, cookie
from web import pin, sessions


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DoorRig]:
    monkeypatch.setattr(pin, "METHOD", QUICK)
    made = DoorRig(tmp_path)
    yield made
    made.close()


def may_play(client: FlaskClient) -> bool:
    return client.post("/ask/clear_notice", headers=JSON).status_code == 200


def state(client: FlaskClient) -> str:
    return str(client.get("/pair/state").get_json()["state"])


def test_a_tablet_waits_under_its_sign_and_the_button_lets_it_in(rig: DoorRig) -> None:
    ipad = rig.browser()
    assert state(ipad) == "out"
    assert ipad.post("/pair/knock", data={"name": "Ann's iPad"}).headers["Location"] == "/pair"
    assert rig.door.waiting
    sign = rig.door.waiting.sign
    page = ipad.get("/pair").text
    assert str(sign.animal) in page
    assert f"c-{sign.colour}" in page
    assert (state(ipad), may_play(ipad)) == ("waiting", False)
    assert rig.door.press(held=False, playing=False)
    assert (state(ipad), may_play(ipad)) == ("in", True)
    assert "Ann&#39;s iPad" in ipad.get("/pair").text


def test_a_strangers_tablet_does_not_slip_in_behind_another(rig: DoorRig) -> None:
    ipad, stranger = rig.browser(), rig.browser("192.168.1.66")
    ipad.post("/pair/knock")
    told = stranger.post("/pair/knock")
    assert (told.status_code, "Another tablet is waiting" in told.text) == (403, True)
    assert rig.door.waiting
    assert str(rig.door.waiting.sign.animal) not in stranger.get("/pair").text, "a sign is not shown to others"
    stranger.post("/pair/cancel")
    assert rig.door.waiting, "nobody sends another tablet away"
    rig.door.press(held=False, playing=False)
    assert (state(stranger), state(ipad)) == ("out", "in")


def test_who_waits_in_vain_is_told(rig: DoorRig) -> None:
    ipad = rig.browser()
    ipad.post("/pair/knock")
    rig.ahead += PATIENCE
    assert state(ipad) == "out"


def test_a_tablet_waits_no_more(rig: DoorRig) -> None:
    ipad = rig.browser()
    ipad.post("/pair/knock")
    ipad.post("/pair/cancel")
    assert rig.door.waiting is None


def test_the_link_of_the_start_pairs_in_one_go(rig: DoorRig) -> None:
    code = rig.door.first_code()
    phone = rig.browser()
    page = phone.get(f"/pair?code={code}").text
    assert 'id="at-once"' in page
    assert f'value="{code}"' in page
    assert not rig.door.register.tablets, "opening a link alone changes nothing"
    assert phone.post("/pair/code", data={"code": code}).headers["Location"] == "/"
    assert may_play(phone)


@pytest.mark.parametrize(
    ("agent", "name"), [("Mozilla/5.0 (iPad; CPU OS 17_0)", "iPad"), ("X11; Linux", "Computer"), ("", "Computer")]
)
def test_a_tablet_without_a_name_is_called_after_its_kind(rig: DoorRig, agent: str, name: str) -> None:
    rig.browser().post("/pair/code", data={"code": rig.door.first_code()}, headers={"User-Agent": agent})
    assert [tablet.name for tablet in rig.door.register.tablets] == [name]


def test_the_cookie_is_no_scripts_business_and_stays_on_this_site(rig: DoorRig) -> None:
    answer = rig.browser().post("/pair/code", data={"code": rig.door.first_code()})
    (sent,) = answer.headers.getlist("Set-Cookie")
    assert sent.startswith("companion=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in sent.split(";")}
    assert "Domain" not in sent


def test_over_https_the_cookie_is_secure_and_bound_to_this_host(rig: DoorRig) -> None:
    answer = rig.browser().post("/pair/code", data={"code": rig.door.first_code()}, base_url="https://localhost")
    (sent,) = answer.headers.getlist("Set-Cookie")
    assert sent.startswith("__Host-companion=")
    assert "Secure" in sent


def test_a_session_goes_over_to_https_once_and_the_old_one_ends(rig: DoorRig) -> None:
    ipad = rig.paired(Role.HOST)
    overheard = cookie(ipad)
    page = ipad.get("/tablets", base_url="https://localhost", headers={"Cookie": f"companion={overheard}"})
    assert page.status_code == 200
    listener = rig.browser()
    listener.set_cookie("companion", overheard)
    assert listener.get("/tablets").status_code == 403
    assert listener.get("/tablets", base_url="https://localhost").status_code == 403


def test_sessions_survive_a_restart(rig: DoorRig) -> None:
    kept = cookie(rig.paired(Role.HOST))
    rig.restart()
    ipad = rig.browser()
    ipad.set_cookie("companion", kept)
    assert ipad.get("/tablets").status_code == 200


def test_a_removed_tablet_is_out_at_once(rig: DoorRig) -> None:
    host, phone = rig.paired(Role.HOST), rig.paired()
    assert may_play(phone)
    host.post(f"/tablets/{rig.door.register.tablets[1].id}/remove")
    assert not may_play(phone)
    assert cookie(phone) == "", "a session that is not good is taken away"


def test_removing_all_removes_the_host_too(rig: DoorRig) -> None:
    host, phone = rig.paired(Role.HOST), rig.paired()
    assert host.post("/tablets/remove-all").headers["Location"] == "/pair"
    assert not may_play(phone)
    assert host.get("/tablets").status_code == 403


def test_a_tablet_leaves(rig: DoorRig) -> None:
    phone = rig.paired()
    assert phone.post("/pair/leave").status_code == 303
    assert not may_play(phone)
    assert len(rig.door.register.tablets) == 1


def test_the_last_host_does_not_leave_by_mistake(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    assert host.post("/pair/leave").status_code == 403
    assert host.get("/tablets").status_code == 200


def signed(key: bytes, payload: object, ago: timedelta = timedelta(0), salt: str = sessions.Sessions.salt) -> str:
    """A cookie signed with `key`, as if `ago`."""

    class Earlier(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(time.time() - ago.total_seconds())

    options = {"key_derivation": "hmac", "digest_method": sessions.Sessions.digest_method}
    serializer = URLSafeTimedSerializer(
        key, salt=salt, serializer=sessions.Sessions.serializer, signer=Earlier, signer_kwargs=options
    )
    made = serializer.dumps(payload)
    return made if isinstance(made, str) else made.decode()


def opens(rig: DoorRig, value: str) -> bool:
    """Whether a browser with this cookie is the host."""
    client = rig.browser("192.168.1.66")
    client.set_cookie("companion", value)
    answer = client.get("/tablets")
    assert answer.status_code in (200, 403)
    return answer.status_code == 200


def test_a_session_is_neither_forged_nor_kept_for_ever(rig: DoorRig) -> None:
    good = cookie(rig.paired(Role.HOST))
    key, (tablet,) = rig.door.register.key, rig.door.register.tablets
    mine = {"tablet": tablet.id, "issue": tablet.issue}
    assert opens(rig, good)
    assert opens(rig, signed(key, mine)), "the forger below knows how it is done"
    body, stamp, signature = good.split(".")[-3:]
    forged = [
        signed(b"\x00" * 32, mine),
        signed(b"", mine),
        signed(key, mine, salt="cookie-session"),
        signed(key, mine | {"issue": 0}),
        signed(key, mine | {"tablet": "0" * 16}),
        signed(key, mine, ago=sessions.LIFETIME + timedelta(seconds=2)),
        f"{body}.{stamp}.{signature[:-2]}AA",
        f"{body}.{stamp}.",
        f"{body}.{stamp}",
        body,
        "",
        "." * 3000,
        "eyJ0YWJsZXQiOiIxIn0.x.y",
    ]
    assert [opens(rig, value) for value in forged] == [False] * len(forged)
    assert opens(rig, signed(key, mine, ago=sessions.LIFETIME - timedelta(days=1)))
    rig.door.register.renew(tablet.id)
    assert not opens(rig, good)


def test_the_key_of_another_table_is_of_no_use_here(rig: DoorRig, tmp_path: Path) -> None:
    other = DoorRig(tmp_path / "other")
    foreign = cookie(other.paired(Role.HOST))
    other.close()
    rig.paired(Role.HOST)
    assert not opens(rig, foreign)


def test_a_ticket_is_worth_nothing_to_who_has_none(rig: DoorRig) -> None:
    rig.browser().post("/pair/knock")
    rig.door.press(held=False, playing=False)
    thief = rig.browser("192.168.1.66")
    for ticket in ("", "x", None, ["x"], {"x": 1}):
        thief.set_cookie("companion", signed(rig.door.register.key, {"ticket": ticket}))
        assert state(thief) == "out"


def test_guessing_codes_is_refused_soon_and_per_address(rig: DoorRig) -> None:
    code = rig.door.codes.make(Role.ACTOR)
    guesser = rig.browser("192.168.1.66")
    statuses = [guesser.post("/pair/code", data={"code": "AAAA-AAAA"}).status_code for _ in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    refused = guesser.post("/pair/code", data={"code": code})
    assert (refused.status_code, int(refused.headers["Retry-After"]) > 0) == (429, True)
    assert rig.browser().post("/pair/code", data={"code": code}).status_code == 303


def test_guessing_from_many_addresses_is_refused_too(rig: DoorRig) -> None:
    statuses = [
        rig.browser(f"fd00::{place:x}").post("/pair/code", data={"code": "AAAA"}, headers=JSON).status_code
        for place in range(122)
    ]
    assert statuses[:120] == [403] * 120
    assert statuses[120:] == [429] * 2


def test_knocking_all_the_time_is_refused(rig: DoorRig) -> None:
    stranger = rig.browser("192.168.1.66")
    statuses = []
    for _ in range(7):
        statuses.append(stranger.post("/pair/knock").status_code)
        stranger.post("/pair/cancel")
    assert statuses == [303] * 6 + [429]


def test_an_invitation_is_shown_as_letters_and_as_a_picture(rig: DoorRig) -> None:
    host = rig.paired(Role.HOST)
    page = host.post("/tablets/invite", data={"role": "host"}).text
    found = re.search(r"pair\?code=([A-Z2-9-]{9})", page)
    assert found
    assert "<svg" in page
    second = rig.browser()
    second.post("/pair/code", data={"code": found[1], "name": "second"})
    assert second.get("/tablets").status_code == 200


@pytest.mark.parametrize("role", ["viewer", "king", ""])
def test_an_invitation_to_nothing_is_refused(rig: DoorRig, role: str) -> None:
    assert rig.paired(Role.HOST).post("/tablets/invite", data={"role": role}).status_code == 400


def test_the_host_changes_names_and_roles(rig: DoorRig) -> None:
    host, phone = rig.paired(Role.HOST), rig.paired()
    tablet = rig.door.register.tablets[1].id
    host.post(f"/tablets/{tablet}/name", data={"name": "Bo's phone"})
    host.post(f"/tablets/{tablet}/role", data={"role": "viewer"})
    assert (rig.door.register.tablets[1].name, may_play(phone)) == ("Bo's phone", False)
    own = rig.door.register.tablets[0].id
    assert host.post(f"/tablets/{own}/role", data={"role": "actor"}).status_code == 403
    assert host.post("/tablets/nobody/remove").status_code == 403


def test_the_host_sends_a_waiting_tablet_away(rig: DoorRig) -> None:
    host, stranger = rig.paired(Role.HOST), rig.browser("192.168.1.66")
    stranger.post("/pair/knock", data={"name": "who?"})
    assert "who?" in host.get("/tablets").text
    host.post("/tablets/send-away")
    assert (state(stranger), rig.door.waiting) == ("out", None)


def test_with_a_pin_the_hosts_things_need_it(rig: DoorRig) -> None:
    host, phone = rig.paired(Role.HOST), rig.paired()
    assert host.post("/tablets/pin", data={"pin": "2468", "again": "2468"}).status_code == 303
    assert host.get("/tablets").status_code == 200, "it counts as entered where it was set"
    rig.ahead += 3600
    assert host.get("/tablets", headers=JSON).get_json()["slug"] == "pin-needed"
    assert may_play(host)
    assert host.post("/pair/unlock", data={"pin": "2468"}).headers["Location"] == "/tablets"
    assert host.get("/tablets").status_code == 200
    assert phone.get("/tablets").status_code == 403
    phone.post("/pair/unlock", data={"pin": "2468"})
    assert phone.get("/tablets").status_code == 200, "who knows the PIN is the host for a while"
    host.post("/tablets/pin/forget")
    assert phone.get("/tablets").status_code == 403


def test_the_pin_is_not_guessed(rig: DoorRig) -> None:
    rig.set_pin("2468")
    phone = rig.paired()
    statuses = [phone.post("/pair/unlock", data={"pin": f"{guess}"}).status_code for guess in range(1000, 1007)]
    assert statuses == [403] * 5 + [429] * 2
    assert phone.post("/pair/unlock", data={"pin": "2468"}).status_code == 429
    assert phone.get("/tablets").status_code == 403


def test_who_is_not_paired_has_no_use_for_the_pin(rig: DoorRig) -> None:
    rig.set_pin("2468")
    stranger = rig.browser()
    assert stranger.post("/pair/unlock", data={"pin": "2468"}, headers=JSON).get_json()["slug"] == "not-paired"
    assert stranger.get("/tablets").status_code == 403


@pytest.mark.parametrize(("first", "second"), [("123", "123"), ("12345", "54321"), ("abcd", "abcd"), ("", "")])
def test_a_pin_is_four_digits_or_more_and_written_twice(rig: DoorRig, first: str, second: str) -> None:
    assert rig.paired(Role.HOST).post("/tablets/pin", data={"pin": first, "again": second}).status_code == 403
    assert rig.door.register.pin == ""


def test_the_pins_hash_is_dear_and_tells_nothing() -> None:
    assert pin.METHOD == "scrypt:32768:8:3", "OWASP's figures"
    assert pin.fits("2468", pin.hashed("2468"))
    first, second = pin.hashed("2468", QUICK), pin.hashed("2468", QUICK)
    assert first != second
    assert "2468" not in first
    assert pin.fits("2468", first)
    assert not pin.fits("2469", first)
    assert not pin.fits("2468", "")


def test_a_table_without_a_door_has_no_such_pages(tmp_path: Path) -> None:
    from tests.web.rig import Rig

    open_rig = Rig(tmp_path / "open")
    for path in ("/pair", "/tablets"):
        assert open_rig.client().get(path).status_code == 404
    open_rig.close()
