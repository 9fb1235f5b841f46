"""Files that a power cut leaves whole: the old one or the new one."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

Kind = TypeVar("Kind")

BESIDE = ".new-"
"""How the name of a file begins that a power cut left unfinished."""

DAY = 86_400.0
"""Seconds."""


def replace_atomically(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Replace the file in one step, on the disk when this returns; its folder is made where it is missing.

    `mode` is the new file's, less what the process's umask takes away; nobody sees the content with more.

    Raises:
        OSError: it cannot be written; the old file stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{BESIDE}{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
        put_in_place(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read_json(path: Path, kind: type[Kind], damaged: Callable[[Exception], object]) -> Kind | None:
    """What a small file of ours holds; None where there is none, or where it is `damaged`, which is told why."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        damaged(error)
        return None


def put_in_place(beside: Path, path: Path) -> None:
    """Let a file that was finished beside `path` take its place, on the disk when this returns.

    Raises:
        OSError: it cannot be done; the old file stays.
    """
    _sync(beside)
    beside.replace(path)
    _sync(path.parent)


def sweep(folder: Path, seconds: float = DAY) -> None:
    """Remove what power cuts left unfinished in `folder`, if it is older than so many seconds."""
    for left in folder.glob(f"{BESIDE}*"):
        with suppress(OSError):  # somebody else's, or a disk that must not be written to
            if time.time() - left.stat().st_mtime > seconds:
                left.unlink()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
