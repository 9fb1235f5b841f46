"""A folder of pictures as a camera: for trying things out, and for replaying an evening."""

from __future__ import annotations

from pathlib import Path

from companion.errors import CameraError
from companion.vision.frame import Frame
from companion.words import say

ENDINGS = (".jpg", ".jpeg", ".png")


class FolderCamera:
    """The pictures of a folder (`companion.ports.Camera`), in the order of their names, one for each capture.

    After the last one it stays the last, or begins again with `loop`.
    """

    def __init__(self, folder: Path, *, loop: bool = False) -> None:
        self.name = f"pictures in {folder}"
        self._folder = folder
        self._loop = loop
        self._pictures: tuple[Path, ...] = ()
        self._next = 0

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
        path = self._pictures[self._next]
        last = len(self._pictures) - 1
        self._next = (0 if self._loop else last) if self._next == last else self._next + 1
        return Frame.load(path)

    def close(self) -> None:
        """Forget the folder; never raises."""
        self._pictures, self._next = (), 0

    def _empty(self, what: str) -> CameraError:
        return CameraError(
            say("The folder {folder} gives no pictures.", folder=str(self._folder)),
            detail=f"{str(self._folder)!r}: {what}",
            advice=say("Put photographs of the tray into it (.jpg or .png), or name another folder."),
        )


def _pictures(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and not path.name.startswith(".")]
