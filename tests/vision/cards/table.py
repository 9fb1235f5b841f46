"""Drawn photographs of cards on a table, clean and spoiled, with the truth known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Frame, Pixels
from companion.vision.tray import applied

WIDTH, HEIGHT = 1280, 960
PER_MM = 4.0  # pixels per millimetre of table, about
CONDITIONS = ("clean", "glare", "sleeve", "covered", "dim", "blur", "mat")
COVERED = 0.3  # of the card
RIM = 24  # pixels round a card that its shadow and its sleeve reach

Floats = NDArray[np.float64]
Alpha = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Photograph:
    """A frame and the corners (4, 2) of each card in it, from the card's own top left."""

    frame: Frame
    corners: tuple[Floats, ...]


def photograph(
    faces: Sequence[Pixels],
    size_mm: tuple[float, float],
    condition: str,
    rng: np.random.Generator,
    mats: Sequence[Pixels] = (),
    turns: Sequence[float] = (),
) -> Photograph:
    """Up to three cards side by side; `mats` are surfaces (h, w, 3) that may lie below.

    Each is turned by its degrees in `turns`, clockwise as seen, or at will.
    """
    canvas = _ground(rng, condition, mats)
    view = _view(rng)
    corners = []
    for number, face in enumerate(faces):
        x = WIDTH * (number + 0.5) / len(faces) + rng.normal(0, 6)
        any_turn = rng.uniform(-30, 30) + 180 * rng.integers(2) if len(faces) > 1 else rng.uniform(0, 360)
        turn = turns[number] if turns else any_turn
        quad = applied(view, _box(size_mm, turn) * PER_MM + (x, HEIGHT / 2 + rng.normal(0, 30)))
        _lay(canvas, face, quad, condition, rng)
        corners.append(quad)
    return Photograph(_exposed(canvas, condition, rng), tuple(corners))


def _ground(rng: np.random.Generator, condition: str, mats: Sequence[Pixels]) -> NDArray[np.float32]:
    if condition == "mat" and mats:
        tile = cv2.resize(mats[int(rng.integers(len(mats)))], None, fx=(f := rng.uniform(1, 3)), fy=f)
        flat = np.tile(tile, (HEIGHT // tile.shape[0] + 1, WIDTH // tile.shape[1] + 1, 1))[:HEIGHT, :WIDTH]
        return np.ascontiguousarray(flat, np.float32)
    canvas = np.full((HEIGHT, WIDTH, 3), rng.integers(20, 200, 3), np.float32)
    if condition == "mat":
        for _ in range(40):
            ends = rng.integers((0, 0, 0, 0), (WIDTH, HEIGHT, WIDTH, HEIGHT)).tolist()
            cv2.line(canvas, ends[:2], ends[2:], rng.integers(0, 256, 3).tolist(), int(rng.integers(2, 30)))
    grain = cv2.resize(rng.normal(0, 10, (HEIGHT // 4, WIDTH // 4)).astype(np.float32), (WIDTH, HEIGHT))
    return canvas + grain[..., None]


def _view(rng: np.random.Generator) -> Floats:
    """The homography (3, 3) of a camera up to some 15 degrees off the vertical."""
    lean = rng.normal(0, 0.06, 2) / HEIGHT
    middle = np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1]])
    tilt = np.array([[1, rng.normal(0, 0.01), 0], [0, rng.uniform(0.95, 1.02), 0], [*lean, 1]])
    return np.asarray(np.linalg.inv(middle) @ tilt @ middle, np.float64)


def _box(size_mm: tuple[float, float], turn: float) -> Floats:
    angle = np.radians(turn)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2
    return np.asarray(corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]))


def _lay(
    canvas: NDArray[np.float32], face: Pixels, corners: Floats, condition: str, rng: np.random.Generator
) -> None:
    """Draw a card onto the part of the canvas round it."""
    left, top = np.maximum(corners.min(axis=0).astype(int) - RIM, 0)
    right, bottom = corners.max(axis=0).astype(int) + RIM
    part = canvas[top:bottom, left:right]
    quad = corners - (left, top)
    flat, alpha = _warped(face, quad, part.shape[:2])
    part *= 1 - 0.35 * np.roll(cv2.GaussianBlur(alpha, (0, 0), 6), (6, 4), (0, 1))[..., None]
    if condition == "sleeve":
        _sleeve(part, quad, rng)
        flat = flat * 0.9 + 18
    part += alpha * (flat - part)
    if condition in ("glare", "sleeve"):
        _glare(part, alpha, quad, rng, strong=condition == "glare")
    if condition == "covered":
        _cover(canvas, corners, rng)


def _warped(face: Pixels, quad: Floats, shape: tuple[int, ...]) -> tuple[NDArray[np.float32], Alpha]:
    """The card as it is seen, and how opaque it is in each pixel: its corners are round."""
    height, width = face.shape[:2]
    radius = round(width * 3 / 63)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, radius), (width - radius, height - radius), 255, cv2.FILLED)
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    size = shape[1], shape[0]
    flat = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), 0.6), warp, size).astype(np.float32)
    return flat, cv2.warpPerspective(cv2.dilate(mask, round_), warp, size).astype(np.float32)[..., None] / 255


def _sleeve(canvas: NDArray[np.float32], quad: Floats, rng: np.random.Generator) -> None:
    """A transparent rim, a little larger than the card."""
    middle = quad.mean(axis=0)
    rim = np.round(middle + (quad - middle) * rng.uniform(1.03, 1.07)).astype(np.int32)
    layer = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(layer, [rim], 255, cv2.LINE_AA)
    canvas += layer[..., None] * np.float32(0.1)
    edge = np.ascontiguousarray(canvas)
    cv2.polylines(edge, [rim], True, (210.0, 210.0, 215.0), 2, cv2.LINE_AA)
    canvas[:] = edge


def _glare(
    canvas: NDArray[np.float32], alpha: Alpha, quad: Floats, rng: np.random.Generator, *, strong: bool
) -> None:
    """A lamp's mirrored patch: burnt out in its middle, up to a fifth of the card."""
    v, u = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[1]].astype(np.float32)
    x, y = rng.dirichlet((1, 1, 1, 1)) @ quad
    reach = np.linalg.norm(quad[2] - quad[0]) * (rng.uniform(0.1, 0.2) if strong else rng.uniform(0.03, 0.1))
    angle = rng.uniform(0, np.pi)
    along = (u - x) * np.cos(angle) + (v - y) * np.sin(angle)
    across = (v - y) * np.cos(angle) - (u - x) * np.sin(angle)
    spot = np.exp(-((along / reach) ** 2 + (across / reach) ** 2 * rng.uniform(1, 4)))[..., None]
    canvas += alpha * spot * (420 if strong else 200)


def _cover(canvas: NDArray[np.float32], quad: Floats, rng: np.random.Generator) -> None:
    """Something that hides `COVERED` of the card from one side or corner."""
    angle = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-direction[1], direction[0]])
    line = np.quantile(_inside(quad) @ direction, 1 - COVERED)
    start = direction * line + across * (quad.mean(axis=0) @ across)
    far = np.linalg.norm(quad[2] - quad[0]) * 0.7
    sheet = start + far * np.array([-across, across, across + direction, direction - across])
    cv2.fillPoly(canvas, [np.round(sheet).astype(np.int32)], rng.integers(10, 245, 3).tolist(), cv2.LINE_AA)


def _inside(quad: Floats) -> Floats:
    """Places (n, 2) spread evenly over a card."""
    u, v = (axis.reshape(-1, 1) for axis in np.meshgrid(np.linspace(0, 1, 40), np.linspace(0, 1, 40)))
    upper, lower = quad[0] + u * (quad[1] - quad[0]), quad[3] + u * (quad[2] - quad[3])
    return np.asarray(upper + v * (lower - upper), np.float64)


def _exposed(canvas: NDArray[np.float32], condition: str, rng: np.random.Generator) -> Frame:
    exposure = rng.uniform(0.22, 0.35) if condition == "dim" else rng.uniform(0.75, 1.15)
    canvas = canvas * exposure * np.exp(rng.normal(0, 0.04, 3)).astype(np.float32)
    v = np.linspace(-1, 1, HEIGHT, dtype=np.float32)[:, None, None]
    canvas = canvas * (1 + v * rng.uniform(-0.2, 0.2))
    soft = rng.uniform(1.6, 2.4) if condition == "blur" else rng.uniform(0.4, 0.9)
    noise = rng.normal(0, 5 if condition == "dim" else 2.5, canvas.shape)
    return Frame(np.clip(cv2.GaussianBlur(canvas, (0, 0), soft) + noise, 0, 255).astype(np.uint8), 0.0)
