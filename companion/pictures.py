"""Pictures: the JPEG behind every reading, kept by id and bounded in number."""

from __future__ import annotations

import logging
import re
import secrets
from pathlib import Path

log = logging.getLogger(__name__)

MOST = 400
"""Pictures kept; at 200 kB each that is 80 MB, some four evenings."""


class Pictures:
    """JPEG pictures in a folder; when there are more than `most`, the oldest go.

    An id is a number that counts up, so that the order does not hang on the machine's clock, and a random part.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most

    def keep(self, jpeg: bytes) -> str:
        """Keep a picture; gives its id, or an empty text when the folder cannot be written to."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            kept = self._kept()
            name = f"{int(kept[-1].stem[:8], 16) + 1 if kept else 0:08x}{secrets.token_hex(4)}"
            self._path(name).write_bytes(jpeg)
            for old in kept[: max(0, len(kept) + 1 - self._most)]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("a picture cannot be kept: %s", error)
            return ""
        return name

    def get(self, name: str) -> bytes | None:
        """The picture with this id, or None."""
        if not re.fullmatch("[0-9a-f]{16}", name):
            return None
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _kept(self) -> list[Path]:
        """The pictures, the oldest first."""
        return sorted(self._folder.glob("[0-9a-f]" * 16 + ".jpg"))
