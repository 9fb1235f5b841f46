"""The seconds since the last act, kept beside the journal: after a restart the turn goes on where it was."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from companion.files import read_json, replace_atomically
from companion.state.table import Table
from companion.state.view import Clock, Service, View

log = logging.getLogger(__name__)

CLOCK = "clock.json"
"""The file's name in the state folder."""

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e7)]


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file: after act number `act` of an evening, the seconds on the turn clock, and those really played.

    `played` is None where no window tells them: then they have grown as the turn clock has.
    """

    evening: int
    act: int
    used: Seconds
    played: Seconds | None = None


class KeptClock:
    """A chore that writes the clocks of the View that is shown; `now` is monotonic seconds.

    Any thread may use it. What a power cut costs is the time since the last look; an orderly end costs nothing.
    """

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._now = now
        self._view: View | None = None
        self._written: _Kept | None = None

    def show(self, view: View) -> None:
        """Take note of a View; returns at once."""
        self._view = view

    def look(self) -> Service:
        """Write the clocks, if they have moved; that they cannot be written costs some seconds and no game."""
        kept = _clocks(self._view, self._now()) if self._view else None
        if kept and kept != self._written:
            try:
                replace_atomically(self._path, msgspec.json.encode(kept))
                self._written = kept
            except OSError as error:
                log.info("the seconds of the turn clock are not kept: %s", error)
        return Service("ready")

    def resume(self, table: Table) -> tuple[float, float]:
        """The seconds on the turn clock and those really played, for an evening that is begun or continued."""
        kept = read_json(self._path, _Kept, partial(log.info, "the seconds of the turn clock cannot be read: %s"))
        last = table.acts[-1].number if table.acts else 0
        if kept is None or (kept.evening, kept.act) != (table.evening, last):
            return table.used, table.played
        used = max(kept.used, table.used)
        played = table.played + used - table.used if kept.played is None else kept.played
        return used, max(played, table.played)


def _clocks(view: View, now: float) -> _Kept | None:
    """What is to be kept of a View; None where no evening is played."""
    if not view.evening:
        return None
    window = view.board.get("window")
    whole = view.window if window and window.get("whole") else None
    last = view.log[-1].act if view.log else 0
    played = _seconds(whole, now) if whole else None
    return _Kept(evening=view.evening, act=last, used=_seconds(view.clock, now), played=played)


def _seconds(clock: Clock, now: float) -> float:
    return round(clock.used + (max(0.0, now - clock.made_at) if clock.running else 0.0), 1)
