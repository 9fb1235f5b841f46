"""Mock pins under the real adapters: a hand on the buttons, an eye on the lights."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any

from hardware.pins import Pins

CHATTER = 0.001  # seconds between two edges of a bouncing contact
REMEMBERED = 8  # states that a pin remembers
LIFTED = 0.12  # seconds that a finger stays up at least: nobody presses faster than eight times a second


def mock_factory() -> Any:
    """The mock factory of gpiozero with pins that can be dimmed; it stands where `open_factory` stands on a Pi.

    gpiozero's own mock pins remember every state that they ever had: for a light that breathes, 9 MB an hour.
    """
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    class ForgetfulPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
        """A mock pin that remembers its last states alone."""

        states: Any

        def clear_states(self) -> None:
            super().clear_states()
            self.states = deque(self.states, maxlen=REMEMBERED)

    return MockFactory(pin_class=ForgetfulPin)


class SimulatedPins:
    """What hands and eyes do at a table's pins, on a mock `factory` that the real adapters use.

    Buttons connect their pin to ground: pushed is low. Presses from several threads come one after another.
    """

    def __init__(self, pins: Pins, factory: Any) -> None:
        self._pins = pins
        self._factory = factory
        self._one_hand = Lock()

    def press(self, seconds: float, button: str = "table") -> None:
        """Push the button down for `seconds`, then let go."""
        with self._pushed(button) as pin:
            pin.drive_low()
            time.sleep(seconds)
            pin.drive_high()

    def bouncing_press(self, seconds: float, bounces: int = 5, button: str = "table") -> None:
        """Push the button for `seconds` with contacts that chatter on the way down and up."""
        with self._pushed(button) as pin:
            _chatter(pin, bounces)
            pin.drive_low()
            time.sleep(seconds)
            _chatter(pin, bounces)

    def lost_release(self, seconds: float, button: str = "table") -> None:
        """Push the button for `seconds`, then let go with an edge that nobody is told of."""
        with self._pushed(button) as pin:
            pin.drive_low()
            time.sleep(seconds)
            pin.edges = "falling"
            pin.drive_high()
            pin.edges = "both"

    def lamps(self) -> Mapping[str, float]:
        """The brightness 0-1 of each light by name, read from its pin."""
        return dict(self._levels(self._pins.lamps.items()))

    def _levels(self, lamps: Iterable[tuple[str, int]]) -> Iterable[tuple[str, float]]:
        for name, number in lamps:
            pin = self._factory.pin(number)
            yield name, float(pin.state) if pin.function == "output" else 0.0

    @contextmanager
    def _pushed(self, button: str) -> Any:
        with self._one_hand:
            yield self._factory.pin(self._pins.buttons[button])
            time.sleep(LIFTED)


def _chatter(pin: Any, bounces: int) -> None:
    for _ in range(bounces):
        pin.drive_low()
        time.sleep(CHATTER)
        pin.drive_high()
        time.sleep(CHATTER)
