"""The workshop: what a family does before it plays - teach the eye their dice, calibrate the camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from companion.cardshelf import CardShelf
from companion.errors import HostStopped
from companion.eye import Eye, Reader
from companion.ports import Locked
from companion.workshop.bench import Bench, WorkshopBusy
from companion.workshop.calibrations import Calibrations
from companion.workshop.decks import DeckLessons
from companion.workshop.lessons import Lessons
from companion.workshop.supply import Pictures, Supply
from companion.workshop.views import WorkshopView

__all__ = ["Task", "Workshop", "WorkshopBusy", "WorkshopView"]

AT_HAND = 4.0
"""Seconds for which the table button belongs to the page that asked for it last."""

Task = Callable[[], Future[None]]


class Workshop:
    """The lessons and the calibration of one table, with one View and one task at a time.

    The `eye` holds the camera, None where there is none; `reader` reads pictures that were sent. `models` is the
    folder of shipped die sets, `taught` that of the taught ones, `tray` the file of the calibration. `renew` is
    called when die sets have changed, `exposed` with what a calibrated camera keeps of its exposure. `cards` are
    the decks, where cards can be taught.
    """

    def __init__(
        self,
        eye: Eye | None,
        reader: Reader,
        models: Path,
        taught: Path,
        tray: Path,
        *,
        renew: Callable[[], None] = lambda: None,
        exposed: Callable[[Locked], None] = lambda _values: None,
        cards: CardShelf | None = None,
    ) -> None:
        self._bench = Bench()
        self.supply = Supply(eye)
        self.pictures = Pictures()
        self.lessons = Lessons(self._bench, self.supply, self.pictures, models, taught, reader, renew)
        self.decks = DeckLessons(self._bench, self.supply, self.pictures, cards) if cards else None
        self.calibration = Calibrations(self._bench, self.supply, self.pictures, tray, exposed)
        self._at_hand: tuple[float, Task] | None = None
        self._gate = threading.Lock()

    @property
    def view(self) -> WorkshopView:
        """The latest View."""
        return self._bench.view

    def start(self) -> None:
        """Begin."""
        self._bench.start()

    def stop(self) -> None:
        """End after the task that runs."""
        self._bench.stop()

    def offer(self, task: Task) -> None:
        """Let the table button do this, for as long as a page says so every few seconds."""
        with self._gate:
            self._at_hand = time.monotonic() + AT_HAND, task

    def press(self) -> bool:
        """The table button: begin what a page has offered; False when none has."""
        with self._gate:
            offered = self._at_hand
        if offered is None or time.monotonic() > offered[0]:
            return False
        with suppress(WorkshopBusy, HostStopped):  # else it was pressed for the task that runs
            offered[1]()
        return True
