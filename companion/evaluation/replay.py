"""Replay: a reported reading read again, and whether that is right now."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from statistics import median

from companion.bundles import Bundle, Note, SeenCards, Unpacked
from companion.evaluation.replay_cards import (
    Sightings,
    Verdict,
    questioned_cards,
    replayed_cards,
    verdict_of_cards,
)
from companion.vision.burst import fuse
from companion.vision.diesize import DieSize
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.reading import Reading
from companion.vision.scale import DIE
from companion.vision.teaching.parcel import unpack
from companion.vision.teaching.teacher import Teacher

Replayed = Reading | Sightings
"""What is read now: dice, or the cards where the bundle is of cards."""


def replayed(opened: Unpacked, models: Path) -> Replayed:
    """What the eye reads in a bundle's pictures now, dice by the folder `models`; several are frames of one burst.

    Only the reader is asked: a hand or a camera that moved was seen by others, between frames.

    Raises:
        NotAPicture: a picture of the bundle is none.
        CalibrationError: the pictures are of another size than the calibration.
        ModelError: the dice are none that are known here.
        LessonError: what was taught of the dice or the cards cannot be taken in, or the deck is not known here.
    """
    note = opened.bundle.note
    if note.cards:
        return replayed_cards(opened, note.cards)
    return _replayed_dice(opened, models)


def _replayed_dice(opened: Unpacked, models: Path) -> Reading:
    note = opened.bundle.note
    size = DieSize(_side(note))
    if not opened.lesson or note.expected is None:
        return _read(DiceReader(models, size=size), opened)
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        packed, taught = Path(folder) / "lesson.zip", Path(folder) / "taught"
        packed.write_bytes(opened.lesson)
        unpack(packed, taught, note.expected.die_set, Teacher(models))
        return _read(DiceReader(models, taught, size), opened)


def _side(note: Note) -> float:
    """The side in millimetres of that table's dice: the usual one of those that it measured."""
    return median([die.side for die in note.reading.dice if die.side] or [DIE])


def _read(reader: DiceReader, opened: Unpacked) -> Reading:
    note = opened.bundle.note
    expectation = note.expected.expectation() if note.expected else None
    die_set = expectation.die_set if expectation else None
    read = partial(reader.read, die_set=die_set, expectation=expectation, tray=note.tray)
    return fuse([read(Frame.load(picture)) for picture in opened.pictures])  # one in memory at a time


def verdict(bundle: Bundle, reading: Replayed) -> Verdict:
    """Whether a reading of the bundle's pictures is right.

    `right`: each face, or the card, is what lay there. `asked`: it is not, but people would be asked, because the
    reader is not sure, refuses the picture, or reads what the rules cannot be. `wrong`: it is not, and nobody
    would be asked: a silent error. `open`: nobody has said what lay there.
    """
    if not isinstance(reading, Reading):
        return verdict_of_cards(bundle, _cards(bundle), reading)
    if bundle.truth is None:
        return "open"
    if sorted(reading.faces) == sorted(bundle.truth) and (not reading.why_not or not bundle.truth):
        return "right"
    return "asked" if questioned(bundle, reading) else "wrong"


def _cards(bundle: Bundle) -> SeenCards:
    if bundle.note.cards is None:
        raise ValueError("expected a bundle of cards, got one of dice")
    return bundle.note.cards


def questioned(bundle: Bundle, reading: Replayed) -> bool:
    """Whether people would be asked about a reading before it counts."""
    if not isinstance(reading, Reading):
        return questioned_cards(_cards(bundle), reading, len(bundle.truth or ()) or 1)
    expected = bundle.note.expected
    impossible = expected.expectation().complaint(reading.faces) if expected else None
    return not reading.sure or not reading.dice or impossible is not None
