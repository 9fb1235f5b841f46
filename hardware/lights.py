"""The table's lights over gpiozero: one thread that shows what `hardware.patterns` derives from the View."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from threading import Condition, Thread
from typing import Any

from companion.errors import PinError
from companion.state.view import View
from hardware.factory import Opened, close_device, fault, no_factory_faults, open_devices
from hardware.patterns import LAMPS, filled, lamps, patterns
from hardware.pins import Pins

REFRESH = 0.05  # seconds between two steps of a pattern
FILLS_FROM = 0.25  # share of a long press from which it shows: a short press lights nothing
FILL_LASTS = 0.3  # seconds that a fill stays without a new one
_DARK: Mapping[str, float] = dict.fromkeys(LAMPS, 0.0)
log = logging.getLogger(__name__)


class TableLights:
    """The lights of the table (`companion.ports.Lights`) on the pins of a gpiozero `factory`.

    `faults` names each light that is off: it could not be opened, or failed later. The others go on. The thread
    sleeps while nothing that is shown moves.
    """

    def __init__(self, pins: Pins, factory: Any) -> None:
        opened = _opened(pins, factory)
        self._numbers = pins.lamps
        self._devices = opened.devices
        self._faults = opened.faults
        self._shown: dict[str, float] = {}
        self._view: View | None = None
        self._fill = (0.0, 0.0)  # fraction, and monotonic seconds until which it lasts
        self._wake = Condition()
        self._news = False
        self._closing = False
        self._thread = Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    @property
    def faults(self) -> tuple[PinError, ...]:
        """Each light that is off, and why."""
        return tuple(self._faults)

    def show(self, view: View) -> None:
        """Show `view`; returns at once."""
        with self._wake:
            self._view = view
            self._tell()

    def fill(self, fraction: float) -> None:
        """Show how far a press has come towards a long one, 0 to 1; returns at once.

        It goes out by itself after `FILL_LASTS` seconds without another call.
        """
        with self._wake:
            self._fill = (fraction, time.monotonic() + FILL_LASTS)
            self._tell()

    def close(self) -> None:
        """Switch off and let go of the pins; a second call is harmless."""
        with self._wake:
            self._closing = True
            self._tell()
        self._thread.join()
        self._write(_DARK)
        for device in self._devices.values():
            close_device(device)
        self._devices = {}

    def _tell(self) -> None:
        self._news = True
        self._wake.notify()

    def _run(self) -> None:
        while not self._closing:
            with self._wake:
                self._news = False
                view, fill = self._view, self._filling()
            self._write(_levels(view, fill))
            self._rest(bool(fill) or _moving(view))

    def _rest(self, moving: bool) -> None:
        with self._wake:
            if not (self._news or self._closing):
                self._wake.wait(REFRESH if moving else None)

    def _filling(self) -> float:
        fraction, until = self._fill
        return fraction if fraction >= FILLS_FROM and time.monotonic() < until else 0.0

    def _write(self, levels: Mapping[str, float]) -> None:
        for name, device in [*self._devices.items()]:
            if self._shown.get(name) != levels[name]:
                self._light(name, device, levels[name])

    def _light(self, name: str, device: Any, level: float) -> None:
        try:
            device.value = level
        except Exception as error:  # noqa: BLE001  (lgpio.error has no base but Exception)
            self._faults.append(fault(name, self._numbers[name], error))
            log.warning("%s", self._faults[-1])
            close_device(self._devices.pop(name))
        else:
            self._shown[name] = level


def _levels(view: View | None, fill: float) -> Mapping[str, float]:
    levels = lamps(view, time.monotonic()) if view else _DARK
    return filled(levels, fill) if fill else levels


def _moving(view: View | None) -> bool:
    return view is not None and any(pattern.moving for pattern in patterns(view).values())


def _opened(pins: Pins, factory: Any) -> Opened:
    if factory is None:
        return Opened(faults=no_factory_faults(pins.lamps.items()))
    from gpiozero import LED, PWMLED

    def make(name: str, number: int) -> Any:
        kind = LED if name.startswith("seat") else PWMLED
        return kind(number, pin_factory=factory)

    return open_devices(pins.lamps.items(), make)
