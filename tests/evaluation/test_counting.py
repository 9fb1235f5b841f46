"""Counting: what belongs to what, what is silent, and what shares and their intervals are worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evaluation.counting import Counts, counted, fates, total, wilson
from companion.evaluation.labels import TrueDie
from companion.vision.reading import Guess, Reading
from companion.vision.teaching.figures import Share
from tests.readings import reading


def truth(faces: str, x: float = 50) -> list[TrueDie]:
    """Dice where `reading` puts them: 100 pixels apart, 60 large."""
    return [TrueDie(x + 100 * place, 200, 60, face) for place, face in enumerate(faces.split())]


def test_a_picture_that_is_right_counts_as_whole() -> None:
    assert counted(reading("5 3"), truth("5 3")) == Counts(
        dice=2, detections=2, found=2, right=2, named=2, pictures=1, whole=1, ms=12.5
    )


def test_a_wrong_face_is_silent_when_it_is_sure_and_asked_about_when_not() -> None:
    sure, unsure = counted(reading("5 4"), truth("5 3")), counted(reading("5 4", unsure=(1,)), truth("5 3"))
    assert (sure.misread, sure.asked, sure.unnoticed) == (1, 0, 1)
    assert (unsure.misread, unsure.asked, unsure.unnoticed) == (0, 1, 0)
    assert (sure.right, sure.found, sure.whole) == (unsure.right, unsure.found, unsure.whole) == (1, 2, 0)


def test_a_refusal_is_not_right_but_names_the_likeliest_face_for_readers_that_cannot_refuse() -> None:
    refused = reading("? 4", unsure=(0,))
    first, second = refused.dice
    counts = counted(replace(refused, dice=(replace(first, others=(Guess("5", 0.3),)), second)), truth("5 3"))
    assert (counts.right, counts.named, counts.found) == (0, 1, 2)
    assert counted(refused, truth("5 3")).named == 0


def test_a_die_that_is_none_is_silent_when_it_is_sure() -> None:
    sure = counted(reading("5 4"), truth("5"))
    assert (sure.detections, sure.found, sure.misread, sure.invented, sure.whole) == (2, 1, 0, 1, 0)
    assert sure.silent == Share(1, 1)
    assert counted(reading("5 4", unsure=(1,)), truth("5")).invented == 0


def test_a_missed_die_is_unnoticed_but_no_silent_error_of_a_face() -> None:
    missed = counted(reading("5"), truth("5 3"))
    assert (missed.dice, missed.found, missed.misread, missed.unnoticed) == (2, 1, 0, 1)


@pytest.mark.parametrize(("why_not", "doubt"), [("glare", ""), ("", "too-many")])
def test_what_is_refused_or_doubted_as_a_whole_is_asked(why_not: str, doubt: str) -> None:
    counts = counted(replace(reading("5 4"), why_not=why_not, doubt=doubt), truth("5 3"))
    assert (counts.asked, counts.misread, counts.unnoticed) == (2, 0, 0)
    assert counts.refused == bool(why_not)


def test_a_picture_refused_without_any_die_is_noticed() -> None:
    counts = counted(Reading((), 640, 480, 1.0, "dark"), truth("5 3"))
    assert (counts.dice, counts.detections, counts.refused, counts.unnoticed) == (2, 0, 1, 0)


def test_an_empty_table_read_as_empty_is_whole() -> None:
    assert counted(Reading((), 640, 480, 1.0, "no-dice"), []).whole == 1


def test_each_label_has_one_reading_the_nearest_and_none_twice() -> None:
    two = replace(
        reading("4 5"), dice=tuple(replace(die, x=x) for die, x in zip(reading("4 5").dice, (60, 52), strict=True))
    )
    first, second = fates(two, truth("5"))
    assert (first.truth, first.right) == (truth("5")[0], True)
    assert second.truth is None
    assert second.die is not None
    assert second.die.face == "4"


@pytest.mark.parametrize(("x", "found"), [(79, 1), (81, 0)])
def test_a_die_is_found_within_its_box(x: float, found: int) -> None:
    assert counted(reading("5", x=x), truth("5")).found == found
    tall = [TrueDie(50, 200 + x - 50, 4, "5", 60)]
    assert counted(reading("5"), tall).found == found


def test_counts_add_up() -> None:
    parts = [counted(reading("5 4"), truth("5 3")), counted(reading("1"), truth("1 2"))]
    assert total(parts) == Counts(4, 3, 3, 2, 2, 0, 1, 0, 2, 0, 2, 0, 25.0)
    assert total(parts).recall == Share(3, 4)
    assert total(parts).precision == Share(3, 3)
    assert total(parts).value == total(parts).value_named == Share(2, 3)
    assert total(parts).pictures_right == Share(0, 2)


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [
        # R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17
        # (1998), table I, method 3
        (Share(81, 263), 0.2553, 0.3662),
        (Share(15, 148), 0.0624, 0.1605),
        (Share(0, 20), 0.0, 0.1611),
        (Share(1, 29), 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(share: Share, low: float, high: float) -> None:
    assert wilson(share) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("share", [Share(0, 0), Share(3, 2)])
def test_of_nothing_and_of_no_share_nothing_is_known(share: Share) -> None:
    assert wilson(share) == (0.0, 1.0)


def test_the_interval_of_all_ends_at_one() -> None:
    low, high = wilson(Share(240, 240))
    assert high == pytest.approx(1.0)
    assert low == pytest.approx(0.9842, abs=5e-5)
