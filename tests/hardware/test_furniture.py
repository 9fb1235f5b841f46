"""The table's pins: busy ones come back by themselves, and the others work meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import LED

from companion.errors import PinError
from companion.services import Upkeep
from companion.state.view import Service, View
from companion.words import say
from hardware.buttons import TableButtons
from hardware.furniture import Furniture
from hardware.lights import TableLights
from hardware.pins import Pins
from hardware.simulators.pins import SimulatedPins
from tests.hardware.waiting import eventually


class Table:
    """Buttons and lights that are off until their pins are opened; `heard` notes presses."""

    def __init__(self, pins: Pins, factory: Any) -> None:
        self.lights = TableLights(pins, None)
        self.buttons = TableButtons(pins, None, hold=60, debounce=0.02)
        self.missing: PinError | None = None
        self._factory = factory
        self.care = Upkeep("pins", Furniture(self.buttons, self.lights, self._made))
        self.heard: list[str] = []
        self.buttons.listen(lambda: self.heard.append("pressed"), lambda: self.heard.append("held"))
        self.hands = SimulatedPins(pins, factory)

    def _made(self) -> Any:
        if self.missing:
            raise self.missing
        return self._factory

    def presses(self, button: str = "table") -> bool:
        self.heard.clear()
        self.hands.press(0.2, button)
        return eventually(lambda: self.heard != [], seconds=2)


@pytest.fixture
def table(pins: Pins, factory: Any) -> Iterator[Table]:
    made = Table(pins, factory)
    yield made
    made.buttons.close()
    made.lights.close()


def test_what_was_opened_later_works_as_if_from_the_start(table: Table) -> None:
    table.missing = PinError(say("The chip of the pins is not there yet."))
    assert table.care.look() == Service("retrying", table.missing.sentence, PinError.default_advice)
    table.missing = None
    assert table.care.look() == Service("ready")
    assert table.presses()


def test_a_busy_button_comes_back_and_the_other_works_meanwhile(table: Table, pins: Pins, factory: Any) -> None:
    with LED(pins.table, pin_factory=factory):
        state = table.care.look()
        assert (state.state, f"GPIO{pins.table} (table)" in str(state.sentence)) == ("retrying", True)
        assert table.presses("back")
    assert table.care.look() == Service("ready")
    assert table.presses()


def test_a_busy_light_comes_back(table: Table, pins: Pins, factory: Any) -> None:
    with LED(pins.seats[0], pin_factory=factory), LED(pins.seats[1], pin_factory=factory):
        assert "1 more" in str(table.care.look().sentence)
        assert [fault.slug for fault in table.lights.faults] == ["pin", "pin"]
    assert table.care.look() == Service("ready")
    assert table.lights.faults == ()


def test_a_light_that_fails_while_it_shines_is_opened_again(
    table: Table, pins: Pins, factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table.care.look() == Service("ready")

    def broken(value: float) -> None:
        raise OSError(f"cannot write {value}")

    monkeypatch.setattr(factory.pin(pins.seats[1]), "_set_state", broken)
    table.lights.show(View(1, "play", active=1))
    assert eventually(lambda: len(table.lights.faults) == 1)
    assert "seat2" in str(table.care.look().sentence)
    monkeypatch.undo()
    assert table.care.look() == Service("ready")
    assert eventually(lambda: table.hands.lamps()["seat2"] == 1.0)


def test_a_fault_that_stays_is_told_once_and_not_tried(table: Table) -> None:
    table.missing = PinError(say("lgpio is missing."), lasting=True)
    assert table.care.look().state == "failed"
    assert table.care.every > 1e9
