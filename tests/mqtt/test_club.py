"""A club with a real broker, with one that comes and goes, and with ones that misbehave."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.config import MqttSettings
from companion.errors import BrokerError
from companion.mqtt import line
from companion.mqtt.club import FLYING, Club
from companion.mqtt.outbox import Outbox
from companion.mqtt.topics import Topics
from companion.state.view import Service
from tests.mqtt.broker import (
    MOSQUITTO,
    OPENSSL,
    PASSWD,
    PATIENCE,
    Listener,
    certified,
    free_port,
    mosquitto,
)
from tests.mqtt.views import Evening

needs_broker = pytest.mark.skipif(MOSQUITTO is None, reason="no Mosquitto: apt-get install mosquitto")
PARLOUR = Topics("parlour")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "RETRY", 0.05)
    monkeypatch.setattr(line, "RETRY_LONGEST", 0.1)


class Table:
    """A table in a club; `states` are those that its broker has had."""

    def __init__(self, port: int, folder: Path, most: int = 500, **settings: object) -> None:
        self.states: list[Service] = []
        self._news = threading.Condition()
        wanted = MqttSettings(host="127.0.0.1", port=port, table="parlour", **settings)  # type: ignore[arg-type]
        self.club = Club(wanted, folder, self._told, Outbox(most))
        self.club.start()

    def _told(self, state: Service) -> None:
        with self._news:
            self.states.append(state)
            self._news.notify_all()

    def until_told(self, sentence: str) -> None:
        """Return as soon as this was told."""
        with self._news:
            assert self._news.wait_for(lambda: any(sentence in one for one in self.sentences), PATIENCE)

    @property
    def sentences(self) -> list[str]:
        """What was told of the broker."""
        return [str(state.sentence) for state in self.states]

    def until(self, state: str) -> Service:
        """The broker's state as soon as it is this one."""
        with self._news:
            assert self._news.wait_for(lambda: self.states[-1].state == state, PATIENCE), self.states
            return self.states[-1]


@contextmanager
def table(port: int, folder: Path, most: int = 500, **settings: object) -> Iterator[Table]:
    made = Table(port, folder, most, **settings)
    try:
        yield made
    finally:
        made.club.stop()


@contextmanager
def listener(port: int) -> Iterator[Listener]:
    made = Listener(port)
    try:
        yield made
    finally:
        made.close()


@needs_broker
def test_a_table_that_plays_is_seen_in_the_club(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    with mosquitto(tmp_path) as broker, listener(broker.port) as club, table(broker.port, tmp_path) as seen:
        assert seen.until("ready") == Service("ready")
        seen.club.show(evening.view)
        seen.club.show(evening.turn(0))
        club.until(lambda: len(club.events(PARLOUR.event)) == 3)
        assert [one["event_type"] for one in club.events(PARLOUR.event)] == ["began", "rolled", "done"]
        assert club.json(PARLOUR.view)["turn"]["name"] == "Bo 🦀"
        assert club.kept[PARLOUR.availability] == "online"
        assert "homeassistant/sensor/table-companion-parlour/turn/config" in club.kept
        with listener(broker.port) as late:  # what is kept is there for who comes later
            assert late.json(PARLOUR.view)["players"][0]["score"] == 3
            assert late.until(lambda: late.kept.get(PARLOUR.availability)) == "online"
        seen.club.stop()
        club.until(lambda: club.kept[PARLOUR.availability] == "offline")


@needs_broker
def test_a_table_that_dies_is_told_away_by_its_last_will(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from companion.config import MqttSettings;"
        "from companion.mqtt.club import Club;"
        "Club(MqttSettings(host='127.0.0.1', port=int(sys.argv[1]), table='parlour'), Path(), print).start();"
        "time.sleep(60)"
    )
    with mosquitto(tmp_path) as broker, listener(broker.port) as club:
        with subprocess.Popen(
            [sys.executable, "-c", program, str(broker.port)], stdout=subprocess.DEVNULL
        ) as dying:
            club.until(lambda: club.kept.get(PARLOUR.availability) == "online")
            dying.kill()
        club.until(lambda: club.kept[PARLOUR.availability] == "offline")


@needs_broker
def test_an_outage_is_told_and_what_happened_meanwhile_comes_after_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    with mosquitto(tmp_path) as broker, listener(broker.port) as club, table(broker.port, tmp_path) as seen:
        seen.until("ready")
        seen.club.show(evening.view)
        club.json(PARLOUR.view)
        broker.stop()
        assert "broke" in str(seen.until("retrying").sentence)
        seen.until_told(f"127.0.0.1:{broker.port} cannot be reached")
        for view in (evening.turn(0), evening.turn(1), evening.turn(0, "PA")):
            seen.club.show(view)
        broker.start()
        seen.until("ready")
        club.until(lambda: len(club.events(PARLOUR.event)) == 7)
        assert [one["event_type"] for one in club.events(PARLOUR.event)] == ["began", *["rolled", "done"] * 3]
        club.until(lambda: json.loads(club.kept[PARLOUR.view])["number"] == view.number)
        club.until(lambda: club.kept[PARLOUR.availability] == "online")


@needs_broker
def test_a_long_outage_costs_the_oldest_and_counts_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    with mosquitto(tmp_path) as broker, listener(broker.port) as club:
        broker.stop()
        with table(broker.port, tmp_path, most=3) as seen:
            seen.club.show(evening.turn(0))
            for _ in range(10):
                evening.desk.take_back()
                seen.club.show(evening.view)
                last = evening.do('0 score character="SB"')
                seen.club.show(last)
                time.sleep(0.02)
            broker.start()
            club.until(lambda: len(club.events(PARLOUR.event)) == 3)
            kinds = [one["event_type"] for one in club.events(PARLOUR.event)]
            assert kinds == ["done", "taken-back", "done"]
            assert club.json(PARLOUR.view)["number"] == last.number
            assert seen.club.dropped == 18  # of one beginning and ten times two


@needs_broker
def test_a_password_is_needed_and_a_wrong_one_told(tmp_path: Path) -> None:
    assert PASSWD
    subprocess.run([PASSWD, "-c", "-b", str(tmp_path / "users"), "parlour", "right"], check=True)
    (tmp_path / "right").write_text("right\n")
    (tmp_path / "wrong").write_text("wrong")
    for name in ("right", "wrong"):
        (tmp_path / name).chmod(0o600)
    settings = ("allow_anonymous false", f"password_file {tmp_path / 'users'}")
    with mosquitto(tmp_path, *settings) as broker:
        with table(broker.port, tmp_path, user="parlour", password_file="wrong") as seen:
            state = seen.until("failed")
            assert "name and password" in str(state.sentence)
            assert state.advice == BrokerError.default_advice
        with table(broker.port, tmp_path, user="parlour", password_file="right") as seen:
            seen.until("ready")


@needs_broker
@pytest.mark.skipif(OPENSSL is None, reason="no openssl to make a certificate with")
# paho leaves a socket whose handshake failed to the garbage collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_line_is_secret_and_an_unknown_certificate_refused(tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    secure = ("allow_anonymous true", f"certfile {certificate}", f"keyfile {key}")
    with mosquitto(tmp_path, *secure) as broker:
        with table(broker.port, tmp_path, tls=True) as seen:
            seen.until("retrying")
        with table(broker.port, tmp_path, tls=True, ca=certificate.name) as seen:
            seen.until("ready")


def test_a_password_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("right")
    (tmp_path / "secret").chmod(0o640)
    with pytest.raises(BrokerError, match="Others may read") as refused:
        Table(1, tmp_path, user="x", password_file="secret")
    assert refused.value.lasting
    assert "chmod 600" in str(refused.value.advice)


@pytest.mark.parametrize("settings", [{"user": "x", "password_file": "none"}, {"tls": True, "ca": "none"}])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(BrokerError, match="none") as refused:
        Table(1, tmp_path, **settings)
    assert refused.value.lasting


def test_without_paho_the_table_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    with pytest.raises(BrokerError, match="program part") as refused:
        Table(1, tmp_path)
    assert "club" in str(refused.value.advice)


class BadBroker:
    """A broker that takes a connection and then does what `behaves` says."""

    def __init__(self, behaves: Callable[[socket.socket], None]) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.calls = 0
        self._behaves = behaves
        self._held: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            self.calls += 1
            self._held.append(line)
            self._behaves(line)

    def close(self) -> None:
        """Hang up on everybody."""
        self._listener.close()
        for one in self._held:
            one.close()


def _hangs(line: socket.socket) -> None:
    """Say nothing, and read nothing."""


def _welcomes_and_hangs(line: socket.socket) -> None:
    line.recv(4096)
    line.sendall(b"\x20\x02\x00\x00")  # CONNACK: accepted


def _hangs_up(line: socket.socket) -> None:
    line.close()


def _babbles(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    line.close()


@pytest.mark.parametrize("behaves", [_hangs, _welcomes_and_hangs, _hangs_up, _babbles])
def test_a_broker_that_misbehaves_keeps_nobody_waiting(
    tmp_path: Path, behaves: Callable[[socket.socket], None]
) -> None:
    """Showing a View never takes longer than putting it down, and stopping a few seconds at most."""
    others = set(threading.enumerate())
    evening, broker = Evening(tmp_path), BadBroker(behaves)
    seen = Table(broker.port, tmp_path)
    try:
        deadline = time.monotonic() + PATIENCE
        while broker.calls == 0:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        views = [evening.turn(0)] * 2000
        started = time.process_time(), time.monotonic()
        for view in views:
            seen.club.show(view)
        assert time.monotonic() - started[1] < PATIENCE / 2
        deadline = time.monotonic() + PATIENCE
        while seen.club._views:  # the thread goes on to take them
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert seen.club._flying <= FLYING
    finally:
        began = time.monotonic()
        seen.club.stop()
        broker.close()
    assert time.monotonic() - began < PATIENCE / 2
    assert not [one for one in threading.enumerate() if one.name == "mqtt" and one not in others]


def test_a_port_where_nobody_listens_is_tried_again_and_again(tmp_path: Path) -> None:
    with table(free_port(), tmp_path) as seen:
        assert seen.until("retrying").advice == BrokerError.default_advice
        assert [state.state for state in seen.states] == ["starting", "retrying"]
