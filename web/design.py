"""The design system on one page: every token and every part in its states, for those who build pages."""

from __future__ import annotations

import re

from flask import Blueprint, Flask, render_template
from flask.typing import ResponseReturnValue

from companion.rules.game import Outcome, Seat
from companion.rules.setup import COLOURS
from companion.state.view import Clock, Notice, View
from companion.statistics.roster import AVATARS
from companion.words import say
from web.firstrun import WORDS
from web.site import here
from web.styles import FOLDER

pages = Blueprint("design", __name__)

TOKEN = re.compile(r"^\s*--([\w-]+):\s*(.+?);", re.MULTILINE)


def install(app: Flask) -> None:
    """Give `app` the page."""
    app.register_blueprint(pages)


@pages.get("/design")
def design() -> ResponseReturnValue:
    """Every token and part."""
    told = tokens()
    return render_template(
        "design.html",
        colours={name: value for name, value in told.items() if value.startswith("#")},
        sizes={name: value for name, value in told.items() if not value.startswith("#")},
        seats=COLOURS,
        steps=[*WORDS],
        avatars=AVATARS,
        view=_example(),
        seen="",
        now=0.0,
        sets=here().faces.sets(),
    )


def tokens() -> dict[str, str]:
    """Every token of `tokens.css` with its value."""
    return dict(TOKEN.findall((FOLDER / "tokens.css").read_text(encoding="utf-8")))


def _example() -> View:
    """A View that never was: the parts that draw themselves from one."""
    seats = (Seat("Ada", "yellow"), Seat("Bo", "blue"), Seat("Zoë", "purple"))
    return View(
        1,
        "play",
        "yahtzee_jr",
        seats=seats,
        active=0,
        clock=Clock("sand", 90.0, 40.0, running=False),
        notice=Notice("example", say("This is a notice."), say("And this is what to do about it."), "R1"),
        outcome=Outcome((2,), say("Zoë wins!"), (12, 9, 21)),
    )
