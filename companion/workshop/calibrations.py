"""Calibration at the table: by the mat or by four corners, shown as drawn before it is used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CalibrationError, CompanionError
from companion.files import replace_atomically
from companion.ports import Locked
from companion.vision.bump import Bump
from companion.vision.calibrate import Floats, calibrate, check_whole, grid
from companion.vision.fiducials import Grey, find_fiducials
from companion.vision.frame import Frame
from companion.vision.mat import RULER
from companion.vision.reading import DieReading
from companion.vision.stored import load, reference, save
from companion.vision.tray import Tray, from_corners
from companion.words import say
from companion.workshop.bench import Bench
from companion.workshop.supply import Pictures, Supply
from companion.workshop.views import Candidate, Look, Photo, PlacedDie, Plan, Point

MOST_AREA = 2000.0
LEAST_AREA = 40.0
"""Millimetres of a tray's side."""


class Calibrations:
    """The calibration in the file `place`, and how it is made anew.

    The eye uses a new file by itself. `exposed` is called with what the camera froze of its exposure, or with
    nothing once the calibration is forgotten. Methods may be called from any thread and raise WorkshopBusy while a
    task runs.
    """

    def __init__(
        self,
        bench: Bench,
        supply: Supply,
        pictures: Pictures,
        place: Path,
        exposed: Callable[[Locked], None],
    ) -> None:
        self._bench = bench
        self._supply = supply
        self._pictures = pictures
        self._place = place
        self._exposed = exposed
        self._frame: Frame | None = None
        self._show(tray=self._stored())

    def take(self, ruler: float = RULER) -> Future[None]:
        """Take a picture of the mat and work out the tray; `ruler` is what its line of 100 mm measures."""
        return self._bench.do(say("Looking for the mat"), partial(self._take, ruler))

    def picture(self) -> Future[None]:
        """Take a picture in which corners can be pointed at."""
        return self._bench.do(say("Taking the picture"), self._pose)

    def corners(self, points: Sequence[Point], area: tuple[float, float]) -> Future[None]:
        """Four corners of the tray in pixels of the last picture, and the millimetres between them."""
        return self._bench.do(say("Measuring"), partial(self._corners, points, area))

    def use(self, *, mat_stays: bool = True) -> Future[None]:
        """Use what was found from now on; a mat that does not stay has been taken away by now."""
        return self._bench.do(say("Keeping the calibration"), partial(self._use, mat_stays))

    def forget(self) -> Future[None]:
        """Go on without a calibration."""
        return self._bench.do(say("Forgetting the calibration"), self._forget)

    def look(self) -> Future[None]:
        """Read whatever dice lie on the table, and where they lie."""
        return self._bench.do(say("Looking at the dice"), self._look)

    # ---- on the bench's thread

    def _show(self, **changes: object) -> None:
        self._bench.change(lambda view: replace(view, calibration=replace(view.calibration, **changes)))  # type: ignore[arg-type]  # the fields' own types

    def _stored(self) -> Tray | None:
        """The calibration in use; one that is damaged is none, which the table's own service has told."""
        try:
            return load(self._place, Tray) if self._place.exists() else None
        except CalibrationError:
            return None

    def _posed(self) -> tuple[Frame, Candidate]:
        """A new picture of the table, in which nothing was found yet."""
        frame = self._supply.still()
        check_whole(frame)
        self._frame = frame
        candidate = Candidate(self._pictures.photo(frame))
        self._show(candidate=candidate, plan=None)
        return frame, candidate

    def _pose(self) -> None:
        self._posed()

    def _take(self, ruler: float) -> None:
        frame, candidate = self._posed()
        grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
        self._show(candidate=replace(candidate, outlines=outlines(grey)))
        found = calibrate(frame, ruler=ruler)
        shown = replace(
            candidate,
            tray=found.tray,
            outlines=outlines(grey),
            missing=found.missing,
            marks=found.marks,
            marks_printed=len(found.mat.marks()),
            worst=found.worst,
            grid=lines(found.tray),
        )
        self._show(candidate=shown)

    def _corners(self, points: Sequence[Point], area: tuple[float, float]) -> None:
        candidate = self._bench.view.calibration.candidate
        if self._frame is None or candidate is None:
            raise _no_picture()
        if not all(LEAST_AREA <= side <= MOST_AREA for side in area):
            raise CalibrationError(
                "corners",
                say("The tray's sides are measured in millimetres."),
                detail=f"expected {LEAST_AREA:.0f} to {MOST_AREA:.0f}, got {area!r}",
                advice=say("A usual tray is 250 to 400 mm wide."),
            )
        tray = from_corners(points, area, (self._frame.width, self._frame.height))
        self._show(candidate=Candidate(candidate.photo, tray, grid=lines(tray)))

    def _use(self, mat_stays: bool) -> None:
        candidate = self._bench.view.calibration.candidate
        if self._frame is None or candidate is None or candidate.tray is None:
            raise _no_picture()
        table = self._frame if mat_stays else self._supply.still()
        able = Bump(table, candidate.tray).able
        self._write(candidate.tray, table)
        self._show(tray=candidate.tray, watched=able, candidate=None)
        self._frame = None
        self._exposed(self._supply.lock())
        self._bench.show(told=say("The camera is calibrated."))

    def _write(self, tray: Tray, table: Frame) -> None:
        save(self._place, tray)
        try:
            replace_atomically(reference(self._place), table.png())
        except OSError as error:
            raise _unwritten(error) from error

    def _forget(self) -> None:
        try:
            for path in (self._place, reference(self._place)):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise _unwritten(error) from error
        self._show(tray=None, watched=None, plan=None)
        self._exposed({})
        self._bench.show(told=say("The calibration is forgotten."))

    def _look(self) -> None:
        tray = self._bench.view.calibration.tray
        if tray is None:
            raise CalibrationError("file", say("This calibration has not been made yet."))
        seen = self._supply.look(None)
        if seen.reading is None:
            return
        photo = Photo(self._pictures.keep(seen.jpeg), seen.reading.width, seen.reading.height)
        used = seen.tray or tray
        dice = tuple(placed(used, die) for die in (*seen.reading.dice, *seen.reading.outside))
        self._show(plan=Plan(Look(photo, seen.reading), used, dice), candidate=None)


def outlines(grey: Grey) -> tuple[tuple[Point, ...], ...]:
    """The corners of the fiducials in a picture (h, w) uint8."""
    return tuple(points(corners) for corners in find_fiducials(grey).values())


def lines(tray: Tray) -> tuple[tuple[Point, ...], ...]:
    """The lines of the tray's grid, 20 mm apart, in pixels."""
    return tuple(points(line) for line in grid(tray))


def points(rows: Floats) -> tuple[Point, ...]:
    """Rows (n, 2) as plain values, to a tenth of a pixel."""
    return tuple((round(x, 1), round(y, 1)) for x, y in rows.tolist())


def placed(tray: Tray, die: DieReading) -> PlacedDie:
    """Where a die lies in the dice area, by its top face."""
    turn = np.radians(die.angle)
    half = die.size / 2 * np.array([np.cos(turn), np.sin(turn)])
    middle = np.array([die.x, die.y])
    start, end = tray.places([middle - half, middle + half])
    along = end - start
    right, away = die.place or tray.place(die.x, die.y)
    side = die.side or float(np.linalg.norm(along))
    return PlacedDie(die, right, away, side, float(np.degrees(np.arctan2(along[1], along[0]))))


def _no_picture() -> CompanionError:
    return CalibrationError(
        "corners", say("There is no picture to calibrate with."), advice=say("Take the picture first.")
    )


def _unwritten(error: OSError) -> CalibrationError:
    return CalibrationError(
        "file", say("The calibration cannot be written."), detail=str(error), advice=say("Check the disk.")
    )
