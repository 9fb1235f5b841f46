"""Monopoly, rule points R26-R38: buildings, sales, mortgages, bankruptcy, the last player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.monopoly import GAME, State
from companion.rules.monopoly import events as e
from companion.rules.monopoly.state import BANK, KRAB, POT, Debt
from companion.rules.monopoly.worth import raisable
from tests.rules.monopoly import (
    LENT,
    act,
    cash,
    choices,
    give,
    happens,
    limits,
    money,
    names,
    owner,
    picks,
    put,
    refused,
    roll,
    start,
    turn,
)

# ---- buildings


def test_r26_only_with_the_whole_group() -> None:
    state = give(start(), 0, 6, 8)
    assert refused(state, "build", 0, space=6) == ("R26", "no-group")
    assert refused(give(state, 1, 9), "build", 0, space=6) == ("R26", "no-group")
    assert picks(give(state, 0, 9), "build", "space") == dict.fromkeys((6, 8, 9), "$50")


def test_r26_evenly_and_up_to_four() -> None:
    state = act(give(start(), 0, 6, 8, 9), "build", space=8)
    assert (set(picks(state, "build", "space")), cash(state)[0]) == ({6, 9}, 1450)
    assert refused(state, "build", space=8) == ("R26", "uneven")
    for space in (6, 9, 6, 8, 9, 9, 8, 6, 6, 8, 9):
        state = act(state, "build", space=space)
    assert [state.deeds[pos].level for pos in (6, 8, 9)] == [4, 4, 4]
    assert state.pineapples == 32 - 12


def test_r26_not_on_transports_and_not_without_cash() -> None:
    state = give(start(), 0, 5, 15, 25, 35)
    assert refused(state, "build", space=5) == ("R26", "no-group")
    poor = put(give(start(), 0, 37, 39), 0, cash=199)
    assert refused(poor, "build", space=37) == ("R26", "not-enough-money")


def test_r27_anybody_builds_at_any_time() -> None:
    state = give(give(start(), 0, 1, 3), 1, 37, 39)
    for now in (state, roll(state, "2 4"), turn(state, 1), act(roll(turn(state, 1), "3 4"), "card", card="LP07")):
        assert len(choices(now, "build")) == 2


def test_r28_a_krab_after_four_everywhere_gives_four_pineapples_back() -> None:
    state = give(start(), 0, 37, 39, level=4)
    uneven = give(state, 0, 37, level=3)
    assert refused(uneven, "build", space=39) == ("R26", "uneven")
    built = act(state, "build", space=39)
    assert (built.deeds[39].level, built.pineapples, built.krabs, cash(built)[0]) == (KRAB, 28, 11, 1300)
    assert refused(built, "build", space=39) == ("R28", "full")


def short_of(level: int, players: int = 3) -> State:
    """Two seats with whole groups, and only three pineapples left in the bank."""
    state = give(give(start(players), 0, 1, 3), 1, 6, 8, 9)
    for group in ((11, 13, 14), (16, 18, 19)):
        state = give(state, 2, *group, level=4)
    state = give(state, 2, 21, 23, level=2)
    return give(state, 2, 24, level=1) if level else give(state, 2, 24, level=2)


def test_r29_last_pieces_are_auctioned_when_several_want_them() -> None:
    state = short_of(1)
    assert state.pineapples == 3
    state = act(state, "build", 0, space=1)
    assert (state.phase, state.lot and state.lot.high) == ("AUCTION", 0)
    assert refused(state, "build", 1, space=6) == ("R29", "auction-open")
    assert refused(state, "bid", 1, amount=50) == ("R10", "bid-too-low")
    for seat in state.lot.seats if state.lot else ():
        if seat not in (0, 1):
            state = act(state, "pass", seat)
    state = act(act(state, "bid", 1, amount=70), "pass", 0)
    assert (state.phase, GAME.active(state), cash(state)[1]) == ("PLACE", 1, 1430)
    state = act(state, "place", space=8)
    assert (state.deeds[8].level, state.pineapples, state.phase, money(state)) == (1, 2, "ROLL", 0)


def test_r29_who_asked_builds_at_the_price_when_nobody_bids() -> None:
    state = act(short_of(1), "build", 0, space=1)
    for seat in (1, 2):
        state = act(state, "pass", seat)
    assert (state.phase, cash(state)[0]) == ("PLACE", 1450)
    assert set(picks(state, "place", "space")) == {1, 3}


def test_r29_with_none_left_everybody_waits() -> None:
    state = give(give(give(short_of(0), 2, 21, 23, 24, level=2), 2, 26, 27, 29, level=0), 2, 37, 39, level=1)
    assert state.pineapples == 0
    assert refused(state, "build", 0, space=1) == ("R29", "no-pieces")


def test_r29_alone_or_with_enough_pieces_nothing_is_auctioned() -> None:
    both = give(give(start(), 0, 1, 3), 1, 6, 8, 9)
    assert act(both, "build", 0, space=1).phase == "ROLL"
    alone = put(put(short_of(1), 1, cash=0), 2, cash=0)
    assert act(alone, "build", 0, space=1).deeds[1].level == 1


def test_r29_the_last_krab_is_auctioned_too() -> None:
    state = give(give(start(3), 0, 1, 3, level=4), 1, 6, 8, 9, level=4)
    for group in ((11, 13, 14), (16, 18, 19), (21, 23, 24)):
        state = give(state, 2, *group, level=KRAB)
    state = give(state, 2, 37, 39, level=KRAB)
    assert state.krabs == 1
    state = act(state, "build", 1, space=6)
    assert (state.lot and state.lot.kind, state.lot and state.lot.seats) == ("krab", (0, 1))
    state = act(state, "pass", 0)
    assert act(state, "place", space=9).krabs == 0


def test_r30_sold_at_half_price_evenly_in_reverse() -> None:
    state = give(give(start(), 0, 37, level=2), 0, 39, level=1)
    assert refused(state, "sell_building", space=39) == ("R30", "uneven")
    sold = act(state, "sell_building", space=37)
    assert (sold.deeds[37].level, cash(sold)[0]) == (1, 1600)
    assert refused(start(), "sell_building", space=37) == ("R30", "no-building")


def test_r30_a_krab_becomes_four_pineapples_when_the_bank_has_them() -> None:
    state = give(start(), 0, 37, 39, level=KRAB)
    sold = act(state, "sell_building", space=37)
    assert (sold.deeds[37].level, sold.pineapples, sold.krabs, cash(sold)[0]) == (4, 28, 11, 1600)


def test_r30_all_krabs_of_a_group_at_once_when_pineapples_lack() -> None:
    state = give(start(3), 0, 37, 39, level=KRAB)
    for group in ((11, 13, 14), (16, 18, 19)):
        state = give(state, 2, *group, level=4)
    state = give(state, 2, 1, 3, level=3)
    assert state.pineapples == 2
    assert refused(state, "sell_building", space=37) == ("R30", "no-pieces")
    sold = act(state, "sell_group", 0, group="dark_blue")
    assert ([sold.deeds[pos].level for pos in (37, 39)], cash(sold)[0]) == ([0, 0], 1500 + 10 * 100)
    assert money(sold) == 0


def test_r31_deeds_change_hands_at_a_free_price_without_buildings_in_the_group() -> None:
    built = act(give(give(start(), 0, 1, 3), 1, 5), "build", 0, space=1)
    state = act(built, "trade", 0, partner=1)
    assert "trade_give" not in names(state)
    state = act(act(give(start(), 0, 1, 3), "trade", 0, partner=1), "trade_give", 0, space=3)
    state = act(act(state, "trade_ask", 0, amount=777), "trade_offer", 0)
    assert cash(state) == [1500, 1500]  # nothing before both agree
    state = act(state, "trade_accept", 1)
    assert (owner(state, 3), cash(state), state.trade) == (1, [2277, 723], None)


def offer(state: State) -> State:
    """Seat 0 gives space 3 and 20 dollars for space 5 of seat 1."""
    state = act(give(give(state, 0, 1, 3), 1, 5), "trade", 0, partner=1)
    state = act(act(state, "trade_give", 0, space=3), "trade_take", 0, space=5)
    return act(act(state, "trade_pay", 0, amount=20), "trade_offer", 0)


def test_r31_an_offer_is_written_laid_down_answered_changed_or_taken_away() -> None:
    state = offer(start(3))
    assert refused(state, "trade_accept", 0) == ("R31", "not-your-turn")
    assert refused(state, "trade", 2, partner=0) == ("R31", "trade-open")
    assert refused(state, "mortgage", 0, space=1) == ("R31", "offer-open")
    assert act(state, "trade_refuse", 1).trade is None
    assert act(state, "trade_drop", 0).trade is None
    agreed = act(state, "trade_accept", 1)
    assert ([owner(agreed, pos) for pos in (3, 5)], cash(agreed)) == ([1, 0], [1480, 1520, 1500])
    changed = act(state, "trade_counter", 1)
    assert changed.trade is not None
    assert (changed.trade.by, changed.trade.gives, changed.trade.takes, changed.trade.cash) == (1, (5,), (3,), -20)
    agreed = act(act(act(changed, "trade_ask", 1, amount=90), "trade_offer", 1), "trade_accept", 0)
    assert cash(agreed) == [1410, 1590, 1500]


def test_r31_a_second_tap_takes_a_deed_out_of_the_offer() -> None:
    state = act(act(give(start(), 0, 1, 3), "trade", 0, partner=1), "trade_give", 0, space=3)
    assert picks(state, "trade_give", "space") == {1: "", 3: "in the offer"}
    assert (state.trade and state.trade.gives) == (3,)
    state = act(state, "trade_give", 0, space=3)
    assert (state.trade and state.trade.gives) == ()


# ---- mortgages


def test_r32_mortgages_pay_the_printed_value_without_buildings_in_the_group() -> None:
    state = give(start(), 0, 1, 3)
    assert cash(act(state, "mortgage", space=3))[0] == 1530
    built = act(state, "build", space=1)
    assert refused(built, "mortgage", space=3) == ("R32", "buildings")
    assert refused(act(state, "mortgage", space=3), "mortgage", space=3) == ("R32", "mortgaged")
    assert refused(state, "mortgage", 1, space=3) == ("R32", "not-owner")


@pytest.mark.parametrize(("space", "price"), [(1, 33), (9, 66), (12, 83), (37, 193), (39, 220), (5, 110)])
def test_r33_lifting_costs_the_value_and_a_tenth(space: int, price: int) -> None:
    state = give(start(), 0, space, level=LENT)
    assert picks(state, "unmortgage", "space") == {space: f"${price}"}
    lifted = act(state, "unmortgage", space=space)
    assert (cash(lifted)[0], lifted.deeds[space].mortgaged) == (1500 - price, False)
    assert refused(put(state, 0, cash=price - 1), "unmortgage", space=space) == ("R33", "not-enough-money")
    assert refused(lifted, "unmortgage", space=space) == ("R33", "not-mortgaged")


def test_r34_the_buyer_of_a_mortgaged_deed_pays_a_tenth_at_once_and_again_unless_lifted_at_once() -> None:
    state = act(give(start(), 0, 39, level=LENT), "trade", 0, partner=1)
    state = act(act(state, "trade_give", 0, space=39), "trade_offer", 0)
    sold = act(state, "trade_accept", 1)
    assert (cash(sold), sold.deeds[39].mortgaged) == ([1500, 1480], True)
    assert picks(sold, "unmortgage", "space", 1) == {39: "$200"}
    assert cash(act(sold, "unmortgage", 1, space=39))[1] == 1280
    later = roll(sold, "1 3")
    assert picks(later, "unmortgage", "space", 1) == {39: "$220"}


def test_r34_no_offer_without_the_cash_for_the_tenth() -> None:
    state = act(put(give(start(), 0, 39, level=LENT), 1, cash=19), "trade", 0, partner=1)
    state = act(state, "trade_give", 0, space=39)
    assert refused(state, "trade_offer", 0) == ("R34", "not-enough-money")


def test_r35_no_building_while_a_street_of_the_group_is_mortgaged() -> None:
    state = give(give(start(), 0, 6, 8), 0, 9, level=LENT)
    assert refused(state, "build", space=6) == ("R35", "mortgaged")
    assert act(act(state, "unmortgage", space=9), "build", space=6).deeds[6].level == 1


# ---- bankruptcy


def ruined(players: int = 3) -> State:
    """Seat 1 owes seat 0 rent of 2,000 for space 39, and has 100, two built streets, a mortgage and a card."""
    state = give(put(start(players), 1, at=33, cash=100, cards=(("treasure_chest", "TC05"),)), 0, 39, level=KRAB)
    state = give(give(give(state, 1, 1, level=2), 1, 3, level=1), 1, 5, level=LENT)
    left = tuple(card for card in state.decks["treasure_chest"] if card != "TC05")
    decks = {**state.decks, "treasure_chest": left}
    return roll(turn(replace(state, decks=decks), 1), "2 4")


def test_r36_who_can_still_raise_the_money_is_not_bankrupt() -> None:
    deeds = (31, 32, 34, 28, 26, 27, 29, 21, 23)
    rich = give(give(put(start(3), 1, at=33, cash=1000), 0, 37, 39, level=KRAB), 1, *deeds)
    state = roll(turn(rich, 1), "2 4")
    assert (state.phase, raisable(state, 1)) == ("DEBT", 2155)
    assert refused(state, "bankrupt", 1) == ("R36", "can-still-pay")
    assert refused(state, "settle", 1) == ("R36", "not-enough-money")
    for space in deeds:
        state = act(state, "mortgage", 1, space=space)
    state = act(state, "settle")
    assert (cash(state)[:2], state.phase) == ([3500, 155], "END")


def test_r36_a_debtor_spends_on_nothing_else() -> None:
    state = replace(give(put(start(), 0, cash=200), 0, 1, 3), debts=(Debt(0, BANK, 250, "tax", 4),))
    assert {"build", "settle", "bankrupt"} & names(state, 0) == set()
    assert refused(state, "build", 0, space=1) == ("R26", "not-enough-money")


def test_r36_bankrupt_to_a_player_gives_everything_and_interest_is_paid_at_once() -> None:
    state = ruined()
    assert state.phase == "DEBT"
    events = happens(state, "bankrupt")
    assert e.Bankrupted(1, 0, 75, 175, (1, 3, 5), 1) in events
    assert e.Paid(0, BANK, 10, "interest", 0) in events
    state = act(state, "bankrupt")
    assert [owner(state, pos) for pos in (1, 3, 5)] == [0, 0, 0]
    assert (cash(state), state.players[1].out, state.players[0].cards) == (
        [1665, 0, 1500],
        True,
        (("treasure_chest", "TC05"),),
    )
    assert (state.deeds[5].mortgaged, state.deeds[1].level, money(state)) == (True, 0, 0)
    assert (state.active, state.phase) == (2, "ROLL")
    assert state.solvent == (0, 2)
    assert picks(state, "unmortgage", "space", 0) == {5: "$100"}  # at once, without a second tenth
    assert not names(state, 1)


def test_r36_bankrupt_to_the_bank_auctions_the_deeds_and_returns_the_cards() -> None:
    state = put(start(3), 1, at=33, cash=10, cards=(("treasure_chest", "TC05"),))
    decks = {**state.decks, "treasure_chest": state.decks["treasure_chest"][:4]}
    state = give(give(replace(state, decks=decks), 1, 1), 1, 12, level=LENT)
    state = put(state, 1, cash=10)
    state = replace(turn(state, 1), debts=(Debt(1, BANK, 200, "tax", 4),))
    state = act(state, "bankrupt")
    assert (state.phase, len(state.lots), state.decks["treasure_chest"][-1]) == ("AUCTION", 2, "TC05")
    assert {seat for choice in choices(state, "bid") for seat in choice.seats} == {0, 2}
    state = act(act(state, "bid", 2, amount=5), "pass", 0)
    assert (owner(state, 1), state.lot and state.lot.space) == (2, 12)
    state = act(act(state, "pass", 0), "pass", 2)
    assert (owner(state, 12), state.deeds[12].mortgaged, state.phase, state.active) == (None, False, "ROLL", 2)
    assert money(state) == 0


def test_r36_debts_come_to_seats_whose_turn_it_is_not() -> None:
    state = act(roll(put(start(3), 1, cash=30), "1 1"), "card", card="TC07")
    assert (state.phase, GAME.active(state), state.active) == ("DEBT", 1, 0)
    assert cash(state) == [1550, 30, 1450]
    state = act(state, "bankrupt")
    assert (cash(state), state.phase, GAME.active(state)) == ([1580, 0, 1450], "ROLL", 0)


def test_r37_no_loans_and_no_presents_of_money() -> None:
    state = act(start(), "trade", 0, partner=1)
    state = act(state, "trade_pay", 0, amount=100)
    assert refused(state, "trade_offer", 0) == ("R37", "nothing-traded")


def test_r38_the_last_one_left_wins() -> None:
    state = act(ruined(2), "bankrupt")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, state.phase, GAME.choices(state)) == ((0,), "OVER", ())
    assert "Ada wins" in str(outcome.sentence)


def test_the_pot_is_no_player_and_takes_no_deeds() -> None:
    state = replace(start(3, free_parking_pot=True), debts=(Debt(0, POT, 2000, "tax", 4),))
    state = act(give(state, 0, 1), "bankrupt")
    assert (state.pot, state.phase, owner(state, 1)) == (1500, "AUCTION", None)


def test_a_bid_may_use_all_the_cash_that_is_free() -> None:
    state = act(roll(start(), "1 2"), "decline")
    assert limits(state, "bid", "amount", 0) == (1, 1500)
