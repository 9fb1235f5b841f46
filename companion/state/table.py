"""The table: a game, its players and its journal; the one mutable object of an evening."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.errors import IllegalAction, NothingToFix, NothingToTakeBack
from companion.rules import game_of
from companion.rules.game import Action, Choice, Event, Game, Setup
from companion.rules.setup import checked_setup
from companion.state.act import Act, replay
from companion.state.clock import TurnClock
from companion.state.codec import decode_setup, encode_setup
from companion.state.journal import Journal
from companion.state.view import FixPreview, LogLine
from companion.words import say

RECENT = 8
"""Acts among which somebody looks who taps what another one has just done."""


@dataclass(frozen=True)
class Fix:
    """A correction worked out but not done: the acts from the corrected one on, and those that it drops."""

    number: int
    acts: tuple[Act, ...]
    dropped: tuple[Act, ...]


class Table:
    """A running evening; every change is in the journal before it shows here.

    Not safe for several threads: the host's thread alone calls it.
    """

    def __init__(self, journal: Journal, evening: int) -> None:
        """The evening as the journal has it.

        Raises:
            UnknownEvening: there is no such evening.
            UnknownGame: its game is not on the list of this version.
            CodecError: a record does not fit.
            SetupError: its setup is none of this version's.
        """
        start = journal.evening(evening)
        self._journal = journal
        self.evening = evening
        self.game: Game[Any] = game_of(start.game)
        setup, self.clock = decode_setup(start.setup)
        self.setup = checked_setup(self.game, setup)  # fills in house rules that are younger than the evening
        self.acts: tuple[Act, ...] = ()
        self._states: list[Any] = [self.game.new(self.setup)]  # before each act, and the present one
        self._lines: list[LogLine] = []  # of the acts that were told before
        self._open: dict[int, tuple[Choice, ...]] = {}  # what was open in some of the states
        self._chosen: set[str] = set()  # the names of choices that are known to be none of chance
        self._hold(replay(self.game, journal.entries(evening)))

    @classmethod
    def new(cls, journal: Journal, game: str, setup: Setup, clock: TurnClock, at: float) -> Table:
        """A new evening, begun at `at` unix seconds.

        Raises:
            UnknownGame: the game is not on the list.
            SetupError: the game cannot be set up in this way.
        """
        checked = checked_setup(game_of(game), setup)
        return cls(journal, journal.start(game, encode_setup(checked, clock), at))

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self._states[-1]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is open now."""
        return self._open_in(len(self._states) - 1)

    def is_open(self, action: Action) -> bool:
        """Whether `action` is one way to take what is open now."""
        return any(choice.allows(action) for choice in self.choices)

    def holds(self, action: str) -> bool:
        """Whether one of the last few acts, which still holds, has the text `action`."""
        return any(str(act.action) == action for act in self.acts[-RECENT:])

    def do(self, action: Action, *, at: float, used: float = 0.0, picture: str = "", played: float = 0.0) -> Act:
        """Do an action, accepted at `at` unix seconds: `used` on the turn clock, `played` since the beginning.

        Raises:
            IllegalAction: the rules do not allow it; nothing changed.
            JournalError: it could not be written; nothing changed.
        """
        act = Act(0, action, self.game.decide(self.state, action), at, used, picture, played=played)
        entry = self._journal.append(self.evening, "acted", json.dumps(act.encode()), at)
        self._hold((*self.acts, replace(act, number=entry.number)))
        return self.acts[-1]

    @property
    def last_choice(self) -> Act | None:
        """The act that would be taken back, or None when the last one was made by chance."""
        if not self.acts or self._chance(len(self.acts) - 1, self.acts[-1].action):
            return None
        return self.acts[-1]

    @property
    def used(self) -> float:
        """The seconds of the turn clock at the last act of the turn that is open; 0 when it has none yet."""
        last = self.acts[-1] if self.acts else None
        return last.used if last and last.action.seat == self.game.active(self.state) else 0.0

    @property
    def played(self) -> float:
        """The seconds that this evening had really been played for at the last act."""
        return self.acts[-1].played if self.acts else 0.0

    def take_back(self, *, at: float) -> Act:
        """Undo the last choice; gives the act that no longer holds.

        Raises:
            NothingToTakeBack: nothing was done yet, or the last act is a roll.
        """
        act = self.last_choice
        if act is None:
            raise NothingToTakeBack(say("There is no choice to take back since the last roll."))
        self._journal.append(self.evening, "undone", json.dumps({"number": act.number}), at)
        self._hold(self.acts[:-1])
        return act

    def plan_fix(self, number: int, faces: tuple[str, ...]) -> Fix:
        """What follows when act `number` had shown `faces`: everything after it decided again.

        Raises:
            NothingToFix: there is no such act, or it is no roll.
            IllegalAction: these faces cannot have been rolled then.
        """
        index = self._index(number)
        old = self.acts[index]
        if not self._chance(index, old.action) or "faces" not in old.action.args:
            raise NothingToFix(say("Only a roll can be corrected."), detail=f"got act {number!r}")
        state = self._states[index]
        action = self.game.corrected(state, old.action, faces)
        fixed = old.fixed or action != old.action
        first = replace(old, action=action, events=self.game.decide(state, action), fixed=fixed)
        return self._decide_again(state, first, self.acts[index:])

    def chances(self, number: int) -> tuple[Choice, ...]:
        """What chance, but for dice, could have brought instead of act `number`; empty when nothing can be told.

        Raises:
            NothingToFix: there is no such act.
        """
        index = self._index(number)
        return self._chances(index, self.acts[index].action)

    def _chances(self, index: int, action: Action) -> tuple[Choice, ...]:
        told = tuple(choice for choice in self._open_in(index) if _is_told(choice, action.seat))
        return told if action.name in {choice.name for choice in told} else ()

    def _by_chance(self, index: int, action: Action) -> bool:
        """Whether there is something to correct in an act; a choice is one of chance all evening or never."""
        if action.name in self._chosen:
            return False
        if not self._chance(index, action):
            self._chosen.add(action.name)
        return bool(self._chances(index, action))

    def plan_act(self, number: int, action: Action) -> Fix:
        """What follows when act `number` had been `action`, also one that chance brings.

        Raises:
            NothingToFix: there is no such act, or chance could not have brought this.
            IllegalAction: the rules do not allow it.
        """
        index = self._index(number)
        old, state = self.acts[index], self._states[index]
        if action.name not in {choice.name for choice in self.chances(number)}:
            raise NothingToFix(say("There is nothing to correct in this."), detail=f"got act {number!r}, {action}")
        fixed = old.fixed or action != old.action
        first = replace(old, action=action, events=self.game.decide(state, action), fixed=fixed)
        return self._decide_again(state, first, self.acts[index:])

    def preview(self, plan: Fix) -> FixPreview:
        """What a correction would do, told for people."""
        line = self._line(self._index(plan.number), plan.acts[0])
        return FixPreview(plan.number, line.faces, self.log(plan.dropped), line.sentences or line.course)

    def fix(self, plan: Fix, *, at: float) -> None:
        """Carry out a correction that `plan_fix` worked out and nothing has overtaken."""
        acts = (*self.acts[: self._index(plan.number)], *plan.acts)
        if acts == self.acts:
            return
        body = {"number": plan.number, "acts": [act.encode() for act in plan.acts]}
        self._journal.append(self.evening, "corrected", json.dumps(body), at)
        self._hold(acts)

    def log(self, acts: Iterable[Act] | None = None) -> tuple[LogLine, ...]:
        """The acts that hold, or those of them that are given, told for people."""
        told = len(self._lines)
        self._lines += map(self._line, range(told, len(self.acts)), self.acts[told:])
        wanted = {act.number for act in (self.acts if acts is None else acts)}
        return tuple(line for line in self._lines if line.act in wanted)

    def _line(self, index: int, act: Act) -> LogLine:
        """An act that was done in the state before it, told for people."""
        shown = self.game.tray(self._states[index], act.action) if "faces" in act.action.args else ()
        told = tuple(self.game.tell(self.setup, event) for event in act.events)
        gist = self.game.gist(self.setup, act.events)
        line = LogLine(act.number, act.action.seat, gist, act.at, bool(shown), shown, act.fixed, act.picture)
        by_chance = not shown and self._by_chance(index, act.action)
        return replace(line, course=() if gist == told else told, by_chance=by_chance)

    def _decide_again(self, state: Any, first: Act, old: tuple[Act, ...]) -> Fix:
        """The `old` acts from `state` on with `first` in place of the first one.

        Once it is another seat's turn than it was, all that follows is dropped: it would be taken for what was
        done in another turn.
        """
        before, after = self._fold(state, old[0].events), self._fold(state, first.events)
        acts, dropped = [first], list[Act]()
        for index, act in enumerate(old[1:], start=1):
            if self.game.active(before) != self.game.active(after):
                return Fix(first.number, tuple(acts), (*dropped, *old[index:]))
            before = self._fold(before, act.events)
            try:
                events = self.game.decide(after, act.action)
            except IllegalAction:
                dropped.append(act)
            else:
                acts.append(replace(act, events=events))
                after = self._fold(after, events)
        return Fix(first.number, tuple(acts), tuple(dropped))

    def _index(self, number: int) -> int:
        for index, act in enumerate(self.acts):
            if act.number == number:
                return index
        raise NothingToFix(say("This roll is not in the log."), detail=f"got act {number!r}")

    def _chance(self, index: int, action: Action) -> bool:
        """Whether an action that was done in a state is one of chance."""
        return any(choice.chance for choice in self._open_in(index) if choice.name == action.name)

    def _open_in(self, index: int) -> tuple[Choice, ...]:
        """What is open in a state; of the last few that were asked for it is not worked out twice."""
        if index not in self._open:
            self._open = {**dict(list(self._open.items())[-1:]), index: self.game.choices(self._states[index])}
        return self._open[index]

    def _hold(self, acts: tuple[Act, ...]) -> None:
        """Let `acts` hold; what they share with those before is not folded or told again."""
        pairs = zip(self.acts, acts, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))
        states, lines = self._states[: same + 1], self._lines[:same]
        self._open = {index: choices for index, choices in self._open.items() if index <= same}
        for act in acts[same:]:
            states.append(self._fold(states[-1], act.events))
        self.acts, self._states, self._lines = acts, states, lines

    def _fold(self, state: Any, events: Iterable[Event]) -> Any:
        for event in events:
            state = self.game.apply(state, event)
        return state


def _is_told(choice: Choice, seat: int) -> bool:
    """Whether people tell what came of a choice of chance, and not dice."""
    return (
        choice.chance
        and seat in choice.seats
        and bool(choice.args or choice.optional)
        and "faces" not in choice.args
    )
