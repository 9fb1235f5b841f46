from __future__ import annotations

import numpy as np
import pytest

from companion.vision.candidates import Candidate, judged, tops_and_sides
from companion.vision.card import FaceCard, SetCard
from companion.vision.classifier import Look
from companion.vision.dieset import ClassSet
from companion.vision.found import Found
from companion.vision.sides import PLAIN, WITHIN, is_side, may_be_one_die

from .oracle import CLASSES

FACES = tuple(FaceCard(code, code) for code in CLASSES[:6])
PIPS = ClassSet(SetCard("pips", "Pips", "classes", FACES, 0.7, {code: code for code in CLASSES[:6]}), CLASSES)
TOP = Found(300, 200, 60, PLAIN + 0.1)


def below(away: float, score: float, size: float = 50.0) -> Found:
    """What lies `away` times the mean of both sides below the top."""
    return Found(300, 200 + away * (60 + size) / 2, size, score)


def die(found: Found, face: str) -> Candidate:
    probabilities = np.array([0.95 * (name == face) for name in CLASSES], np.float32)
    look = Look(np.zeros((64, 64, 3), np.uint8), probabilities, np.zeros(64, np.float32), 0.0)
    return judged(found, look, [PIPS], "")


def test_what_lies_nearer_than_two_dice_can_is_a_side_of_a_plain_top() -> None:
    near, far = below(WITHIN - 0.02, 0.5), below(WITHIN + 0.02, 0.5)
    assert [may_be_one_die(one, TOP) for one in (near, far)] == [True, True]
    assert [is_side(one, TOP) for one in (near, far)] == [True, False]


@pytest.mark.parametrize(("top", "side"), [(PLAIN - 0.01, 0.5), (PLAIN + 0.1, PLAIN)])
def test_where_no_top_or_both_are_plain_nothing_is_decided(top: float, side: float) -> None:
    assert not is_side(below(WITHIN - 0.1, side), Found(300, 200, 60, top))


@pytest.mark.parametrize(
    ("away", "top", "asked"),
    [(0.85, 0.9, False), (1.0, 0.9, True), (0.85, 0.6, True)],
    ids=["a plain top and its side", "perhaps two dice", "either may be the top"],
)
def test_a_top_is_asked_about_only_where_its_side_may_be_the_die(away: float, top: float, asked: bool) -> None:
    upper, lower = die(Found(300, 200, 60, top), "2"), die(below(away, 0.5), "3")
    tops, sides = tops_and_sides([lower, upper])
    assert [(one.verdict.best.face, one.doubled) for one in tops] == [("2", asked)]
    assert [(one.verdict.best.face, one.doubled) for one in sides] == [("3", True)]


def test_one_side_in_doubt_is_enough_for_a_question() -> None:
    upper = die(Found(300, 200, 60, 0.9), "2")
    plain, doubtful = die(below(0.85, 0.55), "3"), die(Found(300 - 0.98 * 55, 200, 50, 0.5), "1")
    (top,), sides = tops_and_sides([plain, doubtful, upper])
    assert top.doubled
    assert len(sides) == 2
