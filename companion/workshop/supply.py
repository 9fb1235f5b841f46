"""The workshop's supply of pictures: asked of the eye, which holds the camera; and those that pages show."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

import cv2
import numpy as np

from companion.doubts import doubt
from companion.errors import CameraError, CameraTimeout
from companion.eye import Eye, Held, Look, Picture
from companion.ports import Locked, Wanted
from companion.vision.frame import Frame
from companion.words import say
from companion.workshop.views import Photo

T = TypeVar("T")

TAKE_LIMIT = 30.0
"""Seconds for the eye: longer than it waits for hands to leave."""
PREVIEW_LIMIT = 3.0
"""Seconds for a preview; then the one before is shown."""
AGED = 1.0
"""Seconds until a preview is taken anew."""
BUSY = 0.1
"""Seconds between two tries to ask a busy eye."""
SHOWN_SIDE = 1280  # pixels of the longer side of a picture as pages show it
PREVIEW_SIDE = 800
MOST_PICTURES = 400


class Supply:
    """Asks the eye for pictures and waits for them; without an `eye` there are none. Safe for several threads."""

    def __init__(self, eye: Eye | None) -> None:
        self._eye = eye
        self._preview: tuple[float, bytes] | None = None
        self._looking = threading.Lock()

    @property
    def able(self) -> bool:
        """Whether there is a camera."""
        return self._eye is not None

    def still(self, limit: float = TAKE_LIMIT) -> Frame:
        """A picture of the still table.

        Raises:
            CameraError: there is no picture, or something kept moving.
        """
        found: Picture = _asked(self._held.take, limit)
        if found.error:
            raise found.error
        if found.frame is None:
            advice = say("Take your hands away, wait, and take the picture again.")
            raise CameraError(doubt(found.why_not)[0], detail=found.why_not, advice=advice)
        return found.frame

    def look(self, wanted: Wanted) -> Look:
        """What a game would see now; raises CameraError where there is no picture."""
        found: Look = _asked(partial(self._held.look, wanted), TAKE_LIMIT)
        if found.error:
            raise found.error
        return found

    def lock(self) -> Locked:
        """Freeze the camera's exposure, and give its values; raises CameraError where that fails."""
        found: Held = _asked(self._held.lock, TAKE_LIMIT)
        if found.error:
            raise found.error
        return found.values or {}

    def preview(self) -> bytes:
        """A small JPEG of the table, as new as the eye has one while it lies still; raises as `still` does."""
        with self._looking:
            if self._preview is None or time.monotonic() - self._preview[0] > AGED:
                self._preview = time.monotonic(), self._small()
            return self._preview[1]

    def _small(self) -> bytes:
        try:
            return shrunk(self.still(PREVIEW_LIMIT), PREVIEW_SIDE).jpeg(75)
        except CameraError:
            if self._preview is None:
                raise
            return self._preview[1]

    @property
    def _held(self) -> Eye:
        if self._eye is None:
            raise CameraError(say("No camera is set."), advice=say("Send picture files instead."))
        return self._eye


def _asked(ask: Callable[[Callable[[T], None]], bool], limit: float) -> T:
    """What the eye answers, waited for at most `limit` seconds; it takes one ask beside the one that it is at."""
    answer: Future[T] = Future()
    until = time.monotonic() + limit
    while not ask(answer.set_result):
        if time.monotonic() > until:
            raise CameraTimeout(say("The camera is busy."), advice=say("Wait a moment and try once more."))
        time.sleep(BUSY)
    try:
        return answer.result(max(0.0, until - time.monotonic()))
    except TimeoutError:
        raise CameraTimeout(
            say("The camera does not answer."), detail=f"nothing in {limit} s", advice=say("Check its cable.")
        ) from None


class Pictures:
    """The pictures that pages show, by id; the oldest go. Safe for several threads."""

    def __init__(self, most: int = MOST_PICTURES) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, data: bytes) -> str:
        """Keep a picture file; gives its id."""
        name = hashlib.sha256(data).hexdigest()[:24]
        with self._lock:
            self._kept[name] = data
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """The picture with this id, or None."""
        with self._lock:
            return self._kept.get(name)

    def photo(self, frame: Frame) -> Photo:
        """Keep a frame, reduced; places in it are told in the frame's own pixels."""
        return Photo(self.keep(shrunk(frame, SHOWN_SIDE).jpeg()), frame.width, frame.height)


def shrunk(frame: Frame, side: int) -> Frame:
    """The frame with a longer side of at most `side` pixels."""
    factor = side / max(frame.width, frame.height)
    if factor >= 1:
        return frame
    size = max(1, round(frame.width * factor)), max(1, round(frame.height * factor))
    small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA)
    return Frame(np.asarray(small, np.uint8), frame.taken_at, frame.scale / factor)
