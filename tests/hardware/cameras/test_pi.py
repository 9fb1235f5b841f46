"""The ribbon camera over a stand-in for picamera2 with that library's calls, order of bytes and error texts."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraError, CameraTimeout
from hardware.cameras import pi
from hardware.cameras.pi import PiCamera
from tests.hardware.waiting import eventually

CONTROLS = {
    "AeEnable", "AeFlickerMode", "AeFlickerPeriod", "AfMode", "AnalogueGain", "AwbEnable", "ColourGains",
    "ExposureTime", "FrameDurationLimits", "LensPosition",
}  # fmt: skip
METADATA: dict[str, Any] = {
    "ExposureTime": 9998,
    "AnalogueGain": 1.5,
    "ColourGains": (1.9, 1.4),
    "LensPosition": 2.2,
    "Lux": 300.0,
}
KEPT = {"ExposureTime", "AnalogueGain"}
FINDS = 20  # frames until the automatic has found what suits the light


class FakePicamera2:
    """What `hardware.cameras.pi` uses of picamera2 0.3: jobs for captures, controls by name, one owner."""

    owner: FakePicamera2 | None = None
    made = 0
    controls = CONTROLS
    delivers = True
    starts = True
    stuck: threading.Event | None = None

    def __init__(self, camera_num: int = 0) -> None:
        FakePicamera2.made += 1
        if camera_num > 0:
            raise IndexError("list index out of range")
        if FakePicamera2.owner is not None:
            try:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            except RuntimeError as error:
                raise RuntimeError("Camera __init__ sequence did not complete.") from error
        FakePicamera2.owner = self
        self.camera_controls = dict.fromkeys(self.controls, (0, 1, 0))
        self.sent: dict[str, Any] = {}
        self.configuration: dict[str, Any] = {}
        self.jobs: list[Future[Any]] = []
        self.started = False
        self.free = 0

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration
        self.sent = {}  # as in the real one, controls from before are forgotten

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.sent |= controls
        self.free = 0

    def start(self) -> None:
        if not self.starts:
            raise RuntimeError("Failed to start camera: Input/output error")
        self.started = True

    def capture_array(self, name: str, wait: bool) -> Future[Any]:
        assert not wait
        width, height = self.configuration[name]["size"]
        red_green_blue = np.tile(np.array([200, 100, 50], np.uint8), (height, width, 1))
        first_is_red = {"BGR888": True, "RGB888": False}[self.configuration[name]["format"]]
        return self._job(lambda: red_green_blue if first_is_red else red_green_blue[..., ::-1])

    def capture_metadata(self, wait: bool) -> Future[Any]:
        assert not wait
        self.free += 1
        frozen = not self.sent.get("AeEnable") or self.free < FINDS
        return self._job(
            lambda: METADATA | ({name: self.sent[name] for name in KEPT & {*self.sent}} if frozen else {})
        )

    def wait(self, job: Future[Any], timeout: float) -> Any:
        return job.result(timeout)

    def cancel_all_and_flush(self) -> None:
        for job in self.jobs:
            job.cancel()
        self.jobs = []

    def close(self) -> None:
        if FakePicamera2.stuck is not None:
            FakePicamera2.stuck.wait()
        self.started = False
        FakePicamera2.owner = None

    def _job(self, result: Callable[[], Any]) -> Future[Any]:
        job: Future[Any] = Future()
        if self.delivers:
            job.set_result(result())
        else:
            self.jobs.append(job)
        return job


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakePicamera2]]:
    fake = type("Picamera2", (FakePicamera2,), {})
    FakePicamera2.owner, FakePicamera2.made, FakePicamera2.stuck = None, 0, None
    module = ModuleType("picamera2")
    module.Picamera2 = fake  # type: ignore[attr-defined]  # a stand-in for the real module
    monkeypatch.setitem(sys.modules, "picamera2", module)
    yield fake
    unstick()


def unstick() -> None:
    if FakePicamera2.stuck is not None:
        FakePicamera2.stuck.set()


def device() -> FakePicamera2:
    assert FakePicamera2.owner is not None
    return FakePicamera2.owner


def test_frames_are_red_green_blue_at_the_asked_size() -> None:
    camera = PiCamera(width=640, height=480)
    camera.open()
    pixels = camera.capture(20.0).pixels
    assert pixels.shape == (480, 640, 3)
    assert pixels[0, 0].tolist() == [200, 100, 50]
    camera.close()


def test_no_old_frame_is_kept_for_later_and_dim_rooms_may_take_long() -> None:
    camera = PiCamera()
    camera.open()
    assert device().configuration["queue"] is False
    assert device().sent["FrameDurationLimits"] == (33_333, 100_000)
    camera.close()


@pytest.mark.parametrize(("mains", "microseconds"), [(50, 10_000), (60, 8_333)])
def test_the_exposure_keeps_to_the_lamps_flicker(mains: int, microseconds: int) -> None:
    camera = PiCamera(mains=mains)
    camera.open()
    assert device().sent["AeFlickerMode"] == 1
    assert device().sent["AeFlickerPeriod"] == microseconds
    camera.close()


def test_a_lock_freezes_light_colour_and_lens_and_survives_a_restart() -> None:
    camera = PiCamera()
    camera.open()
    assert device().sent["AeEnable"] is True
    locked = camera.lock()
    frozen = {"AeEnable": False, "AwbEnable": False, "AfMode": 0, **METADATA}
    del frozen["Lux"]
    assert {name: device().sent[name] for name in frozen} == frozen
    camera.close()
    camera.open()
    assert {name: device().sent[name] for name in frozen} == frozen
    camera.close()
    again = PiCamera(locked=locked)
    again.open()
    assert {name: device().sent[name] for name in frozen} == frozen
    assert device().sent["AeFlickerPeriod"] == 10_000
    again.close()


def test_a_camera_that_is_locked_finds_the_light_of_today_before_it_is_locked_again() -> None:
    camera = PiCamera(locked={"ExposureTime": 500.0})
    camera.open()
    assert device().sent["ExposureTime"] == 500
    assert camera.lock()["ExposureTime"] == METADATA["ExposureTime"]
    assert (device().sent["AeEnable"], device().sent["ExposureTime"]) == (False, METADATA["ExposureTime"])
    camera.close()


def test_controls_that_the_camera_does_not_have_are_not_sent(library: type[FakePicamera2]) -> None:
    library.controls = {"AeEnable", "ExposureTime"}
    camera = PiCamera()
    camera.open()
    camera.lock()
    assert set(device().sent) == {"AeEnable", "ExposureTime"}
    camera.close()


def test_a_frame_that_never_comes_leaves_no_job_and_no_thread(library: type[FakePicamera2]) -> None:
    camera = PiCamera()
    camera.open()
    before = threading.active_count()
    library.delivers = False
    for _ in range(4):
        with pytest.raises(CameraTimeout) as late:
            camera.capture(0.05)
        assert "Pi camera 0" in late.value.detail
    assert device().jobs == []
    assert threading.active_count() == before
    library.delivers = True
    assert camera.capture(20.0).pixels.size
    camera.close()
    assert FakePicamera2.owner is None


def test_another_program_that_holds_the_camera_is_named_and_a_later_try_works() -> None:
    holder = FakePicamera2()
    camera = PiCamera()
    with pytest.raises(CameraError) as held:
        camera.open()
    assert "Another program holds the camera" in str(held.value.sentence)
    assert "Device or resource busy" in held.value.detail
    holder.close()
    camera.open()
    camera.close()


def test_a_camera_that_is_not_there_is_told() -> None:
    with pytest.raises(CameraError, match="No camera is found"):
        PiCamera(3).open()


def test_a_start_that_fails_lets_the_camera_go(library: type[FakePicamera2]) -> None:
    library.starts = False
    with pytest.raises(CameraError) as failed:
        PiCamera().open()
    assert "Input/output error" in failed.value.detail
    assert FakePicamera2.owner is None


def test_missing_program_parts_name_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError) as told:
        PiCamera().open()
    assert "python3-picamera2" in str(told.value.advice)
    assert "--system-site-packages" in str(told.value.advice)
    assert "ModuleNotFoundError" in told.value.detail


def test_parts_from_pip_beside_parts_from_apt_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mixed(ModuleType):
        def __getattr__(self, name: str) -> Any:
            raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setitem(sys.modules, "picamera2", Mixed("picamera2"))
    with pytest.raises(CameraError) as told:
        PiCamera().open()
    assert "do not fit together" in str(told.value)
    assert "apt" in str(told.value.advice)


def test_whatever_the_library_raises_is_a_camera_error(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = PiCamera()
    camera.open()

    def broken(*_: Any, **__: Any) -> Any:
        raise AttributeError("'NoneType' object has no attribute 'buffers'")

    monkeypatch.setattr(FakePicamera2, "capture_array", broken)
    with pytest.raises(CameraError, match="buffers"):
        camera.capture(20.0)
    camera.close()


def test_opening_twice_takes_the_camera_once() -> None:
    camera = PiCamera()
    camera.open()
    camera.open()
    assert FakePicamera2.made == 1
    camera.close()
    camera.close()


def test_a_closed_camera_gives_nothing() -> None:
    with pytest.raises(CameraError, match="not open"):
        PiCamera().capture(20.0)


def test_closing_a_driver_that_hangs_returns_and_lets_go_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi, "CLOSES_IN", 0.05)
    monkeypatch.setattr(pi, "OPENS_IN", 0.05)
    camera = PiCamera()
    camera.open()
    FakePicamera2.stuck = threading.Event()
    camera.close()
    assert FakePicamera2.owner is not None
    with pytest.raises(CameraTimeout):
        camera.open()
    FakePicamera2.stuck.set()
    assert eventually(lambda: FakePicamera2.owner is None)
    monkeypatch.setattr(pi, "OPENS_IN", 20.0)
    camera.open()
    camera.close()
