"""A drawn tray with its truth: the picture that a camera would give, and where each die lies in it."""

from __future__ import annotations

import math

import cv2

from companion.state.view import View
from hardware.simulators.scenes import Die, Scene, outline, render
from tests.web.rig import Rig

WIDTH, HEIGHT = 960, 720
Place = tuple[float, float, float, float]


def look(rig: Rig, faces: str, unsure: tuple[int, ...] = (), why_not: str = "") -> View:
    """A look at a drawn tray in which these faces of the character dice lie."""
    dice = tuple(
        Die("characters", face, 60.0 + 45 * place, 90.0 + 60 * (place % 2), 20.0 * place - 30)
        for place, face in enumerate(faces.split())
    )
    scene = Scene(dice)
    _, jpeg = cv2.imencode(".jpg", cv2.cvtColor(render(scene, WIDTH, HEIGHT), cv2.COLOR_RGB2BGR))
    places = tuple(_place(scene, die) for die in dice)
    return rig.look(faces, unsure, why_not, jpeg.tobytes(), places, WIDTH, HEIGHT)


def _place(scene: Scene, die: Die) -> Place:
    """Centre x, y and side of a die's top face in pixels, and its angle in degrees within 45 of upright."""
    corners = outline(scene, die, WIDTH, HEIGHT)
    (x, y), edge = corners.mean(axis=0), corners[1] - corners[0]
    angle = (math.degrees(math.atan2(edge[1], edge[0])) + 45) % 90 - 45
    return float(x), float(y), float(math.hypot(*edge)), angle
