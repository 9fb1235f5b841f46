"""The turn clock: seconds used by the turn that runs, by the server's monotonic clock."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.errors import SetupError
from companion.state.view import Clock
from companion.words import say

MODES = ("off", "up", "down", "sand")
LIMITED = ("down", "sand")
"""Clocks that run out: in figures, or as sand in a glass."""

LONGEST = 3600.0


@dataclass(frozen=True)
class TurnClock:
    """A stopwatch that can be paused: `used` seconds before `since`, which is monotonic seconds or None."""

    mode: str = "off"
    limit: float = 0.0
    used: float = 0.0
    since: float | None = None

    def seconds(self, now: float) -> float:
        """The seconds used at `now`."""
        return self.used + (now - self.since if self.since is not None else 0.0)

    def run(self, now: float) -> TurnClock:
        """The clock running from `now` on."""
        return self if self.since is not None else replace(self, since=now)

    def pause(self, now: float) -> TurnClock:
        """The clock stopped at `now`."""
        return replace(self, used=self.seconds(now), since=None)

    def restart(self, now: float) -> TurnClock:
        """The clock at zero, running if it ran."""
        return replace(self, used=0.0, since=None if self.since is None else now)

    def shown(self, now: float) -> Clock:
        """What the View tells of it."""
        return Clock(self.mode, self.limit, self.seconds(now), self.since is not None, now)


def checked_clock(mode: str, limit: float) -> TurnClock:
    """A clock at zero that stands still.

    Raises:
        SetupError: an unknown mode, or a limit outside 5 seconds to one hour where one is needed.
    """
    if mode not in MODES:
        raise SetupError(say("This turn clock is not known."), detail=f"expected one of {MODES}, got {mode!r}")
    if mode in LIMITED and not 5 <= limit <= LONGEST:
        raise SetupError(say("A turn lasts 5 seconds to one hour."), detail=f"got {limit!r} seconds")
    return TurnClock(mode, float(limit) if mode in LIMITED else 0.0)
