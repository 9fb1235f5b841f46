"""The camera that a setting names."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import SettingsError
from hardware.camera import open_camera
from hardware.cameras.folder import FolderCamera
from hardware.cameras.pi import PiCamera
from hardware.cameras.usb import UsbCamera


@pytest.mark.parametrize(
    ("spec", "kind"),
    [("folder:/tmp", FolderCamera), ("usb:0", UsbCamera), ("usb:12", UsbCamera), ("pi", PiCamera)],
)
def test_each_setting_has_its_camera(spec: str, kind: type) -> None:
    assert isinstance(open_camera(spec), kind)


def test_no_camera_is_a_setting_too() -> None:
    assert open_camera("none") is None


def test_a_home_folder_may_be_written_short() -> None:
    camera = open_camera("folder:~/pictures")
    assert camera is not None
    assert str(Path.home()) in camera.name


@pytest.mark.parametrize("spec", ["", "usb", "usb:", "usb:-1", "usb:x", "folder:", "pi:x", "webcam", "none:1"])
def test_anything_else_is_refused(spec: str) -> None:
    with pytest.raises(SettingsError) as refused:
        open_camera(spec)
    assert repr(spec) in str(refused.value)


def test_the_lamps_frequency_and_what_was_locked_reach_the_camera() -> None:
    pi = open_camera("pi", mains=60, locked={"ExposureTime": 9998.0})
    assert isinstance(pi, PiCamera)
    fixed = pi._fixed({"ExposureTime": 9998.0, "ColourGains": (1.9, 1.4), "exposure": 3.0})
    assert (fixed["ExposureTime"], fixed["ColourGains"], fixed["AeFlickerPeriod"]) == (9998, (1.9, 1.4), 8333)
    assert isinstance(fixed["ExposureTime"], int)
    assert "exposure" not in fixed  # another camera's
