"""A real host with a hand for an eye: tests say what the camera would have read."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, ClassVar

from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from companion.boxes import Boxes
from companion.cardshelf import CardShelf
from companion.desk import Desk
from companion.errors import HostBusy
from companion.eye import Look
from companion.firstrun import FIRST_RUN, FirstRun
from companion.host import Host
from companion.pairing import Pairing
from companion.pictures import Pictures
from companion.reports import Reports
from companion.rules.game import Setup
from companion.state.codec import decode_setup
from companion.state.journal import MemoryJournal
from companion.state.view import View
from companion.statistics.chronicle import Chronicle
from companion.vision.reading import DieReading, Guess, Reading
from companion.words import say
from web import create_app

FACES = Path(__file__).parents[2] / "models" / "dice"
JPEG = bytes.fromhex("ffd8ffd9")
ANN_AND_BO = [{"name": "Ann", "colour": "yellow"}, {"name": "Bo", "colour": "blue"}]


class Hands:
    """A playground that notes what was done to it."""

    def __init__(self) -> None:
        self.done: list[tuple[str, object]] = []
        self.lying: tuple[tuple[str, str], ...] = ()

    def press(self, seconds: float) -> None:
        self.done.append(("press", seconds))

    def throw(self, keep: tuple[str, ...] = ()) -> None:
        self.done.append(("throw", keep))

    def lay_card(
        self, deck: str, code: str, *, beside: bool = False, turned: bool = False, fanned: bool = False
    ) -> None:
        how = {"beside": beside, "turned": turned, "fanned": fanned}
        self.done.append(("lay", (deck, code, *(name for name, on in how.items() if on))))
        self.lying = ((*self.lying, (deck, code)) if beside else ((deck, code),)) if code else ()

    def laid(self) -> tuple[tuple[str, str], ...]:
        return self.lying

    def hand(self, there: bool) -> None:
        self.done.append(("hand", there))

    def lamps(self) -> Mapping[str, float]:
        return {"status": 0.5, "seat 1": 1.0}


NO_BOXES = Boxes(Path("no such folder"))


class Compiled(BytecodeCache):
    """The code of templates, kept for all rigs: compiling it took most of a short test's time."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class KnownRule(Rule):
    """A route whose address builder is compiled once for all rigs: it took nine tenths of making a dashboard."""

    _kept: ClassVar[dict[str, Any]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        key = repr((self.rule, self._trace, self.defaults, append_unknown))
        if key not in self._kept:
            self._kept[key] = super()._compile_builder(append_unknown)
        return self._kept[key]


Flask.url_rule_class = KnownRule


class Rig:
    """The dashboard over a running host with a journal in memory."""

    def __init__(
        self,
        folder: Path,
        faces: Path = FACES,
        journal: MemoryJournal | None = None,
        now: Callable[[], float] = time.monotonic,
        decks: CardShelf | None = None,
        door: Pairing | None = None,
    ) -> None:
        self.journal, pictures = journal or MemoryJournal(), Pictures(folder)
        self.boxes = Boxes(folder / "boxes")
        desk = Desk(self.journal, pictures, self.boxes, now=now, decks=decks)
        desk.eye = lambda _expected: True
        self.hands = Hands()
        self.host = Host(desk, self.journal, pictures)
        self.reports = Reports(folder / "reports", pictures, faces, folder / "dice", decks)
        self.chronicle = Chronicle(self.journal, folder)
        self.lit: list[str] = []
        self.first_run = FirstRun(folder / FIRST_RUN, ("seat1", "seat2", "status"), self.lit.append)
        self.app: Flask = create_app(
            self.host,
            faces=faces,
            boxes=self.boxes,
            playground=self.hands,
            reported=self.reports,
            chronicle=self.chronicle,
            first_run=self.first_run,
            door=door,
            now=now,
        )
        self.app.jinja_env.bytecode_cache = COMPILED
        self.host.start()

    @property
    def setup(self) -> Setup:
        """How the running evening started."""
        return decode_setup(self.journal.evening(self.view.evening).setup)[0]

    @property
    def view(self) -> View:
        return self.host.view

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def ask(self, verb: str, **args: Any) -> View:
        return self.host.ask(verb, **args).result(5)

    def new(self, game: str = "yahtzee_jr", seats: list[dict[str, str]] | None = None, **more: Any) -> View:
        return self.ask("new", game=game, seats=seats or ANN_AND_BO, **more)

    def look(
        self,
        faces: str,
        unsure: tuple[int, ...] = (),
        why_not: str = "",
        jpeg: bytes = JPEG,
        places: tuple[tuple[float, float, float, float], ...] = (),
        width: int = 640,
        height: int = 480,
    ) -> View:
        """A look whose outcome is `faces`, lying at `places` (x, y, size in pixels, angle in degrees)."""
        self.ask("read")
        dice = tuple(
            _die(
                face, place not in unsure, *(places[place] if places else (100.0 + 90 * place, 200.0, 40.0, 10.0))
            )
            for place, face in enumerate(faces.split())
        )
        return self.ask("looked", look=Look(Reading(dice, width, height, 1.0, why_not), jpeg))

    def roll(self, faces: str) -> View:
        """A roll entered by hand by the active seat."""
        words = ",".join(f'"{face}"' for face in faces.split())
        return self.ask("do", action=f"{self.view.active} {self.view.choices[0].name} faces=[{words}]")

    def close(self) -> None:
        self.host.stop()


def _die(face: str, sure: bool, x: float, y: float, size: float, angle: float) -> DieReading:
    others = (Guess("SB", 0.2), Guess("PA", 0.1)) if face not in ("SB", "PA") else ()
    return DieReading(face, 0.9 if sure else 0.5, x, y, size, angle, "characters", others=others, sure=sure)


class StuckHost:
    """A host that never answers, or refuses at once: for what the real one does only in distress."""

    def __init__(self, *, full: bool = False) -> None:
        self.view = View(7, "home")
        self.stopping = threading.Event()
        self.full = full
        self.asked: list[str] = []

    def ask(self, verb: str, *, seen: int | None = None, **args: Any) -> Future[View]:  # noqa: ARG002
        if self.full:
            raise HostBusy(say("The table is busy."))
        self.asked.append(verb)
        return Future()

    def wait(self, after: int, timeout: float) -> View:
        if self.view.number <= after:
            self.stopping.wait(timeout)
        return self.view

    def picture(self, picture: str) -> bytes | None:  # noqa: ARG002
        return None

    def evenings(self) -> tuple[()]:
        return ()
