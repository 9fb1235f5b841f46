"""Evenings played at random, live at a table and as its journal has them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, cast

from companion.errors import CompanionError, NothingToTakeBack
from companion.rules import game_of
from companion.rules.game import Game, Seat, Setup
from companion.rules.setup import COLOURS, checked_setup
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.table import Table
from companion.statistics.played import Played, unfolded
from tests.play import WEIGHTS, random_action, random_setup

BEGAN = 1_700_000_000.0
NAMES = ("Ada Łukasz", "שרה", "李小龙", "🐙 Octo", "محمد", "=1+1")
"""Names in several scripts, with an emoji, and one that a spreadsheet would take for a formula."""


@dataclass
class Evening:
    """A table with its journal in memory, and the evening folded live beside it."""

    journal: MemoryJournal
    table: Table
    live: Played

    @property
    def stored(self) -> Played:
        """The evening as the journal tells it."""
        return unfolded(self.journal.evening(self.table.evening), self.journal.entries(self.table.evening))


def begun(game: str, setup: Setup, mode: str = "off") -> Evening:
    """A new evening that nobody has played yet."""
    journal = MemoryJournal()
    table = Table.new(journal, game, setup, TurnClock(mode), BEGAN)
    return Evening(journal, table, Played(table.evening, table.game, table.setup, mode != "off", BEGAN))


def setup_for(game: str, seed: int, names: tuple[str, ...] = NAMES) -> Setup:
    """A random setup with names of all kinds."""
    known: Game[Any] = game_of(game)
    setup = random_setup(known, random.Random(seed))
    seats = tuple(Seat(name, colour) for name, colour in zip(names, COLOURS, strict=False))
    return checked_setup(known, replace(setup, seats=seats[: len(setup.seats)]))


def random_evening(game: str, seed: int, *, mistakes: bool = False, most: int = 4000) -> Evening:
    """An evening played to its end, or for so many acts, some of them taken back or corrected (`mistakes`)."""
    rng = random.Random(seed)
    evening = begun(game, setup_for(game, seed), rng.choice(("off", "up")))
    at = BEGAN
    for step in range(most):
        choices = evening.table.choices
        if not choices:
            break
        at += rng.choice((0.0, 7.5, 40.0, 700.0))
        weights = [WEIGHTS.get(game, {}).get(one.name, 0.3 + step / most) for one in choices]
        action = random_action(rng.choices(choices, weights)[0], rng)
        act = evening.table.do(action, at=at, used=float(rng.randrange(60)))
        evening.live = evening.live.after([act])
        if mistakes and rng.random() < 0.1:
            rng.choice((take_back, correct))(evening, at, rng)
    return evening


def correct(evening: Evening, at: float, rng: random.Random) -> None:
    """Let a past roll have shown its faces in another order, at the table and live."""
    rolls = [act for act in evening.table.acts[-12:] if isinstance(act.action.args.get("faces"), tuple)]
    if not rolls:
        return
    act = rng.choice(rolls)
    faces = [str(face) for face in cast(tuple[str, ...], act.action.args["faces"])]
    try:
        plan = evening.table.plan_fix(act.number, tuple(rng.sample(faces, len(faces))))
    except CompanionError:  # it was no roll of the tray, or kept dice cannot lie so
        return
    evening.table.fix(plan, at=at)
    before = tuple(step for step in evening.live.steps if step.act.number < act.number)
    evening.live = replace(evening.live, steps=before).after(plan.acts)


def take_back(evening: Evening, at: float, rng: random.Random) -> None:  # noqa: ARG001  (the shape of a mistake)
    """Undo the last choice, at the table and live."""
    try:
        evening.table.take_back(at=at)
    except NothingToTakeBack:
        return
    evening.live = replace(evening.live, steps=evening.live.steps[:-1])
