"""The Pi's own camera on the ribbon cable, over picamera2; every call on a thread that may hang without harm."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from companion.errors import CameraError, CameraTimeout
from companion.ports import Locked
from companion.vision.frame import Frame
from companion.words import Sentence, say
from hardware.cameras.worker import Worker, let_go

T = TypeVar("T")

OPENS_IN = 15.0  # seconds; the first start loads the sensor's tuning
LOCKS_IN = 5.0
SETTLES = 40  # frames until exposure, white balance and focus that were frozen have found what suits the light
CLOSES_IN = 5.0
BUFFERS = 4  # frames of 3.7 MB that the driver holds; the usual six are for video
FRAMES_LAST = (33_333, 100_000)  # microseconds, least and most: dice at rest may be exposed long in a dim room
MANUAL_FLICKER = 1  # libcamera's AeFlickerModeEnum.Manual
CONTINUOUS_FOCUS = 2  # libcamera's AfModeEnum.Continuous
MANUAL_FOCUS = 0
KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""What a calibrated camera keeps, as libcamera's metadata gives it, if it has it: microseconds, a factor, factors
of red and blue, dioptres of a moving lens."""
WHOLE = ("ExposureTime",)  # libcamera refuses a fraction for it


class PiCamera:
    """The camera on the ribbon cable (`companion.ports.Camera`), number `index`, at `width` x `height` pixels.

    `mains` is 50 or 60 Hz: lamps flicker at twice that, and the exposure is kept to whole periods of it. `locked`
    are settings from an earlier `lock`, so that every start looks the same.
    """

    def __init__(
        self,
        index: int = 0,
        *,
        width: int = 1280,
        height: int = 960,
        mains: int = 50,
        locked: Locked | None = None,
    ) -> None:
        self.name = f"Pi camera {index}"
        self._index = index
        self._size = (width, height)
        self._mains = mains
        self._locked = locked
        self._device: Any = None
        self._worker = Worker(self.name)

    def open(self) -> None:
        """Take hold of the camera and start it; a second call is harmless.

        Raises:
            CameraError: picamera2 is missing, no camera is found, or another program holds it.
            CameraTimeout: the driver does not answer.
        """
        if self._device is None:
            self._call(self._open, OPENS_IN)

    def capture(self, timeout: float) -> Frame:
        """The next frame, waited for at most `timeout` seconds.

        Raises:
            CameraTimeout: nothing came in time.
            CameraError: the camera is not open, or failed.
        """
        return self._call(lambda: self._capture(timeout), timeout + 1)

    def lock(self) -> Locked:
        """Freeze exposure, white balance and lens as they are now, some frames after `open`, and for later starts.

        If they are frozen already they run free first, until they suit the light of today.

        Raises:
            CameraTimeout: no frame came to read them from.
            CameraError: the camera is not open, or failed.
        """
        slowest = FRAMES_LAST[1] / 1e6
        self._locked = self._call(self._lock, LOCKS_IN + 1 + SETTLES * slowest)
        return self._locked

    def close(self) -> None:
        """Let go of the camera; a driver that hangs lets go when it wakes up."""
        self._worker.let_go(self._release, CLOSES_IN)

    def _call(self, work: Callable[[], T], timeout: float) -> T:
        """The work done on the worker's thread; whatever kind of error picamera2 raises comes out in words."""
        try:
            return self._worker.call(work, timeout)
        except CameraError:
            raise
        except Exception as error:
            raise _in_words(error) from error

    def _open(self) -> None:
        device = _picamera2()(self._index)
        try:
            self._start(device)
        except BaseException:
            let_go(device.close)
            raise
        self._device = device

    def _release(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def _start(self, device: Any) -> None:
        """picamera2 names formats by their order in a word: its "BGR888" lies in memory as red, green, blue.

        Without a queue a capture waits for a frame that is completed after it was asked for.
        """
        main = {"size": self._size, "format": "BGR888"}
        device.configure(device.create_video_configuration(main=main, buffer_count=BUFFERS, queue=False))
        self._set(device, self._automatic() if self._locked is None else self._fixed(self._locked))
        device.start()

    def _automatic(self) -> dict[str, Any]:
        return self._always() | {"AeEnable": True, "AwbEnable": True, "AfMode": CONTINUOUS_FOCUS}

    def _fixed(self, locked: Locked) -> dict[str, Any]:
        kept = {name: round(value) if name in WHOLE else value for name, value in locked.items() if name in KEPT}
        return self._always() | {"AeEnable": False, "AwbEnable": False, "AfMode": MANUAL_FOCUS, **kept}

    def _always(self) -> dict[str, Any]:
        flicker = round(1e6 / (2 * self._mains))
        return {
            "FrameDurationLimits": FRAMES_LAST,
            "AeFlickerMode": MANUAL_FLICKER,
            "AeFlickerPeriod": flicker,
        }

    def _set(self, device: Any, controls: Mapping[str, Any]) -> None:
        """The controls set that this camera has: a lens that does not move knows no focus."""
        known = device.camera_controls
        device.set_controls({name: value for name, value in controls.items() if name in known})

    def _capture(self, timeout: float) -> Frame:
        pixels = self._job(self._opened().capture_array, timeout, "main")
        return Frame(np.asarray(pixels, np.uint8), time.monotonic())

    def _lock(self) -> Locked:
        device = self._opened()
        if self._locked is not None:
            self._settle(device)
        seen = self._job(device.capture_metadata, LOCKS_IN)
        locked = {name: seen[name] for name in KEPT if name in seen}
        self._set(device, self._fixed(locked))
        return locked

    def _settle(self, device: Any) -> None:
        self._set(device, self._automatic())
        for _ in range(SETTLES):
            self._job(device.capture_metadata, LOCKS_IN)

    def _job(self, ask: Any, timeout: float, *args: Any) -> Any:
        """The result of a picamera2 job; one that comes too late is cancelled, so that none pile up."""
        try:
            return self._opened().wait(ask(*args, wait=False), timeout=timeout)
        except TimeoutError as error:
            self._opened().cancel_all_and_flush()
            raise CameraTimeout(
                say("The camera does not answer."), detail=f"{self.name}: no frame in {timeout:.1f} s"
            ) from error

    def _opened(self) -> Any:
        if self._device is None:
            raise CameraError(say("The camera is not open."), detail=self.name)
        return self._device


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2

        return Picamera2
    except ImportError as error:
        raise _not_installed(error) from error
    except ValueError as error:  # "numpy.dtype size changed": a part from pip beside one from apt
        raise _mixed(error) from error


def _not_installed(error: ImportError) -> CameraError:
    return CameraError(
        say("The program parts for the Pi's camera are missing."),
        detail=f"expected the modules picamera2 and libcamera, got {error!r}",
        advice=say(
            "Type: sudo apt install python3-picamera2 --no-install-recommends; "
            "then make the .venv anew with --system-site-packages."
        ),
        lasting=True,
    )


def _mixed(error: ValueError) -> CameraError:
    return CameraError(
        say("The program parts for the Pi's camera do not fit together."),
        detail=f"picamera2 cannot be imported: {error!r}",
        advice=say(
            "Make the .venv anew with --system-site-packages, with picamera2 and numpy from apt, not from pip."
        ),
        lasting=True,
    )


def _in_words(error: Exception) -> CameraError:
    told = " / ".join(_told(error))
    sentence, advice = _meaning(told)
    return CameraError(sentence, detail=told, advice=advice)


def _told(error: BaseException | None) -> list[str]:
    """The texts of an error and of those that it came from; picamera2 wraps the telling one."""
    return [repr(error), *_told(error.__cause__ or error.__context__)] if error else []


def _meaning(told: str) -> tuple[Sentence, Sentence]:
    low = told.lower()
    if any(text in low for text in ("in use by another process", "resource busy", "failed to acquire", "-16")):
        return (
            say("Another program holds the camera."),
            say("Close it - often a second companion or rpicam-hello - and the companion tries again by itself."),
        )
    if "indexerror" in low or "not found" in low:
        return say("No camera is found on the ribbon cable."), say(
            "Switch off, press the cable home at both ends."
        )
    return say("The camera fails."), CameraError.default_advice
