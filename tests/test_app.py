"""The program as a whole: started, told to stop, and started where something is broken."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import takewhile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.errors import JournalTooNew, ModelError, PortBusy, StateBusy
from companion.state.backup import BY_HAND, DAILY, Backups
from companion.state.view import View
from companion.vision.diesize import SIDES, DieSize
from companion.vision.frame import Frame
from companion.vision.stored import reference, save
from companion.vision.tray import from_corners
from hardware import patterns
from hardware.simulators.table import SimulatedTable
from tests.daily import daily

MODELS = default_models()
SEATS = [{"name": "Ada", "colour": "yellow"}, {"name": "Bo", "colour": "green"}]


def wishes(state: Path, models: Path = MODELS, *, simulate: bool = True) -> Wishes:
    return Wishes(state, models, simulate, host="127.0.0.1", port=0)


@contextmanager
def running(wanted: Wishes) -> Iterator[App]:
    app = App(wanted)
    app.start()
    try:
        yield app
    finally:
        app.stop()


def settled(app: App, *services: str) -> View:
    """The View once all these services have told their state."""
    deadline = time.monotonic() + 10
    while not set(services) <= set(app.host.view.services):
        assert time.monotonic() < deadline, app.host.view.services
        app.host.wait(app.host.view.number, 0.5)
    return app.host.view


def phase(app: App, wanted: str) -> View:
    """The View once its phase is this one."""
    deadline = time.monotonic() + 20
    while app.host.view.phase != wanted:
        assert time.monotonic() < deadline, (app.host.view.phase, app.host.view.notice, app.host.view.proposal)
        app.host.wait(app.host.view.number, 0.5)
    return app.host.view


def proposal_of(view: View) -> int:
    """The number of the proposal that is shown."""
    assert view.proposal is not None
    return view.proposal.id


def thrown(app: App, seats: list[dict[str, str]], options: dict[str, Any]) -> SimulatedTable:
    """The simulated table of a game of Just dice whose first dice have been thrown."""
    settled(app, "camera")
    app.host.ask("new", game="just_dice", seats=seats, options=options).result(5)
    table = app.edge.playground
    assert isinstance(table, SimulatedTable)
    table.throw()
    return table


def play_a_turn_by_hand(app: App) -> View:
    """A roll and a score without camera and button."""
    app.host.ask("new", game="yahtzee_jr", seats=SEATS).result(5)
    app.host.ask("do", action='0 roll faces=["SB","SB","SB","PA","KR"]').result(5)
    return app.host.ask("do", action='0 score character="SB"').result(5)


def test_a_simulated_table_has_all_its_services(tmp_path: Path) -> None:
    with running(wishes(tmp_path)) as app:
        view = settled(app, "camera", "model", "pins", "journal", "disk", "power", "backup")
        while view.services["camera"].state == "starting":
            view = app.host.wait(view.number, 5)
        assert {service.state for service in view.services.values()} == {"ready"}


@pytest.mark.parametrize("die_set", daily(["pips", "friends", "characters"], ["friends"]))
def test_a_roll_of_any_set_goes_from_the_tray_to_the_statistics(tmp_path: Path, die_set: str) -> None:
    faces = [face.stem for face in sorted((MODELS / die_set / "faces").glob("*.svg"))]
    options = {"die_set": die_set, "faces": faces, "dice": 4}
    with running(wishes(tmp_path)) as app:
        table = thrown(app, SEATS[:1], options)
        table.press(0.2)
        view = phase(app, "proposal")
        table.press(0.2)
        assert phase(app, "play").board["rolls"] == 1
        assert view.proposal is not None
        assert app.host.view.board["last"]["faces"] == list(table.faces())
        assert sum(sum(counts.values()) for counts in app.host.view.board["bodies"].values()) == 4
        assert app.host.picture(view.proposal.picture), "the picture of the roll is kept"


def test_dice_that_nobody_touched_are_no_second_roll(tmp_path: Path) -> None:
    with running(wishes(tmp_path)) as app:
        thrown(app, SEATS, {"dice": 3})
        app.host.ask("read").result(5)
        app.host.ask("accept", proposal=proposal_of(phase(app, "proposal"))).result(5)
        app.host.ask("read").result(5)
        assert phase(app, "cannot-read").proposal == app.host.view.proposal
        assert app.host.view.proposal is not None
        assert app.host.view.proposal.why_not == "not-moved"
        assert app.host.view.board["rolls"] == 1


def test_a_hand_over_the_tray_is_waited_for(tmp_path: Path) -> None:
    with running(wishes(tmp_path)) as app:
        table = thrown(app, SEATS, {"dice": 3})
        time.sleep(0.8)
        app.host.ask("read").result(5)
        time.sleep(0.2)
        table.hand(True)
        time.sleep(0.4)
        assert app.host.view.phase == "looking"
        table.hand(False)
        app.host.ask("accept", proposal=proposal_of(phase(app, "proposal"))).result(5)
        assert app.host.view.board["last"]["faces"] == list(table.faces())


@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="this may be a Pi, with pins")
def test_without_a_pi_the_game_is_played_by_hand(tmp_path: Path) -> None:
    with running(wishes(tmp_path, simulate=False)) as app:
        view = settled(app, "camera", "pins")
        while view.services["camera"].state == "starting":
            view = app.host.wait(view.number, 5)
        assert view.services["camera"].state == view.services["pins"].state == "failed"
        assert str(view.services["camera"].sentence)
        assert play_a_turn_by_hand(app).board["totals"] == [3, 0]


@pytest.mark.parametrize(
    "spoil",
    daily(["missing", "damaged", "not-the-hashed-one"], ["not-the-hashed-one"]),
)
def test_a_missing_or_damaged_model_is_told_and_the_game_goes_on(tmp_path: Path, spoil: str) -> None:
    models = tmp_path / "models"
    shutil.copytree(MODELS, models)
    reader = models / "base" / "reader.onnx"
    if spoil == "missing":
        reader.unlink()
    else:
        reader.write_bytes(b"no model" if spoil == "damaged" else reader.read_bytes() + b" ")
    with running(wishes(tmp_path / "state", models)) as app:
        view = settled(app, "model")
        assert view.services["model"].state == "retrying"
        assert view.services["model"].advice == ModelError.default_advice
        assert play_a_turn_by_hand(app).board["totals"] == [3, 0]
        app.host.ask("read").result(5)
        notice = phase(app, "play").notice
        assert notice
        assert notice.slug == "model"
        shutil.copy(MODELS / "base" / "reader.onnx", reader)
        while app.host.view.services["model"].state != "ready":
            app.host.wait(app.host.view.number, 5)
        app.host.ask("read").result(5)
        assert phase(app, "proposal").proposal


def test_broken_settings_are_told_and_the_last_good_ones_hold(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[web\nport = 'x'")
    with running(wishes(tmp_path)) as app:
        assert settled(app, "settings").services["settings"].state == "failed"


def test_two_companions_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with running(wishes(tmp_path)), pytest.raises(StateBusy):
        App(wishes(tmp_path))
    with running(wishes(tmp_path)):
        pass


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with running(wishes(tmp_path)) as app:
        play_a_turn_by_hand(app)
    journal = tmp_path / "journal.sqlite3"
    with sqlite3.connect(journal) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = journal.read_bytes()
    with pytest.raises(JournalTooNew):
        App(wishes(tmp_path))
    assert journal.read_bytes() == before


def test_a_damaged_journal_is_put_aside_and_told_and_the_backup_is_opened(tmp_path: Path) -> None:
    with running(wishes(tmp_path)) as app:
        played = play_a_turn_by_hand(app)
        Backups(tmp_path / "journal.sqlite3").make(BY_HAND, date(2026, 11, 30))
    (tmp_path / "journal.sqlite3").write_bytes(b"this is no database" * 100)
    with running(wishes(tmp_path)) as app:
        assert app.host.view.notice is not None
        assert "the backup of 2026-11-30 was opened" in str(app.host.view.notice.sentence)
        assert app.host.ask("open", evening=1).result(5).board == played.board
    (aside,) = tmp_path.glob("aside/*/journal.sqlite3")
    assert aside.read_bytes() == b"this is no database" * 100


def test_a_weak_power_supply_is_a_banner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    firmware = tmp_path / "bin" / "vcgencmd"
    firmware.parent.mkdir()
    firmware.write_text("#!/bin/sh\necho throttled=0x50005\n")
    firmware.chmod(0o755)
    monkeypatch.setenv("PATH", f"{firmware.parent}:{os.environ['PATH']}")
    with running(wishes(tmp_path / "state")) as app:
        power = settled(app, "power").services["power"]
        assert (power.state, str(power.sentence)) == ("failed", "The power supply is too weak.")
        assert play_a_turn_by_hand(app).board["totals"] == [3, 0]


def test_a_backup_is_made_each_day(tmp_path: Path) -> None:
    for _ in range(2):
        with running(wishes(tmp_path)):
            deadline = time.monotonic() + 10
            while not Backups(tmp_path / "journal.sqlite3").all():
                assert time.monotonic() < deadline
                time.sleep(0.02)
    assert [backup.reason for backup in Backups(tmp_path / "journal.sqlite3").all()] == [DAILY]


@pytest.fixture
def calibrated(tmp_path: Path) -> tuple[Path, Frame]:
    """The file of a calibration in whose picture a pattern lies round the dice area, and that picture."""
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), np.uint8)
    frame = Frame(np.asarray(cv2.resize(noise, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8), 0.0)
    corners = [(400.0, 300.0), (880.0, 300.0), (880.0, 660.0), (400.0, 660.0)]
    path = tmp_path / "tray.toml"
    save(path, from_corners(corners, (200.0, 150.0), (frame.width, frame.height)))
    reference(path).write_bytes(frame.png())
    return path, frame


def test_on_a_calibrated_table_the_side_of_the_dice_is_learnt(tmp_path: Path) -> None:
    """The simulated camera looks straight down on 320 x 240 mm; its dice have sides of 16.

    The eye's squares are a little larger than a top face. What is learnt is compared with what it measures again,
    so that this does no harm.
    """
    ring = [(80.0, 880.0), (1200.0, 880.0), (1200.0, 80.0), (80.0, 80.0)]
    empty = SimulatedTable()
    empty.open()
    save(tmp_path / "tray.toml", from_corners(ring, (280.0, 200.0), (1280, 960)))
    reference(tmp_path / "tray.toml").write_bytes(empty.capture(1.0).png())
    empty.close()
    with running(wishes(tmp_path)) as app:
        thrown(app, SEATS[:1], {"dice": 12})
        app.host.ask("read").result(5)
        app.host.ask("accept", proposal=proposal_of(phase(app, "proposal"))).result(5)
    assert DieSize(10.0, tmp_path / SIDES).of("pips") == pytest.approx(16.0, rel=0.1)


def test_a_damaged_calibration_is_told_and_the_table_goes_on(calibrated: tuple[Path, Frame]) -> None:
    path, _ = calibrated
    path.write_text("no calibration")
    with running(wishes(path.parent)) as app:
        assert settled(app, "calibration").services["calibration"].state == "failed"
        assert play_a_turn_by_hand(app).board["totals"] == [3, 0]


def test_a_busy_port_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortBusy):
            App(Wishes(tmp_path / "a", MODELS, True, host="127.0.0.1", port=port))
        command = [
            "play",
            "--simulate",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--state",
            str(tmp_path / "b"),
        ]
        assert main(command) == 1
    told = capsys.readouterr().err
    assert f"127.0.0.1:{port}" in told
    assert "--port" in told
    assert "Traceback" not in told


def test_a_state_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StateBusy, match="cannot be written"):
        App(wishes(tmp_path / "file" / "state"))


def test_a_die_set_that_is_not_there_is_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["read", "--models", str(tmp_path), "photo.jpg"]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert issubclass(ModelError, OSError)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`companion play --simulate` in a process of its own, and what it prints at its start."""
    command = [sys.executable, "-m", "companion", "play", "--simulate", "--port", "0", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--state", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    try:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        yield process, "".join(takewhile(lambda line: "Ctrl-C" not in line, lines))
    finally:
        process.kill()
        process.communicate()


def test_it_says_where_it_is_and_ends_when_told(table: tuple[subprocess.Popen[str], str]) -> None:
    process, told = table
    address = next(word for word in told.split() if word.startswith("http://"))
    assert "█" in told, "no QR code was printed"
    with urllib.request.urlopen(f"{address}view.json", timeout=10) as answer:
        assert json.load(answer)["phase"] == "home"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0


def test_a_club_whose_broker_is_away_is_a_line_and_no_fault_of_the_table(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    (tmp_path / "settings.toml").write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\n')
    with running(wishes(tmp_path)) as app:
        view = settled(app, "mqtt")
        while view.services["mqtt"].state == "starting":
            view = app.host.wait(view.number, 5)
        assert view.services["mqtt"].state == "retrying"
        assert play_a_turn_by_hand(app).board["totals"] == [3, 0]
        assert patterns.status(app.host.view) != "fault"
