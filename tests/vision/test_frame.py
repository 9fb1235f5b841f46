from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps

from companion.errors import NotAPicture
from companion.vision import frame as frame_module
from companion.vision.frame import Frame

COLOURS = np.random.default_rng(5).integers(0, 255, (6, 8, 3)).astype(np.uint8)
PHOTO = Image.fromarray(np.kron(COLOURS, np.ones((16, 16, 1), np.uint8)))


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_stands_upright_as_its_exif_says(orientation: int) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    data = encoded(PHOTO, "PNG", exif=exif)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    assert np.array_equal(Frame.load(data).pixels, np.asarray(upright))


def test_an_orientation_that_does_not_exist_is_as_stored() -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 9
    assert np.array_equal(Frame.load(encoded(PHOTO, "PNG", exif=exif)).pixels, np.asarray(PHOTO))


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("CMYK", "JPEG"), ("YCbCr", "JPEG"), ("RGB", "WEBP"), ("RGBA", "PNG"), ("RGB", "BMP")],
)
def test_every_way_to_store_colours_gives_the_same_picture(mode: str, kind: str) -> None:
    pixels = Frame.load(encoded(PHOTO.convert(mode), kind)).pixels
    assert pixels.shape == (96, 128, 3)
    assert pixels.dtype == np.uint8
    assert np.abs(pixels.astype(int) - np.asarray(PHOTO)).mean() < 6  # JPEG and WebP lose a little


def test_a_palette_and_several_pages_are_read() -> None:
    pages = encoded(PHOTO, "TIFF", save_all=True, append_images=[PHOTO.rotate(90)])
    for data in (encoded(PHOTO.quantize(64), "PNG"), encoded(PHOTO.quantize(64), "GIF"), pages):
        assert np.abs(Frame.load(data).pixels.astype(int) - np.asarray(PHOTO)).mean() < 1


def test_grey_and_16_bit_grey_become_equal_channels() -> None:
    grey = np.asarray(PHOTO.convert("L"))
    deep = Image.fromarray(grey.astype(np.uint16) << 8)
    for image in (PHOTO.convert("L"), PHOTO.convert("LA"), deep):
        assert np.array_equal(Frame.load(encoded(image, "PNG")).pixels, np.repeat(grey[..., None], 3, axis=2))


def test_what_is_transparent_becomes_white() -> None:
    clear = Image.new("RGBA", (40, 40), (10, 20, 30, 0))
    assert Frame.load(encoded(clear, "PNG")).pixels.min() == 255


def test_an_animation_gives_its_first_picture() -> None:
    red, blue = (Image.new("RGB", (40, 40), colour) for colour in ("red", "blue"))
    data = encoded(red, "GIF", save_all=True, append_images=[blue])
    assert Frame.load(data).pixels[20, 20].tolist() == [255, 0, 0]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_picture_is_reduced_and_says_so(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_module, "KEPT_PIXELS", 96 * 128 // 3)
    frame = Frame.load(encoded(PHOTO, kind))
    assert (frame.width, frame.height, frame.scale) == (64, 48, 2.0)
    whole = np.asarray(PHOTO.resize((64, 48), Image.Resampling.BOX)).astype(int)
    assert np.abs(frame.pixels - whole).mean() < 6


def test_a_frame_goes_to_a_file_and_back() -> None:
    frame = Frame.load(encoded(PHOTO, "PNG"))
    assert np.array_equal(Frame.load(frame.png()).pixels, frame.pixels)
    again = Frame.load(frame.jpeg(95))
    assert np.abs(frame.pixels.astype(int) - again.pixels).mean() < 5


BAD = {
    "empty": (b"", "no picture, or it is damaged"),
    "text": (b"roll the dice", "no picture, or it is damaged"),
    "cut JPEG": (encoded(PHOTO, "JPEG")[:700], "no picture, or it is damaged"),
    "cut PNG": (encoded(PHOTO, "PNG")[:200], "no picture, or it is damaged"),
    "one pixel": (encoded(Image.new("L", (1, 1)), "PNG"), "too small"),
    "thin": (encoded(Image.new("L", (4000, 3)), "PNG"), "too small"),
    "64 megapixels": (encoded(Image.new("1", (8000, 8000)), "PNG"), "too large"),
    "bomb": (encoded(Image.new("1", (20000, 20000)), "PNG"), "too large"),
}


@pytest.mark.parametrize(("data", "sentence"), BAD.values(), ids=BAD.keys())
def test_what_is_no_picture_is_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(NotAPicture, match=re.escape(sentence)) as caught:
        Frame.load(data)
    assert "megapixels" in str(caught.value.advice) or "JPEG" in str(caught.value.advice)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAPicture, match="no such file"):
        Frame.load(tmp_path / "photo.jpg")
    with pytest.raises(NotAPicture, match="no picture"):
        Frame.load(tmp_path)


def test_damage_anywhere_is_a_sentence_and_never_a_traceback() -> None:
    rng = np.random.default_rng(11)
    for kind in ("JPEG", "PNG", "GIF", "WEBP", "BMP", "TIFF"):
        whole = encoded(PHOTO, kind)
        for _ in range(40):
            data = bytearray(whole)
            for place in rng.integers(0, len(data), 8):
                data[place] = rng.integers(256)
            with contextlib.suppress(NotAPicture):
                assert Frame.load(bytes(data)).pixels.ndim == 3
