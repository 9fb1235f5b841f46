"""A USB camera over a faithful stand-in for cv2.VideoCapture: old frames, unplugging, a driver that hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CameraError, CameraTimeout
from hardware.cameras.usb import UsbCamera
from tests.hardware.waiting import eventually

FREE = 3  # V4L2_EXPOSURE_APERTURE_PRIORITY
FINDS = 20  # frames until the automatic has found what suits the light


class FakeDevice:
    """A V4L2 device behind OpenCV: some frames wait in its buffers, the next ones take a while."""

    def __init__(self) -> None:
        self.opened = True
        self.buffered = 3
        self.plugged = True
        self.number = 0
        self.settings: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 157.0}
        self.order: list[int] = []
        self.released = 0
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self, index: int, backend: int) -> FakeDevice:
        assert (index, backend) == (2, cv2.CAP_V4L2)
        return self

    def isOpened(self) -> bool:  # noqa: N802  (OpenCV's name)
        return self.opened

    def set(self, setting: int, value: float) -> bool:
        self.settings[setting] = value
        self.order.append(setting)
        return True

    def get(self, setting: int) -> float:
        return self.settings.get(setting, -1.0)

    def grab(self) -> bool:
        self.gate.wait()
        if self.number >= self.buffered:
            time.sleep(0.02)
        self.number += 1
        if self.settings.get(cv2.CAP_PROP_AUTO_EXPOSURE) == FREE and self.number > FINDS:
            self.settings[cv2.CAP_PROP_EXPOSURE] = 157.0
        return self.plugged

    def retrieve(self) -> tuple[bool, Any]:
        return self.plugged, np.full((48, 64, 3), (1, 2, self.number), np.uint8)

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDevice]:
    fake = FakeDevice()
    monkeypatch.setattr(cv2, "VideoCapture", fake)
    yield fake
    fake.gate.set()


@pytest.fixture
def camera(device: FakeDevice, tmp_path: Path) -> Iterator[UsbCamera]:  # noqa: ARG001  (it must stand before this)
    made = UsbCamera(2, system=tmp_path)
    made.open()
    yield made
    made.close()


def test_old_frames_in_the_buffers_are_passed_over(camera: UsbCamera) -> None:
    pixels = camera.capture(20.0).pixels
    assert pixels.shape == (48, 64, 3)
    assert pixels[0, 0].tolist() == [4, 2, 1]  # the first that was waited for, in RGB


def test_a_driver_that_never_waits_is_still_read(camera: UsbCamera, device: FakeDevice) -> None:
    device.buffered = 1000
    assert camera.capture(20.0).pixels[0, 0, 0] == 6


def test_size_and_compression_are_asked_for(camera: UsbCamera, device: FakeDevice) -> None:
    camera.open()
    assert device.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert device.settings[cv2.CAP_PROP_FRAME_HEIGHT] == 960
    assert device.settings[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")


def test_a_lock_keeps_the_exposure_that_was_found(camera: UsbCamera, device: FakeDevice) -> None:
    assert camera.lock() == {"exposure": 157.0}  # it has neither white balance nor focus
    assert device.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert device.settings[cv2.CAP_PROP_EXPOSURE] == 157
    assert device.settings[cv2.CAP_PROP_AUTO_WB] == 0
    assert device.settings[cv2.CAP_PROP_AUTOFOCUS] == 0


def test_a_camera_that_is_locked_finds_the_light_of_today_before_it_is_locked_again(
    camera: UsbCamera, device: FakeDevice
) -> None:
    camera.lock()
    device.settings[cv2.CAP_PROP_EXPOSURE] = 20.0  # of another day
    device.buffered = 1000
    assert camera.lock() == {"exposure": 157.0}
    assert device.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    device.plugged = False
    with pytest.raises(CameraError, match="grab"):
        camera.lock()


def test_a_driver_that_hangs_costs_one_thread_and_is_let_go_when_it_wakes_up(
    camera: UsbCamera, device: FakeDevice
) -> None:
    device.gate.clear()
    before = threading.active_count()
    for _ in range(5):
        with pytest.raises(CameraTimeout):
            camera.capture(0.05)
    assert threading.active_count() == before
    device.gate.set()
    assert eventually(lambda: camera.capture(20.0).pixels.shape == (48, 64, 3))
    camera.close()
    assert device.released == 1


def test_a_camera_that_was_unplugged_is_told(camera: UsbCamera, device: FakeDevice) -> None:
    device.plugged = False
    with pytest.raises(CameraError, match="grab"):
        camera.capture(20.0)


def test_a_damaged_frame_is_a_camera_error(camera: UsbCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(*_: Any) -> Any:
        raise cv2.error("imdecode: premature end of JPEG data")

    monkeypatch.setattr(cv2, "cvtColor", cut_short)
    with pytest.raises(CameraError, match="premature end"):
        camera.capture(20.0)


def test_a_closed_camera_gives_nothing_and_opens_again(camera: UsbCamera, device: FakeDevice) -> None:
    camera.close()
    camera.close()
    assert device.released == 1
    with pytest.raises(CameraError, match="not open"):
        camera.capture(20.0)
    camera.open()
    assert camera.capture(20.0).pixels.size


def test_a_camera_that_is_not_there_is_told(device: FakeDevice, tmp_path: Path) -> None:
    device.opened = False
    with pytest.raises(CameraError) as missing:
        UsbCamera(2, system=tmp_path).open()
    assert "/dev/video2" in str(missing.value)
    assert device.released == 1


def test_opencv_itself_says_that_there_is_no_such_device() -> None:
    with pytest.raises(CameraError, match="/dev/video63"):
        UsbCamera(63).open()


@pytest.mark.parametrize("driver", ["unicam-image", "bcm2835-isp-output0", "rp1-cfe-csi2_ch0", "pispbe-output1"])
def test_the_ribbon_camera_is_refused_before_anything_is_opened(
    device: FakeDevice, tmp_path: Path, driver: str
) -> None:
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text(f"{driver}\n")
    with pytest.raises(CameraError) as refused:
        UsbCamera(2, system=tmp_path).open()
    assert "ribbon" in str(refused.value)
    assert driver in refused.value.detail
    assert device.order == []


def test_a_usb_camera_of_that_number_is_taken(device: FakeDevice, tmp_path: Path) -> None:
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text("HD Webcam C615\n")
    camera = UsbCamera(2, system=tmp_path)
    camera.open()
    assert device.order
    camera.close()


def test_a_camera_that_was_unplugged_is_missed_in_sysfs(tmp_path: Path) -> None:
    (tmp_path / "video2").mkdir()
    camera = UsbCamera(2, system=tmp_path)
    camera.check_plugged()
    (tmp_path / "video2").rmdir()
    with pytest.raises(CameraError, match="unplugged"):
        camera.check_plugged()
    UsbCamera(2, system=tmp_path / "no sysfs").check_plugged()
