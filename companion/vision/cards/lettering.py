"""Lettering: the words on a card, read by a library that is an optional extra; without it all else works."""

from __future__ import annotations

import difflib
import importlib.util
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.vision.frame import Pixels

LIBRARY = "rapidocr"
READ = 0.7  # the library's own confidence 0-1 from which on a line counts
LONGEST = 736  # pixels of the longer side of what is searched for lines
HIGH = 0.5  # of the card's height: a title's letters count double above
SAME, CLEARER = 0.8, 0.2  # likeness 0-1 of what is read to the right title, and how much less the next must have

# one thread, no arena, one line at a time: the memory of a small computer
FRUGAL: dict[str, Any] = {
    "Global.log_level": "critical",
    "Global.use_cls": False,
    "Det.limit_type": "max",
    "Det.limit_side_len": LONGEST,
    "Rec.rec_batch_num": 1,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    "EngineConfig.onnxruntime.enable_cpu_mem_arena": False,
}


@dataclass(frozen=True)
class Line:
    """A line of words on a card: its letters' height and its middle's place, as shares of the card's height."""

    words: str
    height: float
    below_top: float


def installed() -> bool:
    """Whether the library is there."""
    return importlib.util.find_spec(LIBRARY) is not None


def lines(rectified: Pixels) -> list[Line]:
    """The lines on a rectified card (h, w, 3) uint8 RGB, from the top down; none where the library is missing."""
    if not installed():
        return []
    double = cv2.resize(rectified, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    read = _library()(np.ascontiguousarray(double[..., ::-1]))
    if read.txts is None:
        return []
    tall = double.shape[0]
    found = [
        Line(words.strip(), float(np.linalg.norm(box[3] - box[0])) / tall, float(box[:, 1].mean()) / tall)
        for words, score, box in zip(read.txts, read.scores, np.asarray(read.boxes), strict=True)
        if score >= READ and words.strip()
    ]
    return sorted(found, key=lambda line: line.below_top)


def suggest_title(rectified: Pixels) -> str | None:
    """The most title-like words on a rectified card (h, w, 3) uint8 RGB: the largest, high on the card.

    None where none are read or the library is missing. It is the optional extra `cards`; it is loaded at the first
    call and then takes some 170 MB.
    """
    found = [line for line in lines(rectified) if sum(letter.isalpha() for letter in line.words) >= 2]
    best = max(found, key=lambda line: line.height * (2 if line.below_top < HIGH else 1), default=None)
    return best.words if best else None


def chosen(rectified: Pixels, titles: Mapping[str, str]) -> str | None:
    """The one of a few cards (titles by code) whose title is read on a rectified card; None if none is clear."""
    read = [line.words for line in lines(rectified)]
    likeness = sorted(
        ((max((_alike(title, one) for one in read), default=0.0), code) for code, title in titles.items())
    )
    if not likeness or likeness[-1][0] < SAME:
        return None
    next_best = likeness[-2][0] if len(likeness) > 1 else 0.0
    return likeness[-1][1] if likeness[-1][0] - next_best >= CLEARER else None


def _alike(title: str, words: str) -> float:
    """How like two texts are, 0-1."""
    return difflib.SequenceMatcher(None, title.casefold(), words.casefold()).ratio()


@lru_cache(maxsize=1)
def _library() -> Any:
    from rapidocr import RapidOCR

    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    return RapidOCR(params=FRUGAL)
