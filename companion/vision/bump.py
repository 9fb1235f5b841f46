"""Bumps: whether the camera still looks at the table as it did when it was calibrated."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import Aligner, straight
from companion.vision.fiducials import Grey, find_fiducials
from companion.vision.frame import Frame, Pixels
from companion.vision.quality import too_dark
from companion.vision.still import Stillness
from companion.vision.tray import Tray, applied

Floats = NDArray[np.float64]

UNMOVED = 0.0015  # share of the picture's longer side by which the worst corner of the dice area may be off
MOST_SHIFT = 0.05  # share of the picture's longer side that is re-aligned: 64 pixels in 1280
MOST_TURN = 4.0  # degrees that are re-aligned
MOST_GROWTH = 0.04  # share by which the scale may change
LEAST_FIDUCIALS = 3  # whose twelve corners tell a motion exactly
COMPARED = 320  # pixels of the longer side at which pictures are searched for what reaches in
RIM = 0.15  # share of the picture's sides that is compared where the dice area fills it
LEAST_RIM = 0.2  # share of the picture that must lie outside the dice area to be enough for comparing

Verdict = Literal["unmoved", "realigned", "camera-moved", "undecided"]


@dataclass(frozen=True)
class Motion:
    """What became of the camera's view since the calibration, and the tray to use from now on.

    `unmoved`: the same tray. `realigned`: it moved a little and `tray` is corrected. `camera-moved`: too far, or
    nobody knows how far; to be calibrated again. `undecided`: something is in the way, or it is too dark. The
    middle of the dice area went `dx` pixels to the right and `dy` down, the picture turned `degrees` clockwise;
    `by` names what told it.
    """

    verdict: Verdict
    tray: Tray
    dx: float = 0.0
    dy: float = 0.0
    degrees: float = 0.0
    by: Literal["fiducials", "pattern", ""] = ""


class Bump:
    """Compares frames with the picture in which the tray was calibrated, laid out the same but for dice.

    What lies in the dice area is not looked at. With three or more of the mat's fiducials in both pictures these
    tell the motion; else the pattern around the dice area does, which is then taken to lie in the table's plane.

    Raises:
        CalibrationError: the picture is of another size than the calibration.
    """

    def __init__(self, reference: Frame, tray: Tray) -> None:
        tray.check(reference)
        self.tray = tray
        self._reference = reference
        grey = _grey(reference)
        self._tags = find_fiducials(grey) if tray.source == "mat" else {}
        self._aligner = Aligner(grey, _around(tray), tray.lens)

    @property
    def able(self) -> bool:
        """Whether a bump can be told: without fiducials or a pattern around the dice area it cannot."""
        return len(self._tags) >= LEAST_FIDUCIALS or self._aligner.able

    def check(self, frame: Frame) -> Motion:
        """What became of the view.

        Raises:
            CalibrationError: the frame is of another size than the calibration.
        """
        self.tray.check(frame)
        if too_dark(frame.pixels):
            return Motion("undecided", self.tray)
        grey = _grey(frame)
        return self._by_fiducials(grey) or self._by_pattern(frame, grey)

    def _by_fiducials(self, grey: Grey) -> Motion | None:
        if len(self._tags) < LEAST_FIDUCIALS:
            return None
        seen = find_fiducials(grey)
        both = sorted(seen.keys() & self._tags.keys())
        if len(both) < LEAST_FIDUCIALS:
            return None
        before, now = (
            straight(np.vstack([tags[tag] for tag in both]), self.tray.lens) for tags in (self._tags, seen)
        )
        motion, _ = cv2.findHomography(before, now, 0)
        return None if motion is None else self._judged(np.asarray(motion, np.float64), "fiducials")

    def _by_pattern(self, frame: Frame, grey: Grey) -> Motion:
        if not self._aligner.able:
            return Motion("undecided", self.tray)
        motion = self._aligner.motion(grey)
        if motion is None:
            return Motion("undecided" if self._aligner.faintly_same(grey) else "camera-moved", self.tray)
        judged = self._judged(motion, "pattern")
        if judged.verdict != "camera-moved" and self._covered(frame, motion):
            return Motion("undecided", self.tray)
        return judged

    def _covered(self, frame: Frame, motion: Floats) -> bool:
        """Whether something reaches into the picture, seen once the motion is taken out."""
        factor = min(1.0, COMPARED / max(frame.width, frame.height))
        before, now = (_reduced(one, factor) for one in (self._reference, frame))
        source = self._went(motion, factor, before.shape)
        laid = cv2.remap(now, source[..., 0], source[..., 1], cv2.INTER_LINEAR)
        there = ((source >= 0) & (source <= np.array(before.shape[1::-1]) - 1)).all(axis=-1, keepdims=True)
        watch = Stillness(window=0.0, learned=0.0)
        watch.feed(Frame(before, 0.0))
        return watch.feed(Frame(np.where(there, laid, before), 1.0)) == "hand"

    def _went(self, motion: Floats, factor: float, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Where each pixel of the reduced picture went, (h, w, 2) in pixels of the reduced one of now."""
        lens = self.tray.lens
        then = np.stack(np.meshgrid(np.arange(shape[1]), np.arange(shape[0])), -1).reshape(-1, 2)
        moved = applied(motion, straight((then + 0.5) / factor - 0.5, lens))
        now = (lens.bent(moved) if lens else moved) + 0.5
        return np.asarray(now * factor - 0.5, np.float32).reshape(shape[0], shape[1], 2)

    def _judged(self, motion: Floats, by: Literal["fiducials", "pattern"]) -> Motion:
        """The verdict on a motion (3, 3) of straightened pixels."""
        longest = max(self.tray.width, self.tray.height)
        corners = straight(self.tray.corners, self.tray.lens)
        if np.linalg.norm(applied(motion, corners) - corners, axis=1).max() < UNMOVED * longest:
            return Motion("unmoved", self.tray, by=by)
        (x, y), slopes = _at(motion, straight(np.array([self.tray.centre]), self.tray.lens))
        degrees = float(np.degrees(np.arctan2(slopes[1, 0], slopes[0, 0])))
        growth = float(abs(np.linalg.det(slopes)) ** 0.5) - 1
        small = np.hypot(x, y) <= MOST_SHIFT * longest and abs(degrees) <= MOST_TURN and abs(growth) <= MOST_GROWTH
        tray = self.tray.moved(motion) if small else self.tray
        return Motion("realigned" if small else "camera-moved", tray, x, y, degrees, by)


def _at(motion: Floats, point: Floats) -> tuple[tuple[float, float], Floats]:
    """How far a motion (3, 3) takes a point (1, 2), and its Jacobian (2, 2) there."""
    moved = applied(motion, point + np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]))
    shift = moved[0] - point[0]
    return (float(shift[0]), float(shift[1])), np.column_stack([moved[1] - moved[2], moved[3] - moved[4]]) / 2


def _grey(frame: Frame) -> Grey:
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def _reduced(frame: Frame, factor: float) -> Pixels:
    size = max(1, round(frame.width * factor)), max(1, round(frame.height * factor))
    return np.asarray(cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _around(tray: Tray) -> Grey:
    """The mask (h, w) 0/255 of what lies outside the dice area, or of the rim where that fills the picture."""
    mask = np.full((tray.height, tray.width), 255, np.uint8)
    edges = np.vstack([tray.pixels(line) for line in _edges(tray.area)])
    cv2.fillPoly(mask, [np.rint(np.clip(edges, -30000, 30000)).astype(np.int32)], 0)
    if np.mean(mask > 0) < LEAST_RIM:
        mask[:] = 255
        right, down = round(RIM * tray.width), round(RIM * tray.height)
        mask[down:-down, right:-right] = 0
    return mask


def _edges(area: tuple[float, float]) -> list[Floats]:
    """The border of an area in millimetres, as four runs (9, 2) of places one after another."""
    width, height = area
    ring = np.array([(0, 0), (width, 0), (width, height), (0, height), (0, 0)], np.float64)
    along = np.linspace(0, 1, 9)[:, None]
    return [start + along * (end - start) for start, end in pairwise(ring)]
