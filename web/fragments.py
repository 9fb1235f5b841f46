"""The part of a page that changes: drawn once per View, however many tablets look at it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from jinja2 import Environment

from companion.rules import GAMES
from companion.state.view import View
from web.controls import panels
from web.languages import spoken
from web.shapes import die_set
from web.site import Site

PAGES = {"home": "home/main.html", "table": "table/main.html", "across": "across/main.html"}
"""The live pages and the template of each one's `<main>`."""

KEPT = 16
"""Pages that are kept: all of them, in every language, of the latest Views."""


class Fragments:
    """The `<main>` of each live page for the latest Views, in each language."""

    def __init__(self, site: Site, jinja: Environment) -> None:
        self._site = site
        self._jinja = jinja
        self._drawn: OrderedDict[tuple[str, int, str], str] = OrderedDict()
        self._lock = threading.Lock()

    def html(self, page: str, view: View) -> str:
        """The `<main>` of `page` for `view` in the language spoken now.

        Others that want the same wait for the first to draw it.
        """
        with self._lock:
            key = (page, view.number, spoken())
            if key not in self._drawn:
                self._drawn[key] = self._jinja.get_template(PAGES[page]).render(context(self._site, view))
                while len(self._drawn) > KEPT:
                    self._drawn.popitem(last=False)
            return self._drawn[key]

    def event(self, page: str, view: View) -> dict[str, Any]:
        """What a live page is sent: number and tag, the `<main>`, and the server's clock in seconds."""
        html = self.html(page, view)
        return {"number": view.number, "seen": self._site.tag(view), "html": html, "now": self._site.now()}


def context(site: Site, view: View) -> dict[str, Any]:
    """What the templates of a live page may use."""
    return {
        "view": view,
        "seen": site.tag(view),
        "panels": panels(view),
        "games": GAMES,
        "evenings": site.host.evenings() if view.phase == "home" else (),
        "playground": site.playground is not None,
        "reporting": site.reports is not None,
        "now": site.now(),
    }


def sheet_faces(site: Site, view: View, first: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The faces that a die may be corrected to: `first` the likeliest, then the rest in the set's own order."""
    open_now = next((panel.pad.faces for panel in panels(view) if panel.pad), ())
    rest = open_now or site.faces.faces(die_set(view))
    return tuple(dict.fromkeys((*first, *rest)))
