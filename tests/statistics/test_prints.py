"""Prints of a summary: each opens with what others read it by, and all hold the same numbers."""

from __future__ import annotations

import csv
import io
import json

import msgspec
import pypdfium2
import pytest
from PIL import Image

from companion.rules import GAMES
from companion.statistics.prints import fonts, printed
from companion.statistics.prints.fonts import Fonts, drawn, is_shaped, shipped
from companion.statistics.prints.layout import PAGE, blocks
from companion.statistics.prints.png import _parts
from companion.statistics.prints.shapes import Stroke
from companion.statistics.prints.spoken import Spoken
from companion.statistics.prints.tables import COLUMNS, SummaryFile, schema
from companion.statistics.summary import summarised
from companion.statistics.told import Summary
from tests.play import setup_of
from tests.statistics.evening import begun, random_evening

SPOKEN = Spoken()


@pytest.fixture(scope="module", params=GAMES)
def summary(request: pytest.FixtureRequest) -> Summary:
    return summarised(random_evening(request.param, 4).live)


def rows(summary: Summary) -> list[dict[str, str]]:
    text = printed(summary, "csv", SPOKEN).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def data(summary: Summary) -> SummaryFile:
    return msgspec.json.decode(printed(summary, "json", SPOKEN), type=SummaryFile, strict=True)


def words_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_data_follow_their_schema_and_hold_what_was_told(summary: Summary) -> None:
    found = data(summary)
    assert tuple(seat.score for seat in found.seats if seat.score is not None) == summary.scores
    assert tuple(seat.seconds for seat in found.seats) == summary.times.seats
    assert [line.values for one in found.series for line in one.lines] == [
        line.values for one in summary.series for line in one.lines
    ]
    assert [dice.counts for dice in found.dice] == [dice.counts for dice in summary.dice]
    assert tuple(place for place, seat in enumerate(found.seats) if seat.won) == summary.winners
    assert set(schema()) == {"$ref", "$defs"}


def test_the_table_holds_the_numbers_of_the_data(summary: Summary) -> None:
    table, found = rows(summary), data(summary)
    assert tuple(table[0]) == COLUMNS
    over_time = [int(row["value"]) for row in table if row["section"] == "over time"]
    assert over_time == [value for one in found.series for line in one.lines for value in line.values]
    assert [int(row["value"]) for row in table if row["section"] == "score"] == [*summary.scores]
    fell = [int(row["value"]) for row in table if row["section"] == "dice"]
    assert fell == [count for one in found.dice for count in (*one.counts.values(), *one.untested.values())]


def test_the_pdf_opens_on_a4_and_holds_the_numbers(summary: Summary) -> None:
    pdf = printed(summary, "pdf", SPOKEN)
    document, words = pypdfium2.PdfDocument(pdf), words_of(pdf)
    assert {tuple(round(side) for side in page.get_size()) for page in document} == {PAGE}
    assert str(summary.title) in words
    assert all(f"{score:,}" in words for score in summary.scores)
    assert all(str(count) in words for one in summary.dice for count in one.counts.values())
    assert pdf == printed(summary, "pdf", SPOKEN)


@pytest.mark.parametrize("summary", ["plankton_rising"], indirect=True)
def test_the_picture_opens_and_is_as_long_as_its_blocks(summary: Summary) -> None:
    picture = Image.open(io.BytesIO(printed(summary, "png", SPOKEN)))
    height = 80 + sum(block.height for block in blocks(summary, SPOKEN, Fonts()))
    assert picture.width == 1071
    assert abs(picture.height - height * 1.8) <= 1
    assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 20


@pytest.mark.parametrize("kind", ["csv", "json", "pdf"])
def test_an_evening_that_has_just_begun_can_be_printed(kind: str) -> None:
    new = summarised(begun("monopoly", setup_of(GAMES["monopoly"], 6)).live)
    assert printed(new, kind, SPOKEN)


def test_a_name_that_looks_like_a_formula_is_harmless_in_a_spreadsheet() -> None:
    new = summarised(random_evening("just_dice", 2).live)
    table = {row["who"] for row in rows(new)}
    assert not any(name.startswith(("=", "+", "-", "@")) for name in table)
    assert {seat.name for seat in data(new).seats} == {seat.name for seat in new.seats}


def test_names_are_whole_in_table_and_data(summary: Summary) -> None:
    names = {seat.name for seat in summary.seats}
    assert {seat.name for seat in data(summary).seats} == names
    assert {name.removeprefix("'") for name in (row["who"] for row in rows(summary))} >= names


def test_marks_of_direction_stay_out_of_table_and_data() -> None:
    apart = Spoken(lambda sentence: f"\u2068{sentence}\u2069")
    told = summarised(random_evening("yahtzee_jr", 4).live)
    for kind in ("csv", "json"):
        assert "\u2068" not in printed(told, kind, apart).decode()


def test_letters_that_no_font_has_are_told_and_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_found", lambda _name: None)  # a machine without fonts of its own
    new = summarised(begun("riot", random_evening("riot", 4).live.setup).live)
    words = words_of(printed(new, "pdf", SPOKEN))
    assert "Some letters show as empty boxes" in words
    assert Image.open(io.BytesIO(printed(new, "png", SPOKEN))).size[0] == 1071
    assert Fonts().missing(["Ada שרה", "李"]) == "שרה李"


def test_western_letters_need_no_font_of_the_machine() -> None:
    told = "Zoë Müller Ñandú 1,234 € – “yes”"
    assert Fonts(()).missing([told]) == ""
    assert Fonts(()).runs(told) == [(shipped(bold=False), told)]


def test_runs_are_cut_where_the_font_changes() -> None:
    found = Fonts().runs("Ada李Bo")
    assert "".join(run for _, run in found) == "Ada李Bo"


@pytest.mark.parametrize(("text", "shaped"), [("Ada", False), ("李小龙", False), ("שרה", True), ("हिन्दी", True)])
def test_scripts_that_are_joined_or_run_to_the_left_are_known(text: str, shaped: bool) -> None:
    assert is_shaped(text) is shaped


def test_joiners_and_selectors_are_not_drawn_where_nothing_is_joined() -> None:
    assert drawn("\u2068👩\u200d👧❤\ufe0f\u2069") == "👩👧❤"


def test_lines_are_wrapped_within_their_room() -> None:
    found = Fonts().wrapped("one two three four five", 10, 60)
    assert " ".join(found) == "one two three four five"
    assert all(Fonts().width(line, 10) <= 60 for line in found)


def test_a_word_that_is_longer_than_its_room_is_cut() -> None:
    found = Fonts().wrapped("W" * 40 + " wins!", 10, 60)
    assert "".join(found).replace(" ", "") == "W" * 40 + "wins!"
    assert all(0 < Fonts().width(line, 10) <= 60 for line in found)
    assert Fonts().wrapped("", 10, 60) == [""]


def test_a_dashed_line_is_as_long_as_its_pieces_and_gaps() -> None:
    parts = list(_parts(Stroke(((0, 0), (10, 0), (10, 5)), dash=(4, 2))))
    assert parts == [((0, 0), (4, 0)), ((6, 0), (10, 0)), ((10, 2), (10, 5))]


def test_the_schema_is_plain_json() -> None:
    assert json.loads(json.dumps(schema())) == schema()
