"""How a tablet comes to trust the table's https; over plain http everything else leads here."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.words import say
from web.authority import Authority
from web.guard import ForeignRequest

OPEN = ("static", "styles.style", "trust.page", "trust.certificate", "live.health", "live.view_json")
"""Endpoints that plain http still has: the page that explains, and what the installation asks a table for.

Everybody in the network may see the View anyway.
"""

FILE = "table-companion-authority.crt"

pages = Blueprint("trust", __name__, url_prefix="/trust")


def install(app: Flask, authority: Authority, port: int) -> None:
    """Serve `app` over https at `port` alone, but for the page that tells how to trust `authority`."""
    app.extensions["https"] = authority, port
    app.register_blueprint(pages)
    app.before_request(lead)


@pages.get("")
def page() -> ResponseReturnValue:
    """What to do on this kind of tablet, once."""
    authority, port = _https()
    to = request.args.get("to", "/")
    return render_template(
        "pairing/trust.html",
        fingerprint=authority.fingerprint,
        secure=request.is_secure,
        onward=secure_url(port, to if to.startswith("/") else "/"),
    )


@pages.get(f"/{FILE}")
def certificate() -> ResponseReturnValue:
    """The certificate of the table's authority, as tablets take it in."""
    data = _https()[0].certificate.read_bytes()
    answer = Response(data, mimetype="application/x-x509-ca-cert")
    answer.headers.set("Content-Disposition", "attachment", filename=FILE)
    return answer


def lead() -> ResponseReturnValue | None:
    """Over plain http: a page leads to the one that explains, and nothing can be done.

    Raises:
        ForeignRequest: something was to be done.
    """
    if request.is_secure or request.endpoint in OPEN:
        return None
    if request.method not in ("GET", "HEAD"):
        raise ForeignRequest(say("This table is played over https."), advice=say("Open its page again."))
    return redirect(f"/trust?to={quote(request.full_path.rstrip('?'), safe='/?=')}", 302)


def secure_url(port: int, path: str) -> str:
    """An address of this table over https, under the name by which it was asked for."""
    name = urlsplit(f"//{request.host}").hostname or ""
    return f"https://[{name}]:{port}{path}" if ":" in name else f"https://{name}:{port}{path}"


def _https() -> tuple[Authority, int]:
    if "https" not in current_app.extensions:
        raise NotFound
    authority, port = current_app.extensions["https"]
    return authority, port
