"""The shipped models on a fixed sample of real photographs; `companion evaluate` measures all of them."""

from __future__ import annotations

import pytest

from companion.commands.read import default_models
from companion.evaluation.conditions import CLEAN
from companion.evaluation.labels import labelled
from companion.evaluation.measure import measured
from companion.evaluation.report import line
from companion.vision.reader import DiceReader
from tests.daily import daily
from tests.photographs import photos_folder

# Which photographs are read (each 15th, ...), and the least shares of dice found, of detections true and of found
# ones read right. The first three sources were trained on: their floors guard the runtime, not the models.
# DamianTab was not, and no threshold was chosen by it.
FLOORS = {
    "nell-byler/dice_detection": (15, 0.97, 0.97, 0.95),
    "matteop65/Dice_Detection_Recognition": (20, 0.95, 0.95, 0.95),
    "Epanemu/GameDiceRecognition": (20, 0.65, 0.88, 0.75),
    "DamianTab/DiceDetection": (10, 0.9, 0.9, 0.9),
}

OBLIQUE = "Epanemu/GameDiceRecognition"
DAILY = daily(FLOORS, FLOORS.keys() - {OBLIQUE})

pytestmark = [
    pytest.mark.photos,
    pytest.mark.skipif(
        not (photos_folder() / "index.jsonl").exists(),
        reason=f"no photographs: expected index.jsonl in {photos_folder()}, or in $COMPANION_PHOTOS",
    ),
]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(default_models())


@pytest.mark.parametrize("source", DAILY)
def test_real_dice_are_found_and_read(reader: DiceReader, source: str) -> None:
    every, recall, precision, value = FLOORS[source]
    group = measured(reader, source, labelled(photos_folder())[source][::every], CLEAN)
    assert group.counts.recall.value >= recall, line(group)
    assert group.counts.precision.value >= precision, line(group)
    assert group.counts.value.value >= value, line(group)
