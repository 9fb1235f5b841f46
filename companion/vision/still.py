"""Stillness: whether the table lies still and free of hands, from frame differences."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Frame
from companion.vision.skin import rests_a_hand

Grey = NDArray[np.float32]

LONG_SIDE = 160  # pixels at which frames are compared: sensor noise is averaged away, a die is still 8 or more
CHANGED = 10.0  # of 255: the least difference that counts
NOISE = 6.0  # times the frame's own median difference, in noisy pictures
DIE = 0.0006  # share of the frame: a fifth of a 16 mm die's top in a view of 320 x 240 mm
ARM = 0.01  # share of the frame that a region at the border must cover to be a hand
BREAK = 3.0  # seconds without a frame between two looks
MOST = 0.85  # share of the frame; more is no hand but another table, or the lights


@dataclass
class Stillness:
    """Fed with frames one after another, says why the table cannot be read yet.

    `window` seconds must pass without change. The picture of the free table is learned when it lies still, and
    kept through breaks between looks: against it a hand shows even when it rests. Before the first such picture a
    hand that rests is told by its colour alone. What has lain at the border for `learned` seconds is part of the
    table (a rule book, a cup).
    """

    window: float = 0.5
    learned: float = 8.0
    _recent: deque[tuple[float, Grey]] = field(default_factory=deque, repr=False)
    _free: Grey | None = field(default=None, repr=False)
    _waiting: tuple[float, Grey] | None = field(default=None, repr=False)

    def feed(self, frame: Frame) -> str:
        """The slug of what is in the way after this frame: `moving`, `hand`, or empty when it is still and free.

        Until frames of a whole window were seen it is `moving`.
        """
        grey = _small(frame)
        self._start_anew_after_a_break(frame.taken_at, grey)
        moved = [_changed(past, grey) for _, past in self._recent]
        self._recent.append((frame.taken_at, grey))
        while len(self._recent) > 2 and frame.taken_at - self._recent[1][0] >= self.window:
            self._recent.popleft()
        if any(_reaches_in(mask) for mask in moved):
            return "hand"
        if any(_largest(mask) > DIE for mask in moved) or not self._full(frame.taken_at):
            return "hand" if self._differs_at_the_border(grey) else "moving"
        return self._resting(frame, grey)

    def forget(self) -> None:
        """Start anew: the camera was moved, or the table was laid anew."""
        self._recent.clear()
        self._free = self._waiting = None

    def _start_anew_after_a_break(self, now: float, grey: Grey) -> None:
        if self._recent and self._recent[-1][1].shape != grey.shape:
            self.forget()
        if self._recent and now - self._recent[-1][0] > BREAK:
            self._recent.clear()

    def _differs_at_the_border(self, grey: Grey) -> bool:
        return self._free is not None and _reaches_in(_changed(self._free, grey))

    def _full(self, now: float) -> bool:
        return now - self._recent[0][0] >= self.window

    def _resting(self, frame: Frame, grey: Grey) -> str:
        in_the_way = rests_a_hand(frame) if self._free is None else self._differs_at_the_border(grey)
        if in_the_way and self._waits(frame.taken_at, grey):
            return "hand"
        self._free, self._waiting = grey, None
        return ""

    def _waits(self, now: float, grey: Grey) -> bool:
        """Whether what is in the way has not lain there for long enough to be part of the table."""
        if self._waiting is None or _reaches_in(_changed(self._waiting[1], grey)):
            self._waiting = now, grey
        return now - self._waiting[0] < self.learned


def _small(frame: Frame) -> Grey:
    scale = LONG_SIDE / max(frame.width, frame.height)
    size = max(8, round(frame.width * scale)), max(8, round(frame.height * scale))
    small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), (3, 3), 0).astype(np.float32)


def _changed(before: Grey, after: Grey) -> NDArray[np.uint8]:
    """The mask (h, w) 0/1 of what has changed, once a change of the light of the whole picture is taken out."""
    gain = float(np.median(after) + 1) / float(np.median(before) + 1)
    gap = np.abs(after - before * np.clip(gain, 0.5, 2.0))
    least = max(CHANGED, NOISE * float(np.median(gap)))
    return np.asarray(cv2.morphologyEx((gap > least).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))


def _largest(mask: NDArray[np.uint8]) -> float:
    """The share of the frame that the largest changed region covers."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return float(stats[1:, cv2.CC_STAT_AREA].max(initial=0)) / mask.size


def _reaches_in(mask: NDArray[np.uint8]) -> bool:
    """Whether a changed region as large as an arm touches the frame's border."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    border = {*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]} - {0}
    areas = [int(stats[label, cv2.CC_STAT_AREA]) / mask.size for label in border]
    return any(ARM <= area <= MOST for area in areas)
