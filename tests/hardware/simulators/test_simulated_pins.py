"""Hands and eyes at mock pins."""

from __future__ import annotations

from typing import Any

import pytest
from gpiozero import PWMLED, Button

from hardware.pins import Pins
from hardware.simulators.pins import REMEMBERED, SimulatedPins, mock_factory


@pytest.fixture
def seen(pins: Pins, factory: Any) -> list[str]:
    """The edges at the table button's pin, in order."""
    edges: list[str] = []
    button = Button(pins.table, pin_factory=factory)
    button.when_pressed = lambda: edges.append("down")
    button.when_released = lambda: edges.append("up")
    edges.append(str(button.is_pressed))
    return edges


def test_a_press_is_two_edges(seen: list[str], pins: Pins, factory: Any) -> None:
    button = Button(pins.back, pin_factory=factory)
    hands = SimulatedPins(pins, factory)
    states: list[bool] = []
    button.when_pressed = lambda: states.append(True)
    button.when_released = lambda: states.append(False)
    hands.press(0.01, "back")
    assert states == [True, False]
    assert seen == ["False"]


def test_a_lamp_that_breathes_for_hours_takes_no_memory(pins: Pins) -> None:
    """The mock pins of gpiozero keep every state; a simulated table that is left alone breathes all night."""
    factory = mock_factory()
    with PWMLED(pins.status, pin_factory=factory) as lamp:
        for step in range(500):
            lamp.value = step % 100 / 100
        assert len(factory.pin(pins.status).states) == REMEMBERED
        assert factory.pin(pins.status).states[-1].state == lamp.value == 0.99


def test_lamps_are_read_from_their_pins(pins: Pins, factory: Any) -> None:
    eyes = SimulatedPins(pins, factory)
    assert set(eyes.lamps().values()) == {0.0}
    with PWMLED(pins.status, pin_factory=factory) as lamp:
        lamp.value = 0.25
        assert eyes.lamps()["status"] == 0.25
    assert eyes.lamps()["status"] == 0.0
