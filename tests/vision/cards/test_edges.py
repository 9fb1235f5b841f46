from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.cards.edges import fitted
from companion.vision.cards.rectify import likely_turns, picture_size, rectified, sides, standard, turned
from companion.vision.frame import Frame
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.table import photograph

CARD = next(picture for _, picture in varied(np.random.default_rng(8), 1).values())


@pytest.mark.parametrize("condition", ["clean", "dim", "mat"])
def test_corners_are_where_the_edges_cross_though_they_are_round(condition: str) -> None:
    rng = np.random.default_rng(5)
    shot = photograph([CARD] * 3, SIZE, condition, rng)
    for truth in shot.corners:
        off = truth + rng.normal(0, 0.03 * min(sides(truth)), (4, 2))
        assert np.abs(off - truth).max() > 4  # pixels
        assert np.abs(fitted(shot.frame, off) - truth).max() < 3


def test_without_edges_the_corners_stay() -> None:
    corners = np.array([[100, 100], [190, 100], [190, 226], [100, 226]], np.float64)
    bare = Frame(np.full((400, 400, 3), 90, np.uint8), 0.0)
    assert np.abs(fitted(bare, corners) - corners).max() < 1


def test_a_rectified_card_is_the_card() -> None:
    shot = photograph([CARD], SIZE, "clean", np.random.default_rng(2))
    picture = rectified(shot.frame, shot.corners[0], SIZE)
    there = standard(CARD, SIZE)
    assert picture.shape == there.shape == (*picture_size(SIZE)[::-1], 3)
    small = [cv2.resize(one, (36, 50), interpolation=cv2.INTER_AREA).astype(float) for one in (picture, there)]
    assert np.corrcoef(small[0].ravel(), small[1].ravel())[0, 1] > 0.95


def test_the_sides_tell_which_turns_a_card_may_have() -> None:
    upright = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float64)
    assert likely_turns(upright, SIZE) == (0, 2)
    assert likely_turns(turned(upright, 1), SIZE) == (1, 3)
    assert likely_turns(upright * (1.35, 1), SIZE) == (0, 1, 2, 3)  # seen from far aside
    assert likely_turns(upright, (70.0, 70.0)) == (0, 1, 2, 3)


def test_corners_outside_the_frame_give_a_picture_nevertheless() -> None:
    frame = Frame(np.full((200, 200, 3), 128, np.uint8), 0.0)
    corners = np.array([[150, 150], [260, 150], [260, 300], [150, 300]], np.float64)
    for shift in (0, 1000):
        assert rectified(frame, corners + shift, SIZE).shape == (352, 252, 3)
