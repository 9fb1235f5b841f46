"""The pieces of Yahtzee Jr.: its faces, its events and its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.rules.game import Event, Setup
from companion.words import Sentence, say

CHARACTERS = ("SB", "PA", "KR", "SA", "SQ")
WILD, LOST = "GA", "PL"
FACES = (*CHARACTERS, WILD, LOST)
LIMITS = {WILD: 4, LOST: 1}  # R9, R27: four dice carry the wild snail, one the lost face
DICE = 5
SPACES = 5
ALL = tuple(range(DICE))
TURNS = {2: 5, 3: 4, 4: 3}
NAMES: Mapping[str, Sentence] = {
    "SB": say("SpongeBob"),
    "PA": say("Patrick"),
    "KR": say("Mr. Krabs"),
    "SA": say("Sandy"),
    "SQ": say("Squidward"),
    "GA": say("Gary"),
    "PL": say("Plankton"),
}


@dataclass(frozen=True)
class Rolled(Event):
    """A seat threw the dice at positions `thrown`; `faces` are all five dice afterwards."""

    seat: int
    roll_no: int
    thrown: tuple[int, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Scored(Event):
    """A seat put its token of `character` on `column` (0-5) for a value of `value` dice."""

    seat: int
    character: str
    value: int
    column: int


@dataclass(frozen=True)
class RolloffOpened(Event):
    """The `tied` seats throw five dice each to break the tie."""

    tied: tuple[int, ...]


@dataclass(frozen=True)
class RolloffRolled(Event):
    """A tied seat threw `faces`, of which `count` decide."""

    seat: int
    faces: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Finished(Event):
    """The game is over: the winning seat and everybody's total."""

    winner: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """The scoreboard, the dice of the running turn, and a roll-off when one is open."""

    setup: Setup
    turns_each: int
    turn: int = 0
    roll_no: int = 0
    dice: tuple[str, ...] = ()
    placed: tuple[Scored, ...] = ()
    tied: tuple[int, ...] = ()
    counts: Mapping[int, int] = field(default_factory=dict)
    winner: int | None = None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.setup.seats)

    @property
    def round(self) -> int:
        """The round, from 1; the last one stays when all turns are over."""
        return min(self.turn // self.seats + 1, self.turns_each)

    @property
    def phase(self) -> str:
        """ROLL, DECIDE, SCORE, ROLLOFF or OVER."""
        if self.winner is not None:
            return "OVER"
        if self.tied:
            return "ROLLOFF"
        return ("ROLL", "DECIDE", "DECIDE", "SCORE")[self.roll_no]

    @property
    def dead(self) -> tuple[int, ...]:
        """Positions of dice set aside because they show the lost face (R12)."""
        return tuple(position for position, face in enumerate(self.dice) if face == LOST)

    @property
    def live(self) -> tuple[int, ...]:
        """Positions of dice that may be thrown."""
        return tuple(position for position in ALL if position not in self.dead)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's sum of columns (R24)."""
        return tuple(
            sum(token.column for token in self.placed if token.seat == seat) for seat in range(self.seats)
        )

    def unplaced(self, seat: int) -> tuple[str, ...]:
        """The characters whose token `seat` still holds (R14)."""
        used = {token.character for token in self.placed if token.seat == seat}
        return tuple(character for character in CHARACTERS if character not in used)

    def owner(self, character: str, column: int) -> int | None:
        """The seat whose token lies on a scoring space, or None (R17)."""
        for token in self.placed:
            if (token.character, token.column) == (character, column):
                return token.seat
        return None

    def value(self, character: str) -> int:
        """The dice that count for `character`: its own and the wild ones (R10, R11, R15)."""
        return self.dice.count(character) + self.dice.count(WILD)

    def column(self, character: str) -> int:
        """The highest open space up to the value, else the zero space (R18, R19)."""
        open_spaces = (
            column for column in range(self.value(character), 0, -1) if self.owner(character, column) is None
        )
        return next(open_spaces, 0)


def points_of(points: int) -> Sentence:
    """So many points, in words."""
    return say("1 point") if points == 1 else say("{points} points", points=points)


def apply(state: State, event: Event) -> State:
    """The state after one of this game's events."""
    match event:
        case Rolled():
            return replace(state, roll_no=event.roll_no, dice=event.faces)
        case Scored():  # R13: the dice go on, the one set aside too
            placed = (*state.placed, event)
            return replace(state, turn=state.turn + 1, roll_no=0, dice=(), placed=placed)
        case RolloffOpened():
            return replace(state, tied=event.tied, counts={})
        case RolloffRolled():
            return replace(state, counts={**state.counts, event.seat: event.count})
        case Finished():
            return replace(state, winner=event.winner)
    raise TypeError(f"expected an event of yahtzee_jr, got {event!r}")
