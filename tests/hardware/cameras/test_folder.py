"""A folder of pictures as a camera."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CameraError, NotAPicture
from hardware.cameras.folder import FolderCamera
from tests.clocks import Clock


def picture(path: Path, grey: int) -> None:
    assert cv2.imwrite(str(path), np.full((48, 64, 3), grey, np.uint8))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, grey in (("b.png", 20), ("c.JPG", 30), ("a.jpeg", 10)):
        picture(tmp_path / name, grey)
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden.png").write_text("no picture")
    return tmp_path


@pytest.fixture
def clock() -> Clock:
    return Clock()


def taken(camera: FolderCamera, count: int, clock: Clock) -> list[int]:
    """The greys of so many looks."""
    greys = []
    for _ in range(count):
        clock.now += 2.0
        greys.append(round(float(camera.capture(1.0).pixels.mean())))
    return greys


def test_all_captures_of_a_look_show_the_same_picture(folder: Path, clock: Clock) -> None:
    camera = FolderCamera(folder, clock=clock)
    camera.open()
    assert taken(camera, 2, clock) == [10, 20]
    for _ in range(9):
        clock.now += 0.5
        assert camera.capture(1.0).pixels.mean() == pytest.approx(20, abs=1)
    assert taken(camera, 1, clock) == [30]


def test_a_file_that_is_no_picture_does_not_hold_up_the_others(folder: Path, clock: Clock) -> None:
    (folder / "aa.png").write_text("no picture")
    camera = FolderCamera(folder, clock=clock)
    camera.open()
    assert taken(camera, 1, clock) == [10]
    with pytest.raises(NotAPicture):
        taken(camera, 1, clock)
    assert taken(camera, 1, clock) == [20]


def test_pictures_come_in_the_order_of_their_names_and_the_last_one_stays(folder: Path, clock: Clock) -> None:
    camera = FolderCamera(folder, clock=clock)
    camera.open()
    assert taken(camera, 5, clock) == [10, 20, 30, 30, 30]


def test_a_loop_begins_again(folder: Path, clock: Clock) -> None:
    camera = FolderCamera(folder, loop=True, clock=clock)
    camera.open()
    assert taken(camera, 5, clock) == [10, 20, 30, 10, 20]


def test_opening_twice_changes_nothing_and_opening_after_closing_begins_anew(folder: Path, clock: Clock) -> None:
    camera = FolderCamera(folder, clock=clock)
    camera.open()
    assert taken(camera, 1, clock) == [10]
    camera.open()
    assert taken(camera, 1, clock) == [20]
    camera.close()
    camera.close()
    camera.open()
    assert taken(camera, 1, clock) == [10]


def test_a_frame_is_taken_now(folder: Path) -> None:
    camera = FolderCamera(folder)
    camera.open()
    before = time.monotonic()
    assert before <= camera.capture(1.0).taken_at <= time.monotonic()


def test_a_closed_camera_gives_nothing(folder: Path) -> None:
    with pytest.raises(CameraError, match="capture before open"):
        FolderCamera(folder).capture(1.0)


@pytest.mark.parametrize("name", ["", "missing"])
def test_a_folder_without_pictures_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CameraError) as refused:
        FolderCamera(tmp_path / name).open()
    assert str(tmp_path / name) in str(refused.value)
    assert ".jpg" in str(refused.value.advice)


def test_a_file_that_is_no_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_text("no picture")
    camera = FolderCamera(tmp_path)
    camera.open()
    with pytest.raises(NotAPicture):
        camera.capture(1.0)
