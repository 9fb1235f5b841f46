from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CalibrationError
from companion.vision.calibrate import calibrate, grid, with_grid
from companion.vision.fiducials import find_fiducials
from companion.vision.frame import Frame, Pixels
from companion.vision.mat import MATS, Mat
from tests.photographs import photos_folder

from .tables import Table, random_table, wood

CLOSE = 0.6  # millimetres; ten times the usual error, a twenty-fifth of a die

OVER_NEAR_LEFT = (-50.0, -20.0, 45.0, 45.0)
OVER_NEAR_RIGHT = (205.0, -20.0, 45.0, 45.0)
OVER_FAR_RIGHT = (205.0, 150.0, 45.0, 45.0)


ODD = {
    "dark mat": Table(ground=(10, 10, 13), light=0.3, noise=4),
    "wood": Table(ground=wood(), slant=20, compass=75, k1=-0.08),
    "glare on a fiducial": Table(glare=(223, 170, 28)),
    "a corner covered": Table(covers=(OVER_NEAR_LEFT,), slant=15),
    "35 degrees oblique": Table(slant=35, compass=160, height=480),
}


@pytest.mark.parametrize("table", ODD.values(), ids=ODD.keys())
def test_odd_tables_are_calibrated(table: Table) -> None:
    found = calibrate(table.photograph())
    assert table.error(found.tray).max() < CLOSE
    assert found.tray.error < 0.3


def test_what_a_covered_fiducial_would_have_told_is_told() -> None:
    assert [str(place) for place in calibrate(ODD["a corner covered"].photograph()).missing] == ["near left"]
    assert [str(place) for place in calibrate(ODD["glare on a fiducial"].photograph()).missing] == ["far right"]
    assert calibrate(ODD["wood"].photograph()).missing == ()


@pytest.mark.parametrize("seed", range(8))
def test_random_tables_are_calibrated(seed: int) -> None:
    table = random_table(np.random.default_rng(seed))
    found = calibrate(table.photograph())
    assert found.mat == table.mat
    assert table.error(found.tray).max() < CLOSE


FAINT = {
    "in the dusk": Table(paper=60, ink=40, light=0.5, noise=3),
    "noisy in the dusk": Table(paper=90, ink=60, light=0.5, noise=4),
    "in a deep shadow": Table(paper=120, light=0.4, noise=4, shadow=(0, 0, 60)),
}


@pytest.mark.parametrize("table", FAINT.values(), ids=FAINT.keys())
def test_a_faint_mat_is_seen_whole_at_a_second_or_third_look(table: Table) -> None:
    found = calibrate(table.photograph())
    assert found.missing == ()
    assert table.error(found.tray).max() < 2 * CLOSE


def test_covered_border_marks_are_left_out() -> None:
    table = Table(covers=((20.0, 176.0, 60.0, 8.0),))
    hidden = [(x, y) for x, y in table.mat.marks() if 14 < x < 86 and y > 174]
    found = calibrate(table.photograph())
    assert len(hidden) == 3
    assert found.marks == 30 - len(hidden)
    assert table.error(found.tray).max() < CLOSE


@pytest.mark.parametrize("size", [(640, 480, 625.0), (2560, 1920, 2500.0)])
def test_small_and_large_pictures_are_calibrated(size: tuple[int, int, float]) -> None:
    width, height, focal = size
    table = Table(width=width, height_px=height, focal=focal)
    assert table.error(calibrate(table.photograph()).tray).max() < CLOSE


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.paper.name)
def test_the_mat_may_lie_either_way_round(mat: Mat) -> None:
    table = Table(mat=mat, roll=180)
    tray = calibrate(table.photograph()).tray
    assert table.error(tray).max() < CLOSE
    assert tray.area == mat.area
    assert tray.paper == mat.paper.name
    assert tray.place(0, 0)[0] > tray.place(1279, 0)[0]


def test_a_bending_lens_is_straightened_with_the_border_marks() -> None:
    table = Table(k1=-0.2)
    found = calibrate(table.photograph())
    assert found.tray.lens is not None
    assert found.tray.lens.distortion[0] == pytest.approx(-0.2 * (1280 / 1250) ** 2, abs=0.02)
    assert table.error(found.tray).max() < 0.15
    assert calibrate(Table().photograph()).tray.lens is None


def test_a_measured_lens_is_used_instead() -> None:
    table = Table(k1=-0.2, k2=0.05)
    found = calibrate(table.photograph(), table.lens)
    assert found.tray.lens == table.lens
    assert table.error(found.tray).max() < 0.15


def test_a_print_that_was_scaled_is_corrected_by_the_ruler() -> None:
    frame = Table().photograph()
    whole, small = calibrate(frame).tray, calibrate(frame, ruler=95.0).tray
    assert small.area == pytest.approx(np.array(whole.area) * 0.95)
    assert small.place(500, 400) == pytest.approx(np.array(whole.place(500, 400)) * 0.95)
    assert small.die_size_px(16.0) == pytest.approx((whole.die_size_px(16.0) or 0) / 0.95)


REFUSED = {
    "no-mat": (Table(sheet=False), "No calibration mat is seen"),
    "few-fiducials": (
        Table(covers=(OVER_NEAR_LEFT, OVER_FAR_RIGHT)),
        "These black squares of the mat are not seen: near left, far right",
    ),
    "oblique": (Table(slant=58, height=480, compass=180), "too much from the side"),
    "small": (Table(height=1400), "too small in the picture"),
    "bent": (Table(curl=6.0), "not flat"),
}


@pytest.mark.parametrize("cause", REFUSED)
def test_what_cannot_be_calibrated_says_why(cause: str) -> None:
    table, sentence = REFUSED[cause]
    with pytest.raises(CalibrationError, match=sentence) as caught:
        calibrate(table.photograph())
    assert caught.value.cause == cause
    assert str(caught.value.advice)


@pytest.mark.parametrize("curl", [2.0, 2.5, 3.5])
def test_a_mat_that_is_a_little_bent_is_refused(curl: float) -> None:
    with pytest.raises(CalibrationError, match="not flat") as caught:
        calibrate(Table(curl=curl).photograph())
    assert caught.value.cause == "bent"


@pytest.mark.parametrize("curl", [0.5, 1.0])
def test_the_error_that_is_told_is_about_the_true_one(curl: float) -> None:
    table = Table(curl=curl)
    tray = calibrate(table.photograph()).tray
    assert tray.error == pytest.approx(float(table.error(tray).max()), rel=0.5)


@pytest.mark.parametrize("ruler", [10.0, 79.9, 126.0, 1000.0, float("nan"), -100.0])
def test_a_ruler_that_cannot_be_is_refused(ruler: float) -> None:
    with pytest.raises(CalibrationError, match="should be 100 mm long") as caught:
        calibrate(Table().photograph(), ruler=ruler)
    assert caught.value.cause == "scaled"


def test_a_lens_of_another_shape_is_refused() -> None:
    with pytest.raises(CalibrationError, match="another shape"):
        calibrate(Table().photograph(), dataclasses.replace(Table().lens, height=720))


def test_noise_and_patterns_hold_no_fiducials() -> None:
    rng = np.random.default_rng(0)
    assert find_fiducials(rng.integers(0, 255, (480, 640)).astype(np.uint8)) == {}
    assert find_fiducials((np.indices((480, 640)).sum(axis=0) // 20 % 2 * 255).astype(np.uint8)) == {}


def test_the_grid_is_drawn_where_the_mat_lies() -> None:
    table = Table(noise=0)
    frame, tray = table.photograph(), calibrate(table.photograph()).tray
    drawn = with_grid(frame, tray)
    changed = np.abs(drawn.pixels.astype(int) - frame.pixels).max(axis=2) > 60
    column, row = np.rint(table.pixels(np.array([(60.0, 50.0)]))[0]).astype(int)
    assert changed[row, column - 3 : column + 4].any()
    column, row = np.rint(table.pixels(np.array([(50.0, 50.0)]))[0]).astype(int)
    assert not changed[row - 5 : row + 6, column - 5 : column + 6].any()
    assert len(grid(tray)) == 11 + 10


def photographed(kind: str) -> Pixels:
    """The first photographed surface of this kind."""
    return Frame.load(min(Path(photos_folder(), "backgrounds").rglob(f"{kind}*.png"))).pixels


@pytest.mark.photos
@pytest.mark.skipif(
    not (photos_folder() / "backgrounds").exists(),
    reason=f"no photographs: expected backgrounds in {photos_folder()}, or in $COMPANION_PHOTOS",
)
@pytest.mark.parametrize("kind", ["Wood", "Fabric", "Tiles", "Marble", "gravel", "brick"])
def test_the_mat_is_found_on_photographed_tables(kind: str) -> None:
    table = Table(ground=photographed(kind), slant=18, compass=40, k1=-0.1, shadow=(60, 40, 90))
    assert table.error(calibrate(table.photograph()).tray).max() < CLOSE
