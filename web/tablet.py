"""The settings of one tablet: in a cookie of its own and drawn by the server, so that they need no scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.words import Sentence, say
from web import languages
from web.shapes import SHAPES

COOKIE = "tablet"
YEAR = 365 * 86_400
"""Seconds that a tablet remembers its settings since they were kept last."""

LIGHT = "(prefers-color-scheme: light)"
CONTRAST = "(prefers-contrast: more) and (prefers-color-scheme: dark)"
NEVER = "not all"

pages = Blueprint("tablet", __name__, url_prefix="/tablet")


@dataclass(frozen=True)
class Tablet:
    """How one tablet shows and sounds; each field is one of `CHOICES`, and its default suits most.

    `seat` is the colour of whoever this tablet belongs to, or empty when it is everybody's.
    """

    theme: str = "auto"
    type: str = "normal"
    hand: str = "right"
    motion: str = "auto"
    sounds: str = "off"
    volume: str = "middle"
    speech: str = "off"
    seat: str = ""

    @property
    def light(self) -> str:
        """The media query under which the light colours hold."""
        return {"auto": LIGHT, "light": "all"}.get(self.theme, NEVER)

    @property
    def contrast(self) -> str:
        """The media query under which the colours of high contrast hold."""
        return {"auto": CONTRAST, "contrast": "all"}.get(self.theme, NEVER)

    @property
    def schemes(self) -> str:
        """The colour schemes that the browser may draw its own parts in, liked best first."""
        return {"auto": "dark light", "light": "light"}.get(self.theme, "dark")


@dataclass(frozen=True)
class Question:
    """A setting as the page asks for it: its title, and the words of each value."""

    title: Sentence
    values: Mapping[str, Sentence]


QUESTIONS: Mapping[str, Question] = {
    "theme": Question(
        say("Colours"),
        {
            "auto": say("as the tablet has them"),
            "dark": say("dark: an evening under the sea"),
            "light": say("light: a beach by day"),
            "contrast": say("high contrast"),
        },
    ),
    "type": Question(say("Letters"), {"normal": say("normal"), "big": say("big")}),
    "hand": Question(
        say("The hand that taps"),
        {"right": say("right: buttons on the right"), "left": say("left: buttons on the left")},
    ),
    "motion": Question(say("Motion"), {"auto": say("as the tablet has it"), "less": say("none")}),
    "sounds": Question(say("Sounds"), {"off": say("silent"), "on": say("turn, time, alarm and the end")}),
    "volume": Question(say("How loud"), {"quiet": say("quiet"), "middle": say("middle"), "loud": say("loud")}),
    "speech": Question(
        say("Spoken announcements"), {"off": say("none"), "on": say("whose turn, alarm and the end")}
    ),
    "seat": Question(
        say("Whose tablet is it?"),
        {"": say("everybody's"), **{colour: named for colour, (_, named) in SHAPES.items()}},
    ),
}
"""Every setting by its name in `Tablet`."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The settings, each with the value that this tablet has."""
    return render_template("tablet.html", questions=QUESTIONS, chosen=asdict(here()), kept="kept" in request.args)


@pages.post("")
def keep() -> ResponseReturnValue:
    """Keep what was chosen, in this tablet's cookies; a value that does not exist changes nothing."""
    answer: Response = redirect("/tablet?kept", 303)  # type: ignore[assignment]  # werkzeug's base is Flask's here
    chosen = changed(here(), request.form)
    _remember(answer, COOKIE, urlencode(asdict(chosen)))
    if request.form.get("lang") in languages.LANGUAGES:
        _remember(answer, languages.COOKIE, request.form["lang"])
    return answer


@pages.app_context_processor
def shared() -> dict[str, object]:
    """What every page needs to know of the tablet that it is drawn for."""
    return {"tablet": here()}


def here() -> Tablet:
    """The settings of the tablet that asks now."""
    return changed(Tablet(), dict(parse_qsl(request.cookies.get(COOKIE, ""), keep_blank_values=True)))


def changed(tablet: Tablet, values: Mapping[str, str]) -> Tablet:
    """The settings with those of `values` that exist; a cookie may be anybody's writing."""
    names = (field.name for field in fields(Tablet))
    return replace(tablet, **{name: values[name] for name in names if values.get(name) in QUESTIONS[name].values})


def _remember(answer: Response, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax")
