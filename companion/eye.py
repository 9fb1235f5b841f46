"""The eye at the table: one thread that holds the camera, waits for still dice and reads them."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.doubts import doubt
from companion.errors import CameraError, CompanionError
from companion.ports import Camera, CardEye, Lockable, Locked, Pluggable, Wanted
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.services import Backoff, fault_state
from companion.state.view import Service
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.guard import Sight
from companion.vision.reading import Reading
from companion.vision.tray import Tray
from companion.words import say

log = logging.getLogger(__name__)
T = TypeVar("T")

CAPTURE_LIMIT = 3.0
"""Seconds for one frame."""
SAID_AFTER = 2.0
"""Seconds without rest in the tray after which people are told what is in the way."""
STILL_LIMIT = 20.0
"""Seconds for a hand to leave and for the dice to lie still; then the look is given up."""
BURST = 3
"""Frames of a burst."""
RETRY, RETRY_LONGEST = 2.0, 30.0
"""Seconds before a lost camera is tried again, at first and at most; whoever asks for a look tries at once."""
PLUGGED = 5.0
"""Seconds between two looks whether a camera that nobody asks for is still plugged in."""


class Reader(Protocol):
    """What turns a frame into a reading: the reader of dice, or a stand-in at the edge of a test."""

    def read(
        self, frame: Frame, *, die_set: str | None, expectation: Expectation | None, tray: Tray | None
    ) -> Reading:
        """The dice in `frame`, measured if there is a `tray`."""
        ...


class Watch(Protocol):
    """What tells from frame to frame whether anything moves; it knows the free table from earlier looks."""

    def feed(self, frame: Frame) -> str:
        """`moving`, `hand`, or an empty text when all has been still for long enough."""
        ...

    def forget(self) -> None:
        """Start anew: the table may look otherwise now."""
        ...


@dataclass(frozen=True)
class Look:
    """The outcome of one look: a reading with its picture as JPEG, or the error that prevented it.

    `cards` are what was seen where cards were looked for. `frames` are those that were read, and `tray` the
    calibration that they were read with, for a report of the reading.
    """

    reading: Reading | None = None
    jpeg: bytes = b""
    error: CompanionError | None = None
    frames: tuple[Frame, ...] = ()
    tray: Tray | None = None
    cards: tuple[CardSighting, ...] | None = None


@dataclass(frozen=True)
class Picture:
    """The outcome of taking a picture: the still frame, why it is none (`hand`, `moving`), or an error."""

    frame: Frame | None = None
    why_not: str = ""
    error: CompanionError | None = None


@dataclass(frozen=True)
class Held:
    """The outcome of freezing the camera's exposure: its values, or an error."""

    values: Locked | None = None
    error: CompanionError | None = None


Done = Callable[[Look], None]
Report = Callable[[Service], None]


class Eye:
    """A thread that looks when asked; it opens the camera, and opens it again after a fault.

    `guard` tells of a still frame with which tray it is to be read, or that the camera was moved. Whatever is
    asked of the camera is done on this thread, one thing after another.
    """

    def __init__(
        self,
        camera: Camera,
        reader: Reader,
        watch: Watch,
        fuse: Callable[[list[Reading]], Reading],
        report: Report,
        guard: Callable[[Frame], Sight] = lambda _frame: Sight(),
        cards: CardEye | None = None,
    ) -> None:
        self._camera = camera
        self._reader = reader
        self._watch = watch
        self._fuse = fuse
        self._report = report
        self._guard = guard
        self._cards = cards
        self._asks: queue.Queue[Callable[[], None] | None] = queue.Queue(maxsize=1)
        self._open = False
        self._backoff = Backoff(RETRY, RETRY_LONGEST)
        self._pause: float | None = PLUGGED
        self._told = Service("off")
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def start(self) -> None:
        """Begin; the camera is opened at once so that a fault shows before the first roll."""
        self._thread.start()

    def look(self, wanted: Wanted, done: Done) -> bool:
        """Look at the tray and call `done` on the eye's thread; False when another one waits already."""
        return self._ask(lambda: done(self._look(wanted)))

    def take(self, done: Callable[[Picture], None]) -> bool:
        """Take a picture of the still table, to calibrate or teach with; called back and refused like `look`."""
        return self._ask(lambda: done(self._take()))

    def lock(self, done: Callable[[Held], None]) -> bool:
        """Freeze the camera's exposure, white balance and focus as they are; called back and refused like `look`.

        A camera that has nothing to freeze gives no values.
        """
        return self._ask(lambda: done(self._lock()))

    def _ask(self, work: Callable[[], None]) -> bool:
        try:
            self._asks.put_nowait(work)
        except queue.Full:
            return False
        return True

    def stop(self, timeout: float = 5.0) -> None:
        """Let go of the camera; waits at most `timeout` seconds for a look that is under way."""
        if not self._thread.is_alive():
            return
        with suppress(queue.Full):  # then the thread is alive below
            self._asks.put(None, timeout=timeout)
            self._thread.join(timeout)
        if self._thread.is_alive():
            log.warning("the eye did not stop within %s s: its camera hangs", timeout)

    def _run(self) -> None:
        self._tell(Service("starting"))
        self._try_open()
        while True:
            try:
                ask = self._asks.get(timeout=self._pause)
            except queue.Empty:
                self._look_after()
                continue
            if ask is None:
                self._camera.close()
                return
            try:
                ask()
            except Exception:
                log.exception("the outcome of a look cannot be told")

    def _look_after(self) -> None:
        """What is done while nobody asks: a camera that is away is tried, one that is open is looked for."""
        if not self._open:
            self._try_open()
        elif isinstance(self._camera, Pluggable):
            try:
                self._camera.check_plugged()
            except CameraError as error:
                self._lost(error)

    def _try_open(self) -> bool:
        try:
            self._camera.open()
        except CameraError as error:
            self._lost(error)
            return False
        except Exception as error:
            log.exception("the camera failed")
            self._lost(CameraError(say("The camera failed: {kind}.", kind=type(error).__name__)))
            return False
        self._open, self._pause = True, PLUGGED
        self._backoff.reset()
        self._tell(Service("ready"))
        return True

    def _lost(self, error: CompanionError) -> None:
        self._open = False
        self._pause = None if error.lasting else self._backoff.pause()
        self._camera.close()
        self._watch.forget()
        if self._tell(fault_state(error)):
            log.warning("the camera failed: %s", error)

    def _tell(self, state: Service) -> bool:
        """Report a state that is new; a camera that is not there is tried, and not there, again and again."""
        new = state != self._told
        self._told = state
        if new:
            self._report(state)
        return new

    def _look(self, wanted: Wanted) -> Look:
        found = self._tried(lambda: self._read(wanted))
        return Look(error=found) if isinstance(found, CompanionError) else found

    def _take(self) -> Picture:
        found = self._tried(self._still_frame)
        if isinstance(found, CompanionError):
            return Picture(error=found)
        frame, why_not = found
        return Picture(None if why_not else frame, why_not)

    def _lock(self) -> Held:
        camera = self._camera
        found = self._tried(lambda: camera.lock() if isinstance(camera, Lockable) else {})
        return Held(error=found) if isinstance(found, CompanionError) else Held(found)

    def _tried(self, work: Callable[[], T]) -> T | CompanionError:
        """What `work` gives with an open camera, or the error that prevented it."""
        if not self._open and not self._try_open():
            return CameraError(say("The camera gives no picture."))
        try:
            return work()
        except CameraError as error:
            self._lost(error)
            return error
        except CompanionError as error:
            log.warning("a look failed: %s", error)
            return error
        except Exception as error:
            log.exception("the eye failed")
            return CompanionError(say("The eye failed: {kind}.", kind=type(error).__name__))

    def _read(self, wanted: Wanted) -> Look:
        frame, why_not = self._still_frame()
        sight = Sight() if why_not else self._guard(frame)
        why_not = why_not or ("camera-moved" if sight.moved else "")
        if why_not:
            height, width = frame.pixels.shape[:2]
            return Look(Reading((), width, height, 0.0, why_not), frame.jpeg(), frames=(frame,))
        if isinstance(wanted, CardExpectation):
            cards = self._cards.read(frame, wanted, sight.tray) if self._cards else ()
            return Look(cards=cards, jpeg=frame.jpeg(), frames=(frame,), tray=sight.tray)
        return self._read_dice(frame, wanted, sight)

    def _read_dice(self, frame: Frame, expectation: Expectation | None, sight: Sight) -> Look:
        die_set = expectation.die_set if expectation else None
        frames = [frame, *(self._camera.capture(CAPTURE_LIMIT) for _ in range(BURST - 1))]
        readings = [
            self._reader.read(one, die_set=die_set, expectation=expectation, tray=sight.tray) for one in frames
        ]
        return Look(self._fuse(readings), frames[-1].jpeg(), frames=tuple(frames), tray=sight.tray)

    def _still_frame(self) -> tuple[Frame, str]:
        """A frame after which all was still, or the last one with the reason why it never was.

        A hand is waited for until it has left, and rolling dice until they lie: nobody has to press again. An ask
        that comes meanwhile ends the waiting.
        """
        began = time.monotonic()
        while True:
            frame = self._camera.capture(CAPTURE_LIMIT)
            why_not = self._watch.feed(frame)
            waited = time.monotonic() - began
            if not why_not or waited > STILL_LIMIT or (waited > SAID_AFTER and self._asks.full()):
                self._tell(Service("ready"))
                return frame, why_not
            if waited > SAID_AFTER:
                self._tell(Service("working", doubt(why_not)[0]))
