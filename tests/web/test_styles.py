"""The style sheets: many are on every page, so no two may mean different things by one class."""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.styles import SHEETS as EVERYWHERE

WEB = Path(__file__).parents[2] / "web"
SHEETS = WEB / "static" / "css"
COMMON = ("tokens", "base", "parts", "table", "clock", "reveal", "reading", "games", "forms", "home", "playground")
"""The sheets on which those of a game or a room may build."""

THEMES = ("light", "contrast")


def own() -> list[str]:
    """The sheets of one game or room."""
    return sorted({file.stem for file in SHEETS.glob("*.css")} - {*COMMON, *THEMES})


def plain(sheet: str) -> set[str]:
    """The classes that a sheet draws wherever they stand: a selector of that class alone."""
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / f"{sheet}.css").read_text(), flags=re.DOTALL)
    selectors = (one.strip() for group in re.findall(r"([^{}]+)\{", text) for one in group.split(","))
    return {one[1:] for one in selectors if re.fullmatch(r"\.[\w-]+", one)}


def test_no_two_rooms_draw_the_same_class() -> None:
    drawn = defaultdict(list)
    for sheet in own():
        for name in plain(sheet):
            drawn[name].append(sheet)
    assert {name: sheets for name, sheets in drawn.items() if len(sheets) > 1} == {}


def test_the_sheets_are_read_as_they_are() -> None:
    assert {"crops", "pick"} <= plain("workshop")
    assert {"monopoly", "riot", "workshop", "across"} <= {*own()}


def test_every_sheet_is_on_some_page() -> None:
    linked = "".join(file.read_text() for file in (WEB / "templates").rglob("*.html"))
    for file in SHEETS.glob("*.css"):
        assert file.stem in EVERYWHERE or f"/static/css/{file.name}" in linked, file.stem


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_all_sheets_of_every_page_come_as_one_that_is_asked_for_once(client: FlaskClient, encoding: str) -> None:
    answer = client.get("/style.css", headers={"Accept-Encoding": encoding})
    text = (gzip.decompress(answer.data) if encoding == "gzip" else answer.data).decode()
    for sheet in EVERYWHERE:
        assert (SHEETS / f"{sheet}.css").read_text() in text
    known = {"If-None-Match": answer.headers["ETag"], "Accept-Encoding": encoding}
    assert client.get("/style.css", headers=known).status_code == 304


def test_no_sheet_asks_the_system_for_colours_that_the_tablets_settings_should_decide() -> None:
    for file in SHEETS.glob("*.css"):
        assert "prefers-color-scheme" not in file.read_text(), file.name
