"""Views as a real desk makes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.boxes import Boxes
from companion.desk import Desk
from companion.pictures import Pictures
from companion.rules.game import Seat
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.view import View

ANN, BO = Seat("Ann", "yellow"), Seat("Bo 🦀", "blue")
ROLL = '{seat} roll faces=["SB","SB","SB","PA","KR"]'


class Evening:
    """A desk at which two people play."""

    def __init__(
        self, folder: Path, game: str = "yahtzee_jr", clock: TurnClock | None = None, **options: Any
    ) -> None:
        self.desk = Desk(MemoryJournal(), Pictures(folder / "pictures"), Boxes(folder / "boxes"), wall=lambda: 1e9)
        self.home = self.desk.view()
        self.desk.new(game, [ANN, BO], options, clock, seed=7)

    @property
    def view(self) -> View:
        return self.desk.view()

    def do(self, *actions: str) -> View:
        for action in actions:
            self.desk.do(action)
        return self.view

    def turn(self, seat: int, character: str = "SB") -> View:
        """A roll that is scored."""
        return self.do(ROLL.format(seat=seat), f'{seat} score character="{character}"')
