"""Time per player, from the times that the journal keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.game import Game
from companion.statistics.played import Played, Step
from companion.words import Sentence, say

BREAK = 600.0
"""Seconds between two acts from which on, without a turn clock, people are taken to have had a break."""


SHORTEST = 5.0
"""Seconds under which a span is told with its tenths."""


@dataclass(frozen=True)
class Times:
    """How long each seat was on, in seconds, and how long breaks took.

    With a turn clock (`clocked`) it is what the clock counted, which stands still in pauses. Without one it is the
    time between accepted acts, and a gap of `BREAK` or more is a break.
    """

    seats: tuple[float, ...]
    breaks: float
    clocked: bool

    @property
    def total(self) -> float:
        """The seconds of all seats together."""
        return sum(self.seats)


def span(seconds: float) -> Sentence:
    """A span of time as people tell it: hours and minutes, minutes and seconds, or seconds."""
    if 0 < seconds < SHORTEST:
        return say("{seconds} s", seconds=f"{seconds:.1f}")
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return (
        say("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
        if minutes
        else say("{seconds} s", seconds=rest)
    )


def times(played: Played) -> Times:
    """The time of each seat: the one that the game waited for before an act is charged with it."""
    counted = _by_clock(played) if played.clocked else _by_calendar(played)
    seats, breaks = [0.0] * len(played.setup.seats), 0.0
    for seat, seconds in counted:
        if seat is None:
            breaks += seconds
        else:
            seats[seat] += seconds
    return Times(tuple(seats), breaks, played.clocked)


def _by_clock(played: Played) -> Iterator[tuple[int | None, float]]:
    last = 0.0
    for step in played.steps:
        yield played.game.active(step.before), max(0.0, step.act.used - last)
        last = _used(played.game, step)


def _used(game: Game[object], step: Step) -> float:
    """The seconds on the turn clock right after an act: it starts anew with another seat's turn."""
    now = game.active(step.after)
    goes_on = now == game.active(step.before) or now == step.act.action.seat
    return step.act.used if goes_on else 0.0


def _by_calendar(played: Played) -> Iterator[tuple[int | None, float]]:
    last = played.started_at
    for step in played.steps:
        gap = max(0.0, step.act.at - last)  # the clock of a machine that has just started may be set back
        yield (None if gap >= BREAK else played.game.active(step.before)), gap
        last = step.act.at
