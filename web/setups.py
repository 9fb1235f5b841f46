"""The form that starts a game: read with care, and given back as it was typed when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.errors import AskError, BoxError, CompanionError, SetupError
from companion.rules import game_of
from companion.rules.args import Name, Names, Number, OneOf
from companion.rules.game import Game, Option
from companion.rules.setup import COLOURS
from companion.state.clock import LIMITED
from companion.statistics.players import Player
from companion.words import say
from web import asks, fields, welcome, words
from web.answers import described, status_of
from web.site import here

CLOCKS = {
    "off": say("no clock"),
    "up": say("counts up"),
    "down": say("counts down"),
    "sand": say("a sand glass that runs out"),
}
"""What each turn clock is called."""

TURN = 90
"""Seconds of a turn that the form proposes for a clock that runs out."""

CREW = 18
"""At most so many players are offered, those who played last."""

pages = Blueprint("setups", __name__)


@dataclass(frozen=True)
class Form:
    """The form as typed: name and colour per row, a text per house rule, the clock and its seconds, the box."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    rules: Mapping[str, str]
    clock: str = "off"
    seconds: str = str(TURN)
    box: str = ""


@pages.get("/new/<game>")
def blank(game: str) -> ResponseReturnValue:
    """The form with its defaults."""
    chosen = game_of(game)
    first = here().boxes.names(chosen.id)[:1]
    rows = _rows(chosen)
    return _page(chosen, Form(("",) * rows, COLOURS[:rows], _defaults(chosen), box="".join(first)))


@pages.post("/new/<game>")
def start(game: str) -> ResponseReturnValue:
    """Start the game, show the form again with one more player who is known here, or with what is wrong."""
    chosen = game_of(game)
    form = typed(chosen, request.form)
    if "sit" in request.form:
        return _page(chosen, seated(form, request.form["sit"]))
    try:
        asks.answer(here(), "new", None, wanted(chosen, form, here().faces.sets()))
    except (SetupError, BoxError, AskError) as error:
        return _page(chosen, form, error), status_of(error)
    return redirect("/table", 303)


def _page(game: Game[Any], form: Form, error: CompanionError | None = None) -> str:
    trouble = described(error) if error else None
    sets = {one: words.name(here().faces.title(one)) for one in here().faces.sets()}
    shown = [option for option in game.options if _is_shown(option, sets)]
    return render_template(
        "new.html",
        game=game,
        form=form,
        colours=COLOURS,
        trouble=trouble,
        agreed=[option for option in shown if not _is_left_open(option)],
        left_open=[option for option in shown if _is_left_open(option)],
        altered=any(form.rules[option.name] != _text(option) for option in shown if _is_left_open(option)),
        sets=sets,
        clocks=CLOCKS,
        crew=[(one, _sits(form, one)) for one in welcome.regulars(here().chronicle)[:CREW]],
        boxes={one: words.name(title) for one, title in here().boxes.titles(game.id).items()},
    )


def _is_shown(option: Option, sets: Mapping[str, str]) -> bool:
    return isinstance(option.values, OneOf | Number) or (isinstance(option.values, Name) and bool(sets))


def _is_left_open(option: Option) -> bool:
    """Whether an option is our reading of what the printed rules do not say: nobody has to think of it."""
    return option.point.startswith("A")


def _rows(game: Game[Any]) -> int:
    return min(game.players[1], len(COLOURS))


def _defaults(game: Game[Any]) -> dict[str, str]:
    """The default of every option as the text that its control has."""
    return {option.name: _text(option) for option in game.options}


def _text(option: Option) -> str:
    return json.dumps(option.default) if isinstance(option.values, OneOf) else str(option.default)


def typed(game: Game[Any], form: MultiDict[str, str]) -> Form:
    """The form as it came in; a switch that is off sends nothing."""
    rows = range(_rows(game))
    return Form(
        tuple(form.get(f"name-{row}", "") for row in rows),
        tuple(form.get(f"colour-{row}", COLOURS[row]) for row in rows),
        {option.name: form.get(f"rule-{option.name}", _unsent(option)) for option in game.options},
        form.get("clock", "off"),
        form.get("seconds", ""),
        form.get("box", ""),
    )


def _unsent(option: Option) -> str:
    return "false" if isinstance(option.values, OneOf) else _text(option)


def seated(form: Form, name: str) -> Form:
    """The form with a player in its first empty row, in the player's colour where no other player has it."""
    row = next((row for row, typed_name in enumerate(form.names) if not typed_name.strip()), None)
    known = next((one for one in welcome.regulars(here().chronicle) if one.profile.is_called(name)), None)
    if row is None or known is None or _sits(form, known):
        return form
    names, colours = list(form.names), list(form.colours)
    names[row] = known.name
    other = next((other for other, colour in enumerate(colours) if colour == known.colour), row)
    if not form.names[other].strip():
        colours[row], colours[other] = colours[other], colours[row]
    return replace(form, names=tuple(names), colours=tuple(colours))


def _sits(form: Form, player: Player) -> bool:
    return any(player.profile.is_called(name) for name in form.names)


def wanted(game: Game[Any], form: Form, sets: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """The arguments of the ask `new` that a form means; rows without a name are nobody.

    Raises:
        SetupError: a number that is none, or a clock that does not exist.
    """
    rows = zip(form.names, form.colours, strict=True)
    return {
        "game": game.id,
        "seats": [{"name": name, "colour": colour} for name, colour in rows if name.strip()],
        "options": rules_of(game, form, sets),
        "clock": {"mode": form.clock, "limit": _seconds(form)},
        "box": form.box,
    }


def rules_of(game: Game[Any], form: Form, sets: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """The house rules of a form; an option that lists faces follows the die set that was chosen."""
    faces = next(
        (sets.get(form.rules[option.name]) for option in game.options if isinstance(option.values, Name)), None
    )
    return {
        option.name: (list(faces) if faces else option.default)
        if isinstance(option.values, Names)
        else _rule(option, form.rules[option.name])
        for option in game.options
    }


def _rule(option: Option, value: str) -> Any:
    match option.values:
        case Number():
            return _whole(value, option)
        case OneOf(picks):
            found = [pick.value for pick in picks if json.dumps(pick.value) == value]
            return found[0] if found else fields.word(option.name, [value])
        case _:
            return value


def _whole(value: str, option: Option) -> int:
    number = fields.decimal(value.strip())
    if number is None:
        raise SetupError(say("{rule}: a whole number is needed.", rule=option.label), detail=f"got {value!r}")
    return number


def _seconds(form: Form) -> float:
    if form.clock not in CLOCKS:
        raise SetupError(say("There is no such clock."), detail=f"expected one of {[*CLOCKS]}, got {form.clock!r}")
    if form.clock not in LIMITED:
        return 0.0
    seconds = fields.decimal(form.seconds.strip())
    if not seconds:
        raise SetupError(say("The turn clock needs a whole number of seconds."), detail=f"got {form.seconds!r}")
    return float(seconds)
