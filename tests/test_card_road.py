"""Drawn cards at the simulated table, read by the real eye."""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.cardshelf import CardShelf
from companion.decks import DECKS, drawn_deck
from companion.eye import Look
from companion.rules.card_game import CardExpectation
from companion.rules.game import Action
from companion.rules.riot.deck import CARTEL
from hardware.simulators.table import SimulatedTable
from tests.drawndecks import taught
from tests.laid import row_of
from tests.play import WEIGHTS, random_action
from tests.test_cards import ADA_AND_BO, Scene

STEP = 1 if os.environ.get("COMPANION_GAMES") else 17
"""Each so-many-th card is laid every day, each one where COMPANION_GAMES is set."""
TRIES = 8
"""Of so many things that could be done, the one is done whose cards have not been laid yet."""


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


def test_cards_laid_side_by_side_are_all_read(tmp_path: Path) -> None:
    """As many as a Turf War has at most, each second one upside down; in the order in which they were laid."""
    codes = ("C-PEA", "C-ONI", "C-RAD", "C-GAR", "C-CAB")
    taught(tmp_path, "riot", *codes)
    shelf, table = CardShelf(tmp_path, None), SimulatedTable(seed=4)
    table.open()
    for place, code in enumerate(codes):
        table.lay_card("riot", code, beside=True, turned=place % 2 == 1)
    seen = shelf.read(table.capture(1.0), CardExpectation("riot", codes), None)
    table.close()
    assert tuple(one.code for one in seen) == codes


@dataclass
class Evening:
    """Riot at a simulated table: what cards can tell is laid before its camera, read by the real eye, accepted."""

    scene: Scene
    table: SimulatedTable
    rng: random.Random
    laid: set[str] = field(default_factory=set)
    readings: int = 0
    asked: int = 0
    by_hand: int = 0

    def step(self) -> None:
        """Something that is open is done, by its cards where they tell it."""
        choices = self.scene.view.choices
        weights = [
            {**WEIGHTS["riot"], "end": 0.6, "secure": 1.0, "spin": 1.0}.get(choice.name, 1.0) for choice in choices
        ]
        choice = self.rng.choices(choices, weights)[0]
        tries = (random_action(choice, self.rng) for _ in range(TRIES))
        action = max(tries, key=lambda action: len({*row_of(choice, action)} - self.laid))
        row = row_of(choice, action)
        if not row or (action.name == "end" and len(row) == 1) or not self._lay(row, action):
            self.scene.desk.do(str(action))
        assert self._last() == str(action)

    def _lay(self, row: tuple[str, ...], action: Action) -> bool:
        """Whether cards that were laid, read and accepted have done what was meant."""
        for place, code in enumerate(row):
            self.table.lay_card("riot", code, beside=bool(place), turned=self.rng.random() < 0.3)
        self.scene.desk.press()
        wanted = self.scene.expected[-1]
        assert isinstance(wanted, CardExpectation)
        frame = self.table.capture(1.0)
        cards = self.scene.shelf.read(frame, wanted, None)
        assert {one.code for one in cards} <= {*row, None}, row
        self.scene.desk.looked(Look(jpeg=frame.jpeg(), frames=(frame,), cards=cards))
        return self._accepted(row, action)

    def _accepted(self, row: tuple[str, ...], action: Action) -> bool:
        shown = self.scene.proposal
        self.readings += 1
        if shown.card and not shown.card.code and len(row) == 1:
            self.asked += 1
            self.scene.desk.name_card(shown.id, row[0])
            shown = self.scene.proposal
        if shown.acceptable:
            self.scene.desk.press()
        elif shown.card and shown.card.code:
            self.scene.desk.accept(shown.id, str(action))
        else:  # cards of a row that are not all sure: they are told on the tablet
            self.by_hand += 1
            self.scene.desk.dismiss(shown.id)
            return False
        self.laid |= {*row}
        return True

    def _last(self) -> str:
        """The action that was written down last."""
        (evening, *_) = self.scene.journal.evenings()
        return str(json.loads(self.scene.journal.entries(evening.id)[-1].body)["action"])


@pytest.mark.thorough
@pytest.mark.timeout(0)
def test_whole_riots_are_played_by_laying_cards(tmp_path: Path) -> None:
    """Until each card was laid for something, the Cartel's in a Turf War: nothing is done but what is meant."""
    scene = Scene(tmp_path)
    taught(scene.own, "riot")
    evening = Evening(scene, SimulatedTable(seed=2), random.Random(2))
    evening.table.open()
    cartel = {code for code in drawn_deck("riot").codes if code.startswith(CARTEL)}
    wanted = {*drawn_deck("riot").codes} - cartel
    seeds = iter(range(5))
    while not (evening.laid >= wanted and evening.laid & cartel):
        scene.desk.new("riot", ADA_AND_BO, {"cartel": 5}, box="paper", seed=next(seeds))
        while scene.view.outcome is None:
            evening.step()
        scene.desk.leave()
    evening.table.close()
    print(f"\n{evening.readings} readings: {evening.asked} asked, {evening.by_hand} told by hand instead")
    assert evening.asked + evening.by_hand <= 0.05 * evening.readings
