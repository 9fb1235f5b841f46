from __future__ import annotations

from dataclasses import replace

import pytest

from companion.vision.burst import fuse, same_place
from companion.vision.reading import DieReading, Guess, Reading


def die(face: str, x: float, confidence: float = 0.9, sure: bool = True) -> DieReading:
    others = (Guess("6", 0.05),)
    return DieReading(face, confidence, x, 100.0, 40.0, 0.0, "pips", "white", others, sure)


def reading(*dice: DieReading, why_not: str = "") -> Reading:
    return Reading(dice, 640, 480, 50.0, why_not)


BEFORE = reading(die("1", 100), die("5", 200))


@pytest.mark.parametrize(
    ("after", "same"),
    [
        (reading(die("1", 108), die("5", 195)), True),
        (reading(die("5", 200), die("1", 100)), True),  # only the order differs
        (reading(die("1", 100), die("4", 200)), False),
        (reading(die("1", 100), die("5", 230)), False),
        (reading(die("1", 100)), False),
        (reading(die("1", 100), die("5", 200), die("5", 300)), False),
        (reading(die("5", 100), die("1", 200)), False),
    ],
)
def test_nothing_has_moved_when_every_die_lies_where_it_lay(after: Reading, same: bool) -> None:
    assert same_place(BEFORE, after) is same


def test_with_millimetres_a_bump_of_the_camera_moves_no_die() -> None:
    def placed(right: float, shift: float) -> Reading:
        return reading(replace(die("1", 100 + shift), place=(right, 40.0), side=16.0))

    assert same_place(placed(50, 0), placed(50.8, 60))
    assert not same_place(placed(50, 0), placed(58, 0))
    assert not same_place(reading(die("1", 100)), placed(50, 60))  # measured once only: pixels decide


def test_what_one_frame_doubts_stays_a_doubt() -> None:
    leaning = reading(replace(die("1", 100), doubt="leaning", sure=False), die("5", 200))
    beside = replace(BEFORE, doubt="outside", outside=(die("3", 600),))
    fused = fuse([BEFORE, replace(leaning, doubt="leaning"), beside])
    assert (fused.doubt, fused.sure) == ("outside", False)
    assert [one.doubt for one in fused.dice] == ["leaning", ""]
    assert [one.face for one in fused.outside] == ["3"]


def test_two_dice_are_not_one_and_the_same() -> None:
    before = reading(die("1", 100), die("1", 113))
    assert not same_place(before, reading(die("1", 106), die("1", 300)))


def test_most_frames_decide_and_a_doubt_stays_a_doubt() -> None:
    fused = fuse([BEFORE, BEFORE, reading(die("1", 100), die("6", 200, 0.5))])
    assert fused.faces == ("1", "5")
    assert [one.sure for one in fused.dice] == [True, False]
    assert fused.dice[1].confidence == pytest.approx(0.9)
    assert fused.dice[1].others[0].face == "6"
    assert fused.ms == pytest.approx(150)


def test_places_are_means() -> None:
    fused = fuse([reading(die("1", 98, 0.8)), reading(die("1", 102, 0.9))])
    assert fused.dice[0].x == pytest.approx(100)
    assert fused.dice[0].confidence == pytest.approx(0.85)
    assert fused.sure


def test_a_die_that_only_one_frame_sees_is_dropped_and_nothing_is_sure() -> None:
    fused = fuse([BEFORE, reading(die("1", 100), die("5", 200), die("2", 400)), BEFORE])
    assert fused.faces == ("1", "5")
    assert not any(one.sure for one in fused.dice)


def test_one_unsure_frame_makes_the_die_unsure() -> None:
    fused = fuse([BEFORE, reading(die("1", 100, sure=False), die("5", 200))])
    assert [one.sure for one in fused.dice] == [False, True]


def test_most_frames_that_cannot_be_read_are_the_answer() -> None:
    dark, glare = reading(why_not="dark"), reading(why_not="glare")
    assert fuse([BEFORE, dark, dark, glare]).why_not == "dark"
    assert fuse([BEFORE, BEFORE, dark]).faces == ("1", "5")


def test_one_reading_is_itself_and_none_is_an_error() -> None:
    assert replace(fuse([BEFORE]), ms=0) == replace(BEFORE, ms=0)
    with pytest.raises(ValueError, match="expected one reading"):
        fuse([])
