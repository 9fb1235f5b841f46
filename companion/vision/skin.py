"""Skin: whether a hand rests at the border of a picture of which no earlier one is known."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Frame, Pixels

Mask = NDArray[np.uint8]
T = TypeVar("T", np.float32, np.bool_)

SIDE = 160  # pixels of the longer side at which it is looked for
SKIN = ((50, 136, 80), (255, 175, 125))  # Y, Cr, Cb, least and most (after Chai and Ngan 1999, a little narrower)
AREA = (0.008, 0.3)  # share of the frame that a hand covers
ALONE = 0.7  # share of everything of that colour; printed boards have it in many places
MOST = 0.4  # share of the frame that looks like skin; more is wood
BORDER = (0.01, 0.3)  # share of the border that an arm crosses; more is a table's edge
ROUGH = 6.0  # an outline's square, a circle's of the same area being 1: drawn hands reach 4.5, boards more
EDGE = 8.0  # CIE Lab distance across an outline; drawn hands on most tables have 15 or more
NEAR = 7  # pixels round the outline whose colours are compared
APART = 28.0  # CIE Lab distance from the border's usual colour that parts a sleeve from the table


def rests_a_hand(frame: Frame) -> bool:
    """Whether something of the colour of skin reaches in, itself or through a sleeve.

    It sees bare hands on tables that are not of their colour; a glove, or a hand on wood, it does not.
    """
    small = _reduced(frame)
    skin = _opened(cv2.inRange(cv2.cvtColor(small, cv2.COLOR_RGB2YCrCb), *map(np.array, SKIN)))
    if skin.mean() > MOST * 255:
        return False
    arms = np.bitwise_or(skin, _opened(_unlike_the_border(small)))
    hands = [hand for hand in _parts(skin) if AREA[0] <= hand.mean() <= AREA[1]]
    hands = [hand for hand in hands if hand.sum() >= ALONE * (skin > 0).sum() and _is_a_thing(hand, small)]
    return any(_crosses(arm) and any((arm & hand).any() for hand in hands) for arm in _parts(arms))


def _reduced(frame: Frame) -> Pixels:
    scale = SIDE / max(frame.width, frame.height)
    size = max(8, round(frame.width * scale)), max(8, round(frame.height * scale))
    small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)


def _opened(mask: cv2.typing.MatLike) -> Mask:
    """The mask without specks."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _unlike_the_border(small: Pixels) -> Mask:
    """The mask (h, w) 0/255 of what has another colour than most of the border."""
    lab = np.asarray(cv2.cvtColor((small / 255).astype(np.float32), cv2.COLOR_RGB2Lab), np.float32)
    usual = np.median(_border(lab), axis=0)
    return np.asarray((np.linalg.norm(lab - usual, axis=2) > APART) * 255, np.uint8)


def _parts(mask: Mask) -> list[NDArray[np.bool_]]:
    """The connected parts of a mask, each as a mask of its own."""
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    return [np.asarray(labels == label) for label in range(1, count)]


def _is_a_thing(part: NDArray[np.bool_], small: Pixels) -> bool:
    """Whether a part is smooth and has an edge all round, unlike printed fields, grain and light on wood."""
    mask = part.astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    around = sum(cv2.arcLength(outline, closed=True) for outline in outlines)
    return around**2 <= ROUGH * 4 * np.pi * part.sum() and _edge(mask, small) >= EDGE


def _edge(mask: Mask, small: Pixels) -> float:
    """The CIE Lab distance of the colours on both sides of an outline, which three quarters of it reach."""
    lab = np.asarray(cv2.cvtColor((small / 255).astype(np.float32), cv2.COLOR_RGB2Lab), np.float32)
    inside = mask.astype(np.float32)
    rim = (mask > 0) & (cv2.erode(mask, np.ones((3, 3), np.uint8)) == 0)
    apart = np.linalg.norm(_local(lab, inside) - _local(lab, 1 - inside), axis=2)[rim]
    return float(np.percentile(apart, 25)) if apart.size else 0.0


def _local(lab: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean colour near each pixel, of the pixels that have weight."""
    size = (NEAR, NEAR)
    total = np.maximum(cv2.blur(weight, size), 1e-6)
    return np.asarray(cv2.blur(lab * weight[..., None], size) / total[..., None], np.float32)


def _crosses(part: NDArray[np.bool_]) -> bool:
    """Whether a part crosses the border as narrowly as an arm does."""
    return bool(BORDER[0] <= _border(part).mean() <= BORDER[1])


def _border(picture: NDArray[T]) -> NDArray[T]:
    """The outermost pixels (n, ...) of a picture (h, w, ...)."""
    return np.concatenate([picture[0], picture[-1], picture[1:-1, 0], picture[1:-1, -1]])
