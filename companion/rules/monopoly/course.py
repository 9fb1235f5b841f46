"""The course of an action: events as they come about, and the state after each; and what a move is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from companion.errors import IllegalAction
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly.after import apply
from companion.rules.monopoly.state import State
from companion.words import Sentence


class Course:
    """Events in the making: `happen` adds one and moves `state` on."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._events: list[Event] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened so far."""
        return tuple(self._events)

    def happen(self, event: Event) -> None:
        """Let an event happen."""
        self._events.append(event)
        self.state = apply(self.state, event)


class Refusal(NamedTuple):
    """Why the rules say no: the rule point, a reason for programs, a sentence for people."""

    point: str
    reason: str
    sentence: Sentence

    def error(self, action: Action) -> IllegalAction:
        """The refusal of an action."""
        return IllegalAction(self.point, self.sentence, reason=self.reason, detail=f"got {str(action)!r}")


def _nothing(state: State, action: Action) -> Refusal | None:  # noqa: ARG001  (one shape for all)
    return None


@dataclass(frozen=True)
class Move:
    """A kind of action: the rule point that allows it, when and to whom it is open, what it does, why not.

    `anybody` says that it is bound to no seat's turn: then `why` answers every seat.
    """

    point: str
    opened: Callable[[State], tuple[Choice, ...]]
    done: Callable[[State, Action], tuple[Event, ...]]
    why: Callable[[State, Action], Refusal | None] = _nothing
    anybody: bool = False


def number(action: Action, name: str) -> int:
    """A whole number among the arguments of an action."""
    return int(str(action.args[name]))


def begun(state: State) -> bool:
    """Whether the first turn has begun and the game is not over: deals and buildings are open at any time."""
    return state.result is None and state.step not in ("START", "DEAL")
