"""Rendered photographs of the mat on a table, with the truth known.

    OMP_NUM_THREADS=1 python -m tests.vision.tables [--tables N] [--seed N]

prints how far calibrated places lie from the true ones, median and 95th percentile, over N random tables.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CalibrationError
from companion.vision.calibrate import calibrate
from companion.vision.frame import Frame, Pixels
from companion.vision.lens import Lens
from companion.vision.mat import A4, MATS, Mat, board_sheet
from companion.vision.sheet import Fill, Line, Sheet
from companion.vision.tray import Tray
from hardware.simulators.scenes.camera import Camera, looking_at
from hardware.simulators.scenes.surroundings import exposed, forearm

Floats = NDArray[np.float64]
Fine = NDArray[np.float32]

FINE = 8  # pixels per millimetre of a rastered sheet
TILE = 150.0  # millimetres
COARSE = 16  # pixels; pictures have sides that are multiples of it


@dataclass(frozen=True, eq=False)
class Table:
    """How a table is photographed: from `height` mm away, `slant` degrees from upright, in direction `compass`.

    `aim` shifts the camera over the mat, `nod` only what it looks at.

    Lengths in millimetres, angles in degrees, `blur` in pixels, `noise` in grey levels, `jpeg` is a quality; `k1`
    and `k2` are the lens's, `focal` is in pixels of a picture of `width` x `height_px`; `ground` is a colour or a
    tile of `TILE` mm; without `sheet` the mat was taken away; `glare` and `shadow` are (x, y, radius) on the mat,
    `covers` (left, near, width, depth); `curl` is how far a wave pushes its points aside.
    """

    mat: Mat = MATS[0]
    width: int = 1280
    height_px: int = 960
    height: float = 420.0
    slant: float = 8.0
    compass: float = 200.0
    roll: float = 0.0
    aim: tuple[float, float] = (0.0, 0.0)
    nod: tuple[float, float] = (0.0, 0.0)
    focal: float = 1250.0
    k1: float = 0.0
    k2: float = 0.0
    ground: Pixels | tuple[int, int, int] = (110, 84, 60)
    sheet: bool = True
    hand: bool = False
    paper: float = 235.0
    ink: float = 30.0
    light: float = 1.0
    noise: float = 2.0
    blur: float = 0.6
    jpeg: int = 95
    glare: tuple[float, float, float] | None = None
    shadow: tuple[float, float, float] | None = None
    curl: float = 0.0
    seed: int = 0
    covers: tuple[tuple[float, float, float, float], ...] = field(default=())

    @property
    def lens(self) -> Lens:
        """The true lens."""
        return Lens(
            self.width, self.height_px, self.focal, self.focal, self.width / 2, self.height_px / 2,
            (self.k1, self.k2, 0.0, 0.0, 0.0),
        )  # fmt: skip

    @property
    def camera(self) -> Camera:
        """The true camera without its lens."""
        width, height = self.mat.area
        target = np.array([width / 2 + self.aim[0], height / 2 + self.aim[1], 0.0])
        slant, compass = np.radians([self.slant, self.compass])
        away = np.array([np.sin(slant) * np.sin(compass), np.sin(slant) * np.cos(compass), np.cos(slant)])
        position, looked_at = target + away * self.height, target + np.array([*self.nod, 0.0])
        return looking_at(looked_at, position, self.focal, self.width, self.height_px, np.radians(self.roll))

    @cached_property
    def where(self) -> Fine:
        """The place in millimetres that each pixel shows, (h, w, 2)."""
        return shown(self.camera, self.lens)

    def pixels(self, places: Floats) -> Floats:
        """Where places (n, 2) in millimetres truly appear, (n, 2) pixels."""
        flat = np.column_stack([places, np.zeros(len(places))])
        return self.lens.bent(self.camera.project(flat))

    def photograph(self) -> Frame:
        """The picture."""
        rng = np.random.default_rng(self.seed)
        canvas = _cover(self, _print(self, _ground(self)))
        if self.hand:
            forearm(canvas, np.random.default_rng(self.seed))
        pixels = exposed(_lit(self, canvas), self.light, self.blur, self.noise, rng)
        return replace(Frame.load(Frame(pixels, 0.0).jpeg(self.jpeg)), taken_at=0.0)

    def error(self, tray: Tray) -> Floats:
        """How far calibrated places lie from the true ones, (n,) mm, over a grid in the dice area."""
        width, height = self.mat.area
        places = np.stack(np.meshgrid(np.linspace(0, width, 9), np.linspace(0, height, 9)), -1).reshape(-1, 2)
        return np.asarray(np.linalg.norm(tray.places(self.pixels(places)) - places, axis=1))


def wood(seed: int = 0) -> Pixels:
    """A tile (256, 256, 3) of boards with a grain and dark joints."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (256, 256)), (0, 0), sigmaX=25, sigmaY=1) * 200
    boards = np.repeat(rng.uniform(-20, 20, 4), 64)[:, None]
    joint = np.where(np.arange(256) % 64 < 3, -70, 0)[:, None]
    return np.asarray(np.clip((150, 105, 65) + (grain + boards + joint)[..., None], 0, 255), np.uint8)


def shown(camera: Camera, lens: Lens) -> Fine:
    """The place in millimetres on the table's plane that each pixel shows, (h, w, 2).

    Worked out for each `COARSE`th pixel and one beyond the border, drawn out straight between: 2 micrometres off.
    """
    columns, rows = (
        (np.arange(-1, side // COARSE + 1) + 0.5) * COARSE - 0.5 for side in (lens.width, lens.height)
    )
    points = np.stack(np.meshgrid(columns, rows), -1)
    straight = np.column_stack([lens.straightened(points.reshape(-1, 2)), np.ones(points.size // 2)])
    plane = straight @ np.linalg.inv(camera.matrix[:, [0, 1, 3]]).T
    places = (plane[:, :2] / plane[:, 2:]).reshape(points.shape).astype(np.float32)
    fine = cv2.resize(places, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[COARSE:-COARSE, COARSE:-COARSE], np.float32)


def _ground(table: Table) -> Fine:
    if isinstance(table.ground, tuple):
        canvas = np.empty((table.height_px, table.width, 3), np.float32)
        canvas[:] = table.ground
        return canvas
    tile = table.ground.astype(np.float32)
    source = table.where * np.float32(len(tile) / TILE)
    return np.asarray(
        cv2.remap(tile, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    )


def _print(table: Table, canvas: Fine) -> Fine:
    """The canvas with the sheet laid on it; `curl` mm is how far its middle is pushed aside by a wave."""
    if not table.sheet:
        return canvas
    places = table.where
    if table.curl:
        wave = np.stack([np.sin(places[..., 1] / 25), np.cos(places[..., 0] / 30)], -1)
        places = (places + table.curl * wave).astype(np.float32)
    left, bottom = table.mat.near_left
    sheet = np.stack([places[..., 0] + left, bottom - places[..., 1]], -1)
    step = np.abs(np.diff(places[table.height_px // 2, :, :], axis=0)).max() * FINE
    fine = cv2.GaussianBlur(raster(table.mat.sheet()), (0, 0), max(0.1, 0.35 * step))
    source = (sheet * FINE - 0.5).astype(np.float32)
    printed = cv2.remap(fine, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderValue=-1.0)
    grey = table.ink + (table.paper - table.ink) * printed
    inside = (sheet > 0) & (sheet < (table.mat.paper.width, table.mat.paper.height))
    return np.where(inside.all(axis=-1, keepdims=True), grey[..., None], canvas).astype(np.float32)


def _cover(table: Table, canvas: Fine) -> Fine:
    """Things that lie on the mat: left, near, width and depth in millimetres."""
    for x, y, width, depth in table.covers:
        ring = table.pixels(np.array([(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]))
        cv2.fillPoly(canvas, [np.rint(ring).astype(np.int32)], (60, 70, 150))
    return canvas


def _lit(table: Table, canvas: Fine) -> Fine:
    for spot, strength in ((table.shadow, -0.55), (table.glare, 3.0)):
        if spot:
            distance = np.linalg.norm(table.where - np.array(spot[:2], np.float32), axis=-1) / np.float32(spot[2])
            share = np.exp(-(distance**4))[..., None]
            canvas = canvas * (1 + strength * share) + max(0, strength) * 85 * share
    return canvas


@cache
def raster(sheet: Sheet, fine: int = FINE) -> Fine:
    """What is printed on a sheet at `fine` pixels per millimetre: 0 black to 1 white; words are left out."""
    picture = np.ones((round(sheet.height * fine), round(sheet.width * fine)), np.float32)
    for shape in sheet.shapes:
        if isinstance(shape, Fill):
            for x, y, width, height in shape.boxes:
                rows, columns = (
                    slice(round(a * fine), round((a + b) * fine)) for a, b in ((y, height), (x, width))
                )
                picture[rows, columns] = shape.grey
        elif isinstance(shape, Line):
            start, end = ((round(x * fine), round(y * fine)) for x, y in (shape.start, shape.end))
            cv2.line(picture, start, end, shape.grey, max(1, round(shape.thick * fine)))
    return picture


def chessboards(count: int, lens: Lens, seed: int = 0, tilt: float = 30.0) -> list[Frame]:
    """Pictures of the lens's chessboard, tilted by up to `tilt` degrees this way and that, here and there."""
    rng = np.random.default_rng(seed)
    return [_chessboard(lens, rng, tilt) for _ in range(count)]


def _chessboard(lens: Lens, rng: np.random.Generator, tilt: float) -> Frame:
    target = np.array([A4.width / 2, -A4.height / 2, 0.0]) + np.array([*rng.uniform(-45, 45, 2), 0])
    slant, compass = np.radians([rng.uniform(0.6, 1) * tilt, rng.uniform(0, 360)])
    away = np.array([np.sin(slant) * np.sin(compass), np.sin(slant) * np.cos(compass), np.cos(slant)])
    camera = looking_at(
        target, target + away * rng.uniform(330, 450), lens.fx, lens.width, lens.height, rng.uniform(-0.3, 0.3)
    )
    sheet = shown(camera, lens) * np.array([1, -1], np.float32)
    source = (sheet * FINE - 0.5).astype(np.float32)
    fine = cv2.GaussianBlur(raster(board_sheet(A4)), (0, 0), 1.0)
    grey = 40 + 180 * cv2.remap(fine, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderValue=0.5)
    return Frame(exposed(np.repeat(grey[..., None], 3, 2), 1.0, 0.6, 2.0, rng), 0.0)


def random_table(rng: np.random.Generator, straight: bool = False) -> Table:
    """A table as a family might photograph it: any side, up to 35 degrees oblique, any light, a bending lens."""
    mat = MATS[rng.integers(len(MATS))]
    bent = 0.0 if straight else 1.0
    return Table(
        mat=mat,
        height=rng.uniform(380, 520),
        slant=rng.uniform(0, 35),
        compass=rng.uniform(0, 360),
        roll=rng.uniform(-20, 20) + 180 * rng.integers(2),
        aim=(rng.uniform(-15, 15), rng.uniform(-15, 15)),
        focal=rng.uniform(1150, 1350),
        k1=bent * rng.uniform(-0.2, 0.08),
        k2=bent * rng.uniform(-0.03, 0.03),
        ground=tuple(rng.integers(10, 230, 3).tolist()),
        paper=rng.uniform(190, 240),
        ink=rng.uniform(15, 60),
        light=rng.uniform(0.35, 1.15),
        noise=rng.uniform(1, 6),
        blur=rng.uniform(0.4, 1.4),
        jpeg=int(rng.integers(60, 96)),
        shadow=(rng.uniform(0, 200), rng.uniform(0, 170), rng.uniform(40, 120)),
        seed=int(rng.integers(1 << 30)),
    )


def main(argv: Sequence[str]) -> int:
    """Print a line for straight lenses and one for bending ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    for title, straight in (("straight lens", True), ("bending lens", False)):
        rng = np.random.default_rng(args.seed)
        print(f"{title}: {_report(rng, args.tables, straight)}", flush=True)
    return 0


def _report(rng: np.random.Generator, count: int, straight: bool) -> str:
    errors, own, refused = [], [], []
    for _ in range(count):
        table = random_table(rng, straight)
        try:
            found = calibrate(table.photograph())
        except CalibrationError as error:
            refused.append(error.cause)
            continue
        errors.append(table.error(found.tray))
        own.append(found.tray.error)
    all_errors = np.concatenate(errors)
    middle, most = np.percentile(all_errors, [50, 95])
    worst = max(float(one.max()) for one in errors)
    return (
        f"{len(errors)}/{count} calibrated, true error median {middle:.2f} mm, 95th percentile {most:.2f} mm, "
        f"largest {worst:.2f} mm; told error median {np.median(own):.2f} mm; refused: {refused or 'none'}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
