"""The dashboard: pages drawn by the server, kept live by server-sent events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from flask import Flask

from companion.boxes import Boxes
from companion.ports import Playground
from web import answers, asks, boxshelf, guard, hands, live, media, pages, setups, shapes
from web.contract import Host
from web.facefolder import FaceFolder
from web.fragments import Fragments
from web.server import Server
from web.site import Site, attach

__all__ = ["Server", "create_app"]

ROOMS = (answers, pages, setups, boxshelf, asks, live, media, hands)


def create_app(
    host: Host,
    *,
    faces: Path,
    boxes: Boxes,
    taught: Path | None = None,
    playground: Playground | None = None,
    allowed_hosts: Iterable[str] = (),
    now: Callable[[], float] = time.monotonic,
) -> Flask:
    """The dashboard of `host`.

    `faces` is the folder of die sets (`models/dice`), `taught` that of the sets taught at this table, `boxes` the
    shelf of boxes, `playground` the edge of a simulated table when there is one, `allowed_hosts` names under which
    tablets may find it beside its addresses, its host name and localhost, `now` the monotonic clock in seconds in
    which the host counts.
    """
    app = Flask(__name__)
    names = guard.own_names() | {name.lower() for name in allowed_hosts}
    shown = FaceFolder(*(root for root in (faces, taught) if root))
    site = Site(host, shown, boxes, now, playground, frozenset(names))
    site.fragments = Fragments(site, app.jinja_env)
    attach(app, site)
    shapes.install(app, site)
    guard.install(app)
    for room in ROOMS:
        app.register_blueprint(room.pages)
    return app
