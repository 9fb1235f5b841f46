"""Calibrations on the disk: TOML with a version, replaced in one step."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec
import tomli_w

from companion.errors import CalibrationError
from companion.files import replace_atomically
from companion.words import say

T = TypeVar("T")

VERSION = 1
AGAIN = say("Calibrate again; a picture of the table with the mat on it is enough.")


def save(path: Path, value: object) -> None:
    """Write a dataclass of plain values; a power cut leaves the old file or the new one whole.

    Raises:
        CalibrationError: it cannot be written; the old file stays.
    """
    fields: dict[str, Any] = msgspec.to_builtins(value)
    kept = {"version": VERSION} | {name: field for name, field in fields.items() if field is not None}
    try:
        replace_atomically(path, tomli_w.dumps(kept).encode())
    except OSError as error:
        raise CalibrationError(
            "file",
            say("The calibration cannot be written."),
            detail=f"{error}, in {str(path)!r}",
            advice=say("The old one stays. Check the disk and whether the folder may be written to."),
        ) from error


def reference(path: Path) -> Path:
    """Where the picture lies from which the calibration in this file was made."""
    return path.with_suffix(".png")


def load(path: Path, kind: type[T]) -> T:
    """The value of this kind that `save` wrote.

    Raises:
        CalibrationError: there is no such file, or it holds none of this kind and version.
    """
    try:
        fields = msgspec.toml.decode(path.read_bytes())
        version = fields.pop("version", None)
        if version != VERSION:
            raise _unusable(path, f"expected version {VERSION}, got {version!r}")
        return msgspec.convert(fields, kind)
    except FileNotFoundError as error:
        raise CalibrationError(
            "file", say("This calibration has not been made yet."), detail=f"expected {str(path)!r}", advice=AGAIN
        ) from error
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _unusable(path, str(error)) from error


def _unusable(path: Path, why: str) -> CalibrationError:
    return CalibrationError(
        "file", say("The calibration cannot be used."), detail=f"{why}, in {str(path)!r}", advice=AGAIN
    )
