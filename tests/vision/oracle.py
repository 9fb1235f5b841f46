"""Networks of numpy that see drawn squares perfectly: they test everything round the real ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.card import BaseCard, DetectorCard, ReaderCard
from companion.vision.frame import Pixels

CLASSES = ("1", "2", "3", "4", "5", "6", "E", "EE", "H", "HH", "T", "TT", "F", "FF", "other")
BASE = BaseCard(
    name="oracle",
    version="1",
    licence="MIT",
    detector=DetectorCard("detector.onnx", "", stride=4, threshold=0.45, ask_threshold=0.25),
    reader=ReaderCard("reader.onnx", "", 64, 36, CLASSES, temperature=1.0, embedding=64),
)


@dataclass(frozen=True)
class Square:
    """A drawn die: centre and side in pixels, degrees clockwise, its class (1.5 lies between two), its heat."""

    x: float
    y: float
    size: float
    angle: float = 0.0
    shows: float = 0
    score: float = 0.9


def picture(width: int, height: int, squares: list[Square]) -> Pixels:
    """The squares on black: blue says that one is there, red its score, green its class."""
    pixels = np.zeros((height, width, 3), np.uint8)
    for one in squares:
        side = one.size - 1  # OpenCV fills the outline's own pixels too
        corners = cv2.boxPoints(((one.x - 0.5, one.y - 0.5), (side, side), one.angle))
        colour = (round(one.score * 255), round(16 * one.shows), 255)
        cv2.fillPoly(pixels, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    return pixels


@dataclass
class SquareDetector:
    """Finds the squares of `picture` that are 8 to 200 pixels large in its input.

    `seen` notes the inputs' shapes, `sides` the sides of the squares in pixels.
    """

    seen: list[tuple[int, ...]] = field(default_factory=list)
    sides: list[float] = field(default_factory=list)

    def run(self, names: list[str], inputs: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        """The detector's four outputs."""
        sheet = inputs["image"][0]
        self.seen.append(sheet.shape)
        rows, columns = sheet.shape[1] // 4, sheet.shape[2] // 4
        out = {"heat": 1, "size": 1, "offset": 2, "turn": 2}
        maps = {name: np.zeros((1, depth, rows, columns), np.float32) for name, depth in out.items()}
        mask = (sheet[2] > 0.5).astype(np.uint8)
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            self._mark(sheet, contour, maps)
        return [maps[name] for name in names]

    def _mark(self, sheet: NDArray[np.float32], contour: Any, maps: dict[str, NDArray[np.float32]]) -> None:
        (x, y), (width, height), angle = cv2.minAreaRect(contour)
        x, y, size = x + 0.5, y + 0.5, (width + height) / 2 + 1
        if not 8 <= size <= 200:
            return
        self.sides.append(size)
        row, column = int(y // 4), int(x // 4)
        turn = np.radians(4 * angle)
        maps["heat"][0, 0, row, column] = sheet[0, int(y), int(x)]
        maps["size"][0, 0, row, column] = size
        maps["offset"][0, :, row, column] = x - (column + 0.5) * 4, y - (row + 0.5) * 4
        maps["turn"][0, :, row, column] = np.cos(turn), np.sin(turn)


@dataclass
class ColourReader:
    """Reads the class of `picture` from the green in the middle of a crop; notes how many crops came at once.

    Where no square lies it sees the last class, which is none of the faces.
    """

    seen: list[int] = field(default_factory=list)

    def run(self, names: list[str], inputs: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        """The reader's two outputs."""
        crops = inputs["crops"]
        self.seen.append(len(crops))
        shown = crops[:, :, 28:36, 28:36].mean(axis=(2, 3))
        green = np.where(shown[:, 2] > 0.5, shown[:, 1] * 255 / 16, len(CLASSES) - 1)
        gap = np.abs(green[:, None] - np.arange(len(CLASSES)))
        embedding = np.eye(64, dtype=np.float32)[np.round(green).astype(int)]
        out = {"logits": (8 - 16 * gap).astype(np.float32), "embedding": embedding}
        return [out[name] for name in names]
