"""The composition root: reads like a parts list."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from companion.boxes import BOXES, Boxes
from companion.bundles import Networks
from companion.cardshelf import CardShelf
from companion.caretaker import Caretaker, Chore
from companion.config import SETTINGS, Settings, load_settings
from companion.desk import Desk
from companion.doctor.board import power_state
from companion.doctor.here import ThisMachine
from companion.doctor.report import examine
from companion.doctor.storage import disk_state
from companion.edge import Wishes, real_edge, simulated_edge
from companion.errors import CompanionError
from companion.eye import Eye, Reader
from companion.firstrun import FIRST_RUN, FirstRun
from companion.host import Host
from companion.keptclock import CLOCK, KeptClock
from companion.keptreader import KeptReader
from companion.locked import CAMERA, keep_locked
from companion.mqtt.club import Club
from companion.pairing import Invitation, Pairing, Register
from companion.pictures import Pictures
from companion.ports import Locked
from companion.reports import REPORTS, Reports
from companion.services import Part, Upkeep
from companion.state.view import Service
from companion.statefolder import Store, hold_folder
from companion.statistics.chronicle import Chronicle
from companion.systemd import Notifier
from companion.vision.burst import fuse, same_place
from companion.vision.cards.deck import DECKS
from companion.vision.dieset import DieSets
from companion.vision.diesize import SIDES, DieSize
from companion.vision.frame import Frame
from companion.vision.guard import TRAY, Guard, Sight
from companion.vision.reader import DiceReader
from companion.vision.still import Stillness
from companion.vision.teaching.lesson import refresh
from companion.vision.teaching.store import TAUGHT
from companion.whereabouts import Whereabouts
from companion.words import say
from companion.workshop import Workshop
from hardware.simulators.family import Family, game_called
from hardware.simulators.table import SimulatedTable
from web import Server, create_app, design, doctor
from web.authority import HttpsError
from web.guard import own_names
from web.https import Https

log = logging.getLogger(__name__)

PICTURES = "pictures"


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
            self.decks = CardShelf(wishes.state / DECKS, wishes.models.parent / "cards")
            self.clock, seen = KeptClock(wishes.state / CLOCK), (same_place, self._size.learn)
            desk = Desk(journal, pictures, boxes, *seen, decks=self.decks, resume=self.clock.resume)
            if store.notice:
                desk.tell(store.notice)
            self.notifier = Notifier()
            self.host = Host(desk, journal, pictures, self.notifier.alive)
            parts.callback(self.host.stop)
            parts.callback(self.clock.look)
            self.pairing = self._pairing(wishes, settings)
            parts.callback(self.pairing.close)
            self.https = self._https(wishes, settings)
            if self.https:
                parts.callback(self.https.front.stop)
            reader = self._reader(wishes, pictures)
            self.caretaker = self._caretaker(wishes, settings, store, reader)
            parts.callback(self.caretaker.stop)
            self.eye = self._eye(wishes, reader)
            if self.eye:
                parts.callback(self.eye.stop)
            self.workshop = self._workshop(wishes, settings, reader)
            parts.callback(self.workshop.stop)
            parts.callback(self.edge.buttons.close)
            self.chronicle = Chronicle(journal, wishes.state)
            lights = self.edge.lights
            self.first_run = FirstRun(wishes.state / FIRST_RUN, lights.names, lights.alone)
            self.club = self._club(wishes, settings)
            if self.club:
                parts.callback(self.club.stop)
            self.server = self._server(wishes, settings, boxes, pictures)
            parts.callback(self.server.close)
            self.pairing.where = lambda: self.server.address
            self.family = self._family(wishes)
            if self.family:
                parts.callback(self.family.stop)
            self._parts = parts.pop_all()

    def start(self) -> None:
        """Begin: the host first, then everything that asks it."""
        self.host.start()
        for name, fault in self.edge.faults.items():
            log.warning("%s: %s", name, fault)
            self.host.post("service", name=name, state=Service("failed", fault.sentence, fault.advice))
        if self.eye:
            self.host.attach(self.eye)
            self.eye.start()
        else:
            self._report("camera", Service("off", say("No camera is set: enter rolls by hand.")))
        self.workshop.start()
        if self.edge.follow:
            self.host.subscribe(self.edge.follow)
        self.host.subscribe(self.edge.lights.show)
        self.host.subscribe(self.clock.show)
        if self.club:
            self.club.start()
            self.host.subscribe(self.club.show)
        self.caretaker.start()
        self.edge.buttons.listen(self._press, self._hold, lambda seat: self._ask("seat_press", seat=seat))
        if self.https:
            self.https.front.start()
        if self.family:
            self.family.start()

    def serve(self) -> None:
        """Answer tablets until the server or the host is told to stop."""
        self.server.run(partial(self._report, "web"))

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
            reported=Reports(state / REPORTS, pictures, wishes.models, taught, self.decks),
            chronicle=self.chronicle,
            decks=self.decks,
            first_run=self.first_run,
            door=self.pairing,
        )
        if self.https:
            self.https.install(app)
        if wishes.design:
            design.install(app)
        doctor.install(app, lambda: examine(ThisMachine(state, wishes.models)))
        port = settings.web.port if wishes.port is None else wishes.port
        return Server(app, wishes.host or settings.web.host, port, self.https.front if self.https else None)

    def _family(self, wishes: Wishes) -> Family | None:
        table = self.edge.playground
        if not wishes.family or not isinstance(table, SimulatedTable):
            return None
        return Family(self.host, table, game_called(wishes.family), wishes.pace, wishes.seed)

    def _pairing(self, wishes: Wishes, settings: Settings) -> Pairing:
        return Pairing(
            Register(wishes.state),
            announce=partial(self._report, "pairing"),
            everybody_plays=settings.web.pairing == "off",
            trusts_this_machine=wishes.simulate,
            has_button=lambda: not self.edge.buttons.faults,
            invitation=Invitation(wishes.state),
        )

    def _https(self, wishes: Wishes, settings: Settings) -> Https | None:
        if not settings.web.https:
            return None
        try:
            return Https(wishes.state, own_names(), wishes.host or settings.web.host, settings.web.https_port)
        except HttpsError as error:
            self.edge.faults["https"] = error
            return None

    def _ask(self, verb: str, **args: int) -> None:
        self.host.ask(verb, **args)

    def _press(self) -> None:
        """The table button belongs to the game; without one to a page that is open, or to a tablet that waits."""
        playing = bool(self.host.view.game)
        tried = not playing and (self.first_run.press() or self.workshop.press())
        if not (tried or self.pairing.press(held=False, playing=playing)):
            self._ask("press")

    def _hold(self) -> None:
        """A long press lets a tablet in that waits, else it takes something back."""
        if not self.pairing.press(held=True, playing=bool(self.host.view.game)):
            self._ask("long_press")

    def _reader(self, wishes: Wishes, pictures: Pictures) -> KeptReader[DiceReader]:
        def load() -> DiceReader:
            refresh(wishes.state / TAUGHT, wishes.models)
            reader = DiceReader(wishes.models, wishes.state / TAUGHT, self._size)
            pictures.networks = Networks.installed(wishes.models)
            return reader

        return KeptReader(load)

    def _eye(self, wishes: Wishes, reader: Reader) -> Eye | None:
        if self.edge.camera is None:
            return None
        tell = partial(self._report, "camera")
        return Eye(self.edge.camera, reader, Stillness(), fuse, tell, self._guard(wishes), self.decks)

    def _workshop(self, wishes: Wishes, settings: Settings, reader: KeptReader[DiceReader]) -> Workshop:
        state, taught = wishes.state, wishes.state / TAUGHT
        source = wishes.camera or settings.camera.source

        def renew() -> None:
            if reader.held:
                reader.held.sets = DieSets(wishes.models, taught)

        def exposed(values: Locked) -> None:
            if values or (state / CAMERA).exists():
                keep_locked(state / CAMERA, source, values)
            self.host.post("service", name="calibration", state=Service("ready"))

        return Workshop(
            self.eye,
            reader,
            wishes.models,
            taught,
            state / TRAY,
            renew=renew,
            exposed=exposed,
            cards=self.decks,
        )

    def _guard(self, wishes: Wishes) -> Callable[[Frame], Sight]:
        guard = Guard(wishes.state / TRAY)
        try:
            guard.open()
        except CompanionError as error:
            self.edge.faults["calibration"] = error
        return guard.check

    def _club(self, wishes: Wishes, settings: Settings) -> Club | None:
        if not settings.mqtt.host:
            return None
        try:
            return Club(settings.mqtt, wishes.state, partial(self._report, "mqtt"))
        except CompanionError as error:
            self.edge.faults["mqtt"] = error
            return None

    def _caretaker(self, wishes: Wishes, settings: Settings, store: Store, reader: Part) -> Caretaker:
        """The caretaker of all that is looked at now and then; models and pins are tried at once."""
        machine = ThisMachine(wishes.state, wishes.models)
        kept = (Upkeep("model", reader), Upkeep("pins", self.edge.pins))
        for one in kept:
            one.look()
        name = None if wishes.simulate else settings.web.name
        where = Whereabouts(lambda: self.server, self.notifier.status, name)
        chores = (
            *kept,
            Chore("journal", 10.0, store.state),
            Chore("disk", 30.0, lambda: disk_state(machine)),
            Chore("power", 30.0, lambda: power_state(machine)),
            Chore("backup", 600.0, store.back_up),
            Chore("pairing", 5.0, self.pairing.state),
            Chore("address", 15.0, where.look),
            Chore("clock", 15.0, self.clock.look),
            *((Chore("https", 30.0, self.https.renew),) if self.https else ()),
        )
        return Caretaker(chores, self._report)

    def _report(self, name: str, state: Service) -> None:
        self.host.post("service", name=name, state=state)
