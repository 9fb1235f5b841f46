"""The free photographs of playing cards, and which card each labelled one is."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Frame, Pixels
from tests.photographs import photos_folder

CODES = Path(__file__).with_name("playing_cards.csv")
"""Rank and suit of each fourth card, as seen by eye: the index names ranks alone."""
OVERLAP = 0.5  # intersection over union from which on a card belongs to a label
SLIVER = 0.05  # of a card: a narrower rest of it is its edge beside another card's label
EVERY = 40  # each so-many-th surface lies below drawn cards

Corners = NDArray[np.float64]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Photo:
    """A photograph and its labelled boxes: left, top, right, bottom in pixels."""

    path: Path
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class CardPhoto:
    """The card `code` in the box of that number of a photograph."""

    photo: Photo
    box: int
    code: str

    @cached_property
    def area(self) -> float:
        """Square pixels of its box."""
        left, top, right, bottom = self.photo.boxes[self.box]
        return (right - left) * (bottom - top)

    @property
    def whole(self) -> bool:
        """Whether it lies alone, so that it is seen whole."""
        return len(self.photo.boxes) == 1


def photos(split: str | None = None) -> list[Photo]:
    """The photographs of a split of the index, or all; none where the folder is missing."""
    folder = photos_folder() / "cards"
    if not (folder / "index.jsonl").is_file():
        return []
    lines = [json.loads(line) for line in (folder / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    return [
        Photo(
            folder / one["file"], tuple((c["x"], c["y"], c["x"] + c["w"], c["y"] + c["h"]) for c in one["cards"])
        )
        for one in lines
        if one.get("cards") and split in (None, one["split"])
    ]


def labelled_cards() -> list[CardPhoto]:
    """The cards whose rank and suit are known."""
    by_name = {photo.path.name: photo for photo in photos()}
    with CODES.open(encoding="utf-8", newline="") as file:
        return [
            CardPhoto(by_name[row["file"]], int(row["box"]), row["code"])
            for row in csv.DictReader(file)
            if row["file"] in by_name
        ]


def matched(
    corners: Sequence[Corners], photo: Photo, frame: Frame, *, whole: bool = False
) -> list[tuple[int, int, float]]:
    """Numbers of a card and of its label, and how far their boxes overlap; the best pairs first, none twice.

    The labels enclose what is seen of a card, while `corners` are those of all of it. So a card belongs also to
    the label of what is left of it once the other labelled cards are taken away, unless only boxes of `whole`
    cards are compared.
    """
    scored = sorted(
        (
            (_belongs(one, photo, label, frame, whole), number, label)
            for number, one in enumerate(corners)
            for label in range(len(photo.boxes))
        ),
        reverse=True,
    )
    pairs: list[tuple[int, int, float]] = []
    for score, number, label in scored:
        taken = any(number == other or label == another for other, another, _ in pairs)
        if score >= OVERLAP and not taken:
            pairs.append((number, label, score))
    return pairs


def _belongs(corners: Corners, photo: Photo, label: int, frame: Frame, whole: bool) -> float:
    """How far a card overlaps with a label, as a whole or as what is left of it beside the other labels."""
    score = overlap(_box(corners, frame), photo.boxes[label])
    if whole or score == 0 or score >= OVERLAP:
        return score
    others = [box for number, box in enumerate(photo.boxes) if number != label]
    return max(score, *_left(corners, others, photo.boxes[label], frame))


def _left(corners: Corners, others: Sequence[Box], label: Box, frame: Frame) -> tuple[float, float]:
    """How far what is left of a card beside other boxes overlaps with a label: its box, and itself."""
    mask = np.zeros((frame.height, frame.width), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    for other in others:
        _cut(mask, other)[:] = 0
    thin = max(3, round(SLIVER * float(np.ptp(corners, axis=0).min())))
    rest = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((thin, thin), np.uint8)), np.uint8)
    x, y, width, height = cv2.boundingRect(rest)
    here = _cut(rest, label)
    shared = int(here.sum())
    return overlap((x, y, x + width, y + height), label), shared / max(here.size + int(rest.sum()) - shared, 1)


def _cut(mask: Pixels, box: Box) -> Pixels:
    """The part of a mask in a box."""
    left, top, right, bottom = (max(0, round(value)) for value in box)
    return mask[top:bottom, left:right]


def _box(corners: Corners, frame: Frame) -> Box:
    left, top = np.maximum(corners.min(axis=0), 0).tolist()
    right, bottom = np.minimum(corners.max(axis=0), (frame.width, frame.height)).tolist()
    return left, top, right, bottom


def overlap(one: Box, other: Box) -> float:
    """The intersection over the union of two boxes."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, width) * max(0.0, height)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return shared / max(areas - shared, 1e-9)


def mats() -> list[Pixels]:
    """Some photographed surfaces (h, w, 3) uint8 RGB; none where the folder is missing."""
    files = sorted((photos_folder() / "backgrounds").rglob("*.png"))[::EVERY]
    return [Frame.load(path).pixels for path in files]
