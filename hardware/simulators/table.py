"""A simulated table: a camera over drawn dice and cards, a hand, and mock pins; the real adapters stand on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from companion.decks import drawn_deck
from companion.errors import CameraError
from companion.rules.args import Faces
from companion.state.view import View
from companion.vision.frame import Frame
from companion.vision.reader import in_reading_order
from companion.vision.reading import DieReading
from companion.words import say
from hardware.simulators import scenes
from hardware.simulators.pins import SimulatedPins
from hardware.simulators.spread import Laid, spread
from hardware.simulators.tray import HEIGHT, WIDTH, Tray

Pixels = NDArray[np.uint8]

FRAME = 1 / 15  # seconds from one frame to the next
SHUTTER = 0.012  # seconds that a frame is exposed
AT_REST = float("inf")  # seconds: long after any throw
NOISE = 3  # of 255: the sensor's noise is drawn evenly from -NOISE to NOISE


class SimulatedTable:
    """A tray under a camera (`companion.ports.Camera`) and the hands at it (`companion.ports.Playground`).

    Frames are `width` x `height` pixels. It holds the dice that the game wants as long as `follow` hears of every
    View. The same `seed` and the same calls give the same throws and poses. Every method may be called from any
    thread; without `pins` the table has no button and no lights.
    """

    name = "simulated table"

    def __init__(
        self,
        pins: SimulatedPins | None = None,
        *,
        seed: int = 0,
        width: int = 1280,
        height: int = 960,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pins = pins
        self._size = (width, height)
        self._seed = seed
        self._clock = clock
        self._tray = Tray(seed)
        self._noise = np.random.default_rng(seed)
        self._places = np.random.default_rng(seed)
        self._hand = False
        self._laid: tuple[Laid, ...] = ()
        self._cards: tuple[scenes.CardOnTable, ...] = ()
        self._open = False
        self._last = float("-inf")
        self._lock = Lock()
        self._render = lru_cache(maxsize=2)(scenes.render)  # a table at rest is drawn once
        self._fingers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="finger")

    def open(self) -> None:
        """Switch the camera on; a second call is harmless."""
        self._open = True

    def capture(self, timeout: float) -> Frame:  # noqa: ARG002  (drawing keeps nobody waiting)
        """The next frame: drawn anew, with new noise.

        Raises:
            CameraError: the camera is not open.
        """
        if not self._open:
            raise CameraError(say("The camera is not open."), detail=self.name)
        self._pace()
        with self._lock:
            now = self._clock()
            moments = (now - SHUTTER, now) if self._tray.rolling(now) else (now,)
            exposures = [self._scene(moment) for moment in moments]
        return Frame(self._developed([self._render(scene, *self._size) for scene in exposures]), now)

    def close(self) -> None:
        """Switch the camera off, and end the presses; never raises."""
        self._open = False
        self._fingers.shutdown()

    def follow(self, view: View) -> None:
        """Lay the dice into the tray that the choices of `view` ask for; subscribed to the host.

        Cards make room for dice.
        """
        wanted = _wanted(view)
        if wanted is not None:
            with self._lock:
                self._tray.hold(wanted)
                self._laid, self._cards = (), ()

    def lay_card(
        self, deck: str, code: str, *, beside: bool = False, turned: bool = False, fanned: bool = False
    ) -> None:
        """Lay a drawn card into the tray instead of dice and of other cards; an empty code takes them away.

        With `beside` those that lie there stay in sight, and make room: side by side, or `fanned` one over
        another. A `turned` card lies upside down.

        Raises:
            NoSuchCard: it is not drawn.
            AskError: there is no room for another one.
        """
        card = drawn_deck(deck).card(code) if code else None
        with self._lock:
            before = self._laid if beside else ()
            laid = (*before, Laid(deck, card.code, turned)) if card else ()
            cards = spread(laid, self._places, fanned=fanned)
            self._tray.clear()
            self._laid, self._cards = laid, cards

    def cards(self) -> tuple[scenes.CardOnTable, ...]:
        """The truth: the cards as they lie."""
        with self._lock:
            return self._cards

    def laid(self) -> tuple[tuple[str, str], ...]:
        """Deck and code of each card that lies there, in the order in which they were laid."""
        with self._lock:
            return tuple((card.deck, card.code) for card in self._laid)

    def throw(self, keep: tuple[str, ...] = ()) -> None:
        """Throw the dice anew; for each face in `keep` one die that shows it stays as it lies."""
        with self._lock:
            now = self._clock()
            self._tray.throw(now, _showing(keep, [die.face for die in self._tray.dice(now)]))

    def dice(self) -> tuple[scenes.Die, ...]:
        """The truth: the dice as they lie, or will when they have come to rest, in reading order."""
        with self._lock:
            lying = self._tray.dice(AT_REST)
            return tuple(lying[index] for index in self._reading_order(AT_REST))

    def faces(self) -> tuple[str, ...]:
        """The truth: what the `dice` show."""
        return tuple(die.face for die in self.dice())

    def hand(self, there: bool) -> None:
        """Reach into the camera's sight with a hand, or take it away."""
        with self._lock:
            self._hand = there

    def press(self, seconds: float) -> None:
        """Push the table button's pin down for `seconds`, then let go; returns at once."""
        if self._pins is not None:
            self._fingers.submit(self._pins.press, seconds)

    def lamps(self) -> Mapping[str, float]:
        """The brightness 0-1 of every light by name, read from its pin."""
        return {} if self._pins is None else self._pins.lamps()

    def _pace(self) -> None:
        """Wait as a camera does: a frame comes `FRAME` seconds after the one before."""
        now = self._clock()
        due = max(self._last + FRAME, now)
        self._last = due
        time.sleep(due - now)

    def _scene(self, moment: float) -> scenes.Scene:
        dice = self._tray.dice(moment)
        return scenes.Scene(dice, WIDTH, HEIGHT, seed=self._seed, hand=self._hand, cards=self._cards)

    def _developed(self, exposures: list[Pixels]) -> Pixels:
        light = np.mean(exposures, axis=0, dtype=np.float32) if len(exposures) > 1 else exposures[0]
        noise = self._noise.integers(-NOISE, NOISE, light.shape, np.int8, endpoint=True)
        return np.asarray(np.clip(light.astype(np.int16) + noise, 0, 255), np.uint8)

    def _reading_order(self, moment: float) -> list[int]:
        """The indices of the dice in the order in which the eye reads them."""
        scene = self._scene(moment)
        tops = [scenes.outline(scene, die, *self._size) for die in scene.dice]
        seen = [_seen(index, top) for index, top in enumerate(tops)]
        return [int(die.face) for die in in_reading_order(seen)]


def _seen(index: int, top: NDArray[np.float64]) -> DieReading:
    """A reading whose face is the die's index, at the centre and with the side of its top (4, 2) in pixels."""
    x, y = top.mean(axis=0)
    side = float(np.linalg.norm(top[1] - top[0]))
    return DieReading(str(index), 1.0, float(x), float(y), side, 0.0, "")


def _showing(wanted: Sequence[str], faces: Sequence[str]) -> list[int]:
    """The index of one die for each wanted face that is there."""
    left: list[str | None] = [*faces]
    found = []
    for face in wanted:
        if face in left:
            found.append(left.index(face))
            left[found[-1]] = None
    return found


def _wanted(view: View) -> Faces | None:
    """The faces that a roll now would fill in."""
    rolls = (arg for choice in view.choices if choice.chance for arg in choice.args.values())
    return next((arg for arg in rolls if isinstance(arg, Faces)), None)
