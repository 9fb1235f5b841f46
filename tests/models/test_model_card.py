"""The model card says what is shipped, and how sure its figures are."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
BASE = ROOT / "models" / "dice" / "base"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("model_card", ROOT / "models" / "training" / "model_card.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_an_interval_is_the_one_in_the_literature(
    writer: ModuleType, part: int, whole: int, low: float, high: float
) -> None:
    interval: Callable[[int, int], tuple[float, float]] = writer.interval
    assert interval(part, whole) == pytest.approx((low, high), abs=1e-4)


def test_a_silent_error_is_a_misread_or_an_invented_die_that_nobody_asks_about(writer: ModuleType) -> None:
    figures = {"dice": 1000, "found": 990, "extra": 10, "right": 980, "asked": 5, "pictures": 100}
    row = writer.left_out_row(
        "photos any clean", {**figures, "pictures_right": 90, "wrong_sure": 1, "extra_sure": 2}
    )
    assert "| 3/1000 = 3.0 " in row
    assert row.startswith("| any clean | 990/1000 = 99.0 ")


def test_the_card_names_the_networks_and_every_source_that_was_left_out() -> None:
    text = (BASE / "MODEL_CARD.md").read_text(encoding="utf-8")
    card = json.loads((BASE / "card.json").read_text(encoding="utf-8"))
    assert all(card[network]["sha256"] in text for network in ("detector", "reader"))
    section = text.partition("## Sources left out")[2].partition("\n## ")[0]
    assert all(f"| {source} " in section for source in ("matteop65", "nell-byler"))
    assert "--without matteop65" in section
