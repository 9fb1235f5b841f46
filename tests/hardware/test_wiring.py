"""The drawings and the tables in WIRING.md: they say what the program does."""

from __future__ import annotations

import math
import re
import runpy
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.patterns import STATUS
from hardware.pins import Pins
from hardware.wiring import HEADER_LIMIT, LEDS, PIN_LIMIT, current, draw, header, most_current, positions

FOLDER = Path(__file__).parents[2] / "hardware"
TEXT = (FOLDER / "WIRING.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose heading begins with the text."""
    [table] = re.findall(rf"^ *\| {re.escape(heading)}.*\n *\|[ |-]+\n((?: *\|.*\n)+)", TEXT, re.MULTILINE)
    return [[cell.strip(" `") for cell in line.strip(" |").split("|")] for line in table.splitlines()]


def test_the_table_of_pins_is_the_list_of_pins(pins: Pins) -> None:
    written = {name: (int(number), int(position)) for _, name, number, position in rows("part")}
    numbers = pins.buttons | pins.lamps
    assert written == {name: (numbers[name], position) for name, position in positions(pins).items()}


def test_the_shipped_drawing_is_drawn_from_the_shipped_list(pins: Pins) -> None:
    assert (FOLDER / "wiring.svg").read_text(encoding="utf-8") == draw(pins)


def test_a_list_of_ones_own_can_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: object) -> None:
    own = tmp_path / "own.toml"
    own.write_text("table = 4\nstatus = 18", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["wiring", str(own)])
    monkeypatch.delitem(sys.modules, "hardware.wiring")
    runpy.run_module("hardware.wiring", run_name="__main__")
    drawn = capsys.readouterr().out  # type: ignore[attr-defined]  # pytest gives its type no public name
    told = " ".join(ET.fromstring(drawn).itertext())
    assert "table button" in told
    assert "status" in told
    assert "seat" not in told


@pytest.mark.parametrize("drawing", ["wiring.svg", "tray.svg"])
def test_the_drawings_are_well_formed_and_name_themselves(drawing: str) -> None:
    root = ET.parse(FOLDER / drawing).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert [child.tag.split("}")[1] for child in root][:2] == ["title", "desc"]
    assert drawing in TEXT


def test_the_header_is_the_one_that_every_pi_has() -> None:
    assert header()[11] == "GPIO17"
    assert header()[9] == "GND"
    assert len(header()) == 40


def test_the_currents_are_as_written_and_within_the_limits(pins: Pins) -> None:
    for (colour, resistor, volts, milliamperes), (name, (ohms, forward)) in zip(
        rows("colour of the LED"), LEDS.items(), strict=True
    ):
        assert (colour, resistor, volts) == (name, f"{ohms} Ω", f"{forward} V")
        assert milliamperes == f"{current(ohms, forward):.1f} mA"
        assert current(ohms, forward) < PIN_LIMIT
    together = most_current(len(pins.lamps))
    assert together < HEADER_LIMIT
    assert f"All {len(pins.lamps)} lights at once take {together:.0f} mA" in TEXT


def test_every_pattern_of_the_status_light_is_told() -> None:
    assert [row[0] for row in rows("it shows")] == [*STATUS]


@pytest.mark.parametrize(("camera", "across", "down"), [("Module 2", 62.2, 48.8), ("Module 3", 53.0, 41.0)])
def test_the_heights_follow_from_the_angles_of_view(camera: str, across: float, down: float) -> None:
    [height] = [row[1] for row in rows("camera") if camera in row[0]]
    needed = max(16 / math.tan(math.radians(across / 2)), 12 / math.tan(math.radians(down / 2)))
    assert height == f"{math.ceil(needed)} cm"
