from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.commands.read import default_models
from companion.vision.fiducials import on_fiducial
from companion.vision.frame import Frame
from companion.vision.mat import MATS
from companion.vision.reader import DiceReader
from companion.vision.tray import from_corners

from .tables import Table, wood

TAKEN = (
    Table(seed=11, compass=440, slant=19.2, height=468, ground=wood(11), nod=(3, 0), focal=1315),
    Table(MATS[1], seed=6, compass=240, slant=13.2, height=428, ground=(88, 84, 60), nod=(3, 0), focal=1240),
)
"""Tables on which a fiducial is read as a die."""


@cache
def photographed(table: Table) -> Frame:
    return table.photograph()


def test_a_point_is_told_to_lie_on_a_fiducial() -> None:
    table = TAKEN[0]
    pixels = photographed(table).pixels
    middles = np.array([table.mat.fiducial(tag).mean(axis=0) for tag in table.mat.ids])
    for x, y in table.pixels(middles).tolist():
        assert on_fiducial(pixels, x, y, 80)
    for place in ((110.0, 90.0), (-10.0, 90.0), (-60.0, 250.0)):
        ((x, y),) = table.pixels(np.array([place])).tolist()
        assert not on_fiducial(pixels, x, y, 80)
    assert not on_fiducial(pixels, 0.0, 959.0, 80)


@pytest.mark.parametrize("table", TAKEN, ids=["A4", "letter"])
def test_a_fiducial_is_no_die_beside_the_tray(table: Table) -> None:
    width, height = table.mat.area
    corners = table.pixels(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))
    frame = photographed(table)
    tray = from_corners([(x, y) for x, y in corners.tolist()], table.mat.area, (frame.width, frame.height))
    reading = DiceReader(default_models()).read(frame, die_set="pips", tray=tray)
    assert (reading.dice, reading.outside, reading.why_not) == ((), (), "no-dice")
