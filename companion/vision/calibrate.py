"""Calibration: works out the tray from a picture of the printed mat."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CalibrationError
from companion.vision.fiducials import Grey, Tags, find_fiducials, find_marks
from companion.vision.frame import Frame
from companion.vision.lens import Lens, bending
from companion.vision.mat import CORNERS, MATS, RULER, Mat
from companion.vision.tray import Tray, applied, rows
from companion.words import Sentence, say

Floats = NDArray[np.float64]

LEAST_FIDUCIALS = 3  # three give twelve points; the fourth may be covered
LEAST_POINTS = 8  # that a homography must suit: two fiducials' corners
OFF = 2.0  # millimetres: a point that lies farther off is covered, or the mat is bent there
WORST = 1.0  # millimetres, root mean square over the points that are not off
FEWEST = 0.75  # share of the points that must not be off
MOST_SLANT = 45.0  # degrees; the reader's figures fall beyond
COARSEST = 1.0  # millimetres per pixel: a 16 mm die is 16 pixels
RULERS = (80.0, 125.0)  # millimetres that the printed ruler may measure
BENDINGS = np.linspace(-0.5, 0.3, 17)  # k1 of a lens with a focal length of the picture's longer side
FINER = 4  # times the step between bendings is made five times smaller
LEAST_MARKS = 16  # border marks from which the lens's bending can be told
GAIN = 0.9  # share of the error that may be left for a bending to be worth keeping


def check_whole(frame: Frame) -> None:
    """Refuse a picture that was reduced: its pixels are not those in which dice are read.

    Raises:
        CalibrationError: it was.
    """
    if frame.scale != 1:
        raise CalibrationError(
            "size",
            say("This photograph is too large to calibrate with."),
            detail=f"it had to be reduced {frame.scale:.0f} times, to {frame.width} x {frame.height}",
            advice=say("Take it with the table's own camera, at the size at which it reads dice."),
        )


@dataclass(frozen=True)
class Points:
    """Points of the mat: where they are seen, (n, 2) pixels, and where they are printed, (n, 2) millimetres."""

    seen: Floats
    printed: Floats

    def __len__(self) -> int:
        return len(self.seen)

    def __add__(self, other: Points) -> Points:
        return Points(np.vstack([self.seen, other.seen]), np.vstack([self.printed, other.printed]))


@dataclass(frozen=True)
class Fit:
    """A homography (3, 3) from straightened pixels to millimetres, with the error of each point in millimetres."""

    homography: Floats
    errors: Floats

    @property
    def near(self) -> Floats:
        """The errors of the points that are not off."""
        return self.errors[self.errors <= OFF]

    @property
    def rms(self) -> float:
        """The root mean square of these errors."""
        return float(np.sqrt(np.mean(self.near**2)))

    @property
    def cost(self) -> float:
        """The mean square of all errors, those that are off counted as `OFF`: what a good fit makes small."""
        return float(np.mean(np.minimum(self.errors, OFF) ** 2))


@dataclass(frozen=True)
class Calibration:
    """A tray with how it was found: the ids of the mat's fiducials that show and the number of its border marks.

    `worst` is the largest error in millimetres over all points that are not off.
    """

    tray: Tray
    mat: Mat
    fiducials: tuple[int, ...]
    marks: int
    worst: float

    @property
    def missing(self) -> tuple[Sentence, ...]:
        """Where the fiducials lie that were not seen."""
        return _places(self.mat, set(self.mat.ids) - set(self.fiducials))


def calibrate(frame: Frame, lens: Lens | None = None, ruler: float = RULER) -> Calibration:
    """The tray from a picture of the mat, through the `lens` if it was measured.

    `ruler` is what the mat's 100 mm line measures in millimetres: another value corrects a print that was scaled.
    Without a `lens` its bending is estimated from the border marks where they show it.

    Raises:
        CalibrationError: too few fiducials show, the mat is bent, seen too obliquely or too small, the ruler's
            length cannot be, or the lens was measured in pictures of another shape.
    """
    scale = _print_scale(ruler)
    lens = lens.resized(frame.width, frame.height) if lens else None
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    mat, tags = _mat_among(find_fiducials(grey))
    corners = Points(np.vstack([*tags.values()]), np.vstack([mat.fiducial(tag) for tag in tags]))
    marks = _marks(grey, mat, _tray(frame, mat, _fitted(corners, lens), lens))
    points = corners + marks
    if lens is None and len(marks) >= LEAST_MARKS:
        lens = _estimated(points, frame)
    fit = _fitted(points, lens)
    _check_flat(fit)
    tray = _tray(frame, mat, fit, lens, scale)
    _check_view(tray)
    return Calibration(tray, mat, tuple(tags), len(marks), float(fit.near.max()) * scale)


def grid(tray: Tray, step: float = 20.0) -> list[Floats]:
    """The dice area's border and a line each `step` mm across it, each as pixels (n, 2) to draw through."""
    width, height = tray.area
    along = np.linspace(0, 1, 21)
    upright = [np.column_stack([np.full(21, x), along * height]) for x in [*np.arange(0, width, step), width]]
    level = [np.column_stack([along * width, np.full(21, y)]) for y in [*np.arange(0, height, step), height]]
    return [tray.pixels(line) for line in upright + level]


def with_grid(frame: Frame, tray: Tray) -> Frame:
    """The picture with the dice area and a line each 20 mm drawn on it, a ring around its near-left corner."""
    pixels = frame.pixels.copy()
    thick = max(1, round(max(frame.width, frame.height) / 800))
    for line in grid(tray):
        cv2.polylines(pixels, [_sixteenths(line)], False, (255, 120, 0), thick, cv2.LINE_AA, 4)
    (start,) = _sixteenths(tray.corners[:1]).tolist()
    cv2.circle(pixels, start, 10 * thick * 16, (0, 200, 80), 2 * thick, cv2.LINE_AA, 4)
    return Frame(pixels, frame.taken_at, frame.scale)


def _sixteenths(points: Floats) -> NDArray[np.int32]:
    return np.rint(np.clip(points, -30000, 30000) * 16).astype(np.int32)


def _mat_among(found: Tags) -> tuple[Mat, Tags]:
    """The mat of which most fiducials were found, and these."""
    mat = max(MATS, key=lambda one: len(found.keys() & set(one.ids)))
    tags = {tag: corners for tag, corners in found.items() if tag in mat.ids}
    if not tags:
        raise CalibrationError(
            "no-mat",
            say("No calibration mat is seen."),
            detail=f"expected fiducials of one mat, ids {[one.ids for one in MATS]!r}; found none",
            advice=say("Print it with: companion mat mat.pdf - lay it flat under the camera, well lit and whole."),
        )
    if len(tags) < LEAST_FIDUCIALS:
        missing = _places(mat, set(mat.ids) - tags.keys())
        raise CalibrationError(
            "few-fiducials",
            say("These black squares of the mat are not seen: {places}.", places=_joined(missing)),
            detail=f"expected {LEAST_FIDUCIALS} or more of {mat.ids!r}, found {[*tags]!r}",
            advice=say("Uncover them, move lamps that shine in them, or move the mat into the picture."),
        )
    return mat, tags


def _places(mat: Mat, tags: set[int]) -> tuple[Sentence, ...]:
    return tuple(CORNERS[tag - mat.first] for tag in sorted(tags))


def _joined(parts: tuple[Sentence, ...]) -> Sentence:
    first, *others = parts
    for other in others:
        first = say("{first}, {other}", first=first, other=other)
    return first


def _marks(grey: Grey, mat: Mat, rough: Tray) -> Points:
    return Points(*find_marks(grey, mat.marks(), rough.pixels, rough.mm_per_pixel(*rough.centre)))


def _fitted(points: Points, lens: Lens | None) -> Fit:
    """The homography that suits most points; those that are off do not pull at it."""
    seen = lens.straightened(points.seen) if lens else points.seen
    homography, mask = cv2.findHomography(seen, points.printed, cv2.RANSAC, OFF)
    if homography is None or mask.sum() < LEAST_POINTS:
        raise _bent("no homography suits the points")
    return Fit(
        np.asarray(homography, np.float64), np.linalg.norm(applied(homography, seen) - points.printed, axis=1)
    )


def _estimated(points: Points, frame: Frame) -> Lens | None:
    """A lens with the bending that suits the points best, or None where none does clearly better than none."""
    tried = {0.0: _bent_cost(0.0, points, frame)}
    best, step = 0.0, float(BENDINGS[1] - BENDINGS[0])
    candidates = BENDINGS
    for _ in range(FINER):
        tried |= {float(k1): _bent_cost(float(k1), points, frame) for k1 in candidates}
        best = min(tried, key=tried.__getitem__)
        candidates, step = best + np.linspace(-step, step, 11), step / 5
    if tried[best] > GAIN**2 * tried[0.0]:
        return None
    return bending(best, frame.width, frame.height)


def _bent_cost(k1: float, points: Points, frame: Frame) -> float:
    try:
        return _fitted(points, bending(k1, frame.width, frame.height)).cost
    except CalibrationError:
        return OFF**2


def _tray(frame: Frame, mat: Mat, fit: Fit, lens: Lens | None, scale: float = 1.0) -> Tray:
    width, height = mat.area
    return Tray(
        frame.width,
        frame.height,
        rows(np.diag([scale, scale, 1.0]) @ fit.homography),
        (width * scale, height * scale),
        "mat",
        lens,
        fit.rms * scale,
        mat.paper.name,
    )


def _print_scale(ruler: float) -> float:
    if not RULERS[0] <= ruler <= RULERS[1]:
        raise CalibrationError(
            "scaled",
            say("The mat's line should be 100 mm long; it cannot be used when it is that far off."),
            detail=f"expected {RULERS[0]:.0f} to {RULERS[1]:.0f} mm, got {ruler!r}",
            advice=say("Print the mat again at 100 %, not fitted to the page."),
        )
    return ruler / RULER


def _check_flat(fit: Fit) -> None:
    share = len(fit.near) / len(fit.errors)
    if share < FEWEST or fit.rms > WORST:
        raise _bent(
            f"expected {FEWEST:.0%} of the points within {OFF} mm and an error of {WORST} mm, "
            f"got {share:.0%} and {fit.rms:.2f} mm"
        )


def _bent(detail: str) -> CalibrationError:
    return CalibrationError(
        "bent",
        say("The mat is not flat, or the lens bends lines too much."),
        detail=detail,
        advice=say(
            "Press the mat flat, with tape at its corners. For a very wide lens: companion calibrate lens."
        ),
    )


def _check_view(tray: Tray) -> None:
    coarse, slant = tray.mm_per_pixel(*tray.centre), tray.slant
    if slant > MOST_SLANT:
        raise CalibrationError(
            "oblique",
            say("The camera looks at the table too much from the side."),
            detail=f"expected at most {MOST_SLANT:.0f} degrees from straight above, got {slant:.0f}",
            advice=say("Move the camera farther over the middle of the dice area."),
        )
    if coarse > COARSEST:
        raise CalibrationError(
            "small",
            say("The mat is too small in the picture: dice could not be read."),
            detail=f"expected at most {COARSEST} mm per pixel, got {coarse:.2f}",
            advice=say("Bring the camera nearer, or let it take larger pictures."),
        )
