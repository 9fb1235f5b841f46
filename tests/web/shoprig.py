"""The dashboard with a workshop over a camera of photographs."""

from __future__ import annotations

from pathlib import Path

from tests.web.rig import FACES, Rig
from tests.workbench import Bench
from web import create_app


class ShopRig(Rig):
    """A rig whose pages reach a workshop in `folder`."""

    def __init__(self, folder: Path, *, camera: bool = True) -> None:
        super().__init__(folder / "pictures")
        self.bench = Bench(folder, camera=camera)
        self.app = create_app(
            self.host,
            faces=FACES,
            boxes=self.boxes,
            taught=folder / "dice",
            playground=self.hands,
            workshop=self.bench.workshop,
            first_run=self.first_run,
        )
        self.bench.start()

    def close(self) -> None:
        self.bench.stop()
        super().close()
