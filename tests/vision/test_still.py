from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.frame import Frame, Pixels
from companion.vision.skin import rests_a_hand
from companion.vision.still import Stillness
from hardware.simulators.scenes import Die, Scene, render

STEP = 0.1  # seconds between frames


def table(shift: float = 0.0, turn: float = 0.0, hand: bool = False, mat: str = "#27556b") -> Pixels:
    dice = tuple(
        Die("pips", str(k + 1), 60 + 50 * k + shift * (k == 2), 120, 10 * k + turn * (k == 2)) for k in range(5)
    )
    return render(Scene(dice, hand=hand, mat=mat), 640, 480)


def feed(stillness: Stillness, pictures: list[Pixels], start: float = 0.0, noise: float = 3.0) -> list[str]:
    rng = np.random.default_rng(7)
    frames = [np.clip(one + rng.normal(0, noise, one.shape), 0, 255).astype(np.uint8) for one in pictures]
    return [stillness.feed(Frame(pixels, start + STEP * index)) for index, pixels in enumerate(frames)]


@pytest.mark.parametrize("noise", [0.0, 3.0, 8.0])
@pytest.mark.parametrize("mat", ["#27556b", "#101010", "#f0ece0"])
def test_a_still_table_is_free_after_the_window(mat: str, noise: float) -> None:
    told = feed(Stillness(window=0.5), [table(mat=mat)] * 10, noise=noise)
    assert told == ["moving"] * 5 + [""] * 5


def test_flickering_and_banded_light_is_no_movement() -> None:
    free = table().astype(np.float32)
    bands = 1 + 0.04 * np.sin(np.arange(480) / 30)[:, None, None]
    flicker = [free * (1 + 0.08 * (k % 2)) * np.roll(bands, 17 * k, axis=0) for k in range(10)]
    assert feed(Stillness(), [np.clip(one, 0, 255).astype(np.uint8) for one in flicker])[-3:] == ["", "", ""]


@pytest.mark.parametrize("mat", ["#27556b", "#f0ece0"])
def test_a_rolling_or_spinning_die_is_waited_for(mat: str) -> None:
    for shift, turn in ((3.0, 0.0), (0.0, 15.0)):
        rolling = [table(shift * min(k, 6), turn * min(k, 6), mat=mat) for k in range(14)]
        told = feed(Stillness(), rolling)
        assert set(told[:11]) == {"moving"}
        assert told[-1] == ""


def test_a_hand_is_told_while_it_moves_and_while_it_rests() -> None:
    stillness = Stillness()
    assert feed(stillness, [table()] * 8)[-1] == ""
    assert set(feed(stillness, [table(hand=True)] * 20, start=2)) == {"hand"}
    assert feed(stillness, [table()] * 8, start=5)[-1] == ""


def test_a_resting_hand_is_known_after_a_break_and_the_window_starts_anew() -> None:
    stillness = Stillness()
    feed(stillness, [table()] * 8)
    assert set(feed(stillness, [table(hand=True)] * 12, start=600)) == {"hand"}
    assert feed(stillness, [table(shift=-20, turn=30)] * 8, start=900) == ["moving"] * 5 + [""] * 3


def test_a_slow_camera_is_waited_for_too() -> None:
    stillness = Stillness(window=0.5)
    assert [stillness.feed(Frame(table(), 0.9 * index)) for index in range(3)] == ["moving", "", ""]


def test_new_dice_in_the_tray_are_no_hand() -> None:
    stillness = Stillness()
    feed(stillness, [table()] * 8)
    assert feed(stillness, [table(shift=-20, turn=30)] * 8, start=2)[-1] == ""


def test_what_lies_at_the_border_for_long_belongs_to_the_table() -> None:
    stillness = Stillness(learned=3.0)
    feed(stillness, [table()] * 8)
    told = feed(stillness, [table(hand=True)] * 60, start=2)
    assert told[20] == "hand"
    assert told[-1] == ""


def test_another_camera_or_forgetting_starts_anew() -> None:
    stillness = Stillness()
    feed(stillness, [table()] * 8)
    assert stillness.feed(Frame(np.zeros((300, 640, 3), np.uint8), 1.0)) == "moving"
    stillness.forget()
    assert feed(stillness, [table(shift=-20)] * 8, start=2) == ["moving"] * 5 + [""] * 3


@pytest.mark.parametrize("mat", ["#2c6b38", "#e8e4da", "#222222"])
def test_a_hand_that_rests_there_from_the_start_is_told_by_its_colour(mat: str) -> None:
    stillness = Stillness()
    assert feed(stillness, [table(hand=True, mat=mat)] * 8)[-1] == "hand"
    assert feed(stillness, [table(mat=mat)] * 8, start=1)[-1] == ""
    assert feed(stillness, [table(hand=True, mat=mat)] * 8, start=2)[-1] == "hand"


def test_what_has_the_colour_of_skin_is_part_of_the_table_after_a_while() -> None:
    told = feed(Stillness(learned=3.0), [table(hand=True, mat="#222222")] * 45)
    assert (told[20], told[-1]) == ("hand", "")


@pytest.mark.parametrize("mat", ["#8a6a44", "#c08a5a", "#7a2020", "#d0a070"])
def test_a_table_of_the_colour_of_skin_is_no_hand(mat: str) -> None:
    assert feed(Stillness(), [table(mat=mat)] * 8)[-1] == ""


def patched(mask: np.ndarray) -> Pixels:
    """A dark table that has the colour of skin where a mask (480, 640) 0-1 says."""
    return np.asarray((40, 26, 18) + mask[..., None] * np.array((170, 114, 82)), np.uint8)


def arm(left: int, right: int) -> np.ndarray:
    mask = np.zeros((480, 640), np.float32)
    mask[:260, left:right] = 1
    return mask


def test_light_that_fades_on_wood_is_no_hand() -> None:
    hand = arm(250, 350)
    assert rests_a_hand(Frame(patched(hand), 0.0))
    assert not rests_a_hand(Frame(patched(cv2.GaussianBlur(hand, (0, 0), 45)), 0.0))


def test_printed_fields_and_grain_are_no_hand() -> None:
    fields = arm(300, 316)
    for row in range(0, 260, 32):
        fields[row : row + 16, 200:420] = 1
    assert not rests_a_hand(Frame(patched(fields), 0.0))
