"""The model card says what is shipped, and how sure its figures are."""

from __future__ import annotations

import importlib.util
import json
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


def test_a_silent_error_is_a_misread_or_an_invented_die_that_nobody_asks_about(writer: ModuleType) -> None:
    counts = {"dice": 1000, "detections": 1000, "found": 990, "right": 980, "asked": 5}
    wrong = {"misread": 1, "invented": 2}
    pictures = {"pictures": 100, "whole": 90, "unnoticed": 4, "refused": 0}
    group = {"source": "drawn pips", "condition": "clean", "calibration_error": 0.0314}
    (row,) = writer.table("what", [group | counts | wrong | pictures]).splitlines()[2:]
    assert row.startswith("| pips clean | 990/1000 = 99.0 (98.2-99.5) | 990/1000 = 99.0 ")
    assert "| 3/1000 = 3.0 (1.0-8.8) | 5/1000 = 0.5 " in row
    assert row.endswith("| 4/100 | 0.031 |")


def test_the_card_names_the_networks_and_every_source_that_was_left_out() -> None:
    text = (BASE / "MODEL_CARD.md").read_text(encoding="utf-8")
    card = json.loads((BASE / "card.json").read_text(encoding="utf-8"))
    assert all(card[network]["sha256"] in text for network in ("detector", "reader"))
    section = text.partition("## Sources left out")[2].partition("\n## ")[0]
    assert all(f"| {source}" in section for source in ("matteop65/", "nell-byler/"))
    assert "--without matteop65" in section
