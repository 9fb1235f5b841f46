from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.args import Arg, Number, OneOf, Pick
from companion.rules.card_args import Cards, OneFor, Spread
from companion.rules.card_game import CardGame
from companion.rules.game import Action, Choice
from companion.rules.laid import Way, codes, spreads, together, ways
from companion.rules.plankton_rising import GAME as PLANKTON
from companion.rules.riot import GAME as RIOT
from companion.words import say
from tests.rules import plankton
from tests.rules.riot import PAPER, act, midgame, turf

LABEL = say("Do it")


def pick(*values: str) -> tuple[Pick, ...]:
    return tuple(Pick(value, say(value)) for value in values)


def test_a_card_that_decides_all_is_one_action() -> None:
    choice = Choice((0,), "play", LABEL, {"card": OneOf(pick("DIP", "SPIN"))}, cards={"DIP": {"card": "DIP"}})
    assert codes((choice,)) == ("DIP",)
    assert ways((choice,), "DIP") == (Way(0, LABEL, '0 play card="DIP"'),)
    assert ways((choice,), "SPIN") == ()


def test_what_is_left_alone_needs_no_picking_and_the_rest_is_asked_in_order() -> None:
    args: dict[str, Arg] = {
        "card": OneOf(pick("W")),
        "gang": OneFor("card", {"W": pick("A", "B")}),
        "to": OneFor("gang", {"A": pick("x"), "B": pick("x", "y")}),
    }
    choice = Choice((1,), "lay", LABEL, args, cards={"W": {"card": "W"}})
    (way,) = ways((choice,), "W")
    assert not way.action
    first, second = way.asks
    assert first.action == '1 lay card="W" gang="A" to="x"'
    assert [str(one.label) for one in second.asks] == ["x", "y"]
    assert len(way.actions) == 3
    assert all(choice.allows(Action.parse(text)) for text in way.actions)


def test_several_seats_and_choices_are_several_ways() -> None:
    block = Choice((1, 2), "block", LABEL, cards={"NOPE": {}})
    other = Choice((0,), "show", LABEL, cards={"NOPE": {}})
    found = ways((block, other), "NOPE")
    assert [(way.seat, way.action) for way in found] == [(1, "1 block"), (2, "2 block"), (0, "0 show")]


def test_what_cannot_be_picked_is_left_to_the_page() -> None:
    choice = Choice((0,), "bid", LABEL, {"card": OneOf(pick("A")), "n": Number(1, 9)}, cards={"A": {"card": "A"}})
    assert ways((choice,), "A") == ()


@pytest.mark.parametrize(
    "card", ["RAD", "W-RAD-PEA", "MEGA", "PEAR", "BA1", "CHERRY", "BANANAS", "TRADE", "SPIN", "DIP"]
)
def test_every_way_of_every_riot_card_is_a_legal_action(card: str) -> None:
    state = midgame(turf("RAD RAD"), turf("ONI ONI ONI", "GAR: GAR MEGA"), hands=(card,), box=PAPER)
    found = ways(RIOT.choices(state), card)
    assert len(found) == 1
    for text in found[0].actions:
        RIOT.decide(state, Action.parse(text))


def test_a_blocking_card_asks_who_blocks() -> None:
    state = act(midgame(box=PAPER, hands=("DIP",)), "play", card="DIP")
    assert codes(RIOT.choices(state)) == ("NOPE",)
    assert [way.action for way in ways(RIOT.choices(state), "NOPE")] == ["1 block"]


def test_no_card_of_riot_means_anything_before_its_moves() -> None:
    assert codes(RIOT.choices(replace(midgame(box=PAPER), phase="START"))) == ()


def test_planktons_card_fills_both_its_arguments() -> None:
    state = plankton.act(plankton.lie(), "place", place="kitchen")
    open_now = PLANKTON.choices(state)
    assert len(codes(open_now)) == 18
    (way,) = ways(open_now, "i3-dining")
    assert way.action == '0 plankton ingredient="i3" location="dining"'
    state = plankton.act(state, "plankton", ingredient="i3", location="dining")
    assert codes(PLANKTON.choices(state)) == ()


def test_a_card_that_is_dealt_fills_its_one_argument() -> None:
    state = plankton.begin()
    for seat, home in enumerate("AB"):
        state = plankton.act(state, "team", seat=seat, home=home)
    assert "F1" in codes(PLANKTON.choices(state))
    (way,) = ways(PLANKTON.choices(state), "F1")
    assert way.action == '0 deal card="F1"'


def test_games_with_cards_say_so() -> None:
    assert isinstance(RIOT, CardGame)
    assert isinstance(PLANKTON, CardGame)
    assert str(RIOT.cards(RIOT.checked_box(PAPER))["C-RAD"]) == "Cartel: Rowdy Radishes"


def test_cards_of_a_spread_mean_something_together_only() -> None:
    row = Cards(2, {"A": 2, "B": 1}, unknown=2)
    spread = Spread("cards", 2, {"c-A": "A", "c-B": "B"}, LABEL)
    choice = Choice((1,), "show", say("Show"), {"cards": row}, spread=spread)
    assert codes((choice,)) == ("c-A", "c-B")
    assert [*together((choice,), ("c-A", "c-B"))] == [Way(1, LABEL, '1 show cards=["A","B"]')]
    assert [*together((choice,), ("c-A", "c-A"))] == [Way(1, LABEL, '1 show cards=["A","A"]')]
    for wrong in (("c-A",), ("c-B", "c-B"), ("c-A", "c-C"), ("c-A", "c-A", "c-B"), ()):
        assert [*together((choice,), wrong)] == []
    assert ways((choice,), "c-A") == ()


def test_laid_cards_above_the_limit_end_the_turn() -> None:
    """R18: as many as are too many, and none while they would not be enough."""
    state = midgame(turf("RAD"), hands=("RAD ONI NOPE DIP DIP PEAR SPIN MEGA BA1", "?"), box=PAPER)
    (way,) = together(RIOT.choices(state), ("NOPE", "DIP"))
    assert (str(way.label), way.action) == ("End my turn: discard 2", '0 end cards=["NOPE","DIP"]')
    RIOT.decide(state, Action.parse(way.action))
    assert [*together(RIOT.choices(state), ("DIP",))] == []
    assert [*together(RIOT.choices(state), ("DIP", "W-RAD-PEA"))] == []  # not in the hand
    assert ways(RIOT.choices(state), "NOPE") == ()


def test_a_single_card_above_the_limit_is_a_move_while_it_can_be_one() -> None:
    state = midgame(turf("RAD"), hands=("RAD ONI NOPE DIP DIP PEAR SPIN MEGA", "?"), box=PAPER)
    assert [way.action for way in ways(RIOT.choices(state), "DIP")] == ['0 play card="DIP"']
    assert [way.action for way in ways(RIOT.choices(state), "NOPE")] == ['0 end cards=["NOPE"]']
    spent = replace(state, moves=0)
    assert [way.action for way in ways(RIOT.choices(spent), "DIP")] == ['0 end cards=["DIP"]']


@pytest.mark.parametrize(("public", "sealed"), [(False, True), (True, False)])
def test_the_cartel_is_compared_by_laying_all_of_it(public: bool, sealed: bool) -> None:
    """R42, A3: the caller alone learns the Cartel cards, unless all do."""
    state = midgame(turf("RAD RAD RAD", "ONI ONI ONI"), box=PAPER, war_public=public, cartel=3)
    war = replace(state, phase="WAR")
    (spread,) = spreads(RIOT.choices(war))
    assert (spread.count, spread.sealed) == (war.cartel, sealed)
    (way,) = together(RIOT.choices(war), ("C-ONI", "C-PEA", "C-RAD"))
    assert RIOT.apply(war, RIOT.decide(war, Action.parse(way.action))[0]).winner == 0
    assert [*together(RIOT.choices(war), ("C-ONI", "C-ONI", "C-RAD"))] == []
    assert [*together(RIOT.choices(war), ("C-ONI", "C-RAD"))] == []
    assert [*together(RIOT.choices(war), ("C-ONI", "C-RAD", "RAD"))] == []
