"""Who may ask: this machine's own pages under this machine's own names, in small bodies."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter

from companion.errors import CompanionError
from companion.words import say
from web.site import here

BODY = 64 * 1024
"""The largest body of a request, in bytes: a new game with six long names stays under 4 KiB."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class ForeignRequest(CompanionError, PermissionError):
    """A request under a name that is not this machine's, or sent by another site's page."""

    slug = "foreign-request"
    default_advice = say("Open the companion by the address that it shows when it starts.")


class Short(IntegerConverter):
    """A number in an address, short enough to be converted at once."""

    regex = r"\d{1,15}"


def install(app: Flask) -> None:
    """Check every request to `app`, limit bodies, and set the headers of every answer."""
    app.config["MAX_CONTENT_LENGTH"] = BODY
    app.url_map.converters["int"] = Short
    app.before_request(check)
    app.after_request(_with_headers)


def check() -> None:
    """Let the present request through.

    Raises:
        ForeignRequest: the Host header names another machine, or a POST comes from another origin.
        NotFound: the address holds a line break or the like, which nothing here is called by.
    """
    if not request.path.isprintable():
        raise NotFound
    if not known_host(request.host, here().allowed_hosts):
        raise ForeignRequest(say("This name is not the companion's."), detail=f"got Host {request.host!r}")
    if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request):
        raise ForeignRequest(
            say("Another web page tried to play."),
            detail=f"expected Origin {request.host_url!r}, got {request.headers.get('Origin')!r}",
        )


def own_names() -> frozenset[str]:
    """The names that this machine has without anybody's word: localhost, its host name, the same with .local."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def renamed() -> frozenset[str]:
    """The names under which avahi announces this machine while another one in the network has its name."""
    name = socket.gethostname().lower().partition(".")[0]
    return frozenset(f"{name}-{number}.local" for number in range(2, 10))


def known_host(host: str, allowed: frozenset[str]) -> bool:
    """Whether a Host header names this machine: an address in digits, or a name that is allowed.

    An address in digits cannot be pointed elsewhere by a foreign name server, which is what the check is for.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        return name in allowed or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def same_origin(ask: Request) -> bool:
    """Whether a request was not sent by another site's page: browsers say so in one of two headers."""
    if ask.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = ask.headers.get("Origin")
    return origin is None or origin == ask.host_url.rstrip("/")


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response
