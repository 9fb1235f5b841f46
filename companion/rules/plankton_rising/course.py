"""The course of one decision: events that follow each other, each seen by the next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from companion.rules.game import Event
from companion.rules.plankton_rising.events import Stood, Task
from companion.rules.plankton_rising.folding import apply
from companion.rules.plankton_rising.state import State

T = TypeVar("T")


class Course:
    """What happens from `state` on; used inside one decision and then dropped.

    `tasks` are what is to be done before the turn goes on, the next one first, and `phase` is where it then is.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.tasks = list(state.tasks)
        self.phase = state.phase

    def happen(self, *events: Event) -> None:
        """These events happen now."""
        for event in events:
            self.state = apply(self.state, event)
            self.events.append(event)

    def next(self, *tasks: Task) -> None:
        """These tasks come before all others."""
        self.tasks[:0] = tasks

    def replace(self, *tasks: Task) -> None:
        """These tasks come instead of the next one."""
        self.tasks[:1] = tasks

    def stand(self) -> tuple[Event, ...]:
        """All that happened, and at the end where the turn stands now."""
        state = self.state
        if (self.phase, tuple(self.tasks)) != (state.phase, state.tasks):
            self.happen(Stood(self.phase, tuple(self.tasks)))
        return tuple(self.events)


def mixed(state: State, cards: Sequence[T], pile: str) -> tuple[T, ...]:
    """The cards in an order that depends on the evening's seed, the pile and the shuffles so far."""
    order = [*cards]
    random.Random(f"{state.setup.seed}/{pile}/{state.shuffles}").shuffle(order)
    return tuple(order)
