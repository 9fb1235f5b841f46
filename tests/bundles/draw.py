"""Draws the bundles of this folder anew: our own scenes, read by the shipped eye, with their truth.

    python -m tests.bundles.draw [FOLDER]

The readings in them are those of the eye at that time; the pictures and the truth are always the same.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from companion.bundles import Bundle, Networks, Unpacked, noted, packed, picture_files
from companion.commands.read import default_models
from companion.rules.game import Expectation
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.tray import from_corners
from hardware.simulators.scenes import Die, Scene, faces_of, render

HERE = Path(__file__).parent
WIDTH, HEIGHT = 480, 360
PLACES = ((60, 60), (140, 95), (235, 55), (95, 170), (210, 160))  # millimetres, clear of each other
TOUCHING = ((100, 100), (116.5, 100), (133, 100), (108, 117), (125, 117))


@dataclass(frozen=True)
class Case:
    """A scene to report: its name, its game, its dice, whether they touch, and whether the tray is calibrated."""

    name: str
    game: str
    die_set: str
    faces: str
    mat: str = "#27556b"
    body: str = "#f5f1e6"
    ink: str = "#20242c"
    light: float = 1.0
    touching: bool = False
    calibrated: bool = False


CASES = (
    Case(
        "pips-red-on-wood",
        "just_dice",
        "pips",
        "6 3 1 4 2",
        mat="#6b4a2b",
        body="#c22222",
        ink="#ffffff",
        calibrated=True,
    ),
    Case("pips-touching", "just_dice", "pips", "5 5 2 1 6", touching=True),
    Case("characters-in-dim-light", "yahtzee_jr", "characters", "SB PL GA SQ KR", light=0.7),
    Case("no-dice", "yahtzee_jr", "characters", ""),
)


def scene(case: Case) -> Scene:
    """The drawn table."""
    places = TOUCHING if case.touching else PLACES
    dice = tuple(
        Die(case.die_set, face, x, y, 0.0 if case.touching else 23.0 * k, body=case.body, ink=case.ink)
        for k, (face, (x, y)) in enumerate(zip(case.faces.split(), places, strict=False))
    )
    return Scene(dice, mat=case.mat, light=case.light, seed=len(case.name))


def bundle(case: Case, reader: DiceReader) -> bytes:
    """The bundle as a table would have reported it."""
    frame = Frame(render(scene(case), WIDTH, HEIGHT), 0.0)
    faces = tuple(case.faces.split())
    expectation = Expectation(case.die_set, faces_of(case.die_set), (5,) if case.game == "yahtzee_jr" else ())
    corners = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]
    tray = from_corners(corners, (320, 240), (WIDTH, HEIGHT)) if case.calibrated else None
    reading = reader.read(frame, die_set=case.die_set, expectation=expectation, tray=tray)
    note = replace(noted(case.game, expectation, reading, tray), networks=Networks.installed(default_models()))
    files = picture_files([frame.png()], "png")
    told = Bundle(note, tuple(files), faces)
    return packed(Unpacked(told, tuple(files.values())))


def main(argv: Sequence[str]) -> int:
    """Write all bundles."""
    folder = Path(argv[0]) if argv else HERE
    reader = DiceReader(default_models())
    for case in CASES:
        (folder / f"{case.name}.zip").write_bytes(bundle(case, reader))
        print(f"{case.name}: {case.faces or 'no dice'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
