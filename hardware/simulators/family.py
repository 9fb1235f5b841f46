"""A simulated family: players at the simulated table who play one game after another, for demos and soak tests."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError, UnknownGame
from companion.host import Host
from companion.rules import GAMES
from companion.rules.game import Action, Game
from companion.state.view import Proposal, View
from companion.words import say
from hardware.simulators.players import chosen, thrown
from hardware.simulators.table import SimulatedTable
from hardware.simulators.tray import ROLLS

log = logging.getLogger(__name__)

SEATS = (("Otter", "yellow"), ("Heron", "blue"), ("Seal", "red"))
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "monopoly": {"cards": "app"},
    "plankton_rising": {"cards": "app"},
    "riot": {"window": 5},
}
"""House rules for which a simulated family has all that is needed: no cards lie on a simulated table."""

BOXES: Mapping[str, str] = {"plankton_rising": "sample"}
PACE = 2.0
"""Seconds between two acts, so that people can follow on the dashboard."""

PATIENCE = 15.0
"""Seconds that an answer of the host is waited for."""

PRESS = 0.1
"""Seconds that the button is held down."""


def game_called(text: str) -> Game[Any]:
    """The game whose id begins with `text`.

    Raises:
        UnknownGame: there is none, or more than one.
    """
    found = [game for game in GAMES.values() if game.id.startswith(text)]
    if len(found) != 1:
        raise UnknownGame(
            say("There is no such game here."), detail=f"expected the start of one of {[*GAMES]}, got {text!r}"
        )
    return found[0]


@dataclass
class Tally:
    """What a family has done: games to the end, acts, rolls, dice put right by hand, and silent misreadings."""

    games: int = 0
    acts: int = 0
    rolls: int = 0
    amended: int = 0
    misread: int = 0


class Family:
    """Plays `game` at a simulated `table` through the same asks as any family, on a thread of its own.

    Between two acts it waits `pace` seconds. Dice are thrown into the drawn tray and read by the eye; what that is
    not sure of is put right by hand before the button accepts it. The same `seed` makes the same wishes, while the
    dice come from the table.
    """

    def __init__(self, host: Host, table: SimulatedTable, game: Game[Any], pace: float, seed: int) -> None:
        self._host = host
        self._table = table
        self._game = game
        self._pace = pace
        self._rng = random.Random(seed)
        self._leaving = threading.Event()
        self._waiting = 0
        self._thread = threading.Thread(target=self._run, name="family")
        self.tally = Tally()

    def start(self) -> None:
        """Sit down at the table."""
        self._thread.start()

    def stop(self) -> None:
        """Get up; harmless twice and before `start`."""
        self._leaving.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._leaving.is_set():
            view = self._host.view
            try:
                self._act(view)
            except CompanionError as error:  # somebody at a tablet was faster, or the host is closing
                log.info("the family tries again: %s", error)
            self._leaving.wait(self._pace)

    def _act(self, view: View) -> None:
        """The next thing to do, whoever's turn it is; nothing while another game is on the table."""
        if view.phase == "home":
            self._ask("new", view, **self._evening())
        elif view.game == self._game.id:
            _STEPS[view.phase](self, view)

    def _evening(self) -> dict[str, Any]:
        least, most = self._game.players
        seats = SEATS[: max(least, min(most, len(SEATS)))]
        return {
            "game": self._game.id,
            "seats": [{"name": name, "colour": colour} for name, colour in seats],
            "options": dict(OPTIONS.get(self._game.id, {})),
            "seed": self._rng.randrange(1, 2**31),
            "box": BOXES.get(self._game.id, ""),
        }

    def _play(self, view: View) -> None:
        action = chosen(view, self._rng)
        if thrown(view, action):
            self._throw(view, action)
        else:
            self._ask("do", view, action=str(action))
            self.tally.acts += 1

    def _throw(self, view: View, action: Action) -> None:
        """Throw the dice, wait until they lie, and press the button."""
        for name, value in action.args.items():
            self._ask("give", view, name=name, value=value)
            view = self._host.view
        self._table.throw(_staying(view, action))
        self._leaving.wait(2 * ROLLS)
        self.tally.rolls += 1
        self._press(view)

    def _accept(self, view: View) -> None:
        """Compare what was read with the dice on the table, as anybody would, and press the button."""
        shown = view.proposal
        if shown is None:
            return
        lying = self._table.faces()
        if len(shown.dice) != len(lying):
            self._again(view)
            return
        wrong = self._wrong(shown, lying)
        if wrong is not None:
            self._ask("amend", view, proposal=shown.id, die=wrong, face=lying[wrong])
        elif shown.acceptable:
            self.tally.acts += 1
            self._press(view)
        else:
            self._again(view)

    def _wrong(self, shown: Proposal, lying: tuple[str, ...]) -> int | None:
        """The first die that was not read, or not as it lies."""
        for place, (die, face) in enumerate(zip(shown.dice, lying, strict=True)):
            if die.face != face or not die.sure:
                self.tally.amended += 1
                self.tally.misread += die.sure
                return place
        return None

    def _again(self, view: View) -> None:
        """What cannot be put right is thrown once more."""
        if view.proposal:
            self._ask("dismiss", view, proposal=view.proposal.id)

    def _press(self, view: View) -> None:
        """Press the table button, and wait until the table has noticed."""
        self._table.press(PRESS)
        self._host.wait(view.number, PATIENCE)

    def _watch(self, view: View) -> None:
        self._host.wait(view.number, PATIENCE)

    def _over(self, view: View) -> None:
        """Look at the end for a while, then begin anew."""
        self.tally.games += 1
        log.info("a game of %s has ended: %s; %s", self._game.id, view.outcome, self.tally)
        self._leaving.wait(3 * self._pace)
        self._ask("leave", view)

    def _ask(self, verb: str, view: View, **args: Any) -> None:
        self._host.ask(verb, seen=view.number, **args).result(PATIENCE)


def _staying(view: View, action: Action) -> tuple[str, ...]:
    """The faces of the dice that stay when those marked in `action` are thrown again."""
    for choice in view.choices:
        for arg in choice.args.values():
            over, at = getattr(arg, "over", ()), getattr(arg, "at", "")
            marked = action.args.get(at, ())
            if choice.name == action.name and over and isinstance(marked, tuple):
                return tuple(face for place, face in enumerate(over) if place not in marked)
    return ()


_STEPS = {
    "play": Family._play,
    "looking": Family._watch,
    "proposal": Family._accept,
    "question": Family._accept,
    "cannot-read": Family._again,
    "over": Family._over,
}
"""What is done in each phase of the View."""
