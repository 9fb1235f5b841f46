"""A thread for calls that may hang in a driver: waited for so long and no longer, and never more than one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from companion.errors import CameraTimeout
from companion.words import say

T = TypeVar("T")
log = logging.getLogger(__name__)


class Worker:
    """One daemon thread that makes calls one after another, for one caller at a time.

    A call that hangs keeps the thread; nothing more is begun until it returns, and nobody waits longer than asked.
    Thus a camera that never answers costs one thread, however often it is asked.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self._last: Future[Any] | None = None
        self._thread: Thread | None = None

    def call(self, work: Callable[[], T], timeout: float) -> T:
        """What `work()` returns or raises on the thread, waited for at most `timeout` seconds.

        Raises:
            CameraTimeout: it did not return in time, or an earlier one still has not.
        """
        until = time.monotonic() + timeout
        if not self._free(timeout):
            raise self._late("an earlier call has not returned")
        future = self._put(work)
        if not wait([future], until - time.monotonic()).done:
            raise self._late(f"no answer in {timeout:.1f} s")
        return future.result()

    def let_go(self, release: Callable[[], None], timeout: float) -> None:
        """`release()` called as soon as the thread is free, waited for at most `timeout` seconds; never raises."""
        if self._thread is not None:
            wait([self._put(lambda: let_go(release))], timeout)

    def _free(self, timeout: float) -> bool:
        return self._last is None or bool(wait([self._last], timeout).done)

    def _put(self, work: Callable[[], T]) -> Future[T]:
        if self._thread is None:
            self._thread = Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        future: Future[T] = Future()
        self._last = future
        self._calls.put((work, future))
        return future

    def _run(self) -> None:
        while True:
            work, future = self._calls.get()
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001  (handed to the caller, whatever it is)
                future.set_exception(error)

    def _late(self, what: str) -> CameraTimeout:
        return CameraTimeout(say("The camera does not answer."), detail=f"{self._name}: {what}")


def let_go(release: Callable[[], None]) -> None:
    """`release()` called, and what it raises logged: nobody can do anything about it."""
    try:
        release()
    except Exception:
        log.exception("a camera could not be let go")
