"""Measuring a table: from a picture of it to the stored tray, with a report for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.files import replace_atomically
from companion.vision.bump import Bump
from companion.vision.calibrate import Calibration, calibrate, with_grid
from companion.vision.frame import Frame
from companion.vision.lens import Lens
from companion.vision.mat import RULER
from companion.vision.scale import DIE
from companion.vision.stored import reference, save
from companion.vision.tray import Point, Tray, from_corners, whole_frame
from companion.words import Sentence, say


@dataclass(frozen=True)
class Measured:
    """A tray with the `frame` that it was measured in; `able` says whether a bump of the camera will be noticed.

    `report` says in sentences how well it was measured.
    """

    tray: Tray
    frame: Frame
    able: bool
    report: tuple[Sentence, ...]

    @property
    def picture(self) -> Frame:
        """The frame with the dice area and a line each 20 mm drawn on it, for people to check."""
        return with_grid(self.frame, self.tray)

    def keep(self, path: Path) -> None:
        """Store the tray in the file `path`, and its frame beside it: a table that runs uses it from then on.

        Raises:
            CalibrationError: it cannot be written; the old tray stays.
            OSError: the picture cannot be written.
        """
        save(path, self.tray)
        replace_atomically(reference(path), self.frame.png())


def from_mat(
    frame: Frame,
    *,
    lens: Lens | None = None,
    ruler: float = RULER,
    around: float = 0.0,
    table: Frame | None = None,
) -> Measured:
    """The tray of the printed mat in `frame`; its dice area reaches `around` millimetres farther.

    `ruler` is what the mat's 100 mm line measures in millimetres. `table` is a picture with the mat taken away, if
    it does not stay.

    Raises:
        CalibrationError: the mat cannot be measured, or the pictures differ in size.
    """
    found = calibrate(frame, lens, ruler)
    return _measured(found.tray.grown(around) if around else found.tray, table or frame, _of_mat(found))


def from_four(
    frame: Frame, corners: Sequence[Point], area: tuple[float, float], *, lens: Lens | None = None
) -> Measured:
    """The tray with these four `corners` in pixels of the frame, `area` millimetres wide and deep.

    Raises:
        CalibrationError: these are no corners of a tray.
    """
    fitting = lens.resized(frame.width, frame.height) if lens else None
    return _measured(from_corners(corners, area, (frame.width, frame.height), fitting), frame)


def from_whole(frame: Frame) -> Measured:
    """The tray that fills the frame; its millimetres are a guess."""
    return _measured(whole_frame(frame.width, frame.height), frame)


def _measured(tray: Tray, frame: Frame, told: tuple[Sentence, ...] = ()) -> Measured:
    able = Bump(frame, tray).able
    return Measured(tray, frame, able, (*told, *_of_tray(tray, able)))


def _of_mat(found: Calibration) -> tuple[Sentence, ...]:
    seen = say(
        "mat {title}: {fiducials} of 4 fiducials and {marks} of {all_marks} border marks seen",
        title=found.mat.paper.title,
        fiducials=len(found.fiducials),
        marks=found.marks,
        all_marks=len(found.mat.marks()),
    )
    missing = (
        say("not seen: {places}; it was worked out from the others", places=", ".join(map(str, found.missing))),
    )
    error = say(
        "error: {error} mm (root mean square), at most {worst} mm",
        error=f"{found.tray.error:.2f}",
        worst=f"{found.worst:.2f}",
    )
    return (seen, *(missing if found.missing else ()), error)


def _of_tray(tray: Tray, able: bool) -> tuple[Sentence, ...]:
    area = {"width": round(tray.area[0]), "depth": round(tray.area[1])}
    size = tray.die_size_px(DIE)
    hidden = say("the table around it has no pattern: a bump of the camera cannot be noticed unless the mat stays")
    guess = say("dice area: {width} x {depth} mm, a guess: nothing was measured", **area)
    told = _scale(tray, area, size) if size else (guess,)
    return told if able else (*told, hidden)


def _scale(tray: Tray, area: dict[str, int], size: float) -> tuple[Sentence, ...]:
    return (
        say("dice area: {width} x {depth} mm", **area),
        say(
            "scale: {scale} mm per pixel, a die of {die} mm is {size} pixels",
            scale=f"{tray.mm_per_pixel(*tray.centre):.3f}",
            die=round(DIE),
            size=round(size),
        ),
        say("seen {slant} degrees from straight above", slant=round(tray.slant)),
    )
