"""The chronicle: summaries of the evenings of a journal, and the players in them, each computed once."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.rules.game import Setup
from companion.state.journal import Journal, Start
from companion.statistics.played import Played, unfolded
from companion.statistics.players import Player, Result, players, result_of, seated, together
from companion.statistics.roster import (
    PLAYERS,
    Profile,
    Roster,
    RosterError,
    kept,
    merged,
    parted,
    profile_of,
)
from companion.statistics.summary import summarised
from companion.statistics.told import Summary
from companion.words import say

log = logging.getLogger(__name__)

SUMMARIES = 8
"""Summaries that are kept; what they mean for the players is kept of every evening."""


class Chronicle:
    """What the journal tells of its evenings; safe to call from any thread."""

    def __init__(self, journal: Journal, state: Path) -> None:
        """The evenings of `journal`, and the file of players in the folder `state`."""
        self._journal = journal
        self._roster = Roster(state / PLAYERS)
        self._summaries: OrderedDict[tuple[int, int], Summary] = OrderedDict()
        self._results: dict[int, tuple[int, Result]] = {}
        self._sat: dict[int, Result] = {}
        self._lock = threading.RLock()

    def setup(self, evening: int) -> tuple[str, Setup]:
        """The game of an evening and how it was set up.

        Raises:
            CompanionError: there is no such evening, or this version cannot read it.
        """
        played = self._played(evening, past=False)
        return played.game.id, played.setup

    def summary(self, evening: int) -> Summary:
        """All that is told of an evening; new acts are counted in.

        Raises:
            CompanionError: there is no such evening, or this version cannot read it.
        """
        key = (evening, self._journal.length(evening))
        with self._lock:
            if key not in self._summaries:
                self._summaries[key] = summarised(self._played(evening))
                while len(self._summaries) > SUMMARIES:
                    self._summaries.popitem(last=False)
            self._summaries.move_to_end(key)
            return self._summaries[key]

    @property
    def stamp(self) -> int:
        """Another number after each change of how players are shown."""
        return self._roster.stamp

    def mark(self, evening: int) -> tuple[int, int]:
        """Another pair after each change of what an evening's summary shows.

        Raises:
            CompanionError: there is no such evening.
        """
        return self._journal.length(evening), self.stamp

    def players(self) -> tuple[Player, ...]:
        """Everybody who ever sat at the table, hidden ones too.

        Raises:
            RosterError: the file of players cannot be used.
        """
        return players(self._roster.read(), self.results())

    def sitters(self) -> tuple[Player, ...]:
        """The same players without figures of how they did: quick however much was played.

        Raises:
            RosterError: the file of players cannot be used.
        """
        return players(self._roster.read(), self._each(self._seated))

    def results(self) -> tuple[Result, ...]:
        """What each evening that this version can read means for its players."""
        return self._each(lambda start: self._result(start.id))

    def keep(self, who: str, wanted: Profile) -> None:
        """Change a player's profile; the journal stays as it is.

        Raises:
            RosterError: it cannot be done in this way; nothing changed.
        """
        self._check_known(who)
        others = tuple(one.profile for one in self.sitters() if not one.profile.is_called(who))
        self._roster.change(lambda profiles: kept(profiles, who, wanted, others))

    def merge(self, who: str, into: str) -> None:
        """Let two names be one player from now on; the journal stays as it is.

        Raises:
            RosterError: they are one already, or sat at the table together; nothing changed.
        """
        self._check_known(who)
        self._check_known(into)
        profiles = self._roster.read()
        one, other = profile_of(profiles, who), profile_of(profiles, into)
        if one != other and together(self.results(), one, other):
            raise RosterError(
                say(
                    "{one} and {other} played in one evening: they are two people.", one=one.name, other=other.name
                )
            )
        self._roster.change(lambda now: merged(now, who, into))

    def part(self, who: str, name: str) -> None:
        """Let a further name be a player of its own again.

        Raises:
            RosterError: it is none of the player's; nothing changed.
        """
        self._roster.change(lambda profiles: parted(profiles, who, name))

    def _each(self, told: Callable[[Start], Result]) -> tuple[Result, ...]:
        found = []
        for start in self._journal.evenings():
            try:
                found.append(told(start))
            except CompanionError as error:
                log.warning("evening %s is not counted: %s", start.id, error)
        return tuple(found)

    def _check_known(self, name: str) -> None:
        if not any(one.profile.is_called(name) for one in self.sitters()):
            raise RosterError(say("Nobody of this name has played here."), detail=f"got {name!r}")

    def _seated(self, start: Start) -> Result:
        """Who sat down; asked often, and never another answer for an evening."""
        with self._lock:
            if start.id not in self._sat:
                self._sat[start.id] = seated(start)
            return self._sat[start.id]

    def _result(self, evening: int) -> Result:
        number = self._journal.length(evening)
        with self._lock:
            known = self._results.get(evening)
            if known is None or known[0] != number:
                self._results[evening] = known = (number, result_of(self.summary(evening)))
        return known[1]

    def _played(self, evening: int, *, past: bool = True) -> Played:
        start = self._journal.evening(evening)
        return unfolded(start, self._journal.entries(evening) if past else ())
