"""What the lights say: brightness over time, derived from a View alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from companion.state.view import View

SEATS = tuple(f"seat{place}" for place in range(1, 7))
THEFT = tuple(f"theft{place}" for place in range(1, 7))
LAMPS = (*SEATS, "status", *THEFT)
"""The name of every light that a table can have."""


class Pattern(Protocol):
    """A brightness over time."""

    @property
    def moving(self) -> bool:
        """Whether it changes with time."""
        ...

    def at(self, now: float) -> float:
        """The brightness, 0-1, at `now` seconds of any clock."""
        ...


@dataclass(frozen=True)
class Steady:
    """The same brightness, 0-1, all the time."""

    level: float
    moving = False

    def at(self, now: float) -> float:  # noqa: ARG002  (the protocol's shape)
        """The level."""
        return self.level


@dataclass(frozen=True)
class Steps:
    """Brightnesses one after another, over and over: each a level 0-1 and its seconds."""

    steps: tuple[tuple[float, float], ...]
    moving = True

    def at(self, now: float) -> float:
        """The level of the step that `now` falls into."""
        rest = now % sum(seconds for _, seconds in self.steps)
        for level, seconds in self.steps:
            if rest < seconds:
                return level
            rest -= seconds
        return self.steps[-1][0]


@dataclass(frozen=True)
class Breath:
    """A slow swelling between two brightnesses, 0-1, once in `period` seconds."""

    low: float
    high: float
    period: float
    moving = True

    def at(self, now: float) -> float:
        """The level on a raised cosine, lowest at 0."""
        share = (1 - math.cos(2 * math.pi * now / self.period)) / 2
        return self.low + (self.high - self.low) * share


def blinks(count: int) -> Steps:
    """So many short blinks, then a pause that is long enough to count them."""
    return Steps((*((1.0, 0.15), (0.0, 0.25)) * (count - 1), (1.0, 0.15), (0.0, 1.2)))


OFF = Steady(0.0)
ON = Steady(1.0)
STATUS: Mapping[str, Pattern] = MappingProxyType(
    {
        "home": Steady(0.05),  # dim: no game, but the companion runs
        "ready": Breath(0.08, 0.6, 4.0),  # waits for the table
        "looking": Steps(((1.0, 0.1), (0.15, 0.1))),  # keep still
        "proposal": ON,  # press to accept
        "question": blinks(2),  # look at the tablet
        "wait": blinks(3),  # hand away, dice at rest
        "dice": blinks(4),  # the dice lie so that they cannot be read
        "light": blinks(5),  # the light or the sharpness
        "moved": blinks(6),  # the camera was moved
        "over": Breath(0.0, 1.0, 2.0),  # the evening is decided
        "joining": Steps(((1.0, 0.7), (0.0, 0.3), (1.0, 0.7), (0.0, 1.1))),  # long-long: a tablet wants to join
        "fault": Steps(((1.0, 0.9), (0.0, 0.25), (1.0, 0.15), (0.0, 1.0))),  # long-short: a service failed
    }
)
"""What the status light can say."""
WHY_NOT: Mapping[str, str] = MappingProxyType(
    {
        "hand": "wait",
        "moving": "wait",
        "leaning": "dice",
        "stacked": "dice",
        "outside": "dice",
        "too-many": "dice",
        "too-few": "dice",
        "unknown-face": "dice",
        "no-dice": "dice",
        "dark": "light",
        "glare": "light",
        "blur": "light",
        "camera-moved": "moved",
    }
)
"""The status for each reason why nothing was read; one that is not listed says `wait`."""
_PHASES: Mapping[str, str] = MappingProxyType(
    {
        "home": "home",
        "play": "ready",
        "looking": "looking",
        "proposal": "proposal",
        "question": "question",
        "over": "over",
    }
)
_RESTING = ("home", "ready", "over")  # the game asks for nothing: a tablet that waits, or a fault, may show
_ASIDE = ("mqtt",)  # services that nobody at this table misses
_ALMOST_STOLEN = Steps(((1.0, 0.5), (0.25, 0.5)))  # four: one more and it is gone
_STOLEN = Steps(((1.0, 0.2), (0.0, 0.2)))
_COUNTED: tuple[Pattern, ...] = (OFF, Steady(0.08), Steady(0.25), Steady(0.6), _ALMOST_STOLEN, _STOLEN)


def lamps(view: View, now: float) -> Mapping[str, float]:
    """The brightness 0-1 of each of `LAMPS` while `view` is shown, at `now` monotonic seconds."""
    return {name: pattern.at(now) for name, pattern in patterns(view).items()}


def patterns(view: View) -> Mapping[str, Pattern]:
    """The pattern of each of `LAMPS` while `view` is shown."""
    return {"status": STATUS[status(view)]} | _seats(view) | _theft(view.board.get("theft"))


def status(view: View) -> str:
    """The key of `STATUS` that the status light shows.

    What the game asks of people comes first, then a tablet that waits to be let in, then a service with a fault.
    """
    if view.phase == "cannot-read":
        return WHY_NOT.get(view.proposal.why_not if view.proposal else "", "wait")
    if view.phase == "question" and view.proposal and view.proposal.doubt in WHY_NOT:
        return WHY_NOT[view.proposal.doubt]
    shown = _PHASES.get(view.phase, "fault")
    return (_of_services(view) or shown) if shown in _RESTING else shown


def _of_services(view: View) -> str:
    """What a service has to say: a tablet that waits, a fault, or nothing."""
    states = {name: service.state for name, service in view.services.items() if name not in _ASIDE}
    if "asking" in states.values():
        return "joining"
    return "fault" if {"failed", "retrying"} & {*states.values()} else ""


def _seats(view: View) -> dict[str, Pattern]:
    """Whose turn it is, or who has won."""
    lit = set(view.outcome.winners) if view.outcome else {view.active}
    if view.phase == "home":
        lit = set()
    return {name: ON if seat in lit else OFF for seat, name in enumerate(SEATS)}


def _theft(counts: object) -> dict[str, Pattern]:
    """Six counts 0-5, one a light; anything else is no theft bar."""
    shown: Sequence[object] = counts if isinstance(counts, (list, tuple)) else ()
    padded = [*shown, *(0 for _ in THEFT)]
    return {name: _counted(count) for name, count in zip(THEFT, padded, strict=False)}


def _counted(count: object) -> Pattern:
    return _COUNTED[min(max(count, 0), 5)] if isinstance(count, int) else OFF


def filled(levels: Mapping[str, float], fraction: float) -> Mapping[str, float]:
    """The `levels` with a long press filling the status light and, light by light, the theft bar (0 to 1)."""
    bar = {name: min(max(fraction * len(THEFT) - place, 0.0), 1.0) for place, name in enumerate(THEFT)}
    return {**levels, **bar, "status": fraction}
