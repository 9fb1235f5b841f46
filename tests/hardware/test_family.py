"""A simulated family plays at a simulated table: drawn dice, the real eye, mock pins, and the asks of any family.

The everyday run waits for the first rolls; COMPANION_EVENING=whole for a whole game and the beginning of the next.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.state.view import View

WHOLE = os.environ.get("COMPANION_EVENING") == "whole"
PATIENCE = 1800.0 if WHOLE else 60.0

pytestmark = pytest.mark.timeout(2 * PATIENCE)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    wishes = Wishes(
        tmp_path, default_models(), simulate=True, seed=5, host="127.0.0.1", port=0, family="plankton", pace=0.02
    )
    made = App(wishes)
    made.start()
    yield made
    made.stop()


def until(app: App, done: Callable[[View], bool]) -> View:
    deadline = time.monotonic() + PATIENCE
    while not done(app.host.view):
        assert time.monotonic() < deadline, (app.host.view.phase, app.host.view.notice)
        app.host.wait(app.host.view.number, 1.0)
    return app.host.view


def test_a_family_throws_reads_and_plays(app: App) -> None:
    family = app.family
    assert family is not None
    if WHOLE:
        until(app, lambda view: view.phase == "over")
        first = app.host.view.evening
        until(app, lambda view: view.evening > first and bool(view.log))
        assert family.tally.games == 1
    view = until(app, lambda view: sum(bool(line.faces) for line in view.log) >= 2)
    rolled = [line for line in view.log if line.faces]
    assert view.game == "plankton_rising"
    assert all(line.picture for line in rolled)  # accepted from a picture, not entered by hand
    assert family.tally.misread == 0


def test_a_table_that_nobody_asked_to_play_has_no_family(tmp_path: Path) -> None:
    app = App(Wishes(tmp_path, default_models(), simulate=True, host="127.0.0.1", port=0))
    assert app.family is None
    app.stop()
