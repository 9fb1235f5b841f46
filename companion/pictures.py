"""Pictures: the JPEG behind every reading with a note of how it was read, kept by id and bounded in number."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.bundles import Networks, Note
from companion.vision.frame import Frame

log = logging.getLogger(__name__)

MOST = 400
"""Pictures kept; at 200 kB each that is 80 MB, some four evenings."""


class Pictures:
    """JPEG pictures in a folder with their notes; when there are more than `most`, the oldest go.

    An id is a number that counts up, so that the order does not hang on the machine's clock, and a random part.
    `networks` are those that read dice at present, which each note of dice tells; the newest picture's frames are
    held too.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most
        self._newest: tuple[str, tuple[Frame, ...]] = ("", ())
        self.networks: Networks | None = None

    def keep(self, jpeg: bytes, note: Note | None = None, frames: Sequence[Frame] = ()) -> str:
        """Keep a picture; gives its id, or an empty text when the folder cannot be written to."""
        kept = self._kept()
        name = f"{int(kept[-1].stem[:8], 16) + 1 if kept else 0:08x}{secrets.token_hex(4)}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._path(name).write_bytes(jpeg)
            if note:
                told = note if note.cards else replace(note, networks=self.networks)
                self._note(name).write_bytes(msgspec.json.encode(told))
            for old in kept[: max(0, len(kept) + 1 - self._most)]:
                self._forget(old.stem)
        except OSError as error:
            log.warning("a picture cannot be kept: %s", error)
            self._forget(name)
            return ""
        self._newest = name, tuple(frames)
        return name

    def _forget(self, name: str) -> None:
        with suppress(OSError):  # it stays until there is room for the next: nothing hangs on it
            self._path(name).unlink(missing_ok=True)
            self._note(name).unlink(missing_ok=True)

    def get(self, name: str) -> bytes | None:
        """The picture with this id, or None."""
        return _content(self._path(name)) if _is_id(name) else None

    def note(self, name: str) -> Note | None:
        """How the picture with this id was read; None for one of an older companion, or a damaged note."""
        data = _content(self._note(name)) if _is_id(name) else None
        try:
            return msgspec.json.decode(data, type=Note) if data else None
        except msgspec.DecodeError as error:
            log.warning("the note of the picture %s cannot be read: %s", name, error)
            return None

    def played(self, name: str, codes: tuple[str, ...]) -> None:
        """The cards in this picture were accepted as those with these codes, which its note tells from now on."""
        note = self.note(name)
        if note and note.cards:
            told = replace(note, cards=replace(note.cards, played=codes))
            try:
                self._note(name).write_bytes(msgspec.json.encode(told))
            except OSError as error:
                log.warning("the note of the picture %s cannot be kept: %s", name, error)

    def frames(self, name: str) -> tuple[Frame, ...]:
        """The frames that were read, as long as this picture is the newest; else none."""
        newest, frames = self._newest
        return frames if name == newest else ()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _note(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _kept(self) -> list[Path]:
        """The pictures, the oldest first."""
        return sorted(self._folder.glob("[0-9a-f]" * 16 + ".jpg"))


def _is_id(name: str) -> bool:
    return re.fullmatch("[0-9a-f]{16}", name) is not None


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
