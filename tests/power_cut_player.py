"""A companion that plays random Yahtzee Jr. until its process is killed.

It goes on with the newest evening that is not over. For each thing that was accepted it sends one record through a
pipe, after the answer had come: evening, kind and text; the journal must hold that thing from then on.
"""

from __future__ import annotations

import random
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.boxes import Boxes
from companion.desk import Desk
from companion.errors import IllegalAction
from companion.host import Host
from companion.pictures import Pictures
from companion.state.evenings import list_evenings
from companion.state.journal import SqliteJournal
from companion.state.view import LogLine, View
from tests.play import random_action

JOURNAL = "journal.sqlite3"
NEWEST = 2
"""Evenings that are looked at for one to go on with; all but the newest are over."""

Record = tuple[int, str, str]
"""What was accepted: the evening, the kind of its entry, its text."""

SEATS = [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "blue"}]


class Player:
    """Somebody who does whatever is legal, takes back now and then, and corrects a reading."""

    def __init__(self, folder: Path, seed: int, told: Connection) -> None:
        self._journal, pictures = SqliteJournal(folder / JOURNAL), Pictures(folder / "pictures")
        self._host = Host(Desk(self._journal, pictures, Boxes(folder / "boxes")), self._journal, pictures)
        self._rng = random.Random(seed)
        self._told = told

    def play(self) -> None:
        """Play one evening after another."""
        self._host.start()
        try:
            view = self._begin()
            while True:
                view = self._begin() if view.phase == "over" else self._step(view)
        finally:  # an error ends the program, and so tells the test
            self._host.stop()

    def _begin(self) -> View:
        running = [evening for evening in list_evenings(self._journal, NEWEST) if not evening.over]
        if running:
            return self._ask("open", evening=running[0].id)
        return self._ask("new", game="yahtzee_jr", seats=SEATS, clock={"mode": "up"})

    def _step(self, view: View) -> View:
        pick = self._rng.random()
        if pick < 0.25 and view.can_take_back:
            return self._say(self._ask("take_back"), "undone", "")
        rolls = [line for line in view.log if line.fixable]
        if pick > 0.95 and rolls:
            return self._fix(self._rng.choice(rolls), view)
        action = str(random_action(self._rng.choice(view.choices), self._rng))
        return self._say(self._ask("do", action=action), "acted", action)

    def _fix(self, line: LogLine, view_before: View) -> View:
        die = self._rng.randrange(len(line.faces))
        face = "SB" if line.faces[die] != "SB" else "PA"
        faces = [*line.faces[:die], face, *line.faces[die + 1 :]]
        try:
            view = self._ask("fix", act=line.act, faces=faces)
        except IllegalAction:  # a die that lay aside, or more of a face than there are dice with it
            return view_before
        if view.fix:
            view = self._ask("confirm_fix")
        return self._say(view, "corrected", str(line.act))

    def _ask(self, verb: str, **args: Any) -> View:
        return self._host.ask(verb, **args).result()

    def _say(self, view: View, kind: str, text: str) -> View:
        self._told.send((view.evening, kind, text))
        return view


def play(folder: Path, seed: int, told: Connection) -> None:
    """What the process does; an error ends it, and so tells the test."""
    Player(folder, seed, told).play()
