"""Draws one die by casting rays at a rounded cube, whose sides run smoothly into each other, as most dice' do.

The simulated camera's cubes (``hardware.simulators.scenes.cube``) have an edge between any two sides. Where real
dice are seen obliquely there is none: only the marks tell where the top ends and the front begins.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hardware.simulators.scenes.camera import Camera
from hardware.simulators.scenes.cube import SIDES, Cube, Light

STEPS = 24  # of sphere tracing: by then a ray is nearer than NEAR, or passes by
NEAR = 0.004  # sides
SAMPLES = 2  # rays per pixel in each direction
TEXTURE = 192  # pixels of a printed side


@dataclass(frozen=True)
class Rays:
    """The rays through the outline of a die: origin (3,) and unit directions (n, 3) in the die's own axes.

    `within` (h, w) tells which samples of the window's picture they are.
    """

    origin: np.ndarray
    directions: np.ndarray
    within: np.ndarray

    @classmethod
    def through(cls, window: tuple[int, int, int, int], camera: Camera, cube: Cube) -> Rays:
        x0, y0, x1, y1 = window
        within = np.zeros(((y1 - y0) * SAMPLES, (x1 - x0) * SAMPLES), np.uint8)
        outline = (cube.silhouette(camera) - (x0, y0)) * SAMPLES - 0.5
        cv2.fillConvexPoly(within, np.round(outline * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        rows, columns = np.nonzero(within)
        pixels = np.stack([columns + 0.5, rows + 0.5, np.full(len(rows), SAMPLES)], -1) / SAMPLES
        pixels[:, :2] += x0, y0
        directions = pixels @ np.linalg.inv(camera.matrix[:, :3]).T @ cube.axes
        origin = (camera.centre - cube.centre) @ cube.axes
        directions *= np.sign(-(directions @ origin))[:, None]  # towards the die
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        return cls(origin, directions.astype(np.float32), within > 0)


def draw(canvas: np.ndarray, camera: Camera, cube: Cube, light: Light) -> None:
    """The die, drawn into the canvas (h, w, 3) float32."""
    window = window_of(cube.silhouette(camera), canvas.shape)
    if window is None:
        return
    rays = Rays.through(window, camera, cube)
    hit, points = traced(rays, cube)
    layer = np.zeros((*rays.within.shape, 4), np.float32)
    seen = np.zeros((len(hit), 4), np.float32)
    seen[hit] = np.column_stack([coloured(points, rays.directions[hit], cube, light), np.ones(len(points))])
    layer[rays.within] = seen
    x0, y0, x1, y1 = window
    small = cv2.resize(layer, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    target = canvas[y0:y1, x0:x1]
    target *= 1 - small[..., 3:]
    target += small[..., :3]


def window_of(outline: np.ndarray, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    low = np.clip(np.floor(outline.min(axis=0)) - 2, 0, shape[1::-1]).astype(int)
    high = np.clip(np.ceil(outline.max(axis=0)) + 2, 0, shape[1::-1]).astype(int)
    return None if (high <= low).any() else (int(low[0]), int(low[1]), int(high[0]), int(high[1]))


def traced(rays: Rays, cube: Cube) -> tuple[np.ndarray, np.ndarray]:
    """Which rays (n,) meet the die, and where, (k, 3) in its own axes."""
    radius = cube.rounding * cube.side
    inner = np.float32(cube.side / 2 - radius)
    origin = rays.origin.astype(np.float32)
    along = np.full(len(rays.directions), np.linalg.norm(rays.origin) - cube.side, np.float32)
    open_ = np.arange(len(along))
    for _ in range(STEPS):
        beyond = np.abs(origin + along[open_, None] * rays.directions[open_]) - inner
        distance = np.linalg.norm(np.maximum(beyond, 0), axis=1) - np.float32(radius)
        along[open_] += distance
        open_ = open_[distance > NEAR * cube.side]
    hit = np.ones(len(along), bool)
    hit[open_] = False
    return hit, origin + along[hit, None] * rays.directions[hit]


def coloured(points: np.ndarray, directions: np.ndarray, cube: Cube, light: Light) -> np.ndarray:
    """The colours (k, 3) of places on the surface: print, light, a darker foot, the lamp's reflection."""
    inner = cube.side * (0.5 - cube.rounding)
    normals = np.sign(points) * np.maximum(np.abs(points) - inner, 1e-6)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    world = normals @ cube.axes.T
    height = (points @ cube.axes.T)[:, 2] / cube.side + 0.5
    shade = light.shade(world) * (0.72 + 0.28 * np.clip(height * 2, 0, 1))
    lamp = np.asarray(light.direction) / np.linalg.norm(light.direction)
    half = lamp - directions @ cube.axes.T
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    gloss = light.gloss * np.clip((world * half).sum(axis=1), 0, None) ** 40
    return printed(points, normals, cube) * shade[:, None] + 255 * gloss[:, None]


def printed(points: np.ndarray, normals: np.ndarray, cube: Cube) -> np.ndarray:
    """The surface's own colours (k, 3): each place has that of the side which it faces most."""
    facing = (normals @ SIDES[:, 0].T).argmax(axis=1)
    found = np.empty((len(points), 3), np.float32)
    for k in np.unique(facing):
        own = facing == k
        right, up = (points[own] @ SIDES[k, 1:].T / cube.side).T
        places = np.stack([(right + 0.5) * TEXTURE - 0.5, (0.5 - up) * TEXTURE - 0.5], -1).astype(np.float32)
        sheet = np.ascontiguousarray(cube.textures[k](TEXTURE), np.float32)
        found[own] = remapped(sheet, places)
    return found


def remapped(sheet: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The colours (k, 3) of a sheet at places (k, 2); OpenCV takes no more than 32,767 rows."""
    parts = [places[start : start + 30000, None] for start in range(0, len(places), 30000)]
    laid = [cv2.remap(sheet, part, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in parts]
    return np.concatenate(laid)[:, 0]
