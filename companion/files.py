"""Files that a power cut leaves whole: the old one or the new one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

BESIDE = ".new-"
"""How the name of a file begins that a power cut left unfinished."""


def replace_atomically(path: Path, content: bytes) -> None:
    """Replace the file in one step, on the disk when this returns; its folder is made where it is missing.

    Raises:
        OSError: it cannot be written; the old file stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{BESIDE}{secrets.token_hex(8)}")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
