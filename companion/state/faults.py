"""What goes wrong with the journal's file, in words."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from companion.errors import JournalDamaged, JournalError
from companion.words import Sentence, say


def journal_error(error: sqlite3.Error | OSError, path: Path) -> JournalError:
    """The error of SQLite or the system in words; `JournalDamaged` when `path` is no sound database."""
    if type(error) is sqlite3.DatabaseError:  # its subclasses: full disks, locks, misuse
        return damaged(str(error), path)
    sentence, advice = _meaning(error)
    return JournalError(sentence, detail=f"{error}, in {str(path)!r}", advice=advice)


def damaged(reason: str, path: Path) -> JournalDamaged:
    """The error for a file at `path` that is no sound journal."""
    return JournalDamaged(say("The journal's file is damaged."), detail=f"{reason}, in {str(path)!r}")


def _meaning(error: sqlite3.Error | OSError) -> tuple[Sentence, Sentence | None]:
    name = str(getattr(error, "sqlite_errorname", "")) or errno.errorcode.get(getattr(error, "errno", 0) or 0, "")
    if name in ("SQLITE_FULL", "ENOSPC"):
        return say("The disk is full."), say(
            "This was not accepted; all before is safe. Make room on the disk, then do it once more."
        )
    if name.startswith("SQLITE_READONLY") or name == "EROFS":
        return say("The disk cannot be written to."), say(
            "This was not accepted; all before is safe. Start the computer anew; if it stays so, change its card."
        )
    return say("The journal cannot be read or written."), None
