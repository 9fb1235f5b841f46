"""Which cases of a test are tried every day, and which by the thorough check alone."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def daily(cases: Iterable[Any], often: Container[Any]) -> list[Any]:
    """The cases as parameters of a test, those in `often` for every day and the others marked thorough."""
    return [one if one in often else pytest.param(one, marks=pytest.mark.thorough) for one in cases]
