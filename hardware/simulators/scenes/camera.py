"""A pinhole camera above the table: millimetres of the table to pixels of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A projection: ``matrix`` (3, 4) takes homogeneous table coordinates (mm; z upwards) to homogeneous pixels.

    The table's origin is its near-left corner, x grows to the right and y away from the near edge.
    """

    matrix: Floats

    @property
    def centre(self) -> Floats:
        """The pinhole's position, (3,) in mm."""
        return np.asarray(-np.linalg.solve(self.matrix[:, :3], self.matrix[:, 3]), np.float64)

    def project(self, points: ArrayLike) -> Floats:
        """Pixels (n, 2) of table points (n, 3) in mm."""
        xyz = np.asarray(points, np.float64)
        image = xyz @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(image[:, :2] / image[:, 2:])


def overhead(
    width_mm: float, height_mm: float, width: int, height: int, foot: tuple[float, float], above: float
) -> Camera:
    """The camera whose picture of the table's plane is exactly width_mm x height_mm, whatever its position.

    foot: the table point in mm straight below the pinhole; above: the pinhole's height in mm.  The sensor is
    parallel to the table (a shift lens): the plane is shown without perspective, only what stands on it leans.
    """
    sx, sy = width / width_mm, height / height_mm
    x, y = foot
    matrix = [
        [sx, 0.0, -sx * x / above, 0.0],
        [0.0, -sy, (sy * y - height) / above, height],
        [0.0, 0.0, -1 / above, 1.0],
    ]
    return Camera(np.array(matrix))


def looking_at(
    target: ArrayLike, position: ArrayLike, focal: float, width: int, height: int, roll: float
) -> Camera:
    """A hand-held camera: at position, its axis through target (both (3,) in mm).

    focal: focal length in pixels of a picture of width x height pixels; roll: round the axis, in radians.
    """
    position = np.asarray(position, np.float64)
    forward = np.asarray(target, np.float64) - position
    forward /= np.linalg.norm(forward)
    up = np.array([np.sin(roll), np.cos(roll), 1e-3])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    intrinsic = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return Camera(intrinsic @ np.column_stack([rotation, -rotation @ position]))
