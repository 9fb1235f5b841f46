"""Pictures: the JPEG behind every reading, kept by id and bounded in number."""

from __future__ import annotations

import secrets
from pathlib import Path

MOST = 400
"""Pictures kept; at 200 kB each that is 80 MB, some four evenings."""


class Pictures:
    """JPEG pictures in a folder; when there are more than `most`, the oldest go."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most

    def keep(self, jpeg: bytes) -> str:
        """Keep a picture; gives its id.

        Raises:
            OSError: it cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        name = secrets.token_hex(8)
        self._path(name).write_bytes(jpeg)
        for old in self._oldest():
            old.unlink(missing_ok=True)
        return name

    def get(self, name: str) -> bytes | None:
        """The picture with this id, or None."""
        if not name.isalnum() or not self._path(name).is_file():
            return None
        return self._path(name).read_bytes()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _oldest(self) -> list[Path]:
        found = sorted(self._folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns)
        return found[: max(0, len(found) - self._most)]
