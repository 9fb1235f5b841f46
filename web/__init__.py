"""The dashboard: pages drawn by the server, kept live by server-sent events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from flask import Flask

from companion.boxes import Boxes
from companion.ports import Playground
from companion.reports import Reports
from companion.workshop import Workshop
from web import (
    answers,
    asks,
    boxshelf,
    calibration,
    deck,
    guard,
    hands,
    live,
    media,
    pages,
    reports,
    setups,
    shapes,
    shop,
    teach,
    teach_samples,
)
from web.contract import Host
from web.facefolder import FaceFolder
from web.fragments import Fragments
from web.server import Server
from web.site import Site, attach

__all__ = ["Server", "create_app"]

ROOMS = (
    answers,
    pages,
    setups,
    boxshelf,
    deck,
    asks,
    live,
    media,
    reports,
    hands,
    shop,
    teach,
    teach_samples,
    calibration,
)


def create_app(
    host: Host,
    *,
    faces: Path,
    boxes: Boxes,
    taught: Path | None = None,
    playground: Playground | None = None,
    workshop: Workshop | None = None,
    reported: Reports | None = None,
    allowed_hosts: Iterable[str] = (),
    now: Callable[[], float] = time.monotonic,
) -> Flask:
    """The dashboard of `host`.

    `faces` is the folder of die sets (`models/dice`), `taught` that of the sets taught at this table, `boxes` the
    shelf of boxes, `playground` the edge of a simulated table when there is one, `workshop` where dice are taught
    and the camera is calibrated, `reported` the readings that were reported, `allowed_hosts` names under which
    tablets may find it beside its addresses, its host name and localhost, `now` the monotonic clock in seconds in
    which the host counts.
    """
    app = Flask(__name__)
    names = guard.own_names() | {name.lower() for name in allowed_hosts}
    shown = FaceFolder(*(root for root in (faces, taught) if root))
    site = Site(host, shown, boxes, now, playground, workshop, frozenset(names))
    site.reports = reported
    site.fragments = Fragments(site, app.jinja_env)
    attach(app, site)
    shapes.install(app, site)
    app.jinja_env.globals["workshop"] = workshop is not None
    guard.install(app)
    for room in ROOMS:
        app.register_blueprint(room.pages)
    return app
