"""What all tests share: which of them run every day."""

from __future__ import annotations

import os

import pytest

import companion  # noqa: F401  (before any test imports onnxruntime: it then tells its maker nothing)

EVERYTHING = os.environ.get("COMPANION_CHECK") == "whole"
THOROUGH = pytest.mark.skip(reason="a smaller test proves it every day: COMPANION_CHECK=whole")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the thorough tests to those who ask for everything, as `.ci/run` does."""
    for item in items:
        if not EVERYTHING and item.get_closest_marker("thorough"):
            item.add_marker(THOROUGH)
