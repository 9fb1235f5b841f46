"""The bench: one thread that does the workshop's tasks one at a time, and the View of what became of them."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, TypeVar

from companion.errors import CompanionError, HostStopped
from companion.state.view import Notice
from companion.words import Sentence, say
from companion.workshop.views import WorkshopView

log = logging.getLogger(__name__)

T = TypeVar("T")


class WorkshopBusy(CompanionError, RuntimeError):
    """A task was asked for while another one runs."""

    slug = "workshop-busy"
    default_advice = say("Wait until it is done, then try once more.")


class Bench:
    """A thread that does one task at a time; a second one asked for meanwhile is refused.

    Everything may be called from any thread; tasks change the View through `show`.
    """

    def __init__(self) -> None:
        self._view = WorkshopView()
        self._lock = threading.RLock()
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="workshop", daemon=True)
        self._stopped = False

    @property
    def view(self) -> WorkshopView:
        """The latest View."""
        return self._view

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Do what was begun, waited for at most `timeout` seconds, and nothing more."""
        with self._lock:
            self._stopped = True
        if self._thread.is_alive():
            self._tasks.put(None)
            self._thread.join(timeout)
        if self._thread.is_alive():
            log.warning("the workshop did not stop within %s s", timeout)

    def show(self, **changes: Any) -> None:
        """Change fields of the View, under the next number."""
        with self._lock:
            self._view = replace(self._view, number=self._view.number + 1, **changes)

    def change(self, how: Callable[[WorkshopView], WorkshopView]) -> None:
        """Replace the View by what `how` makes of it, under the next number.

        Raises:
            CompanionError: whatever `how` raises; the View stays.
        """
        with self._lock:
            self._view = replace(how(self._view), number=self._view.number + 1)

    def do(self, doing: Sentence, task: Callable[[], T]) -> Future[T]:
        """Begin a task; the future gives what it returns, or its error, which the View tells as well.

        Raises:
            WorkshopBusy: another task runs.
            HostStopped: the workshop has stopped.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._stopped:
                raise HostStopped(say("The companion is closing."))
            if self._view.doing:
                raise WorkshopBusy(say("I am still at work: {task}", task=self._view.doing))
            self.show(doing=doing, step=0, steps=0, trouble=None, told=None)
            self._tasks.put(lambda: self._carry_out(task, future))
        return future

    def _run(self) -> None:
        while task := self._tasks.get():
            task()

    def _carry_out(self, task: Callable[[], T], future: Future[T]) -> None:
        try:
            done = task()
        except CompanionError as error:
            log.info("a task failed: %s", error)
            self._failed(error, future)
        except Exception as error:
            log.exception("a task failed")
            inside = say("Something went wrong inside: {kind}.", kind=type(error).__name__)
            self._failed(CompanionError(inside), future)
        else:
            self.show(doing=None)
            future.set_result(done)

    def _failed(self, error: CompanionError, future: Future[Any]) -> None:
        self.show(doing=None, trouble=Notice(error.slug, error.sentence, error.advice))
        future.set_exception(error)
