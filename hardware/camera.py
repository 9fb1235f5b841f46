"""The camera that a setting names."""

from __future__ import annotations

from pathlib import Path

from companion.errors import SettingsError
from companion.ports import Camera, Locked
from companion.words import say
from hardware.cameras.folder import FolderCamera
from hardware.cameras.pi import PiCamera
from hardware.cameras.usb import UsbCamera


def open_camera(spec: str, *, mains: int = 50, locked: Locked | None = None) -> Camera | None:
    """The camera of a setting, not yet open: `folder:PATH`, `usb:N`, `pi`; None for `none`.

    `mains` is the frequency of the power line in Hz, 50 or 60; `locked` what the camera gave when it was locked.

    Raises:
        SettingsError: the text names no camera.
    """
    kind, _, rest = spec.partition(":")
    if kind == "folder" and rest:
        return FolderCamera(Path(rest).expanduser())
    if kind == "usb" and rest.isdecimal():
        return UsbCamera(int(rest), locked=locked)
    if spec == "pi":
        return PiCamera(mains=mains, locked=locked)
    if spec == "none":
        return None
    raise SettingsError(
        say("No camera is called so."),
        detail=f"expected folder:PATH, usb:N, pi or none, got {spec!r}",
    )
