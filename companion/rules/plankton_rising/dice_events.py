"""What can happen to the dice of Plankton Rising and to what they are laid on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class DiceTaken(Event):
    """The active team took the dice of its Home Base card."""

    dice: tuple[str, ...]


@dataclass(frozen=True)
class DieAdded(Event):
    """One more die came into the pool."""

    die: str


@dataclass(frozen=True)
class Rolled(Event):
    """The dice of the pool were thrown, for the `roll_no`th time this turn."""

    roll_no: int
    dice: tuple[str, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Rerolled(Event):
    """An effect threw some dice once more; the roll stays the same."""

    dice: tuple[str, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Turned(Event):
    """A die was turned to another face."""

    die: str
    face: str


@dataclass(frozen=True)
class Assigned(Event):
    """Symbols were laid on a target: by a die, or by a token when `die` is empty."""

    die: str
    face: str
    target: str
    symbol: str
    count: int


@dataclass(frozen=True)
class SetAside(Event):
    """A die left the pool unused."""

    die: str
    face: str


@dataclass(frozen=True)
class Used(Event):
    """An ability or bonus of the turn was used: a Friend's, `home` or `bonus`."""

    ability: str


@dataclass(frozen=True)
class DiceReturned(Event):
    """All dice went back to the supply, and what was laid on cards is gone."""


@dataclass(frozen=True)
class FacesLearnt(Event):
    """From now on dice of this colour have these faces only; none: any face again."""

    colour: str
    faces: tuple[str, ...]
