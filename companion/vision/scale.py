"""The scale: how large dice must appear, known from the calibrated tray and the side of the dice in use."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vision.found import Found
from companion.vision.tray import Point, Tray

DIE = 16.0  # millimetres, the side of the usual die
PLAUSIBLE = (0.6, 1.6)  # times the side of the dice in use; what is smaller or larger is no die
ROUGHLY = (0.5, 1.9)  # the same where a coarse look measured it, which is a sixth off at times
MARGIN = 5.0  # millimetres round the dice area: a tall die at its edge appears so far out


@dataclass(frozen=True)
class Scale:
    """What a calibrated `tray` tells about dice whose top faces have sides of about `die` millimetres.

    Sides are measured on the table's plane: a top face is nearer to the camera and seems some percent larger.
    """

    tray: Tray
    die: float = DIE

    @classmethod
    def of(cls, tray: Tray | None, die: float = DIE) -> Scale | None:
        """The scale of a calibration, or None where there is none or its millimetres are a guess."""
        return None if tray is None or tray.source == "frame" else cls(tray, die)

    @property
    def side(self) -> float:
        """The usual side in pixels in the middle of the dice area."""
        return self.die / self.tray.mm_per_pixel(*self.tray.centre)

    def measured(self, one: Found) -> float:
        """The side of a top face in millimetres."""
        return one.size * self.tray.mm_per_pixel(one.x, one.y)

    def plausible(self, one: Found) -> bool:
        """Whether something is as large as a die may be."""
        return self._within(one, PLAUSIBLE)

    def likely(self, one: Found) -> bool:
        """Whether something that was measured roughly may be as large as a die."""
        return self._within(one, ROUGHLY)

    def _within(self, one: Found, bounds: tuple[float, float]) -> bool:
        least, most = bounds
        return least <= self.measured(one) / self.die <= most

    def place(self, one: Found) -> Point:
        """The centre in millimetres from the dice area's near-left corner: to the right, and away from people."""
        return self.tray.place(one.x, one.y)

    def inside(self, one: Found) -> bool:
        """Whether a die lies in the dice area or on its edge."""
        return self.tray.inside(one.x, one.y, MARGIN)
