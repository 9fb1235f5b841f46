"""Live pages: every open tablet gets the newest whole View, whenever it is ready for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from web import plain, sessions, summary
from web.fields import bad
from web.fragments import PAGES, evening_of, is_page, is_summary
from web.languages import SOURCE, speaking, spoken
from web.site import Site, here

SLICE = 1.0
"""Seconds that a stream sleeps at most before it looks whether to end."""

BEAT = 5.0
"""Seconds after which a silent stream says that it lives."""

LIFETIME = 300.0
"""Seconds after which a stream ends and the page opens another: no vanished tablet holds a thread for longer."""

REST = 2.0
"""Seconds between two summaries to one page: each is computed from the whole evening."""

pages = Blueprint("live", __name__)


@pages.get("/live")
def live() -> ResponseReturnValue:
    """The stream of events for one page: `view` with a whole fragment, `beat` when nothing happens."""
    site, page = here(), _page()
    after = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    known = site.number(after) if after else None
    watcher = sessions.watcher()
    if not site.streams.enter(watcher):
        return {"slug": "too-many-streams"}, 503, {"Retry-After": "5"}
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = Response(stream(site, page, known, gone, spoken()), mimetype="text/event-stream")
    response.headers |= {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response.call_on_close(partial(site.streams.leave, watcher))
    return response


@pages.get("/live/now")
def now() -> ResponseReturnValue:
    """The newest event alone, for a page that comes back or finds no stream."""
    site = here()
    return site.fragments.event(_page(), site.host.view), {"Cache-Control": "no-store"}


@pages.get("/healthz")
def health() -> ResponseReturnValue:
    """Whether the program answers: the number and phase of its View."""
    view = here().host.view
    return {"number": view.number, "phase": view.phase}


@pages.get("/view.json")
def view_json() -> ResponseReturnValue:
    """The whole View in JSON."""
    site = here()
    return {"seen": site.tag(site.host.view), **plain.values(site.host.view)}


def _page() -> str:
    page = request.args.get("page", "table")
    if not is_page(page):
        raise bad(f"one of {[*PAGES]} or an evening's summary", page, "page")
    if is_summary(page):
        summary.chronicle().setup(evening_of(page))  # an evening that there is not is told before a stream begins
    return page


def stream(
    site: Site,
    page: str,
    known: int | None,
    gone: Callable[[], bool] = lambda: False,
    language: str = SOURCE,
) -> Iterator[str]:
    """Events in `language` until the server stops, the browser is `gone` or the stream's lifetime is over.

    `known` is the number that the page shows already; None, or a number from the future, means that it
    knows nothing.
    """
    yield "retry: 1000\n\n"
    shown = known if known is not None and known <= site.host.view.number else -1
    mark = site.fragments.mark(page, site.host.view) if shown == site.host.view.number else None
    yield beat(site)
    spoken = born = site.now()
    while not (site.stopped or gone()) and site.now() - born < LIFETIME:
        view = site.host.wait(shown, SLICE)
        fresh = view.number != shown and site.fragments.mark(page, view)
        shown = view.number
        if fresh and fresh != mark:
            mark, spoken = fresh, site.now()
            with speaking(language):
                drawn = site.fragments.event(page, view)
            yield event("view", drawn, site.tag(view))
            if is_summary(page):
                site.stopping.wait(REST)
        elif site.now() - spoken >= BEAT:
            spoken = site.now()
            yield beat(site)


def beat(site: Site) -> str:
    """The sign of life, with the server's clock in seconds."""
    return event("beat", {"number": site.host.view.number, "now": site.now()})


def event(name: str, data: dict[str, Any], mark: str = "") -> str:
    """A server-sent event; JSON holds no line break, so one `data` line is enough."""
    mark_line = f"id: {mark}\n" if mark else ""
    return f"{mark_line}event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
