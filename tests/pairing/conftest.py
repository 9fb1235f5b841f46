"""What the tests of pairing share: a clock that they move."""

from __future__ import annotations

import pytest

from tests.clocks import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()
