"""What every game is: a protocol of pure functions, and the values that pass through it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, TypeVar

from companion.errors import ActionTextError, IllegalAction
from companion.rules.args import Arg, OneOf, Value
from companion.rules.card_args import Spread
from companion.words import Sentence, say


@dataclass(frozen=True)
class Seat:
    """A place at the table: the player's name (1-40 characters, any script) and one of `setup.COLOURS`."""

    name: str
    colour: str


@dataclass(frozen=True)
class Option:
    """A house rule that can be set when a game starts: its name, label, default and legal values."""

    name: str
    label: Sentence
    default: Value
    values: Arg
    point: str = ""


@dataclass(frozen=True)
class Setup:
    """How a game starts: the seats in turn order, the house rules, and the seed of anything shuffled.

    `box` is what is printed on this family's own cards, dice and board, as plain JSON values; each game says
    which. It is kept with the evening, so that an old evening still means what it meant when the box is described
    anew.
    """

    seats: tuple[Seat, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    seed: int = 0
    box: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Action:
    """Who does what: a seat's index, the name of a choice and plain values for its arguments."""

    seat: int
    name: str
    args: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        args = (f"{key}={json.dumps(value, separators=(',', ':'))}" for key, value in self.args.items())
        return " ".join((str(self.seat), self.name, *args))

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that `str` wrote as `text`, for example `0 roll faces=["SB","SQ"] reroll=[2,3]`.

        Raises:
            ActionTextError: the text is no action.
        """
        try:
            seat, name, *rest = text.strip().split(" ", 2)
            return cls(int(seat), name, dict(_arguments(rest[0] if rest else "")))
        except (ValueError, RecursionError) as error:
            raise ActionTextError(
                say("This text is no move."),
                detail=f"expected 'SEAT NAME key=json ...', got {text!r}: {error}",
            ) from error


def _arguments(text: str) -> list[tuple[str, Value]]:
    found: list[tuple[str, Value]] = []
    while text := text.strip():
        key, _, rest = text.partition("=")
        value, end = json.JSONDecoder().raw_decode(rest)
        found.append((key, tuple(value) if isinstance(value, list) else value))
        text = rest[end:]
    return found


@dataclass(frozen=True)
class Choice:
    """Something that is open now: who may do it, its name and its arguments with their legal values.

    `chance` marks a choice whose arguments the table makes, not the player: a roll or a revealed card, filled
    by the camera or by hand, and never taken back. `optional` arguments may be left out. `cards` are those that
    take the choice when they are laid before the camera: by each one's code the arguments that it fills. The cards
    of a `spread` take it when they are laid together.
    """

    seats: tuple[int, ...]
    name: str
    label: Sentence
    args: Mapping[str, Arg] = field(default_factory=dict)
    chance: bool = False
    optional: Mapping[str, Arg] = field(default_factory=dict)
    cards: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    spread: Spread | None = None

    def allows(self, action: Action) -> bool:
        """Whether `action` is one way to take this choice."""
        return (
            action.name == self.name
            and action.seat in self.seats
            and self.args.keys() <= action.args.keys() <= self.args.keys() | self.optional.keys()
            and all(self._arg(name).allows(value, action.args) for name, value in action.args.items())
        )

    def texts(self) -> tuple[str, ...]:
        """The choice in words for programs: its actions when all its arguments are single picks, else its name."""
        for name, arg in self.args.items():
            if len(self.args) == 1 and isinstance(arg, OneOf):
                return tuple(
                    str(Action(seat, self.name, {name: one.value})) for seat in self.seats for one in arg.picks
                )
        return (self.name,)

    def _arg(self, name: str) -> Arg:
        return self.args[name] if name in self.args else self.optional[name]


@dataclass(frozen=True)
class Event:
    """Something that has happened; each subclass is frozen and carries its own facts."""


@dataclass(frozen=True)
class Expectation:
    """What the eye may see now: the die set, how many dice may lie in the tray, and which faces how often.

    `counts` lists the numbers of dice that make sense; empty means any. `most` limits single faces.
    """

    die_set: str
    faces: tuple[str, ...]
    counts: tuple[int, ...] = ()
    most: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, Sentence] = field(default_factory=dict)

    def complaint(self, faces: tuple[str, ...]) -> Sentence | None:
        """A sentence that tells why these faces cannot have been rolled now, or None when they can."""
        if self.counts and len(faces) not in self.counts:
            return _wrong_number(len(faces), self.counts)
        for face in faces:
            if face not in self.faces:
                return say("{face} is not on these dice.", face=self.names.get(face, face))
        for face, most in self.most.items():
            if faces.count(face) > most:
                return _too_often(self.names.get(face, face), most, faces.count(face))
        return None


def _too_often(face: Sentence | str, most: int, seen: int) -> Sentence:
    if most == 1:
        return say("Only one die can show {face}; I see {seen}.", face=face, seen=seen)
    return say("At most {most} dice can show {face}; I see {seen}.", most=most, face=face, seen=seen)


def _wrong_number(seen: int, counts: tuple[int, ...]) -> Sentence:
    wanted = " / ".join(str(count) for count in sorted(counts, reverse=True))
    if not seen:
        return say("I see no dice; {wanted} are expected.", wanted=wanted)
    if seen == 1:
        return say("I see one die; {wanted} are expected.", wanted=wanted)
    return say("I see {seen} dice; {wanted} are expected.", seen=seen, wanted=wanted)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning seats (all of them when shared, none when lost together) and a sentence."""

    winners: tuple[int, ...]
    sentence: Sentence
    scores: tuple[int, ...] = ()


S = TypeVar("S")


class Game(Protocol[S]):
    """A game as pure functions over an immutable state `S`; chance comes in through actions."""

    id: ClassVar[str]
    title: ClassVar[Sentence]
    players: ClassVar[tuple[int, int]]
    seating: ClassVar[Sentence]
    options: ClassVar[tuple[Option, ...]]
    events: ClassVar[tuple[type[Event], ...]]

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """A setup's `box` with defaults filled in.

        Raises:
            SetupError: it does not describe what this game is played with.
        """
        ...

    def new(self, setup: Setup) -> S:
        """The state before the first action of a checked `setup`."""
        ...

    def choices(self, state: S) -> tuple[Choice, ...]:
        """What is open now; empty exactly when the game is over."""
        ...

    def decide(self, state: S, action: Action) -> tuple[Event, ...]:
        """What happens when `action` is done; changes nothing.

        Raises:
            IllegalAction: the rules do not allow it now; names the rule point.
        """
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after `event`."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...

    def expects(self, state: S, given: Mapping[str, Value]) -> Expectation | None:
        """The dice that the eye may see now beside what people have `given`; None when no roll is open."""
        ...

    def rolled(self, state: S, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:
        """The action that dice lying in the tray mean beside what people have `given` ahead of the roll.

        Raises:
            IllegalAction: no roll can leave these dice.
        """
        ...

    def tray(self, state: S, action: Action) -> tuple[str, ...]:
        """The faces of all dice that lay in the tray after the roll `action`, in the order of the dice."""
        ...

    def corrected(self, state: S, action: Action, faces: tuple[str, ...]) -> Action:
        """The roll `action` as it is when the tray showed `faces` instead of what `tray` tells.

        Raises:
            IllegalAction: no roll can leave these dice.
        """
        ...

    def active(self, state: S) -> int | None:
        """The seat whose turn it is, or None when the game is over."""
        ...

    def prompt(self, state: S) -> Sentence:
        """The next step in one sentence."""
        ...

    def tell(self, setup: Setup, event: Event) -> Sentence:
        """What happened, in one sentence for the log."""
        ...

    def gist(self, setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
        """What a family would read of an act's events: few sentences, none when it is not worth a line."""
        ...

    def board(self, state: S) -> Mapping[str, Any]:
        """What the table shows, as plain JSON values."""
        ...


def choice_of(game: Game[S], state: S, action: Action, point: str) -> Choice:
    """The open choice that `action` takes.

    Raises:
        IllegalAction: no choice of that name is open, or it is another seat's; `point` is the rule broken.
    """
    named = [choice for choice in game.choices(state) if choice.name == action.name]
    for choice in named:
        if action.seat in choice.seats:
            return choice
    detail = f"got {str(action)!r}"
    if named:
        raise IllegalAction(point, say("It is another player's turn."), detail=detail, reason="not-your-turn")
    raise IllegalAction(point, say("That cannot be done now."), detail=detail, reason="wrong-phase")


@contextmanager
def legal_beside(choices: tuple[Choice, ...]) -> Iterator[None]:
    """A refusal inside names what is open instead: each choice, with its values where they are single picks."""
    try:
        yield
    except IllegalAction as refusal:
        refusal.legal = tuple(text for choice in choices for text in choice.texts())
        raise
