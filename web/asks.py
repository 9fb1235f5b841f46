"""`POST /ask/<verb>`: everything that people want of the table."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.errors import AlreadyDone, HostStopped
from companion.state.view import View
from companion.words import say
from web import answers, fields, moves
from web.fields import Field, Raw
from web.site import Site, here

PATIENCE = 10.0
"""Seconds that an answer waits for the host; later it says that the ask is still in the queue (202)."""

VERBS: Mapping[str, Mapping[str, Field]] = {
    "new": {
        "game": fields.one,
        "seats": fields.many,
        "options": fields.one,
        "clock": fields.one,
        "box": fields.perhaps,
    },
    "open": {"evening": fields.one},
    "leave": {},
    "press": {},
    "long_press": {},
    "read": {},
    "accept": {"proposal": fields.one, "action": fields.perhaps},
    "dismiss": {"proposal": fields.one},
    "amend": {"proposal": fields.one, "die": fields.one, "face": fields.one},
    "remove": {"proposal": fields.one, "die": fields.one},
    "add": {"proposal": fields.one, "face": fields.one},
    "name_card": {"proposal": fields.one, "code": fields.one},
    "do": {"action": fields.one},
    "give": {"name": fields.one, "value": fields.numbers},
    "fix": {"act": fields.one, "faces": fields.many},
    "open_fix": {"act": fields.one},
    "fix_act": {"act": fields.one, "action": fields.one},
    "confirm_fix": {},
    "cancel_fix": {},
    "take_back": {},
    "pause": {},
    "resume": {},
    "clear_notice": {},
}
"""Each verb of the host with the arguments that it takes from a body."""

ELSEWHERE = {"leave": "/"}
"""Where a plain form is led after a verb, if not to the table."""

pages = Blueprint("asks", __name__)


@pages.post("/ask/<verb>")
def ask(verb: str) -> ResponseReturnValue:
    """Hand one ask to the host and tell the number of the View after it."""
    if verb not in VERBS:
        raise fields.bad(f"one of {[*VERBS]}", verb, "verb")
    site, body = here(), fields.body_of(request)
    target = ELSEWHERE.get(verb, "/table")
    try:
        view = answer(site, verb, seen_of(site, body), arguments(site.host.view, verb, body))
    except AlreadyDone as error:
        return answers.done(site.host.view, target, error.sentence)
    return answers.waiting(site.host.view, target) if view is None else answers.done(view, target)


def seen_of(site: Site, body: Mapping[str, Raw]) -> int | None:
    """The View number that the asker looked at, when it tells one."""
    raw = body.get("seen")
    return None if raw is None else site.seen(str(fields.one("seen", raw)))


def arguments(view: View, verb: str, body: Mapping[str, Raw]) -> dict[str, Any]:
    """The arguments of `verb` from a body; an action may come as its text or field by field.

    Raises:
        AskError: one is missing or of another kind.
    """
    if verb == "do" and "action" not in body:
        return {"action": moves.composed(view, body)}
    if verb == "fix_act" and "action" not in body:
        asked = view.fix.choices if view.fix else ()
        return {"act": fields.one("act", body.get("act", ())), "action": moves.composed(view, body, asked)}
    return {name: field(name, body.get(name, ())) for name, field in VERBS[verb].items()}


def answer(site: Site, verb: str, seen: int | None, args: Mapping[str, Any]) -> View | None:
    """The View after an ask, or None when the host has not come to it in time.

    Raises:
        CompanionError: whatever the host refuses.
    """
    future: Future[View] = site.host.ask(verb, seen=seen, **args)
    try:
        return future.result(PATIENCE)
    except CancelledError as error:
        raise HostStopped(say("The companion is closing."), detail=f"ask {verb!r} was cancelled") from error
    except TimeoutError:
        return future.result() if future.done() else None
