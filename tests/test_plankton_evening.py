"""Plankton Rising with the button and simulated dice: drawn dice in four colours, the real eye, mock pins.

COMPANION_EVENING=whole plays until the game is over; every day a simulated family throws and reads a few times.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.rules.game import Action, Seat, Setup
from companion.rules.plankton_rising import GAME
from companion.rules.setup import checked_setup
from companion.state.view import View
from hardware.simulators.table import SimulatedTable
from hardware.simulators.tray import BODIES
from tests.play import fold
from tests.rules.plankton import shipped
from tests.rules.test_plankton_games import eager_action

WHOLE = os.environ.get("COMPANION_EVENING") == "whole"
PATIENCE = 60.0
COLOURS = {body: colour for colour, (body, _ink) in BODIES.items()}

pytestmark = [
    pytest.mark.timeout(7200),
    pytest.mark.skipif(not WHOLE, reason="a whole evening takes minutes: COMPANION_EVENING=whole"),
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = App(Wishes(tmp_path, default_models(), simulate=True, seed=5, host="127.0.0.1", port=0))
    made.start()
    yield made
    made.stop()


def ask(app: App, verb: str, **args: Any) -> View:
    return app.host.ask(verb, **args).result(PATIENCE)


def wait(app: App, *phases: str) -> View:
    deadline = time.monotonic() + PATIENCE
    view = app.host.view
    while view.phase not in phases:
        assert time.monotonic() < deadline, f"{view.phase} instead of {phases}: {view.notice}"
        view = app.host.wait(view.number, 1.0)
    return view


def test_dice_of_four_colours_are_thrown_and_read_by_the_button(app: App) -> None:
    ask(app, "new", game="plankton_rising", seats=[{"name": "Ada", "colour": "yellow"}], box="sample", seed=9)
    state = GAME.new(checked_setup(GAME, Setup((Seat("Ada", "yellow"),), {}, 9, shipped("sample"))))
    rng, rolls = random.Random(1), 0
    while app.host.view.phase != "over":
        action = eager_action(state, app.host.view.choices, rng)
        if action.name in ("roll", "reroll"):
            action, rolls = rolled(app, action.name), rolls + 1
        else:
            ask(app, "do", action=str(action))
        state = fold(GAME, state, GAME.decide(state, action))
        assert app.host.view.board == GAME.board(state)
    assert rolls


def rolled(app: App, name: str) -> Action:
    """Throw, press, put right what the eye was not sure of, press again: the roll that came of it."""
    table = app.edge.playground
    assert isinstance(table, SimulatedTable)
    table.throw()
    time.sleep(1.2)
    table.press(0.2)
    shown = wait(app, "proposal", "question").proposal
    assert shown
    for place, (die, true) in enumerate(zip(shown.dice, table.dice(), strict=True)):
        assert die.body == COLOURS[true.body]
        if not die.sure or die.face != true.face:
            assert not die.sure, f"sure of {die.face} where {true.face} lies"
            ask(app, "amend", proposal=shown.id, die=place, face=true.face)
    truth = Counter((COLOURS[die.body], die.face) for die in table.dice())
    before = len(wait(app, "proposal").log)
    table.press(0.2)
    view = wait(app, "play", "over")
    pool = view.board["turn_scope"]["pool"]
    assert len(view.log) == before + 1
    assert name == "reroll" or Counter((die["colour"], die["face"]) for die in pool) == truth
    return Action(view.log[-1].seat, name, {"faces": view.log[-1].faces})
