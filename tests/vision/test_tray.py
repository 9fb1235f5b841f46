from __future__ import annotations

from itertools import permutations
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CalibrationError
from companion.vision.frame import Frame
from companion.vision.lens import bending
from companion.vision.stored import load, save
from companion.vision.tray import LARGEST, Tray, from_corners, whole_frame

from .tables import Table

SIZE = (640, 480)
CORNERS = [(100.0, 400.0), (560.0, 410.0), (500.0, 80.0), (140.0, 70.0)]
AREA = (200.0, 150.0)


def frame(width: int = 640, height: int = 480) -> Frame:
    return Frame(np.full((height, width, 3), 128, np.uint8), 3.0)


@pytest.fixture(params=["straight", "bent"])
def tray(request: pytest.FixtureRequest) -> Tray:
    return from_corners(CORNERS, AREA, SIZE, bending(-0.15, *SIZE) if request.param == "bent" else None)


def test_the_corners_are_counted_from_near_left(tray: Tray) -> None:
    places = [tray.place(*corner) for corner in CORNERS]
    assert np.abs(np.array(places) - [(0, 0), (200, 0), (200, 150), (0, 150)]).max() < 0.01
    assert np.abs(tray.corners - CORNERS).max() < 0.01


@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_corners_may_be_given_in_any_order(order: tuple[int, ...]) -> None:
    assert from_corners([CORNERS[k] for k in order], AREA, SIZE) == from_corners(CORNERS, AREA, SIZE)


@pytest.mark.parametrize(
    "corners",
    [
        [*CORNERS[:3], (400.0, 350.0)],  # inside the triangle of the others
        [*CORNERS[:3], CORNERS[0]],
        [(100.0, 100.0), (200.0, 200.0), (300.0, 300.0), (100.0, 300.0)],
        [(100.0, 100.0), (110.0, 100.0), (110.0, 110.0), (100.0, 110.0)],
        CORNERS[:3],
        [*CORNERS[:3], (float("nan"), 1.0)],
    ],
)
def test_what_is_no_tray_is_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError, match="not the corners of a tray") as caught:
        from_corners(corners, AREA, SIZE)
    assert caught.value.cause == "corners"


@given(st.floats(0, 639), st.floats(0, 479))
def test_a_pixels_place_appears_at_the_pixel(x: float, y: float) -> None:
    tray = from_corners(CORNERS, AREA, SIZE, bending(-0.15, *SIZE))
    assert tray.pixel(*tray.place(x, y)) == pytest.approx((x, y), abs=0.01)


def test_inside_is_the_dice_area_and_a_margin_around_it(tray: Tray) -> None:
    for right, away, inside, nearly in (
        (100, 75, True, True),
        (-4, 75, False, True),
        (204, 154, False, True),
        (100, -6, False, False),
    ):
        pixel = tray.pixel(right, away)
        assert tray.inside(*pixel) is inside
        assert tray.inside(*pixel, margin=5) is nearly


def test_a_die_is_as_large_as_two_of_its_sides_are_apart(tray: Tray) -> None:
    x, y = tray.pixel(60, 40)
    sides = tray.pixels([(52, 32), (68, 32), (68, 48), (52, 48)])
    area = cv2.contourArea(sides.astype(np.float32))
    assert tray.die_size_px(16.0, (x, y)) == pytest.approx(area**0.5, rel=0.03)
    near, far = tray.die_size_px(16.0, tray.pixel(100, 0)), tray.die_size_px(16.0, tray.pixel(100, 150))
    assert near is not None
    assert far is not None
    assert near > far  # these corners are those of a tray seen from the near side


def test_slant_is_the_angle_from_above() -> None:
    for slant in (0.0, 20.0, 40.0):
        table = Table(slant=slant, compass=180.0)
        tray = from_corners(
            [*table.pixels(np.array([(0, 0), (198, 0), (198, 174), (0, 174)], np.float64))],
            table.mat.area,
            (table.width, table.height_px),
        )
        assert tray.slant == pytest.approx(slant, abs=1.5)


def test_a_whole_frame_guesses_millimetres_and_says_so() -> None:
    tray = whole_frame(640, 480)
    assert tray.area == pytest.approx((320.0, 240.0))
    assert tray.place(-0.5, 479.5) == pytest.approx((0, 0), abs=1e-9)
    assert tray.place(639.5, -0.5) == pytest.approx(tray.area)
    assert tray.source == "frame"
    assert tray.die_size_px(16.0) is None
    assert np.array_equal(tray.rectified(frame()).pixels, frame().pixels)


def test_rectified_shows_the_dice_area_alone_and_true_to_scale() -> None:
    table = Table(slant=25, compass=150, k1=-0.12, covers=((50, 60, 30, 20),), noise=0)
    tray = from_corners(
        [*table.pixels(np.array([(0, 0), (198, 0), (198, 174), (0, 174)], np.float64))],
        table.mat.area,
        (table.width, table.height_px),
        table.lens,
    )
    picture = tray.rectified(table.photograph())
    scale = tray.rectified_scale
    assert (picture.width, picture.height) == (round(198 * scale), round(174 * scale))
    blue = picture.pixels[..., 2].astype(int) - picture.pixels[..., 0] > 45
    rows, columns = np.nonzero(blue)
    edges = np.array(
        [columns.min(), columns.max() + 1, picture.height - rows.max() - 1, picture.height - rows.min()]
    )
    assert np.abs(edges / scale - (50, 80, 60, 80)).max() < 0.7
    assert picture.taken_at == 0.0


def test_a_rectified_picture_is_bounded() -> None:
    tray = from_corners([(0, 959), (3999, 2999), (3999, 0), (0, 0)], (10.0, 2.0), (4000, 3000))
    picture = tray.rectified(frame(4000, 3000))
    assert max(picture.width, picture.height) == LARGEST


def test_pictures_of_another_size_are_refused(tray: Tray) -> None:
    with pytest.raises(CalibrationError, match="another size than when it was calibrated") as caught:
        tray.rectified(frame(1280, 960))
    assert caught.value.cause == "size"
    assert "640 x 480 pixels, got 1280 x 960" in caught.value.detail


def test_a_grown_tray_sees_the_same_places_from_its_own_corner(tray: Tray) -> None:
    grown = tray.grown(10)
    assert grown.area == pytest.approx((220.0, 170.0))
    assert grown.place(300, 200) == pytest.approx(np.array(tray.place(300, 200)) + 10)


def test_a_moved_tray_sees_a_place_where_the_picture_went() -> None:
    tray = from_corners(CORNERS, AREA, SIZE)
    motion = np.array([[1, 0, 7.0], [0, 1, -3.0], [0, 0, 1]])
    assert tray.moved(motion).place(307, 197) == pytest.approx(tray.place(300, 200))


def test_a_tray_is_kept_in_a_file(tray: Tray, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "tray.toml"
    save(path, tray)
    assert load(path, Tray) == tray
    save(path, tray.grown(5))
    assert load(path, Tray) == tray.grown(5)
    assert [one.name for one in path.parent.iterdir()] == ["tray.toml"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version = 1", "version = 2"),
        ("version = 1", ""),
        ("width = 640", "width = 0"),
        ("height = 480", 'height = "tall"'),
        ('source = "corners"', 'source = "dream"'),
        ("    200.0,", "    -200.0,"),
        ("homography = [", "homography = [ [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0] ]\nrest = ["),
        ("width = 640", "width = = 640"),
    ],
)
def test_a_file_that_is_no_calibration_is_refused_with_its_name(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "tray.toml"
    save(path, from_corners(CORNERS, AREA, SIZE))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CalibrationError, match="cannot be used") as caught:
        load(path, Tray)
    assert caught.value.cause == "file"
    assert str(path) in caught.value.detail


def test_a_lens_of_other_pictures_is_no_part_of_a_tray() -> None:
    with pytest.raises(CalibrationError, match="damaged"):
        from_corners(CORNERS, AREA, SIZE, bending(0.1, 1280, 960))


def test_no_file_is_told_as_not_calibrated_yet(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="not been made yet"):
        load(tmp_path / "tray.toml", Tray)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tray.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CalibrationError, match="cannot be used"):
        load(path, Tray)


def test_a_place_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "tray.toml"
    save(path, from_corners(CORNERS, AREA, SIZE))
    with pytest.raises(CalibrationError, match="cannot be written"):
        save(path / "below.toml", from_corners(CORNERS, AREA, SIZE))
    assert load(path, Tray).area == AREA
