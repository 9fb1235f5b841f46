"""The composition root: reads like a parts list."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from companion.boxes import BOXES, Boxes
from companion.config import SETTINGS, Settings, load_settings
from companion.desk import Desk
from companion.errors import CalibrationError, CompanionError, StateBusy
from companion.eye import Eye
from companion.host import Host
from companion.pictures import Pictures
from companion.ports import Buttons, Camera, Lights, Playground
from companion.state.journal import SqliteJournal
from companion.state.view import Service, View
from companion.vision.bump import Bump
from companion.vision.burst import fuse, same_place
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.still import Stillness
from companion.vision.stored import load, reference
from companion.vision.teaching.lesson import refresh
from companion.vision.teaching.store import TAUGHT
from companion.vision.tray import Tray
from companion.words import say
from hardware.buttons import TableButtons
from hardware.camera import open_camera
from hardware.factory import open_factory
from hardware.lights import TableLights
from hardware.pins import load_pins
from hardware.simulators.pins import SimulatedPins, mock_factory
from hardware.simulators.table import SimulatedTable
from web import Server, create_app

log = logging.getLogger(__name__)

JOURNAL = "journal.sqlite3"
PICTURES = "pictures"
LOCK = "lock"
TRAY = "tray.toml"


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for, over the settings: None leaves the setting as it is.

    `state` is the folder of journal, settings and pictures, `models` that of the die sets; `seed` makes a
    simulated table's throws repeatable.
    """

    state: Path
    models: Path
    simulate: bool = False
    seed: int = 0
    host: str | None = None
    port: int | None = None
    camera: str | None = None


@dataclass
class Edge:
    """Everything that touches the world: the camera, buttons and lights, or a simulated table's."""

    camera: Camera | None
    buttons: Buttons
    lights: Lights
    playground: Playground | None = None
    follow: Callable[[View], None] | None = None
    faults: dict[str, CompanionError] = field(default_factory=dict)


class App:
    """All parts, put together; they run from `start` to `stop`, and the server between."""

    def __init__(self, wishes: Wishes) -> None:
        """Put the parts together; what was opened is closed again when one cannot be had.

        Raises:
            CompanionError: the journal cannot be used, a setting is wrong, or the address is taken.
        """
        with ExitStack() as parts:
            parts.enter_context(hold_folder(wishes.state))
            settings, settings_error = load_settings(wishes.state / SETTINGS)
            journal = SqliteJournal(wishes.state / JOURNAL)
            parts.callback(journal.close)
            self.edge = simulated_edge(wishes, settings) if wishes.simulate else real_edge(wishes, settings)
            parts.callback(self.edge.lights.close)
            if settings_error:
                self.edge.faults["settings"] = settings_error
            pictures, boxes = Pictures(wishes.state / PICTURES), Boxes(wishes.state / BOXES)
            self.host = Host(Desk(journal, pictures, boxes, untouched=same_place), journal, pictures)
            parts.callback(self.host.stop)
            self.eye = self._eye(wishes)
            if self.eye:
                parts.callback(self.eye.stop)
            parts.callback(self.edge.buttons.close)
            self.server = self._server(wishes, settings, boxes)
            parts.callback(self.server.close)
            self._parts = parts.pop_all()

    def start(self) -> None:
        """Begin: the host first, then everything that asks it."""
        self.host.start()
        for name, fault in self.edge.faults.items():
            log.warning("%s: %s", name, fault)
            self.host.post("service", name=name, state=Service("failed", fault.sentence))
        if self.eye:
            self.host.attach(self.eye)
            self.eye.start()
        if self.edge.follow:
            self.host.subscribe(self.edge.follow)
        self.host.subscribe(self.edge.lights.show)
        self.edge.buttons.listen(lambda: self._ask("press"), lambda: self._ask("long_press"))

    def stop(self) -> None:
        """End, the last part first, so that nothing waits for something that is gone."""
        self._parts.close()

    def _server(self, wishes: Wishes, settings: Settings, boxes: Boxes) -> Server:
        taught = wishes.state / TAUGHT
        app = create_app(
            self.host, faces=wishes.models, boxes=boxes, taught=taught, playground=self.edge.playground
        )
        port = settings.web.port if wishes.port is None else wishes.port
        return Server(app, wishes.host or settings.web.host, port)

    def _ask(self, verb: str) -> None:
        self.host.ask(verb)

    def _eye(self, wishes: Wishes) -> Eye | None:
        if self.edge.camera is None:
            self.edge.faults.setdefault("camera", CompanionError(say("No camera is set: enter rolls by hand.")))
            return None
        try:
            refresh(wishes.state / TAUGHT, wishes.models)
            reader = DiceReader(wishes.models, wishes.state / TAUGHT)
        except CompanionError as error:
            self.edge.faults["eye"] = error
            return None
        return Eye(self.edge.camera, reader, Stillness(), fuse, self._report_camera, self._moved(wishes))

    def _moved(self, wishes: Wishes) -> Callable[[Frame], bool]:
        try:
            return camera_guard(wishes.state / TRAY)
        except CompanionError as error:
            self.edge.faults["calibration"] = error
            return lambda _frame: False

    def _report_camera(self, state: Service) -> None:
        self.host.post("service", name="camera", state=state)


def hold_folder(folder: Path) -> IO[str]:
    """A lock on the state folder until this file is closed; the system lifts it should the process die.

    Raises:
        StateBusy: another companion holds it, or the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
    except OSError as error:
        raise StateBusy(
            say("The state folder cannot be written to."),
            detail=f"{error}, in {str(folder)!r}",
            advice=say("Name another folder with --state."),
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StateBusy(say("Another companion uses this state folder."), detail=f"{str(folder)!r}") from error
    return lock


def camera_guard(tray: Path) -> Callable[[Frame], bool]:
    """Whether a frame shows that the camera was moved since the calibration in the file `tray` was made.

    Without that file nothing is known, and nothing moves.

    Raises:
        CompanionError: the calibration or its picture is damaged.
    """
    if not tray.exists():
        return lambda _frame: False
    bump = Bump(Frame.load(reference(tray)), load(tray, Tray))

    def moved(frame: Frame) -> bool:
        try:
            return bump.check(frame).verdict == "camera-moved"
        except CalibrationError as error:  # frames of another size: a calibration for another camera
            log.warning("the calibration does not fit: %s", error)
            return False

    return moved


def simulated_edge(wishes: Wishes, settings: Settings) -> Edge:
    """A drawn tray under the real eye, and gpiozero's mock pins under the real buttons and lights."""
    pins = load_pins()
    factory = mock_factory()
    table = SimulatedTable(SimulatedPins(pins, factory), seed=wishes.seed)
    lights = TableLights(pins, factory)
    buttons = TableButtons(pins, factory, lights.fill, **button_times(settings))
    return Edge(table, buttons, lights, table, table.follow)


def button_times(settings: Settings) -> dict[str, float]:
    """The button's times in seconds by the names of `TableButtons`' arguments."""
    return {"hold": settings.button.hold, "debounce": settings.button.debounce}


def real_edge(wishes: Wishes, settings: Settings) -> Edge:
    """The camera and the pins of this machine; what cannot be opened is a fault, and the rest runs."""
    pins = load_pins(Path(settings.pins)) if settings.pins else load_pins()
    faults: dict[str, CompanionError] = {}
    try:
        factory = open_factory()
    except CompanionError as error:
        factory, faults["pins"] = None, error
    lights = TableLights(pins, factory)
    buttons = TableButtons(pins, factory, lights.fill, **button_times(settings))
    if factory is not None:
        for name, found in (("buttons", buttons.faults), ("lights", lights.faults)):
            faults |= {name: found[0]} if found else {}
    camera = open_camera(wishes.camera or settings.camera.source, mains=settings.camera.mains)
    return Edge(camera, buttons, lights, faults=faults)
