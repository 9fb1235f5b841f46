"""The shipped models on a fixed sample of real photographs; see `python -m tests.photo_report` for all of them."""

from __future__ import annotations

import pytest

from companion.commands.read import default_models
from companion.vision.reader import DiceReader
from tests.photo_report import Counts, Report, labelled, photos_folder

EVERY = 10  # each tenth photograph of a source
# Least shares found / of detections true / read right of those found. The first three sources were trained on:
# their floors guard the runtime, not the models. DamianTab was not, and no threshold was chosen
# by it.
FLOORS = {
    "nell-byler/dice_detection": (0.97, 0.97, 0.95),
    "matteop65/Dice_Detection_Recognition": (0.95, 0.95, 0.95),
    "Epanemu/GameDiceRecognition": (0.65, 0.88, 0.75),
    "DamianTab/DiceDetection": (0.9, 0.9, 0.9),
}

pytestmark = [
    pytest.mark.photos,
    pytest.mark.skipif(
        not (photos_folder() / "index.jsonl").exists(),
        reason=f"no photographs: expected index.jsonl in {photos_folder()}, or in $COMPANION_PHOTOS",
    ),
]


@pytest.fixture(scope="module")
def report() -> Report:
    return Report(DiceReader(default_models()), photos_folder())


@pytest.mark.parametrize("source", FLOORS)
def test_real_dice_are_found_and_read(report: Report, source: str) -> None:
    counts: Counts = report.source(labelled(photos_folder())[source][::EVERY])
    print(counts.line(source))
    recall, precision, value = FLOORS[source]
    assert counts.found >= recall * counts.dice
    assert counts.found >= precision * counts.detections
    assert counts.right >= value * counts.found
