"""A real Mosquitto on a port of its own, and a listener."""

from __future__ import annotations

import json
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Event
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

PATIENCE = 20.0
MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
PASSWD = shutil.which("mosquitto_passwd")
OPENSSL = shutil.which("openssl")


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for this computer that vouches for itself, and its key."""
    assert OPENSSL
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ("req", "-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
    about = ("-subj", "/CN=broker", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", str(key), "-out", str(certificate))
    subprocess.run([OPENSSL, *made, *about, *files], check=True, capture_output=True)
    return certificate, key


class Mosquitto:
    """A broker that can be started, stopped and started again; without `settings` everybody may do everything."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        keeps = ("persistence true", f"persistence_location {folder}/", "user root")  # user: else it may not write
        lines = (
            f"listener {self.port} 127.0.0.1",
            *(settings or ("allow_anonymous true",)),
            *keeps,
            "log_type error",
        )
        self._config.write_text("\n".join((*lines, "")))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run; returns when it listens."""
        assert MOSQUITTO
        self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._config)])
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except ConnectionRefusedError:
                time.sleep(0.01)
            else:
                return
        raise AssertionError("mosquitto did not start")

    def stop(self) -> None:
        """End in order: what is kept, and what waits for listeners that will come back, is there after `start`."""
        if self._process:
            self._process.terminate()
            self._process.wait()


@contextmanager
def mosquitto(folder: Path, *settings: str) -> Iterator[Mosquitto]:
    """A running broker."""
    broker = Mosquitto(folder, *settings)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


class Listener:
    """Somebody in the club who hears everything, once the broker is back also what was told without him.

    `kept` holds the newest text of each topic.
    """

    def __init__(self, port: int) -> None:
        listens = Event()
        self.heard: list[tuple[str, str]] = []
        self.kept: dict[str, str] = {}
        self._news = Condition()
        self._client = Client(CallbackAPIVersion.VERSION2, secrets.token_hex(8), clean_session=False)
        self._client.reconnect_delay_set(0.05, 0.1)  # type: ignore[arg-type]  # it only adds and sleeps
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: listens.set()
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert listens.wait(PATIENCE)

    def _hear(self, _client: Any, _data: Any, message: Any) -> None:
        with self._news:
            self.heard.append((message.topic, message.payload.decode()))
            self.kept[message.topic] = message.payload.decode()
            self._news.notify_all()

    def until(self, happens: Callable[[], Any]) -> Any:
        """What `happens()` gives as soon as it is true."""
        with self._news:
            assert self._news.wait_for(happens, PATIENCE), self.heard
            return happens()

    def json(self, topic: str) -> Any:
        """The newest JSON of a topic, waited for."""
        return json.loads(self.until(lambda: self.kept.get(topic)))

    def events(self, topic: str) -> list[dict[str, Any]]:
        """Everything that was heard on a topic, once: after an outage the same may come twice."""
        return [json.loads(text) for text in dict.fromkeys(text for one, text in [*self.heard] if one == topic)]

    def close(self) -> None:
        """Hang up."""
        self._client.disconnect()
        self._client.loop_stop()
