"""The picture of what cards were seen: each outlined and labelled with what it was recognised as."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.annotate import ASKED, FONT, SHADE, SURE
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame, Pixels


def annotate(frame: Frame, seen: Sequence[CardSighting]) -> Frame:
    """A copy of `frame` with each card's outline, a bar along its upper side, and its code or why it has none."""
    pixels = frame.pixels.copy()
    width = max(1, round(max(frame.width, frame.height) / 480))
    for one in seen:
        _outline(pixels, one, width)
    for one in seen:
        x, y = one.corners.mean(axis=0).round().astype(int).tolist()
        _label(pixels, _words(one), (x, y), width, SURE if one.sure else ASKED)
    return Frame(pixels, frame.taken_at, frame.scale)


def _outline(pixels: Pixels, one: CardSighting, width: int) -> None:
    points = np.round(one.corners).astype(np.int32)
    colour = SURE if one.sure else ASKED
    cv2.polylines(pixels, [points], True, SHADE, 3 * width, cv2.LINE_AA)
    cv2.polylines(pixels, [points], True, colour, width, cv2.LINE_AA)
    cv2.polylines(pixels, [points[:2]], False, colour, 3 * width, cv2.LINE_AA)


def _label(pixels: Pixels, text: str, at: tuple[int, int], width: int, colour: tuple[int, int, int]) -> None:
    """Words round a place, as far as it lets them inside the picture."""
    scale = 0.28 + 0.17 * width
    (length, height), below = cv2.getTextSize(text, FONT, scale, width)
    x = min(max(0, at[0] - length // 2), max(0, pixels.shape[1] - length))
    y = min(max(height + below, at[1]), pixels.shape[0] - below)
    cv2.rectangle(pixels, (x - 1, y - height - below), (x + length + 1, y + below), SHADE, cv2.FILLED)
    cv2.putText(pixels, text, (x, y), FONT, scale, colour, width, cv2.LINE_AA)


def _words(one: CardSighting) -> str:
    if one.sure:
        return f"{one.code} {one.confidence:.0%}"
    likeliest = one.candidates[0][0] if one.candidates else ""
    return f"{likeliest} ? {one.reason}".strip()
