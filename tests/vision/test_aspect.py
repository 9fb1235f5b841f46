"""The aspect: where a camera stands, and where it shows the bottom of a flat die."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.aspect import Aspect
from companion.vision.found import Found
from companion.vision.lens import Lens
from companion.vision.tray import Tray, from_corners
from hardware.simulators.scenes.camera import Camera, looking_at

WIDTH, HEIGHT, FOCAL = 1280, 960, 1100.0
TABLE = (320.0, 240.0)
SIDE = 16.0


def camera(slant: float) -> Camera:
    """400 mm from the middle of the table."""
    lean = np.radians(slant)
    place = np.array([160.0, 120.0 - 400 * np.sin(lean), 400 * np.cos(lean)])
    return looking_at([160.0, 120.0, 0.0], place, FOCAL, WIDTH, HEIGHT, 0.1)


def calibrated(view: Camera, lens: Lens | None) -> Tray:
    ring = np.array([(60, 50, 0), (260, 50, 0), (260, 190, 0), (60, 190, 0)], np.float64)
    corners = [(float(x), float(y)) for x, y in view.project(ring)]
    return from_corners(corners, (200.0, 140.0), (WIDTH, HEIGHT), lens)


LENS = Lens(WIDTH, HEIGHT, FOCAL, FOCAL, WIDTH / 2, HEIGHT / 2)


@pytest.mark.parametrize("slant", [0.0, 20.0, 40.0])
def test_with_a_measured_lens_it_is_known_where_the_camera_stands(slant: float) -> None:
    view = camera(slant)
    found = np.add(Aspect.of(calibrated(view, LENS)).camera, (60, 50, 0))
    assert found == pytest.approx(view.centre, abs=0.5)


@pytest.mark.parametrize("slant", [0.0, 20.0])
@pytest.mark.parametrize(("lens", "near"), [(LENS, 0.04), (None, 0.08)])
def test_the_bottom_of_a_flat_die_appears_where_it_is_said(slant: float, lens: Lens | None, near: float) -> None:
    view = camera(slant)
    aspect = Aspect.of(calibrated(view, lens))
    for right, away in [(80.0, 70.0), (160.0, 120.0), (250.0, 60.0)]:
        (top, beside, bottom) = view.project([(right, away, SIDE), (right + SIDE, away, SIDE), (right, away, 0.0)])
        side = float(np.linalg.norm(beside - top))
        told = aspect.beneath(Found(float(top[0]), float(top[1]), side, 0.9))
        assert np.array(told) == pytest.approx((bottom - top) / side, abs=near)
