"""A trial of the broker: `python -m companion.mqtt.trial STATE` connects once, as the settings there say.

It prints a sentence, and what to do, and ends with 1 when the broker does not let the table in.
"""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path
from typing import Any

from companion.config import SETTINGS, MqttSettings, load_settings
from companion.errors import BrokerError, CompanionError
from companion.mqtt.line import new_client, port_of, refused, unreachable
from companion.mqtt.topics import Topics, own_name
from companion.words import say

LIMIT = 10.0
"""Seconds for the broker's answer."""


def try_once(settings: MqttSettings, folder: Path) -> None:
    """Connect and hang up, telling nothing.

    Raises:
        BrokerError: the broker is not there, does not answer, or refuses.
    """
    client = new_client(settings, Topics(settings.table or own_name()), folder)
    client.will_clear()
    answers: list[Any] = []
    answered = threading.Event()

    def connected(_client: Any, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        answers.append(code)
        answered.set()

    client.on_connect = connected
    try:
        client.connect(settings.host, port_of(settings))
    except (OSError, ValueError) as error:  # a name that no name server takes is a ValueError
        raise _explained(settings, error) from error
    client.loop_start()
    answered.wait(LIMIT)
    client.disconnect()
    if not answers:
        raise BrokerError(say("The broker does not answer."), detail=f"nothing in {LIMIT} s")
    if answers[0].is_failure:
        raise refused(answers[0])


def _explained(settings: MqttSettings, error: Exception) -> BrokerError:
    found = unreachable(settings)
    kinds = {
        socket.gaierror: say("No computer of this name is found: look at mqtt.host."),
        ConnectionRefusedError: say("Start the broker, or look at mqtt.port."),
        TimeoutError: say("Is the computer switched on, and in this network?"),
    }
    advice = next((told for kind, told in kinds.items() if isinstance(error, kind)), found.advice)
    if "certificate" in str(error).lower():
        advice = say("Name the file of the broker's certificate authority in mqtt.ca.")
    return BrokerError(found.sentence, detail=repr(error), advice=advice)


def main(state: str) -> int:
    """Try the broker of the settings in the folder `state`; 0 when it lets the table in."""
    try:
        try_once(load_settings(Path(state) / SETTINGS)[0].mqtt, Path(state))
    except CompanionError as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
