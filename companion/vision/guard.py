"""The guard of the calibration: whether the camera still stands where it was, and the tray that fits."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CalibrationError, NotAPicture
from companion.vision.bump import Bump
from companion.vision.frame import Frame
from companion.vision.stored import load, reference
from companion.vision.tray import Tray

log = logging.getLogger(__name__)

TRAY = "tray.toml"
"""The file's name in the state folder."""


@dataclass(frozen=True)
class Sight:
    """How a frame is to be read: with which tray, if any, or not at all since the camera was `moved`."""

    tray: Tray | None = None
    moved: bool = False


class Guard:
    """Compares frames with the calibration in the file `path`; a new one there is used from the next frame on.

    Without that file nothing is known, and nothing moves.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed_at = (0, 0)
        self._bump: Bump | None = None

    def open(self) -> None:
        """Load the calibration that is there; one that cannot be used is like none until there is another.

        Raises:
            CalibrationError: the calibration is damaged.
            NotAPicture: its picture is.
        """
        self._fresh()

    def check(self, frame: Frame) -> Sight:
        """How to read this frame; a calibration that cannot be used, or is another camera's, is like none."""
        try:
            bump = self._fresh()
            motion = bump.check(frame) if bump else None
        except (CalibrationError, NotAPicture) as error:
            log.warning("the calibration cannot be used: %s", error)
            return Sight()
        if motion is None:
            return Sight()
        return Sight(moved=True) if motion.verdict == "camera-moved" else Sight(motion.tray)

    def _fresh(self) -> Bump | None:
        changed_at = self._changed()
        if changed_at != self._changed_at:
            self._bump, self._changed_at = None, changed_at
            self._bump = self._load()
        return self._bump

    def _changed(self) -> tuple[int, int]:
        """When the calibration and its picture were written; 0 for what is not there."""
        first, second = (
            path.stat().st_mtime_ns if path.exists() else 0 for path in (self._path, reference(self._path))
        )
        return first, second

    def _load(self) -> Bump | None:
        if not self._path.exists():
            return None
        return Bump(Frame.load(reference(self._path)), load(self._path, Tray))
