from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.errors import CalibrationError
from companion.vision.bump import Bump
from companion.vision.calibrate import calibrate
from companion.vision.frame import Frame, Pixels
from companion.vision.tray import Tray, whole_frame
from tests.daily import daily

from .tables import Floats, Table, wood

DICE = tuple((x, y, 16.0, 16.0) for x, y in ((20, 30), (70, 110), (110, 40), (150, 120), (90, 80)))
OTHER_DICE = tuple((x, y, 16.0, 16.0) for x, y in ((50, 20), (30, 90), (160, 50), (120, 130), (100, 70)))
SCALE = 0.337  # millimetres per pixel of these tables


def cloth(faint: float = 12.0, seed: int = 0) -> Pixels:
    """A tile of a cloth with a soft, faint pattern in which nothing stands out."""
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(rng.normal(0, 1, (256, 256)), (0, 0), 6, borderType=cv2.BORDER_REFLECT)
    return np.asarray(np.clip((70, 90, 120) + (soft / soft.std() * faint)[..., None], 0, 255), np.uint8)


GROUNDS = {
    "mat": Table(covers=DICE),
    "wood": Table(ground=wood(), sheet=False, covers=DICE, slant=12, k1=-0.08),
    "cloth": Table(ground=cloth(), sheet=False, covers=DICE),
}
PLAIN = Table(sheet=False, covers=DICE)


@pytest.fixture(params=GROUNDS)
def table(request: pytest.FixtureRequest) -> Table:
    return GROUNDS[request.param]


def tray_of(table: Table) -> Tray:
    """The tray, calibrated with the mat that was then taken away."""
    return calibrate(replace(table, sheet=True, covers=()).photograph()).tray


@cache
def bump(table: Table) -> Bump:
    return Bump(table.photograph(), tray_of(table))


def later(table: Table, **changes: object) -> Frame:
    return replace(table, covers=OTHER_DICE, seed=9, **changes).photograph()  # type: ignore[arg-type]


MOTIONS: dict[str, dict[str, object]] = {
    "5 pixels": {"aim": (5 * SCALE, 0.0)},
    "8 and 6 pixels": {"aim": (-8 * SCALE, 6 * SCALE)},
    "20 pixels": {"aim": (0.0, -20 * SCALE)},
    "2 degrees": {"roll": 2.0},
    "20 pixels and -2 degrees": {"aim": (18 * SCALE, 9 * SCALE), "roll": -2.0},
    "nod": {"nod": (4.0, 3.0)},
}


@pytest.mark.parametrize("motion", daily(MOTIONS, [*MOTIONS][:2]))
def test_a_small_bump_is_told_and_the_tray_realigned(table: Table, motion: str) -> None:
    moved = replace(table, **MOTIONS[motion])  # type: ignore[arg-type]
    watch = bump(table)
    told = watch.check(later(table, **MOTIONS[motion]))
    assert told.verdict == "realigned"
    assert moved.error(watch.tray).max() > 1.2
    assert moved.error(told.tray).max() < 0.8
    assert (told.dx, told.dy) == pytest.approx(went(table, moved), abs=1.0)
    assert told.degrees == pytest.approx(-moved.roll, abs=0.3) or told.degrees == pytest.approx(
        moved.roll, abs=0.3
    )


def went(table: Table, moved: Table) -> Floats:
    """The pixels by which the dice area's middle truly went."""
    middle = np.array([table.mat.area]) / 2
    return np.asarray((moved.pixels(middle) - table.pixels(middle))[0])


@pytest.mark.parametrize(
    "motion",
    [{"aim": (150 * SCALE, 0.0)}, {"roll": 9.0}, {"roll": 180.0}, {"height": 480.0}],
    ids=["150 pixels", "9 degrees", "upside down", "higher"],
)
def test_a_large_bump_asks_for_a_new_calibration(table: Table, motion: dict[str, object]) -> None:
    watch = bump(table)
    told = watch.check(later(table, **motion))
    assert told.verdict == "camera-moved"
    assert told.tray == watch.tray


LIGHTS: dict[str, dict[str, object]] = {
    "as before": {},
    "half as bright": {"light": 0.5},
    "brighter": {"light": 1.15},
    "a shadow": {"shadow": (30.0, 20.0, 120.0)},
    "noisy": {"light": 0.6, "noise": 5.0},
}


@pytest.mark.parametrize("light", daily(LIGHTS, [*LIGHTS][:3]))
def test_other_light_and_other_dice_are_no_bump(table: Table, light: str) -> None:
    watch = bump(table)
    told = watch.check(later(table, **LIGHTS[light]))
    assert told.verdict == "unmoved"
    assert told.tray is watch.tray


def test_another_tint_is_no_bump(table: Table) -> None:
    frame = later(table)
    warm = np.clip(frame.pixels * np.array([1.2, 1.0, 0.75]), 0, 255).astype(np.uint8)
    assert bump(table).check(Frame(warm, 1.0)).verdict == "unmoved"


@pytest.mark.parametrize("seed", daily(range(3), [0]))
@pytest.mark.parametrize("ground", ["wood", "cloth"])
def test_with_a_hand_in_view_nothing_is_decided(ground: str, seed: int) -> None:
    table = GROUNDS[ground]
    told = bump(table).check(replace(table, hand=True, seed=seed, covers=OTHER_DICE).photograph())
    assert told.verdict == "undecided"


@pytest.mark.parametrize("ground", ["wood", "cloth"])
def test_another_table_is_another_view(ground: str) -> None:
    table = GROUNDS[ground]
    for other in (np.rot90(wood(5)), cloth(seed=5), (120, 80, 60)):
        assert bump(table).check(later(table, ground=other)).verdict == "camera-moved"


def test_the_mat_tells_it_also_where_the_table_is_plain() -> None:
    watch = bump(GROUNDS["mat"])
    told = watch.check(later(GROUNDS["mat"], aim=(5.0, 2.0)))
    assert (told.verdict, told.by) == ("realigned", "fiducials")
    assert replace(GROUNDS["mat"], aim=(5.0, 2.0)).error(told.tray).max() < 0.3


def test_without_any_pattern_nothing_is_decided_and_that_is_known() -> None:
    watch = bump(PLAIN)
    assert not watch.able
    assert watch.check(later(PLAIN, aim=(8.0, 0.0))).verdict == "undecided"
    assert all(bump(table).able for table in GROUNDS.values())


def test_in_the_dark_nothing_is_decided(table: Table) -> None:
    assert bump(table).check(later(table, light=0.05)).verdict == "undecided"


def test_a_tray_that_fills_the_picture_is_watched_at_its_rim() -> None:
    table = replace(GROUNDS["wood"], slant=0.0, k1=0.0)
    watch = Bump(table.photograph(), whole_frame(table.width, table.height_px))
    assert watch.check(later(table)).verdict == "unmoved"
    told = watch.check(later(table, aim=(4.0, 0.0)))
    assert told.verdict == "realigned"
    assert (told.dx, told.dy) == pytest.approx(went(table, replace(table, aim=(4.0, 0.0))), abs=1.0)


def test_pictures_of_another_size_are_refused() -> None:
    watch = bump(GROUNDS["wood"])
    small = Frame(np.zeros((480, 640, 3), np.uint8), 0.0)
    with pytest.raises(CalibrationError, match="another size"):
        watch.check(small)
    with pytest.raises(CalibrationError, match="another size"):
        Bump(small, watch.tray)
