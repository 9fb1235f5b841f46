"""A folder of pictures as a camera: for trying things out, and for replaying an evening."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import CameraError
from companion.vision.frame import Frame
from companion.words import say

ENDINGS = (".jpg", ".jpeg", ".png")
PAUSE = 0.7  # seconds without a capture that end a look
FRAME = 1 / 30  # seconds from one frame to the next


class FolderCamera:
    """The pictures of a folder (`companion.ports.Camera`), in the order of their names, one for each look.

    A look is any number of captures with less than `PAUSE` seconds between them: all show the same picture, as a
    tray does in which nothing moves. After the last picture it stays the last, or begins again with `loop`.
    """

    def __init__(self, folder: Path, *, loop: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = f"pictures in {folder}"
        self._folder = folder
        self._loop = loop
        self._clock = clock
        self._pictures: tuple[Path, ...] = ()
        self._place = 0
        self._frame: Frame | None = None
        self._last = 0.0

    def open(self) -> None:
        """Look into the folder, from the first picture again; a second call is harmless.

        Raises:
            CameraError: there is no such folder, or no picture in it.
        """
        if self._pictures:
            return
        try:
            self._pictures = tuple(sorted(_pictures(self._folder)))
        except OSError as error:
            raise self._empty(str(error)) from error
        if not self._pictures:
            raise self._empty(f"no file that ends in one of {ENDINGS}")

    def capture(self, timeout: float) -> Frame:  # noqa: ARG002  (a file does not keep anybody waiting)
        """The next picture, taken now.

        Raises:
            CameraError: the camera is not open.
            NotAPicture: the file is no picture.
        """
        if not self._pictures:
            raise self._empty("capture before open")
        time.sleep(FRAME)
        now = self._clock()
        if now - self._last > PAUSE:
            self._turn_over()
        self._last = now
        self._frame = self._frame or Frame.load(self._pictures[self._place])
        return replace(self._frame, taken_at=now)

    def close(self) -> None:
        """Forget the folder; never raises."""
        self._pictures, self._place, self._frame, self._last = (), 0, None, 0.0

    def _turn_over(self) -> None:
        """The next picture, or the first when none was shown yet."""
        if self._last:
            last = len(self._pictures) - 1
            self._place = self._place + 1 if self._place < last else 0 if self._loop else last
        self._frame = None

    def _empty(self, what: str) -> CameraError:
        return CameraError(
            say("The folder {folder} gives no pictures.", folder=str(self._folder)),
            detail=f"{str(self._folder)!r}: {what}",
            advice=say("Put photographs of the tray into it (.jpg or .png), or name another folder."),
        )


def _pictures(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and not path.name.startswith(".")]
