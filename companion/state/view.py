"""The View: everything that pages and lights may know, frozen, numbered and JSON-able."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.game import Choice, Outcome, Seat
from companion.rules.laid import Way
from companion.words import Sentence


@dataclass(frozen=True)
class SeenDie:
    """A die of a proposal: its face now, what the eye read, and where in the picture it lies.

    `x`, `y`, `size` are pixels of the proposal's picture (centre and side of the top face), `angle` degrees.
    `others` are further faces, likeliest first. `by_hand` marks a face that a person set.
    """

    face: str
    confidence: float
    x: float
    y: float
    size: float
    angle: float
    sure: bool
    others: tuple[str, ...] = ()
    body: str = ""
    by_hand: bool = False


@dataclass(frozen=True)
class SeenCard:
    """The card of a proposal: its code now, or an empty text while nobody knows it, and its name.

    `corners` are pixels of the proposal's picture, clockwise, from the card's own upper left one where it was
    recognised. `others` are the codes and names of the cards that it can be, the `likely` ones first. `ways` is
    what the card can mean now. `by_hand` marks a card that a person named. Of several cards that are laid together
    `row` has the codes, and the name and the corners are those of all of them.
    """

    deck: str
    code: str
    name: Sentence
    corners: tuple[tuple[float, float], ...]
    confidence: float = 0.0
    others: tuple[tuple[str, Sentence], ...] = ()
    likely: int = 0
    ways: tuple[Way, ...] = ()
    by_hand: bool = False
    row: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions that it can be accepted as."""
        return tuple(text for way in self.ways for text in way.actions)


@dataclass(frozen=True)
class Proposal:
    """A reading that waits to be accepted: its picture's id, its dice, and a question when it cannot be right.

    A proposal of a laid card has a `card` and no dice. One of cards that nobody but the companion may see has only
    `sealed`, which says what will be done with them, and no picture.

    `why_not` is the slug of the reason why nothing was read (then there are no dice); `doubt` that of what people
    should look at before they accept what was read. `acceptable` says that
    the button or a tap will accept it as it stands. `picture` is served at /pictures/<picture>.jpg, `width` x
    `height` pixels.
    """

    id: int
    dice: tuple[SeenDie, ...]
    picture: str
    width: int
    height: int
    acceptable: bool
    question: Sentence | None = None
    why_not: str = ""
    doubt: str = ""
    card: SeenCard | None = None
    sealed: Sentence | None = None


@dataclass(frozen=True)
class Notice:
    """Something that people must know now: a slug, what is so, what to do next, and the rule `point` behind it."""

    slug: str
    sentence: Sentence
    advice: Sentence
    point: str = ""


@dataclass(frozen=True)
class LogLine:
    """A line of the evening's log: the number of the act, whose it was, what happened.

    `sentences` are what is worth reading, none where nothing is; `course` is everything, where that is more.
    `fixable` marks a roll whose reading can be corrected; `faces` are then its faces. `by_chance` marks another
    act of chance that can be: a card that was drawn, dealt or revealed. `fixed` marks one that
    was. `picture` is the id of its picture, or empty.
    """

    act: int
    seat: int
    sentences: tuple[Sentence, ...]
    at: float
    fixable: bool = False
    faces: tuple[str, ...] = ()
    fixed: bool = False
    picture: str = ""
    course: tuple[Sentence, ...] = ()
    by_chance: bool = False


@dataclass(frozen=True)
class Clock:
    """The turn clock: `mode` is off, up, down or sand; `limit` and `used` are seconds; it runs or is paused.

    `used` is the value at the moment the View was made; `made_at` is that moment in monotonic seconds of the
    server, so that a page adds the time since then by its own monotonic clock.
    """

    mode: str = "off"
    limit: float = 0.0
    used: float = 0.0
    running: bool = False
    made_at: float = 0.0


@dataclass(frozen=True)
class FixPreview:
    """What a correction would do: the act, what it becomes, and the acts that would no longer be legal.

    `faces` are the new ones of a roll. While people are asked what an act of chance really said, `choices` holds
    what could have been told then, and everything else is empty.
    """

    act: int
    faces: tuple[str, ...] = ()
    dropped: tuple[LogLine, ...] = ()
    becomes: tuple[Sentence, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Service:
    """The state of a service, what is so, and what to do next.

    `state` is one of `starting`, `ready`, `working` (a look is waiting for something), `asking` (a tablet waits to
    be let in), `retrying` (a fault that passes: it is tried again by itself), `failed` (one that stays until
    somebody acts), `off` (nobody wants it).
    """

    state: str
    sentence: Sentence | None = None
    advice: Sentence | None = None


@dataclass(frozen=True)
class View:
    """The whole visible state under a number that grows with every change.

    `phase` is one of `home` (no game), `play`, `looking` (the eye is at work), `proposal`, `question` (a proposal
    that cannot be accepted as it is), `cannot-read` (a proposal with a why_not), `over`. `given` holds arguments
    that people have chosen before a roll (dice to be thrown again). `board` is the game's own JSON.
    `card_expected` says that a card may be laid before the camera. `window` counts down to the moment from which
    something can no longer be answered.
    """

    number: int
    phase: str
    game: str = ""
    evening: int = 0
    seats: tuple[Seat, ...] = ()
    active: int | None = None
    prompt: Sentence | None = None
    choices: tuple[Choice, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    board: Mapping[str, Any] = field(default_factory=dict)
    card_expected: bool = False
    proposal: Proposal | None = None
    fix: FixPreview | None = None
    notice: Notice | None = None
    log: tuple[LogLine, ...] = ()
    can_take_back: bool = False
    clock: Clock = field(default_factory=Clock)
    window: Clock | None = None
    outcome: Outcome | None = None
    services: Mapping[str, Service] = field(default_factory=dict)
