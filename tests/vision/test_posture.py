"""Postures: dice that lean or lie on others are told from those that lie flat."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.commands.read import default_models
from companion.errors import ModelError
from companion.vision import posture as module
from companion.vision.dieset import BASE
from companion.vision.found import Found
from companion.vision.posture import AROUND, CARD, CROP, TURNS, Posture, surroundings, turned
from companion.vision.scale import Scale
from companion.vision.tray import from_corners

SIDE = 40.0
AREA = (320.0, 240.0)
SQUARE = [(0.0, 0.0), (640.0, 0.0), (640.0, 480.0), (0.0, 480.0)]
ASIDE = [(150.0, 0.0), (490.0, 0.0), (640.0, 480.0), (0.0, 480.0)]  # as seen from far in front of the tray


class RedLeans:
    """A network of numpy: the redder what lies around a die, the likelier it leans."""

    def run(self, names: list[str], inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        assert names == ["probabilities"]
        count = len(inputs["crops"])
        assert (inputs["beneath"].shape, inputs["sizes"].shape) == ((count, 2), (count, 1))
        red = inputs["crops"][:, 0].mean(axis=(1, 2))
        return [np.stack([1 - red, 0.6 * red, 0.4 * red], axis=1)]


@pytest.fixture
def posture(monkeypatch: pytest.MonkeyPatch) -> Posture:
    monkeypatch.setattr(module, "session", lambda *_: RedLeans())
    posture = Posture(default_models() / BASE)
    posture.card = msgspec.structs.replace(posture.card, beyond=0.6, missing=0.2, hidden=4.0, most_slant=20.0)
    return posture


def told(
    posture: Posture,
    *reds: float,
    side: float = SIDE,
    missing: bool = False,
    seen: list[tuple[float, float]] = SQUARE,
) -> list[str]:
    """What is said of dice in a row, each in surroundings that are so red."""
    pixels = np.zeros((480, 640, 3), np.uint8)
    squares = []
    for k, red in enumerate(reds):
        pixels[:, 120 * k : 120 * k + 120, 0] = round(255 * red)
        squares.append((Found(120 * k + 60, 240, side, 0.9), 0.0))
    scale = Scale(from_corners(seen, AREA, (640, 480)))
    return posture.tell(pixels, squares, scale, missing)


def test_the_odd_one_out_is_told(posture: Posture) -> None:
    assert told(posture, 0.1, 0.65, 0.75, 0.1, 0.1) == ["", "", "leaning", "", ""]
    assert told(posture) == []


def test_where_all_look_alike_it_is_the_camera_that_looks_from_aside(posture: Posture) -> None:
    assert told(posture, 0.85, 0.9, 0.95) == ["", "", ""]


def test_fewer_than_three_have_none_to_be_compared_with(posture: Posture) -> None:
    assert told(posture, 0.65, 0.55) == ["leaning", ""]


def test_where_dice_are_missing_the_likeliest_one_lies_on_another(posture: Posture) -> None:
    assert told(posture, 0.1, 0.4, 0.15, missing=True) == ["", "stacked", ""]
    assert told(posture, 0.4, 0.55, 0.1, missing=True) == ["", "", ""]
    assert told(posture, 0.3, missing=True) == ["stacked"]


class OneViewLies:
    """A network of numpy that takes a die for leaning when its bottom would be right below, and else for flat."""

    def run(self, _: list[str], inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        x, y = inputs["beneath"].T
        leans = np.where(y > abs(x), 0.9, 0.1)
        return [np.stack([1 - leans, leans, 0 * leans], axis=1)]


def test_what_a_single_view_says_is_not_believed(posture: Posture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posture, "_session", OneViewLies())
    assert told(posture, 0.5, 0.5) == told(posture, 0.5, 0.5, missing=True) == ["", ""]


def test_all_views_of_a_die_show_its_bottom_where_they_say() -> None:
    crop = np.zeros((CROP, CROP, 3), np.uint8)
    crop[42, 35] = 255
    middle, side = (CROP - 1) / 2, CROP / AROUND
    views = turned((crop, ((35 - middle) / side, (42 - middle) / side)))
    places = {(round(middle + x * side), round(middle + y * side)) for _, (x, y) in views}
    assert len(places) == len(views) == TURNS
    for view, (x, y) in views:
        assert view[round(middle + y * side), round(middle + x * side)].tolist() == [255] * 3


def test_of_dice_smaller_than_it_has_learnt_nothing_is_said(posture: Posture) -> None:
    assert told(posture, 0.9, side=29.0) == ["leaning"]
    assert told(posture, 0.9, side=27.0) == [""]


def test_from_farther_aside_than_it_has_learnt_nothing_is_said(posture: Posture) -> None:
    assert told(posture, 0.9, 0.9, seen=ASIDE) == ["", ""]


@pytest.mark.parametrize("turn", range(8))
def test_a_die_is_shown_with_the_side_that_the_camera_sees_below_its_top(turn: int) -> None:
    """However the die lies to the camera: that side is painted red here, the one to its right half so."""
    pixels = np.zeros((200, 200, 3), np.uint8)
    pixels[120:140, 80:120, 0], pixels[80:120, 120:140, 0] = 255, 128
    beneath = np.array([0.1, 0.3])
    for _ in range(turn // 2):
        pixels, beneath = np.rot90(pixels), np.array([beneath[1], -beneath[0]])
    if turn % 2:
        pixels, beneath = pixels[:, ::-1], beneath * (-1, 1)
    crop, below = surroundings(np.ascontiguousarray(pixels), Found(100, 100, SIDE, 0.9), 0.0, tuple(beneath))
    middle, reach = CROP // 2, round(0.7 * CROP / AROUND)
    assert below == pytest.approx((0.1, 0.3))
    assert (crop[middle + reach, middle, 0], crop[middle - reach, middle, 0]) == (255, 0)
    assert (crop[middle, middle + reach, 0], crop[middle, middle - reach, 0]) == (128, 0)


def test_the_place_beneath_turns_with_the_die() -> None:
    pixels = np.zeros((200, 200, 3), np.uint8)
    _, below = surroundings(pixels, Found(100, 100, SIDE, 0.9), 30.0, (-0.15, 0.15 * 3**0.5))
    assert below == pytest.approx((0.0, 0.3), abs=1e-9)


def test_models_without_this_network_take_every_die_for_flat(tmp_path: Path) -> None:
    assert Posture.of(tmp_path) is None


def test_a_damaged_card_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / CARD).write_text('{"file": "posture.onnx"}')
    with pytest.raises(ModelError, match="missing or damaged"):
        Posture.of(tmp_path)
