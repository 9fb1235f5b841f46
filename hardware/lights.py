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
TRIAL_LASTS = 2.0  # seconds that a lamp is lit alone to be looked at
_DARK: Mapping[str, float] = dict.fromkeys(LAMPS, 0.0)
log = logging.getLogger(__name__)


class TableLights:
    """The lights of the table (`companion.ports.Lights`) on the pins of a gpiozero `factory`.

    `faults` names each light that is off until `open`: it could not be opened, or failed later. The others go on.
    The thread sleeps while nothing that is shown moves.
    """

    def __init__(self, pins: Pins, factory: Any) -> None:
        self._numbers = pins.lamps
        self._devices: dict[str, Any] = {}
        self._faults: dict[str, PinError] = {}
        self._shown: dict[str, float] = {}
        self._view: View | None = None
        self._fill = (0.0, 0.0)  # fraction, and monotonic seconds until which it lasts
        self._trial = ("", 0.0)  # the lamp that is tried, and monotonic seconds until which it is
        self._wake = Condition()
        self._news = False
        self._closing = False
        self.open(factory)
        self._thread = Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    @property
    def faults(self) -> tuple[PinError, ...]:
        """Each light that is off, and why."""
        return tuple(self._faults.values())

    def open(self, factory: Any) -> None:
        """Open each light that is off on the pins of `factory`; safe to call from any thread."""
        with self._wake:
            off = {name: number for name, number in self._numbers.items() if name not in self._devices}
            opened = _opened(off, factory)
            self._faults = opened.faults
            for name in opened.devices:
                self._shown.pop(name, None)
            self._devices |= opened.devices
            self._tell()

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

    @property
    def names(self) -> tuple[str, ...]:
        """Every light that the table's pins have, whether it works or not."""
        return tuple(self._numbers)

    def alone(self, name: str) -> None:
        """Light this one and no other for `TRIAL_LASTS` seconds, so that people see it; returns at once."""
        with self._wake:
            self._trial = (name, time.monotonic() + TRIAL_LASTS)
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
                view, fill, tried = self._view, self._filling(), self._tried()
            self._write({**_DARK, tried: 1.0} if tried else _levels(view, fill))
            self._rest(bool(fill or tried) or _moving(view))

    def _rest(self, moving: bool) -> None:
        with self._wake:
            if not (self._news or self._closing):
                self._wake.wait(REFRESH if moving else None)

    def _filling(self) -> float:
        fraction, until = self._fill
        return fraction if fraction >= FILLS_FROM and time.monotonic() < until else 0.0

    def _tried(self) -> str:
        name, until = self._trial
        return name if time.monotonic() < until else ""

    def _write(self, levels: Mapping[str, float]) -> None:
        for name, device in [*self._devices.items()]:
            if self._shown.get(name) != levels[name]:
                self._light(name, device, levels[name])

    def _light(self, name: str, device: Any, level: float) -> None:
        try:
            device.value = level
        except Exception as error:  # noqa: BLE001  (lgpio.error has no base but Exception)
            with self._wake:
                self._faults[name] = fault(name, self._numbers[name], error)
                log.warning("%s", self._faults[name])
                close_device(self._devices.pop(name))
        else:
            self._shown[name] = level


def _levels(view: View | None, fill: float) -> Mapping[str, float]:
    levels = lamps(view, time.monotonic()) if view else _DARK
    return filled(levels, fill) if fill else levels


def _moving(view: View | None) -> bool:
    return view is not None and any(pattern.moving for pattern in patterns(view).values())


def _opened(pins: Mapping[str, int], factory: Any) -> Opened:
    if factory is None:
        return Opened(faults=no_factory_faults(pins.items()))
    from gpiozero import LED, PWMLED

    def make(name: str, number: int) -> Any:
        kind = LED if name.startswith("seat") else PWMLED
        return kind(number, pin_factory=factory)

    return open_devices(pins.items(), make)
