"""The six printed sides of a die, made from the drawings that the application ships."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.words import say

Colour = NDArray[np.float32]
Pixels = NDArray[np.float32]

DRAWN_INK = np.array([0x20, 0x24, 0x2C], np.float32)  # the outline colour in every shipped drawing
PRINT = 0.80  # a drawing's share of the side's length


class UnknownFace(CompanionError, ValueError):
    """A face for which no drawing is shipped."""

    slug = "unknown-drawing"
    default_advice = say("Choose one of the die sets and faces that are drawn.")

    def __init__(self, die_set: str, face: str) -> None:
        known = ", ".join(faces_of(die_set)) or "none"
        super().__init__(
            say("There is no drawing of the face {face}.", face=face),
            detail=f"expected one of die set {die_set!r}: {known}; got {face!r}",
        )


def art_folder() -> Path:
    """The folder of die sets: inside the installed application, or in the source tree."""
    root = Path(__file__).resolve().parents[3]
    installed = root / "companion" / "models" / "dice"
    return installed if installed.is_dir() else root / "models" / "dice"


@cache
def faces_of(die_set: str) -> tuple[str, ...]:
    """The face codes drawn for a die set, in alphabetical order; empty for a set that is not shipped."""
    return tuple(sorted(path.stem for path in (art_folder() / die_set / "faces").glob("*.png")))


@cache
def drawing(die_set: str, face: str) -> Pixels:
    """A face's drawing, (256, 256, 4) float32: red, green, blue 0-255 and opacity 0-1.

    Raises UnknownFace.
    """
    if face not in faces_of(die_set):
        raise UnknownFace(die_set, face)
    encoded = np.fromfile(art_folder() / die_set / "faces" / f"{face}.png", np.uint8)
    bgra = cv2.imdecode(encoded, cv2.IMREAD_UNCHANGED)
    if bgra is None:
        raise UnknownFace(die_set, face)
    rgba = np.asarray(bgra[..., [2, 1, 0, 3]], np.float32)
    rgba[..., 3] /= 255
    return rgba


def colour(text: str) -> Colour:
    """Red, green, blue 0-255 of "#rrggbb"; raises ValueError."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"expected a colour as '#rrggbb', got {text!r}")
    return np.frombuffer(bytes.fromhex(text[1:]), np.uint8).astype(np.float32)


def printed(art: Pixels, body: Colour, ink: Colour, side: int, share: float = PRINT) -> Pixels:
    """A die's side, (side, side, 3) float32: the outline's colour becomes the ink, other colours stay."""
    inner = max(1, round(side * share))
    small = cv2.resize(art, (inner, inner), interpolation=cv2.INTER_AREA)
    outline = np.clip(1 - np.linalg.norm(small[..., :3] - DRAWN_INK, axis=2, keepdims=True) / 90, 0, 1)
    tinted = small[..., :3] + outline * (ink - DRAWN_INK)
    texture = np.empty((side, side, 3), np.float32)
    texture[:] = body
    start = (side - inner) // 2
    window = texture[start : start + inner, start : start + inner]
    window += (tinted - window) * small[..., 3:]
    return texture


@lru_cache(maxsize=256)
def face_texture(die_set: str, face: str, body: str, ink: str, side: int) -> Pixels:
    """The printed side of a shipped face, (side, side, 3) float32 0-255."""
    return printed(drawing(die_set, face), colour(body), colour(ink), side)


def around(die_set: str, face: str, rng: np.random.Generator) -> tuple[str, ...]:
    """The faces on a die that shows ``face``: right, left, far, near, top, bottom; opposite pips sum to seven.

    Raises UnknownFace.
    """
    if face not in faces_of(die_set):
        raise UnknownFace(die_set, face)
    if die_set == "pips":
        others = [int(value) for value in faces_of("pips") if int(value) not in (int(face), 7 - int(face))]
        right = int(rng.choice(others))
        far = int(rng.choice([value for value in others if value not in (right, 7 - right)]))
        return tuple(str(value) for value in (right, 7 - right, far, 7 - far, int(face), 7 - int(face)))
    others_of_set = rng.permutation([code for code in faces_of(die_set) if code != face])
    right_, left, far_, near, bottom = (str(code) for code in np.resize(others_of_set, 5))
    return right_, left, far_, near, face, bottom
