"""What a tablet must be to open a page: the one list, and the check of every request against it."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, g, request

from companion.errors import CompanionError
from companion.pairing import Role
from companion.words import say
from web import sessions
from web.site import here

VIEWER, ACTOR, HOST = Role

ROLES: Mapping[str, Role] = {
    "static": VIEWER,
    # the game
    "pages": VIEWER,
    "live": VIEWER,
    "media": VIEWER,
    "asks": ACTOR,
    "setups": ACTOR,
    "reports": ACTOR,
    "hands": ACTOR,
    "hands.lamps": VIEWER,
    "styles": VIEWER,
    "offline": VIEWER,
    "across": VIEWER,
    "summary": VIEWER,
    "players": VIEWER,
    "players.change": ACTOR,
    "players.keep": ACTOR,
    "players.merge": HOST,
    "players.part": HOST,
    "rulebook": VIEWER,
    # the tablet itself
    "tablet": VIEWER,
    "pairing": VIEWER,
    "trust": VIEWER,
    # the table: boxes, decks, dice, camera, machine, tablets
    "boxshelf": HOST,
    "boxnames": HOST,
    "deck": HOST,
    "deckshop": HOST,
    "deckshop.picture": VIEWER,
    "shop": HOST,
    "teach": HOST,
    "teach_samples": HOST,
    "calibration": HOST,
    "first": HOST,
    "design": HOST,
    "doctor": HOST,
    "tablets": HOST,
    "openapi": HOST,
}
"""The role that an endpoint needs, by its own name (`blueprint.function`) or by its blueprint's.

An endpoint that is in neither way on the list is the host's alone, and fails a test.
"""


class NotAllowed(CompanionError, PermissionError):
    """Something that this tablet may not do in its role."""

    slug = "not-allowed"
    default_advice = say("Ask the host of the table: a host can change what this tablet may do.")


class NotPaired(NotAllowed):
    """Something that needs a tablet that somebody at the table has let in."""

    slug = "not-paired"
    default_advice = say("Open “Join” on this tablet and hold the button at the table, or enter its code.")


class PinNeeded(NotAllowed):
    """Something of the host's while the PIN has not been entered."""

    slug = "pin-needed"
    default_advice = say("Enter the host's PIN on this tablet's page “Join”.")


def needed(endpoint: str) -> Role:
    """The role that an endpoint needs."""
    return ROLES.get(endpoint, ROLES.get(endpoint.partition(".")[0], HOST))


def declared(endpoint: str) -> bool:
    """Whether an endpoint is on the list."""
    return endpoint in ROLES or ("." in endpoint and endpoint.partition(".")[0] in ROLES)


def role() -> Role:
    """The role in which the present request comes."""
    if "role" not in g:
        g.role = _role()
    return Role(g.role)


def check() -> None:
    """Let the present request through.

    Raises:
        NotAllowed: it needs another role.
    """
    wanted = needed(request.endpoint) if request.endpoint else VIEWER
    if wanted is VIEWER or role() >= wanted:
        return
    tablet = sessions.tablet()
    detail = f"{request.endpoint} needs {wanted.name}, got {role().name}"
    if wanted is HOST and tablet and sessions.pin_set():
        raise PinNeeded(say("This needs the host's PIN."), detail=detail)
    if tablet is None:
        raise NotPaired(say("This tablet only watches."), detail=detail)
    raise NotAllowed(say("This is for the host of the table."), detail=detail)


def install(app: Flask) -> None:
    """Check every request to `app`, and let its templates ask for the role."""
    app.before_request(check)
    app.jinja_env.globals["role"] = lambda: role().name.lower()


def _role() -> Role:
    pairing = here().pairing
    if pairing is None:
        return HOST
    if pairing.trusts_this_machine and sessions.from_this_machine():
        return HOST
    tablet = sessions.tablet()
    everybodys = ACTOR if pairing.everybody_plays else VIEWER
    if tablet is None:
        return everybodys
    if sessions.pin_set():
        return HOST if sessions.unlocked() else min(tablet.role, ACTOR)
    return max(tablet.role, everybodys)
