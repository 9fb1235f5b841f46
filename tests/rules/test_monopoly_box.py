"""Monopoly's box: what a family may say of its board and cards; and what is said of all that happens."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from companion.errors import SetupError
from companion.rules.args import OneOf
from companion.rules.game import Setup
from companion.rules.monopoly import GAME
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import DECKS, read
from companion.rules.monopoly.effects import described
from companion.rules.monopoly.names import Names
from companion.rules.monopoly.state import BANK, KRAB, POT
from companion.rules.setup import checked_setup
from tests.play import random_game, random_setup, setup_of
from tests.rules import test_monopoly, test_monopoly_deals, test_monopoly_plankton, test_monopoly_switches
from tests.rules.monopoly import choices, roll, start

MODULES = (test_monopoly, test_monopoly_deals, test_monopoly_plankton, test_monopoly_switches)
POINTS = {*(f"r{number:02}" for number in range(1, 48)), *(f"a{number:02}" for number in range(1, 25))}


def test_every_rule_point_and_open_question_has_a_test() -> None:
    names = " ".join(name for module in MODULES for name in vars(module))
    assert set(re.findall(r"test_([ra]\d\d)_", names)) == POINTS


HAPPENED = (
    e.StartRolled(0, ("1", "2")),
    e.StartTied((0, 1)),
    e.Started(0),
    e.Dealt(0, 1, 0),
    e.Rolled(0, ("1", "1")),
    e.Thrown(0, ("1", "1")),
    e.PlanktonMoved(1, 2),
    e.Moved(0, 3, "dice"),
    e.Jailed(0, "doubles"),
    e.JailFailed(0, 1, 0),
    e.LeftJail(0, "card", "life_preserver", "LP08"),
    e.CardDrawn(0, "treasure_chest", "", "repairs"),
    e.CardKept(0, "life_preserver", "LP08"),
    e.TurnEnded(0, 1, (1500, 1500)),
    e.Finished("time", (0, 1), (1500, 1500)),
    e.Paid(BANK, 0, 200, "salary", 0),
    e.DebtOpened(0, POT, 200, "tax", 4),
    e.RentDue(0, 1, 25, 5),
    e.RentClaimed(0, 1, 5),
    e.RentLapsed(0, 1, 5),
    e.TaxChosen(0, "tenth", 150),
    e.Bankrupted(0, 1, 0, 0, (), 0),
    e.PaymentMade(1, 0, BANK, 60),
    e.CashCounted(0, 1480, -20),
    e.Bought(0, 1, 0),
    e.Declined(0, 1),
    e.LotOpened("krab", 1, (0, 1)),
    e.BidMade(0, 5),
    e.BidderPassed(0),
    e.LotSold(0, "pineapple", 1, 50),
    e.LotUnsold("deed", 1),
    e.Built(0, 1, KRAB, 50),
    e.BuildingSold(0, 1, 4, 25),
    e.GroupSold(0, "purple", (1, 3), 25),
    e.Mortgaged(0, 1, 30),
    e.Lifted(0, 1, 33),
    e.TradeOpened(0, 1),
    e.TradeDrafted((), (), 0, 0, 5),
    e.TradeOffered(0, 1),
    e.TradeCountered(1, 0),
    e.TradeDropped(1),
    e.Traded(0, 1, (1,), (), 0, 0, -60, (0, 0)),
)


def test_everything_that_can_happen_is_told_in_a_sentence() -> None:
    setup = setup_of(GAME, 2)
    assert {type(event) for event in HAPPENED} == set(GAME.events)
    sentences = [str(GAME.tell(setup, event)) for event in HAPPENED]
    assert all(re.fullmatch(r"[A-Z0-9].*[.!]", sentence) for sentence in sentences)
    assert len(set(sentences)) == len(HAPPENED)


def test_an_offer_that_is_being_written_is_no_line_of_the_log() -> None:
    setup = setup_of(GAME, 2)
    assert GAME.gist(setup, (e.TradeOpened(0, 1),)) == GAME.gist(setup, (e.TradeDrafted((), (), 0, 0, 5),)) == ()
    deal = (e.TradeOffered(0, 1), e.Traded(0, 1, (1,), (), 0, 0, -60, (0, 0)))
    assert GAME.gist(setup, deal) == tuple(GAME.tell(setup, event) for event in deal)


def test_the_box_that_ships_is_complete_and_stays_as_it_is() -> None:
    box = GAME.checked_box({})
    assert [space["pos"] for space in box["spaces"]] == list(range(40))
    assert [len(read(box).deck(deck)) for deck in DECKS] == [16, 16]
    assert GAME.checked_box(box) == box
    assert GAME.checked_box(json.loads(json.dumps(box))) == box


def test_every_card_that_ships_is_told_in_our_own_words() -> None:
    box = read(GAME.checked_box({}))
    cards = [card for deck in DECKS for card in box.cards[deck].values()]
    told = [str(described(card, box.spaces[card.to].name, box.names)) for card in cards]
    assert all(told)
    assert "Get $50" in told
    assert "Repairs: pay $25 for each pineapple and $100 for each Krab" in told


def test_single_spaces_and_whole_decks_are_replaced() -> None:
    own = {
        "spaces": [{"pos": 1, "name": "Tiny lab", "price": 70, "rent": [3, 10, 30, 90, 160, 250], "mortgage": 35}],
        "treasure_chest": [{"id": "A", "op": "none", "text": "Nothing at all"}],
    }
    box = read(GAME.checked_box(own))
    assert (box.spaces[1].name, box.spaces[1].price, box.spaces[1].building) == ("Tiny lab", 70, 50)
    assert box.spaces[3].name == "Bucket diner"
    assert (box.deck("treasure_chest"), len(box.deck("life_preserver"))) == (("A",), 16)


def test_groups_decks_and_money_have_the_familys_names() -> None:
    own = {
        "currency": "clams",
        "groups": {"purple": "Downtown", "red": ""},
        "decks": {"treasure_chest": "Old trunk"},
    }
    state = roll(start(box={"names": own}), "1 1")
    assert [str(choice.label) for choice in choices(state, "card")] == ["Old trunk"]
    card = choices(state, "card")[0].args["card"]
    assert isinstance(card, OneOf)
    assert "Get 45 clams" in [str(pick.label) for pick in card.picks]
    assert str(GAME.tell(state.setup, e.Bought(0, 3, 1060))) == "Buys Bucket diner for 1,060 clams."
    assert str(GAME.tell(state.setup, e.CardDrawn(0, "treasure_chest", "", "none"))).startswith(
        "Draws from Old trunk"
    )
    named = state.box.names
    assert [str(named.group(name)) for name in ("purple", "red")] == ["Downtown", "red"]


@pytest.mark.parametrize(
    ("currency", "told"), [("$", "$1,500"), ("€", "€1,500"), ("CHF", "1,500 CHF"), ("shells", "1,500 shells")]
)
def test_a_sign_stands_before_an_amount_and_a_word_behind_it(currency: str, told: str) -> None:
    assert Names(currency).money(1500) == told


@pytest.mark.parametrize(
    "box",
    [
        {"colour": "blue"},
        {"spaces": "none"},
        {"spaces": [{"name": "No place"}]},
        {"spaces": [{"pos": 40, "name": "Far out"}]},
        {"spaces": [{"pos": 1, "name": "Twice"}, {"pos": 1, "name": "Twice"}]},
        {"spaces": [{"pos": 1, "name": ""}]},
        {"spaces": [{"pos": 1, "name": "x" * 201}]},
        {"spaces": [{"pos": 1, "name": "Lab", "group": "green"}]},
        {"spaces": [{"pos": 1, "name": "Lab", "kind": "tax"}]},
        {"spaces": [{"pos": 1, "name": "Lab", "price": 0}]},
        {"spaces": [{"pos": 1, "name": "Lab", "price": True}]},
        {"spaces": [{"pos": 1, "name": "Lab", "price": 751}]},
        {"spaces": [{"pos": 1, "name": "Lab", "rent": [1, 2, 3]}]},
        {"spaces": [{"pos": 1, "name": "Lab", "rent": [1, 2, 3, 4, 5, "6"]}]},
        {"spaces": [{"pos": 1, "name": "Lab", "flavour": "salty"}]},
        {"names": ["purple"]},
        {"names": {"shells": "yes"}},
        {"names": {"currency": ""}},
        {"names": {"groups": {"pink": "Pink"}}},
        {"names": {"groups": {"purple": 5}}},
        {"names": {"decks": {"treasure_chest": "a\nb"}}},
        {"life_preserver": []},
        {"life_preserver": [{"op": "jail"}]},
        {"life_preserver": [{"id": "x", "op": "dance"}]},
        {"life_preserver": [{"id": "x", "op": "move_to"}]},
        {"life_preserver": [{"id": "x", "op": "move_to", "to": 40}]},
        {"life_preserver": [{"id": "x", "op": "nearest", "kind": "street"}]},
        {"life_preserver": [{"id": "x", "op": "jail"}, {"id": "x", "op": "jail"}]},
        {"life_preserver": [{"id": "x", "op": "jail", "copies": 0}]},
        {"life_preserver": [{"id": "x", "op": "jail", "text": 5}]},
        {"life_preserver": ["jail"]},
    ],
)
def test_what_makes_no_board_or_card_is_refused_with_its_place(box: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="makes no sense") as refusal:
        checked_setup(GAME, Setup(setup_of(GAME, 2).seats, box=box))
    assert "expected" in refusal.value.detail


def test_the_prompt_always_names_who_is_next() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        for before, *_ in random_game(GAME, random_setup(GAME, rng), rng):
            text = str(GAME.prompt(before))
            assert before.name(before.acting) in text or text.startswith(("Auction", "Hand the money"))
