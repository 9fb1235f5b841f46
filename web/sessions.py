"""A tablet's session: a signed cookie that names the tablet, good as long as the table's list says so."""

from __future__ import annotations

import hashlib
import ipaddress
import socket
import time
from datetime import timedelta

from flask import Flask, Request, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from companion.pairing import Pairing, Tablet
from web.site import NOBODY, Watcher, here

COOKIE = "companion"
SECURE = "__Host-companion"
"""The cookie's name over HTTPS: a browser takes this one from no other site and over no other way."""

LIFETIME = timedelta(days=180)
"""How long a tablet may stay away; each day that it comes begins anew."""

DAY = 86_400
"""Seconds."""


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookies, with SHA-256, and another name and `Secure` over HTTPS.

    The cookie of plain HTTP is good over HTTPS once: the tablet then gets a new session, so that one that somebody
    overheard is worth nothing any more.
    """

    salt = "table-companion session"
    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:  # noqa: ARG002  (Flask's shape)
        """The name for the way on which the present request came."""
        return SECURE if request.is_secure else COOKIE

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002  (Flask's shape)
        """Whether the cookie travels over HTTPS alone."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request; over HTTPS that of plain HTTP where there is no other yet."""
        found = super().open_session(app, request)
        if found is None or found or not request.is_secure or COOKIE not in request.cookies:
            return found
        signer = self.get_signing_serializer(app)
        try:
            old = signer.loads(request.cookies[COOKIE], max_age=int(LIFETIME.total_seconds())) if signer else {}
        except BadSignature:
            return found
        found["carried"] = old
        return found


def install(app: Flask, pairing: Pairing) -> None:
    """Give `app` signed sessions with the key of the table."""
    app.secret_key = pairing.register.key
    app.session_interface = Sessions()
    app.config |= {
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Strict",
        "SESSION_REFRESH_EACH_REQUEST": False,
        "PERMANENT_SESSION_LIFETIME": LIFETIME,
    }
    app.before_request(_carry_over)
    app.before_request(_note)


def tablet() -> Tablet | None:
    """The paired tablet that asks now, or None."""
    if "tablet" not in g:
        pairing = here().pairing
        g.tablet = pairing.register.holds(session.get("tablet"), session.get("issue")) if pairing else None
    found: Tablet | None = g.tablet
    return found


def give(made: Tablet) -> None:
    """Make the present browser this tablet."""
    session.clear()
    session.permanent = True
    session.update({"tablet": made.id, "issue": made.issue, "day": int(time.time()) // DAY})
    g.pop("tablet", None)
    g.pop("role", None)


def forget() -> None:
    """Make the present browser nobody."""
    session.clear()
    g.pop("tablet", None)
    g.pop("role", None)


def pin_set() -> bool:
    """Whether the table has a PIN for the host."""
    pairing = here().pairing
    return bool(pairing and pairing.register.pin)


def unlocked() -> bool:
    """Whether the PIN was entered on this tablet, and things of the host's were done since in time."""
    found, pairing = tablet(), here().pairing
    return bool(found and pairing and pairing.unlocked.holds(found))


def who() -> str:
    """What tells askers apart: a paired tablet's id, else the address."""
    found = tablet()
    return f"tablet {found.id}" if found else f"address {request.remote_addr}"


def watcher() -> Watcher:
    """Who opens a stream now, as `web.site.Gate` tells them apart."""
    pairing = here().pairing
    if pairing is None or (pairing.trusts_this_machine and from_this_machine()):
        return NOBODY
    return Watcher(who(), stranger=tablet() is None)


def from_this_machine() -> bool:
    """Whether the request was sent by a browser on this machine."""
    return is_this_machine(request.remote_addr or "")


def is_this_machine(address: str) -> bool:
    """Whether an address is this machine's own: a socket can be bound to it."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
        family = socket.AF_INET6 if ip.version == 6 else socket.AF_INET
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except (ValueError, OSError):
        return False
    return not (ip.is_unspecified or ip.is_multicast)


def _carry_over() -> None:
    """Over HTTPS for the first time: the tablet gets a new session, and the one of plain HTTP ends."""
    old, pairing = session.pop("carried", None), here().pairing
    if not isinstance(old, dict) or pairing is None:
        return
    known = pairing.register.holds(old.get("tablet"), old.get("issue"))
    if known:
        give(pairing.register.renew(known.id))


def _note() -> None:
    """The tablet was here: once a day its cookie is made to last anew; one that is not good is taken away."""
    pairing = here().pairing
    if pairing is None or request.endpoint == "static":
        return
    found = tablet()
    if found is None:
        if "tablet" in session:
            session.clear()
        return
    pairing.register.seen(found.id)
    today = int(time.time()) // DAY
    if session.get("day") != today:
        session["day"] = today
