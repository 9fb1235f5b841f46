"""Draws the bundles of this folder anew: our own scenes, read by the shipped eye, with their truth.

    python -m tests.bundles.draw [FOLDER] [--only cards]

The readings in them are those of the eye at that time; the pictures and the truth are always the same.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from companion.bundles import Bundle, Networks, Unpacked, noted, noted_cards, packed, picture_files
from companion.commands.read import default_models
from companion.decks import drawn_deck
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.vision.cards import parcel
from companion.vision.cards.deck import open_deck
from companion.vision.cards.finder import EYE
from companion.vision.cards.reader import CardReader
from companion.vision.cards.shelf import shipped_cards
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.tray import from_corners
from hardware.simulators.scenes import CardOnTable, Die, Scene, faces_of, render
from tests.drawndecks import taught

HERE = Path(__file__).parent
WIDTH, HEIGHT = 480, 360
CARD_WIDTH, CARD_HEIGHT = 640, 480
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


@dataclass(frozen=True)
class CardCase:
    """A laid card to report: its name, its game and code, how it is turned, and what a table had `taught`.

    Without that, the deck that is shipped reads it. The verdict on it `is` right, or it is asked about.
    """

    name: str
    game: str
    code: str
    angle: float = 0.0
    mat: str = "#27556b"
    taught: tuple[str, ...] = ()
    verdict: str = "right"


CARD_CASES = (
    CardCase("card-on-wood", "riot", "DIP", 24.0, mat="#6b4a2b"),
    CardCase("card-upside-down", "plankton_rising", "v-fog", 171.0),
    CardCase("card-of-a-taught-deck", "riot", "RAD", -8.0, taught=("RAD", "DIP", "PEAR", "ONI")),
    CardCase(
        "card-that-nobody-taught", "riot", "SPIN", 12.0, taught=("RAD", "DIP", "PEAR", "ONI"), verdict="asked"
    ),
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


def card_bundle(case: CardCase) -> bytes:
    """The bundle of a laid card as a table would have reported it."""
    card = CardOnTable(case.game, case.code, 160, 120, angle=case.angle)
    frame = Frame(render(Scene((), mat=case.mat, cards=(card,)), CARD_WIDTH, CARD_HEIGHT), 0.0)
    with tempfile.TemporaryDirectory() as place:
        folder = shipped_cards() / case.game
        if case.taught:
            folder = taught(Path(place), case.game, *case.taught, name=f"{case.game}-ours")
        seen = CardReader(open_deck(folder)).read(frame)
        expected = CardExpectation(folder.name, drawn_deck(case.game).codes)
        networks = Networks.of_deck(folder, shipped_cards() / EYE)
        note = noted_cards(case.game, expected, seen, frame, None, networks)
        files = picture_files([frame.png()], "png")
        told = Bundle(note, tuple(files), (case.code,))
        deck = parcel.packed(folder) if case.taught else b""
        return packed(Unpacked(told, tuple(files.values()), deck=deck))


def drawn(only: str) -> Iterator[tuple[str, str, bytes]]:
    """The name of each bundle, what lies in it, and its bytes."""
    if only != "cards":
        reader = DiceReader(default_models())
        yield from ((case.name, case.faces or "no dice", bundle(case, reader)) for case in CASES)
    if only != "dice":
        yield from ((case.name, case.code, card_bundle(case)) for case in CARD_CASES)


def main(argv: Sequence[str]) -> int:
    """Write all bundles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE)
    parser.add_argument("--only", choices=["dice", "cards"], default="")
    args = parser.parse_args(argv)
    for name, what, data in drawn(args.only):
        (args.folder / f"{name}.zip").write_bytes(data)
        print(f"{name}: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
