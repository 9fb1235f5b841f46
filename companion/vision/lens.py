"""The lens: how it bends straight lines, measured from pictures of the printed chessboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.errors import CalibrationError
from companion.vision.frame import Frame
from companion.vision.mat import lens_board
from companion.words import say

Floats = NDArray[np.float64]
Fine = NDArray[np.float32]
Positive = Annotated[float, msgspec.Meta(gt=0)]
Distortion = tuple[float, float, float, float, float]

STEPS = 25  # of the fixed-point iteration; a 90 degree lens needs 15 for a hundredth of a pixel
LEAST_PICTURES = 5
LEAST_CORNERS = 12  # of the chessboard's 54, for a picture to count
WORST = 1.5  # pixels, root mean square; a chessboard that is not flat gives more
UNSURE = 0.05  # share of the focal length, one standard deviation
LEAST_TILT = 10.0  # degrees, of the picture that is tilted most; straight on, distance and focal length look alike
ADVICE = say(
    "Print the chessboard with --board, glue it flat on cardboard and take 8 pictures: tilted, in every corner."
)


@dataclass(frozen=True)
class Lens:
    """A pinhole camera with distortion, for pictures of `width` x `height` pixels.

    `fx`, `fy`, `cx`, `cy` are pixels; `distortion` is OpenCV's k1, k2, p1, p2, k3; `error` is the root mean square
    in pixels that was left when it was measured, 0 where it was not.
    """

    width: Annotated[int, msgspec.Meta(ge=1)]
    height: Annotated[int, msgspec.Meta(ge=1)]
    fx: Positive
    fy: Positive
    cx: float
    cy: float
    distortion: Distortion = (0.0, 0.0, 0.0, 0.0, 0.0)
    error: float = 0.0

    @property
    def matrix(self) -> Floats:
        """The camera matrix (3, 3)."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])

    def bent(self, points: ArrayLike) -> Floats:
        """Where the lens shows points (n, 2) that a straight one would show at these pixels."""
        straight = (np.asarray(points, np.float64).reshape(-1, 2) - (self.cx, self.cy)) / (self.fx, self.fy)
        rays = np.column_stack([straight, np.ones(len(straight))])
        if not len(rays):
            return straight
        shown, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, np.array(self.distortion))
        return np.asarray(shown, np.float64).reshape(-1, 2)

    def straightened(self, points: ArrayLike) -> Floats:
        """Where a straight lens would show what this one shows at these pixels (n, 2): the inverse of `bent`."""
        given = np.asarray(points, np.float64).reshape(-1, 2)
        guess = given.copy()
        for _ in range(STEPS):
            guess += given - self.bent(guess)
        return guess

    def resized(self, width: int, height: int) -> Lens:
        """The same lens for pictures of another size and the same shape.

        Raises:
            CalibrationError: the shape differs, so the pictures were cut.
        """
        scale = width / self.width
        if abs(scale * self.height - height) > 2:
            raise CalibrationError(
                "lens",
                say("The lens was measured in pictures of another shape."),
                detail=f"expected the shape of {self.width} x {self.height}, got {width} x {height}",
                advice=say("Take all pictures with the same camera setting."),
            )
        values = {name: getattr(self, name) * scale for name in ("fx", "fy", "cx", "cy", "error")}
        return replace(self, width=width, height=height, **values)


def bending(k1: float, width: int, height: int) -> Lens:
    """A lens of which only the bending is known: axis in the middle, focal length of the picture's longer side."""
    focal = float(max(width, height))
    middle = (width - 1) / 2, (height - 1) / 2
    return Lens(width, height, focal, focal, *middle, distortion=(k1, 0.0, 0.0, 0.0, 0.0))


def measured(frames: Sequence[Frame]) -> Lens:
    """The lens that took these pictures of the chessboard; k1 and k2 are measured (Zhang 2000, by OpenCV).

    Raises:
        CalibrationError: too few pictures show it, their sizes differ, or they do not determine the lens.
    """
    sizes = {(frame.width, frame.height) for frame in frames}
    if len(sizes) != 1:
        raise _unfit(f"expected pictures of one size, got {sorted(sizes)!r}")
    views = [view for frame in frames if (view := _corners(frame)) is not None]
    if len(views) < LEAST_PICTURES:
        raise CalibrationError(
            "lens",
            say(
                "The chessboard shows in {seen} pictures; {least} are needed.",
                seen=len(views),
                least=LEAST_PICTURES,
            ),
            detail=f"{len(frames)} pictures, {LEAST_CORNERS} corners needed in each",
            advice=ADVICE,
        )
    return _solved(views, *sizes.pop())


def _corners(frame: Frame) -> tuple[Fine, Fine] | None:
    """The chessboard's corners in millimetres (n, 3) and pixels (n, 2), or None where too few show."""
    grey = cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(lens_board()).detectBoard(grey)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    board = np.asarray(lens_board().getChessboardCorners())[ids.ravel()]
    return board.astype(np.float32), np.asarray(corners, np.float32).reshape(-1, 2)


def _solved(views: Sequence[tuple[Fine, Fine]], width: int, height: int) -> Lens:
    flags = cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
    start = bending(0.0, width, height)
    rms, matrix, distortion, turns, _, spread, _, _ = cv2.calibrateCameraExtended(
        [view[0] for view in views],
        [view[1] for view in views],
        (width, height),
        start.matrix,
        np.zeros(5),
        flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS,
    )
    focal = float(matrix[0, 0])
    unsure = float(spread.ravel()[0]) / focal
    tilt = max(_tilt(np.asarray(turn, np.float64)) for turn in turns)
    if not (rms <= WORST and unsure <= UNSURE and tilt >= LEAST_TILT):
        raise _unfit(
            f"error {rms:.2f} px (at most {WORST}), focal length {focal:.0f} px +- {unsure:.1%} "
            f"(at most {UNSURE:.0%}), tilted by up to {tilt:.0f} degrees (at least {LEAST_TILT:.0f})"
        )
    k1, k2, p1, p2, k3 = (float(value) for value in distortion.ravel()[:5])
    middle = float(matrix[0, 2]), float(matrix[1, 2])
    return Lens(width, height, focal, float(matrix[1, 1]), *middle, (k1, k2, p1, p2, k3), float(rms))


def _tilt(turn: Floats) -> float:
    """How far a board turned by this rotation vector (3,) is from lying straight before the lens, in degrees."""
    rotation, _ = cv2.Rodrigues(turn)
    return float(np.degrees(np.arccos(np.clip(abs(rotation[2, 2]), 0, 1))))


def _unfit(detail: str) -> CalibrationError:
    return CalibrationError(
        "lens", say("The lens cannot be measured from these pictures."), detail=detail, advice=ADVICE
    )
