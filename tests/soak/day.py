"""An evening of 24 hours at speed: `python -m tests.soak.day [--hours 24]`.

The real host, desk, journal, pictures, eye, lights, pages and club run under a clock that jumps from action to
action. Two people play Yahtzee Jr., one game after another, each roll by the button: press, look, press. Camera
and networks are stand-ins, for those would take hours; the broker is away all the time. Printed is every two hours
what the program holds and what lies on the disk.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.boxes import Boxes
from companion.commands.read import default_models
from companion.config import MqttSettings
from companion.desk import Desk
from companion.eye import Eye
from companion.host import Host
from companion.mqtt.club import Club
from companion.pictures import MOST, Pictures
from companion.rules.game import Expectation
from companion.state.journal import SqliteJournal
from companion.state.view import Service, View
from companion.vision.burst import fuse
from companion.vision.frame import Frame
from companion.vision.reading import DieReading, Guess, Reading
from companion.vision.tray import Tray
from hardware.lights import TableLights
from hardware.pins import load_pins
from hardware.simulators.pins import mock_factory
from tests.play import random_action
from tests.soak.figures import MEGA, Load, as_the_service, verdict
from web import create_app

SEATS = [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "blue"}]
PACE = 10.0
"""Seconds, on average, from one action to the next."""
PAGE_EVERY, TOLD_EVERY = 20, 2.0
"""Actions from one page to the next; hours from one line to the next."""
WARM = 4.0
"""Hours until the pictures, the outbox and the catalogues have grown to their bounds."""
GROWS = 0.03
"""Share by which memory may grow after that: SQLite takes up to 2 MB more for its cache of the journal's pages."""


class Clock:
    """The time, as far as it has come: `now` in seconds of a monotonic clock, `wall` of the calendar."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return 1_800_000_000.0 + self.seconds


class StandIn:
    """A camera, a watch and a reader in one: dice that lie still and show what the rules allow."""

    name = "stand-in"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._pixels = np.asarray(np.random.default_rng(1).integers(0, 255, (480, 640, 3)), np.uint8)

    def open(self) -> None:
        """Nothing to open."""

    def capture(self, timeout: float) -> Frame:  # noqa: ARG002
        return Frame(self._pixels.copy(), time.monotonic())

    def close(self) -> None:
        """Nothing to close."""

    def feed(self, frame: Frame) -> str:  # noqa: ARG002
        return ""

    def forget(self) -> None:
        """Nothing is known."""

    def read(
        self,
        frame: Frame,
        *,
        die_set: str | None,
        expectation: Expectation | None,
        tray: Tray | None,  # noqa: ARG002
    ) -> Reading:
        assert expectation is not None
        assert die_set is not None
        rng = random.Random(int(frame.taken_at * 2))  # alike within a burst, as dice at rest are
        faces = [rng.choice(expectation.faces) for _ in range(max(expectation.counts, default=5))]
        dice = tuple(
            DieReading(face, 0.99, 60.0 + 100 * place, 200, 60, 5, die_set, others=(Guess("PA", 0.01),), sure=True)
            for place, face in enumerate(faces)
        )
        return Reading(dice, frame.width, frame.height, 1.0)


class Table:
    """Everything but camera, networks and buttons' pins; made in `folder`."""

    def __init__(self, folder: Path, clock: Clock, parts: ExitStack) -> None:
        self.clock = clock
        self.rng = random.Random(24)
        self._folder = folder
        self._journal = SqliteJournal(folder / "journal.sqlite3")
        parts.callback(self._journal.close)
        pictures, boxes = Pictures(folder / "pictures"), Boxes(folder / "boxes")
        desk = Desk(self._journal, pictures, boxes, now=clock.now, wall=clock.wall)
        self.host = Host(desk, self._journal, pictures)
        stand_in = StandIn(self.rng)
        self._eye = Eye(stand_in, stand_in, stand_in, fuse, self._report)
        lights = TableLights(load_pins(), mock_factory())
        parts.callback(lights.close)
        self.club = Club(MqttSettings(host="127.0.0.1", port=1), folder, self._report)
        self.page = create_app(self.host, faces=default_models(), boxes=boxes, now=clock.now).test_client()
        self.host.start()
        parts.callback(self.host.stop)
        self._eye.start()
        parts.callback(self._eye.stop)
        self.host.attach(self._eye)
        self.host.subscribe(lights.show)
        self.club.start()
        parts.callback(self.club.stop)
        self.host.subscribe(self.club.show)

    def _report(self, state: Service) -> None:
        self.host.post("service", name="camera", state=state)

    def act(self) -> None:
        """The next action of the evening."""
        view = self.host.view
        self.clock.seconds += self.rng.uniform(0.2, 1.8) * PACE
        if view.phase in ("home", "over"):
            self._ask("new", game="yahtzee_jr", seats=SEATS, clock={"mode": "up"})
        elif any(choice.chance for choice in view.choices) and self.rng.random() < 0.9:
            self._roll()
        else:
            self._ask("do", action=str(random_action(self.rng.choice(view.choices), self.rng)))

    def _roll(self) -> None:
        """Press, look, press; what cannot be accepted is put away and entered by hand."""
        view = self._ask("press")
        deadline = time.monotonic() + 20
        while view.phase == "looking":
            assert time.monotonic() < deadline
            view = self.host.wait(view.number, 1.0)
        if view.phase == "proposal":
            self._ask("press")
            return
        if view.proposal:
            self._ask("dismiss", proposal=view.proposal.id)
        self._ask("do", action=str(random_action(self.rng.choice(self.host.view.choices), self.rng)))

    def _ask(self, verb: str, **args: Any) -> View:
        return self.host.ask(verb, **args).result(20)

    def disk(self) -> str:
        """What lies on the disk."""
        pictures = [path.stat().st_size for path in (self._folder / "pictures").glob("*.jpg")]
        evenings = len(self._journal.evenings())
        kept = f"{len(pictures)} pictures {sum(pictures) / MEGA:.1f} MB"
        return f"journal {self.journal_size() / MEGA:.2f} MB, {evenings} evenings, {kept}"

    def journal_size(self) -> int:
        """The bytes of the journal and its write-ahead log."""
        return sum(path.stat().st_size for path in self._folder.glob("journal.sqlite3*"))

    def pictures(self) -> int:
        """How many pictures are kept."""
        return len([*(self._folder / "pictures").glob("*.jpg")])


@dataclass(frozen=True)
class Moment:
    """What was seen at an hour of the clock, after so many actions: the load, and the journal's bytes."""

    hour: float
    actions: int
    load: Load
    size: int


def live(table: Table, hours: float) -> list[Moment]:
    """Play for so many hours of the clock, and look now and then."""
    seen, actions, began = list[Moment](), 0, time.monotonic()
    while (past := table.clock.seconds / 3600) < hours:
        table.act()
        actions += 1
        if actions % PAGE_EVERY == 0:
            assert table.page.get("/live/now?page=table").status_code == 200
            assert table.page.get("/").status_code == 200
        if past >= len(seen) * TOLD_EVERY:
            seen.append(Moment(past, actions, Load.of(), table.journal_size()))
            real = time.monotonic() - began
            print(f"{past:5.1f} h, {actions} actions in {real:.0f} s: {seen[-1].load}; {table.disk()}", flush=True)
    return [*seen, Moment(hours, actions, Load.of(), table.journal_size())]


def main() -> int:
    """The exit status: 0 when all is as it should be."""
    as_the_service()
    parser = argparse.ArgumentParser("tests.soak.day", description="An evening of 24 hours at speed.")
    parser.add_argument("--hours", type=float, default=24.0, help="at least 6")
    hours = max(6.0, parser.parse_args().hours)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
        table = Table(Path(folder), Clock(), parts)
        seen = live(table, hours)
        kept, dropped = table.pictures(), table.club.dropped
    warm, end = next(one for one in seen if one.hour >= WARM), seen[-1]
    grown = end.load.resident / warm.load.resident - 1
    first, later = warm.size / warm.actions, (end.size - warm.size) / (end.actions - warm.actions)
    print(f"at the end: {end.load}; after {warm.hour:.1f} h memory grew by {100 * grown:.1f} %")
    print(f"bytes of the journal for each action: {first:.0f} at first, {later:.0f} later")
    print(f"messages that the club's outage has cost: {dropped}")
    same = (warm.load.threads, warm.load.files) == (end.load.threads, end.load.files)
    return verdict(grown <= GROWS and same and kept <= MOST and later <= 1.2 * first)


if __name__ == "__main__":
    raise SystemExit(main())
