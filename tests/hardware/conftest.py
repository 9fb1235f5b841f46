"""A table's pins on gpiozero's mock factory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hardware.pins import Pins, load_pins
from hardware.simulators.pins import mock_factory


@pytest.fixture
def pins() -> Pins:
    return load_pins()


@pytest.fixture
def factory() -> Iterator[Any]:
    made = mock_factory()
    yield made
    made.reset()
