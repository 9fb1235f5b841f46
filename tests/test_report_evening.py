"""A reading reported at a simulated table, and read again elsewhere with the same outcome."""

from __future__ import annotations

import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import App
from companion.bundles import Networks, unpacked
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.evaluation.replay import replayed
from companion.reports import REPORTS
from companion.state.view import Proposal
from companion.vision.reading import Reading

SEATS = [{"name": "Ada", "colour": "yellow"}, {"name": "Bo", "colour": "green"}]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = App(Wishes(tmp_path, default_models(), simulate=True, host="127.0.0.1", port=0))
    made.start()
    pages = threading.Thread(target=made.server.run)
    pages.start()
    yield made
    made.server.stop()
    pages.join()
    made.stop()


def proposed(app: App) -> Proposal:
    """The reading of the first roll of an evening; on a busy machine the eye may have to look again."""
    deadline = time.monotonic() + 90
    app.host.ask("new", game="yahtzee_jr", seats=SEATS).result(5)
    assert app.edge.playground is not None
    app.edge.playground.throw()
    while (shown := app.host.view.proposal) is None or shown.why_not:
        assert time.monotonic() < deadline, app.host.view
        if app.host.view.phase in ("play", "cannot-read"):
            app.host.ask("read")
        app.host.wait(app.host.view.number, 0.5)
    return shown


def test_a_reported_reading_is_read_again_as_it_was(app: App, tmp_path: Path) -> None:
    shown = proposed(app)
    address = f"http://127.0.0.1:{app.server.port}/report/proposal/{shown.id}"
    with urllib.request.urlopen(urllib.request.Request(address, data=b"", method="POST")) as answer:
        assert answer.status == 200
    (path,) = (tmp_path / REPORTS).iterdir()
    one = unpacked(path)
    then, now = one.bundle.note.reading, replayed(one, default_models())
    assert [picture.file for picture in one.bundle.pictures] == [f"picture-{k}.png" for k in (1, 2, 3)]
    assert one.bundle.note.networks == Networks.installed(default_models())
    assert isinstance(now, Reading)
    assert now.dice == then.dice
    assert now.faces == tuple(die.face for die in shown.dice)
