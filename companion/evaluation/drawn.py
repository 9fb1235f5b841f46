"""Drawn photographs with known truth, for die sets of which there are no photographs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.evaluation.labels import Photo, TrueDie
from companion.vision.frame import Frame
from hardware.simulators.scenes import Die, Scene, faces_of, outline, render

SIZE = (1280, 960)  # pixels, as the table's camera gives them
DICE = 5
DARK, LIGHT = "#20242c", "#ffffff"
BODIES = {"#f5f1e6": DARK, "#c22222": LIGHT, "#f2c230": DARK, "#2c7a3f": LIGHT, "#3a6ea5": LIGHT}
"""Colours of dice, each with that of its print."""
ONE_BODY = frozenset({"characters"})
"""Die sets whose print is of many colours and made for a light body alone."""
MATS = ("#27556b", "#6b4a2b", "#2f4f35", "#d8d2c4", "#3a3a44")
GRID = tuple((50 + 55 * column, 45 + 50 * row) for column in range(5) for row in range(4))
PLAY = 14.0  # millimetres that a die lies beside its place in the grid: no two touch


def drawn_photos(folder: Path, die_set: str, pictures: int) -> list[Photo]:
    """Draw photographs of five dice of the set into `folder`; the same set and number always gives the same.

    Raises:
        UnknownFace: there are no drawings of this set.
    """
    return list(_photos(folder, die_set, pictures))


def _photos(folder: Path, die_set: str, pictures: int) -> Iterator[Photo]:
    for number in range(pictures):
        scene = _scene(die_set, np.random.default_rng([number, *die_set.encode()]), number)
        path = folder / f"{die_set}-{number:05}.png"
        path.write_bytes(Frame(render(scene, *SIZE), 0.0).png())
        yield Photo(path, f"drawn {die_set}", tuple(_true(scene, die) for die in scene.dice), die_set)


def _scene(die_set: str, rng: np.random.Generator, seed: int) -> Scene:
    places = rng.permutation(GRID)[:DICE] + rng.uniform(-PLAY, PLAY, (DICE, 2))
    dice = tuple(_die(die_set, x, y, rng) for x, y in places.tolist())
    return Scene(dice, seed=seed, mat=str(rng.choice(MATS)), light=rng.uniform(0.7, 1.1))


def _die(die_set: str, x: float, y: float, rng: np.random.Generator) -> Die:
    body = next(iter(BODIES)) if die_set in ONE_BODY else str(rng.choice([*BODIES]))
    face = str(rng.choice(faces_of(die_set)))
    return Die(die_set, face, x, y, rng.uniform(0, 360), body=body, ink=BODIES[body])


def _true(scene: Scene, die: Die) -> TrueDie:
    """The label: a square as large as the top face round its centre."""
    corners = outline(scene, die, *SIZE)
    x, y = corners.mean(axis=0).tolist()
    return TrueDie(x, y, float(np.linalg.norm(corners[1] - corners[0])), die.face)
