"""The style sheets: all of them are on every page, so no two may mean different things by one class."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

SHEETS = Path(__file__).parents[2] / "web" / "static" / "css"
OWN = ("monopoly", "plankton_rising", "riot", "workshop")
"""Sheets of one game or room; the others are the common ones, on which these may build."""


def plain(sheet: str) -> set[str]:
    """The classes that a sheet draws wherever they stand: a selector of that class alone."""
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / f"{sheet}.css").read_text(), flags=re.DOTALL)
    selectors = (one.strip() for group in re.findall(r"([^{}]+)\{", text) for one in group.split(","))
    return {one[1:] for one in selectors if re.fullmatch(r"\.[\w-]+", one)}


def test_no_two_rooms_draw_the_same_class() -> None:
    drawn = defaultdict(list)
    for sheet in OWN:
        for name in plain(sheet):
            drawn[name].append(sheet)
    assert {name: sheets for name, sheets in drawn.items() if len(sheets) > 1} == {}


def test_the_sheets_are_read_as_they_are() -> None:
    assert {"crops", "pick"} <= plain("workshop")
