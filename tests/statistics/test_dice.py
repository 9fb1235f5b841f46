"""Fairness: against equal shares the same as the table's own test, else against the faces of the die."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.rules.just_dice.statistics import fairness
from companion.statistics.dice import against, dice, even


def test_equal_shares_are_tested_as_at_the_table() -> None:
    counts = {"1": 5, "2": 9, "3": 4}
    assert against(counts, even(counts)) == fairness(counts)


def test_unequal_shares_are_compared_with_what_the_die_has() -> None:
    fair = against({"E": 30, "EE": 10, "H": 20}, {"E": 3, "EE": 1, "H": 2})
    assert fair is not None
    assert fair.chi2 == 0
    assert fair.p == pytest.approx(1.0)
    odd = against({"E": 10, "EE": 30, "H": 20}, {"E": 3, "EE": 1, "H": 2})
    assert odd is not None
    assert odd.chi2 == pytest.approx(20**2 / 30 + 20**2 / 10)
    assert odd.p < 1e-6


def test_enough_is_five_of_the_rarest_face() -> None:
    shares = {"E": 2.0, "H": 1.0}
    few, enough = against({"E": 8, "H": 6}, shares), against({"E": 8, "H": 7}, shares)
    assert few is not None
    assert enough is not None
    assert (few.enough, enough.enough) == (False, True)


def test_before_the_first_throw_there_is_no_test() -> None:
    assert dice("pips", "", (), even("123456")).fairness is None
    assert against({"E": 0, "H": 0}, {"E": 2.0, "H": 1.0}) is None


def test_dice_whose_faces_are_not_known_are_counted_only() -> None:
    found = dice("friends", "red", ("H", "HH", "H"), {}, kinds=("E", "H", "HH"))
    assert (dict(found.counts), found.fairness, found.expected("H")) == ({"E": 0, "H": 2, "HH": 1}, None, None)


def test_fair_dice_are_called_odd_as_often_as_the_chance_says() -> None:
    rng, shares = random.Random(7), {"E": 2.0, "EE": 1.0, "H": 1.0, "T": 1.0, "F": 1.0}
    faces = [face for face, share in shares.items() for _ in range(int(share))]
    below = 0
    for _ in range(1000):
        seen = Counter(rng.choices(faces, k=60))
        fair = against({face: seen[face] for face in shares}, shares)
        below += fair is not None and fair.p < 0.1
    assert 70 <= below <= 130  # 100 expected, three standard deviations are 28
