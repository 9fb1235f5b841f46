from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.vision.cards.sighting import UNKNOWN, CardSighting
from companion.vision.frame import Frame
from tests.cards_report import Tally, auroc, contours, nearest
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.photos import Photo, matched, overlap
from tests.vision.cards.table import photograph

CORNERS = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float64)


def sighting(code: str | None, away: float = 0.0) -> CardSighting:
    return CardSighting(CORNERS + away, code, 0.9, (("fox", 0.9),), None if code else UNKNOWN)


def test_cards_are_counted_by_what_became_of_them() -> None:
    tally = Tally()
    fates = [
        tally.add("fox", sighting("fox")),
        tally.add("fox", sighting("oak")),
        tally.add("fox", sighting(None)),
        tally.add("fox", None),
        tally.add(None, sighting(None)),
        tally.add(None, sighting("fox")),
    ]
    assert fates == ["right", "silent", "asked", "missed", "refused", "silent"]
    assert "3/6 (50.0%)" in tally.line("all")


def test_strangers_below_all_known_cards_are_told_apart() -> None:
    assert auroc([0.9, 0.8], [0.1, 0.2]) == 1
    assert auroc([0.9, 0.1], [0.9, 0.1]) == pytest.approx(0.5)


def test_a_sighting_belongs_to_the_card_on_which_it_lies() -> None:
    seen = [sighting("oak", 200), sighting("fox", 3)]
    assert nearest(seen, CORNERS) is seen[1]
    assert nearest(seen, CORNERS + 1000) is None
    assert overlap((0, 0, 2, 2), (1, 0, 3, 2)) == pytest.approx(1 / 3)


def test_a_card_below_another_belongs_to_the_label_of_what_is_seen_of_it() -> None:
    frame = Frame(np.zeros((300, 400, 3), np.uint8), 0.0)
    below, above = CORNERS * 2 + 50, CORNERS * 2 + (100, 54)
    photo = Photo(Path("none.jpg"), ((50, 50, 100, 226), (100, 54, 226, 230)))
    assert {pair[:2] for pair in matched([below, above], photo, frame)} == {(0, 0), (1, 1)}
    assert {pair[:2] for pair in matched([below, above], photo, frame, whole=True)} == {(1, 1)}
    again = [above, above + 3]  # what was found twice belongs to no other card's label
    assert [pair[1] for pair in matched(again, photo, frame)] == [1]


def test_the_classical_way_finds_a_card_on_a_bare_table() -> None:
    face = varied(np.random.default_rng(1), 1)["V0"][1]
    shot = photograph([face], SIZE, "clean", np.random.default_rng(2))
    middles = [corners.mean(axis=0) for corners in contours(shot.frame)]
    assert min(np.linalg.norm(middle - shot.corners[0].mean(axis=0)) for middle in middles) < 10
