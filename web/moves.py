"""An action put together from a form: what a page sends when one button does not say all."""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.errors import StaleAsk
from companion.rules.args import Arg, Faces, Number, OneOf, Some, Text, Value, WordEach
from companion.rules.card_args import Cards, OneIn
from companion.rules.game import Action, Choice
from companion.state.view import View
from companion.words import say
from web import fields
from web.fields import Raw


def composed(view: View, body: Mapping[str, Raw], among: tuple[Choice, ...] | None = None) -> str:
    """The text of the action that a form with `seat`, `choice` and a field for every argument of it means.

    The choice is one of those that are open, or of those `among` which people choose.

    An argument that the form leaves out is taken from what people marked before (`View.given`); one that may be
    left out is taken when all of it was told.

    Raises:
        StaleAsk: that choice is not open any more.
        AskError: a field that its argument cannot have.
    """
    seat = fields.number("seat", body.get("seat", ()))
    choices = view.choices if among is None else among
    choice = _open(view, choices, seat, fields.word("choice", body.get("choice", ())))
    args: dict[str, Value] = {}
    for name, arg in choice.args.items():
        args[name] = _value(arg, name, body.get(name), view)
    for name, arg in choice.args.items():
        if isinstance(arg, WordEach):
            args[name] = ("",) * len(_row(args[arg.of]))
    for name, arg in choice.optional.items():
        if isinstance(arg, Text | Cards | OneIn) and body.get(name) and all(body[name]):
            args[name] = tuple(body[name]) if isinstance(arg, Cards) else fields.word(name, body[name])
    return str(Action(seat, choice.name, args))


def _open(view: View, choices: tuple[Choice, ...], seat: int, name: str) -> Choice:
    for choice in choices:
        if choice.name == name and seat in choice.seats:
            return choice
    raise StaleAsk(
        say("This move is not open any more."), detail=f"got {name!r} for seat {seat}, view {view.number}"
    )


def _row(value: Value) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _value(arg: Arg, name: str, raw: Raw | None, view: View) -> Value:
    if raw is None:
        return _marked(view, name)
    match arg:
        case Faces():
            return tuple(face for text in fields.words(name, raw) for face in text.split())
        case Some():
            return tuple(fields.numbers(name, raw))
        case Number():
            return fields.number(name, raw)
        case OneOf():
            return _picked(arg, name, fields.word(name, raw))
        case _:
            return tuple(fields.words(name, raw))


def _marked(view: View, name: str) -> Value:
    value = view.given.get(name, ())
    return tuple(value) if isinstance(value, list | tuple) else value


def _picked(arg: OneOf, name: str, text: str) -> Value:
    """The pick whose value `text` is in JSON: so a form keeps true, 1 and "1" apart."""
    for pick in arg.picks:
        if json.dumps(pick.value) == text:
            return pick.value
    raise fields.bad(f"one of {[json.dumps(pick.value) for pick in arg.picks]}", text, name)
