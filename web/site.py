"""What all pages of one application share."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app

from companion.boxes import Boxes
from companion.cardshelf import CardShelf
from companion.errors import AskError, StaleAsk
from companion.firstrun import FirstRun
from companion.pairing import Pairing
from companion.ports import Playground
from companion.reports import Reports
from companion.state.view import View
from companion.statistics.chronicle import Chronicle
from companion.words import say
from companion.workshop import Workshop
from web.contract import Host
from web.facefolder import FaceFolder
from web.fields import decimal

if TYPE_CHECKING:
    from web.fragments import Fragments

STREAMS = 56
"""Streams of events that may be open at a time; `web.server.THREADS` are more."""

STRANGERS = 28
"""Of those, streams of tablets that are not paired: they leave room for those that are."""

EACH = 8
"""Streams of one paired tablet, or of one address that is not paired."""


@dataclass(frozen=True)
class Watcher:
    """Who opens a stream: what tells it apart, empty when it needs no limit, and whether it is not paired."""

    who: str = ""
    stranger: bool = False


NOBODY = Watcher()


class Gate:
    """The open streams: at most `most`, `each` of one watcher, and `strangers` of those that are not paired."""

    def __init__(self, most: int, each: int = EACH, strangers: int = STRANGERS) -> None:
        self._most = most
        self._each = each
        self._strangers = strangers
        self._inside: Counter[Watcher] = Counter()
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        """How many are inside."""
        with self._lock:
            return self._inside.total()

    def enter(self, watcher: Watcher = NOBODY) -> bool:
        """Whether there was room; then it is taken."""
        with self._lock:
            room = self._has_room(watcher)
            if room:
                self._inside[watcher] += 1
            return room

    def leave(self, watcher: Watcher = NOBODY) -> None:
        """One place given back."""
        with self._lock:
            self._inside -= Counter([watcher])

    def _has_room(self, watcher: Watcher) -> bool:
        strangers = sum(count for one, count in self._inside.items() if one.stranger)
        return (
            self._inside.total() < self._most
            and not (watcher.who and self._inside[watcher] >= self._each)
            and not (watcher.stranger and strangers >= self._strangers)
        )


@dataclass
class Site:
    """The host, the icons, the boxes, a simulated table's edge, the workshop, and what keeps the streams in order.

    `now` gives the monotonic seconds in which the host's clock counts. `run` tells this start of the program
    from others: View numbers of another run are of no use here. `reports` are the reported readings, where they
    are kept, `chronicle` what the journal tells of past evenings, `pairing` the door: without one
    everybody may do everything.
    """

    host: Host
    faces: FaceFolder
    boxes: Boxes
    now: Callable[[], float]
    playground: Playground | None = None
    workshop: Workshop | None = None
    allowed_hosts: frozenset[str] = frozenset()
    streams: Gate = field(default_factory=lambda: Gate(STREAMS))
    stopping: threading.Event = field(default_factory=threading.Event)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    reports: Reports | None = None
    decks: CardShelf | None = None
    pairing: Pairing | None = None
    chronicle: Chronicle | None = None
    first_run: FirstRun | None = None
    fragments: Fragments = field(init=False)

    @property
    def stopped(self) -> bool:
        """Whether the host or the server is closing."""
        return self.stopping.is_set() or self.host.stopping.is_set()

    def tag(self, view: View) -> str:
        """A View's number, marked with this run."""
        return f"{self.run}-{view.number}"

    def number(self, tag: str) -> int | None:
        """The View number in a tag of this run, or in a bare number; None for another run's tag.

        Raises:
            AskError: the text is no tag.
        """
        run, _, number = tag.rpartition("-")
        seen = decimal(number)
        if seen is None:
            raise AskError(say("This request is not understood."), detail=f"expected a View number, got {tag!r}")
        return seen if run in ("", self.run) else None

    def seen(self, tag: str) -> int:
        """The View number that an ask was made with.

        Raises:
            StaleAsk: the page was made before the program was started anew.
            AskError: the text is no tag.
        """
        number = self.number(tag)
        if number is None:
            raise StaleAsk(
                say("The companion was started anew meanwhile."), detail=f"got {tag!r}, run {self.run!r}"
            )
        return number


def attach(app: Flask, site: Site) -> None:
    """Make `site` the one that this application's pages share."""
    app.extensions["companion"] = site


def site_of(app: Flask) -> Site:
    """The site attached to an application."""
    return cast(Site, app.extensions["companion"])


def here() -> Site:
    """The site of the application that answers now."""
    return site_of(current_app)
