"""Worked mini-games, replayed step by step against what their files expect.

The folder comes from the environment variable COMPANION_GOLDEN (default: `../shared/golden` beside the project).
The names of actions, paths and reasons are the files' own; an adapter per game maps them to the project's.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.errors import IllegalAction
from tests.golden import monopoly, plankton_rising, riot, yahtzee_jr
from tests.golden.adapter import Adapter
from tests.play import fold

FOLDER = Path(os.environ.get("COMPANION_GOLDEN") or Path(__file__).parents[3] / "shared" / "golden")
ADAPTERS: dict[str, type[Adapter]] = {
    "monopoly": monopoly.MonopolyAdapter,
    "plankton_rising": plankton_rising.PlanktonAdapter,
    "riot": riot.RiotAdapter,
    "yahtzee_jr": yahtzee_jr.YahtzeeAdapter,
}
FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.skipif(not FILES, reason=f"no golden games in {FOLDER}: set COMPANION_GOLDEN to try some")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    if golden["game"] not in ADAPTERS:
        pytest.skip(f"{golden['game']} is not on the list of games yet")
    adapter = ADAPTERS[golden["game"]](golden["config"], golden["initial"])
    for number, step in enumerate(golden["steps"]):
        _step(adapter, step, f"{path.name} step {number}: {step['do']}")


def _step(adapter: Adapter, step: dict[str, Any], where: str) -> None:
    action = adapter.action(step["do"])
    if "illegal" in step:
        with pytest.raises(IllegalAction) as refusal:
            adapter.game.decide(adapter.state, action)
        assert adapter.reason(refusal.value) == step["illegal"], where
        return
    adapter.state = fold(adapter.game, adapter.state, adapter.game.decide(adapter.state, action))
    for dotted, value in step.get("expect", {}).items():
        assert adapter.look(dotted) == value, f"{where}: {dotted}"
