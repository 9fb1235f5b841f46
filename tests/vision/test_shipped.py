"""The shipped models on drawn scenes, whose truth is known to a tenth of a pixel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.commands.read import default_models
from companion.rules.game import Expectation
from companion.vision.frame import Frame, Pixels
from companion.vision.reader import DiceReader
from companion.vision.reading import DieReading, Reading
from hardware.simulators.scenes import Die, Scene, faces_of, outline, render
from tests.daily import daily

from .spoils import photographed, scene_of

Shades = NDArray[np.floating[Any]]
"""Pixels before they are clipped to 0-255."""

WIDTH, HEIGHT = 1280, 960
LOOKS = (("#f5f1e6", "#20242c"), ("#c4202a", "#f5f1e6"), ("#1c1c1e", "#f5f1e6"), ("#2a5fc4", "#f5f1e6"))
MATS = ("#27556b", "#2c6b38", "#e8e4da", "#7a2020", "#222222", "#8a6a44")


def tray(die_set: str, seed: int, count: int = 5) -> Scene:
    """Dice that lie apart from each other, all of one look, on one of six mats."""
    rng = np.random.default_rng(seed)
    body, ink = LOOKS[seed % len(LOOKS)]
    faces = faces_of(die_set)
    dice: list[Die] = []
    while len(dice) < count:
        x, y = rng.uniform(30, 290), rng.uniform(30, 210)
        if all(np.hypot(x - die.x, y - die.y) > 26 for die in dice):
            face = faces[int(rng.integers(len(faces)))]
            dice.append(Die(die_set, face, x, y, float(rng.uniform(0, 360)), body=body, ink=ink))
    return Scene(tuple(dice), mat=MATS[seed % len(MATS)], light=float(rng.uniform(0.7, 1.1)), seed=seed)


@cache
def drawn(scene: Scene) -> Pixels:
    """The photograph of a scene; many tests look at the same ones."""
    return render(scene, WIDTH, HEIGHT)


def frame(scene: Scene) -> Frame:
    return Frame(drawn(scene), 0.0)


def pairs(scene: Scene, reading: Reading) -> list[tuple[Die, DieReading]]:
    """Each drawn die with the reading that lies on its top face."""
    found = []
    for die in scene.dice:
        corners = outline(scene, die, WIDTH, HEIGHT)
        x, y = corners.mean(axis=0)
        side = np.linalg.norm(corners[0] - corners[1])
        found += [(die, one) for one in reading.dice if np.hypot(one.x - x, one.y - y) < 0.3 * side]
    return found


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(default_models())


@pytest.mark.parametrize("seed", range(12))
def test_dice_in_the_tray_are_found_where_they_lie(reader: DiceReader, seed: int) -> None:
    scene = tray("pips", seed)
    reading = reader.read(frame(scene), die_set="pips")
    assert len(reading.dice) == len(pairs(scene, reading)) == len(scene.dice)


def test_sizes_and_angles_are_near_the_truth(reader: DiceReader) -> None:
    """All but one in twenty: black dice on a black mat show no edges."""
    sizes, angles = [], []
    for scene in (tray("pips", seed) for seed in range(12)):
        for die, one in pairs(scene, reader.read(frame(scene), die_set="pips")):
            corners = outline(scene, die, WIDTH, HEIGHT)
            sizes.append(one.size / np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean() - 1)
            angles.append((one.angle + die.angle + 45) % 90 - 45)
    assert np.quantile(np.abs(sizes), 0.95) < 0.25
    assert np.quantile(np.abs(angles), 0.95) < 8
    assert np.median(np.abs(angles)) < 2


@pytest.mark.parametrize("die_set", ["pips", "friends", "characters"])
def test_faces_are_read_or_asked_about(reader: DiceReader, die_set: str) -> None:
    read = [
        pair
        for seed in range(12)
        for pair in pairs(tray(die_set, seed), reader.read(frame(tray(die_set, seed)), die_set=die_set))
    ]
    right = [die.face == one.face for die, one in read]
    sure = [die.face == one.face for die, one in read if one.sure]
    assert sum(right) >= 0.9 * len(read)
    assert sum(sure) >= 0.98 * len(sure)


def test_a_table_without_dice_has_none(reader: DiceReader) -> None:
    for mat in MATS:
        reading = reader.read(frame(Scene((), mat=mat)))
        assert (reading.dice, reading.why_not) == ((), "no-dice")


@pytest.mark.parametrize("seed", [307, 309])
def test_dice_much_smaller_than_those_in_use_are_found_all_over_the_tray(reader: DiceReader, seed: int) -> None:
    scene = scene_of(seed)
    small = photographed(replace(scene, dice=tuple(replace(die, size=10.0) for die in scene.dice)))
    reading = reader.read(Frame(small.pixels, 0.0), die_set="pips", tray=small.tray)
    assert sorted(reading.faces) == sorted(small.faces)


def test_a_die_that_the_border_cuts_is_asked_about(reader: DiceReader) -> None:
    scene = Scene((Die("pips", "5", 160, 120, 10), Die("pips", "3", 312, 120, 0)), mat=MATS[0])
    whole, cut = reader.read(frame(scene), die_set="pips").dice
    assert (whole.face, whole.sure) == ("5", True)
    assert not cut.sure


def noise(pixels: Pixels) -> Shades:
    return pixels + np.random.default_rng(1).normal(0, 14, pixels.shape)


def dark(pixels: Pixels) -> Shades:
    return pixels * 0.15 + np.random.default_rng(1).normal(0, 4, pixels.shape)


def banding(pixels: Pixels) -> Shades:
    rows = 1 + 0.15 * np.sin(np.arange(HEIGHT) / 40)
    return np.asarray(pixels * rows[:, None, None], np.float64)


def bulb(pixels: Pixels) -> Shades:
    return np.asarray(pixels * np.array((1.0, 0.85, 0.6)), np.float64)


def blur(pixels: Pixels) -> Shades:
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 5), np.float64)


def moved(pixels: Pixels) -> Shades:
    path = np.zeros((15, 15), np.float32)
    path[7] = 1 / 15
    return np.asarray(cv2.filter2D(pixels, -1, path), np.float64)


def glare(pixels: Pixels) -> Shades:
    return pixels + 300 * cv2.GaussianBlur(spots(60, 12, 100), (0, 0), 6)[..., None]


def gloss(pixels: Pixels) -> Shades:
    return pixels + 255 * spots(4000, 2, 0)[..., None]


def spots(count: int, radius: int, margin: int) -> NDArray[np.float32]:
    """White discs on black, at least `margin` pixels from the border."""
    canvas = np.zeros((HEIGHT, WIDTH), np.float32)
    places = np.random.default_rng(1).uniform(margin, (WIDTH - margin, HEIGHT - margin), (count, 2))
    for x, y in places.astype(int).tolist():
        cv2.circle(canvas, (x, y), radius, 1.0, cv2.FILLED, cv2.LINE_AA)
    return canvas


@pytest.mark.parametrize("spoil", daily([noise, banding, bulb, dark, blur, moved, glare, gloss], [dark, glare]))
def test_a_spoiled_picture_is_read_right_or_asked_about(
    reader: DiceReader, spoil: Callable[[Pixels], Shades]
) -> None:
    """Nothing wrong is ever sure: five dice are expected, as the game does."""
    expectation = Expectation("pips", faces_of("pips"), counts=(5,))
    wrong = []
    for seed in range(6):
        scene = tray("pips", seed)
        pixels = np.clip(spoil(drawn(scene)), 0, 255).astype(np.uint8)
        reading = reader.read(Frame(pixels, 0.0), expectation=expectation)
        right = len(reading.dice) == 5 == sum(die.face == one.face for die, one in pairs(scene, reading))
        if not right and reading.sure and not expectation.complaint(reading.faces):
            wrong.append((seed, reading.faces))
    assert not wrong
