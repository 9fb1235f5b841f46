"""The table's furniture as a service: buttons and lights on pins that may be busy now and free later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import PinError
from companion.words import say
from hardware.buttons import TableButtons
from hardware.factory import open_factory
from hardware.lights import TableLights


class Furniture:
    """The `buttons` and `lights` on the pins of the factory that `factory` makes (a `companion.services.Part`).

    What is on stays on while the rest is tried again.
    """

    def __init__(
        self, buttons: TableButtons, lights: TableLights, factory: Callable[[], Any] = open_factory
    ) -> None:
        self._buttons = buttons
        self._lights = lights
        self._make = factory
        self._factory: Any = None

    def setup(self) -> None:
        """Open the pins that are off.

        Raises:
            PinError: some or all of them cannot be opened.
        """
        self._factory = self._factory or self._make()
        self._buttons.open(self._factory)
        self._lights.open(self._factory)
        self.run()

    def run(self) -> None:
        """Whether all pins are on.

        Raises:
            PinError: some could not be opened, or have failed since.
        """
        faults = (*self._buttons.faults, *self._lights.faults)
        if len(faults) == 1:
            raise faults[0]
        if faults:
            sentence = say(
                "{first} {more} more do not work either.", first=faults[0].sentence, more=len(faults) - 1
            )
            raise PinError(sentence, detail="; ".join(map(str, faults)), advice=faults[0].advice)

    def teardown(self) -> None:
        """Let go of the pins, the lights last."""
        self._buttons.close()
        self._lights.close()
