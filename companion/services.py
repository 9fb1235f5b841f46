"""Services: parts of the table that may be missing now and be there later; when to try again, and what to tell."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import CompanionError
from companion.state.view import Service
from companion.words import say

log = logging.getLogger(__name__)

FIRST, LONGEST = 2.0, 60.0
"""Seconds before the first try after a fault, and before any."""


@dataclass
class Backoff:
    """The seconds until the next try: twice as many after each fault, up to a longest pause."""

    first: float = FIRST
    longest: float = LONGEST
    _next: float = field(default=0.0, init=False)

    def pause(self) -> float:
        """The seconds to wait after a fault."""
        self._next = min(max(self.first, 2 * self._next), self.longest)
        return self._next

    def reset(self) -> None:
        """It went well: the next fault is a first one."""
        self._next = 0.0


class Part(Protocol):
    """What a service is made of."""

    def setup(self) -> None:
        """Take hold of whatever is not held yet.

        Raises:
            CompanionError: it cannot be had now, or (`lasting`) not before somebody acts.
        """
        ...

    def run(self) -> None:
        """Look whether it still works; returns at once.

        Raises:
            CompanionError: it does not: `setup` is due again.
        """
        ...

    def teardown(self) -> None:
        """Let go of everything; never raises and may be called twice."""
        ...


class Upkeep:
    """A part under care: set up until that goes well, looked at every `pace` seconds, set up again after a fault.

    Its `look` is a chore of the caretaker's; `every` are the seconds until the next one is due: infinitely many
    after a fault that stays until somebody acts.
    """

    def __init__(self, name: str, part: Part, pace: float = 5.0, backoff: Backoff | None = None) -> None:
        self.name = name
        self.every = pace
        self._pace = pace
        self._part = part
        self._backoff = backoff or Backoff()
        self._up = False

    def look(self) -> Service:
        """Set it up, or look whether it still works; gives its state."""
        try:
            self._part.run() if self._up else self._part.setup()
        except CompanionError as error:
            return self._down(error)
        except Exception as error:
            log.exception("the service %s failed", self.name)
            return self._down(unexpected(error))
        self._up, self.every = True, self._pace
        self._backoff.reset()
        return Service("ready")

    def _down(self, error: CompanionError) -> Service:
        self._up = False
        self.every = math.inf if error.lasting else self._backoff.pause()
        return fault_state(error)


def fault_state(error: CompanionError) -> Service:
    """The state of a service that met this error."""
    return Service("failed" if error.lasting else "retrying", error.sentence, error.advice)


def unexpected(error: Exception) -> CompanionError:
    """An error that nobody thought of, in words."""
    return CompanionError(say("Something went wrong inside: {kind}.", kind=type(error).__name__))
