"""The list of pins: every number once, and nothing that a Pi needs for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import SettingsError
from hardware.factory import OTHER_USES
from hardware.patterns import LAMPS
from hardware.pins import Pins, load_pins

CAMERA_AND_BUSES = set(OTHER_USES) - set(range(18, 22))  # an I2S sound board is left to the family


def test_the_shipped_list_names_every_light_and_both_buttons(pins: Pins) -> None:
    assert set(pins.lamps) == set(LAMPS)
    assert set(pins.buttons) == {"table", "back"}


def test_the_shipped_list_keeps_off_the_buses(pins: Pins) -> None:
    used = {*pins.lamps.values(), *pins.buttons.values()}
    assert len(used) == 15
    assert not used & CAMERA_AND_BUSES


def test_a_table_with_one_button_and_no_lights_is_a_table(tmp_path: Path) -> None:
    pins = load_pins(_written(tmp_path, "table = 17"))
    assert pins.buttons == {"table": 17}
    assert pins.lamps == {}


def test_seats_may_have_buttons_of_their_own(tmp_path: Path) -> None:
    pins = load_pins(_written(tmp_path, "table = 17\nseat_buttons = [18, 7]\nseats = [5, 6]"))
    assert pins.buttons == {"table": 17, "seat button 1": 18, "seat button 2": 7}
    assert pins.lamps == {"seat1": 5, "seat2": 6}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("table = 17\nseat_buttons = [17]", "GPIO17 for ['table', 'seat button 1']"),
        ("table = 17\nseat_buttons = [0, 1, 2, 3, 4, 5, 6]", "'seat_buttons', got (0, 1, 2, 3, 4, 5, 6)"),
        ("table = 28", "'table', got 28"),
        ("table = -1", "'table', got -1"),
        ("table = 17\nstatus = 17", "GPIO17 for ['table', 'status']"),
        ("table = 17\nseats = [5, 6, 5]", "GPIO5 for ['seat1', 'seat3']"),
        ("table = 17\ntheft = [1, 2, 3]", "'theft', got (1, 2, 3)"),
        ("table = 17\nseats = [0, 1, 2, 3, 4, 5, 6]", "'seats', got (0, 1, 2, 3, 4, 5, 6)"),
        ("table = '17'", "$.table"),
        ("table = true", "$.table"),
        ("seats = [5]", "table"),
        ("table = 17\nlamp = 3", "lamp"),
        ("table = ", "Invalid value"),
    ],
)
def test_a_wrong_list_is_refused_and_names_the_pin(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load_pins(_written(tmp_path, text))
    assert told in str(refused.value)
    assert "own.toml" in str(refused.value)


def test_a_missing_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml"):
        load_pins(tmp_path / "none.toml")


def _written(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path
