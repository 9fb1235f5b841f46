"""Covered cards are told by their print, wherever what is seen of them was taken for a card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.vision.cards.evidence import SURE, Evidence, reason_of
from companion.vision.cards.finder import CardFinder, Found
from companion.vision.cards.reader import CardReader
from companion.vision.cards.sighting import ALIKE
from companion.vision.frame import Frame
from tests.vision.cards.drawn import SIZE, families, reader_of, varied
from tests.vision.cards.table import photograph

CARDS = varied(np.random.default_rng(21), 5) | families(np.random.default_rng(22), 1, 3)
STRANGER = "V4"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> CardReader:
    return reader_of(tmp_path_factory.mktemp("decks") / "drawn", CARDS, STRANGER)


def covered(code: str) -> tuple[Frame, np.ndarray, np.ndarray]:
    """A card whose lower third lies under a sheet; its corners, and those of the part that is seen."""
    shot = photograph([CARDS[code][1]], SIZE, "clean", np.random.default_rng(3), turns=(8.0,))
    corners = shot.corners[0]
    part = corners.copy()
    part[2:] = corners[1::-1] + 0.68 * (corners[2:] - corners[1::-1])
    pixels = shot.frame.pixels.copy()
    across, along = corners[1] - corners[0], corners[3] - corners[0]
    sheet = [
        part[3] - 0.4 * across,
        part[2] + 0.4 * across,
        part[2] + 0.4 * across + along,
        part[3] - 0.4 * across + along,
    ]
    cv2.fillPoly(pixels, [np.array(sheet).astype(np.int32)], (60, 130, 70))
    return Frame(pixels, 0.0), corners, part


def finds(monkeypatch: pytest.MonkeyPatch, *found: tuple[np.ndarray, float]) -> None:
    cards = [Found(corners, score, 150.0) for corners, score in found]
    monkeypatch.setattr(CardFinder, "find", lambda *_: cards)


def test_the_part_that_is_seen_is_completed_to_the_card(reader: CardReader) -> None:
    frame, corners, part = covered("V1")
    seen = reader.recognise(frame, part)
    assert (seen.code, seen.reason) == ("V1", None)
    assert np.abs(seen.corners - corners).max() < 10  # pixels


def test_what_is_hardly_found_is_told_if_it_has_a_known_print(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code, told in (("V1", ["V1"]), (STRANGER, [])):
        frame, _, part = covered(code)
        finds(monkeypatch, (part, 0.15))
        assert [one.code for one in reader.read(frame)] == told


def test_what_is_hardly_found_on_a_known_card_is_a_part_of_it(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame, corners, part = covered("V1")
    finds(monkeypatch, (corners, 0.8), (part, 0.3))
    asked: list[Sequence[float]] = []
    monkeypatch.setattr(reader._judge, "by_print", lambda _, place: asked.append(place.tolist()))
    assert [one.code for one in reader.read(frame)] == ["V1"]
    assert not asked


def test_a_bare_sheet_is_not_searched_for_print(reader: CardReader, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame(np.full((480, 640, 3), (60, 130, 70), np.uint8), 0.0)
    monkeypatch.setattr(reader._judge, "_placed", lambda *_: pytest.fail("a bare sheet has no print"))
    sheet = np.array([[200, 100], [326, 100], [326, 276], [200, 276]], np.float64)
    seen = reader.recognise(frame, sheet)
    assert seen.code is None
    assert seen.confidence < 0.5


def test_covered_cards_need_cells_that_agree_well_and_a_rival_that_differs() -> None:
    whole, part = Evidence(0.97, 0.45, 0.85), Evidence(0.97, 0.45, 0.85, covered=True)
    assert whole.confidence >= SURE > part.confidence
    assert reason_of(part) == ALIKE
    assert Evidence(0.97, 0.3, 0.97, covered=True).confidence >= SURE
    assert Evidence(1.0, 0.01, 1.0, covered=True).confidence < SURE  # as a twin of which the rest is covered
