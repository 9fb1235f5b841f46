"""Settings: validated, replaced in one step, the last good ones kept."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import (
    Settings,
    Web,
    changed,
    load_settings,
    parse_settings,
    save_settings,
    state_folder,
)
from companion.errors import SettingsError


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == (Settings(), None)


def test_saved_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "settings.toml"
    wanted = changed(Settings(), {"web.port": 9000, "camera.source": "usb:1"})
    save_settings(path, wanted)
    assert load_settings(path) == (wanted, None)
    assert [file.name for file in path.parent.iterdir() if "toml" not in file.suffix] == []


def test_only_what_was_chosen_is_written(tmp_path: Path) -> None:
    """A version before this one, to which one goes back, must not stumble over settings that it does not know."""
    path = tmp_path / "settings.toml"
    save_settings(path, changed(Settings(), {"camera.mains": 60}))
    assert tomllib.loads(path.read_text()) == {"camera": {"mains": 60}}
    save_settings(path, changed(load_settings(path)[0], {"camera.mains": 50}))
    assert path.read_text() == ""
    assert load_settings(path) == (Settings(), None)


BROKEN = [
    "web = ",
    "[web]\nport = 70000",
    "[web]\nprot = 1",
    "port = 'x'",
    "[camera]\nsource = 'csi'",
    "\x00",
    "[camera]\nmains = 16",
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_leaves_the_last_good_settings(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    good = changed(Settings(), {"web.port": 9000})
    save_settings(path, good)
    path.write_text(text)
    settings, error = load_settings(path)
    assert settings == good
    assert isinstance(error, SettingsError)
    assert str(path) in str(error)
    assert path.read_text() == text


def test_a_file_by_hand_becomes_the_last_good_one(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[web]\nport = 9001\n")
    assert load_settings(path)[0].web == Web(port=9001)
    path.write_bytes(b"\xff\xfe")
    settings, error = load_settings(path)
    assert settings.web.port == 9001
    assert error is not None


@pytest.mark.parametrize("values", [{"web.port": -1}, {"web.colour": 1}, {"camera.mains": 55}, {"nothing": 1}])
def test_a_wrong_change_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        changed(Settings(), values)


def test_a_folder_in_the_way_is_told_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    with pytest.raises(SettingsError):
        save_settings(path, Settings())
    assert path.is_dir()
    assert sorted(tmp_path.iterdir()) == [path]


@given(st.text())
def test_any_text_is_settings_or_a_settings_error(text: str) -> None:
    """Whatever a hand leaves in the file, no other error comes of it."""
    try:
        settings = parse_settings(text)
    except SettingsError:
        return
    assert isinstance(settings, Settings)


def test_the_state_folder_follows_the_environment() -> None:
    assert state_folder({"COMPANION_STATE": "/a b"}) == Path("/a b")
    assert state_folder({"XDG_STATE_HOME": "/x"}) == Path("/x/table-companion")
    assert state_folder({"HOME": "/home/u"}) == Path("/home/u/.local/state/table-companion")


@pytest.mark.parametrize("host", ["", "broker", "broker.local", "192.168.1.7", "fd00::7", "a_b-c.d"])
def test_a_broker_is_a_name_or_an_address(host: str) -> None:
    assert changed(Settings(), {"mqtt.host": host}).mqtt.host == host


@pytest.mark.parametrize(
    "values",
    [
        {"mqtt.host": "a..b"},
        {"mqtt.host": "mqtt://broker"},
        {"mqtt.host": "x" * 64},
        {"mqtt.table": "Parlour"},
        {"mqtt.table": "a/b"},
        {"mqtt.table": "#"},
        {"mqtt.discovery": "a/b"},
    ],
)
def test_what_would_spoil_a_topic_or_a_connection_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        changed(Settings(), values)
