"""What people can do now, as a page draws it: every open choice turned into buttons, marks, pads and fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.args import Arg, Faces, Number, OneOf, Some, Value
from companion.rules.game import Action, Choice
from companion.state.view import View
from companion.words import Sentence


@dataclass(frozen=True)
class Move:
    """One tap that does something: its label, what it would bring, and the text of its action."""

    label: Sentence
    action: str
    preview: Sentence | None = None
    value: Value = ""


@dataclass(frozen=True)
class Pad:
    """Faces to be entered by hand: `least` to `most` of them, each at most `room[face]` times.

    `blocked` says that other things (dice to be thrown again) must be marked first.
    """

    name: str
    die_set: str
    faces: tuple[str, ...]
    least: int
    most: int
    room: Mapping[str, int]
    blocked: bool = False


@dataclass(frozen=True)
class Panel:
    """One open choice of one seat: exactly the parts that it needs are filled."""

    seat: int
    choice: Choice
    moves: tuple[Move, ...] = ()
    marks: Mapping[str, Some] = field(default_factory=dict)
    pad: Pad | None = None
    fields: Mapping[str, Arg] = field(default_factory=dict)


def panels(view: View) -> tuple[Panel, ...]:
    """Every open choice as a panel; a choice of many is offered to the active seat, else to each."""
    return tuple(panel(view, choice, seat) for choice in view.choices for seat in _doers(view, choice))


def everybodys(view: View) -> tuple[Panel, ...]:
    """Every open choice as a panel for each seat that may take it: for a page that knows nothing of the game."""
    return tuple(panel(view, choice, seat) for choice in view.choices for seat in choice.seats)


def corrections(view: View) -> tuple[Panel, ...]:
    """What could have been told instead of the act that is being corrected, to the seat that told it."""
    if view.fix is None:
        return ()
    seat = next(line.seat for line in view.log if line.act == view.fix.act)
    return tuple(panel(view, choice, seat) for choice in view.fix.choices)


def _doers(view: View, choice: Choice) -> tuple[int, ...]:
    return (view.active,) if view.active in choice.seats and view.active is not None else choice.seats


def panel(view: View, choice: Choice, seat: int) -> Panel:
    """The parts that `choice` needs: a pad for faces, single buttons where one tap says all, fields elsewhere."""
    thrown = next(((name, arg) for name, arg in choice.args.items() if isinstance(arg, Faces)), None)
    if thrown:
        marks = {name: arg for name, arg in choice.args.items() if isinstance(arg, Some)}
        fields = {name: arg for name, arg in choice.args.items() if isinstance(arg, OneOf | Number)}
        return Panel(seat, choice, marks=marks, pad=_pad(view, *thrown), fields=fields)
    if len(choice.args) > 1 or any(not isinstance(arg, OneOf) for arg in choice.args.values()):
        return Panel(seat, choice, fields=choice.args)
    return Panel(seat, choice, moves=_moves(choice, seat))


def _moves(choice: Choice, seat: int) -> tuple[Move, ...]:
    if not choice.args:
        return (Move(choice.label, str(Action(seat, choice.name))),)
    ((name, arg),) = choice.args.items()
    picks = arg.picks if isinstance(arg, OneOf) else ()
    return tuple(
        Move(pick.label, str(Action(seat, choice.name, {name: pick.value})), pick.preview, pick.value)
        for pick in picks
    )


def marked(view: View, name: str) -> tuple[int, ...]:
    """The positions that people have marked ahead of a roll."""
    return tuple(int(one) for one in view.given.get(name, ()))


def _pad(view: View, name: str, arg: Faces) -> Pad:
    thrown = marked(view, arg.at) if arg.at else ()
    stays = Counter(face for position, face in enumerate(arg.over) if position not in thrown)
    least, most = (len(thrown), len(thrown)) if arg.at else (arg.least, arg.most)
    room = {face: max(0, arg.limits[face] - stays[face]) if face in arg.limits else most for face in arg.faces}
    return Pad(name, arg.die_set, arg.faces, least, most, room, blocked=bool(arg.at) and not thrown)
