"""A file that two processes change: the companion that runs, and a command typed beside it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The folder while no other process changes the file; on a disk that cannot lock, writing fails anyway."""
    with ExitStack() as open_now:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            open_now.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def stamp_of(path: Path, before: object) -> object:
    """What tells one content of a file from the next; `before` while a disk that fails does not say."""
    try:
        now = path.stat()
    except FileNotFoundError:
        return None
    except OSError:
        return before
    return now.st_ino, now.st_mtime_ns, now.st_size
