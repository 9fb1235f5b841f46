"""`hardware.cameras.pi` over the real picamera2 and libcamera's virtual pipeline; `virtual_camera` runs it.

The pipeline shows picture files, in NV12 alone, and knows no raw modes; so a subclass of `Picamera2` says so, has
libcamera allot the buffers, and turns NV12 into the "BGR888" that was asked for. All else is picamera2's own:
opening, acquiring, configuring, requests, jobs, timeouts, closing. It prints what it finds, and ends with 1 when
something is not as it should be.

Nothing is opened again in one process: under this pipeline libcamera 0.4 hangs when it allots buffers anew.
"""

from __future__ import annotations

import os
import sys
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import cv2
import numpy as np

from companion.errors import CameraError

SIZE = (1280, 960)  # pixels; a multiple of a page, or libcamera 0.4 fails
COLOURS = ((200, 40, 40), (40, 160, 60), (40, 70, 190))
"""The colours of the picture files: red, green and blue."""
ALIKE = 25  # of 255: NV12 halves the places of colours, and JPEG rounds
FRAMES = 20
PATIENCE = 20.0  # seconds for a frame, on a machine that is busy


def stub() -> None:
    """Put stand-ins where picamera2 imports what it does not need here, and the subclass in its own place."""
    for name in ("kms", "pykms", "pidng", "pidng.camdefs", "pidng.core"):
        sys.modules[name] = MagicMock()
    import libcamera
    import picamera2
    from picamera2.allocators import LibcameraAllocator

    picamera2.picamera2.DmaAllocator = MagicMock  # it needs /dev/dma_heap
    # libcamera 0.4 leaves this pipeline's frames without a status, and picamera2 drops what is no success
    libcamera.FrameBuffer.metadata = property(_whole)

    class Virtual(picamera2.Picamera2):  # type: ignore[misc]  # picamera2 publishes no types
        def __init__(self, index: int) -> None:
            super().__init__(index)
            self.allocator = LibcameraAllocator(self.camera)

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "SBGGR10", "size": SIZE}]

        def wait(self, job: Any, timeout: float | None = None) -> Any:
            got = super().wait(job, timeout=timeout)
            flat = isinstance(got, np.ndarray) and got.ndim == 2
            return cv2.cvtColor(got, cv2.COLOR_YUV2RGB_NV12) if flat else got

    picamera2.Picamera2 = Virtual


def _whole(buffer: Any) -> Any:
    """The metadata of a buffer that was filled whole."""
    import libcamera

    planes = [SimpleNamespace(bytes_used=plane.length) for plane in buffer.planes]
    return SimpleNamespace(status=libcamera.FrameMetadata.Status.Success, planes=planes)


def camera() -> Any:
    """The camera under trial."""
    from hardware.cameras.pi import PiCamera

    return PiCamera(width=SIZE[0], height=SIZE[1])


def shown(pixels: Any) -> int | None:
    """Which of the pictures a frame shows, or None."""
    middle = pixels[400:560, 560:720].reshape(-1, 3).mean(axis=0)
    gaps = [float(np.abs(middle - colour).max()) for colour in COLOURS]
    return int(np.argmin(gaps)) if min(gaps) < ALIKE else None


def told(what: str, good: bool, found: object) -> bool:
    """Print what was tried and what came of it."""
    print(f"{'ok' if good else 'NO'}  {what}: {found}", flush=True)
    return good


def looks(one: Any) -> bool:
    """Whether it opens, gives the picture files in its frames, refuses another, locks, and closes."""
    began = time.monotonic()
    one.open()
    shape = one.capture(PATIENCE).pixels.shape
    good = [told("a first frame", shape == (SIZE[1], SIZE[0], 3), f"{time.monotonic() - began:.1f} s, {shape}")]
    began = time.monotonic()
    seen = {shown(one.capture(PATIENCE).pixels) for _ in range(FRAMES)}
    each = 1000 * (time.monotonic() - began) / FRAMES
    good.append(
        told("the picture files are seen", seen == set(range(len(COLOURS))), f"{seen}, {each:.0f} ms each")
    )
    second = refused()
    good.append(told("a second opener is refused", second == "Another program holds the camera.", second))
    good.append(told("locked", one.lock() == {}, "this pipeline has no exposure to keep"))
    one.close()
    one.close()
    try:
        one.capture(1.0)
    except CameraError as error:
        return told("a closed camera gives no frame", all(good), error.sentence)
    return told("a closed camera gives no frame", False, "it gave one")


def refused() -> str:
    """What a second opener is told; nothing when it is let in. The pipeline has no device that processes share."""
    try:
        camera().open()
    except CameraError as error:
        return str(error.sentence)
    return ""


def main() -> int:
    """The exit status: 0 when all is as it should be."""
    stub()
    good = looks(camera())
    print("all as it should be" if good else "NOT as it should be", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    status = main()
    os._exit(status)  # without what picamera2 does at the end, which may wait for ever
