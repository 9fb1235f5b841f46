"""The lights at their pins: they follow the View, one that fails costs itself, none sticks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import LED
from hypothesis import HealthCheck, given, settings

from companion.state.view import View
from hardware import lights as module
from hardware.lights import TableLights
from hardware.patterns import LAMPS, SEATS, lamps, patterns
from hardware.pins import Pins
from hardware.simulators.pins import SimulatedPins
from tests.hardware.test_patterns import a_view, views
from tests.hardware.waiting import eventually

Shown = tuple[TableLights, SimulatedPins]
STILL = a_view("proposal", active=1)  # nothing in it moves
MOVING = a_view("looking", active=2)


@pytest.fixture
def shown(pins: Pins, factory: Any) -> Iterator[Shown]:
    lights = TableLights(pins, factory)
    yield lights, SimulatedPins(pins, factory)
    lights.close()


def burning(eyes: SimulatedPins) -> set[str]:
    return {name for name, level in eyes.lamps().items() if level}


def steady(view: View) -> dict[str, float]:
    """The brightness of the lights that stand still, as a pin shows it: the seats' can only be on or off."""
    still = {name: pattern.at(0.0) for name, pattern in patterns(view).items() if not pattern.moving}
    return {name: float(level >= 0.5) if name in SEATS else level for name, level in still.items()}


def shows(eyes: SimulatedPins, view: View) -> bool:
    levels = eyes.lamps()
    return all(levels[name] == pytest.approx(level) for name, level in steady(view).items())


def test_before_the_first_view_all_is_dark(shown: Shown) -> None:
    assert burning(shown[1]) == set()


def test_a_view_lights_its_seat_and_its_status(shown: Shown) -> None:
    lights, eyes = shown
    lights.show(STILL)
    assert eventually(lambda: burning(eyes) == {"seat2", "status"})


def test_a_light_that_is_tried_shines_alone_and_then_the_view_is_back(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TRIAL_LASTS", 0.3)
    lights, eyes = shown
    assert {*lights.names} == {*LAMPS}
    lights.show(STILL)
    lights.alone("theft3")
    assert eventually(lambda: burning(eyes) == {"theft3"})
    assert eventually(lambda: burning(eyes) == {"seat2", "status"})


@given(before=views, after=views)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_of_the_view_before_stays_on(shown: Shown, before: View, after: View) -> None:
    lights, eyes = shown
    lights.show(before)
    assert eventually(lambda: shows(eyes, before))
    lights.show(after)
    assert eventually(lambda: shows(eyes, after))


def test_a_moving_light_moves(shown: Shown) -> None:
    lights, eyes = shown
    lights.show(MOVING)
    seen: set[float] = set()

    def both() -> bool:
        seen.add(eyes.lamps()["status"])
        return len(seen) >= 3  # dark at first, then the two levels of the pulse

    assert eventually(both)


def test_the_thread_sleeps_while_nothing_moves(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    lights, eyes = shown
    looks: list[float] = []

    def counted(view: View, now: float) -> Any:
        looks.append(now)
        return lamps(view, now)

    monkeypatch.setattr(module, "lamps", counted)
    lights.show(STILL)
    assert eventually(lambda: shows(eyes, STILL))
    assert not eventually(lambda: len(looks) > 1, seconds=0.5)
    lights.show(MOVING)
    assert eventually(lambda: len(looks) > 5)


def test_a_fill_shows_and_goes_out_by_itself(shown: Shown) -> None:
    lights, eyes = shown
    lights.show(a_view("play"))
    lights.fill(0.1)
    assert not eventually(lambda: "theft1" in burning(eyes), seconds=0.2)
    lights.fill(0.99)
    assert eventually(lambda: {f"theft{place}" for place in range(1, 7)} <= burning(eyes))
    assert eventually(lambda: not {f"theft{place}" for place in range(1, 7)} & burning(eyes))


def test_a_busy_pin_costs_one_light(pins: Pins, factory: Any) -> None:
    with LED(pins.seats[1], pin_factory=factory):
        lights = TableLights(pins, factory)
        [fault] = lights.faults
        assert f"GPIO{pins.seats[1]} (seat2)" in str(fault)
        lights.show(STILL)
        eyes = SimulatedPins(pins, factory)
        assert eventually(lambda: burning(eyes) == {"status"})
        lights.close()


def test_a_light_that_fails_later_costs_itself(
    shown: Shown, pins: Pins, factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights, eyes = shown

    def broken(value: float) -> None:
        raise OSError(f"cannot write {value}")

    monkeypatch.setattr(factory.pin(pins.seats[1]), "_set_state", broken)
    lights.show(STILL)
    assert eventually(lambda: burning(eyes) == {"status"})
    lights.show(a_view("proposal", active=2))
    assert eventually(lambda: burning(eyes) == {"seat3", "status"})
    [fault] = lights.faults
    assert "seat2" in str(fault)


def test_without_a_factory_the_lights_are_off_and_harmless(pins: Pins) -> None:
    lights = TableLights(pins, None)
    assert len(lights.faults) == len(LAMPS)
    lights.show(MOVING)
    lights.fill(1.0)
    lights.close()
    lights.close()


def test_closing_switches_off_and_frees_the_pins(pins: Pins, factory: Any) -> None:
    for _ in range(2):
        lights = TableLights(pins, factory)
        assert lights.faults == ()
        lights.show(STILL)
        assert eventually(lambda: burning(SimulatedPins(pins, factory)) != set())
        lights.close()
        assert burning(SimulatedPins(pins, factory)) == set()
