"""A reading: what the eye makes of one frame or burst, with its doubts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

WHY_NOT = (
    "hand",
    "moving",
    "dark",
    "glare",
    "blur",
    "camera-moved",
    "leaning",
    "stacked",
    "outside",
    "too-many",
    "too-few",
    "unknown-face",
    "no-dice",
)
"""The slugs of reasons why a frame is not read, or is read with a question."""
DOUBTED = ("outside", "stacked", "leaning", "glare", "blur", "unknown-face", "too-many", "too-few")
"""Those with which dice are read nevertheless, for people to decide; the most telling first."""

Point = tuple[float, float]


def most_telling(doubts: Iterable[str]) -> str:
    """The first of `DOUBTED` among these slugs, or an empty text."""
    given = set(doubts)
    return next((slug for slug in DOUBTED if slug in given), "")


@dataclass(frozen=True)
class Guess:
    """One face that a die may show, with the eye's confidence 0-1 in it."""

    face: str
    confidence: float


@dataclass(frozen=True)
class DieReading:
    """One die as the eye sees it.

    `x`, `y` are the centre of its top face and `size` that face's side, in pixels of the frame; `angle` is its
    rotation in degrees, -45 to 45. `face` is the likeliest with its calibrated `confidence` 0-1; `others` are
    the next likeliest, best first. `body` is the name of the die's own colour. `sure` says that no question is
    needed; `doubt` is the slug of what speaks against the die beside its face.

    With a calibrated tray `place` is the centre in millimetres from the dice area's near-left corner (to the
    right, and away from people) and `side` the top face's in millimetres, both on the table's plane; else None.
    """

    face: str
    confidence: float
    x: float
    y: float
    size: float
    angle: float
    die_set: str
    body: str = ""
    others: tuple[Guess, ...] = ()
    sure: bool = True
    place: Point | None = None
    side: float | None = None
    doubt: str = ""


@dataclass(frozen=True)
class Reading:
    """The dice of one frame or burst, in reading order, or the slug of the reason why it cannot be read.

    With a reason, `dice` are the best guesses nevertheless: for the picture, not for the game. `doubt` is the slug
    of what people should look at before they accept the dice, one of `DOUBTED`. `outside` are dice that lie beside
    the tray: they do not count. `width` and `height` are the frame's pixels; `ms` is the time spent in
    milliseconds.
    """

    dice: tuple[DieReading, ...]
    width: int
    height: int
    ms: float
    why_not: str = ""
    doubt: str = ""
    outside: tuple[DieReading, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces in reading order."""
        return tuple(die.face for die in self.dice)

    @property
    def sure(self) -> bool:
        """Whether it was read and nothing needs a question."""
        return not self.why_not and not self.doubt and all(die.sure for die in self.dice)
