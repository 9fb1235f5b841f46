"""The host's page of tablets: who is in, in which role, who comes in next, and the PIN."""

from __future__ import annotations

from typing import Any

import segno
from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.pairing import PairingError, Role
from companion.pairing.tablets import LONGEST
from companion.words import say
from web import fields, pin, sessions
from web.answers import described, status_of
from web.pairing import ROLE_WORDS, door

INVITED = 600.0
"""Seconds for which an invitation is good."""

pages = Blueprint("tablets", __name__, url_prefix="/tablets")


@pages.get("")
def listed() -> ResponseReturnValue:
    """Every paired tablet."""
    return _page()


@pages.post("/invite")
def invite() -> ResponseReturnValue:
    """A code for one more tablet, as letters and as a picture to scan."""
    code = door().codes.make(_role(Role.ACTOR), seconds=INVITED)
    link = f"{door().where() or request.host_url}pair?code={code}"
    drawn = Markup(segno.make(link).svg_inline(scale=6, title=link))
    return _page(code=code, link=link, drawn=drawn)


@pages.post("/<tablet>/name")
def rename(tablet: str) -> ResponseReturnValue:
    """Call a tablet something else."""
    door().register.rename(tablet, request.form.get("name", ""))
    return redirect("/tablets", 303)


@pages.post("/<tablet>/role")
def grant(tablet: str) -> ResponseReturnValue:
    """Change what a tablet may do."""
    door().register.grant(tablet, _role(Role.VIEWER))
    return redirect("/tablets", 303)


@pages.post("/<tablet>/remove")
def remove(tablet: str) -> ResponseReturnValue:
    """Let a tablet in no more."""
    door().register.remove(tablet)
    return redirect("/tablets", 303)


@pages.post("/remove-all")
def remove_all() -> ResponseReturnValue:
    """Let no tablet in any more, this one included."""
    door().remove_all()
    sessions.forget()
    return redirect("/pair", 303)


@pages.post("/send-away")
def send_away() -> ResponseReturnValue:
    """Send the waiting tablet away."""
    door().send_away()
    return redirect("/tablets", 303)


@pages.post("/pin")
def set_pin() -> ResponseReturnValue:
    """Set the host's PIN; it counts as entered on this tablet."""
    if request.form.get("pin") != request.form.get("again"):
        raise PairingError(say("The two PINs differ."), advice=say("Write the same one twice."))
    _keep_pin(pin.hashed(request.form.get("pin", "")))
    return redirect("/tablets", 303)


@pages.post("/pin/forget")
def forget_pin() -> ResponseReturnValue:
    """Do without a PIN."""
    _keep_pin("")
    return redirect("/tablets", 303)


@pages.errorhandler(PairingError)
def refused(error: PairingError) -> ResponseReturnValue:
    """The page again, with what is wrong."""
    return _page(trouble=described(error)), status_of(error)


def _keep_pin(hashed: str) -> None:
    door().register.set_pin(hashed)
    door().unlocked.end()
    tablet = sessions.tablet()
    if tablet:
        door().unlocked.begin(tablet)


def _role(least: Role) -> Role:
    """The role that a form names, from `least` on."""
    allowed = {role.name.lower(): role for role in Role if role >= least}
    name = request.form.get("role", "actor")
    if name not in allowed:
        raise fields.bad(f"one of {[*allowed]}", name, "role")
    return allowed[name]


def _page(**more: Any) -> str:
    pairing = door()
    return render_template(
        "pairing/tablets.html",
        tablets=pairing.register.tablets,
        mine=sessions.tablet(),
        roles={role.name.lower(): ROLE_WORDS[role.name.lower()] for role in Role},
        waiting=pairing.waiting,
        has_pin=bool(pairing.register.pin),
        minutes=int(INVITED // 60),
        longest=LONGEST,
        **more,
    )
