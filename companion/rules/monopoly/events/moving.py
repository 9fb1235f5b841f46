"""Events of dice and tokens: who starts, rolls, the coin, moves and jail."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class StartRolled(Event):
    """A seat threw `faces` for who starts."""

    seat: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class StartTied(Event):
    """The `seats` threw the same highest sum and throw again."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class Started(Event):
    """A seat threw the highest sum and begins."""

    seat: int


@dataclass(frozen=True)
class Rolled(Event):
    """The seat whose turn it is threw both dice."""

    seat: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Thrown(Event):
    """A seat threw the dice for the rent of a utility."""

    seat: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class PlanktonMoved(Event):
    """The coin went `steps` forward to `space`."""

    steps: int
    space: int


@dataclass(frozen=True)
class Moved(Event):
    """A token came to `space` by `dice` or `card`; `opens` is the step that waits there, or empty.

    `special` is what a card said of the rent there: `double`, `ten_times` or nothing.
    """

    seat: int
    space: int
    by: str
    opens: str = ""
    special: str = ""


@dataclass(frozen=True)
class Jailed(Event):
    """A seat was sent to jail by the `space`, a `card` or three `doubles`."""

    seat: int
    cause: str


@dataclass(frozen=True)
class JailFailed(Event):
    """No double in jail, for the `tries`th time; `hold` is how far the token moves once the fee is paid, or 0."""

    seat: int
    tries: int
    hold: int


@dataclass(frozen=True)
class LeftJail(Event):
    """A seat left jail by a `double`, a `card` (its deck and id) or having `paid`."""

    seat: int
    how: str
    deck: str = ""
    card: str = ""


@dataclass(frozen=True)
class CardDrawn(Event):
    """A seat drew a card of a deck; `card` is empty when people entered what it says: `op` and `amount`."""

    seat: int
    deck: str
    card: str
    op: str
    amount: int = 0


@dataclass(frozen=True)
class CardKept(Event):
    """A seat keeps the card that opens the jail."""

    seat: int
    deck: str
    card: str


@dataclass(frozen=True)
class TurnEnded(Event):
    """The turn went from a seat to the `next` one; everybody's `worths` at that moment."""

    seat: int
    next: int
    worths: tuple[int, ...]


@dataclass(frozen=True)
class Finished(Event):
    """The game is over by `cause`: last, plankton, short or time; the winning seats and everybody's worth."""

    cause: str
    winners: tuple[int, ...]
    worths: tuple[int, ...]
