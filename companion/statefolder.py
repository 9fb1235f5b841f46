"""The state folder at the start of the program: held by one companion, its journal opened or waited for."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from companion.errors import CompanionError, JournalError, JournalTooNew, StateBusy
from companion.files import sweep
from companion.state.backup import DAILY, FOLDER, Backups
from companion.state.journal import Journal
from companion.state.rescue import open_journal
from companion.state.view import Service
from companion.state.waiting import WaitingJournal
from companion.words import say

log = logging.getLogger(__name__)

JOURNAL = "journal.sqlite3"
LOCK = "lock"


def hold_folder(folder: Path) -> IO[str]:
    """A lock on the state folder until this file is closed; the system lifts it should the process die.

    Raises:
        StateBusy: another companion holds it, or it cannot be made.
    """
    try:
        lock = _lock_file(folder)
    except OSError as error:
        raise StateBusy(
            say("The state folder cannot be written to."),
            detail=f"{error}, in {str(folder)!r}",
            advice=say("Name another folder with --state."),
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StateBusy(say("Another companion uses this state folder."), detail=f"{str(folder)!r}") from error
    return lock


def _lock_file(folder: Path) -> IO[str]:
    """Also on a disk that must not be written to, once a companion has run there."""
    if (folder / LOCK).exists():
        return (folder / LOCK).open()
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / LOCK).open("w")


class Store:
    """The journal of a state folder, and what people must know about it.

    `notice` tells of a damaged or missing journal in whose place a backup was opened.
    """

    def __init__(self, folder: Path, today: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Open the journal of `folder`; one that cannot be opened now is waited for.

        Raises:
            JournalTooNew: a newer companion wrote it.
        """
        self.notice: CompanionError | None = None
        self._path = folder / JOURNAL
        self._today = today
        for one in (folder, folder / FOLDER):
            sweep(one)
        self.journal = self._opened()

    def state(self) -> Service:
        """Whether the journal can be written; one that is waited for is tried again."""
        waiting = self.journal if isinstance(self.journal, WaitingJournal) else None
        trouble = waiting.trouble() if waiting else None
        return Service("failed", trouble.sentence) if trouble else Service("ready")

    def back_up(self) -> Service:
        """Today's backup, made unless there is one.

        Raises:
            JournalError: it cannot be written, or the journal is damaged.
        """
        backups = Backups(self._path)
        if backups.due(self._today().date()):
            made = backups.make(DAILY, self._today().date())
            log.info("today's backup of the journal is %s", made.path.name)
        return Service("ready")

    def _opened(self) -> Journal:
        try:
            return self._open()
        except JournalTooNew:
            raise
        except JournalError as error:
            log.warning("the journal is waited for: %s", error)
            return WaitingJournal(self._open)

    def _open(self) -> Journal:
        journal, rescue = open_journal(self._path, self._today().date())
        if rescue:
            self.notice = rescue.told()
            log.warning("%s %s", self.notice.sentence, self.notice.advice)
        return journal
