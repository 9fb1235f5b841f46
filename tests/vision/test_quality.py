from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.classifier import rectified
from companion.vision.detector import Found
from companion.vision.frame import Pixels
from companion.vision.quality import has_glare, is_blurred, quantile, sharpness, too_dark
from hardware.simulators.scenes import Die, Scene, outline, render

DICE = tuple(
    Die("pips", str(k + 1), 40 + 48 * k, 120, 17 * k, body=body, ink=ink)
    for k, (body, ink) in enumerate(
        [
            ("#f5f1e6", "#20242c"),
            ("#c4202a", "#f5f1e6"),
            ("#1c1c1e", "#f5f1e6"),
            ("#2a5fc4", "#f5f1e6"),
            ("#f2c81e", "#20242c"),
            ("#2f9a4a", "#f5f1e6"),
        ]
    )
)
SCENE = Scene(DICE, mat="#404448")


def crops(pixels: Pixels) -> list[Pixels]:
    found = []
    for die in DICE:
        corners = outline(SCENE, die, 1280, 960)
        (x, y), side = corners.mean(axis=0), np.linalg.norm(corners[0] - corners[1])
        found.append(rectified(pixels, Found(float(x), float(y), float(side), 1.0), -die.angle, 64, 36))
    return found


@pytest.fixture(scope="module")
def photo() -> Pixels:
    return render(SCENE, 1280, 960)


def test_a_good_photo_has_no_fault(photo: Pixels) -> None:
    assert not too_dark(photo)
    assert not any(has_glare(crop, 36) or is_blurred(crop, 36) for crop in crops(photo))


def test_the_dark_is_told() -> None:
    lights = {1.0: False, 0.5: False, 0.1: True, 0.0: True}
    assert {light: too_dark(render(Scene(DICE, light=light), 640, 480)) for light in lights} == lights


def test_blur_is_told_and_grows(photo: Pixels) -> None:
    soft, softer = (np.asarray(cv2.GaussianBlur(photo, (0, 0), sigma), np.uint8) for sigma in (2.0, 6.0))
    for sharp, less, least in zip(crops(photo), crops(soft), crops(softer), strict=True):
        assert sharpness(sharp, 36) > sharpness(less, 36) > sharpness(least, 36)
        assert is_blurred(least, 36)


def test_a_plain_area_is_not_sharp() -> None:
    assert is_blurred(np.full((64, 64, 3), 120, np.uint8), 36)


def test_a_lamp_mirrored_in_a_die_is_told_except_on_white(photo: Pixels) -> None:
    glossy = []
    for crop in crops(photo):
        spot = crop.copy()
        cv2.circle(spot, (30, 30), 8, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
        glossy.append(has_glare(spot, 36))
    assert glossy == [False, True, True, True, glossy[4], True]


@pytest.mark.parametrize("count", [1, 2, 11, 400])
def test_a_quantile_is_that_of_numpy(count: int) -> None:
    values = np.random.default_rng(count).normal(size=count).astype(np.float32)
    for share in (0.0, 0.3, 0.9, 1.0):
        assert quantile(values, share) == pytest.approx(np.quantile(values, share), abs=1e-6)
