"""Training scenes: many dice of many kinds on many tables from many cameras, with the truth of every top side.

Drawn from the parts of ``hardware.simulators.scenes``; the simulated camera's scenes are one tame corner of these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from lens import photographed
from marks import USUAL, Marks, Mix, any_colour, luma
from tables import GROUND, Tables

from hardware.simulators.scenes.camera import Camera, looking_at, overhead
from hardware.simulators.scenes.cube import TOP, Cube, Light, cast_shadow, draw, turned
from hardware.simulators.scenes.textures import printed

cv2.setNumThreads(1)
WOODEN = 0.12  # share of dice whose body is of a photographed material


@dataclass(frozen=True)
class Drawn:
    """A die of a scene: its label ("pips/3", "icons/712"), its top side and its other visible sides in pixels."""

    label: str
    quad: np.ndarray  # (4, 2)
    others: list[np.ndarray]


class Painter:
    """What scenes are drawn with: backgrounds, playing cards and icons, loaded once."""

    def __init__(self, icons: Path, draw: Callable[..., None] = draw, least_rounding: float = 0.04) -> None:
        self.marks = Marks(icons)
        self.tables = Tables(self.marks)
        self.draw = draw
        self.roundings = (least_rounding, least_rounding + 0.28)

    # ---- the dice --------------------------------------------------------------------------------------------

    def cube(
        self, rng: np.random.Generator, at: np.ndarray, angle: float, side: float, look: Look
    ) -> tuple[str, Cube]:
        label, arts = self.marks.design(rng, look.mix)
        share = rng.uniform(0.72, 0.92)
        body, ink = look.colours(rng)
        marble = look.marble
        seed = int(rng.integers(1 << 30))
        grain = self.tables.grain(rng, body) if rng.random() < WOODEN else None

        def texture(art: np.ndarray, pixels: int) -> np.ndarray:
            ground = body if grain is None else cv2.resize(grain, (pixels, pixels), interpolation=cv2.INTER_AREA)
            sheet = printed(art, ground, ink, pixels, share)
            if marble:
                spots = np.random.default_rng(seed).standard_normal((6, 6, 3), np.float32)
                sheet = sheet + marble * cv2.resize(spots, (pixels, pixels), interpolation=cv2.INTER_CUBIC)
            return sheet

        axes = turned(angle)
        textures = tuple(partial(texture, art) for art in arts)
        centre = np.array([*at, side / 2])
        return label, Cube(centre, axes, side, textures, body, rng.uniform(*self.roundings))

    # ---- the picture -----------------------------------------------------------------------------------------

    def scene(
        self,
        rng: np.random.Generator,
        width: int,
        height: int,
        die_px: float,
        count: int,
        tilt: float,
        mix: Mix = USUAL,
    ) -> tuple[np.ndarray, list[Drawn]]:
        """A photograph (height, width, 3) uint8 with its dice; die_px: a die's side in pixels; tilt in degrees."""
        mm = width / die_px * 16
        camera = self.camera(rng, width, height, mm, tilt)
        canvas = self.laid(rng, camera, width, height, mm)
        tone = rng.uniform(-0.9, 0.9, 2)
        light = Light(
            (float(tone[0]), float(tone[1]), 1.0),
            rng.uniform(0.35, 0.9),
            rng.choice([0, rng.uniform(0, 0.25), rng.uniform(0.2, 0.8)]),
            rng.choice([0, rng.uniform(0.1, 0.65)]),
        )
        look = Look.any(rng, mix)
        labelled = []
        for at, angle, side in placed(rng, mm, mm * height / width, look.sizes(rng, count)):
            if not look.uniform:
                look = Look.any(rng, mix)
            labelled.append(self.cube(rng, at, angle, side, look))
        labelled.sort(key=lambda pair: -float(np.linalg.norm(camera.centre - pair[1].centre)))
        for _, cube in labelled:
            cast_shadow(canvas, camera, cube, light)
        for _, cube in labelled:
            self.draw(canvas, camera, cube, light)
        outlines = [cube.silhouette(camera) for _, cube in labelled]
        drawn = [
            Drawn(
                label,
                camera.project(cube.face(TOP)),
                [camera.project(cube.face(k)) for k in cube.visible(camera) if k != TOP],
            )
            for k, (label, cube) in enumerate(labelled)
            if not covered(camera.project(cube.face(TOP)), outlines[k + 1 :])
        ]
        return photographed(canvas, rng, die_px), drawn

    def camera(self, rng: np.random.Generator, width: int, height: int, mm: float, tilt: float) -> Camera:
        """A camera that sees about mm of the table's width."""
        deep = mm * height / width
        if tilt < 5 and rng.random() < 0.5:
            foot = (mm * rng.uniform(0.1, 0.9), deep * rng.uniform(-0.1, 1.0))
            return overhead(mm, deep, width, height, foot, max(mm, 120) * rng.uniform(1.2, 3))
        distance = max(mm, 120) * rng.uniform(1.1, 2.5)
        focal = width * distance / mm
        target = np.array([mm / 2, deep / 2, 0])
        t = np.radians(tilt)
        position = target + distance * np.array([0, -np.sin(t), np.cos(t)])
        return looking_at(target, position, focal, width, height, rng.uniform(-0.3, 0.3))

    def laid(self, rng: np.random.Generator, camera: Camera, width: int, height: int, mm: float) -> np.ndarray:
        """The table as the camera sees it, (height, width, 3) float32."""
        flat = self.tables.ground(rng)
        reach = mm * rng.uniform(1.0, 2.0)
        middle = np.array([mm / 2, mm * height / width / 2])
        spin = turned(rng.uniform(0, 360))[:2, :2]
        unit = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) / 2
        table = np.column_stack([middle + unit @ spin.T * reach, np.zeros(4)])
        square = np.array([[0, 0], [GROUND, 0], [GROUND, GROUND], [0, GROUND]], np.float32)
        target = camera.project(table).astype(np.float32)
        homography = cv2.getPerspectiveTransform(square, target)
        mode = cv2.BORDER_REFLECT if rng.random() < 0.7 else cv2.BORDER_CONSTANT
        edge = tuple(map(float, any_colour(rng)))
        return cv2.warpPerspective(flat, homography, (width, height), borderMode=mode, borderValue=edge)


@dataclass(frozen=True)
class Look:
    """The make of a die: shares of the kinds, colours, marbling; uniform: all dice of the scene are alike."""

    mix: Mix
    body: np.ndarray
    ink: np.ndarray
    marble: float
    uniform: bool

    @classmethod
    def any(cls, rng: np.random.Generator, mix: Mix) -> Look:
        while True:
            body, ink = any_colour(rng), any_colour(rng)
            if rng.random() < 0.35:
                body = (np.array([244, 240, 230]) + rng.normal(0, 6, 3)).astype(np.float32)
            if rng.random() < 0.6:
                ink = np.full(3, rng.choice([20, 245]), np.float32)
            if np.abs(body - ink).max() > 70 and abs(luma(body) - luma(ink)) > 25:
                break
        marble = float(rng.choice([0, 0, rng.uniform(5, 45)]))
        return cls(mix, body, ink, marble, bool(rng.random() < 0.5))

    def colours(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        body = np.clip(self.body + rng.normal(0, 4, 3), 0, 255).astype(np.float32)
        return body, self.ink.astype(np.float32)

    def sizes(self, rng: np.random.Generator, count: int) -> np.ndarray:
        if self.uniform:
            return np.full(count, 16.0)
        return np.clip(16 * np.exp(rng.normal(0, 0.15, count)), 9, 28)


def placed(rng: np.random.Generator, wide: float, deep: float, sizes: np.ndarray) -> list:
    """Centres, angles and sides of dice that do not overlap; some touch a neighbour flush."""
    chosen: list[tuple[np.ndarray, float, float]] = []
    for side in sizes:
        for _ in range(12):
            if chosen and rng.random() < 0.3:
                at, angle, other = chosen[rng.integers(len(chosen))]
                step = turned(angle)[:2, :2] @ np.eye(2)[rng.integers(2)] * rng.choice([-1, 1])
                along = turned(90)[:2, :2] @ step * rng.uniform(-0.4, 0.4) * side
                spot = at + step * ((side + other) / 2 + rng.exponential(0.4)) + along
            else:
                spot, angle = rng.uniform((0, 0), (wide, deep)), rng.uniform(0, 360)
            if all(clear(spot, angle, side, *other) for other in chosen):
                chosen.append((spot, angle, side))
                break
    return chosen


def clear(at: np.ndarray, angle: float, side: float, other: np.ndarray, turn: float, size: float) -> bool:
    """Whether two squares do not overlap (separating axes)."""
    spread = np.abs(turned(angle - turn)[0, :2]).sum()
    for axes, reach in ((turned(angle), side + size * spread), (turned(turn), size + side * spread)):
        if (np.abs((at - other) @ axes[:2, :2]) >= reach / 2 - 0.05).any():
            return True
    return False


def covered(quad: np.ndarray, nearer: list[np.ndarray]) -> bool:
    """Whether a nearer die hides a top side's middle or two of its corners' neighbourhoods."""
    spots = np.vstack([quad.mean(axis=0), 0.6 * quad + 0.4 * quad.mean(axis=0)])
    hidden = [
        any(cv2.pointPolygonTest(o.astype(np.float32), (float(x), float(y)), False) > 0 for o in nearer)
        for x, y in spots
    ]
    return hidden[0] or sum(hidden) >= 2


def whole(quad: np.ndarray, width: int, height: int) -> bool:
    """Whether a top side's centre lies in the picture."""
    x, y = quad.mean(axis=0)
    return 0 <= x < width and 0 <= y < height


def square_of(quad: np.ndarray) -> tuple[float, float, float, float]:
    """The similar square: centre x, centre y, side in pixels and turn in radians.

    The turn is the direction of the edges in picture axes (x right, y down), modulo a quarter turn.
    """
    edges = np.roll(quad, -1, axis=0) - quad
    lengths = np.linalg.norm(edges, axis=1)
    phase = np.exp(4j * np.arctan2(edges[:, 1], edges[:, 0])).mean()
    x, y = quad.mean(axis=0)
    return float(x), float(y), float(lengths.mean()), float(np.angle(phase) / 4)
