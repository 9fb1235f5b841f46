"""Where the host's PIN was entered: in memory alone, so that a cookie that is copied later brings no PIN along."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.pairing.tablets import Tablet

UNLOCKED = 900.0
"""Seconds for which the PIN counts after it was last used."""


class Unlocked:
    """The sessions that know the PIN; `now` is monotonic seconds. Any thread may use it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[tuple[str, int], float] = {}
        self._lock = threading.Lock()

    def begin(self, tablet: Tablet) -> None:
        """Unlock the present session of a tablet."""
        with self._lock:
            self._until = {one: until for one, until in self._until.items() if self._now() < until}
            self._until[tablet.id, tablet.issue] = self._now() + UNLOCKED

    def holds(self, tablet: Tablet) -> bool:
        """Whether the present session of a tablet is unlocked; it lasts from now on anew."""
        key = tablet.id, tablet.issue
        with self._lock:
            if self._now() >= self._until.get(key, self._now()):
                return False
            self._until[key] = self._now() + UNLOCKED
            return True

    def end(self) -> None:
        """Lock everywhere."""
        with self._lock:
            self._until = {}
