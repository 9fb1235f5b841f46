"""What is printed on the mat, found in a picture to a part of a pixel: fiducials and border marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.mat import CELLS, MARK, MATS, TAGS

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]
Tags = dict[int, Floats]

SIDE = 1600  # pixels of the longer side of the picture in which fiducials are looked for first
WINDOW = (2, 9)  # pixels, half the side of the window in which a corner is made precise: least and most
STRAYED = 2.0  # millimetres that a border mark may lie beside where the fiducials make it expected
CONTRAST = (10.0, 0.15)  # between the black and white quarters of a mark: grey levels, and share of the white
STOP = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)


def find_fiducials(grey: Grey) -> Tags:
    """The mats' fiducials in a picture (h, w) uint8: by id, the corners (4, 2) in pixels to a part of one.

    Looked for in the picture, then with its contrast spread, then in a larger one, until a mat's four are found.
    """
    found: Tags = {}
    for picture, factor in _tries(grey):
        for tag, corners in _detected(picture).items():
            found.setdefault(tag, (corners + 0.5) / factor - 0.5)
        if any(set(mat.ids) <= found.keys() for mat in MATS):
            break
    return {tag: _refined(grey, corners) for tag, corners in sorted(found.items())}


def on_fiducial(pixels: Pixels, x: float, y: float, reach: float) -> bool:
    """Whether a mat's fiducial shows at a point of `pixels` (h, w, 3) uint8 RGB, at most `reach` pixels large."""
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    grey = cv2.cvtColor(pixels[top : int(y + reach) + 1, left : int(x + reach) + 1], cv2.COLOR_RGB2GRAY)
    point = x - left, y - top
    tags = find_fiducials(np.asarray(grey, np.uint8)).values()
    return any(cv2.pointPolygonTest(tag.astype(np.float32), point, measureDist=False) >= 0 for tag in tags)


def _tries(grey: Grey) -> Iterator[tuple[Grey, float]]:
    """Pictures to look at, with their pixels per pixel of the given one."""
    factor = min(1.0, SIDE / max(grey.shape))
    small = _resized(grey, factor)
    yield small, factor
    spread = np.asarray(cv2.createCLAHE(4.0, (8, 8)).apply(small), np.uint8)
    yield spread, factor
    yield _resized(spread, 2.0), 2 * factor


def _resized(grey: Grey, factor: float) -> Grey:
    if factor == 1:
        return grey
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=method), np.uint8)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMax = 43
    parameters.minMarkerPerimeterRate = 0.02  # a side of 8 pixels in 1600: what is smaller cannot be decoded
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(TAGS), parameters)


def _detected(grey: Grey) -> Tags:
    corners, ids, _ = _detector().detectMarkers(grey)
    known = {tag for mat in MATS for tag in mat.ids}
    tags = [] if ids is None else [int(tag) for tag in ids.ravel()]
    pairs = zip(tags, corners, strict=True)
    return {tag: np.asarray(four, np.float64).reshape(4, 2) for tag, four in pairs if tag in known}


def _refined(grey: Grey, corners: Floats) -> Floats:
    side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min())
    return _precise(grey, corners, side / CELLS / 2)


def _precise(grey: Grey, points: Floats, half: float) -> Floats:
    """Corners (n, 2) moved to where the grey levels in windows of 2 `half` pixels say that they are."""
    window = int(np.clip(round(half), *WINDOW))
    start = np.ascontiguousarray(points[:, None], np.float32)
    return np.asarray(cv2.cornerSubPix(grey, start, (window, window), (-1, -1), STOP), np.float64)[:, 0]


def find_marks(
    grey: Grey, places: Floats, pixels: Callable[[Floats], Floats], mm_per_pixel: float
) -> tuple[Floats, Floats]:
    """The border marks that show: their pixels (n, 2) and their printed places (n, 2) in millimetres.

    `places` are all marks, `pixels` says about where a place appears.
    """
    expected = pixels(places)
    margin = 3 * WINDOW[1]
    visible = ((expected > margin) & (expected < np.array(grey.shape[::-1]) - margin)).all(axis=1)
    places, expected = places[visible], expected[visible]
    if not len(places):
        return expected, places
    seen = _precise(grey, expected, 0.6 * MARK / 2 / mm_per_pixel)
    near = np.linalg.norm(seen - expected, axis=1) * mm_per_pixel < STRAYED
    good = near & _look_like_marks(grey, seen, expected, places, pixels)
    return seen[good], places[good]


def _look_like_marks(
    grey: Grey, seen: Floats, expected: Floats, places: Floats, pixels: Callable[[Floats], Floats]
) -> NDArray[np.bool_]:
    """Whether the quarters around each point are black, white, black and white, as printed: (n,)."""
    out = MARK / 4
    steps = np.array([(-out, out), (out, -out), (out, out), (-out, -out)])
    around = np.stack([pixels(places + step) for step in steps]) + (seen - expected)
    column, row = np.rint(around).astype(int).transpose(2, 0, 1)
    height, width = grey.shape
    levels = grey[np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)].astype(np.float64)
    black, white = levels[:2].max(axis=0), levels[2:].min(axis=0)
    return np.asarray(white - black > np.maximum(CONTRAST[0], CONTRAST[1] * white))
