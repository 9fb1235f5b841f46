"""Every reason not to read, on a drawn scene that shows it; `python -m tests.why_not_report` counts many."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.commands.read import default_models
from companion.doubts import DOUBTS, UNKNOWN, doubt
from companion.vision.reader import DiceReader
from companion.vision.reading import WHY_NOT
from hardware.patterns import WHY_NOT as LIGHTS
from tests.photographs import photos_folder
from tests.why_not_report import photographs

from .spoils import (
    SPOILS,
    UNABLE,
    WRONG,
    Picture,
    drawn,
    hand_from_the_start,
    leaning,
    photographed,
    plain,
    scene_of,
    stacked,
    told,
)

DRAWN = ("leaning", "stacked", "no-dice")  # shown by scenes of their own
LEAST_OF_SIX = {"too-many": 3, "dark": 3, "too-few": 4}
"""A real die too many is at times only doubted; one that is missing is at times looked for under one that is seen
from aside, which nobody knows of these photographs.
"""


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(default_models())


def test_every_reason_has_a_scene_a_sentence_an_advice_and_a_light() -> None:
    assert set(WHY_NOT) == {*SPOILS, *DRAWN} == set(LIGHTS)
    for slug in WHY_NOT:
        sentence, advice = doubt(slug)
        assert sentence != UNKNOWN[0]
        assert str(advice)
    assert len({str(sentence) for sentence, _ in DOUBTS.values()}) == len(DOUBTS)


@pytest.mark.parametrize("reason", SPOILS)
def test_a_spoiled_scene_is_told_by_its_reason(reader: DiceReader, reason: str) -> None:
    assert told(reader, SPOILS[reason](drawn(1), 1)) == reason


@pytest.mark.parametrize("seed", range(4))
def test_a_clean_scene_is_read(reader: DiceReader, seed: int) -> None:
    assert told(reader, plain(drawn(seed))) == ""


def test_dice_that_lean_are_told_or_asked_about(reader: DiceReader) -> None:
    """Nineteen of twenty are told; `tests.why_not_report` counts."""
    said = [told(reader, leaning(seed)) for seed in range(6)]
    assert said.count("leaning") >= 5
    assert WRONG not in said


def test_dice_on_each_other_are_told_and_never_read_silently(reader: DiceReader) -> None:
    """Nine of ten are told; of the others some are missing, which is asked about too."""
    said = [told(reader, stacked(seed)) for seed in range(4)]
    assert said.count("stacked") >= 3
    assert set(said) <= {"stacked", "leaning", "too-few"}


def test_an_empty_tray_is_told(reader: DiceReader) -> None:
    empty = photographed(scene_of(0, count=0))
    assert told(reader, plain(empty)) == "no-dice"


def test_a_hand_that_rests_there_from_the_start_is_told_on_a_table_of_another_colour(reader: DiceReader) -> None:
    assert told(reader, hand_from_the_start(drawn(2), 0)) == "hand"


@pytest.fixture(scope="module")
def real() -> list[Picture]:
    """Six photographs of two tables that nobody spoiled."""
    return [
        picture for source in ("nell-byler", "DamianTab") for picture in photographs(photos_folder(), source, 3)
    ]


@pytest.mark.photos
@pytest.mark.skipif(
    not (photos_folder() / "index.jsonl").exists(),
    reason=f"no photographs: expected index.jsonl in {photos_folder()}, or in $COMPANION_PHOTOS",
)
@pytest.mark.parametrize("reason", SPOILS)
def test_most_spoiled_photographs_are_told_by_their_reason(
    reader: DiceReader, real: list[Picture], reason: str
) -> None:
    """A camera that was moved is told where there is a pattern to see it by, which calibrating says.

    One die of the 45 is not found by the shipped models, and so is not one too many.
    """
    said = Counter(told(reader, SPOILS[reason](picture, seed)) for seed, picture in enumerate(real))
    assert said[reason] >= LEAST_OF_SIX.get(reason, 5) - said[UNABLE]
    assert said[WRONG] <= (reason == "too-many")
