"""The composition root: reads like a parts list."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from companion.boxes import BOXES, Boxes
from companion.bundles import Networks
from companion.caretaker import Caretaker, Chore
from companion.config import SETTINGS, Settings, load_settings
from companion.desk import Desk
from companion.doctor.board import power_state
from companion.doctor.here import ThisMachine
from companion.doctor.report import examine
from companion.doctor.storage import disk_state
from companion.errors import CompanionError
from companion.eye import Eye
from companion.host import Host
from companion.locked import CAMERA, keep_locked, locked_for
from companion.pictures import Pictures
from companion.ports import Buttons, Camera, Lights, Locked, Playground
from companion.reports import REPORTS, Reports
from companion.state.view import Service, View
from companion.statefolder import Store, hold_folder
from companion.systemd import Notifier
from companion.vision.burst import fuse, same_place
from companion.vision.dieset import DieSets
from companion.vision.diesize import SIDES, DieSize
from companion.vision.frame import Frame
from companion.vision.guard import TRAY, Guard, Sight
from companion.vision.reader import DiceReader
from companion.vision.still import Stillness
from companion.vision.teaching.lesson import refresh
from companion.vision.teaching.store import TAUGHT
from companion.words import say
from companion.workshop import Workshop
from hardware.buttons import TableButtons
from hardware.camera import open_camera
from hardware.factory import open_factory
from hardware.lights import TableLights
from hardware.pins import load_pins
from hardware.simulators.pins import SimulatedPins, mock_factory
from hardware.simulators.table import SimulatedTable
from web import Server, create_app, doctor

log = logging.getLogger(__name__)

PICTURES = "pictures"


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
            store = Store(wishes.state)
            journal = store.journal
            parts.callback(journal.close)
            self.edge = simulated_edge(wishes, settings) if wishes.simulate else real_edge(wishes, settings)
            parts.callback(self.edge.lights.close)
            if settings_error:
                self.edge.faults["settings"] = settings_error
            pictures, boxes = Pictures(wishes.state / PICTURES), Boxes(wishes.state / BOXES)
            self._size = DieSize(settings.camera.die_mm, wishes.state / SIDES)
            desk = Desk(journal, pictures, boxes, untouched=same_place, accepted=self._size.learn)
            if store.notice:
                desk.tell(store.notice)
            self.notifier = Notifier()
            self.host = Host(desk, journal, pictures, self.notifier.alive)
            parts.callback(self.host.stop)
            self.caretaker = self._caretaker(wishes, store)
            parts.callback(self.caretaker.stop)
            reader = self._reader(wishes, pictures)
            self.eye = self._eye(wishes, reader)
            if self.eye:
                parts.callback(self.eye.stop)
            self.workshop = self._workshop(wishes, settings, reader)
            if self.workshop:
                parts.callback(self.workshop.stop)
            parts.callback(self.edge.buttons.close)
            self.server = self._server(wishes, settings, boxes, pictures)
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
        if self.workshop:
            self.workshop.start()
        if self.edge.follow:
            self.host.subscribe(self.edge.follow)
        self.host.subscribe(self.edge.lights.show)
        self.caretaker.start()
        self.edge.buttons.listen(self._press, lambda: self._ask("long_press"))

    def stop(self) -> None:
        """End, the last part first, so that nothing waits for something that is gone."""
        self._parts.close()

    def _server(self, wishes: Wishes, settings: Settings, boxes: Boxes, pictures: Pictures) -> Server:
        state, taught = wishes.state, wishes.state / TAUGHT
        app = create_app(
            self.host,
            faces=wishes.models,
            boxes=boxes,
            taught=taught,
            playground=self.edge.playground,
            workshop=self.workshop,
            reported=Reports(state / REPORTS, pictures, wishes.models, taught),
        )
        doctor.install(app, lambda: examine(ThisMachine(state, wishes.models)))
        port = settings.web.port if wishes.port is None else wishes.port
        return Server(app, wishes.host or settings.web.host, port)

    def _ask(self, verb: str) -> None:
        self.host.ask(verb)

    def _press(self) -> None:
        """The table button belongs to the game; without one, to the workshop's page that is open."""
        if self.host.view.game or not (self.workshop and self.workshop.press()):
            self._ask("press")

    def _reader(self, wishes: Wishes, pictures: Pictures) -> DiceReader | None:
        try:
            refresh(wishes.state / TAUGHT, wishes.models)
            reader = DiceReader(wishes.models, wishes.state / TAUGHT, self._size)
            pictures.networks = Networks.installed(wishes.models)
        except CompanionError as error:
            self.edge.faults["eye"] = error
            return None
        return reader

    def _eye(self, wishes: Wishes, reader: DiceReader | None) -> Eye | None:
        if self.edge.camera is None:
            self.edge.faults.setdefault("camera", CompanionError(say("No camera is set: enter rolls by hand.")))
        if self.edge.camera is None or reader is None:
            return None
        return Eye(self.edge.camera, reader, Stillness(), fuse, self._report_camera, self._guard(wishes))

    def _workshop(self, wishes: Wishes, settings: Settings, reader: DiceReader | None) -> Workshop | None:
        if reader is None:
            return None
        state, taught = wishes.state, wishes.state / TAUGHT
        source = wishes.camera or settings.camera.source

        def renew() -> None:
            reader.sets = DieSets(wishes.models, taught)

        def exposed(values: Locked) -> None:
            if values or (state / CAMERA).exists():
                keep_locked(state / CAMERA, source, values)
            self.host.post("service", name="calibration", state=Service("ready"))

        return Workshop(self.eye, reader, wishes.models, taught, state / TRAY, renew=renew, exposed=exposed)

    def _guard(self, wishes: Wishes) -> Callable[[Frame], Sight]:
        guard = Guard(wishes.state / TRAY)
        try:
            guard.open()
        except CompanionError as error:
            self.edge.faults["calibration"] = error
        return guard.check

    def _caretaker(self, wishes: Wishes, store: Store) -> Caretaker:
        machine = ThisMachine(wishes.state, wishes.models)
        chores = (
            Chore("journal", 10.0, store.state),
            Chore("disk", 30.0, lambda: disk_state(machine)),
            Chore("power", 30.0, lambda: power_state(machine)),
            Chore("backup", 600.0, store.back_up),
        )
        return Caretaker(chores, lambda name, state: self.host.post("service", name=name, state=state))

    def _report_camera(self, state: Service) -> None:
        self.host.post("service", name="camera", state=state)


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
    source = wishes.camera or settings.camera.source
    camera = open_camera(source, mains=settings.camera.mains, locked=locked_for(source, wishes.state / CAMERA))
    return Edge(camera, buttons, lights, faults=faults)
