"""What goes back to a browser or program: a new number, a redirect, or an error in words."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Request, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion import errors
from companion.decks import NoSuchCard
from companion.errors import CompanionError, IllegalAction
from companion.pairing import PairingError
from companion.state.view import View
from companion.words import Sentence, say
from web.guard import ForeignRequest
from web.roles import NotAllowed
from web.rulebook import place_of
from web.site import here
from web.words import phrase, text

STATUS: tuple[tuple[type[CompanionError], int], ...] = (
    (ForeignRequest, 403),
    (PairingError, 403),
    (NotAllowed, 403),
    (errors.UnknownGame, 404),
    (errors.UnknownEvening, 404),
    (NoSuchCard, 404),
    (IllegalAction, 409),
    (errors.StaleAsk, 409),
    (errors.NoGame, 409),
    (errors.NothingToTakeBack, 409),
    (errors.NothingToFix, 409),
    (errors.BundleError, 409),
    (errors.HostBusy, 503),
    (errors.HostStopped, 503),
    (errors.JournalError, 503),
    (errors.AskError, 400),
    (errors.ActionTextError, 400),
    (errors.SetupError, 400),
    (errors.BoxError, 400),
)
"""The status of each kind of error; 500 for any other."""

PLAIN = {
    403: say("This is not allowed here."),
    404: say("There is no such page."),
    405: say("This address takes no such request."),
    413: say("This is too much at once."),
    429: say("This is too often."),
    500: say("Something went wrong in the companion. The evening is safe."),
}
BACK = say("Go back to the table.")

pages = Blueprint("answers", __name__)


def wants_json(ask: Request) -> bool:
    """Whether the asker reads JSON rather than pages."""
    return ask.is_json or ask.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def done(view: View, target: str, said: Sentence | None = None) -> ResponseReturnValue:
    """The number after an ask, with a word to say beside it; a plain form is led on to the page `target`."""
    if wants_json(request):
        told = {"number": view.number, "seen": here().tag(view), "phase": view.phase}
        return told | ({"said": text(said)} if said else {})
    return redirect(target, 303)


def waiting(view: View, target: str) -> ResponseReturnValue:
    """The answer to an ask that the host has not come to yet: the page will show what came of it."""
    if wants_json(request):
        return {"number": view.number, "waiting": True}, 202
    return redirect(target, 303)


def described(error: CompanionError) -> dict[str, Any]:
    """An error as plain values: slug, sentence, advice; for rules the point, its address, and what is legal."""
    told: dict[str, Any] = {"slug": error.slug, "sentence": text(error.sentence), "advice": text(error.advice)}
    if isinstance(error, IllegalAction):
        told |= {
            "point": error.point,
            "rule": place_of(here().host.view.game, error.point),
            "legal": list(error.legal),
        }
    return told


def status_of(error: CompanionError) -> int:
    """The HTTP status that fits an error."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 500)


@pages.app_errorhandler(CompanionError)
def refused(error: CompanionError) -> ResponseReturnValue:
    """Any error of the companion's own tree."""
    return _told(described(error) | {"number": here().host.view.number}, status_of(error))


@pages.app_errorhandler(HTTPException)
def failed(error: HTTPException) -> ResponseReturnValue:
    """Any error of the web's own kind; a program fault comes here as 500 after its traceback was logged."""
    code = error.code or 500
    sentence = text(PLAIN[code]) if code in PLAIN else phrase("This request is not understood.")
    return _told({"slug": f"http-{code}", "sentence": sentence, "advice": text(BACK)}, code)


def _told(told: dict[str, Any], status: int) -> ResponseReturnValue:
    if wants_json(request):
        return told, status
    return render_template("trouble.html", trouble=told), status
