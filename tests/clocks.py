"""A clock for tests: it stands still until it is told."""

from __future__ import annotations


class Clock:
    """Monotonic seconds `now`, which a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now
