"""The pace of an evening: what runs by the clock while people play, and stands still while they do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.game import Action
from companion.state.clock import TurnClock
from companion.state.view import Clock


@dataclass
class Pace:
    """The turn clock, and the window: the time in which something can still be answered.

    A game whose board holds a `window` gets one: a `key` that changes with each new window, `after_s` seconds, and
    the `action` that is done when they are over. They count from the window's first sight on, or with `whole` from
    the beginning of the evening; `played` has the time that was really played since then.
    """

    turn: TurnClock = field(default_factory=TurnClock)
    played: TurnClock = field(default_factory=lambda: TurnClock("up"))
    paused: bool = False
    window: TurnClock | None = None
    _open: Mapping[str, Any] | None = None

    def next_turn(self, used: float, now: float) -> None:
        """Another player's turn, of which `used` seconds are gone."""
        self.turn = replace(self.turn.restart(now), used=used)

    def follow(self, window: Mapping[str, Any] | None, playing: bool, now: float) -> None:
        """Let the clocks run while people are `playing`; a window with another key starts at zero."""
        if window is None or self._open is None or window["key"] != self._open["key"]:
            self.window = self._opened(window, now) if window else None
        self._open = window
        runs = playing and not self.paused
        self.played = _run(self.played, runs, now)
        self.turn = _run(self.turn, runs and self.turn.mode != "off", now)
        self.window = _run(self.window, runs, now) if self.window else None

    def _opened(self, window: Mapping[str, Any], now: float) -> TurnClock:
        used = self.played.seconds(now) if window.get("whole") else 0.0
        return TurnClock("down", float(window["after_s"]), used)

    def due(self, now: float) -> Action | None:
        """What the window's end brings once its time is over."""
        if self._open is None or self.window is None or self.window.seconds(now) < self.window.limit:
            return None
        return Action.parse(self._open["action"])

    def shown_window(self, now: float) -> Clock | None:
        """What the View tells of the window."""
        return self.window.shown(now) if self.window else None


def _run(clock: TurnClock, runs: bool, now: float) -> TurnClock:
    return clock.run(now) if runs else clock.pause(now)
