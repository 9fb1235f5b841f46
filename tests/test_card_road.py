"""Drawn cards at the simulated table, read by the real eye."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.cardshelf import CardShelf
from companion.decks import DECKS, drawn_deck
from companion.rules.card_game import CardExpectation
from hardware.simulators.table import SimulatedTable
from tests.drawndecks import taught

STEP = 1 if os.environ.get("COMPANION_GAMES") else 17
"""Each so-many-th card is laid every day, each one where COMPANION_GAMES is set."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "riot" else [pytest.mark.thorough]) for name in DECKS]
)
def test_drawn_cards_are_read_at_the_simulated_table(tmp_path: Path, name: str) -> None:
    """Each laid askew at another place: known for sure, or asked about; never taken for another."""
    taught(tmp_path, name)
    shelf, table = CardShelf(tmp_path, None), SimulatedTable(seed=9)
    table.open()
    codes = drawn_deck(name).codes[::STEP]
    sure = 0
    for code in codes:
        table.lay_card(name, code)
        seen = shelf.read(table.capture(1.0), CardExpectation(name, codes), None)
        assert {one.code for one in seen} <= {code, None}, code
        sure += any(one.code == code for one in seen)
    table.close()
    assert sure >= 0.9 * len(codes)
