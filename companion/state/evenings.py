"""The list of evenings, for choosing one to go on with."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.rules.game import Seat
from companion.state.journal import Journal, Start
from companion.state.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Evening:
    """An evening in the list: its id, game and seats, unix seconds, acts that hold, and whether it is over.

    `readable` is False for one that this version cannot continue; its seats are then unknown.
    """

    id: int
    game: str
    seats: tuple[Seat, ...]
    started_at: float
    acts: int
    over: bool
    readable: bool = True


def list_evenings(journal: Journal, most: int = 50) -> tuple[Evening, ...]:
    """The newest evenings of a journal, at most so many."""
    return tuple(_evening(journal, start) for start in journal.evenings()[:most])


def _evening(journal: Journal, start: Start) -> Evening:
    try:
        table = Table(journal, start.id)
    except CompanionError as error:
        log.warning("evening %s cannot be continued: %s", start.id, error)
        return Evening(start.id, start.game, (), start.started_at, 0, over=True, readable=False)
    over = table.game.outcome(table.state) is not None
    return Evening(start.id, start.game, table.setup.seats, start.started_at, len(table.acts), over)
