"""What a camera keeps of its exposure from one start to the next."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from companion.errors import CalibrationError
from companion.ports import Locked
from companion.vision.stored import load, save

log = logging.getLogger(__name__)

CAMERA = "camera.toml"
"""The file's name in the state folder."""


class Kept(msgspec.Struct, frozen=True):
    """The values of the camera `source` by the camera's own names."""

    source: str
    values: dict[str, float | tuple[float, ...]]


def keep_locked(path: Path, source: str, values: Locked) -> None:
    """Keep what the camera `source` gave when it was locked.

    Raises:
        CalibrationError: the file cannot be written.
    """
    save(path, Kept(source, {name: _plain(value) for name, value in values.items()}))


def locked_for(source: str, path: Path) -> Locked | None:
    """What was kept for the camera `source`, or None; a damaged file is like none."""
    if not path.exists():
        return None
    try:
        kept = load(path, Kept)
    except CalibrationError as error:
        log.warning("the camera starts with automatic exposure: %s", error)
        return None
    return kept.values if kept.source == source and kept.values else None


def _plain(value: object) -> float | tuple[float, ...]:
    return msgspec.convert(value, float | tuple[float, ...])
