"""A rounded cube in perspective: where its corners lie, its shadow, its picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import Camera, Floats

Pixels = NDArray[np.float32]
Texture = Callable[[int], Pixels]  # the printed side at a length in pixels, (n, n, 3) float32 0-255

# For each side of the cube (right, left, far, near, top, bottom): outward normal, rightwards and upwards as seen
# from outside (right x up = normal).
SIDES = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, 1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[0, 0, -1], [-1, 0, 0], [0, 1, 0]],
    ],
    np.float64,
)
TOP = 4
CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))
BALL = np.array([d for d in product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
BALL /= np.linalg.norm(BALL, axis=1, keepdims=True)
OVERSAMPLING = 2


@dataclass(frozen=True)
class Light:
    """A lamp: the direction (3,) from the table towards it, and its effect as shares 0-1 of the full brightness.

    ambient: light that comes from everywhere; gloss: the light spot on a top side; shadow: what a shadow takes.
    """

    direction: tuple[float, float, float] = (-0.35, 0.45, 0.82)
    ambient: float = 0.62
    gloss: float = 0.12
    shadow: float = 0.42

    def shade(self, normals: Floats) -> Floats:
        """Brightness (n,) of surfaces with unit normals (n, 3)."""
        towards = np.asarray(self.direction) / np.linalg.norm(self.direction)
        return np.asarray(self.ambient + (1 - self.ambient) * 1.2 * np.clip(normals @ towards, 0, None))


@dataclass(frozen=True)
class Cube:
    """A solid die: centre (3,) in mm, axes (3, 3) as columns, side in mm.

    textures: of its right, left, far, near, top and bottom side; body: red, green, blue 0-255 of its edges;
    rounding: radius of its edges as a share of the side.
    """

    centre: Floats
    axes: Floats
    side: float
    textures: tuple[Texture, ...]
    body: NDArray[np.float32]
    rounding: float = 0.13

    def corners(self) -> Floats:
        """The eight corners of the cube without rounding, (8, 3) in mm."""
        return np.asarray(self.centre + CORNERS @ self.axes.T * (self.side / 2))

    def face(self, index: int) -> Floats:
        """The corners of a side, (4, 3) in mm: as seen from outside, the upper left one, then clockwise."""
        normal, right, up = SIDES[index] @ self.axes.T * (self.side / 2)
        middle = self.centre + normal
        return np.stack([middle - right + up, middle + right + up, middle + right - up, middle - right - up])

    def visible(self, camera: Camera) -> list[int]:
        """The sides that the camera sees."""
        view = (camera.centre - self.centre) @ self.axes
        return [k for k in range(6) if SIDES[k, 0] @ view > self.side / 2]

    def silhouette(self, camera: Camera) -> Floats:
        """The outline of the rounded cube in the picture, (n, 2) pixels."""
        radius = self.rounding * self.side
        inner = self.centre + CORNERS @ self.axes.T * (self.side / 2 - radius)
        cloud = (inner[:, None] + radius * BALL).reshape(-1, 3)
        return _hull(camera.project(cloud))


def turned(angle: float) -> Floats:
    """The axes of a cube that lies flat, turned by an angle in degrees counter-clockwise as seen from above."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def leaning(tilt: float) -> Floats:
    """The axes of a cube that leans by an angle in degrees over its right lower edge."""
    c, s = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def cast_shadow(canvas: Pixels, camera: Camera, cube: Cube, light: Light) -> None:
    """The cube's shadow on the table (z = 0), drawn into the canvas (h, w, 3) float32."""
    corners = cube.corners()
    away = np.asarray(light.direction)
    ground = corners - away * (corners[:, 2:] / away[2])
    hull = _hull(camera.project(ground))
    spread = max(1.0, float(np.ptp(hull, axis=0).max()) * 0.05)
    window = _window(hull, 3 * spread, canvas)
    if window is None:
        return
    x0, y0, x1, y1 = window
    mask = _filled(hull - (x0, y0), (x1 - x0, y1 - y0), 1)
    soft = cv2.GaussianBlur(mask, (0, 0), spread)
    canvas[y0:y1, x0:x1] *= 1 - light.shadow * soft[..., None]


def draw(canvas: Pixels, camera: Camera, cube: Cube, light: Light) -> None:
    """The cube itself, drawn into the canvas (h, w, 3) float32."""
    outline = cube.silhouette(camera)
    window = _window(outline, 2, canvas)
    if window is None:
        return
    x0, y0, x1, y1 = window
    size = (x1 - x0, y1 - y0)
    corner = np.array([x0, y0])
    shown = cube.visible(camera)
    shades = light.shade(SIDES[shown, 0] @ cube.axes.T)
    picture = np.empty((size[1] * OVERSAMPLING, size[0] * OVERSAMPLING, 3), np.float32)
    picture[:] = cube.body * np.float32(shades.mean() * 1.04)
    for index, shade in zip(shown, shades, strict=True):
        _print_side(picture, cube, index, (camera.project(cube.face(index)) - corner) * OVERSAMPLING, shade, light)
    mask = _filled(outline - corner, size, OVERSAMPLING)[..., None]
    layer = np.concatenate([picture * mask, mask], axis=2)
    layer = cv2.resize(layer, size, interpolation=cv2.INTER_AREA)
    target = canvas[y0:y1, x0:x1]
    target *= 1 - layer[..., 3:]
    target += layer[..., :3]


def _print_side(picture: Pixels, cube: Cube, index: int, quad: Floats, shade: float, light: Light) -> None:
    """A printed side laid over the oversampled picture, fading out towards its rounded edges."""
    longest = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    side = int(min(256, max(16, 16 * round(longest / 16))))
    texture = cube.textures[index](side) * np.float32(shade)
    if index == TOP and light.gloss:
        texture = texture + 255 * light.gloss * _gloss(side)
    sheet = np.dstack([texture, _fade(side, cube.rounding)])
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(square, quad.astype(np.float32) - 0.5)
    warped = cv2.warpPerspective(sheet, homography, picture.shape[1::-1], flags=cv2.INTER_LINEAR)
    picture += (warped[..., :3] - picture) * warped[..., 3:]


def _fade(side: int, rounding: float) -> Pixels:
    """Opacity (side, side) of a printed side: 1 on its flat part, falling to 0 on its rounded edge."""
    ramp = np.abs(np.linspace(-1, 1, side, dtype=np.float32))
    depth = np.maximum(ramp[:, None], ramp[None, :])
    return np.asarray(np.clip((1 - rounding * 0.5 - depth) / (rounding + 0.02) + 0.5, 0, 1), np.float32)


def _gloss(side: int) -> Pixels:
    """A soft light spot (side, side, 1) 0-1 near the far left corner."""
    v, u = np.mgrid[0:side, 0:side].astype(np.float32) / side
    return np.asarray(np.exp(-((u - 0.3) ** 2 + (v - 0.25) ** 2) / 0.08)[..., None], np.float32)


def _hull(points: Floats) -> Floats:
    """The convex hull (k, 2) of points (n, 2)."""
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def _window(points: Floats, margin: float, canvas: Pixels) -> tuple[int, int, int, int] | None:
    """The whole-pixel box round the points inside the canvas (x0, y0, x1, y1), or none where they lie outside."""
    height, width = canvas.shape[:2]
    low = np.clip(np.floor(points.min(axis=0) - margin), 0, (width, height)).astype(int)
    high = np.clip(np.ceil(points.max(axis=0) + margin), 0, (width, height)).astype(int)
    if (high <= low).any():
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _filled(polygon: Floats, size: tuple[int, int], scale: int) -> Pixels:
    """A mask 0-1 of a convex polygon (n, 2) on size (w, h) pixels, each split into scale x scale."""
    mask = np.zeros((size[1] * scale, size[0] * scale), np.uint8)
    fixed = np.round((polygon * scale - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
    return np.asarray(mask / np.float32(255), np.float32)
