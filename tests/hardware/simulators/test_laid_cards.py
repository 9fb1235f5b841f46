"""Cards that hands lay at the simulated table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.decks import NoSuchCard
from companion.errors import AskError
from companion.rules.args import Faces
from companion.rules.game import Choice
from companion.state.view import View
from companion.words import say
from hardware.simulators.spread import MOST, SKEW
from hardware.simulators.table import SimulatedTable

DICE = View(
    1, "play", choices=(Choice((0,), "roll", say("Roll"), {"faces": Faces("pips", ("1", "6"))}, chance=True),)
)


@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    made = SimulatedTable(seed=3, width=320, height=240)
    made.open()
    yield made
    made.close()


def test_a_card_takes_the_place_of_dice_and_of_another_card(table: SimulatedTable) -> None:
    table.follow(DICE)
    assert table.dice()
    bare = table.capture(1).pixels.astype(int)
    table.lay_card("riot", "RAD")
    assert table.dice() == ()
    laid = table.capture(1).pixels.astype(int)
    assert np.abs(laid - bare).mean() > 5
    table.lay_card("plankton_rising", "cork")
    assert np.abs(table.capture(1).pixels.astype(int) - laid).mean() > 5
    assert [card.code for card in table.cards()] == ["cork"]
    table.lay_card("plankton_rising", "")
    assert table.cards() == ()


def test_cards_make_room_for_dice(table: SimulatedTable) -> None:
    table.lay_card("riot", "RAD")
    table.follow(View(2, "play"))
    assert table.cards()
    table.follow(DICE)
    assert (len(table.cards()), len(table.dice())) == (0, 1)


def test_cards_lie_askew_and_whole_in_the_picture_each_time_elsewhere(table: SimulatedTable) -> None:
    places = set()
    for _ in range(20):
        table.lay_card("riot", "RAD")
        (card,) = table.cards()
        places.add((card.x, card.y, card.angle))
        corners = card.corners()
        assert (corners[:, :2] > 0).all()
        assert (corners[:, :2] < (320, 240)).all()
        assert abs(card.angle) <= SKEW
    assert len(places) == 20


def test_a_card_that_is_not_drawn_is_refused_and_changes_nothing(table: SimulatedTable) -> None:
    table.lay_card("riot", "RAD")
    with pytest.raises(NoSuchCard):
        table.lay_card("riot", "ACE")
    assert [card.code for card in table.cards()] == ["RAD"]


def test_cards_are_laid_beside_those_that_lie_there(table: SimulatedTable) -> None:
    table.lay_card("riot", "RAD")
    one = table.capture(1).pixels.astype(int)
    table.lay_card("riot", "DIP", beside=True)
    table.lay_card("riot", "DIP", beside=True, turned=True)
    assert table.laid() == (("riot", "RAD"), ("riot", "DIP"), ("riot", "DIP"))
    assert [card.code for card in table.cards()] == ["RAD", "DIP", "DIP"]
    assert np.abs(table.capture(1).pixels.astype(int) - one).mean() > 5
    table.lay_card("riot", "NOPE")
    assert table.laid() == (("riot", "NOPE"),)
    table.lay_card("riot", "", beside=True)
    assert (table.laid(), table.cards()) == ((), ())


def test_where_there_is_no_room_all_stays_as_it_lies(table: SimulatedTable) -> None:
    for _ in range(MOST):
        table.lay_card("riot", "RAD", beside=True)
    before = table.cards()
    with pytest.raises(AskError):
        table.lay_card("riot", "DIP", beside=True)
    assert (table.cards(), len(table.laid())) == (before, MOST)


def test_cards_make_room_for_dice_and_are_forgotten(table: SimulatedTable) -> None:
    table.lay_card("riot", "RAD")
    table.follow(DICE)
    assert table.laid() == ()
    table.lay_card("riot", "DIP", beside=True)
    assert table.laid() == (("riot", "DIP"),)
