"""The table over https: its authority, the TLS end, and the way to trust it."""

from __future__ import annotations

import http.client
import socket
import ssl
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.web.answered import answered
from tests.web.rig import Rig
from web.authority import FOLDER, LEAF, RENEWED, YEARS, Authority, HttpsError
from web.https import Https
from web.server import Server
from web.site import site_of
from web.tls import EACH

pytest.importorskip("cryptography", reason="https needs the extra `https`")

LIMIT = 20.0
"""Seconds after which a test gives up."""

NOW = datetime.now(UTC)
HOME = ("192.168.1.7",)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((folder / FOLDER).iterdir())}


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, ["localhost", "table.local"], NOW)


def test_it_is_made_once_and_kept_privately(tmp_path: Path, authority: Authority) -> None:
    authority.server(HOME, NOW)
    before = files(tmp_path)
    again = Authority(tmp_path, ["table.local", "LOCALHOST"], NOW + timedelta(days=1))
    assert again.server(HOME, NOW + timedelta(days=1))[2] is False
    assert files(tmp_path) == before
    assert again.fingerprint == authority.fingerprint
    assert stat.S_IMODE((tmp_path / FOLDER).stat().st_mode) == 0o700
    for name in ("authority.key", "server.key"):
        assert stat.S_IMODE((tmp_path / FOLDER / name).stat().st_mode) == 0o600


def test_the_servers_certificate_is_renewed_in_time_and_for_a_new_address(authority: Authority) -> None:
    assert authority.server(HOME, NOW)[2]
    assert not authority.server(HOME, NOW + LEAF - RENEWED - timedelta(days=1))[2]
    assert authority.server(HOME, NOW + LEAF - RENEWED + timedelta(days=1))[2]
    assert authority.server(("10.0.0.9",), NOW)[2]


@pytest.mark.parametrize("change", ["name", "end", "damage", "other-key"])
def test_a_new_authority_is_made_when_the_old_one_does_not_serve(
    tmp_path: Path, authority: Authority, change: str
) -> None:
    folder, names, now = tmp_path / FOLDER, ["localhost", "table.local"], NOW
    if change == "name":
        names = ["localhost", "sea.local"]
    elif change == "end":
        now = NOW + YEARS - LEAF + timedelta(days=1)
    elif change == "damage":
        (folder / "authority.pem").write_text("damaged")
    else:
        Authority(tmp_path / "other", names, NOW)
        (folder / "authority.key").write_bytes((tmp_path / "other" / FOLDER / "authority.key").read_bytes())
    assert Authority(tmp_path, names, now).fingerprint != authority.fingerprint


def shaken(authority: Path, certificate: Path, key: Path, name: str) -> None:
    """A handshake in memory of a browser that trusts `authority` and wants to speak to `name`.

    Raises:
        SSLError: the browser does not believe it.
    """
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=str(authority))
    server.load_cert_chain(certificate, key)
    one, two = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (client.wrap_bio(one, two, server_hostname=name), server.wrap_bio(two, one, server_side=True))
    done: set[int] = set()
    while len(done) < 2:
        for place, end in enumerate(ends):
            try:
                end.do_handshake()
                done.add(place)
            except ssl.SSLWantReadError:
                continue


@pytest.mark.parametrize("name", ["localhost", "table.local", "127.0.0.1", "192.168.1.7", "::1"])
def test_a_tablet_that_trusts_it_believes_the_table(authority: Authority, name: str) -> None:
    certificate, key, _ = authority.server(HOME, NOW)
    shaken(authority.certificate, certificate, key, name)


@pytest.mark.parametrize("name", ["bank.example", "192.168.1.8", "table.local.bank.example"])
def test_it_is_not_believed_under_a_name_that_is_not_its_own(authority: Authority, name: str) -> None:
    certificate, key, _ = authority.server(HOME, NOW)
    with pytest.raises(ssl.SSLCertVerificationError):
        shaken(authority.certificate, certificate, key, name)


def test_who_steals_its_key_cannot_speak_for_a_bank(authority: Authority) -> None:
    authority._names = ["bank.example"]
    certificate, key, _ = authority.server(HOME, NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shaken(authority.certificate, certificate, key, "bank.example")


def test_an_address_of_the_internet_is_not_certified(authority: Authority) -> None:
    certificate, key, _ = authority.server(("8.8.8.8", "2001:db8::1", *HOME), NOW)
    with pytest.raises(ssl.SSLCertVerificationError):
        shaken(authority.certificate, certificate, key, "8.8.8.8")


def test_without_the_library_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(HttpsError, match="not installed") as caught:
        Authority(tmp_path, ["localhost"])
    assert "web.https" in str(caught.value.advice)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    with pytest.raises(HttpsError, match="cannot be written"):
        Authority(tmp_path, ["localhost"])


# ---- over the wire


class Secure:
    """A rig served over https on this machine."""

    def __init__(self, folder: Path) -> None:
        self.rig = Rig(folder / "pictures")
        self.https = Https(folder, ["localhost"], "127.0.0.1", 0)
        self.https.install(self.rig.app)
        self.rig.app.add_url_rule("/who", "who", lambda: {"who": who()})
        self.server = Server(self.rig.app, port=0, front=self.https.front)
        self.trusting = ssl.create_default_context(cafile=str(self.https.authority.certificate))
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()
        self.https.front.start()

    @contextmanager
    def asked(self, path: str, *, plain: bool = False) -> Iterator[http.client.HTTPResponse]:
        connection = (
            http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=LIMIT)
            if plain
            else http.client.HTTPSConnection(
                "127.0.0.1", self.https.front.port, timeout=LIMIT, context=self.trusting
            )
        )
        with answered(connection, path) as answer:
            yield answer

    def close(self) -> None:
        self.server.stop()
        self._thread.join(LIMIT)
        self.https.front.stop()
        self.https.front.stop()
        self.rig.close()


def who() -> str:
    from flask import request

    return f"{request.remote_addr} {request.scheme} {request.host_url}"


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Secure]:
    made = Secure(tmp_path)
    yield made
    made.close()


def test_pages_come_over_https_and_see_who_asks(secure: Secure) -> None:
    with secure.asked("/who") as answer:
        port = secure.https.front.port
        assert answer.read().decode().strip() == f'{{"who":"127.0.0.1 https https://127.0.0.1:{port}/"}}'


def test_events_come_over_https_and_a_tablet_that_goes_gives_its_place_back(secure: Secure) -> None:
    secure.rig.new()
    with secure.asked("/live") as stream:
        lines = [stream.readline().decode() for _ in range(6)]
        assert "event: beat\n" in lines
        assert site_of(secure.rig.app).streams.open == 1
    deadline = time.monotonic() + LIMIT
    while site_of(secure.rig.app).streams.open and time.monotonic() < deadline:
        time.sleep(0.02)
    assert site_of(secure.rig.app).streams.open == 0
    assert secure.https.front.clients == {}


def test_browsers_that_connect_and_say_nothing_harm_nobody(secure: Secure) -> None:
    with ExitStack() as stack:
        for _ in range(EACH - 1):
            stack.enter_context(socket.create_connection(("127.0.0.1", secure.https.front.port), LIMIT))
        with secure.asked("/healthz") as answer:
            assert answer.status == 200


def test_one_address_has_its_share_of_connections(secure: Secure) -> None:
    with ExitStack() as stack:
        for _ in range(EACH):
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", secure.https.front.port), LIMIT))
            stack.enter_context(secure.trusting.wrap_socket(raw, server_hostname="127.0.0.1"))
        deadline = time.monotonic() + LIMIT
        while len(secure.https.front.clients) < EACH and time.monotonic() < deadline:
            time.sleep(0.02)
        with pytest.raises((OSError, http.client.HTTPException)), secure.asked("/healthz"):
            pass


def test_plain_http_leads_to_the_page_that_explains_and_does_nothing(secure: Secure) -> None:
    before = secure.rig.view.number
    with secure.asked("/pair?code=ABCD-EFGH", plain=True) as answer:
        assert (answer.status, answer.headers["Location"]) == (302, "/trust?to=/pair?code=ABCD-EFGH")
    with secure.asked("/trust?to=/pair?code=ABCD-EFGH", plain=True) as answer:
        text = answer.read().decode()
        assert secure.https.authority.fingerprint in text
        assert f"https://127.0.0.1:{secure.https.front.port}/pair?code=ABCD-EFGH" in text
    with secure.asked("/trust/table-companion-authority.crt", plain=True) as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert answer.read() == secure.https.authority.certificate.read_bytes()
    for path in ("/", "/live", "/pictures/x.jpg", "/tablets"):
        with secure.asked(path, plain=True) as answer:
            assert answer.status == 302, path
    assert secure.rig.client().post("/ask/clear_notice").status_code == 403
    assert secure.rig.view.number == before


@pytest.mark.parametrize(
    "to", ["//evil.example/", "https://evil.example/", "\\\\evil.example", "javascript:alert(1)"]
)
def test_the_way_onward_leads_to_this_table_alone(secure: Secure, to: str) -> None:
    text = secure.rig.client().get("/trust", query_string={"to": to}).text
    onward = next(part for part in text.split('"') if part.startswith("https:"))
    assert onward.startswith(f"https://localhost:{secure.https.front.port}/")


def test_another_program_of_this_machine_gets_nothing_at_the_inner_port(secure: Secure) -> None:
    inner = http.client.HTTPConnection("127.0.0.1", secure.https.front.inner.getsockname()[1], timeout=LIMIT)
    inner.request("GET", "/view.json")
    assert inner.getresponse().status == 403
    inner.close()


def test_a_new_certificate_is_shown_from_the_next_connection_on(
    secure: Secure, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> str:
        raw = socket.create_connection(("127.0.0.1", secure.https.front.port), LIMIT)
        with secure.trusting.wrap_socket(raw, server_hostname="127.0.0.1") as end:
            return str((end.getpeercert() or {})["serialNumber"])

    first = shown()
    assert secure.https.renew().state == "ready"
    assert shown() == first
    monkeypatch.setattr("web.https.addresses", lambda: {"10.1.2.3"})
    secure.https.renew()
    assert shown() != first
