"""Monopoly, open questions A12-A24 with their house rules; the short and the timed game; paper money."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.monopoly import GAME, State
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import read
from companion.rules.monopoly.state import KRAB
from companion.rules.monopoly.worth import rent, worth
from tests.rules.monopoly import (
    LENT,
    act,
    cash,
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


@pytest.mark.parametrize(("how", "lift"), [("up", 83), ("down", 82), ("half", 83)])
@pytest.mark.parametrize(("odd", "tax"), [(1501, {"up": 151, "down": 150, "half": 150})])
def test_a12_a_tenth_of_an_odd_amount(how: str, lift: int, odd: int, tax: dict[str, int]) -> None:
    state = give(start(round_tenth=how), 0, 12, level=LENT)
    assert picks(state, "unmortgage", "space") == {12: f"${lift}"}
    taxed = act(roll(put(start(round_tenth=how), 0, cash=odd), "1 3"), "tax", how="tenth")
    assert cash(taxed)[0] == odd - tax[how]


def test_a13_the_employee_tax_is_what_the_board_says() -> None:
    assert cash(roll(put(start(), 0, at=31), "3 4"))[0] == 1425
    own = {"spaces": [{"pos": 38, "name": "Employee of the Month", "amount": 100}]}
    assert cash(roll(put(start(box=own), 0, at=31), "3 4"))[0] == 1400


def test_a14_the_companion_asks_for_rent_unless_owners_must() -> None:
    assert cash(roll(turn(give(start(), 0, 3), 1), "1 2")) == [1504, 1496]
    asked = roll(turn(give(start(rent_must_be_claimed=True), 0, 3), 1), "1 2")
    assert (cash(asked), picks(asked, "claim", "rent", 0)) == ([1500, 1500], {0: "$4"})
    assert cash(act(asked, "claim", 0, rent=0)) == [1504, 1496]


def test_a15_paying_before_the_third_roll_in_jail() -> None:
    state = put(start(), 0, at=10, jailed=True, tries=2)
    assert refused(state, "pay_jail") == ("R23", "roll-decides")
    allowed = put(start(jail_pay_third=True), 0, at=10, jailed=True, tries=2)
    assert act(allowed, "pay_jail").players[0].jailed is False


def test_a16_a_seat_in_jail_bids() -> None:
    state = act(roll(put(start(), 1, at=10, jailed=True), "1 2"), "decline")
    assert limits(state, "bid", "amount", 1) == (1, 1500)


def test_a17_the_first_group_is_called_purple() -> None:
    assert read(GAME.checked_box({})).spaces[1].group == "purple"


def test_a18_names_are_the_familys_own() -> None:
    own = {"spaces": [{"pos": 6, "name": "Under the big rock"}]}
    state = roll(start(box=own), "2 4")
    assert "Under the big rock" in str(GAME.prompt(state))
    assert str(GAME.tell(state.setup, e.Bought(0, 6, 100))) == "Buys Under the big rock for $100."


def test_a19_every_space_has_a_name_of_ours() -> None:
    assert all(space.name for space in read(GAME.checked_box({})).spaces)


def test_a20_cards_from_the_box_are_tapped_or_entered() -> None:
    state = roll(put(start(3), 0, at=5), "1 1")
    assert len(picks(state, "card", "card")) == 16
    assert cash(act(state, "card_money", op="get", amount=33))[0] == 1533
    assert cash(act(state, "card_money", op="pay", amount=33))[0] == 1467
    assert cash(act(state, "card_money", op="get_each", amount=10)) == [1520, 1490, 1490]
    assert cash(act(state, "card_money", op="pay_each", amount=10)) == [1480, 1510, 1510]
    assert act(state, "card_go", to=39).players[0].at == 39
    assert cash(act(state, "card_go", to=5))[0] == 1700
    assert act(state, "card_back", steps=1).players[0].at == 6
    assert cash(act(give(state, 0, 39, level=KRAB), "card_repairs", pineapple=5, krab=70))[0] == 1430
    assert act(state, "card_other", op="jail").players[0].jailed
    assert act(state, "card_other", op="utility").players[0].at == 12
    kept = act(state, "card_other", op="keep")
    freed = act(turn(put(kept, 0, at=10, jailed=True), 0), "use_card")
    assert (len(freed.decks["life_preserver"]), freed.players[0].cards) == (16, ())


def test_a20_own_cards_of_the_box() -> None:
    own = {
        "life_preserver": [{"id": "x", "op": "bank", "amount": 7, "text": "Found 7 under the sofa", "copies": 2}]
    }
    state = roll(put(start(box=own), 0, at=5), "1 1")
    assert state.decks["life_preserver"] == ("x", "x")
    state = act(state, "card", card="x")
    assert (cash(state)[0], state.decks["life_preserver"]) == (1507, ("x", "x"))
    told = str(GAME.tell(state.setup, e.CardDrawn(0, "life_preserver", "x", "bank", 7)))
    assert told == "Draws from Life preserver: Found 7 under the sofa."


def test_a20_cards_shuffled_by_the_companion_come_in_the_seeds_order() -> None:
    state = roll(put(start(cards="app", seed=5), 0, at=5), "1 1")
    order = state.decks["life_preserver"]
    assert names(state, 0) & {"card", "card_money", "draw"} == {"draw"}
    drawn = next(event for event in happens(state, "draw") if isinstance(event, e.CardDrawn))
    assert drawn.card == order[0]
    assert order == start(cards="app", seed=5).decks["life_preserver"]
    assert order != start(cards="app", seed=6).decks["life_preserver"]
    assert sorted(order) == sorted(start().decks["life_preserver"])


def test_a20_an_empty_deck_gives_nothing() -> None:
    state = replace(
        roll(put(start(cards="app"), 0, at=5), "1 1"), decks={"life_preserver": (), "treasure_chest": ()}
    )
    assert act(state, "draw").phase == "ROLL"


@pytest.mark.parametrize(("length", "each"), [("short", 3), ("timed", 2)])
@pytest.mark.parametrize("deal", ["table", "app"])
def test_a21_deeds_dealt_in_the_short_and_the_timed_game(length: str, each: int, deal: str) -> None:
    state = start(3, length=length, deal=deal)
    assert state.phase == "DEAL"
    if deal == "app":
        assert owner(act(start(3, length=length, deal=deal, seed=1), "deal_all"), 1) in (None, 0, 1, 2)
        state = act(state, "deal_all")
    else:
        for number in range(3 * each):
            assert GAME.active(state) == number % 3
            state = act(state, "deal", space=next(iter(picks(state, "deal", "space"))))
    assert ([len(state.owned(seat)) for seat in range(3)], state.phase) == ([each] * 3, "ROLL")
    prices = [sum(space.price for space in state.owned(seat)) for seat in range(3)]
    assert cash(state) == [1500 if length == "short" else 1500 - price for price in prices]


def test_a21_the_short_game_builds_a_krab_on_three_pineapples() -> None:
    state = replace(give(start(length="short"), 0, 37, 39, level=3), step="ROLL")
    built = act(state, "build", space=39)
    assert (built.deeds[39].level, built.pineapples, cash(built)[0]) == (KRAB, 29, 1300)
    assert (worth(built, 0), rent(built, 39, 7)) == (1300 + 750 + 3 * 200 + 4 * 200, 2000)
    sold = act(built, "sell_building", space=39)
    assert (sold.deeds[39].level, cash(sold)[0]) == (3, 1400)


def test_a21_the_short_game_leaves_jail_on_the_next_turn() -> None:
    state = put(replace(start(length="short"), step="ROLL"), 0, at=10, jailed=True)
    assert "pay_jail" in names(state)
    out = roll(state, "1 4")
    assert (out.players[0].at, out.players[0].jailed, cash(out)[0]) == (15, False, 1450)


def test_a21_the_short_games_tax_is_flat() -> None:
    state = roll(replace(start(length="short"), step="ROLL"), "1 3")
    assert (state.phase, cash(state)[0]) == ("END", 1300)


def test_a21_the_short_game_ends_at_the_first_bankruptcy() -> None:
    state = replace(give(put(start(3, length="short"), 1, at=33, cash=1), 0, 37, 39, level=KRAB), step="ROLL")
    state = act(roll(turn(state, 1), "2 4"), "bankrupt")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores[1], state.result and state.result.cause) == ((0,), 0, "short")


def timed() -> State:
    return replace(start(3, length="timed"), step="ROLL")


def test_r38_the_companion_counts_the_time_of_a_timed_game() -> None:
    window = GAME.board(turn(timed(), 1))["window"]
    assert window == {"key": "time", "whole": True, "after_s": 3600, "action": "1 time_up"}
    assert GAME.board(start(3))["window"] is None
    assert GAME.board(start(3, length="timed", minutes=0))["window"] is None
    ended = act(timed(), "time_up", 1)
    assert GAME.board(ended)["window"] is None


def test_r38_the_log_says_that_the_time_was_up() -> None:
    ended = act(give(timed(), 2, 1), "time_up", 1)
    assert ended.result is not None
    assert str(GAME.tell(ended.setup, ended.result)) == "The time is up. Chidi wins!"


def test_a21_the_timed_game_ends_when_anybody_calls_the_time() -> None:
    state = act(give(timed(), 2, 1), "time_up", 1)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (1500, 1500, 1560))
    assert "time_up" not in names(start(3))


def test_a21_a_landing_is_finished_before_the_time_is_called() -> None:
    assert refused(roll(timed(), "1 2"), "time_up", 1) == ("R38", "wrong-phase")
    assert "time_up" in names(act(roll(timed(), "1 2"), "buy"))
    assert "time_up" not in names(act(roll(timed(), "3 3"), "buy"))  # the double rolls again first


def test_a22_trades_are_cash_deeds_and_cards() -> None:
    state = act(give(start(), 0, 1), "trade", 0, partner=1)
    assert {name for name in names(state, 0) if name.startswith("trade")} == {
        "trade_give",
        "trade_pay",
        "trade_ask",
        "trade_drop",
    }


@pytest.mark.parametrize("pot", [True, False])
def test_a23_taxes_and_fees_on_free_parking(pot: bool) -> None:
    state = act(roll(start(free_parking_pot=pot), "1 3"), "tax", how="flat")
    assert state.pot == (200 if pot else 0)
    state = roll(put(turn(state, 1), 1, at=16), "1 3")
    assert (state.pot, cash(state)[1], money(state)) == (0, 1700 if pot else 1500, 0)


def test_a24_going_back_over_go_pays_nothing() -> None:
    state = roll(put(start(), 0, at=0), "1 1")  # a treasure chest on space 2
    back = act(state, "card_back", steps=3)
    assert (back.players[0].at, cash(back)[0]) == (39, 1500)


# ---- paper money: the companion is the cashier


def paper(players: int = 2, **options: Any) -> State:
    return start(players, money="paper", **options)


def test_paper_says_who_pays_whom_and_waits_for_a_tap() -> None:
    state = act(roll(paper(), "1 2"), "buy")
    assert [(one.payer, one.payee, one.amount) for one in state.unpaid] == [(0, -1, 60)]
    assert "Hand the money" in str(GAME.prompt(state))
    assert refused(state, "end") == ("R3", "unpaid")
    paid = act(state, "paid", 1, payment=1)
    assert (paid.unpaid, paid.phase) == ((), "END")
    assert roll(act(paid, "end"), "1 3").phase == "TAX"


def test_paper_money_is_counted_and_the_book_follows() -> None:
    state = paper()
    assert limits(state, "count", "cash", 0) == (1000, 2000)
    counted = act(state, "count", 0, cash=1480)
    assert (cash(counted), money(counted)) == ([1480, 1500], 0)
    assert happens(state, "count", 0, cash=1480) == (e.CashCounted(0, 1480, -20),)
    assert "count" not in names(start())


def test_app_money_waits_for_nobody() -> None:
    assert act(roll(start(), "1 2"), "buy").unpaid == ()
