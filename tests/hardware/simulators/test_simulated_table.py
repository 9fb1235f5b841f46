"""The simulated table: the right dice, thrown fairly, seen as a camera sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CameraError
from companion.ports import Camera, Playground
from companion.rules.args import Arg, Faces
from companion.rules.game import Choice
from companion.state.view import View
from companion.vision.still import Stillness
from companion.words import say
from hardware.buttons import TableButtons
from hardware.pins import Pins
from hardware.simulators.pins import SimulatedPins
from hardware.simulators.scenes import Die
from hardware.simulators.table import SimulatedTable
from hardware.simulators.tray import HEIGHT, MOST, ROLLS, ROWS, SIDE, WIDTH, Tray, places_for, sides_of
from tests.clocks import Clock
from tests.hardware.waiting import eventually

CHARACTERS = ("SB", "PA", "KR", "SA", "SQ", "GA", "PL")
FIVE = Faces("characters", CHARACTERS, 5, 5, limits={"GA": 4, "PL": 1})
TWO = Faces("pips", ("1", "2", "3", "4", "5", "6"), 2, 2)
ANY = Faces("pips", ("1", "2", "3", "4", "5", "6"), 1, 20)


def wants(faces: Faces, **more: Arg) -> View:
    roll = Choice((0,), "roll", say("Roll"), {"faces": faces, **more}, chance=True)
    return View(1, "play", choices=(Choice((0,), "finish", say("Finish")), roll), active=0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> Iterator[SimulatedTable]:
    made = SimulatedTable(seed=7, width=320, height=240, clock=clock)
    made.open()
    yield made
    made.close()


def picture(table: SimulatedTable, clock: Clock, seconds: float = 1.0) -> Any:
    clock.now += seconds
    return table.capture(1.0).pixels.astype(int)


def differ(one: Any, other: Any) -> float:
    """The share of pixels that differ by more than noise does."""
    return float((np.abs(one - other).max(axis=2) > 24).mean())


def test_it_holds_the_dice_that_the_game_wants(table: SimulatedTable) -> None:
    assert table.faces() == ()
    table.follow(wants(FIVE))
    assert len(table.faces()) == 5
    assert set(table.faces()) <= set(CHARACTERS)
    table.follow(wants(TWO))
    assert len(table.faces()) == 2
    assert set(table.faces()) <= set(TWO.faces)


def test_dice_that_lie_there_already_are_left_alone(table: SimulatedTable, clock: Clock) -> None:
    table.follow(wants(FIVE))
    table.throw()
    clock.now += 1
    before = table.faces()
    table.follow(wants(FIVE))
    table.follow(View(2, "proposal"))
    assert table.faces() == before
    assert differ(picture(table, clock), picture(table, clock)) == 0


def test_an_evening_that_is_continued_finds_its_dice(table: SimulatedTable) -> None:
    lying = ("PL", "GA", "SB", "GA", "SQ")
    table.follow(wants(Faces("characters", CHARACTERS, 1, 5, over=lying, at="reroll", limits={"GA": 4, "PL": 1})))
    assert Counter(table.faces()) == Counter(lying)


def test_an_open_number_of_dice_stays_what_it_is(table: SimulatedTable) -> None:
    table.follow(wants(TWO))
    table.follow(wants(ANY))
    assert len(table.faces()) == 2
    fresh = SimulatedTable(seed=1)
    fresh.follow(wants(ANY))
    assert len(fresh.faces()) == 5


def test_a_set_that_nobody_has_drawn_leaves_the_tray_empty(table: SimulatedTable, clock: Clock) -> None:
    table.follow(wants(FIVE))
    table.follow(wants(Faces("grandfather's", ("X", "Y"), 2, 2)))
    assert table.faces() == ()
    table.throw()
    assert picture(table, clock).shape == (240, 320, 3)


@given(st.integers(0, 2**32), st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_four_dice_carry_gary_and_one_plankton(seed: int, throws: int) -> None:
    tray = Tray(seed)
    tray.hold(FIVE)
    for _ in range(throws):
        tray.throw(0.0, ())
        seen = Counter(die.face for die in tray.dice(1.0))
        assert seen["GA"] <= 4
        assert seen["PL"] <= 1


def test_every_side_of_a_die_comes_up_equally_often() -> None:
    tray = Tray(3)
    tray.hold(FIVE)
    seen: Counter[str] = Counter()
    for _ in range(1200):
        tray.throw(0.0, ())
        seen.update(die.face for die in tray.dice(1.0))
    wanted = {**dict.fromkeys(CHARACTERS[:5], 1000), "GA": 800, "PL": 200}
    chi2 = sum((seen[face] - count) ** 2 / count for face, count in wanted.items())
    assert chi2 < 22.5  # six degrees of freedom, p = 0.001; the seed makes it the same every time


def test_the_sides_of_plain_dice_are_the_faces() -> None:
    assert sides_of(TWO, 2) == (TWO.faces, TWO.faces)
    assert [die[-1] for die in sides_of(FIVE, 5)] == ["GA"] * 4 + ["PL"]
    assert {len(die) for die in sides_of(FIVE, 5)} == {6}


@given(st.integers(0, 2**32), st.integers(1, MOST), st.data())
@settings(max_examples=40, deadline=None)
def test_dice_at_rest_never_touch_and_lie_in_sight(seed: int, count: int, data: st.DataObject) -> None:
    tray = Tray(seed)
    tray.hold(Faces("pips", TWO.faces, count, count))
    tray.throw(0.0, data.draw(st.lists(st.integers(0, count - 1))))
    dice = tray.dice(ROLLS)
    assert len(dice) == count
    for one, other in combinations(dice, 2):
        assert np.hypot(one.x - other.x, one.y - other.y) >= SIDE * 2**0.5
    for die in dice:
        assert SIDE < die.x < WIDTH - SIDE
        assert SIDE < die.y < HEIGHT - SIDE


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_it_is_plain_which_of_five_dice_lie_in_one_row(seed: int) -> None:
    heights = [y for _, y, _ in places_for(5, [], np.random.default_rng(seed))]
    assert not [gap for one, other in combinations(heights, 2) if ROWS[0] <= (gap := abs(one - other)) <= ROWS[1]]


def test_places_keep_away_from_what_lies_there() -> None:
    taken = [(100.0, 100.0), (160.0, 120.0)]
    for x, y, _ in places_for(12, taken, np.random.default_rng(5)):
        assert all(np.hypot(x - other_x, y - other_y) >= SIDE * 2**0.5 for other_x, other_y in taken)


def laid(seed: int) -> list[tuple[Die, ...]]:
    tray = Tray(seed)
    tray.hold(FIVE)
    found = [tray.dice(0.0)]
    for throw in range(3):
        tray.throw(10.0 * throw, (1, 2))
        found += [tray.dice(10.0 * throw + 0.3), tray.dice(10.0 * throw + 1)]
    return found


def test_the_same_seed_gives_the_same_throws() -> None:
    assert laid(4) == laid(4)
    assert laid(4) != laid(5)


def test_the_same_seed_gives_the_same_pictures() -> None:
    films = []
    for _ in range(2):
        clock = Clock()
        table = SimulatedTable(seed=9, width=160, height=120, clock=clock)
        table.open()
        table.follow(wants(FIVE))
        table.throw()
        films.append([picture(table, clock, 0.2) for _ in range(5)])
        table.close()
    assert all((one == other).all() for one, other in zip(*films, strict=True))


def test_one_die_stays_for_each_face_that_is_kept(table: SimulatedTable, clock: Clock) -> None:
    table.follow(wants(FIVE))
    before = table.dice()
    kept = (before[0].face, before[3].face)
    table.throw((*kept, "no such face"))
    clock.now += 1
    stayed = sorted(die.face for die in table.dice() if die in before)
    assert stayed == sorted(kept)


def test_the_eye_sees_dice_move_and_come_to_rest(table: SimulatedTable, clock: Clock) -> None:
    table.follow(wants(FIVE))
    still = Stillness()
    said = []
    for step in range(32):
        if step == 10:
            table.throw()
        clock.now += 0.1
        said.append(still.feed(table.capture(1.0)))
    assert said[6:10] == [""] * 4
    assert all(said[10:17])
    assert said[24:] == [""] * 8


def test_a_table_at_rest_differs_from_frame_to_frame_by_noise_alone(table: SimulatedTable, clock: Clock) -> None:
    table.follow(wants(FIVE))
    one, other = picture(table, clock), picture(table, clock)
    assert (one != other).mean() > 0.5
    assert np.abs(one - other).max() <= 6


def test_a_hand_is_seen_until_it_goes(table: SimulatedTable, clock: Clock) -> None:
    table.follow(wants(FIVE))
    free = picture(table, clock)
    table.hand(True)
    assert differ(free, picture(table, clock)) > 0.02
    table.hand(False)
    assert differ(free, picture(table, clock)) == 0


def test_it_fits_the_sockets_of_a_camera_and_of_hands() -> None:
    camera: Camera = SimulatedTable()
    hands: Playground = SimulatedTable()
    camera.open()
    assert camera.capture(1.0).pixels.shape == (960, 1280, 3)
    assert hands.lamps() == {}


def test_a_closed_camera_gives_nothing() -> None:
    table = SimulatedTable()
    with pytest.raises(CameraError, match="not open"):
        table.capture(1.0)


def test_a_press_reaches_the_real_buttons(pins: Pins, factory: Any) -> None:
    heard: list[str] = []
    buttons = TableButtons(pins, factory, hold=60, debounce=0.02)
    buttons.listen(lambda: heard.append("pressed"), lambda: heard.append("held"))
    table = SimulatedTable(SimulatedPins(pins, factory))
    table.press(0.2)
    table.press(0.2)
    table.close()
    assert eventually(lambda: heard == ["pressed", "pressed"])
    assert set(table.lamps()) == set(pins.lamps)
    buttons.close()


def test_a_table_without_pins_has_no_button_and_no_lights() -> None:
    table = SimulatedTable()
    table.press(0.1)
    assert table.lamps() == {}
    table.close()
