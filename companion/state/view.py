"""The View: everything that pages and lights may know, frozen, numbered and JSON-able."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.game import Choice, Outcome, Seat
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
class Proposal:
    """A reading that waits to be accepted: its picture's id, its dice, and a question when it cannot be right.

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


@dataclass(frozen=True)
class Notice:
    """Something that people must know now: a slug, what is so, and what to do next."""

    slug: str
    sentence: Sentence
    advice: Sentence


@dataclass(frozen=True)
class LogLine:
    """A line of the evening's log: the number of the act, whose it was, what happened.

    `fixable` marks a roll whose reading can be corrected; `faces` are then its faces. `fixed` marks one that
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


@dataclass(frozen=True)
class Clock:
    """The turn clock: `mode` is off, up or down; `limit` and `used` are seconds; it runs or is paused.

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
    """What a correction would do: the act, its new faces, and the acts that would no longer be legal."""

    act: int
    faces: tuple[str, ...]
    dropped: tuple[LogLine, ...]


@dataclass(frozen=True)
class Service:
    """The state of a service (camera, eye, buttons, lights): ready, working, failed or off, with a sentence."""

    state: str
    sentence: Sentence | None = None


@dataclass(frozen=True)
class View:
    """The whole visible state under a number that grows with every change.

    `phase` is one of `home` (no game), `play`, `looking` (the eye is at work), `proposal`, `question` (a proposal
    that cannot be accepted as it is), `cannot-read` (a proposal with a why_not), `over`. `given` holds arguments
    that people have chosen before a roll (dice to be thrown again). `board` is the game's own JSON. `window`
    counts down to the moment from which something can no longer be answered.
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
    proposal: Proposal | None = None
    fix: FixPreview | None = None
    notice: Notice | None = None
    log: tuple[LogLine, ...] = ()
    can_take_back: bool = False
    clock: Clock = field(default_factory=Clock)
    window: Clock | None = None
    outcome: Outcome | None = None
    services: Mapping[str, Service] = field(default_factory=dict)
