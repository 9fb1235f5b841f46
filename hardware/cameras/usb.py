"""A USB camera over OpenCV and V4L2, with every call on a thread that may hang without harm."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CameraError
from companion.ports import Locked
from companion.vision.frame import Frame
from companion.words import say
from hardware.cameras.worker import Worker

OPENS_IN = 10.0  # seconds; a slow hub takes about three
CLOSES_IN = 3.0
LOCKS_IN = 10.0
SETTLES = 40  # frames until exposure, white balance and focus that were frozen have found what suits the light
STALE = 6  # at most so many frames wait in the driver's buffers
WAITED = 0.004  # seconds; a grab that took longer has waited for a new frame
RIBBON = ("unicam", "bcm2835-isp", "bcm2835-codec", "rp1-cfe", "pispbe", "rpi-hevc", "rpivid")
"""How the names of V4L2 nodes begin that belong to the Pi's own camera pipeline: alone they give no picture."""
KEPT = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, 1, 3, cv2.CAP_PROP_EXPOSURE),  # V4L2's manual, aperture priority
    "white_balance": (cv2.CAP_PROP_AUTO_WB, 0, 1, cv2.CAP_PROP_WB_TEMPERATURE),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, 0, 1, cv2.CAP_PROP_FOCUS),
}
"""What a calibrated camera keeps: by name the automatic, its values for off and on, and what is kept of it."""
SYSTEM = Path("/sys/class/video4linux")


class UsbCamera:
    """The USB camera /dev/video<index> (`companion.ports.Camera`) at `width` x `height` pixels, if it can.

    `locked` are values from an earlier `lock`, so that every start looks the same.
    """

    def __init__(
        self,
        index: int,
        *,
        width: int = 1280,
        height: int = 960,
        locked: Locked | None = None,
        system: Path = SYSTEM,
    ) -> None:
        self.name = f"USB camera {index}"
        self._index = index
        self._size = (width, height)
        self._locked = locked
        self._system = system
        self._device: Any = None
        self._worker = Worker(self.name)

    def open(self) -> None:
        """Take hold of the camera; a second call is harmless.

        Raises:
            CameraError: it is not there, another program holds it, or it is a part of the ribbon cable's camera.
            CameraTimeout: the driver does not answer.
        """
        if self._device is None:
            self._refuse_ribbon()
            self._worker.call(self._open, OPENS_IN)

    def capture(self, timeout: float) -> Frame:
        """The next frame, waited for at most `timeout` seconds.

        Raises:
            CameraTimeout: nothing came in time.
            CameraError: the camera is not open, or was unplugged.
        """
        try:
            return self._worker.call(self._capture, timeout)
        except cv2.error as error:  # a JPEG cut short, for one
            raise self._gone(str(error)) from error

    def lock(self) -> Locked:
        """Keep exposure, white balance and focus as they are now, as far as the camera lets itself be told.

        If they are kept already they run free first, until they suit the light of today.

        Raises:
            CameraError: it is not open.
            CameraTimeout: the driver does not answer.
        """
        self._locked = self._worker.call(self._lock, LOCKS_IN)
        return self._locked

    def check_plugged(self) -> None:
        """Look in sysfs whether the camera is still there.

        Only when it is let go does its number become free for the same camera plugged in again.

        Raises:
            CameraError: it was unplugged.
        """
        if self._system.is_dir() and not (self._system / f"video{self._index}").exists():
            raise CameraError(
                say("The USB camera was unplugged."), detail=f"{self.name}: no node in {self._system}"
            )

    def close(self) -> None:
        """Let go of the camera; a driver that hangs lets go when it wakes up."""
        self._worker.let_go(self._release, CLOSES_IN)

    def _refuse_ribbon(self) -> None:
        driver = self._node_name()
        if driver.startswith(RIBBON):
            raise CameraError(
                say("Video device {index} belongs to the camera on the ribbon cable.", index=self._index),
                detail=f"expected a USB camera at /dev/video{self._index}, got {driver!r}",
                advice=say("Name the camera pi instead, or give the number of a USB camera."),
            )

    def _node_name(self) -> str:
        try:
            return (self._system / f"video{self._index}" / "name").read_text().strip()
        except OSError:
            return ""  # no such node, or no sysfs: opening it will tell

    def _open(self) -> None:
        device = cv2.VideoCapture(self._index, cv2.CAP_V4L2)
        if not device.isOpened():
            device.release()
            raise CameraError(
                say("There is no USB camera {index}, or another program holds it.", index=self._index),
                detail=f"/dev/video{self._index} cannot be opened",
            )
        for setting, value in self._settings():
            device.set(setting, value)
        if self._locked is not None:
            _fix(device, self._locked)
        self._device = device

    def _release(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.release()

    def _settings(self) -> tuple[tuple[int, float], ...]:
        width, height = self._size
        motion_jpeg = cv2.VideoWriter.fourcc(*"MJPG")  # raw pixels of this size do not fit through USB 2
        return (
            (cv2.CAP_PROP_FOURCC, motion_jpeg),
            (cv2.CAP_PROP_FRAME_WIDTH, width),
            (cv2.CAP_PROP_FRAME_HEIGHT, height),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        )

    def _capture(self) -> Frame:
        device = self._opened()
        self._grab_fresh(device)
        taken_at = time.monotonic()
        done, pixels = device.retrieve()
        if not done:
            raise self._gone("retrieve")
        return Frame(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8), taken_at)

    def _grab_fresh(self, device: Any) -> None:
        """A grab of a frame that was not lying in a buffer: those come at once, a new one has to be waited for."""
        for _ in range(STALE):
            began = time.monotonic()
            if not device.grab():
                raise self._gone("grab")
            if time.monotonic() - began > WAITED:
                return

    def _lock(self) -> Locked:
        device = self._opened()
        if self._locked is not None:
            self._settle(device)
        seen = {name: float(device.get(value)) for name, (*_, value) in KEPT.items()}
        locked = {name: value for name, value in seen.items() if value >= 0}  # -1: the camera has none
        _fix(device, locked)
        return locked

    def _settle(self, device: Any) -> None:
        for automatic, _, on, _ in KEPT.values():
            device.set(automatic, on)
        for _ in range(SETTLES):
            if not device.grab():
                raise self._gone("grab")

    def _opened(self) -> Any:
        if self._device is None:
            raise self._gone("not open")
        return self._device

    def _gone(self, what: str) -> CameraError:
        return CameraError(say("The USB camera gives no picture."), detail=f"{self.name}: {what}")


def _fix(device: Any, locked: Locked) -> None:
    """Switch the automatics off and set the values; what a camera does not know it ignores."""
    for name, (automatic, off, _, value) in KEPT.items():
        device.set(automatic, off)
        if name in locked:
            device.set(value, locked[name])
