"""Photographs of dice with any art printed on them, for what is taught: drawn as the simulated camera draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulators.scenes.camera import Camera, looking_at, overhead
from hardware.simulators.scenes.cube import TOP, Cube, Light, cast_shadow, draw, turned
from hardware.simulators.scenes.surroundings import exposed, mat
from hardware.simulators.scenes.textures import colour, printed

Art = NDArray[np.float32]
"""A drawing, (n, n, 4) float32: red, green, blue 0-255 and opacity 0-1."""
Pixels = NDArray[np.uint8]

WIDTH, HEIGHT = 1280, 960  # pixels of a photograph
TABLE = (320.0, 240.0)  # millimetres
ABOVE = 600.0  # millimetres from the table to the camera
SIDE = 16.0  # millimetres of a die
APART = 27.0  # millimetres between the centres of two dice
BODIES = ("#f5f1e6", "#f2c230", "#a9d6e5", "#c22222", "#2c7a3f", "#3a6ea5", "#222226", "#e8e2d0")
MATS = ("#27556b", "#2c6b38", "#e8e4da", "#7a2020", "#222222", "#8a6a44")


@dataclass(frozen=True)
class Throw:
    """How dice lie and are seen: places in millimetres, degrees, colours, brightness 1.0 for a well-lit table.

    `tilt` is how far the camera looks away from straight down, in degrees.
    """

    places: tuple[tuple[float, float], ...]
    angles: tuple[float, ...]
    body: str
    mat: str
    light: float
    lamp: tuple[float, float, float]
    seed: int
    tilt: float = 0.0


def thrown(count: int, body: str, seed: int, ground: str | None = None) -> Throw:
    """`count` dice (at most 30) somewhere on the table, under some lamp, on `ground` or any of the mats."""
    rng = np.random.default_rng(seed)
    cells = [(x, y) for x in np.arange(32, 290, 48.0) for y in np.arange(32, 210, 44.0)]
    chosen = rng.permutation(len(cells))[:count]
    slack = (44 - APART) / 2
    places = tuple(
        (cells[k][0] + rng.uniform(-slack, slack), cells[k][1] + rng.uniform(-slack, slack)) for k in chosen
    )
    return Throw(
        places,
        tuple(rng.uniform(0, 360, count).tolist()),
        body,
        ground or str(rng.choice(MATS)),
        float(rng.uniform(0.6, 1.1)),
        (float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-0.5, 0.5)), 0.82),
        seed,
    )


def photograph(art: Mapping[str, Art], tops: Sequence[str], throw: Throw) -> Pixels:
    """The photograph (HEIGHT, WIDTH, 3) uint8 RGB of dice that show `tops`, with other faces on their sides."""
    rng = np.random.default_rng(throw.seed)
    canvas = mat(colour(throw.mat), WIDTH, HEIGHT, rng)
    light = Light(direction=throw.lamp)
    dice = zip(tops, throw.places, throw.angles, strict=True)
    cubes = [_cube(art, top, place, angle, throw.body, rng) for top, place, angle in dice]
    for cube in cubes:
        cast_shadow(canvas, camera(throw.tilt), cube, light)
    for cube in sorted(cubes, key=lambda cube: -float(cube.centre[1])):
        draw(canvas, camera(throw.tilt), cube, light)
    return exposed(canvas, throw.light, 0.6, 2.5, rng)


def camera(tilt: float = 0.0) -> Camera:
    """The camera above the table, or one that looks at its middle from the near side."""
    if not tilt:
        return overhead(*TABLE, WIDTH, HEIGHT, (0.56 * TABLE[0], 0.28 * TABLE[1]), ABOVE)
    middle = np.array([TABLE[0] / 2, TABLE[1] / 2, 0.0])
    away = np.array([0.0, -np.sin(np.radians(tilt)), np.cos(np.radians(tilt))])
    return looking_at(middle, middle + ABOVE * away, WIDTH * ABOVE / TABLE[0] * 0.92, WIDTH, HEIGHT, 0.0)


def top_corners(place: tuple[float, float], angle: float, tilt: float = 0.0) -> NDArray[np.float64]:
    """The corners (4, 2) in pixels of the top face of a die that lies at `place`."""
    cube = Cube(np.array([*place, SIDE / 2]), turned(angle), SIDE, (), colour("#000000"))
    return np.asarray(camera(tilt).project(cube.face(TOP)))


def _cube(
    art: Mapping[str, Art], top: str, place: tuple[float, float], angle: float, body: str, rng: np.random.Generator
) -> Cube:
    others = rng.permutation([name for name in art if name != top] or [top])
    right, left, far, near, bottom = (str(name) for name in np.resize(others, 5))
    ink = "#f5f1e6" if body == "#222226" else "#20242c"
    textures = tuple(
        partial(printed, art[name], colour(body), colour(ink)) for name in (right, left, far, near, top, bottom)
    )
    return Cube(np.array([*place, SIDE / 2]), turned(angle), SIDE, textures, colour(body))


def load_art(folder: Path, count: int | None = None) -> dict[str, Art]:
    """The PNG drawings (RGBA) in `folder` by name, the first `count` of them."""
    art = {}
    for path in sorted(folder.glob("*.png"))[:count]:
        picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
        if picture is not None and picture.ndim == 3 and picture.shape[2] == 4:
            drawing = np.asarray(picture[..., [2, 1, 0, 3]], np.float32)
            drawing[..., 3] /= 255
            art[path.stem] = drawing
    return art


def drawn_symbols() -> dict[str, Art]:
    """Six symbols by code, drawn here: no network has seen them."""
    return {code: _drawn(code) for code in ("STAR", "ARROW", "RING", "CROSS", "A", "BARS")}


def stranger_symbols() -> dict[str, Art]:
    """Three more symbols."""
    return {code: _drawn(code) for code in ("MOON", "K", "HOUSE")}


def _drawn(code: str) -> Art:
    side, ink = 128, (0x20, 0x24, 0x2C)
    canvas = np.full((side, side, 3), 255, np.uint8)
    if code in "AK":
        cv2.putText(canvas, code, (14, 110), cv2.FONT_HERSHEY_DUPLEX, 4.4, ink, 12, cv2.LINE_AA)
    elif code == "RING":
        cv2.circle(canvas, (64, 64), 44, (30, 90, 200), 20, cv2.LINE_AA)
    elif code == "BARS":
        for left in (14, 54, 94):
            cv2.rectangle(canvas, (left, 12), (left + 20, 116), ink, cv2.FILLED)
    elif code == "MOON":
        cv2.circle(canvas, (64, 64), 52, (120, 60, 160), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(canvas, (88, 56), 44, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
    else:
        cv2.fillPoly(canvas, [np.array(_OUTLINES[code], np.int32)], _COLOURS.get(code, ink), cv2.LINE_AA)
    opacity = (255.0 - canvas.min(axis=2, keepdims=True)) / 255
    solid = np.where(opacity > 0, opacity, 1.0)
    colours = np.clip((canvas - 255.0 * (1 - opacity)) / solid, 0, 255)
    return np.asarray(np.concatenate([colours, np.clip(opacity * 1.3, 0, 1)], axis=2), np.float32)


_TIPS = [(0.5 - 0.1 * (k % 2) * 3) * np.array([np.sin(k * np.pi / 5), -np.cos(k * np.pi / 5)]) for k in range(10)]
_OUTLINES = {
    "STAR": [(64 + 120 * x, 66 + 120 * y) for x, y in _TIPS],
    "ARROW": [(64, 8), (116, 66), (84, 66), (84, 120), (44, 120), (44, 66), (12, 66)],
    "CROSS": [
        *((48, 8), (80, 8), (80, 48), (120, 48), (120, 80), (80, 80)),
        *((80, 120), (48, 120), (48, 80), (8, 80), (8, 48), (48, 48)),
    ],
    "HOUSE": [(64, 10), (120, 60), (102, 60), (102, 118), (26, 118), (26, 60), (8, 60)],
}
_COLOURS = {"STAR": (220, 60, 40), "CROSS": (40, 140, 70), "HOUSE": (200, 120, 30)}
