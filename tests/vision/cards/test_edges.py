from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.cards.edges import fitted
from companion.vision.cards.lines import Band
from companion.vision.cards.rectify import likely_turns, picture_size, rectified, sides, standard, turned
from companion.vision.cards.shape import believed, true_size
from companion.vision.frame import Frame
from companion.vision.tray import Tray, rows
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.table import HEIGHT, WIDTH, photograph

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


def lying(corners: np.ndarray) -> Tray:
    """The tray on which a card of `SIZE` has these corners: its own middle is 200 mm right and 150 mm away."""
    box = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(SIZE) / 2 + (200, 150)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), box.astype(np.float32))
    return Tray(WIDTH, HEIGHT, rows(homography), (400.0, 300.0), "corners")


@pytest.mark.parametrize("seed", range(3))
def test_a_calibrated_tray_tells_where_a_covered_card_ends(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shot = photograph([CARD], SIZE, "covered", rng)
    truth = shot.corners[0]
    off = truth + rng.normal(0, 0.03 * min(sides(truth)), (4, 2))
    with_tray = np.abs(fitted(shot.frame, off, SIZE, lying(truth)) - truth).max()
    assert with_tray < 8 < np.abs(off - truth).max()  # pixels
    assert with_tray < np.abs(fitted(shot.frame, off, SIZE) - truth).max()


def test_a_found_shape_is_brought_to_its_true_size_the_same_way_round() -> None:
    truth = np.array([[300, 200], [520, 200], [520, 507], [300, 507]], np.float64)
    tray = lying(truth)
    middle = truth.mean(axis=0)
    assert np.abs(true_size(middle + (truth - middle) * (0.8, 1.1), SIZE, tray) - truth).max() < 1e-3
    aside = turned(truth, 1)
    assert np.abs(true_size(middle + (aside - middle) * 0.9, SIZE, tray) - aside).max() < 1e-3


def two_cards() -> tuple[Frame, np.ndarray, np.ndarray]:
    """A card whose right side lies just below another one, and the corners of both."""
    pixels = np.full((500, 600, 3), 90, np.uint8)
    below = np.array([[150, 120], [276, 120], [276, 296], [150, 296]], np.float64)
    above = below + np.array([107, 10])
    cv2.fillPoly(pixels, [below.astype(np.int32)], (215, 215, 215))
    cv2.fillPoly(pixels, [above.astype(np.int32)], (245, 245, 245))
    cv2.polylines(pixels, [above.astype(np.int32)], True, (170, 170, 170), 1)
    return Frame(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.8), np.uint8), 0.0), below, above


def test_edges_of_a_card_above_are_not_those_of_the_one_below() -> None:
    frame, below, above = two_cards()
    guess = below + np.array([[2, -2], [-4, 2], [-4, -2], [2, 2]])
    assert np.abs(fitted(frame, guess, SIZE) - below).max() > 8  # pixels
    assert np.abs(fitted(frame, guess, SIZE, above=[above]) - below).max() < 5
    assert np.abs(fitted(frame, above + 4, SIZE) - above).max() < 3


def test_an_edge_that_is_seen_half_tells_little_of_its_other_end() -> None:
    slope = np.zeros((21, 100), np.float32)
    slope[13, :50] = 30
    ends, known = Band(slope).measured(3.0, 3.0)
    assert np.abs(ends - 3).max() < 0.1
    assert known[0, 0] > 4 * known[1, 1] > 0
    unseen, nothing = Band(np.zeros_like(slope)).measured(3.0, 1.0)
    assert unseen.tolist() == [3.0, 1.0]
    assert not nothing.any()


def test_a_shape_that_is_too_broad_for_the_deck_is_narrowed() -> None:
    right, low = slice(2, 4), slice(4, 6)
    for size in ((150, 176), (176, 150)):
        mean = believed(size, SIZE, held=False).mean
        narrow, long = (right, low) if size[0] < size[1] else (low, right)
        assert mean[narrow].max() < 0 < mean[long].min()
        assert not believed(size, None, held=False).mean.any()


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
