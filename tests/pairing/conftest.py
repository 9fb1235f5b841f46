"""What the tests of pairing share: a clock that they move."""

from __future__ import annotations

import pytest


class Clock:
    """Monotonic seconds that a test moves."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()
