"""The tray: from pixels of the camera's pictures to millimetres of the table, as calibrated once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.errors import CalibrationError
from companion.vision.frame import Frame
from companion.vision.lens import Lens
from companion.vision.stored import AGAIN
from companion.words import say

Floats = NDArray[np.float64]
Point = tuple[float, float]
Row = tuple[float, float, float]
Positive = Annotated[float, msgspec.Meta(gt=0)]

SINGULAR = 1e-12  # determinant of a homography whose last value is 1; 1e-4 at 10 pixels per millimetre is usual
LARGEST = 1600  # pixels of a rectified picture's longer side
LEAST_AREA = 0.02  # share of the picture that four manual corners enclose


@dataclass(frozen=True)
class Tray:
    """The dice area as one camera sees it, in pictures of `width` x `height` pixels.

    `homography` takes pixels, straightened by the `lens`, to millimetres from the dice area's near-left corner (x
    to the right, y away from people); `area` is its width and height in millimetres. `source` tells where it
    comes from: with a whole `frame` the millimetres are a guess. `error` is the root mean square in millimetres
    between where the mat's points are and where they were seen, 0 without a mat; `paper` names that mat's.
    """

    width: Annotated[int, msgspec.Meta(ge=1)]
    height: Annotated[int, msgspec.Meta(ge=1)]
    homography: tuple[Row, Row, Row]
    area: tuple[Positive, Positive]
    source: Literal["mat", "corners", "frame"]
    lens: Lens | None = None
    error: float = 0.0
    paper: str = ""

    def __post_init__(self) -> None:
        if not np.isfinite(self.matrix).all() or abs(np.linalg.det(self.matrix)) < SINGULAR:
            raise _damaged(f"expected an invertible homography, got {self.homography!r}")
        if self.lens and (self.lens.width, self.lens.height) != (self.width, self.height):
            raise _damaged(f"expected a lens for {self.width} x {self.height} pixels, got {self.lens!r}")

    @property
    def matrix(self) -> Floats:
        """The homography (3, 3) from straightened pixels to millimetres."""
        return np.array(self.homography, np.float64)

    def places(self, pixels: ArrayLike) -> Floats:
        """Millimetres (n, 2) on the table's plane from pixels (n, 2) of the picture."""
        points = np.asarray(pixels, np.float64).reshape(-1, 2)
        return applied(self.matrix, self.lens.straightened(points) if self.lens else points)

    def pixels(self, places: ArrayLike) -> Floats:
        """Pixels (n, 2) of the picture from millimetres (n, 2) on the table's plane: the inverse of `places`."""
        points = applied(np.linalg.inv(self.matrix), places)
        return self.lens.bent(points) if self.lens else points

    def place(self, x: float, y: float) -> Point:
        """The place in millimetres that lies on the table's plane at this pixel.

        The top of a die `h` mm high, seen from `d` mm above and `a` mm aside, appears `a * h / (d - h)` mm farther
        out than it lies.
        """
        ((right, away),) = self.places([(x, y)]).tolist()
        return right, away

    def pixel(self, right: float, away: float) -> Point:
        """The pixel at which a place in millimetres appears."""
        ((x, y),) = self.pixels([(right, away)]).tolist()
        return x, y

    def inside(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether this pixel shows the dice area, or up to `margin` millimetres around it."""
        right, away = self.place(x, y)
        return -margin <= right <= self.area[0] + margin and -margin <= away <= self.area[1] + margin

    @property
    def corners(self) -> Floats:
        """The dice area's corners (4, 2) in pixels: near left, near right, far right, far left."""
        width, height = self.area
        return self.pixels([(0, 0), (width, 0), (width, height), (0, height)])

    @property
    def centre(self) -> Point:
        """The pixel at which the dice area's middle appears."""
        return self.pixel(self.area[0] / 2, self.area[1] / 2)

    def mm_per_pixel(self, x: float, y: float) -> float:
        """Millimetres of table per pixel around this one: the root of the area's ratio."""
        return float(abs(np.linalg.det(self._slopes(x, y))) ** 0.5)

    def die_size_px(self, mm: float, at: Point | None = None) -> float | None:
        """The side in pixels of a top face of `mm` millimetres, at a pixel or in the middle of the dice area.

        None where only the whole frame is known: then a millimetre is a guess.
        """
        return None if self.source == "frame" else mm / self.mm_per_pixel(*(at or self.centre))

    @property
    def slant(self) -> float:
        """How obliquely the middle is seen, in degrees: 0 from straight above.

        A circle seen at this angle looks as the cosine of it is long to 1.
        """
        long, short = np.linalg.svd(self._slopes(*self.centre), compute_uv=False)
        return float(np.degrees(np.arccos(short / long)))

    def _slopes(self, x: float, y: float) -> Floats:
        """The Jacobian (2, 2) of `place` in millimetres per pixel."""
        left, right, up, down = self.places([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)])
        return np.column_stack([right - left, down - up]) / 2

    def check(self, frame: Frame) -> None:
        """Make sure that a frame is of the calibrated size.

        Raises:
            CalibrationError: it is not.
        """
        if (frame.width, frame.height) != (self.width, self.height):
            raise CalibrationError(
                "size",
                say("The camera's pictures have another size than when it was calibrated."),
                detail=f"expected {self.width} x {self.height} pixels, got {frame.width} x {frame.height}",
                advice=AGAIN,
            )

    def rectified(self, frame: Frame) -> Frame:
        """The dice area alone, seen from straight above, its near edge below; at most `LARGEST` pixels long.

        A millimetre gets as many pixels as it has in the middle of the frame.

        Raises:
            CalibrationError: the frame is of another size than the calibration.
        """
        self.check(frame)
        pixels = cv2.remap(frame.pixels, *_look_up(self), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return Frame(np.asarray(pixels, np.uint8), frame.taken_at)

    @property
    def rectified_scale(self) -> float:
        """Pixels per millimetre of a rectified picture."""
        return float(min(1 / self.mm_per_pixel(*self.centre), LARGEST / max(self.area)))

    def grown(self, mm: float) -> Tray:
        """The same view with a dice area that reaches `mm` millimetres farther on every side."""
        width, height = self.area
        shift = np.array([[1, 0, mm], [0, 1, mm], [0, 0, 1.0]])
        return replace(self, homography=rows(shift @ self.matrix), area=(width + 2 * mm, height + 2 * mm))

    def moved(self, motion: ArrayLike) -> Tray:
        """The tray after a `motion` (3, 3) that takes straightened pixels of before to those of now."""
        return replace(self, homography=rows(self.matrix @ np.linalg.inv(np.asarray(motion, np.float64))))


def from_corners(
    corners: Sequence[Point], area: tuple[float, float], size: tuple[int, int], lens: Lens | None = None
) -> Tray:
    """The tray whose dice area of `area` millimetres has these four corners, in pixels of a picture of `size`.

    Their order does not matter: people are taken to sit at the picture's lower edge.

    Raises:
        CalibrationError: they are not four corners of a convex figure that can be seen well.
    """
    ring = _in_order(np.asarray(corners, np.float64), size)
    straight = lens.straightened(ring) if lens else ring
    width, height = area
    places = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    homography = cv2.getPerspectiveTransform(straight.astype(np.float32), places)
    return Tray(*size, rows(homography), area, "corners", lens)


def whole_frame(width: int, height: int, across: float = 320.0) -> Tray:
    """The tray that fills the whole picture, whose width is taken to be `across` millimetres."""
    scale = across / width
    homography = ((scale, 0.0, scale / 2), (0.0, -scale, scale * (height - 0.5)), (0.0, 0.0, 1.0))
    return Tray(width, height, homography, (across, scale * height), "frame")


def applied(homography: ArrayLike, points: ArrayLike) -> Floats:
    """Points (n, 2) taken through a homography (3, 3)."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    through = np.column_stack([flat, np.ones(len(flat))]) @ np.asarray(homography, np.float64).T
    return np.asarray(through[:, :2] / through[:, 2:])


def rows(homography: ArrayLike) -> tuple[Row, Row, Row]:
    """A homography (3, 3) as plain values, its last one 1."""
    values = np.asarray(homography, np.float64)
    first, second, third = (values / values[2, 2]).tolist()
    return tuple(first), tuple(second), tuple(third)


def _in_order(corners: Floats, size: tuple[int, int]) -> Floats:
    """The corners (4, 2): near left, near right, far right, far left."""
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise _no_corners(corners, "expected four corners")
    away = corners - corners.mean(axis=0)
    ring = corners[np.argsort(-np.arctan2(away[:, 1], away[:, 0]))]  # counter-clockwise as seen
    sides = np.roll(ring, -1, axis=0) - ring
    turns = sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0] - sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1]
    least = LEAST_AREA * size[0] * size[1]
    if turns.min() <= least / 2:  # a corner's turn is twice the area of the triangle that it makes
        raise _no_corners(corners, f"expected a convex figure of {least:.0f} square pixels or more")
    return np.roll(ring, -int(np.argmax(ring[:, 1] - ring[:, 0])), axis=0)


def _damaged(detail: str) -> CalibrationError:
    return CalibrationError("file", say("The calibration is damaged."), detail=detail, advice=AGAIN)


def _no_corners(corners: Floats, why: str) -> CalibrationError:
    return CalibrationError(
        "corners",
        say("These four points are not the corners of a tray."),
        detail=f"{why}, got {corners.tolist()!r}",
        advice=say("Put one point on each corner of the tray, well apart from each other."),
    )


@lru_cache(maxsize=2)
def _look_up(tray: Tray) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where each pixel of the rectified picture comes from, as `cv2.remap` wants it: 6 bytes a pixel."""
    scale = tray.rectified_scale
    width, height = (max(1, round(side * scale)) for side in tray.area)
    right = (np.arange(width) + 0.5) / scale
    away = tray.area[1] - (np.arange(height) + 0.5) / scale
    places = np.stack(np.meshgrid(right, away), axis=-1)
    source = tray.pixels(places.reshape(-1, 2)).reshape(height, width, 2).astype(np.float32)
    fixed, fraction = cv2.convertMaps(source[..., 0], source[..., 1], cv2.CV_16SC2)
    return np.asarray(fixed, np.int16), np.asarray(fraction, np.uint16)
