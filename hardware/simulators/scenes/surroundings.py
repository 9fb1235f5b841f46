"""What is in the picture besides the dice: the mat, a forearm, the lens and the sensor."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float32]

Point = NDArray[np.float64]
Line = tuple[Point, Point, float]

SKIN = np.array([214, 160, 128], np.float32)
SLEEVE = np.array([92, 104, 140], np.float32)
WEAVE = 5.0  # grey levels of the mat's coarse pattern
GRAIN = 2.0  # grey levels of its fine pattern


def mat(colour: NDArray[np.float32], width: int, height: int, rng: np.random.Generator) -> Pixels:
    """A cloth (height, width, 3) float32 in one colour with an uneven weave."""
    coarse = rng.standard_normal((height // 24 + 2, width // 24 + 2), np.float32) * WEAVE
    fine = rng.standard_normal((height // 3 + 1, width // 3 + 1), np.float32) * GRAIN
    size = (width, height)
    weave = cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC) + cv2.resize(fine, size)
    return np.asarray(colour + weave[..., None], np.float32)


def forearm(canvas: Pixels, rng: np.random.Generator) -> None:
    """A sleeve and an open hand that reach in over the near or the far border, drawn into the canvas (h, w, 3)."""
    height, width = canvas.shape[:2]
    thick = 0.13 * height
    near = rng.random() < 0.5
    start = np.array([width * rng.uniform(0.15, 0.85), height + thick if near else -thick])
    wrist = np.array([width * rng.uniform(0.35, 0.65), height * (0.68 if near else 0.32)])
    along = (wrist - start) / np.linalg.norm(wrist - start)
    hand = _hand(wrist, along, thick)
    sleeve = [(start, wrist - 0.35 * thick * along, thick * 1.25)]
    for lines, colour in (([*sleeve, *hand], None), (hand, SKIN), (sleeve, SLEEVE)):
        _limb(canvas, lines, colour)


def _hand(wrist: Point, along: Point, thick: float) -> list[Line]:
    """The lines (from, to, thickness in pixels) of a wrist, a palm, four spread fingers and a thumb."""
    across = np.array([-along[1], along[0]])
    palm = wrist + 0.75 * thick * along
    lines: list[Line] = [(wrist - 0.6 * thick * along, wrist, 0.75 * thick), (wrist, palm, 1.1 * thick)]
    for spread, length in ((-0.45, 1.0), (-0.16, 1.2), (0.14, 1.15), (0.42, 0.9)):
        root = palm + spread * thick * across
        lines.append((root, root + length * thick * (along + 0.3 * spread * across), 0.25 * thick))
    lines.append((wrist + 0.2 * thick * along, wrist + thick * (0.6 * along - 0.95 * across), 0.28 * thick))
    return lines


def _limb(canvas: Pixels, lines: list[Line], colour: Pixels | None) -> None:
    """Thick lines with round ends, shaded towards their edges; without a colour, their shadow on the table."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    offset = np.array([8.0, 12.0]) * (canvas.shape[0] / 720) if colour is None else np.zeros(2)
    for start, end, thick in lines:
        ends = [tuple(map(int, (point + offset) * 16)) for point in (start, end)]
        cv2.line(mask, ends[0], ends[1], 255, max(1, int(thick)), cv2.LINE_AA, 4)
    if colour is None:
        soft = cv2.blur(mask, (15, 15)).astype(np.float32) / 255
        canvas *= 1 - 0.45 * soft[..., None]
        return
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.72 + 0.28 * np.clip(depth / (0.03 * canvas.shape[0]), 0, 1)
    canvas += (colour * shade[..., None] - canvas) * (mask[..., None].astype(np.float32) / 255)


def exposed(
    canvas: Pixels, light: float, blur: float, noise: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """The photograph (h, w, 3) uint8 of a canvas: darker corners, blur in pixels, noise in grey levels."""
    height, width = canvas.shape[:2]
    x = np.linspace(-1, 1, width, dtype=np.float32) ** 2
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] ** 2
    gain = light * (1 - 0.09 * (x + y))
    picture = cv2.GaussianBlur(canvas * gain[..., None], (0, 0), blur) if blur > 0 else canvas * gain[..., None]
    picture += rng.standard_normal((height, width, 1), np.float32) * np.float32(noise)
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)
