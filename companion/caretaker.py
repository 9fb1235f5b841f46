"""The caretaker: a slow thread that looks after the machine and its services, and tells when something changes."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.services import unexpected
from companion.state.view import Service

log = logging.getLogger(__name__)

Report = Callable[[str, Service], None]


LONGEST = 60.0
"""Seconds that the caretaker sleeps at most."""


class Care(Protocol):
    """Something to look after: a `Chore`, or a `companion.services.Upkeep`, whose pace changes."""

    @property
    def name(self) -> str:
        """The name of its service."""
        ...

    @property
    def every(self) -> float:
        """Seconds until the next look, asked after each."""
        ...

    @property
    def look(self) -> Callable[[], Service]:
        """What gives its state; it may raise."""
        ...


@dataclass(frozen=True)
class Chore:
    """Something to look after at an even pace: the service's name, seconds between two looks, and its state."""

    name: str
    every: float
    look: Callable[[], Service]


class Caretaker:
    """One thread that does chores in turn and reports each new state; that a chore fails is a state too."""

    def __init__(self, chores: Sequence[Care], report: Report, now: Callable[[], float] = time.monotonic) -> None:
        self._chores = chores
        self._report = report
        self._now = now
        self._due = dict.fromkeys((chore.name for chore in chores), -math.inf)
        self._told: dict[str, Service] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="caretaker", daemon=True)

    def start(self) -> None:
        """Begin, with every chore at once."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End; a chore that hangs is waited for at most `timeout` seconds."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout)

    def turn(self) -> float:
        """Do what is due; gives the seconds until the next chore is."""
        for chore in self._chores:
            if self._now() >= self._due[chore.name]:
                self._tell(chore.name, _state(chore))
                self._due[chore.name] = self._now() + chore.every
        return min(max(0.0, min(self._due.values()) - self._now()), LONGEST)

    def _tell(self, name: str, state: Service) -> None:
        if state == self._told.get(name):
            return
        self._told[name] = state
        if state.state in ("failed", "retrying"):
            log.warning("%s: %s", name, state.sentence)
        self._report(name, state)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                pause = self.turn()
            except Exception:  # a report that cannot be taken now
                log.exception("the caretaker failed")
                pause = 1.0
            self._stop.wait(pause)


def _state(chore: Care) -> Service:
    try:
        return chore.look()
    except CompanionError as error:
        return Service("failed", error.sentence, error.advice)
    except Exception as error:
        log.exception("the chore %s failed", chore.name)
        return Service("failed", unexpected(error).sentence)
