from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.vision.again import ABOVE, MIDDLE, SecondLook
from companion.vision.candidates import Candidate, judged
from companion.vision.card import FaceCard, SetCard
from companion.vision.classifier import Look
from companion.vision.dieset import ClassSet
from companion.vision.found import Found, Square
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
    turns: int = 0

    def look_at(self, _: Pixels, squares: Sequence[Square], /, turns: int = 1) -> list[Look]:
        """One look per square."""
        self.turns = turns
        self.asked += [place for place, _angle in squares]
        return [look(self.shown(place)) for place, _angle in squares]


def around(shown: Scripted, *looks: Look, score: float = 0.9) -> list[Look]:
    found = [Found(300 + 100 * place, 240, 60, score) for place in range(len(looks))]
    return SecondLook(shown, CLASSES, 0.4).around(TABLE, found, looks)


def test_a_face_in_doubt_is_averaged_with_looks_around_it_and_a_plain_one_is_not_looked_at() -> None:
    shown = Scripted(lambda place: {"5": 0.9, "3": 0.1} if place.size < 60 else {"5": 0.6, "3": 0.4})
    plain, doubted = look({"4": 0.81, "6": 0.19}), look({"3": 0.7, "5": 0.3})
    same, steadied = around(shown, plain, doubted)
    assert same is plain
    assert steadied.probabilities[CLASSES.index("5")] == pytest.approx(0.6)
    assert steadied.embedding is doubted.embedding
    assert shown.turns == 4
    higher, smaller = shown.asked
    assert [higher.x, higher.y, higher.size] == pytest.approx([400, 231, 60])
    assert [smaller.x, smaller.y, smaller.size] == pytest.approx([400, 240, 52.8])


def test_of_what_the_detector_doubts_no_face_is_looked_for_a_second_time() -> None:
    shown, doubted = Scripted(), look({"3": 0.7, "5": 0.3})
    assert around(shown, doubted, score=0.39) == [doubted]
    assert not shown.asked


@pytest.mark.parametrize(("own", "beside", "left"), [(0.2, 0.8, 0.2), (0.6, 0.3, 0.4)])
def test_that_it_is_no_face_is_never_likelier_for_the_looks_around(own: float, beside: float, left: float) -> None:
    shown = Scripted(lambda _: {"other": beside, "5": 1 - beside})
    (steadied,) = around(shown, look({"other": own, "5": 1 - own}))
    assert steadied.probabilities[CLASSES.index("other")] == pytest.approx(left)
    assert steadied.probabilities.sum() == pytest.approx(1)


def at_parts(shown: Scripted, *dice: Candidate) -> list[bool]:
    return [one.partial for one in SecondLook(shown, CLASSES, 0.4).at_parts(TABLE, dice)]


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
