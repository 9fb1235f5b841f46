"""The way to real pins: gpiozero's factory, opened on purpose, and what went wrong in words."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from companion.errors import PinError
from companion.words import Sentence, say

log = logging.getLogger(__name__)

OTHER_USES = {
    **dict.fromkeys((0, 1), "the add-on board's memory"),
    **dict.fromkeys((2, 3), "I2C"),
    4: "1-wire",
    **dict.fromkeys(range(7, 12), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys(range(18, 22), "an I2S sound board"),
}
"""What else a Pi may do with a BCM number when its config.txt asks for it."""


def open_factory() -> Any:
    """The `lgpio` pin factory of gpiozero, the one that knows every Pi; nothing falls back to another.

    Raises:
        PinError: lgpio is not installed, the GPIO chip may not be opened, or this is no Pi.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except Exception as error:  # lgpio.error, gpiozero's errors and OSError have no other base in common
        raise PinError(
            say("The pins of this computer cannot be used."),
            detail=f"expected gpiozero's lgpio factory, got {error!r}",
            advice=_advice(error),
            lasting="gpiochip" not in str(error),  # which udev may hand over later; all else is another start's
        ) from error


def _advice(error: Exception) -> Sentence:
    if isinstance(error, ImportError):
        return say("Type: sudo apt install python3-lgpio, and make the .venv with --system-site-packages.")
    if ".lgd-nfy" in str(error):  # lgpio makes a pipe of this name in the working folder when it is imported
        return say("Start the companion in a folder that it may write to.")
    if "gpiochip" in str(error):  # what lgpio says of a device that it may not open, too
        return say("Add this user to the group gpio: sudo adduser $USER gpio, then log in again.")
    return say("Buttons and lights need a Raspberry Pi; use the tablet.")


@dataclass
class Opened:
    """Devices that could be opened, and a fault for each that could not, by name."""

    devices: dict[str, Any] = field(default_factory=dict)
    faults: dict[str, PinError] = field(default_factory=dict)


def open_devices(pins: Iterable[tuple[str, int]], make: Callable[[str, int], Any]) -> Opened:
    """Each of the named pins opened by `make(name, number)`, one after the other; a fault stops no other."""
    opened = Opened()
    for name, number in pins:
        try:
            opened.devices[name] = make(name, number)
        except Exception as error:  # noqa: BLE001  (lgpio.error and gpiozero's errors share no base but Exception)
            opened.faults[name] = fault(name, number, error)
    return opened


def fault(name: str, number: int, error: Exception) -> PinError:
    """The error in words: which pin, and who may hold it.

    It keeps no traceback: that would keep the half-made device alive, and with it gpiozero's claim on the pin.
    """
    detail = f"{name!r} on GPIO{number}: {error!r}"
    if not _busy(error):
        return PinError(say("Pin GPIO{pin} ({name}) does not work.", pin=number, name=name), detail=detail)
    return PinError(
        say("Another program holds pin GPIO{pin} ({name}).", pin=number, name=name),
        detail=detail,
        advice=_who(number),
    )


def _busy(error: Exception) -> bool:
    return "busy" in str(error).lower() or type(error).__name__ == "GPIOPinInUse"


def _who(number: int) -> Sentence:
    if number in OTHER_USES:
        return say(
            "Switch off {use} in config.txt and start again, or stop a second companion.", use=OTHER_USES[number]
        )
    return say("Stop the other program - often a second companion: the pin comes back by itself.")


def no_factory_faults(pins: Iterable[tuple[str, int]]) -> dict[str, PinError]:
    """A fault for each pin of a table that has no pin factory, by name."""
    return {
        name: PinError(say("Pin GPIO{pin} ({name}) is off.", pin=number, name=name), detail="no pin factory")
        for name, number in pins
    }


def close_device(device: Any) -> None:
    """The device closed; what it raises is logged, for the others must be closed too."""
    try:
        device.close()
    except Exception:
        log.exception("a pin could not be let go")
