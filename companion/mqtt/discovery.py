"""What Home Assistant is told once, so that a table appears there by itself.

Its form is that of Home Assistant's documentation, "MQTT discovery": one retained message for each entity, to
`<prefix>/<component>/<device>/<entity>/config`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import companion
from companion.mqtt.happenings import KINDS
from companion.mqtt.outbox import Message
from companion.mqtt.topics import OFFLINE, ONLINE, Topics

LONGEST = 255
"""Characters of a state that Home Assistant takes."""
THEFTS = 6

Entity = Mapping[str, Any]


def _sensor(name: str, template: str, icon: str, **more: Any) -> Entity:
    return {"name": name, "value_template": "{{ " + template + " }}", "icon": f"mdi:{icon}", **more}


SENSORS: Mapping[str, Entity] = {
    "turn": _sensor("Turn", "value_json.turn.name if value_json.turn else 'nobody'", "account-arrow-right"),
    "headline": _sensor("Next step", f"value_json.headline[:{LONGEST}]", "format-title"),
    "game": _sensor("Game", "value_json.game.title if value_json.game else 'none'", "dice-multiple"),
    "phase": _sensor("Phase", "value_json.phase", "state-machine"),
    "last_roll": _sensor(
        "Last roll", f"(value_json.last_roll.text if value_json.last_roll else 'none')[:{LONGEST}]", "dice-5"
    ),
    "turn_used": _sensor(
        "Turn clock", "value_json.clock.used", "timer-outline", device_class="duration", unit_of_measurement="s"
    ),
    "turn_ends": _sensor("Turn ends", "value_json.clock.ends_at", "timer-sand", device_class="timestamp"),
    **{
        f"theft_{place}": _sensor(
            f"Theft {place}",
            f"value_json.thefts[{place - 1}].count if value_json.thefts | count >= {place} else 0",
            "cookie-alert",
            state_class="measurement",
        )
        for place in range(1, THEFTS + 1)
    },
}
"""The sensors by their names in topics; their values are parts of the View that is told."""


def discovery(topics: Topics, prefix: str) -> Iterator[Message]:
    """The messages that make the table known, under Home Assistant's discovery `prefix`."""
    for name, entity in SENSORS.items():
        yield _config(topics, prefix, "sensor", name, {**entity, "state_topic": topics.view, **_available(topics)})
    players = {"json_attributes_topic": topics.view, "json_attributes_template": "{{ value_json | tojson }}"}
    standing = _sensor("Players", "value_json.players | count", "account-group")
    yield _config(
        topics,
        prefix,
        "sensor",
        "players",
        {**standing, "state_topic": topics.view, **players, **_available(topics)},
    )
    happened = {"name": "Happened", "state_topic": topics.event, "event_types": [*KINDS], "icon": "mdi:history"}
    yield _config(topics, prefix, "event", "happened", {**happened, **_available(topics)})
    connected = {"name": "Connected", "device_class": "connectivity", "entity_category": "diagnostic"}
    state = {"state_topic": topics.availability, "payload_on": ONLINE, "payload_off": OFFLINE}
    yield _config(topics, prefix, "binary_sensor", "connected", {**connected, **state})


def _available(topics: Topics) -> Entity:
    return {"availability_topic": topics.availability}


def _config(topics: Topics, prefix: str, component: str, name: str, entity: Entity) -> Message:
    device = {
        "identifiers": [topics.device],
        "name": f"Table {topics.table}",
        "manufacturer": "Table Companion",
        "model": "Table Companion",
        "sw_version": companion.__version__,
    }
    body = {
        **entity,
        "unique_id": f"{topics.device}-{name}",
        "device": device,
        "origin": {"name": "Table Companion", "sw_version": companion.__version__},
    }
    topic = f"{prefix}/{component}/{topics.device}/{name}/config"
    return Message(topic, json.dumps(body, ensure_ascii=False), retain=True)
