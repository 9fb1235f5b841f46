"""A journal whose file cannot be opened yet: the disk is full, or must not be written to."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.errors import JournalError, UnknownEvening
from companion.state.journal import Entry, Journal, Start
from companion.words import say

log = logging.getLogger(__name__)


class WaitingJournal:
    """A journal that tries to open its file again at every ask (`companion.state.journal.Journal`).

    Until that goes well it knows no evenings, and refuses to begin one rather than keep it where it would be lost.
    """

    def __init__(self, open_it: Callable[[], Journal]) -> None:
        self._open_it = open_it
        self._opened: Journal | None = None
        self._lock = threading.Lock()

    def trouble(self) -> JournalError | None:
        """Why the file cannot be opened now; None once it is open."""
        try:
            self._journal()
        except JournalError as error:
            return error
        return None

    def start(self, game: str, setup: str, at: float) -> int:
        """Begin an evening; gives its id."""
        return self._journal().start(game, setup, at)

    def append(self, evening: int, kind: str, body: str, at: float) -> Entry:
        """Add an entry."""
        return self._journal().append(evening, kind, body, at)

    def evenings(self) -> tuple[Start, ...]:
        """All evenings, the newest first; none while the file is not open."""
        return () if self.trouble() else self._journal().evenings()

    def evening(self, evening: int) -> Start:
        """How one evening began."""
        if self.trouble():
            raise UnknownEvening(say("The journal is not open yet."), detail=f"got evening {evening!r}")
        return self._journal().evening(evening)

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """The entries of an evening in order."""
        self.evening(evening)
        return self._journal().entries(evening)

    def length(self, evening: int) -> int:
        """The number of an evening's entries."""
        self.evening(evening)
        return self._journal().length(evening)

    def close(self) -> None:
        """Let go of the file, if it is open."""
        with self._lock:
            if self._opened:
                self._opened.close()

    def _journal(self) -> Journal:
        with self._lock:
            if self._opened is None:
                self._opened = self._open_it()
                log.info("the journal is open now")
            return self._opened
