"""Reliability: bins, their error, and the diagram."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from companion.evaluation.counting import Fate
from companion.evaluation.labels import TrueDie
from companion.evaluation.reliability import calibration_error, drawn, reliability, side_by_side, svg
from companion.vision.frame import Frame
from companion.vision.teaching.figures import Share
from tests.readings import reading


def fate(confidence: float, right: bool) -> Fate:
    die = replace(reading("5").dice[0], confidence=confidence)
    return Fate(TrueDie(50, 200, 60, "5" if right else "4"), die, asked=False)


HALF_RIGHT = [*(fate(0.95, True) for _ in range(8)), *(fate(0.95, False) for _ in range(2)), fate(0.55, True)]


def test_found_dice_fall_into_bins_by_confidence() -> None:
    others = [Fate(TrueDie(1, 1, 9, "5"), None, asked=False), Fate(None, reading("5").dice[0], asked=False)]
    bins = reliability([*HALF_RIGHT, fate(1.0, True), *others])
    assert [one.right for one in bins if one.right.whole] == [Share(1, 1), Share(9, 11)]
    assert bins[-1].confidence == pytest.approx((10 * 0.95 + 1.0) / 11)


def test_the_calibration_error_is_the_mean_gap_weighted_by_dice() -> None:
    assert calibration_error(reliability(HALF_RIGHT)) == pytest.approx((10 * 0.15 + 1 * 0.45) / 11)
    assert calibration_error(reliability([])) == 0.0


def test_the_diagram_is_well_formed_and_has_a_bar_for_each_bin_with_dice() -> None:
    root = ElementTree.fromstring(svg(reliability(HALF_RIGHT), "<clean> & spoiled"))
    titles = [one.text for one in root.iter("title")]
    assert titles == ["0.5-0.6: 1/1 (100.0%)", "0.9-1.0: 8/10 (80.0%)"]
    assert root.attrib["aria-label"] == "<clean> & spoiled"


def test_the_drawn_diagram_shows_more_where_more_is_right() -> None:
    low, high = (
        drawn(reliability([fate(0.95, False)] * 9), "low"),
        drawn(reliability([fate(0.95, True)] * 9), "high"),
    )
    bar = np.array((63, 122, 167))
    assert (high == bar).all(axis=2).sum() > 5000 > (low == bar).all(axis=2).sum()
    png = Frame.load(side_by_side([low, high]))
    assert (png.width, png.height) == (2 * low.shape[1], low.shape[0])
