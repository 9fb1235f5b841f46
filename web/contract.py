"""What the pages need of the host: the shapes of `companion.host.Host` and its evenings."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from companion.rules.game import Seat
from companion.state.view import View


class Evening(Protocol):
    """An evening of the journal; `started_at` is unix seconds, `acts` the number of accepted actions."""

    @property
    def id(self) -> int:
        """The number under which it is opened."""
        ...

    @property
    def game(self) -> str:
        """The game's id."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played."""
        ...

    @property
    def started_at(self) -> float:
        """When it began, unix seconds."""
        ...

    @property
    def acts(self) -> int:
        """How many actions were accepted."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def readable(self) -> bool:
        """Whether this version can continue it."""
        ...


class Host(Protocol):
    """The only writer: takes asks in a queue, gives numbered Views."""

    stopping: threading.Event

    @property
    def view(self) -> View:
        """The latest View."""
        ...

    def ask(self, verb: str, *, seen: int | None = None, **args: Any) -> Future[View]:
        """An ask put in the queue; the future gives the View after it or raises a `CompanionError`.

        Raises:
            HostBusy: the queue is full.
        """
        ...

    def wait(self, after: int, timeout: float) -> View:
        """The latest View as soon as its number is above `after`, or after `timeout` seconds."""
        ...

    def picture(self, picture: str) -> bytes | None:
        """The JPEG of a proposal or log line, or None when there is none under this id."""
        ...

    def evenings(self) -> Sequence[Evening]:
        """The evenings of the journal, newest first."""
        ...
