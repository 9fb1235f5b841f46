"""An evening as it was played: every act that holds, between the states before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.rules import game_of
from companion.rules.game import Event, Game, Outcome, Setup
from companion.rules.setup import checked_setup
from companion.state.act import Act, replay
from companion.state.codec import decode_setup
from companion.state.journal import Entry, Start


@dataclass(frozen=True)
class Step:
    """An act between the game's states before and after it."""

    act: Act
    before: Any
    after: Any


@dataclass(frozen=True)
class Played:
    """An evening: its id, game and setup, whether a turn clock ran, its start in unix seconds, and its steps."""

    id: int
    game: Game[Any]
    setup: Setup
    clocked: bool
    started_at: float
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> Any:
        """The game's state after the last step."""
        return self.steps[-1].after if self.steps else self.game.new(self.setup)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def events(self) -> Iterator[Event]:
        """Everything that happened, in order."""
        return (event for step in self.steps for event in step.act.events)

    @property
    def happened(self) -> Iterator[tuple[Event, Any]]:
        """Every event with the state after the whole act that it belongs to."""
        return ((event, step.after) for step in self.steps for event in step.act.events)

    def after(self, acts: Iterable[Act]) -> Played:
        """The evening with more acts."""
        steps, state = list(self.steps), self.state
        for act in acts:
            before = state
            for event in act.events:
                state = self.game.apply(state, event)
            steps.append(Step(act, before, state))
        return replace(self, steps=tuple(steps))


def unfolded(start: Start, entries: Iterable[Entry]) -> Played:
    """The evening that began with `start`, as far as `entries` tell it.

    Raises:
        UnknownGame: its game is not on the list of this version.
        CodecError: a record does not fit.
        SetupError: its setup is none of this version's.
    """
    game = game_of(start.game)
    setup, clock = decode_setup(start.setup)
    begun = Played(start.id, game, checked_setup(game, setup), clock.mode != "off", start.started_at)
    return begun.after(replay(game, entries))
