"""The usual way to read dice: good on what it was made for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.evaluation.blobs import BlobReader, Pip, grouped
from companion.vision.frame import Frame

SPOTS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)]}


def picture(body: int, pip: int) -> Frame:
    """Squares of 60 pixels with one, two and four pips, from left to right."""
    pixels = np.full((200, 500, 3), 128, np.uint8)
    for k, spots in enumerate(SPOTS.values()):
        x, y = 80 + 160 * k, 100
        cv2.rectangle(pixels, (x - 30, y - 30), (x + 30, y + 30), (body,) * 3, cv2.FILLED)
        for dx, dy in spots:
            cv2.circle(pixels, (x + 15 * dx, y + 15 * dy), 6, (pip,) * 3, cv2.FILLED, cv2.LINE_AA)
    return Frame(pixels, 0.0)


@pytest.mark.parametrize(("body", "pip"), [(250, 10), (10, 250)])
def test_dark_pips_and_light_ones_are_counted(body: int, pip: int) -> None:
    dice = sorted(BlobReader().read(picture(body, pip)).dice, key=lambda die: die.x)
    assert [die.face for die in dice] == ["1", "2", "4"]
    assert [die.x for die in dice] == pytest.approx([80, 240, 400], abs=2)


def test_an_empty_table_has_no_dice() -> None:
    assert BlobReader().read(Frame(np.full((100, 100, 3), 90, np.uint8), 0.0)).why_not == "no-dice"


def test_pips_are_one_die_when_a_chain_of_near_ones_joins_them() -> None:
    row = [Pip(30 * k, 0, 10) for k in range(3)]
    apart, large = Pip(200, 0, 10), Pip(15, 0, 30)
    groups = {frozenset(group) for group in grouped([*row, apart, large])}
    assert groups == {frozenset(row), frozenset([apart]), frozenset([large])}
