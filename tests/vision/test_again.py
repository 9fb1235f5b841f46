from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.vision.again import ABOVE, MIDDLE, SecondLook, Square
from companion.vision.candidates import Candidate, judged
from companion.vision.card import FaceCard, SetCard
from companion.vision.classifier import Look
from companion.vision.dieset import ClassSet
from companion.vision.found import Found
from companion.vision.frame import Pixels

from .oracle import CLASSES

TABLE = np.zeros((480, 640, 3), np.uint8)
FACES = tuple(FaceCard(code, code) for code in CLASSES[:6])
PIPS = ClassSet(SetCard("pips", "Pips", "classes", FACES, 0.7, {code: code for code in CLASSES[:6]}), CLASSES)
NOTHING = {"other": 1.0}
Shares = dict[str, float]


def look(shares: Shares) -> Look:
    probabilities = np.array([shares.get(name, 0.0) for name in CLASSES], np.float32)
    return Look(np.zeros((64, 64, 3), np.uint8), probabilities, np.zeros(64, np.float32), 0.0)


def die(x: float = 300, y: float = 240, size: float = 60, score: float = 0.9, **shares: float) -> Candidate:
    """A candidate; `f5=0.9` says that its face is 5 with this probability."""
    named = {name.removeprefix("f"): share for name, share in shares.items()} or {"5": 0.9}
    return judged(Found(x, y, size, score), look(named), [PIPS], "")


@dataclass
class Scripted:
    """A classifier that sees in each square what `shown` says of it; notes where it was asked to look."""

    shown: Callable[[Found], Shares] = lambda _: {"5": 0.9}
    asked: list[Found] = field(default_factory=list)

    def look_at(self, _: Pixels, squares: Sequence[Square], /) -> list[Look]:
        """One look per square."""
        self.asked += [place for place, _angle in squares]
        return [look(self.shown(place)) for place, _angle in squares]


def at_parts(shown: Scripted, *dice: Candidate) -> list[bool]:
    return [one.partial for one in SecondLook(shown).at_parts(TABLE, dice)]


def fronts_top(place: Found) -> Shares:
    """A top that shows 1 above a front that shows 5."""
    return {"1": 0.8} if place.y < 220 else {"5": 0.9}


def test_a_face_right_above_a_find_that_is_not_plain_makes_it_a_side() -> None:
    shown = Scripted(fronts_top)
    assert at_parts(shown, die(score=0.6)) == [True]
    over, inside = shown.asked
    assert [over.x, over.y, over.size] == pytest.approx([300, 240 - ABOVE * 60, 60])
    assert [inside.x, inside.y, inside.size] == pytest.approx([300, 240, MIDDLE * 60])


def test_a_die_that_was_found_there_is_not_its_top() -> None:
    assert at_parts(Scripted(fronts_top), die(score=0.6), die(y=195, f1=0.9)) == [False, False]


@pytest.mark.parametrize("shares", [NOTHING, {"1": 0.45}], ids=["nothing", "hardly a face"])
def test_what_shows_no_face_is_no_top(shares: Shares) -> None:
    assert at_parts(Scripted(lambda place: shares if place.y < 220 else {"5": 0.9}), die(score=0.6)) == [False]


@pytest.mark.parametrize(("face", "side"), [("1", True), ("5", False), ("2", False)])
def test_one_die_has_each_face_once_and_opposite_ones_on_far_sides(face: str, side: bool) -> None:
    shown = Scripted(lambda place: {face: 0.9} if place.y < 220 else {"5": 0.9})
    assert at_parts(shown, die(score=0.6)) == [side]


@pytest.mark.parametrize(("score", "asked"), [(0.64, True), (0.66, False)])
def test_a_face_that_its_middle_hardly_shows_is_asked_about_where_the_find_is_faint(
    score: float, asked: bool
) -> None:
    shown = Scripted(lambda place: NOTHING if place.y < 220 else {"5": 0.6, "1": 0.4})
    assert at_parts(shown, die(score=score)) == [asked]


def test_other_symbols_can_lie_beside_themselves() -> None:
    faces = tuple(FaceCard(code, code) for code in CLASSES[6:14])
    codes = {one.code: one.code for one in faces}
    friends = ClassSet(SetCard("friends", "Friends", "classes", faces, 0.7, codes), CLASSES)
    heart = judged(Found(300, 240, 60, 0.6), look({"H": 0.9}), [friends], "")
    assert at_parts(Scripted(lambda _: {"H": 0.9}), heart) == [True]
    assert at_parts(Scripted(lambda _: NOTHING), heart) == [False]


def test_a_plain_top_is_believed_without_a_second_look() -> None:
    shown = Scripted(fronts_top)
    assert at_parts(shown, die(score=0.75)) == [False]
    assert shown.asked == []


@pytest.mark.parametrize(
    ("x", "y", "cut"), [(26, 240, False), (24, 240, True), (300, 457, True), (616, 240, True), (300, 20, True)]
)
def test_a_die_that_the_border_cuts_is_asked_about(x: float, y: float, cut: bool) -> None:
    assert at_parts(Scripted(), die(x, y)) == [cut]
