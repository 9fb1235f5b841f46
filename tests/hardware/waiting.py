"""Waiting for what another thread does."""

from __future__ import annotations

import time
from collections.abc import Callable


def eventually(happens: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether `happens()` becomes true within so many seconds: generous, for a machine that is busy."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if happens():
            return True
        time.sleep(0.005)
    return happens()
