"""What makes the pages an application: its manifest, its service worker, the page without a companion."""

from __future__ import annotations

import json

from flask import Blueprint, Response, current_app, render_template
from flask.typing import ResponseReturnValue

from web.languages import direction, spoken
from web.words import phrase

ICONS = (("192", "any"), ("512", "any"), ("512-mask", "maskable"))
"""The icons in `static/icons`, by the name of each file, and what each is for; `tests/icons.py` draws them."""

COLOUR = "#0c2a44"
pages = Blueprint("offline", __name__)


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The manifest (W3C Web Application Manifest) in the tablet's language."""
    told = {
        "id": "/",
        "name": phrase("Table Companion"),
        "short_name": phrase("Companion"),
        "description": phrase("Reads the dice, keeps the rules and shows whose turn it is."),
        "lang": spoken(),
        "dir": direction(),
        "start_url": "/table",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [_icon(name, purpose) for name, purpose in ICONS],
    }
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")


@pages.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The service worker, at the top so that it may speak for every page."""
    return current_app.send_static_file("js/sw.js")


@pages.get("/offline")
def shell() -> ResponseReturnValue:
    """The page that a tablet shows while it cannot reach the companion."""
    return render_template("offline.html")


def _icon(name: str, purpose: str) -> dict[str, str]:
    size = name.partition("-")[0]
    return {"src": f"/static/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
