"""Plant-Based Riot by laid cards: what can be done with a card in whole games, it tells when it is laid."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.rules.game import Action, Choice
from companion.rules.laid import codes, together, ways
from companion.rules.riot import GAME
from companion.rules.riot.deck import checked_box
from companion.rules.setup import checked_setup
from tests import play
from tests.laid import row_of
from tests.rules.riot import PAPER, midgame, turf

UNTOLD = {"draw", "peek", "recruit", "let", "resolve", "war", "move", "name", "tell"}
"""What nobody lays a card down for: hidden hands and piles, words, and what lies there already."""


@pytest.fixture(autouse=True)
def full_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns end often enough for hands to grow above the limit."""
    monkeypatch.setitem(play.WEIGHTS, "riot", {**play.WEIGHTS["riot"], "end": 0.6, "spin": 1.0})


def steps(seeds: range) -> Iterator[tuple[tuple[Choice, ...], Choice, Action]]:
    """What was open, and what was done, in whole random games of the deck that is drawn."""
    for seed in seeds:
        rng = random.Random(seed)
        setup = checked_setup(GAME, replace(play.random_setup(GAME, rng), box=PAPER))
        for before, action, *_ in play.random_game(GAME, setup, rng):
            choices = GAME.choices(before)
            yield choices, next(one for one in choices if one.allows(action)), action


def test_all_that_a_card_can_do_is_told_by_laying_it() -> None:
    """And each card of the box, the Cartel's too, is laid for something within a few games."""
    laid, untold = set[str](), set[str]()
    for choices, choice, action in steps(range(10)):
        row = row_of(choice, action)
        if not row:
            untold.add(action.name)
            continue
        if len(row) == 1 and action.name == "end" and any(row[0] in one.cards for one in choices):
            continue  # while there are moves left, a card that is one is that, and no discard
        found = ways(choices, row[0]) if len(row) == 1 else tuple(together(choices, row))
        assert str(action) in [text for way in found for text in way.actions], action
        laid |= {*row}
    assert laid == {*GAME.cards(checked_box(PAPER))}
    assert untold <= UNTOLD | {"end", "give"}


def test_a_gift_is_laid_where_its_card_tells_which_is_meant() -> None:
    mine = turf("RAD RAD", "ONI: ONI W-ONI-CAB", "CAB: CAB W-ONI-CAB")
    state = midgame(turf(), mine, turf("GAR: GAR"), box=PAPER, phase="GIVE", givers=(1, 2))
    choices = GAME.choices(state)
    assert set(codes(choices)) == {"RAD", "ONI", "CAB", "GAR"}
    (way,) = ways(choices, "CAB")
    after = play.fold(GAME, state, GAME.decide(state, Action.parse(way.action)))
    assert "CAB" in [card for group in after.turfs[0].groups for card in group.cards]
    assert after.givers == (2,)
