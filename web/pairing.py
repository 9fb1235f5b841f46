"""Join the table: wait for its button, or enter a code; and the host's PIN."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.errors import CompanionError
from companion.pairing import Pairing, PairingError, WrongCode
from companion.pairing.tablets import LONGEST
from companion.words import Sentence, say
from web import answers, pin, roles, sessions
from web.answers import described, status_of
from web.site import here
from web.words import text

KINDS = (("iPad", "iPad"), ("iPhone", "iPhone"), ("Android", "Android"), ("CrOS", "Chromebook"))
"""What a browser calls itself, and what its tablet is called unless somebody names it."""

ELSE = say("Computer")

ROLE_WORDS = {
    "viewer": say("watches"),
    "actor": say("plays"),
    "host": say("is the host: plays, and sets the table up"),
}
"""What a role means, after a tablet's name."""

pages = Blueprint("pairing", __name__, url_prefix="/pair")


@pages.get("")
def pair() -> ResponseReturnValue:
    """Whether this tablet is in, waits, or may join."""
    pairing = door()
    _collect(pairing)
    return page(code=request.args.get("code", "")[:LONGEST])


@pages.get("/state")
def state() -> ResponseReturnValue:
    """How far this tablet is, for a page that waits: `in`, `waiting` or `out`."""
    pairing = door()
    _collect(pairing)
    return {"state": "in" if sessions.tablet() else "waiting" if _own(pairing) else "out"}


@pages.post("/knock")
def knock() -> ResponseReturnValue:
    """Wait for the table button."""
    try:
        waiting = door().knock(_name())
    except PairingError as error:
        return refused(error)
    session["ticket"] = waiting.ticket
    return redirect("/pair", 303)


@pages.post("/cancel")
def cancel() -> ResponseReturnValue:
    """Wait no more."""
    door().send_away(session.pop("ticket", ""))
    return redirect("/pair", 303)


@pages.post("/code")
def code() -> ResponseReturnValue:
    """Come in with a code."""
    try:
        sessions.give(door().enter(request.form.get("code", ""), _name()))
    except PairingError as error:
        return refused(error)
    return redirect("/", 303)


@pages.post("/unlock")
def unlock() -> ResponseReturnValue:
    """Enter the host's PIN on a paired tablet."""
    pairing, tablet = door(), sessions.tablet()
    if tablet is None:
        raise roles.NotPaired(say("This tablet only watches."))
    if not pin.fits(request.form.get("pin", ""), pairing.register.pin):
        return refused(WrongCode(say("This is not the PIN."), advice=say("After five wrong ones it has to wait.")))
    pairing.unlocked.begin(tablet)
    return redirect("/tablets", 303)


@pages.post("/leave")
def leave() -> ResponseReturnValue:
    """Be paired no more."""
    tablet = sessions.tablet()
    try:
        if tablet:
            door().register.remove(tablet.id)
    except PairingError as error:
        return refused(error)
    sessions.forget()
    return redirect("/pair", 303)


@pages.app_errorhandler(roles.NotAllowed)
def not_allowed(error: CompanionError) -> ResponseReturnValue:
    """What this tablet may not do, with the way to join or to enter the PIN."""
    if answers.wants_json(request):
        return answers.refused(error)
    return render_template("pairing/refused.html", trouble=described(error)), status_of(error)


def page(trouble: CompanionError | None = None, code: str = "") -> str:
    """The page of this tablet."""
    pairing, tablet = door(), sessions.tablet()
    return render_template(
        "pairing/pair.html",
        mine=tablet,
        means=ROLE_WORDS[roles.role().name.lower()],
        waiting=_own(pairing),
        other=pairing.waiting is not None,
        has_button=pairing.has_button(),
        pin=sessions.pin_set() and tablet is not None and not sessions.unlocked(),
        code=code,
        name=text(guessed_name()),
        longest=LONGEST,
        trouble=described(trouble) if trouble else None,
    )


def refused(error: PairingError) -> ResponseReturnValue:
    """The page again, with what is wrong."""
    return page(error, request.form.get("code", "")[:LONGEST]), status_of(error)


def door() -> Pairing:
    """The table's door; a table that lets everybody do everything has none."""
    pairing = here().pairing
    if pairing is None:
        raise NotFound
    return pairing


def guessed_name() -> Sentence | str:
    """What a tablet is called unless somebody names it: its kind, by its browser's own words."""
    agent = request.user_agent.string
    return next((name for word, name in KINDS if word in agent), ELSE)


def _name() -> str:
    return request.form.get("name", "").strip() or text(guessed_name())


def _own(pairing: Pairing) -> object:
    """The waiting tablet if it is the one that asks."""
    waiting = pairing.waiting
    return waiting if waiting and waiting.ticket == session.get("ticket") else None


def _collect(pairing: Pairing) -> None:
    """Become the tablet that somebody let in at the button."""
    ticket = session.get("ticket")
    tablet = pairing.collect(ticket) if isinstance(ticket, str) else None
    if tablet:
        sessions.give(tablet)
