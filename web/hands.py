"""`/playground/...`: the simulated table's edge, where a page stands in for hands and feels the real pins."""

from __future__ import annotations

from flask import Blueprint
from flask import request as asked
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.ports import Playground
from web import answers, fields
from web.laid import lying
from web.site import here
from web.words import text

LONGEST = 5.0
"""Seconds that a page may hold the button down."""

pages = Blueprint("hands", __name__, url_prefix="/playground")


@pages.post("/press")
def press() -> ResponseReturnValue:
    """Push the table's button for `seconds`."""
    playground, body = _playground(), fields.body_of(asked)
    playground.press(_seconds(body.get("seconds", ())))
    return answers.done(here().host.view, "/table")


@pages.post("/throw")
def throw() -> ResponseReturnValue:
    """Throw the dice in the tray, one for each face in `keep` excepted."""
    playground, body = _playground(), fields.body_of(asked)
    playground.throw(tuple(fields.words("keep", body.get("keep", ()))))
    return answers.done(here().host.view, "/table")


@pages.post("/lay")
def lay() -> ResponseReturnValue:
    """Lay the drawn card `code` of `deck` into the tray; an empty one takes all cards away.

    `beside` is 1 where the cards that lie there stay, `fanned` where each is to lie partly over the one before,
    `turned` where the card is to lie upside down.
    """
    playground, body = _playground(), fields.body_of(asked)
    deck, code = (fields.word(name, body.get(name, ())) for name in ("deck", "code"))
    how = {name: _switched(name, body.get(name, ())) for name in ("beside", "turned", "fanned")}
    playground.lay_card(deck, code, **how)
    return answers.done(here().host.view, "/table")


@pages.post("/hand")
def hand() -> ResponseReturnValue:
    """Reach over the tray (`there` is 1), or take the hand away (0)."""
    playground, body = _playground(), fields.body_of(asked)
    playground.hand(bool(fields.number("there", body.get("there", ()))))
    return answers.done(here().host.view, "/table")


@pages.get("/lamps")
def lamps() -> ResponseReturnValue:
    """The brightness 0-1 of every light by name, and in words which cards lie in the tray."""
    playground = _playground()
    return {"lamps": dict(playground.lamps()), "laid": text(lying(playground.laid(), here().host.view))}


def _playground() -> Playground:
    playground = here().playground
    if playground is None:
        raise NotFound
    return playground


def _switched(name: str, raw: fields.Raw) -> bool:
    return bool(raw) and bool(fields.number(name, raw))


def _seconds(raw: fields.Raw) -> float:
    value = fields.one("seconds", raw)
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        raise fields.bad("seconds", value, "seconds") from None
    if not 0 < seconds <= LONGEST:
        raise fields.bad(f"0 to {LONGEST} seconds", value, "seconds")
    return seconds
