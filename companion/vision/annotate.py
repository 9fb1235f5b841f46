"""The picture of a reading: each die boxed and labelled with what it was read as."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.dieset import UNKNOWN
from companion.vision.frame import Frame, Pixels
from companion.vision.reading import DieReading, Reading

SURE = (40, 220, 90)
ASKED = (255, 170, 0)
SHADE = (16, 16, 20)
FONT = cv2.FONT_HERSHEY_SIMPLEX
BOX = 1.35  # sides of the top face: the box lies round the die, so that the face itself stays free


def annotate(frame: Frame, reading: Reading) -> Frame:
    """A copy of `frame` with a turned box round each die and its face above, with a question mark if unsure."""
    pixels = frame.pixels.copy()
    width = max(1, round(max(frame.width, frame.height) / 480))
    for die in reading.dice:
        _box(pixels, die, width)
    for die in reading.dice:
        _label(pixels, die, width)
    if reading.why_not:
        _text(pixels, reading.why_not, (4 * width, frame.height - 6 * width), width, ASKED)
    return Frame(pixels, frame.taken_at, frame.scale)


def _box(pixels: Pixels, die: DieReading, width: int) -> None:
    corners = cv2.boxPoints(((die.x, die.y), (die.size * BOX, die.size * BOX), die.angle))
    points = [np.round(corners).astype(np.int32)]
    cv2.polylines(pixels, points, True, SHADE, 3 * width, cv2.LINE_AA)
    cv2.polylines(pixels, points, True, SURE if die.sure else ASKED, width, cv2.LINE_AA)


def _label(pixels: Pixels, die: DieReading, width: int) -> None:
    text = (
        UNKNOWN if die.face == UNKNOWN else f"{_ascii(die.face)} {die.confidence:.0%}" + ("" if die.sure else " ?")
    )
    reach = die.size * BOX * 0.5 * (abs(np.cos(np.radians(die.angle))) + abs(np.sin(np.radians(die.angle))))
    at = round(die.x - die.size * BOX / 2), round(die.y - reach - 3 * width)
    _text(pixels, text, at, width, SURE if die.sure else ASKED)


def _text(pixels: Pixels, text: str, at: tuple[int, int], width: int, colour: tuple[int, int, int]) -> None:
    scale = 0.28 + 0.17 * width
    (length, height), below = cv2.getTextSize(text, FONT, scale, width)
    x = min(max(0, at[0]), max(0, pixels.shape[1] - length))
    y = min(max(height + below, at[1]), pixels.shape[0] - below)
    cv2.rectangle(pixels, (x - 1, y - height - below), (x + length + 1, y + below), SHADE, cv2.FILLED)
    cv2.putText(pixels, text, (x, y), FONT, scale, colour, width, cv2.LINE_AA)


def _ascii(text: str) -> str:
    """The text as OpenCV's built-in font can draw it."""
    return text.encode("ascii", "replace").decode()
