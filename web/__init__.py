"""The dashboard: pages drawn by the server, kept live by server-sent events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from flask import Flask

from companion.boxes import Boxes
from companion.cardshelf import CardShelf
from companion.firstrun import FirstRun
from companion.pairing import Pairing
from companion.ports import Playground
from companion.reports import Reports
from companion.statistics.chronicle import Chronicle
from companion.workshop import Workshop
from web import (
    across,
    answers,
    asks,
    boxnames,
    boxshelf,
    calibration,
    deck,
    deckshop,
    firstrun,
    guard,
    hands,
    laid,
    languages,
    live,
    media,
    offline,
    openapi,
    pages,
    pairing,
    players,
    reports,
    roles,
    rulebook,
    sessions,
    setups,
    shapes,
    shop,
    styles,
    summary,
    tablet,
    tablets,
    teach,
    teach_samples,
    throttle,
)
from web.contract import Host
from web.facefolder import FaceFolder
from web.fragments import Fragments
from web.server import Server
from web.site import Site, attach

__all__ = ["Server", "create_app"]

ROOMS = (
    answers,
    styles,
    tablet,
    pages,
    across,
    firstrun,
    offline,
    setups,
    boxshelf,
    boxnames,
    deck,
    deckshop,
    asks,
    live,
    media,
    reports,
    summary,
    players,
    rulebook,
    hands,
    shop,
    teach,
    teach_samples,
    calibration,
    pairing,
    tablets,
    openapi,
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
    chronicle: Chronicle | None = None,
    decks: CardShelf | None = None,
    door: Pairing | None = None,
    first_run: FirstRun | None = None,
    allowed_hosts: Iterable[str] = (),
    now: Callable[[], float] = time.monotonic,
) -> Flask:
    """The dashboard of `host`.

    `faces` is the folder of die sets (`models/dice`), `taught` that of the sets taught at this table, `boxes` the
    shelf of boxes, `playground` the edge of a simulated table when there is one, `workshop` where dice are taught
    and the camera is calibrated, `reported` the readings that were reported, `chronicle` what the journal tells of
    past evenings, `decks` the taught decks of cards, `door` who may come in (without one everybody may do
    everything), `first_run` how far the first run is, `allowed_hosts` names under which tablets may find it beside
    its addresses, its host name and localhost, `now` the monotonic clock in seconds in which the host counts.
    """
    app = Flask(__name__)
    names = guard.own_names() | guard.renamed() | {name.lower() for name in allowed_hosts}
    shown = FaceFolder(*(root for root in (faces, taught) if root))
    site = Site(host, shown, boxes, now, playground, workshop, frozenset(names))
    site.reports, site.chronicle, site.pairing, site.first_run = reported, chronicle, door, first_run
    site.fragments = Fragments(site, app.jinja_env)
    attach(app, site)
    shapes.install(app, site)
    site.decks = decks
    laid.install(app, site)
    app.jinja_env.globals |= {
        "workshop": workshop is not None,
        "chronicle": chronicle is not None,
        "door": door is not None,
    }
    languages.install(app)
    guard.install(app)
    if door:
        throttle.install(app, now)
        sessions.install(app, door)
    roles.install(app)
    for room in ROOMS:
        app.register_blueprint(room.pages)
    return app
