"""The classifier: reads faces from crops that are turned upright, whatever die set they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.card import ReaderCard, session
from companion.vision.found import Found, Square
from companion.vision.frame import Pixels

Floats = NDArray[np.float32]

BATCH = 16  # dice per run of the network, which bounds memory
RING = (0.30, 0.75)  # sides from the centre between which the edges of the top face lie
ALIASED = 1.5  # pixels of the frame per pixel of the crop beyond which they are reduced first
EDGES_WEIGHT = 1.0  # of the edges' vote against the detector's turn, both of length 0-1


@dataclass(frozen=True, eq=False)
class Look:
    """What the network makes of one die.

    `crop` (crop, crop, 3) uint8 RGB is its rectified picture, `probabilities` (classes,) float32 sum to 1,
    `embedding` (embedding,) float32 has unit length; `angle` is its rotation in degrees clockwise, -45 to 45.
    """

    crop: Pixels
    probabilities: Floats
    embedding: Floats
    angle: float


class Classifier:
    """The reader network in `folder`, used as its `card` says; safe to call from several threads.

    Raises:
        ModelError: the model's file is missing or damaged.
    """

    def __init__(self, folder: Path, card: ReaderCard) -> None:
        self.card = card
        self._session = session(folder, card.file, card.sha256)

    def look(self, pixels: Pixels, found: list[Found]) -> list[Look]:
        """One `Look` per found die, from the frame's `pixels` (h, w, 3) uint8 RGB."""
        return self._looks([self.crop(pixels, one) for one in found])

    def look_at(self, pixels: Pixels, squares: Sequence[Square], turns: int = 1) -> list[Look]:
        """One `Look` per place whose rotation in degrees clockwise is known; quick in one turn instead of four."""
        size, side = self.card.crop, self.card.top_side
        crops = [(rectified(pixels, one, angle, size, side), angle) for one, angle in squares]
        return self._looks(crops, turns)

    def _looks(self, crops: Sequence[tuple[Pixels, float]], turns: int = 4) -> list[Look]:
        looks: list[Look] = []
        for start in range(0, len(crops), BATCH):
            looks += self._read(crops[start : start + BATCH], turns)
        return looks

    def crop(self, pixels: Pixels, one: Found) -> tuple[Pixels, float]:
        """The rectified crop of a die, and its rotation in degrees clockwise after the edges had their vote."""
        size, side = self.card.crop, self.card.top_side
        around = surroundings(pixels, one, size, side)
        angle = _turned(one, edge_turn(around.turned(0.0), side))
        return around.turned(angle), angle

    def _read(self, crops: Sequence[tuple[Pixels, float]], turns: int) -> list[Look]:
        upright = np.stack([crop for crop, _ in crops])
        planes = np.ascontiguousarray(upright.transpose(0, 3, 1, 2))
        turned = np.concatenate([np.rot90(planes, k, axes=(2, 3)) for k in range(turns)])
        sheet = np.divide(turned, np.float32(255))
        logits, embedding = self._session.run(["logits", "embedding"], {"crops": sheet})
        probabilities = softmax(logits / self.card.temperature).reshape(turns, len(crops), -1).mean(axis=0)
        mean = embedding.reshape(turns, len(crops), -1).mean(axis=0)
        unit = mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-9)
        return [Look(crop, probabilities[index], unit[index], angle) for index, (crop, angle) in enumerate(crops)]


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


def rectified(pixels: Pixels, one: Found, angle: float, crop: int, top_side: float) -> Pixels:
    """The (crop, crop, 3) picture with the top face in its middle, `top_side` pixels large.

    It is turned back by `angle` degrees clockwise. Where the frame ends, its border is drawn out.
    """
    return surroundings(pixels, one, crop, top_side).turned(angle)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The part of a frame round a die, reduced against aliasing.

    `centre` is the die's in it, `scale` its pixels per pixel of the crop, whose sides are `crop` pixels.
    """

    pixels: Pixels
    centre: NDArray[np.float64]
    scale: float
    crop: int

    def turned(self, angle: float) -> Pixels:
        """The crop, turned back by `angle` degrees clockwise."""
        cos, sin = np.cos(np.radians(angle)) * self.scale, np.sin(np.radians(angle)) * self.scale
        turn = np.array([[cos, -sin], [sin, cos]])
        # both pictures' coordinates have pixel centres at halves, OpenCV's at wholes
        shift = self.centre - 0.5 - turn @ np.full(2, self.crop / 2 - 0.5)
        return np.asarray(
            cv2.warpAffine(
                self.pixels,
                np.column_stack([turn, shift]),
                (self.crop, self.crop),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )


def surroundings(pixels: Pixels, one: Found, crop: int, top_side: float) -> Surroundings:
    """What lies round a die in the frame's `pixels`, for crops of it in any turn."""
    height, width = pixels.shape[:2]
    scale = one.size / top_side  # pixels of the frame per pixel of the crop
    reach = scale * crop * 0.75  # half the diagonal is 0.71
    left, right = _clipped(one.x - reach, width - 1), _clipped(one.x + reach, width - 1) + 1
    top, bottom = _clipped(one.y - reach, height - 1), _clipped(one.y + reach, height - 1) + 1
    part = pixels[top:bottom, left:right]
    centre = np.array([one.x - left, one.y - top])
    if scale <= ALIASED:
        return Surroundings(part, centre, scale, crop)
    size = max(1, round(part.shape[1] / scale)), max(1, round(part.shape[0] / scale))
    reduced = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    factor = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
    return Surroundings(reduced, centre * factor, scale * float(factor.mean()), crop)


def _clipped(value: float, most: int) -> int:
    return int(min(max(value, 0), most))


def edge_turn(crop: Pixels, top_side: float) -> tuple[float, float]:
    """The mean (cos 4t, sin 4t) of edge directions round the top face, weighted by their strength; length 0-1.

    A square's edges agree in 4t; the edges of round pips cancel out. (Voting over edge directions gave 2 degrees
    of median error in the vision trial.)
    """
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY).astype(np.float32)
    gx, gy = cv2.Scharr(grey, cv2.CV_32F, 1, 0), cv2.Scharr(grey, cv2.CV_32F, 0, 1)
    strength = np.sqrt(np.hypot(gx, gy)) * _ring(crop.shape[0], top_side)  # the root: no single edge decides alone
    direction = 4 * np.arctan2(gy, gx)
    total = float(strength.sum())
    if total <= 0:
        return 0.0, 0.0
    return float((strength * np.cos(direction)).sum() / total), float((strength * np.sin(direction)).sum() / total)


@cache
def _ring(crop: int, top_side: float) -> Floats:
    offset = np.arange(crop, dtype=np.float32) + 0.5 - crop / 2
    away = np.hypot(offset[:, None], offset[None, :]) / top_side
    return np.asarray((away >= RING[0]) & (away <= RING[1]), np.float32)


def _turned(one: Found, edges: tuple[float, float]) -> float:
    cos = one.turn[0] + EDGES_WEIGHT * edges[0]
    sin = one.turn[1] + EDGES_WEIGHT * edges[1]
    return float(np.degrees(np.arctan2(sin, cos)) / 4)
