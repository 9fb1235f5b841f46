from __future__ import annotations

import numpy as np
import pytest

from companion.errors import CalibrationError
from companion.vision.frame import Frame
from companion.vision.lens import Lens, bending, measured

from .tables import chessboards

TRUE = Lens(800, 608, 700.0, 700.0, 400.0, 304.0, (-0.18, 0.04, 0.0, 0.0, 0.0))


def spots(lens: Lens) -> np.ndarray:
    return np.stack(np.meshgrid(np.linspace(0, lens.width, 9), np.linspace(0, lens.height, 9)), -1).reshape(-1, 2)


@pytest.mark.parametrize("k1", [-0.3, -0.1, 0.0, 0.15])
def test_straightened_undoes_bent(k1: float) -> None:
    lens = bending(k1, 1280, 960)
    assert np.abs(lens.bent(lens.straightened(spots(lens))) - spots(lens)).max() < 0.01


def test_a_barrel_pulls_corners_in_and_leaves_the_middle() -> None:
    lens = bending(-0.1, 1280, 960)
    (corner, middle) = lens.bent([(0.0, 0.0), (639.5, 479.5)])
    assert corner.min() > 5
    assert middle == pytest.approx((639.5, 479.5))


def test_no_points_are_no_points() -> None:
    lens = bending(-0.1, 1280, 960)
    assert lens.bent(np.empty((0, 2))).shape == lens.straightened(np.empty((0, 2))).shape == (0, 2)


def test_the_lens_is_measured_from_pictures_of_the_chessboard() -> None:
    lens = measured(chessboards(8, TRUE))
    assert lens.fx == pytest.approx(TRUE.fx, rel=0.01)
    assert lens.error < 0.5
    # where a lens puts straight lines is what counts; focal length and distortion trade against each other
    rays = (spots(TRUE)[30:50] - (TRUE.cx, TRUE.cy)) / TRUE.fx
    both = [one.bent(rays * (one.fx, one.fy) + (one.cx, one.cy)) for one in (TRUE, lens)]
    assert np.abs(both[0] - both[1]).max() < 1.5


def test_a_measured_lens_serves_larger_pictures_of_the_same_shape() -> None:
    twice = TRUE.resized(1600, 1216)
    assert twice.bent(spots(TRUE) * 2) == pytest.approx(TRUE.bent(spots(TRUE)) * 2)
    with pytest.raises(CalibrationError, match="another shape") as caught:
        TRUE.resized(1280, 720)
    assert caught.value.cause == "lens"


def test_too_few_pictures_are_refused_with_their_number() -> None:
    blank = Frame(np.full((608, 800, 3), 128, np.uint8), 0.0)
    with pytest.raises(CalibrationError, match="shows in 2 pictures; 5 are needed"):
        measured([*chessboards(2, TRUE), blank, blank, blank, blank])


def test_pictures_of_several_sizes_are_refused() -> None:
    sizes = [Frame(np.zeros((480, width, 3), np.uint8), 0.0) for width in (640, 800)]
    with pytest.raises(CalibrationError, match="cannot be measured") as caught:
        measured(sizes)
    assert "(640, 480), (800, 480)" in caught.value.detail


def test_pictures_without_tilt_do_not_tell_the_focal_length() -> None:
    with pytest.raises(CalibrationError, match="cannot be measured"):
        measured(chessboards(6, TRUE, tilt=0.0))
