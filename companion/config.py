"""Settings: one TOML file, validated as a whole, replaced atomically, the last good one kept beside it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import tomli_w

from companion.errors import SettingsError
from companion.files import replace_atomically
from companion.words import say

Meta = msgspec.Meta

SETTINGS = "settings.toml"
"""The file's name in the state folder."""


NAME = "[A-Za-z0-9_-]{1,63}"
"""A part of a computer's name."""


class Web(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the dashboard is served: the interface's address (0.0.0.0: every one) and the port.

    `name` is what the table is called in the network, so that two in one house are told apart. `pairing` off lets
    everybody in the network play without being let in first. `https` serves the dashboard at
    `https_port` with a certificate of the table's own, and at `port` only how to trust it.
    """

    host: Annotated[str, Meta(min_length=1)] = "0.0.0.0"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8137
    name: Annotated[str, Meta(max_length=40)] = ""
    pairing: Literal["on", "off"] = "on"
    https: bool = False
    https_port: Annotated[int, Meta(ge=0, le=65535)] = 8138


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The camera: `source` as `hardware.camera.open_camera` reads it; `mains` is the lamps' frequency in hertz.

    `die_mm` is the side of the dice in millimetres, from which the eye starts; it learns it from accepted rolls.
    """

    source: Annotated[str, Meta(pattern=r"^(pi|none|usb:\d+|folder:.+)$")] = "pi"
    mains: Literal[50, 60] = 50
    die_mm: Annotated[float, Meta(ge=5, le=60)] = 16.0


class ButtonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table button, in seconds: from when on a press is long, and how long its contact may chatter."""

    hold: Annotated[float, Meta(ge=0.4, le=5.0)] = 1.0
    debounce: Annotated[float, Meta(ge=0.005, le=0.2)] = 0.03


class MqttSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The club's MQTT broker, which is told what everybody at the table may see; without a `host` there is none.

    `port` 0 is 1883, or 8883 with `tls`; `ca` is a file of certificates where the system's do not do. The password
    of `user` stands in the file `password_file`, which nobody else may read. `table` is this table's name in
    topics, empty for one that is made of the computer's. `discovery` is the prefix under which Home Assistant
    looks for devices, empty for none.
    """

    host: Annotated[str, Meta(pattern=rf"^({NAME}(\.{NAME})*|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)?$")] = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    tls: bool = False
    ca: str = ""
    user: str = ""
    password_file: str = ""
    table: Annotated[str, Meta(pattern=r"^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$")] = ""
    discovery: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,64}$")] = "homeassistant"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that a family may set; each value has a default that works.

    `pins` is a file like hardware/pins.toml or empty for that one.
    """

    web: Web = Web()
    camera: CameraSettings = CameraSettings()
    button: ButtonSettings = ButtonSettings()
    mqtt: MqttSettings = MqttSettings()
    pins: str = ""


def state_folder(environ: Mapping[str, str]) -> Path:
    """Where the journal, the settings and the pictures live.

    COMPANION_STATE when set, else `table-companion` in the XDG state folder.
    """
    if chosen := environ.get("COMPANION_STATE"):
        return Path(chosen)
    base = environ.get("XDG_STATE_HOME") or Path(environ.get("HOME", "~")).expanduser() / ".local" / "state"
    return Path(base) / "table-companion"


def parse_settings(text: str, where: str = "settings") -> Settings:
    """The settings that a TOML text holds.

    Raises:
        SettingsError: it is no TOML, or a name, kind or value is wrong; tells which.
    """
    try:
        return msgspec.toml.decode(text, type=Settings)
    except msgspec.DecodeError as error:
        raise SettingsError(
            say("The settings cannot be used: {reason}", reason=str(error)), detail=f"in {where!r}"
        ) from error


def load_settings(path: Path) -> tuple[Settings, SettingsError | None]:
    """The settings in `path`, or the last good ones with the error when the file is broken.

    Without a file they are the defaults. A good file becomes the last good one.
    """
    try:
        text = path.read_text(encoding="utf-8")
        settings = parse_settings(text, str(path))
    except FileNotFoundError:
        return Settings(), None
    except (SettingsError, UnicodeDecodeError, OSError) as error:
        return _last_good(path), _as_settings_error(error, path)
    if not _last(path).exists() or _last(path).read_text(encoding="utf-8") != text:
        with suppress(OSError):  # a disk that is full, or must not be written to, stops no start
            replace_atomically(_last(path), text.encode())
    return settings, None


def save_settings(path: Path, settings: Settings) -> None:
    """Replace the file in one step; a power cut leaves the old one or the new one whole.

    Only what differs from the defaults is written, so that an older version, which does not know all settings, can
    read it after a step back.

    Raises:
        SettingsError: it cannot be written; the old file stays.
    """
    text = tomli_w.dumps(_chosen(msgspec.to_builtins(settings), msgspec.to_builtins(Settings())))
    parse_settings(text, "the settings to be saved")
    try:
        replace_atomically(path, text.encode())
        replace_atomically(_last(path), text.encode())
    except OSError as error:
        raise SettingsError(say("The settings cannot be written."), detail=f"{error}, in {str(path)!r}") from error


def changed(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with single values changed, named like `web.port`.

    Raises:
        SettingsError: a name or value is wrong.
    """
    raw = msgspec.to_builtins(settings)
    for name, value in values.items():
        *path, last = name.split(".")
        place = raw
        for step in path:
            place = place.setdefault(step, {})
        place[last] = value
    return parse_settings(tomli_w.dumps(raw), "the changed settings")


def _chosen(values: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not the usual ones, table by table."""
    unusual = {name: value for name, value in values.items() if value != usual[name]}
    return {
        name: _chosen(value, usual[name]) if isinstance(value, dict) else value for name, value in unusual.items()
    }


def _last(path: Path) -> Path:
    return path.with_suffix(".last-good.toml")


def _last_good(path: Path) -> Settings:
    try:
        return parse_settings(_last(path).read_text(encoding="utf-8"))
    except (OSError, SettingsError, UnicodeDecodeError):
        return Settings()


def _as_settings_error(error: Exception, path: Path) -> SettingsError:
    if isinstance(error, SettingsError):
        return error
    return SettingsError(say("The settings file cannot be read."), detail=f"{error}, in {str(path)!r}")
