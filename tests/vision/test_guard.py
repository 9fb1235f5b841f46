"""The guard: which tray fits a frame, and whether the camera was moved."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CalibrationError, CompanionError
from companion.vision.frame import Frame
from companion.vision.guard import Guard, Sight
from companion.vision.stored import reference, save
from companion.vision.tray import Tray, from_corners

CORNERS = [(400.0, 300.0), (880.0, 300.0), (880.0, 660.0), (400.0, 660.0)]


def patterned(seed: int = 1) -> Frame:
    noise = np.random.default_rng(seed).integers(0, 255, (60, 80, 3), np.uint8)
    return Frame(np.asarray(cv2.resize(noise, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8), 0.0)


def shifted(frame: Frame, pixels: int) -> Frame:
    return Frame(np.roll(frame.pixels, pixels, axis=1), 1.0)


def stored(path: Path, frame: Frame, width: float = 200.0) -> Tray:
    tray = from_corners(CORNERS, (width, 150.0), (frame.width, frame.height))
    save(path, tray)
    reference(path).write_bytes(frame.png())
    return tray


def test_without_a_calibration_nothing_is_known(tmp_path: Path) -> None:
    assert Guard(tmp_path / "tray.toml").check(patterned()) == Sight()


def test_an_unmoved_camera_has_its_tray(tmp_path: Path) -> None:
    tray = stored(tmp_path / "tray.toml", patterned())
    assert Guard(tmp_path / "tray.toml").check(patterned()) == Sight(tray)


def test_after_a_small_bump_the_tray_is_the_corrected_one(tmp_path: Path) -> None:
    tray = stored(tmp_path / "tray.toml", patterned())
    sight = Guard(tmp_path / "tray.toml").check(shifted(patterned(), 12))
    assert sight.tray is not None
    assert sight.tray.place(612, 500) == pytest.approx(tray.place(600, 500), abs=0.3)
    assert tray.place(612, 500) != pytest.approx(tray.place(600, 500), abs=3)


def test_a_camera_that_was_moved_far_has_none(tmp_path: Path) -> None:
    stored(tmp_path / "tray.toml", patterned())
    assert Guard(tmp_path / "tray.toml").check(shifted(patterned(), 200)) == Sight(moved=True)


def test_a_new_calibration_counts_from_the_next_frame_on(tmp_path: Path) -> None:
    path = tmp_path / "tray.toml"
    guard = Guard(path)
    assert guard.check(patterned()) == Sight()
    first = stored(path, patterned())
    assert guard.check(patterned()) == Sight(first)
    second = stored(path, patterned(2), width=240.0)
    assert guard.check(patterned(2)) == Sight(second)


def test_another_camera_or_a_damaged_file_is_like_no_calibration(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tray.toml"
    stored(path, patterned())
    guard = Guard(path)
    assert guard.check(Frame(np.zeros((480, 640, 3), np.uint8), 0.0)) == Sight()
    path.write_text("no calibration")
    assert guard.check(patterned()) == Sight()
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2
    with pytest.raises(CalibrationError):
        Guard(path).open()


def test_after_a_damaged_calibration_a_new_one_counts(tmp_path: Path) -> None:
    path = tmp_path / "tray.toml"
    path.write_text("no calibration")
    guard = Guard(path)
    with pytest.raises(CompanionError):
        guard.open()
    assert guard.check(patterned()) == Sight()
    tray = stored(path, patterned())
    assert guard.check(patterned()) == Sight(tray)
