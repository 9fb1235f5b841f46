"""The line to the broker: paho's client, made as the settings say."""

from __future__ import annotations

import secrets
import ssl
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import MqttSettings
from companion.errors import BrokerError
from companion.mqtt.topics import OFFLINE, Topics
from companion.words import say

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.reasoncodes import ReasonCode

PORT, TLS_PORT = 1883, 8883
ALIVE = 30
"""Seconds of silence after which the broker is asked whether it lives; as many later it is given up."""
RETRY, RETRY_LONGEST = 2.0, 60.0
"""Seconds before a broker that is away is tried again, at first and at most."""
CONNECTS_IN = 5.0
"""Seconds for a connection to be made."""


def new_client(settings: MqttSettings, topics: Topics, folder: Path) -> Client:
    """A client that is not connected yet, with its last will; files that `settings` name lie in `folder`.

    Raises:
        BrokerError: paho-mqtt is not installed, or a file that the settings name cannot be used.
    """
    try:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
    except ImportError as error:
        raise _not_installed(error) from error
    # another id at each start: two clients of one id would throw each other out without end
    name = f"{topics.device}-{secrets.token_hex(3)}"
    client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv311)
    client.connect_timeout = CONNECTS_IN
    client.reconnect_delay_set(RETRY, RETRY_LONGEST)  # type: ignore[arg-type]  # it only adds and sleeps
    client.will_set(topics.availability, OFFLINE, qos=1, retain=True)
    if settings.user:
        client.username_pw_set(settings.user, _password(folder, settings.password_file))
    if settings.tls:
        client.tls_set_context(_context(folder, settings.ca))
    return client


def connect(client: Client, settings: MqttSettings) -> None:
    """Let the client connect, and connect again whenever the line breaks, on a thread of its own."""
    client.connect_async(settings.host, port_of(settings), keepalive=ALIVE)
    client.loop_start()


def port_of(settings: MqttSettings) -> int:
    """The broker's port."""
    return settings.port or (TLS_PORT if settings.tls else PORT)


def unreachable(settings: MqttSettings) -> BrokerError:
    """No connection came about."""
    return BrokerError(
        say("The broker {host}:{port} cannot be reached.", host=settings.host, port=port_of(settings))
    )


def refused(code: ReasonCode) -> BrokerError:
    """Why a broker that answered does not let the table in."""
    detail = f"it answered {code}"
    if code.getName() in ("Bad user name or password", "Not authorized"):
        return BrokerError(say("The broker does not take the name and password."), detail=detail, lasting=True)
    return BrokerError(say("The broker refuses: {why}.", why=str(code)), detail=detail)


def _password(folder: Path, name: str) -> str | None:
    """The password in a file's first line; none without a file.

    Raises:
        BrokerError: the file cannot be read, or others may read it too.
    """
    if not name:
        return None
    path = folder / name
    try:
        mode, lines = path.stat().st_mode, path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(path, error) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BrokerError(
            say("Others may read the file with the broker's password."),
            detail=f"expected mode 0600, got {stat.filemode(mode)!r} in {str(path)!r}",
            advice=say("Type: chmod 600 {path}", path=str(path)),
            lasting=True,
        )
    return lines[0] if lines else None


def _context(folder: Path, name: str) -> ssl.SSLContext:
    """What certificates are believed: those of a file, else the system's; the broker's name is always checked."""
    try:
        return ssl.create_default_context(cafile=folder / name if name else None)
    except OSError as error:  # ssl.SSLError is one
        raise _unusable(folder / name, error) from error


def _unusable(path: Path, error: Exception) -> BrokerError:
    return BrokerError(
        say("The file {path} cannot be used for the broker.", path=str(path)),
        detail=f"{error!r}, in {str(path)!r}",
        advice=say("Correct mqtt.ca or mqtt.password_file, then start again."),
        lasting=True,
    )


def _not_installed(error: ImportError) -> BrokerError:
    return BrokerError(
        say("The program part for the club's broker is missing."),
        detail=f"expected the module paho.mqtt, got {error!r}",
        advice=say("Install the companion with its part `club`, or clear mqtt.host in the settings."),
        lasting=True,
    )
