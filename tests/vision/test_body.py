from __future__ import annotations

import numpy as np
import pytest

from companion.vision.body import SWATCHES, body_colour, lamp
from companion.vision.classifier import rectified
from companion.vision.detector import Found
from hardware.simulators.scenes import Die, Scene, outline, render

BODIES = {
    "white": "#f5f1e6",
    "black": "#1c1c1e",
    "red": "#c4202a",
    "orange": "#ef7d1a",
    "yellow": "#f2c81e",
    "green": "#2f9a4a",
    "blue": "#2a5fc4",
    "purple": "#6d3aa8",
    "pink": "#ee7fb0",
    "brown": "#7a4d2a",
    "grey": "#8d8f92",
}
DARK = ("black", "red", "green", "blue", "purple", "brown")
LAMPS = {"daylight": (1.0, 1.0, 1.0), "bulb": (1.0, 0.88, 0.7), "shade": (0.85, 0.95, 1.05)}


def test_every_name_has_swatches() -> None:
    assert SWATCHES.keys() == BODIES.keys()


@pytest.mark.parametrize("mat", ["#27556b", "#7a2020", "#e8e4da", "#222222", "#2c6b38", "#8a6a44"])
@pytest.mark.parametrize("tint", LAMPS.values(), ids=LAMPS.keys())
@pytest.mark.parametrize("light", [1.0, 0.6])
def test_the_body_is_named_under_any_lamp_on_any_mat(mat: str, tint: tuple[float, ...], light: float) -> None:
    dice = [
        Die(
            "pips",
            str(1 + k % 6),
            45 + 58 * (k % 5),
            45 + 72 * (k // 5),
            23 * k,
            16,
            body,
            "#f5f1e6" if name in DARK else "#20242c",
        )
        for k, (name, body) in enumerate(BODIES.items())
    ]
    scene = Scene(tuple(dice), mat=mat, light=light)
    pixels = np.clip(render(scene, 960, 720) * np.array(tint), 0, 255).astype(np.uint8)
    gains = lamp(pixels)
    named = []
    for die in dice:
        corners = outline(scene, die, 960, 720)
        (x, y), side = corners.mean(axis=0), np.linalg.norm(corners[0] - corners[1])
        crop = rectified(pixels, Found(float(x), float(y), float(side), 1.0), -die.angle, 64, 36)
        named.append(body_colour(crop, 36, gains))
    assert named == [*BODIES]


def test_a_coloured_table_is_no_lamp() -> None:
    red = np.full((480, 640, 3), (160, 30, 30), np.uint8)
    gains = lamp(red)
    assert np.ptp(gains) == 0
    assert lamp(np.zeros((480, 640, 3), np.uint8)).max() <= 2


@pytest.mark.parametrize(("white", "seen"), [(0.006, True), (0.004, False)])
def test_the_whitest_half_percent_tell_the_lamp(white: float, seen: bool) -> None:
    pixels = np.full((240, 240, 3), 60, np.uint8)
    pixels.reshape(-1, 3)[: round(white * 240 * 240)] = (240, 200, 160)
    assert (lamp(pixels) == pytest.approx((1.0, 1.2, 1.5))) == seen
