"""The eye at the table: one thread that holds the camera, waits for still dice and reads them."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from companion.errors import CameraError, CompanionError
from companion.ports import Camera
from companion.rules.game import Expectation
from companion.state.view import Service
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.words import say

log = logging.getLogger(__name__)

CAPTURE_LIMIT = 3.0
STILL_LIMIT = 4.0
BURST = 3
RETRY = 5.0
"""Seconds: for one frame; for the dice to lie still; frames of a burst; before a lost camera is tried again."""


class Reader(Protocol):
    """What turns a frame into a reading: the reader of dice, or a stand-in at the edge of a test."""

    def read(self, frame: Frame, *, die_set: str | None, expectation: Expectation | None) -> Reading:
        """The dice in `frame`."""
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
    """The outcome of one look: a reading with its picture as JPEG, or the error that prevented it."""

    reading: Reading | None = None
    jpeg: bytes = b""
    error: CompanionError | None = None


Done = Callable[[Look], None]
Report = Callable[[Service], None]


class Eye:
    """A thread that looks when asked; it opens the camera, and opens it again after a fault.

    `moved` tells of a still frame whether the camera no longer stands where it was calibrated.
    """

    def __init__(
        self,
        camera: Camera,
        reader: Reader,
        watch: Watch,
        fuse: Callable[[list[Reading]], Reading],
        report: Report,
        moved: Callable[[Frame], bool] = lambda _frame: False,
    ) -> None:
        self._camera = camera
        self._reader = reader
        self._watch = watch
        self._fuse = fuse
        self._report = report
        self._moved = moved
        self._asks: queue.Queue[tuple[Expectation | None, Done] | None] = queue.Queue(maxsize=1)
        self._open = False
        self._told = Service("off")
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def start(self) -> None:
        """Begin; the camera is opened at once so that a fault shows before the first roll."""
        self._thread.start()

    def look(self, expectation: Expectation | None, done: Done) -> bool:
        """Look at the tray and call `done` on the eye's thread; False when another one waits already."""
        try:
            self._asks.put_nowait((expectation, done))
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
        self._try_open()
        while True:
            try:
                ask = self._asks.get(timeout=None if self._open else RETRY)
            except queue.Empty:
                self._try_open()
                continue
            if ask is None:
                self._camera.close()
                return
            expectation, done = ask
            try:
                done(self._look(expectation))
            except Exception:
                log.exception("the outcome of a look cannot be told")

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
        self._open = True
        self._tell(Service("ready"))
        return True

    def _lost(self, error: CompanionError) -> None:
        self._open = False
        self._camera.close()
        self._watch.forget()
        if self._tell(Service("failed", error.sentence)):
            log.warning("the camera failed: %s", error)

    def _tell(self, state: Service) -> bool:
        """Report a state that is new; a camera that is not there is tried, and not there, again and again."""
        new = state != self._told
        self._told = state
        if new:
            self._report(state)
        return new

    def _look(self, expectation: Expectation | None) -> Look:
        if not self._open and not self._try_open():
            return Look(error=CameraError(say("The camera gives no picture.")))
        try:
            return self._read(expectation)
        except CameraError as error:
            self._lost(error)
            return Look(error=error)
        except CompanionError as error:
            log.warning("a look failed: %s", error)
            return Look(error=error)
        except Exception as error:
            log.exception("the eye failed")
            return Look(error=CompanionError(say("The eye failed: {kind}.", kind=type(error).__name__)))

    def _read(self, expectation: Expectation | None) -> Look:
        frame, why_not = self._still_frame()
        why_not = why_not or ("camera-moved" if self._moved(frame) else "")
        if why_not:
            height, width = frame.pixels.shape[:2]
            return Look(Reading((), width, height, 0.0, why_not), frame.jpeg())
        die_set = expectation.die_set if expectation else None
        frames = [frame, *(self._camera.capture(CAPTURE_LIMIT) for _ in range(BURST - 1))]
        readings = [self._reader.read(one, die_set=die_set, expectation=expectation) for one in frames]
        return Look(self._fuse(readings), frames[-1].jpeg())

    def _still_frame(self) -> tuple[Frame, str]:
        """A frame after which all was still, or the last one with the reason why it never was."""
        deadline = time.monotonic() + STILL_LIMIT
        while True:
            frame = self._camera.capture(CAPTURE_LIMIT)
            why_not = self._watch.feed(frame)
            if not why_not or time.monotonic() > deadline:
                return frame, why_not
