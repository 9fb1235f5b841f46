"""The table's buttons over gpiozero: short presses, long presses, and nothing for chatter."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from companion.errors import PinError
from hardware.factory import Opened, close_device, fault, no_factory_faults, open_devices
from hardware.pins import Pins

LATE = 2.0  # seconds; an edge that seems later was timed by another clock (kernels before 5.7) and counts as now
POLL = 0.02  # seconds between two looks at a button that is down
log = logging.getLogger(__name__)


class Gesture(Enum):
    """What a hand did with a button."""

    PRESSED = "pressed"
    HELD = "held"


@dataclass
class PressRecogniser:
    """Gestures out of the raw level of a contact that chatters and whose edges may be lost.

    A level counts once it has lasted `debounce` seconds, from its first edge on. A press that lasts `hold` seconds
    is HELD, once, while still down; a shorter one is PRESSED when it ends. Times are seconds of one clock; a time
    before an earlier one counts as that.
    """

    debounce: float
    hold: float
    _raw: bool = field(default=False, init=False)
    _raw_since: float = field(default=0.0, init=False)
    _down: bool = field(default=False, init=False)
    _down_since: float = field(default=0.0, init=False)
    _held: bool = field(default=False, init=False)
    _now: float = field(default=float("-inf"), init=False)

    def feed(self, at: float, down: bool) -> tuple[Gesture, ...]:
        """The gestures complete at time `at`, when the raw level becomes (or is seen to be) `down`."""
        gestures = self.tick(at)
        if down != self._raw:
            self._raw, self._raw_since = down, self._now
        return gestures

    def tick(self, at: float) -> tuple[Gesture, ...]:
        """The gestures complete at time `at`, when the raw level has not changed until then."""
        self._now = max(at, self._now)
        return (*self._settled(), *self._lasted())

    @property
    def at_rest(self) -> bool:
        """Whether the button is up and no change is pending: only an edge can make a gesture now."""
        return not (self._raw or self._down)

    def progress(self, at: float) -> float:
        """How far a press has come towards a long one at time `at`, 0 to 1."""
        if not self._down:
            return 0.0
        return 1.0 if self._held else min(max((at - self._down_since) / self.hold, 0.0), 1.0)

    def _settled(self) -> tuple[Gesture, ...]:
        if self._raw == self._down or self._now - self._raw_since < self.debounce:
            return ()
        self._down = self._raw
        if self._down:
            self._down_since, self._held = self._raw_since, False
            return ()
        return () if self._held else (self._ended(self._raw_since - self._down_since),)

    def _ended(self, seconds: float) -> Gesture:
        return Gesture.PRESSED if seconds < self.hold else Gesture.HELD

    def _lasted(self) -> tuple[Gesture, ...]:
        if not (self._down and self._raw) or self._held or self._now - self._down_since < self.hold:
            return ()
        self._held = True
        return (Gesture.HELD,)


@dataclass
class _Switch:
    """A button's input, its recogniser, and what its gestures call."""

    name: str
    number: int
    device: Any
    recogniser: PressRecogniser
    edges: SimpleQueue[_Edge | None]
    calls: Mapping[Gesture, Callable[[], None]] = field(default_factory=dict)

    def watch(self) -> None:
        """Have every edge of the pin put into the queue."""
        self.device.pin.edges = "both"
        self.device.pin.when_changed = self.changed  # kept as a weak reference: this object must live on

    def changed(self, ticks: float, state: object) -> None:
        """Called on the pin factory's thread, perhaps late, with the factory's time of the edge; down is low."""
        factory = self.device.pin_factory
        late = factory.ticks_diff(factory.ticks(), ticks)
        self.edges.put((self, time.monotonic() - (late if 0 <= late < LATE else 0.0), not state))


_Edge = tuple[_Switch, float, bool]


class TableButtons:
    """The buttons of the table (`companion.ports.Buttons`) on the pins of a gpiozero `factory`.

    The table button short is a press, `hold` seconds long a hold; the second button is a hold however it is
    pressed, a seat's button an answer. Contacts may chatter for `debounce` seconds. `faults` names each button
    that could not be opened (all of them without a factory) or has failed since: it is off until `open`, the
    others work. `fill` hears how far a press of the table button has come towards a long one, 0 to 1, and 0 when
    it has ended; it must return at once.

    This listens to the pins of `gpiozero.InputDevice`, not to `gpiozero.Button`: that has a debounce which differs
    from factory to factory, a hold that repeats, and after a lost release it drops the next press. A button that
    is down is also looked at, every `POLL` seconds.
    """

    def __init__(
        self,
        pins: Pins,
        factory: Any,
        fill: Callable[[float], None] | None = None,
        *,
        hold: float = 1.0,
        debounce: float = 0.03,
    ) -> None:
        self._pins = pins
        self._recogniser = partial(PressRecogniser, debounce, hold)
        self._fill = fill or (lambda _: None)
        self._filled = 0.0
        self._closing = False
        self._edges: SimpleQueue[_Edge | None] = SimpleQueue()
        self._calls: Mapping[str, Mapping[Gesture, Callable[[], None]]] = {}
        self._switches: list[_Switch] = []
        self._faults: dict[str, PinError] = {}
        self._opening = Lock()
        self.open(factory)
        self._thread = Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    @property
    def faults(self) -> tuple[PinError, ...]:
        """Each button that is off, and why."""
        return tuple(self._faults.values())

    def open(self, factory: Any) -> None:
        """Open each button that is off on the pins of `factory`; safe to call from any thread."""
        with self._opening:
            on = {switch.name for switch in self._switches}
            off = {name: number for name, number in self._pins.buttons.items() if name not in on}
            opened = _opened(off, factory, self._recogniser, self._edges)
            self._faults = opened.faults
            for switch in opened.devices.values():
                switch.calls = self._calls.get(switch.name, {})
            self._switches = [*self._switches, *opened.devices.values()]

    def listen(
        self,
        pressed: Callable[[], None],
        held: Callable[[], None],
        answered: Callable[[int], None] = lambda _seat: None,
    ) -> None:
        """Call `pressed` on each short press, `held` once on each long one, `answered` on a press at a seat."""
        calls = {"table": {Gesture.PRESSED: pressed, Gesture.HELD: held}, "back": _both(held)}
        seats = {
            f"seat button {seat + 1}": _both(partial(answered, seat))
            for seat in range(len(self._pins.seat_buttons))
        }
        with self._opening:
            self._calls = {**calls, **seats}
            for switch in self._switches:
                switch.calls = self._calls[switch.name]

    def close(self) -> None:
        """Let go of the pins; a second call is harmless."""
        self._closing = True
        self._edges.put(None)
        self._thread.join()
        for switch in self._switches:
            close_device(switch.device)
        self._switches = []

    def _run(self) -> None:
        while not self._closing:
            edge = self._next()
            if edge is None:
                self._look()
            else:
                self._hear(*edge)
            self._show_progress()

    def _next(self) -> _Edge | None:
        """The next edge; None when there is none for `POLL` seconds while a button is down."""
        at_rest = all(switch.recogniser.at_rest for switch in self._switches)
        try:
            return self._edges.get(timeout=None if at_rest else POLL)
        except Empty:
            return None

    def _hear(self, switch: _Switch, at: float, down: bool) -> None:
        for gesture in switch.recogniser.feed(at, down):
            if gesture in switch.calls:
                _call(switch.calls[gesture])

    def _look(self) -> None:
        for switch in [one for one in self._switches if not one.recogniser.at_rest]:
            try:
                down = bool(switch.device.is_active)
            except Exception as error:  # noqa: BLE001  (lgpio.error has no base but Exception)
                self._give_up(switch, error)
            else:
                self._hear(switch, time.monotonic(), down)

    def _give_up(self, switch: _Switch, error: Exception) -> None:
        with self._opening:
            self._faults[switch.name] = fault(switch.name, switch.number, error)
            self._switches = [one for one in self._switches if one is not switch]
            close_device(switch.device)

    def _show_progress(self) -> None:
        table = [switch for switch in self._switches if switch.name == "table"]
        filled = table[0].recogniser.progress(time.monotonic()) if table else 0.0
        if filled or self._filled:
            self._filled = filled
            _call(partial(self._fill, filled))


def _both(call: Callable[[], None]) -> Mapping[Gesture, Callable[[], None]]:
    """The calls of a button that knows no difference between short and long."""
    return {Gesture.PRESSED: call, Gesture.HELD: call}


def _opened(
    pins: Mapping[str, int],
    factory: Any,
    recogniser: Callable[[], PressRecogniser],
    edges: SimpleQueue[_Edge | None],
) -> Opened:
    if factory is None:
        return Opened(faults=no_factory_faults(pins.items()))
    from gpiozero import InputDevice

    def make(name: str, number: int) -> _Switch:
        device = InputDevice(number, pull_up=True, pin_factory=factory)
        switch = _Switch(name, number, device, recogniser(), edges)
        switch.watch()
        return switch

    return open_devices(pins.items(), make)


def _call(call: Callable[[], None]) -> None:
    """The call made, and what it raises logged: the buttons' thread must outlive a full queue of the host."""
    try:
        call()
    except Exception:
        log.exception("a button's callback failed")
