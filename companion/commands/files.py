"""Files as commands name them: photographs to be looked at, and what stopped a command at the disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.errors import CompanionError

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff"})
"""What a folder is searched for."""


def photos(given: Sequence[Path]) -> Iterator[Path]:
    """The pictures that were named, and those in the folders that were named, sorted."""
    for path in given:
        if path.is_dir():
            yield from sorted(one for one in path.rglob("*") if one.suffix.lower() in SUFFIXES and one.is_file())
        else:
            yield path


def reason(error: OSError) -> str:
    """Why the system refused a file, and which."""
    return f"{error.strerror or error} {error.filename or ''}".rstrip()


def ended(run: Callable[[], int]) -> int:
    """The exit status that `run` gives; 2 when it could not, after telling why."""
    try:
        return run()
    except CompanionError as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
    except OSError as error:
        stopped(error)
    return 2


def stopped(error: OSError) -> None:
    """Tell what ended a command."""
    print(f"Stopped: {reason(error)}", file=sys.stderr)
