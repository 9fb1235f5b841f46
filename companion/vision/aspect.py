"""The aspect: from which side the camera sees each die, known from the calibrated tray."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.found import Found
from companion.vision.tray import Point, Tray

Floats = NDArray[np.float64]

TYPICAL = 0.9  # widths of the picture: the focal length of a lens that was not measured


@dataclass(frozen=True)
class Aspect:
    """Where the camera of a calibrated `tray` stands: (3,) millimetres, the last one its height over the table.

    Where the tray has no lens, a usual one is taken: the height is then a guess, the direction hardly one.
    """

    tray: Tray
    camera: tuple[float, float, float]

    @classmethod
    def of(cls, tray: Tray) -> Aspect:
        """The aspect of a tray."""
        right, away, height = _pinhole(tray).tolist()
        return cls(tray, (right, away, height))

    def beneath(self, one: Found) -> Point:
        """How far beside the middle of a flat die's top that of its bottom appears: x, y in sides of the top."""
        at, height = np.array(self.tray.place(one.x, one.y)), self.camera[2]
        side = one.size * self.tray.mm_per_pixel(one.x, one.y)
        bottom = at - (at - self.camera[:2]) / height * side
        x, y = self.tray.pixel(*bottom.tolist())
        return (x - one.x) / one.size, (y - one.y) / one.size


def _pinhole(tray: Tray) -> Floats:
    """The place (3,) of the camera, in millimetres: that from which the table's plane is seen as it is."""
    seen = np.linalg.inv(_lens(tray)) @ np.linalg.inv(tray.matrix)
    seen /= np.linalg.norm(seen[:, :2], axis=0).mean()
    if seen[2] @ (tray.area[0] / 2, tray.area[1] / 2, 1.0) < 0:
        seen = -seen
    right, away, origin = seen.T
    left, _, top = np.linalg.svd(np.column_stack([right, away, np.cross(right, away)]))
    return np.asarray(-(left @ top).T @ origin, np.float64)


def _lens(tray: Tray) -> Floats:
    """The camera matrix (3, 3)."""
    if tray.lens:
        return tray.lens.matrix
    focal = TYPICAL * tray.width
    return np.array([[focal, 0, tray.width / 2], [0, focal, tray.height / 2], [0, 0, 1.0]])
