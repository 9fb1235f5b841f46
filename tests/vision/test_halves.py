from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.frame import Pixels
from companion.vision.halves import Halves


def noisy(width: int, height: int) -> Pixels:
    """Edges of all directions under noise."""
    y, x = np.mgrid[:height, :width]
    rings = 128 + 100 * np.sign(np.sin(np.hypot(x - width / 3, y - height / 2) / 9))
    noise = np.random.default_rng(1).normal(0, 12, (height, width, 3))
    return np.asarray(np.clip(rings[..., None] + noise, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("size", "wanted"),
    [((1280, 960), (200, 150)), ((1280, 960), (640, 480)), ((1209, 907), (320, 240)), ((2592, 1944), (480, 360))],
)
def test_a_small_picture_is_as_if_it_were_made_at_once(size: tuple[int, int], wanted: tuple[int, int]) -> None:
    pixels = noisy(*size)
    at_once = cv2.resize(pixels, wanted, interpolation=cv2.INTER_AREA).astype(int)
    made = Halves(pixels).resized(*wanted)
    assert made.shape == at_once.shape
    assert np.abs(made - at_once).mean() < 1.5
    assert np.abs(made - at_once).max() < 32


def test_what_is_hardly_smaller_or_larger_is_made_of_the_picture_itself() -> None:
    pixels = noisy(640, 480)
    for wanted, method in (((480, 360), cv2.INTER_AREA), ((900, 675), cv2.INTER_LINEAR)):
        assert np.array_equal(Halves(pixels).resized(*wanted), cv2.resize(pixels, wanted, interpolation=method))
    assert Halves(pixels).resized(640, 480) is pixels


def test_several_small_pictures_reduce_the_large_one_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, ...]] = []

    def noted(source: Pixels, *args: object, **more: object) -> object:
        sizes.append(source.shape[:2])
        return resize(source, *args, **more)  # type: ignore[call-overload]

    resize = cv2.resize
    monkeypatch.setattr(cv2, "resize", noted)
    halves = Halves(np.zeros((3000, 4000, 3), np.uint8))
    shapes = [halves.resized(side, 3 * side // 4).shape for side in (200, 320, 480, 640)]
    assert shapes == [(150, 200, 3), (240, 320, 3), (360, 480, 3), (480, 640, 3)]
    assert sizes.count((3000, 4000)) == 1


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (700, 3), (33, 65)])
def test_odd_and_thin_pictures_work_too(size: tuple[int, int]) -> None:
    for wanted in ((1, 1), (20, 15), size):
        assert Halves(noisy(*size)).resized(*wanted).shape == (wanted[1], wanted[0], 3)
