"""Edges: where a card's straight sides run exactly; its corners are where they cross, for the card's are round."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.rectify import sides
from companion.vision.frame import Frame
from companion.vision.tray import applied

LONG = 176  # pixels of the longer side of the card in the patch in which its edges are sought
MARGINS = (0.16, 0.07)  # of the shorter side, round the card: how far its edges may be off, round by round
SKIPPED = 0.12  # of a side at either end: there the corner is round
STEPS = 25  # offsets of a line's ends that are tried
CAP = 24.0  # grey levels per pixel: a stronger edge counts no more
LEAST = 4.0  # grey levels per pixel: a weaker one is none
NEAR = 3  # pixels of the patch round a first guess within which an edge is measured
FEW = 8  # places along an edge; fewer tell nothing
FAR = 0.35  # of `CAP`: what an edge at the margin must be stronger by than one where it is expected

OUTER = 0.15  # of `CAP`: what a card's inner frame must be stronger by than its edge

Floats = NDArray[np.float64]


def fitted(frame: Frame, corners: Floats) -> Floats:
    """The corners (4, 2) in pixels, moved to where the card's edges cross that are seen near by."""
    for margin in MARGINS:
        corners = _round(frame, corners, margin)
    return corners


def _round(frame: Frame, corners: Floats, margin: float) -> Floats:
    across, along = sides(corners)
    scale = LONG / max(across, along, 1.0)
    width, height = max(24, round(across * scale)), max(24, round(along * scale))
    rim = max(4, round(margin * min(width, height)))
    box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + rim
    there = cv2.getPerspectiveTransform(corners.astype(np.float32), box)
    size = (width + 2 * rim, height + 2 * rim)
    patch = cv2.warpPerspective(frame.pixels, there, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(patch, (0, 0), 1.0)
    right = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.25)).max(axis=2)
    down = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.25)).max(axis=2)
    lines = [
        _line(down[: 2 * rim + 1, rim : rim + width], -1),
        _line(right.T[-2 * rim - 1 :, rim : rim + height], 1),
        _line(down[-2 * rim - 1 :, rim : rim + width], 1),
        _line(right.T[: 2 * rim + 1, rim : rim + height], -1),
    ]
    (top0, top1), (right0, right1), (low0, low1), (left0, left1) = lines
    ends = np.array(
        [
            [[rim, top0], [rim + width, top1]],
            [[width + right0, rim], [width + right1, rim + height]],
            [[rim, height + low0], [rim + width, height + low1]],
            [[left0, rim], [left1, rim + height]],
        ]
    )
    crossed = np.array([_crossing(ends[k - 1], ends[k]) for k in range(4)])
    if not np.isfinite(crossed).all() or np.abs(crossed - box).max() > 2 * rim:
        return corners
    return applied(np.linalg.inv(there), crossed)


def _line(slope: NDArray[np.float32], outward: int) -> tuple[float, float]:
    """Where in a band of slopes (offsets, places) an edge runs: its offset at the first and last place.

    `outward` is 1 where larger offsets lie farther from the card's middle, else -1.
    """
    offsets, places = slope.shape
    strength = np.minimum(np.where(slope < LEAST, 0, slope), CAP)
    skipped = round(SKIPPED * places)
    at = np.arange(skipped, places - skipped)
    share = (at + 0.5) / places
    tried = np.linspace(0, offsets - 1, min(STEPS, offsets))
    first, last = np.meshgrid(tried, tried, indexing="ij")
    rows = first[..., None] * (1 - share) + last[..., None] * share
    values = strength[np.round(rows).astype(int), at].mean(axis=-1)
    middle = (offsets - 1) / 2
    out = (first + last - 2 * middle) / 2 / max(middle, 1) * outward
    bent = np.abs(first - last) / max(middle, 1)
    prior = CAP * (OUTER * out - FAR * (out**2 + bent**2) / 2)
    best = np.unravel_index(np.argmax(values + prior), values.shape)
    if values[best] < LEAST:
        return middle, middle
    return _refined(slope, at, share, float(first[best]), float(last[best]))


def _refined(
    slope: NDArray[np.float32], at: NDArray[np.int_], share: Floats, first: float, last: float
) -> tuple[float, float]:
    """The line through the edge's steepest points near a first guess, by weighted least squares."""
    near = np.round(first * (1 - share) + last * share).astype(int)[None] + np.arange(-NEAR, NEAR + 1)[:, None]
    inside = np.clip(near, 0, slope.shape[0] - 1)
    steep = np.where(near == inside, slope[inside, at[None]], 0).astype(np.float64)
    kept = steep.max(axis=0) > LEAST
    if kept.sum() < FEW:
        return first, last
    weight = steep[:, kept] ** 4
    middle = (weight * near[:, kept]).sum(axis=0) / weight.sum(axis=0)
    basis = np.column_stack([1 - share[kept], share[kept]])
    root = np.sqrt(np.minimum(steep.max(axis=0)[kept], CAP))
    (one, other), *_ = np.linalg.lstsq(basis * root[:, None], middle * root, rcond=None)
    return float(one), float(other)


def _crossing(first: Floats, second: Floats) -> Floats:
    """Where two lines (2, 2) through two points each cross; not finite where they do not."""
    one, other = (np.cross(np.append(line[0], 1), np.append(line[1], 1)) for line in (first, second))
    point = np.cross(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(point[:2] / point[2], np.float64)
