"""The door of the program as a whole: its button, its first code, its settings, https."""

from __future__ import annotations

import ssl
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app import App
from companion.commands.read import default_models
from companion.config import SETTINGS
from companion.edge import Wishes
from companion.pairing import Role, Tablet, Waiting
from companion.state.view import Service
from companion.whereabouts import announcement

SEATS = [{"name": "Ada", "colour": "yellow"}, {"name": "Bo", "colour": "green"}]


@contextmanager
def running(state: Path, settings: str = "", *, simulate: bool = True) -> Iterator[App]:
    state.mkdir(exist_ok=True)
    (state / SETTINGS).write_text(settings)
    app = App(Wishes(state, default_models(), simulate, host="127.0.0.1", port=0))
    app.start()
    server = threading.Thread(target=app.serve)
    server.start()
    try:
        yield app
    finally:
        app.server.stop()
        server.join(20)
        app.stop()


def pushed(app: App, seconds: float) -> None:
    """The table button's pin pushed down for so long."""
    assert app.edge.playground
    app.edge.playground.press(seconds)


def collected(app: App, waiting: Waiting) -> Tablet:
    """The waiting tablet, once it was let in."""
    deadline = time.monotonic() + 10
    while (tablet := app.pairing.collect(waiting.ticket)) is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return tablet


def service(app: App, name: str) -> Service:
    """A service once it has told its state."""
    deadline = time.monotonic() + 10
    while name not in app.host.view.services and time.monotonic() < deadline:
        app.host.wait(app.host.view.number, 0.5)
    return app.host.view.services[name]


def test_the_real_button_lets_a_tablet_in_and_during_a_game_only_when_it_is_held(tmp_path: Path) -> None:
    with running(tmp_path) as app:
        first = app.pairing.knock("iPad")
        assert service(app, "pairing").state == "asking"
        pushed(app, 0.1)
        assert collected(app, first).role is Role.HOST
        app.host.ask("new", game="yahtzee_jr", seats=SEATS).result(5)
        second = app.pairing.knock("Phone")
        number = app.host.view.number
        pushed(app, 0.1)
        assert app.host.wait(number, 10).number > number, "the game has heard it"
        assert app.pairing.collect(second.ticket) is None
        pushed(app, 1.4)
        assert collected(app, second).role is Role.ACTOR
    with running(tmp_path) as app:
        assert [one.name for one in app.pairing.register.tablets] == ["iPad", "Phone"]


def test_https_is_served_beside_plain_http_which_only_explains(tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="https needs the extra `https`")
    with running(tmp_path, '[web]\nhttps = true\nhttps_port = 0\npairing = "off"\n') as app:
        assert app.pairing.everybody_plays
        assert app.https
        trusting = ssl.create_default_context(cafile=str(app.https.authority.certificate))
        secure = f"https://localhost:{app.https.front.port}/healthz"
        with urllib.request.urlopen(secure, timeout=10, context=trusting) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(app.server.address, timeout=10) as answer:
            assert answer.url.endswith("/trust?to=/")


@pytest.mark.parametrize("simulate", [False, True])
def test_the_network_is_told_of_a_real_table_with_its_name_and_ports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, simulate: bool
) -> None:
    pytest.importorskip("cryptography", reason="https needs the extra `https`")
    avahi = tmp_path / "avahi"
    avahi.write_text("as it was installed")
    monkeypatch.setattr("companion.whereabouts.AVAHI", avahi)
    settings = '[web]\nname = "Parlour"\nhttps = true\nhttps_port = 0\n[camera]\nsource = "none"\n'
    with running(tmp_path / "state", settings, simulate=simulate) as app:
        assert service(app, "address").state == "ready"
        assert app.https
        ports = {"http": app.server.port, "https": app.https.front.port}
        assert avahi.read_text() == ("as it was installed" if simulate else announcement("Parlour", ports))


def test_a_new_host_comes_in_by_the_machine_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All hosts are lost: who has a shell on the table's computer lets a new one in while it runs."""
    with running(tmp_path) as app:
        app.pairing.register.add("the lost one")
        assert main(["tablets", "--let-in", "--state", str(tmp_path)]) == 0
        code = capsys.readouterr().out.partition("code=")[2][:9]
        assert app.pairing.enter(code, "New").role is Role.HOST
        assert main(["tablets", "--remove", "1", "--state", str(tmp_path)]) == 0
        assert [one.name for one in app.pairing.register.tablets] == ["New"]


def test_https_that_cannot_be_had_is_told_and_the_table_is_served(tmp_path: Path) -> None:
    tmp_path.joinpath("https").write_text("in the way")
    with running(tmp_path, "[web]\nhttps = true\nhttps_port = 0\n") as app:
        assert app.https is None
        with urllib.request.urlopen(app.server.address + "healthz", timeout=10) as answer:
            assert answer.status == 200
        assert service(app, "https").state == "failed"
