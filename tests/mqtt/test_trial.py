"""The trial of the broker: one connection, and a sentence about what was in its way."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.config import SETTINGS, MqttSettings, Settings, save_settings
from companion.mqtt import trial
from tests.mqtt.broker import MOSQUITTO, Listener, free_port, mosquitto


def tried(folder: Path, port: int, host: str = "127.0.0.1") -> int:
    save_settings(folder / SETTINGS, Settings(mqtt=MqttSettings(host=host, port=port)))
    return trial.main(str(folder))


@pytest.mark.skipif(MOSQUITTO is None, reason="no Mosquitto: apt-get install mosquitto")
def test_a_broker_that_lets_the_table_in_is_told_nothing(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker:
        club = Listener(broker.port)
        assert tried(tmp_path, broker.port) == 0
        club.close()
    assert club.heard == []


@pytest.mark.parametrize(
    ("host", "what"), [("127.0.0.1", "Start the broker"), ("no-such-name.invalid", "No computer of this name")]
)
def test_what_is_in_the_way_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str, what: str
) -> None:
    assert tried(tmp_path, free_port(), host) == 1
    told = capsys.readouterr().err
    assert f"The broker {host}:" in told
    assert what in told


def test_a_broker_that_says_nothing_is_not_waited_for_for_ever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "LIMIT", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert tried(tmp_path, silent.getsockname()[1]) == 1
    assert "does not answer" in capsys.readouterr().err
