"""The part of a page that changes: drawn once for what it shows, however many tablets look at it."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

from companion.rules import GAMES
from companion.state.view import View
from web import summary
from web.controls import panels
from web.languages import spoken
from web.shapes import die_set
from web.site import Site

PAGES = {"home": "home/main.html", "table": "table/main.html", "across": "across/main.html"}
"""The live pages of the table and the template of each one's `<main>`."""

NAMES = rf"{'|'.join(PAGES)}|summary-[0-9]{{1,9}}"
"""What a live page can be called, as a regular expression."""

KEPT = 16
"""Pages that are kept: all of them, in every language, of the latest Views."""


@dataclass(frozen=True)
class Drawing:
    """How a live page is drawn: its template and what that may use; two with one `mark` look the same."""

    template: str
    mark: Hashable
    context: Callable[[], Mapping[str, Any]]


class Fragments:
    """The `<main>` of each live page for the latest Views, in each language."""

    def __init__(self, site: Site, jinja: Environment) -> None:
        self._site = site
        self._jinja = jinja
        self._drawn: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = threading.Lock()

    def html(self, page: str, view: View) -> str:
        """The `<main>` of `page` for `view` in the language spoken now.

        Others that want the same wait for the first to draw it.

        Raises:
            CompanionError: it is the summary of an evening that there is not.
        """
        drawing = self._drawing(page, view)
        key = (page, drawing.mark, spoken())
        with self._lock:
            if key not in self._drawn:
                self._drawn[key] = self._jinja.get_template(drawing.template).render(drawing.context())
                while len(self._drawn) > KEPT:
                    self._drawn.popitem(last=False)
            return self._drawn[key]

    def event(self, page: str, view: View) -> dict[str, Any]:
        """What a live page is sent: number and tag, the `<main>`, and the server's clock in seconds."""
        html = self.html(page, view)
        return {"number": view.number, "seen": self._site.tag(view), "html": html, "now": self._site.now()}

    def mark(self, page: str, view: View) -> Hashable:
        """Another value where `page` has something new to show; quick, for nothing is drawn or computed."""
        if page in PAGES:
            return view.number, self._site.chronicle.stamp if self._site.chronicle else 0
        return summary.chronicle_of(self._site).mark(evening_of(page))

    def _drawing(self, page: str, view: View) -> Drawing:
        site, mark = self._site, self.mark(page, view)
        if page in PAGES:
            return Drawing(PAGES[page], mark, lambda: context(site, view))
        told = summary.chronicle_of(site).summary(evening_of(page))  # takes its time: not while others wait
        return Drawing("summary/main.html", mark, lambda: summary.context(site, told))


def is_page(name: str) -> bool:
    """Whether a live page can be called so."""
    return re.fullmatch(NAMES, name) is not None


def is_summary(name: str) -> bool:
    """Whether a live page tells of an evening, and is none of the table's own."""
    return name not in PAGES


def evening_of(name: str) -> int:
    """The evening that a summary's live page is called after."""
    return int(name.rpartition("-")[2])


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
