"""What tests of the workshop share: a camera over photographs, and a table whose dice carry unseen art."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from companion.commands.read import default_models
from companion.errors import CameraError
from companion.eye import Eye
from companion.ports import Locked
from companion.state.view import Service
from companion.vision.burst import fuse
from companion.vision.dieset import DieSets
from companion.vision.frame import Frame, Pixels
from companion.vision.guard import Guard
from companion.vision.reader import DiceReader
from companion.vision.still import Stillness
from companion.words import say
from companion.workshop import Workshop, WorkshopView
from hardware.simulators.table import SimulatedTable
from tests.vision.school import begin, photo, teach
from tests.vision.tables import Table, wood

TRIO = ("STAR", "RING", "CROSS")
STEP = 0.3  # seconds between two frames, which nobody waits for
PATIENCE = 20.0


class PhotoCamera:
    """A camera (`companion.ports.Camera`) that sees the photograph that was laid under it."""

    name = "photographs"

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.locked = 0
        self._now = 0.0

    def open(self) -> None:
        pass

    def capture(self, timeout: float) -> Frame:  # noqa: ARG002  (a photograph keeps nobody waiting)
        if self.frame is None:
            raise CameraError(say("The cable is loose."))
        self._now += STEP
        return Frame(self.frame.pixels, self._now, self.frame.scale)

    def lock(self) -> Locked:
        self.locked += 1
        return {"exposure": 12.0}

    def close(self) -> None:
        pass


class PrintedTable(SimulatedTable):
    """A simulated table on which dice with drawn symbols lie, which no network has seen."""

    pixels: Pixels | None = None

    def lay(self, tops: tuple[str, ...], seed: int) -> None:
        """Lay out dice that show these symbols."""
        self.pixels = photo(tops, seed).pixels

    def capture(self, timeout: float) -> Frame:
        if self.pixels is None:
            return super().capture(timeout)
        self._pace()
        return Frame(self.pixels, time.monotonic())


class Bench:
    """A workshop over a camera of photographs, in a folder of its own."""

    def __init__(self, folder: Path, *, camera: bool = True) -> None:
        self.folder = folder
        self.camera = PhotoCamera()
        self.exposed: list[Locked] = []
        self.services: list[Service] = []
        self.reader = DiceReader(default_models(), folder / "dice")
        guard = Guard(folder / "tray.toml")
        eye = Eye(self.camera, self.reader, Stillness(), fuse, self.services.append, guard.check)
        self.eye = eye if camera else None
        self.workshop = Workshop(
            self.eye,
            self.reader,
            default_models(),
            folder / "dice",
            folder / "tray.toml",
            renew=self._renew,
            exposed=self.exposed.append,
        )

    @property
    def view(self) -> WorkshopView:
        return self.workshop.view

    def lay(self, *tops: str, seed: int = 0) -> None:
        """Dice that show these symbols lie under the camera."""
        self.camera.frame = photo(tops, seed)

    def _renew(self) -> None:
        self.reader.sets = DieSets(default_models(), self.folder / "dice")

    def start(self) -> None:
        if self.eye:
            self.eye.start()
        self.workshop.start()

    def finish(self) -> None:
        """Wait for the task that runs."""
        deadline = time.monotonic() + PATIENCE
        while self.view.doing:
            assert time.monotonic() < deadline, self.view.doing
            time.sleep(0.02)

    def stop(self) -> None:
        self.workshop.stop()
        if self.eye:
            self.eye.stop()


@cache
def _taught() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="trio-"))
    teach(begin(folder, codes=TRIO), TRIO)
    return folder


def taught(folder: Path) -> None:
    """The set `symbols` below `folder`: three faces, each known from two photographs of two dice."""
    shutil.copytree(_taught(), folder, dirs_exist_ok=True)


@cache
def mat() -> Frame:
    """A photograph of the mat on a wooden table."""
    return Table(ground=wood()).photograph()


@cache
def covered_mat() -> Frame:
    """The same with two of its squares covered: near left and near right."""
    covers = ((-60.0, -30.0, 80.0, 80.0), (180.0, -30.0, 80.0, 80.0))
    return Table(ground=wood(), covers=covers).photograph()


@contextmanager
def bench(folder: Path, *, camera: bool = True) -> Iterator[Bench]:
    """A bench that runs."""
    made = Bench(folder, camera=camera)
    made.start()
    try:
        yield made
    finally:
        made.stop()
