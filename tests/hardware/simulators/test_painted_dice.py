"""Dice that differ, in the simulated tray: each has its own faces and the colour that the game names."""

from __future__ import annotations

from companion.rules.args import Faces
from hardware.simulators.tray import BODIES, Tray

EACH = (("E", "EE", "H"), ("F", "FF"), ("F", "FF"))
POOL = Faces("friends", ("E", "EE", "H", "F", "FF"), 3, 3, each=EACH, bodies=("yellow", "blue", "blue"))


def test_each_die_has_its_colour_and_its_faces_after_any_throw() -> None:
    tray = Tray(3)
    tray.hold(POOL)
    for throw in range(20):
        dice = tray.dice(throw * 10.0 + 5)
        assert [die.body for die in dice] == [BODIES[body][0] for body in POOL.bodies]
        assert all(die.face in faces for die, faces in zip(dice, EACH, strict=True))
        tray.throw(throw * 10.0 + 6, ())


def test_a_smaller_pool_is_laid_out_anew() -> None:
    tray = Tray(3)
    tray.hold(POOL)
    tray.hold(Faces("friends", ("F", "FF"), 2, 2, each=EACH[1:], bodies=("blue", "blue")))
    assert [die.body for die in tray.dice(100.0)] == [BODIES["blue"][0]] * 2
