"""The edge of the table: what the command line wishes for, and the camera, buttons and lights that it gets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.config import Settings
from companion.errors import CompanionError
from companion.locked import CAMERA, locked_for
from companion.ports import Camera, Lights, Playground
from companion.services import Part
from companion.state.view import View
from hardware.buttons import TableButtons
from hardware.camera import open_camera
from hardware.furniture import Furniture
from hardware.lights import TableLights
from hardware.pins import load_pins
from hardware.simulators.family import PACE
from hardware.simulators.pins import SimulatedPins, mock_factory
from hardware.simulators.table import SimulatedTable


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for, over the settings: None leaves the setting as it is.

    `state` is the folder of journal, settings and pictures, `models` that of the die sets; `seed` makes a
    simulated table's throws repeatable, `design` adds the page for those who build pages. At a simulated table a
    simulated family plays the game called `family`, if any, with `pace` seconds between two acts.
    """

    state: Path
    models: Path
    simulate: bool = False
    seed: int = 0
    host: str | None = None
    port: int | None = None
    camera: str | None = None
    design: bool = False
    family: str = ""
    pace: float = PACE


@dataclass
class Edge:
    """Everything that touches the world: the camera, buttons and lights, or a simulated table's.

    `pins` is the service that opens what buttons and lights need.
    """

    camera: Camera | None
    buttons: TableButtons
    lights: Lights
    pins: Part
    playground: Playground | None = None
    follow: Callable[[View], None] | None = None
    faults: dict[str, CompanionError] = field(default_factory=dict)


def simulated_edge(wishes: Wishes, settings: Settings) -> Edge:
    """A drawn tray under the real eye, and gpiozero's mock pins under the real buttons and lights."""
    pins = load_pins()
    factory = mock_factory()
    table = SimulatedTable(SimulatedPins(pins, factory), seed=wishes.seed)
    lights = TableLights(pins, factory)
    buttons = TableButtons(pins, factory, lights.fill, **button_times(settings))
    return Edge(table, buttons, lights, Furniture(buttons, lights, lambda: factory), table, table.follow)


def button_times(settings: Settings) -> dict[str, float]:
    """The button's times in seconds by the names of `TableButtons`' arguments."""
    return {"hold": settings.button.hold, "debounce": settings.button.debounce}


def real_edge(wishes: Wishes, settings: Settings) -> Edge:
    """The camera and the pins of this machine, which their services open; what cannot be had is tried again."""
    pins = load_pins(Path(settings.pins)) if settings.pins else load_pins()
    lights = TableLights(pins, None)
    buttons = TableButtons(pins, None, lights.fill, **button_times(settings))
    source = wishes.camera or settings.camera.source
    camera = open_camera(source, mains=settings.camera.mains, locked=locked_for(source, wishes.state / CAMERA))
    return Edge(camera, buttons, lights, Furniture(buttons, lights))
