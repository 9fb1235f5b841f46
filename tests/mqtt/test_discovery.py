"""What Home Assistant is told: every entity has its place, and its template gives a value from any View."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jinja2
import pytest

from companion.mqtt.discovery import LONGEST, discovery
from companion.mqtt.happenings import KINDS
from companion.mqtt.told import told
from companion.mqtt.topics import NAME, Topics, own_name
from companion.state.view import Clock, View
from companion.words import say
from tests.mqtt.views import Evening

TOPICS = Topics("parlour-1")


def entities() -> dict[str, dict[str, Any]]:
    return {message.topic: json.loads(message.text) for message in discovery(TOPICS, "homeassistant")}


def value(name: str, view: View) -> str:
    """What the sensor shows of a View, as Home Assistant would work it out."""
    template = entities()[f"homeassistant/sensor/table-companion-parlour-1/{name}/config"]["value_template"]
    plain = json.loads(json.dumps(told(view, datetime(2026, 12, 24, tzinfo=UTC), 0.0)))
    jinja = jinja2.Environment(undefined=jinja2.StrictUndefined)
    return jinja.from_string(template).render(value_json=plain)


def test_every_entity_is_kept_unique_and_of_one_device() -> None:
    messages = [*discovery(TOPICS, "homeassistant")]
    assert all(message.retain for message in messages)
    found = entities()
    assert len({one["unique_id"] for one in found.values()}) == len(found) == len(messages)
    assert {one["device"]["name"] for one in found.values()} == {"Table parlour-1"}
    assert all(one["origin"]["name"] == "Table Companion" for one in found.values())
    assert all(re.fullmatch(r"homeassistant/[a-z_]+/[a-z0-9-]+/[a-z0-9_]+/config", topic) for topic in found)


def test_what_the_club_asked_for_is_there() -> None:
    names = {topic.split("/")[3] for topic in entities()}
    assert {"turn", "turn_used", "turn_ends", "game", "last_roll", "connected"} <= names
    assert {f"theft_{place}" for place in range(1, 7)} <= names


def test_connectivity_is_told_by_the_last_will_and_all_else_depends_on_it() -> None:
    found = entities()
    connected = found.pop("homeassistant/binary_sensor/table-companion-parlour-1/connected/config")
    assert connected["device_class"] == "connectivity"
    assert connected["state_topic"] == TOPICS.availability
    assert (connected["payload_on"], connected["payload_off"]) == ("online", "offline")
    assert {one["availability_topic"] for one in found.values()} == {TOPICS.availability}


def test_happenings_are_an_event_entity_that_knows_every_kind() -> None:
    event = entities()["homeassistant/event/table-companion-parlour-1/happened/config"]
    assert (event["state_topic"], event["event_types"]) == (TOPICS.event, [*KINDS])


def test_the_sensors_show_a_running_evening(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    view = replace(evening.turn(0), clock=Clock("down", 60.0, 12.0, True, 0.0))
    assert value("turn", view) == "Bo 🦀"
    assert "SpongeBob" in value("last_roll", view)
    assert value("turn_used", view) == "12"
    assert value("turn_ends", view) == "2026-12-24T00:00:48+00:00"
    assert (value("theft_1", view), value("players", view)) == ("0", "2")


def test_the_theft_bar_is_shown(tmp_path: Path) -> None:
    view = Evening(tmp_path, "plankton_rising").view
    stolen = replace(view, board={**view.board, "theft": [0, 1, 2, 3, 4, 5]})
    assert [value(f"theft_{place}", stolen) for place in range(1, 7)] == ["0", "1", "2", "3", "4", "5"]


SENSORS = [topic.split("/")[3] for topic in entities() if "/sensor/" in topic]


@pytest.mark.parametrize("name", SENSORS)
def test_a_sensor_shows_something_at_home_too_and_never_too_much(name: str, tmp_path: Path) -> None:
    assert value(name, Evening(tmp_path).home) != "" or name in ("headline", "turn_ends")
    long = replace(Evening(tmp_path).view, prompt=say("x" * 1000))
    assert len(value(name, long)) <= LONGEST


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("Raspberry Pi!", "raspberry-pi-beef"),
        ("", "table-beef"),
        ("été", "t-beef"),
        ("x" * 99, f"{'x' * 30}-beef"),
    ],
)
def test_a_table_without_a_name_is_called_by_its_computer(host: str, name: str) -> None:
    assert own_name(host, 0x1234DEADBEEF) == name
    assert NAME.fullmatch(name)
    assert NAME.fullmatch(own_name())
