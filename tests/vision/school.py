"""What tests of teaching share: the shipped networks, photographs of drawn symbols, a lesson that knows them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.commands.read import default_models
from companion.vision.card import FaceCard
from companion.vision.classifier import Look
from companion.vision.frame import Frame
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.teacher import Teacher
from tests.vision.prints import drawn_symbols, photograph, stranger_symbols, thrown

BODY = "#f2c230"
CODES = tuple(drawn_symbols())
FACES = tuple(FaceCard(code, code.title()) for code in CODES)


@cache
def teacher() -> Teacher:
    return Teacher(default_models())


@cache
def photo(tops: tuple[str, ...], seed: int) -> Frame:
    """Dice of one colour that show `tops`, on one of several mats, in some light."""
    art = drawn_symbols() | stranger_symbols()
    return Frame(photograph(art, tops, thrown(len(tops), BODY, seed)), 0.0)


@cache
def looks(tops: tuple[str, ...], seed: int) -> tuple[Look, ...]:
    """What is seen of dice that all show the same."""
    return tuple(look for _, look in teacher().dice(photo(tops, seed)))


def teach(lesson: Lesson, codes: Sequence[str] = CODES, pictures: int = 2) -> Lesson:
    """Teach faces from as many photographs, with two dice each."""
    for code in codes:
        for k in range(pictures):
            lesson.learn(photo((code, code), 10 * CODES.index(code) + k), code, f"{code}-{k}.png")
    return lesson


def begin(taught: Path, name: str = "symbols", codes: Sequence[str] = CODES) -> Lesson:
    """A lesson of which nothing was taught yet."""
    return Lesson.begin(taught, name, "Symbols", [face for face in FACES if face.code in codes], teacher())


@cache
def _school(codes: tuple[str, ...], pictures: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="school-"))
    teach(begin(folder, codes=codes), codes, pictures)
    return folder


def schooled(taught: Path, codes: tuple[str, ...] = CODES, pictures: int = 2) -> Lesson:
    """A copy below `taught` of a lesson that knows `codes` from so many photographs each."""
    shutil.copytree(_school(codes, pictures), taught, dirs_exist_ok=True)
    return Lesson.open(taught, "symbols", teacher())
