"""The table's pins: which BCM number does what, read from `pins.toml` and checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from companion.errors import SettingsError
from companion.words import say

HEADER = range(28)
"""The BCM numbers that the 40-pin header brings out: GPIO0 to GPIO27."""
SHIPPED = Path(__file__).with_name("pins.toml")


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The BCM number of every button and light.

    `table` is the table button, `back` an optional second one; `seats` are up to six LEDs in turn order, `status`
    one LED or none, `theft` six or none. `seat_buttons` are up to six buttons, one before each seat in turn order.
    """

    table: int
    seats: tuple[int, ...] = ()
    status: int | None = None
    theft: tuple[int, ...] = ()
    back: int | None = None
    seat_buttons: tuple[int, ...] = ()

    @property
    def buttons(self) -> dict[str, int]:
        """The BCM number of each button by name: `table`, `back` if there is one, `seat button 1`... if any."""
        back = {} if self.back is None else {"back": self.back}
        return {"table": self.table} | back | _numbered("seat button ", self.seat_buttons)

    @property
    def lamps(self) -> dict[str, int]:
        """The BCM number of each light by name: `seat1`..., `status`, `theft1`..."""
        status = {} if self.status is None else {"status": self.status}
        return _numbered("seat", self.seats) | status | _numbered("theft", self.theft)


def _numbered(name: str, pins: tuple[int, ...]) -> dict[str, int]:
    return {f"{name}{place}": pin for place, pin in enumerate(pins, 1)}


def load_pins(path: Path = SHIPPED) -> Pins:
    """The pins that the TOML file at `path` gives, checked.

    Raises:
        SettingsError: the file cannot be read, does not hold what it should, names a number that the header does
            not have, or uses one twice.
    """
    try:
        pins = msgspec.toml.decode(path.read_bytes(), type=Pins)
    except (OSError, msgspec.DecodeError) as error:
        raise _refused(path, str(error)) from error
    for check in (_numbers, _doubles, _lights):
        check(path, pins)
    return pins


def _numbers(path: Path, pins: Pins) -> None:
    for name, pin in _all(pins):
        if pin not in HEADER:
            raise _refused(path, f"expected a BCM number from 0 to 27 for {name!r}, got {pin!r}")


def _doubles(path: Path, pins: Pins) -> None:
    for pin, times in Counter(pin for _, pin in _all(pins)).items():
        if times > 1:
            names = [name for name, other in _all(pins) if other == pin]
            raise _refused(path, f"expected each pin once, got GPIO{pin} for {names!r}")


def _lights(path: Path, pins: Pins) -> None:
    if len(pins.seats) > 6:
        raise _refused(path, f"expected at most 6 pins for 'seats', got {pins.seats!r}")
    if len(pins.seat_buttons) > 6:
        raise _refused(path, f"expected at most 6 pins for 'seat_buttons', got {pins.seat_buttons!r}")
    if len(pins.theft) not in (0, 6):
        raise _refused(path, f"expected none or 6 pins for 'theft', got {pins.theft!r}")


def _all(pins: Pins) -> list[tuple[str, int]]:
    return [*pins.buttons.items(), *pins.lamps.items()]


def _refused(path: Path, what: str) -> SettingsError:
    return SettingsError(say("The list of pins is not right: {what}.", what=what), detail=f"in {str(path)!r}")
