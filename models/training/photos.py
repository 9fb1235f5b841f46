"""The labelled photographs of real dice, by source; those whose role is "test" are never given to training."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"

SOURCES = {
    "nell-byler": "nell-byler/dice_detection",
    "epanemu": "Epanemu/GameDiceRecognition",
    "matteop65": "matteop65/Dice_Detection_Recognition",
    "chase": "chaseelliottpatterson/dice-reader",
    "damiantab": "DamianTab/DiceDetection",
}
PIPS_ONLY = {"matteop65"}  # whose boxes enclose the pips of the top side, not the die


@dataclass(frozen=True)
class Photo:
    """A photograph with its boxes (n, 4): left, top, width, height in pixels; values (n,) 1-6 (0: none)."""

    source: str
    file: str
    boxes: np.ndarray
    values: np.ndarray

    def picture(self) -> np.ndarray:
        return read(PHOTOS / "dice" / self.file)


def photographs(source: str, role: str = "train") -> list[Photo]:
    """The photographs of a source in the order of the index; raises ValueError if its role is another."""
    found = []
    for line in (PHOTOS / "index.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["repo"] != SOURCES[source]:
            continue
        if entry["role"] != role:
            raise ValueError(f"expected photographs for {role!r}, got {entry['role']!r} in source {source!r}")
        whole = {"x": 0, "y": 0, "w": entry["width"], "h": entry["height"], "value": entry.get("value")}
        dice = entry.get("dice", [whole])
        boxes = np.array([[d["x"], d["y"], d["w"], d["h"]] for d in dice], np.float32).reshape(-1, 4)
        values = np.array([d.get("value") or 0 for d in dice], int)
        found.append(Photo(source, entry["file"], boxes, values))
    return found


def read(path: Path) -> np.ndarray:
    """A photograph as (h, w, 3) uint8 RGB; raises FileNotFoundError."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"expected a picture, got {str(path)!r}")
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
