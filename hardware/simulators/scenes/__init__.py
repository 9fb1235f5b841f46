"""Drawn scenes: dice and cards on a table, photographed from above, with the truth known.

The simulated camera shows them, tests ask for them, and the training scripts draw their harder ones from the
same parts (``camera``, ``cube``, ``textures``, ``surroundings``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from .camera import Camera, looking_at, overhead
from .cards import CardOnTable, card_outline, cast_card_shadow, draw_card
from .cube import TOP, Cube, Light, cast_shadow, draw, leaning, turned
from .surroundings import exposed, forearm, mat
from .textures import UnknownFace, around, colour, face_texture, faces_of

__all__ = ["CardOnTable", "Die", "Scene", "UnknownFace", "card_corners", "faces_of", "outline", "render"]

ABOVE = 600.0  # the camera's height over the table in mm: a desk tripod's arm
FOOT = (0.56, 0.28)  # the table point below it, as shares of the scene's width and height


@dataclass(frozen=True)
class Die:
    """A drawn die: centre x, y and side in millimetres.

    x and y count from the near-left corner, y grows away from the near edge; angle: degrees counter-clockwise as
    seen from above; body and ink: "#rrggbb" of the material and of the print. A die that does not lie flat leans
    by `tilt` degrees over its right lower edge; one that lies on another is `lift` millimetres above the table.
    """

    die_set: str
    face: str
    x: float
    y: float
    angle: float
    size: float = 16.0
    body: str = "#f5f1e6"
    ink: str = "#20242c"
    tilt: float = 0.0
    lift: float = 0.0


@dataclass(frozen=True)
class Scene:
    """Dice and cards on a mat as one camera sees them; width and height: millimetres of table in the picture.

    light: exposure, 1.0 is a well-lit table; seed: of the mat's pattern, the sensor's noise and the unseen sides;
    hand: a forearm reaches in. Of cards the later ones lie over the earlier. With a `tilt` the camera looks from
    the near edge, so many degrees from straight down, and near things are larger.
    """

    dice: tuple[Die, ...]
    width: float = 320.0
    height: float = 240.0
    mat: str = "#27556b"
    light: float = 1.0
    seed: int = 0
    hand: bool = False
    cards: tuple[CardOnTable, ...] = ()
    tilt: float = 0.0


def render(scene: Scene, width: int, height: int) -> NDArray[np.uint8]:
    """The photograph of a scene, (height, width, 3) uint8 RGB; the same scene always gives the same pixels.

    Raises UnknownFace for a face that is not drawn, companion.decks.NoSuchCard for a card that is not, and
    ValueError for a colour that is not "#rrggbb".
    """
    rng = np.random.default_rng(scene.seed)
    camera = _camera(scene, width, height)
    canvas = mat(colour(scene.mat), width, height, rng)
    light = Light()
    for card in scene.cards:
        cast_card_shadow(canvas, camera, card, light)
        draw_card(canvas, camera, card, light)
    cubes = sorted((_cube(die, rng) for die in scene.dice), key=partial(_nearness, camera))
    for cube in cubes:
        cast_shadow(canvas, camera, cube, light)
    for cube in cubes:
        draw(canvas, camera, cube, light)
    if scene.hand:
        forearm(canvas, rng)
    return exposed(canvas, scene.light, 0.45 * width / 960, 2.0, rng)


def outline(scene: Scene, die: Die, width: int, height: int) -> NDArray[np.float64]:
    """The corners of the die's top side in the picture, (4, 2) pixels: the print's upper left, then clockwise."""
    cube = _cube(die, np.random.default_rng(0))
    return _camera(scene, width, height).project(cube.face(TOP))


def card_corners(scene: Scene, card: CardOnTable, width: int, height: int) -> NDArray[np.float64]:
    """The corners of a card in the picture, (4, 2) pixels: its own upper left one, then clockwise as seen."""
    return card_outline(_camera(scene, width, height), card)


def _camera(scene: Scene, width: int, height: int) -> Camera:
    if scene.tilt:
        return _tilted(scene, width, height)
    foot = (FOOT[0] * scene.width, FOOT[1] * scene.height)
    return overhead(scene.width, scene.height, width, height, foot, ABOVE)


def _tilted(scene: Scene, width: int, height: int) -> Camera:
    """A camera at the near edge, `ABOVE` mm from the middle of the table, whose picture is as wide there."""
    middle = np.array([scene.width / 2, scene.height / 2, 0.0])
    lean = np.radians(scene.tilt)
    position = middle + ABOVE * np.array([0.0, -np.sin(lean), np.cos(lean)])
    return looking_at(middle, position, ABOVE * width / scene.width, width, height, 0.0)


def _cube(die: Die, rng: np.random.Generator) -> Cube:
    faces = around(die.die_set, die.face, rng)
    textures = tuple(partial(face_texture, die.die_set, face, die.body, die.ink) for face in faces)
    axes = turned(die.angle) @ leaning(die.tilt)
    centre = np.array([die.x, die.y, die.lift + die.size / 2 * np.abs(axes[2]).sum()])  # its lowest corner touches
    return Cube(centre, axes, die.size, textures, colour(die.body))


def _nearness(camera: Camera, cube: Cube) -> float:
    """Minus the distance to the camera: what is far is drawn first."""
    return -float(np.linalg.norm(camera.centre - cube.centre))
