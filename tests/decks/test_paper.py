from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest

from companion.decks import HEIGHT, WIDTH, drawn_deck, face
from companion.decks.paper import COLUMNS, MARK, PAGE, ROWS, pdf, sheets
from companion.vision.mat import A4, LETTER, Paper

POINTS = 72 / 25.4
DECK = drawn_deck("riot")
SMALL = replace(drawn_deck("plankton_rising"), cards=drawn_deck("plankton_rising").cards[:12])


@pytest.fixture(scope="module")
def riot() -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf(DECK, A4, backs=True))


@pytest.mark.parametrize(("paper", "size"), [(A4, (210, 297)), (LETTER, (215.9, 279.4))], ids=["a4", "letter"])
def test_nine_cards_a_sheet_of_the_papers_size(paper: Paper, size: tuple[float, float]) -> None:
    document = pypdfium2.PdfDocument(pdf(SMALL, paper))
    assert len(document) == 2  # of twelve cards
    for page in document:
        assert page.get_size() == pytest.approx([side * POINTS for side in size], abs=0.1)
    assert document.get_metadata_dict()["Title"] == "Table Companion: The Driftwood Diner (Plankton Rising)"
    assert (paper.height - COLUMNS * WIDTH) / 2 > MARK  # home printers leave some 5 mm white
    assert (paper.width - ROWS * HEIGHT) / 2 > MARK


def test_a_whole_deck_fills_its_sheets() -> None:
    counts = {deck.id: [len(sheet) for sheet in sheets(deck)] for deck in (DECK, drawn_deck("plankton_rising"))}
    assert counts == {"riot": [9] * 10 + [8], "plankton_rising": [9] * 7 + [3]}


def test_every_card_is_there_with_its_copies_as_text(riot: pypdfium2.PdfDocument) -> None:
    faces = [riot[number].get_textpage().get_text_range() for number in range(0, len(riot), 2)]
    assert len(faces) == 11
    lines = Counter(line.strip() for text in faces for line in re.split(r"[\r\n]+", text))
    assert lines["Toll Badger"] == 3
    assert lines["Rowdy Radishes"] == 3 + 1 + 1  # gang cards, its Cartel card, a wild one; one is upside down
    assert lines["CARTEL"] == 10
    assert "".join(faces).count("Shut the Gate!") == 5


def test_backs_follow_every_sheet_and_mirror_it(riot: pypdfium2.PdfDocument) -> None:
    assert len(riot) == 22
    assert riot[1].get_textpage().get_text_range().count("The Allotment") == PAGE + 1  # and in the margin
    last = riot[21].get_textpage()
    found, places = last.search("The Allotment"), list[tuple[float, float]]()
    while one := found.get_next():
        left, bottom, _, _ = last.get_charbox(one[0])
        places.append((left / POINTS, bottom / POINTS))
    backs = [(x, y) for x, y in places if x > 10.5]
    assert len(backs) == 98 % PAGE
    assert not any(x < 10.5 + WIDTH and y < 16.5 + HEIGHT for x, y in backs)  # the lower left one, mirrored


def test_a_card_lies_where_the_marks_say_at_its_true_size(riot: pypdfium2.PdfDocument) -> None:
    density = 3.0
    page = np.asarray(riot[0].render(scale=density / POINTS).to_pil().convert("RGB"), np.float32)
    left, top = (210 - 3 * WIDTH) / 2, (297 - 3 * HEIGHT) / 2
    for place, card in enumerate(next(iter(sheets(DECK)))):
        row, column = divmod(place, COLUMNS)
        x, y = round((left + column * WIDTH) * density), round((top + row * HEIGHT) * density)
        printed = page[y : y + round(HEIGHT * density), x : x + round(WIDTH * density)]
        assert np.abs(printed - face(card, density)[: len(printed)]).mean() < 8, card.code
    above = page[round((top - 3) * density), :, 0]
    marks = np.flatnonzero(above < 200) / density
    assert all(np.abs(marks - (left + column * WIDTH)).min() < 0.5 for column in range(4))


def test_the_same_deck_is_the_same_small_file_and_is_not_scaled() -> None:
    two = replace(SMALL, cards=SMALL.cards[:2])
    once = pdf(two, A4)
    assert once == pdf(two, A4)
    assert b"/PrintScaling /None" in once
    assert len(once) < 140_000
