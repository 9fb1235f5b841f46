from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import CalibrationError, ModelError
from companion.rules.game import Expectation
from companion.vision.diesize import DieSize
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader, in_reading_order, scaled
from companion.vision.reading import DieReading, Reading
from companion.vision.tray import Tray, from_corners, whole_frame

from .oracle import CLASSES, Square, picture

FIVE = Expectation("pips", CLASSES[:6], counts=(5,))


def frame(*squares: Square, width: int = 640, height: int = 480) -> Frame:
    return Frame(picture(width, height, [*squares]), 0.0)


def row(*scores: float) -> list[Square]:
    return [Square(60 + 80 * k, 100, 42, 10, shows=k % 6, score=score) for k, score in enumerate(scores)]


def test_dice_are_read_in_rows_with_all_their_facts(reader: DiceReader) -> None:
    reading = reader.read(
        frame(
            Square(400, 110, 42, 20, 4),
            Square(100, 90, 42, 0, 2),
            Square(300, 300, 42, -30, 0),
            Square(90, 320, 42, 5, 5),
        )
    )
    assert reading.faces == ("3", "5", "6", "1")
    assert (reading.width, reading.height, reading.why_not, reading.sure) == (640, 480, "", True)
    second = reading.dice[1]
    assert (second.x, second.y) == pytest.approx((400, 110), abs=1)
    assert second.size == pytest.approx(42, abs=2)
    assert second.angle == pytest.approx(20, abs=2)
    assert (second.die_set, second.body) == ("pips", "purple")
    assert reading.ms > 0


def test_without_a_named_set_each_die_is_one_of_what_it_looks_most_like(reader: DiceReader) -> None:
    mixed = frame(Square(100, 100, 42, 0, 1), Square(200, 100, 42, 0, 7))
    assert [(one.die_set, one.face) for one in reader.read(mixed).dice] == [("pips", "2"), ("friends", "EE")]
    assert [one.face for one in reader.read(mixed, die_set="pips").dice] == ["2", "?"]
    assert [one.sure for one in reader.read(mixed, expectation=FIVE).dice] == [True, False]


def test_what_is_no_face_is_asked_about(reader: DiceReader) -> None:
    reading = reader.read(frame(Square(100, 100, 42, 0, CLASSES.index("other"))))
    assert (reading.faces, reading.sure, reading.why_not, reading.doubt) == (("?",), False, "", "unknown-face")
    assert [one.doubt for one in reading.dice] == ["unknown-face"]


def test_reasons_why_a_frame_is_not_read(reader: DiceReader) -> None:
    assert reader.read(Frame(np.zeros((480, 640, 3), np.uint8), 0.0)).why_not == "dark"
    assert reader.read(Frame(np.full((480, 640, 3), (120, 120, 90), np.uint8), 0.0)).why_not == "no-dice"


def test_a_faint_die_counts_when_its_face_is_sure_and_is_asked_about(reader: DiceReader) -> None:
    reading = reader.read(frame(*row(0.9, 0.3), Square(300, 100, 42, 10, shows=3.5, score=0.3)))
    assert reading.faces == ("1", "2")
    assert [one.sure for one in reading.dice] == [True, False]


def test_missing_dice_are_looked_for_harder_but_never_taken_as_sure(reader: DiceReader) -> None:
    shown = frame(
        *row(0.9, 0.9),
        Square(300, 100, 42, 10, 3.5, score=0.3),
        Square(400, 100, 42, 0, 4),
        Square(500, 100, 42, 0, 5),
    )
    assert reader.read(shown).faces == ("1", "2", "5", "6")
    reading = reader.read(shown, expectation=FIVE)
    assert len(reading.dice) == 5
    assert [one.sure for one in reading.dice] == [True, True, False, True, True]


def test_a_faint_face_beside_a_die_is_its_side_and_no_die(reader: DiceReader) -> None:
    die, side, far = (
        Square(200, 100, 80),
        Square(200, 185, 80, shows=3, score=0.3),
        Square(500, 300, 80, 0, 3, 0.3),
    )
    assert reader.read(frame(die, side)).faces == ("1",)
    assert reader.read(frame(die, side), expectation=FIVE).faces == ("1",)
    assert reader.read(frame(die, far)).faces == ("1", "4")


@pytest.mark.parametrize(
    ("shows", "score", "away"),
    [(5, 0.5, 86), (0, 0.5, 86), (3, 0.8, 86), (3, 0.5, 95)],
    ids=["opposite faces", "a face twice", "both clear", "farther apart"],
)
def test_dice_that_touch_are_two(reader: DiceReader, shows: int, score: float, away: int) -> None:
    reading = reader.read(frame(Square(200, 100, 80), Square(200, 100 + away, 80, shows=shows, score=score)))
    assert reading.faces == ("1", CLASSES[shows])
    assert reading.sure


def test_of_two_that_may_be_sides_of_one_die_one_is_asked_about(reader: DiceReader) -> None:
    shown = frame(Square(200, 100, 80, score=0.5), Square(200, 186, 80, shows=3), Square(500, 300, 80, 0, 4))
    reading = reader.read(shown)
    assert (reading.faces, [one.sure for one in reading.dice]) == (("4", "5"), [False, True])
    three = reader.read(shown, expectation=Expectation("pips", CLASSES[:6], counts=(3,)))
    assert (three.faces, [one.sure for one in three.dice]) == (("1", "4", "5"), [False, False, True])


def test_what_shows_no_face_must_be_surer_to_be_a_die(reader: DiceReader) -> None:
    other = CLASSES.index("other")
    assert reader.read(frame(*row(0.9), Square(300, 100, 42, 0, other, score=0.5))).faces == ("1",)
    assert reader.read(frame(*row(0.9), Square(300, 100, 42, 0, other, score=0.7))).faces == ("1", "?")
    faint = reader.read(frame(*row(0.9), Square(300, 100, 42, 0, other, score=0.5)), expectation=FIVE)
    assert faint.faces == ("1", "?")


def test_surplus_dice_are_dropped_only_when_they_show_no_face(reader: DiceReader) -> None:
    strange = Square(300, 300, 42, 10, CLASSES.index("other"), score=0.7)
    shown = frame(*row(0.9, 0.9, 0.9, 0.9, 0.9), strange)
    assert len(reader.read(shown).dice) == 6
    assert reader.read(shown, expectation=FIVE).faces == ("1", "2", "3", "4", "5")
    assert reader.read(shown, expectation=FIVE).sure
    weak = frame(*row(0.9, 0.5, 0.9, 0.9, 0.9, 0.9))
    assert reader.read(weak, expectation=FIVE).doubt == "too-many"
    clear = frame(*row(0.9, 0.8, 0.9, 0.9, 0.9, 0.9))
    assert len(reader.read(clear, expectation=FIVE).dice) == 6  # the rules will ask
    assert FIVE.complaint(reader.read(clear, expectation=FIVE).faces)


def test_an_expectation_without_a_number_changes_nothing(reader: DiceReader) -> None:
    anything = Expectation("pips", CLASSES[:6])
    shown = frame(*row(0.9, 0.5), Square(300, 100, 42, 10, 3.5, score=0.3))
    assert reader.read(shown, expectation=anything).faces == reader.read(shown).faces == ("1", "2")


def ruled(width: int = 640, height: int = 480, side: float = 42.0) -> Tray:
    """A tray seen from straight above in which 16 mm are `side` pixels; its edges lie 100 pixels inside."""
    right, down = width - 100.0, height - 100.0
    ring = [(100.0, down), (right, down), (right, 100.0), (100.0, 100.0)]
    return from_corners(ring, ((width - 200) * 16 / side, (height - 200) * 16 / side), (width, height))


def test_with_a_tray_dice_have_millimetres(reader: DiceReader) -> None:
    (one,) = reader.read(frame(Square(184, 296, 42)), tray=ruled()).dice
    assert one.place == pytest.approx((32, 32), abs=0.5)
    assert one.side == pytest.approx(16, abs=0.7)
    (bare,) = reader.read(frame(Square(184, 296, 42))).dice
    assert (bare.place, bare.side) == (None, None)
    (guessed,) = reader.read(frame(Square(184, 296, 42)), tray=whole_frame(640, 480)).dice
    assert guessed.place is None  # nothing was measured


@pytest.mark.parametrize(("side", "seen"), [(16, False), (27, True), (42, True), (63, True), (80, False)])
def test_with_a_tray_only_what_is_as_large_as_a_die_is_one(reader: DiceReader, side: float, seen: bool) -> None:
    shown = frame(Square(200, 200, side), Square(400, 250, 42))
    assert len(reader.read(shown).dice) == 2
    assert len(reader.read(shown, tray=ruled()).dice) == 1 + seen


def test_the_side_of_the_dice_in_use_may_be_told(cards: Path, reader: DiceReader) -> None:
    large = DiceReader(cards, size=DieSize(30.0))
    shown = frame(Square(200, 200, 82))
    assert reader.read(shown, tray=ruled()).faces == ()
    assert large.read(shown, tray=ruled()).faces == ("1",)


def test_dice_beside_the_tray_do_not_count_and_are_asked_about(reader: DiceReader) -> None:
    shown = frame(Square(200, 200, 42, 0, 1), Square(60, 200, 42, 0, 4), Square(300, 95, 42, 0, 5))
    reading = reader.read(shown, tray=ruled())
    assert reading.faces == ("6", "2")  # the third lies on the edge, within its margin
    assert [one.face for one in reading.outside] == ["5"]
    assert (reading.doubt, reading.why_not, reading.sure) == ("outside", "", False)
    assert reader.read(frame(Square(60, 200, 42, 0, 4)), tray=ruled()).doubt == "outside"
    assert reader.read(shown).doubt == ""


def test_a_tray_of_another_picture_is_refused(reader: DiceReader) -> None:
    with pytest.raises(CalibrationError, match="another size"):
        reader.read(frame(width=320, height=240), tray=ruled())


@pytest.mark.parametrize(("count", "doubt"), [(4, "too-many"), (5, ""), (6, "too-few")])
def test_another_number_of_dice_than_expected_is_told(reader: DiceReader, count: int, doubt: str) -> None:
    expectation = Expectation("pips", CLASSES[:6], counts=(count,))
    assert reader.read(frame(*row(0.9, 0.9, 0.9, 0.9, 0.9)), expectation=expectation).doubt == doubt


def test_a_set_that_does_not_exist_is_told(reader: DiceReader) -> None:
    with pytest.raises(ModelError, match="no dice named"):
        reader.read(frame(*row(0.9)), die_set="toads")


@pytest.mark.parametrize(("width", "height"), [(32, 32), (33, 4000), (3000, 40), (1, 1)])
def test_frames_of_odd_shapes_are_read(reader: DiceReader, width: int, height: int) -> None:
    assert reader.read(frame(width=width, height=height)).dice == ()


def die(x: float, y: float, size: float = 40) -> DieReading:
    return DieReading("1", 1.0, x, y, size, 0.0, "pips")


def test_reading_order_is_rows_even_when_they_slope() -> None:
    first, second, third = die(10, 100), die(110, 110), die(210, 119)
    below, beside = die(30, 160), die(150, 150)
    assert in_reading_order([beside, below, third, first, second]) == [first, second, third, below, beside]


def test_a_reading_can_be_scaled_to_the_photo_it_came_from() -> None:
    large = scaled(Reading((die(10, 20),), 100, 50, 1.0), 2.0)
    assert (large.width, large.height) == (200, 100)
    assert (large.dice[0].x, large.dice[0].y, large.dice[0].size) == (20, 40, 80)
