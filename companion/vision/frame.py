"""A frame: the pixels that a camera or a picture file gave, and when."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from companion.errors import NotAPicture
from companion.words import say

Pixels = NDArray[np.uint8]

MOST_PIXELS = 50_000_000  # of a picture file; a progressive JPEG's coefficients then fill about 150 MB
KEPT_PIXELS = 13_000_000  # of a frame; a larger picture is decoded at a half or a quarter (4096 x 3072 is kept)
LEAST_SIDE = 32  # pixels; a smaller picture cannot show a die
BAND = 256  # rows that are converted at a time

# How to look at the upright pixels so that the file's own rows and columns are filled in, by EXIF orientation.
_AS_STORED: dict[int, Callable[[Any], Any]] = {
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.swapaxes(0, 1),
    6: lambda upright: upright.swapaxes(0, 1)[::-1],
    7: lambda upright: upright.swapaxes(0, 1)[::-1, ::-1],
    8: lambda upright: upright.swapaxes(0, 1)[:, ::-1],
}


@dataclass(frozen=True, eq=False)
class Frame:
    """Pixels of shape (height, width, 3), uint8 RGB, taken at `taken_at` seconds on the monotonic clock.

    `scale` is the number of pixels of the given picture per pixel here: above 1 where a large one was reduced.
    """

    pixels: Pixels
    taken_at: float
    scale: float = 1.0

    @property
    def width(self) -> int:
        """Pixels per row."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Rows of pixels."""
        return int(self.pixels.shape[0])

    @classmethod
    def load(cls, source: Path | str | bytes) -> Frame:
        """The frame of a picture file, or of its bytes, upright as its EXIF orientation says, taken now.

        Grey, palette, CMYK and 16-bit pictures become RGB, transparent parts white; of an animation it is the
        first picture. One with more than `KEPT_PIXELS` is reduced, which `scale` tells.

        Raises:
            NotAPicture: no such file, no picture, a damaged one, or one too small or too large to read.
        """
        try:
            with Image.open(io.BytesIO(source) if isinstance(source, bytes) else Path(source)) as image:
                return _decoded(image, source)
        except NotAPicture:
            raise
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise _too_large(source, str(error)) from error
        except FileNotFoundError as error:
            raise NotAPicture(say("There is no such file."), detail=f"got {_named(source)}") from error
        except (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError) as error:
            # Pillow's decoders raise any of these on damaged bytes
            raise NotAPicture(
                say("This file is no picture, or it is damaged."),
                detail=f"expected a JPEG, PNG or WebP picture, got {_named(source)}: {error}",
            ) from error

    def jpeg(self, quality: int = 85) -> bytes:
        """The frame as a JPEG file of `quality` 1-95."""
        return self._encoded("JPEG", quality=quality)

    def png(self) -> bytes:
        """The frame as a PNG file, which loses nothing."""
        return self._encoded("PNG", compress_level=1)

    def _encoded(self, kind: str, **options: int) -> bytes:
        out = io.BytesIO()
        Image.fromarray(self.pixels).save(out, kind, **options)
        return out.getvalue()


def _decoded(image: Image.Image, source: Path | str | bytes) -> Frame:
    width, height = image.size
    _check_size(width, height, source)
    orientation = image.getexif().get(ExifTags.Base.Orientation, 1)
    small = _reduced(image)
    pixels = _upright(small, orientation)
    return Frame(pixels, time.monotonic(), scale=width / small.width)


def _check_size(width: int, height: int, source: Path | str | bytes) -> None:
    if width * height > MOST_PIXELS:
        raise _too_large(source, f"{width} x {height}")
    if min(width, height) < LEAST_SIDE:
        raise NotAPicture(
            say("This picture is too small to show dice."),
            detail=f"expected sides of {LEAST_SIDE} pixels or more, got {width} x {height}: {_named(source)}",
        )


def _too_large(source: Path | str | bytes, size: str) -> NotAPicture:
    return NotAPicture(
        say("This picture is too large to read."),
        detail=f"expected at most {MOST_PIXELS} pixels, got {size}: {_named(source)}",
        advice=say("Save it smaller: 12 megapixels are plenty."),
    )


def _reduced(image: Image.Image) -> Image.Image:
    """The picture at 1, 1/2 or 1/4 of its size, so that `KEPT_PIXELS` hold it."""
    factor = 1
    while image.width * image.height > KEPT_PIXELS * factor**2:
        factor *= 2
    if factor == 1:
        return image
    if image.format in ("JPEG", "MPO"):  # the decoder itself leaves out what is not needed
        image.draft("RGB", (image.width // factor, image.height // factor))
        return image
    return image.reduce(factor)


def _upright(image: Image.Image, orientation: int) -> Pixels:
    width, height = image.size
    image.load()
    shape = (width, height, 3) if orientation in (5, 6, 7, 8) else (height, width, 3)
    upright = np.empty(shape, np.uint8)
    stored = _AS_STORED.get(orientation, lambda pixels: pixels)(upright)
    for top in range(0, height, BAND):
        stored[top : top + BAND] = _rgb(image.crop((0, top, width, min(top + BAND, height))))
    return upright


def _rgb(band: Image.Image) -> Pixels:
    if band.mode.startswith("I"):  # 16-bit grey, in whichever byte order
        grey = (np.clip(np.asarray(band), 0, 65535) >> 8).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
    if band.has_transparency_data:
        clear = band.convert("RGBA")
        return np.asarray(Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear).convert("RGB"))
    return np.asarray(band.convert("RGB"))


def _named(source: Path | str | bytes) -> str:
    return f"{len(source)} bytes" if isinstance(source, bytes) else repr(str(source))
