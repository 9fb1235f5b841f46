"""Players across evenings: what they played and won, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.setup import COLOURS
from companion.statistics.players import Player
from companion.statistics.roster import AVATARS, Profile, RosterError
from companion.statistics.times import span
from web.answers import described
from web.summary import chronicle
from web.words import text

pages = Blueprint("players", __name__)


@pages.get("/players")
def listed() -> ResponseReturnValue:
    """Everybody who is not hidden, and on a wish those who are."""
    try:
        known, trouble = chronicle().players(), None
    except RosterError as error:
        known, trouble = (), described(error)
    return render_template(
        "players/list.html",
        players=[one for one in known if not one.profile.hidden],
        hidden=[one for one in known if one.profile.hidden],
        trouble=trouble,
        span=lambda seconds: text(span(seconds)),
    )


@pages.get("/players/change")
def change() -> ResponseReturnValue:
    """The form for one player."""
    return _form(request.args.get("who", ""))


@pages.post("/players/change")
def keep() -> ResponseReturnValue:
    """Keep what the form says, or show it again with what is wrong."""
    form, who = request.form, request.form.get("who", "")
    known = _named(who)
    names = known.profile.names if known else ()
    wanted = Profile(form.get("name", ""), names, form.get("avatar", ""), form.get("colour", ""), "hidden" in form)
    return _changed(who, lambda: chronicle().keep(who, wanted))


@pages.post("/players/merge")
def merge() -> ResponseReturnValue:
    """Put two names together as one player."""
    who = request.form.get("who", "")
    return _changed(who, lambda: chronicle().merge(who, request.form.get("into", "")))


@pages.post("/players/part")
def part() -> ResponseReturnValue:
    """Let a further name be a player of its own again."""
    who = request.form.get("who", "")
    return _changed(who, lambda: chronicle().part(who, request.form.get("name", "")))


def _changed(who: str, change: Callable[[], None]) -> ResponseReturnValue:
    """To the players after a change of one; its form, with what is wrong, when it cannot be made."""
    try:
        change()
    except RosterError as error:
        return _form(who, error), 400
    return redirect("/players", 303)


def _named(who: str) -> Player | None:
    return next((one for one in chronicle().players() if one.profile.is_called(who)), None)


def _form(who: str, error: RosterError | None = None) -> str:
    found = _named(who)
    others = [one for one in chronicle().players() if found and one.name != found.name]
    return render_template(
        "players/change.html",
        player=found,
        others=others,
        avatars=AVATARS,
        colours=COLOURS,
        trouble=described(error) if error else None,
    )
