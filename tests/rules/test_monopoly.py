"""Monopoly, rule points R1-R25: start, moves, deeds, rent, cards, taxes, jail."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import SetupError
from companion.rules.game import Seat, Setup
from companion.rules.monopoly import GAME, State
from companion.rules.monopoly import events as e
from companion.rules.monopoly.state import BANK, CASH
from companion.rules.monopoly.worth import rent
from companion.rules.setup import COLOURS, checked_setup
from tests.play import random_game, setup_of
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

# ---- basics


@pytest.mark.parametrize("players", range(2, 7))
def test_r01_everybody_starts_on_go_with_1500(players: int) -> None:
    state = start(players)
    assert [(player.cash, player.at) for player in state.players] == [(1500, 0)] * players


@pytest.mark.parametrize("players", [1, 7])
def test_r01_other_numbers_of_players_are_refused(players: int) -> None:
    seats = tuple(Seat(f"Player {number}", COLOURS[number % 6]) for number in range(players))
    with pytest.raises(SetupError, match="2 to 6 players"):
        checked_setup(GAME, Setup(seats))


def test_r02_highest_first_roll_starts_then_to_the_left() -> None:
    state = start(3, first_roll=True)
    assert state.phase == "START"
    state = roll(roll(roll(state, "1 2", "start_roll"), "6 5", "start_roll"), "3 3", "start_roll")
    assert (state.phase, GAME.active(state)) == ("ROLL", 1)
    order = [1]
    for _ in range(3):
        state = act(replace(state, step="END"), "end")
        order.append(state.active)
    assert order == [1, 2, 0, 1]


def test_r02_ties_roll_again_and_nobody_else() -> None:
    state = start(3, first_roll=True)
    for faces in ("6 4", "5 5", "1 1"):
        state = roll(state, faces, "start_roll")
    assert (state.contenders, GAME.active(state)) == ((0, 1), 0)
    assert refused(state, "start_roll", 2, faces=("6", "6")) == ("R2", "not-your-turn")
    state = roll(roll(state, "1 2", "start_roll"), "1 3", "start_roll")
    assert (state.phase, state.active) == ("ROLL", 1)


def test_r03_the_bank_pays_however_much_it_has_paid() -> None:
    state = put(start(), 0, at=39)
    state = replace(state, bank=state.bank - 1_000_000)
    assert cash(roll(state, "1 2"))[0] == CASH + 200


def test_r04_the_token_moves_by_both_dice_and_shares_its_space() -> None:
    state = give(start(), 0, 5)
    state = act(roll(state, "4 1"), "end")
    state = roll(state, "2 3")
    assert [player.at for player in state.players] == [5, 5]
    assert cash(state) == [1525, 1475]


def test_r05_a_double_resolves_the_landing_then_rolls_again() -> None:
    state = roll(start(), "3 3")
    assert (state.phase, state.again) == ("BUY", True)
    assert refused(state, "roll", faces=("1", "2")) == ("R4", "wrong-phase")
    state = act(state, "buy")
    assert (state.phase, state.active) == ("ROLL", 0)
    assert refused(state, "end") == ("R4", "wrong-phase")
    assert roll(state, "6 4").phase == "BUY"


def test_r06_the_third_double_goes_to_jail_without_moving() -> None:
    state = give(start(), 0, 8, 18)
    state = roll(roll(state, "4 4"), "5 5")
    assert (state.players[0].at, state.phase) == (18, "ROLL")
    events = happens(state, "roll", faces=("2", "2"))
    assert events == (e.Rolled(0, ("2", "2")), e.Jailed(0, "doubles"))
    state = roll(state, "2 2")
    assert (state.players[0].at, state.players[0].jailed, state.phase) == (10, True, "END")


@pytest.mark.parametrize(("at", "faces"), [(38, "1 3"), (38, "1 1"), (34, "2 4")])
def test_r07_go_pays_200_on_landing_or_passing(at: int, faces: str) -> None:
    state = give(put(start(), 0, at=at), 0, 2)
    assert cash(roll(state, faces))[0] == 1700


def test_r07_go_pays_by_card_too_and_once() -> None:
    state = roll(put(start(), 0, at=5), "1 1")
    state = act(state, "card", card="LP03")
    assert (state.players[0].at, cash(state)[0]) == (11, 1500)  # forward without GO
    late = act(roll(put(start(), 0, at=20), "1 1"), "card", card="LP01")
    assert (late.players[0].at, cash(late)[0]) == (0, 1700)
    assert cash(roll(late, "3 4"))[0] == 1700  # leaving GO pays nothing more


def test_r08_no_salary_when_sent_to_jail() -> None:
    assert cash(roll(put(start(), 0, at=24), "4 2"))[0] == 1500
    card = act(roll(put(start(), 0, at=33), "1 2"), "card", card="LP10")
    assert (card.players[0].at, card.players[0].jailed, cash(card)[0]) == (10, True, 1500)


# ---- deeds and rent


def test_r09_an_unowned_deed_is_bought_at_its_price() -> None:
    state = act(roll(start(), "1 2"), "buy")
    assert (owner(state, 3), cash(state)) == (0, [1440, 1500])


def test_r09_not_without_the_cash() -> None:
    state = roll(put(start(), 0, cash=59), "1 2")
    assert refused(state, "buy") == ("R9", "not-enough-money")
    assert "decline" in names(state)


def test_r10_a_declined_deed_is_auctioned_from_any_price_also_to_the_decliner() -> None:
    state = act(roll(start(3), "1 2"), "decline")
    assert {seat for choice in choices(state, "bid") for seat in choice.seats} == {0, 1, 2}
    assert limits(state, "bid", "amount", 2) == (1, 1500)
    state = act(act(state, "bid", 1, amount=1), "pass", 2)
    assert limits(state, "bid", "amount", 0) == (2, 1500)
    assert refused(state, "bid", 0, amount=1) == ("R10", "bid-too-low")
    assert refused(state, "bid", 1, amount=5) == ("R10", "highest-already")
    assert refused(state, "bid", 2, amount=5) == ("R10", "not-bidding")
    state = act(act(state, "bid", 0, amount=7), "pass", 1)
    assert (owner(state, 3), cash(state), state.phase) == (0, [1493, 1500, 1500], "END")


def test_r10_nobody_bids_more_than_the_cash_in_hand_less_a_standing_bid() -> None:
    state = act(roll(give(put(start(), 1, cash=50), 1, 1, 39), "1 2"), "decline")
    assert refused(state, "bid", 1, amount=51) == ("R10", "not-enough-money")
    state = act(act(state, "mortgage", 1, space=39), "bid", 1, amount=200)
    assert state.free_cash(1) == 50


def test_r10_nobody_bids_and_the_deed_stays_with_the_bank() -> None:
    state = act(roll(start(), "1 2"), "decline")
    state = act(act(state, "pass", 0), "pass", 1)
    assert (owner(state, 3), state.phase, cash(state)) == (None, "END", [1500, 1500])


@pytest.mark.parametrize(("level", "due"), [(0, 4), (1, 20), (2, 60), (3, 180), (4, 320), (5, 450)])
def test_r11_rent_by_buildings(level: int, due: int) -> None:
    state = turn(give(start(), 0, 3, level=level), 1)
    assert cash(roll(state, "1 2")) == [1500 + due, 1500 - due]


@pytest.mark.parametrize(("number", "due"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_r11_rent_by_transports(number: int, due: int) -> None:
    state = turn(give(start(), 0, *(5, 15, 25, 35)[:number]), 1)
    assert cash(roll(state, "1 4")) == [1500 + due, 1500 - due]


@pytest.mark.parametrize(("owned", "due"), [((12,), 4 * 8), ((12, 28), 10 * 8)])
def test_r11_rent_of_utilities_by_the_dice(owned: tuple[int, ...], due: int) -> None:
    state = turn(give(put(start(), 1, at=4), 0, *owned), 1)
    assert cash(roll(state, "5 3")) == [1500 + due, 1500 - due]


def test_r11_no_rent_on_a_mortgaged_or_own_deed() -> None:
    state = turn(give(start(), 0, 3, level=LENT), 1)
    assert cash(roll(state, "1 2")) == [1500, 1500]
    assert cash(roll(give(start(), 0, 3), "1 2")) == [1500, 1500]


def test_r12_a_whole_group_doubles_bare_streets_also_beside_mortgages_and_buildings() -> None:
    whole = give(start(), 0, 6, 8, 9)
    assert rent(whole, 9, 7) == 16
    assert rent(give(whole, 0, 8, level=LENT), 9, 7) == 16
    assert rent(give(whole, 0, 8, level=LENT), 8, 7) == 0
    assert rent(give(whole, 0, 8, level=1), 9, 7) == 16
    assert rent(give(whole, 0, 8, level=1), 8, 7) == 30
    assert rent(give(whole, 1, 8), 9, 7) == 8


def strict(players: int = 3) -> State:
    return turn(give(start(players, rent_must_be_claimed=True), 0, 3, 5), 1)


def test_r13_rent_lapses_when_the_second_following_player_rolls() -> None:
    landed = roll(strict(), "1 2")
    assert (cash(landed), landed.phase) == ([1500] * 3, "END")
    assert cash(act(landed, "claim", 0, rent=0)) == [1504, 1496, 1500]
    first = roll(act(landed, "end"), "1 3")
    assert cash(act(first, "claim", 0, rent=0)) == [1504, 1496, 1500]
    waiting = act(act(first, "tax", how="flat"), "end")
    assert picks(waiting, "claim", "rent", 0)  # before the second following player rolls
    late = roll(waiting, "1 3")
    assert refused(late, "claim", 0, rent=0) == ("R13", "nothing-to-claim")
    assert e.RentLapsed(1, 0, 3) in happens(waiting, "roll", faces=("1", "3"))


def test_r13_only_the_owner_asks() -> None:
    landed = roll(strict(), "1 2")
    assert refused(landed, "claim", 2, rent=0)[0] == "R13"


def test_r14_rent_is_collected_from_jail() -> None:
    state = turn(give(put(start(), 0, at=10, jailed=True), 0, 5), 1)
    assert cash(roll(state, "1 4")) == [1525, 1475]


# ---- cards, taxes, parking


def card(name: str, at: int = 5, players: int = 3, state: State | None = None) -> State:
    """After a card that seat 0 drew on the space two ahead of `at`."""
    state = start(players) if state is None else state
    return act(roll(put(state, 0, at=at), "1 1"), "card", card=name)


def test_r15_a_card_is_done_and_put_under_the_deck() -> None:
    state = card("LP07")
    assert (cash(state)[0], state.decks["life_preserver"][-1], state.phase) == (1550, "LP07", "ROLL")
    assert list(picks(roll(put(turn(state, 1), 1, at=5), "1 1"), "card", "card"))[-1] == "LP07"
    assert refused(roll(put(start(), 0, at=5), "1 1"), "card", card="TC02") == ("R15", "wrong-deck")
    assert refused(roll(put(start(), 0, at=5), "1 1"), "card", card="XX") == ("R15", "unknown-card")


@pytest.mark.parametrize(
    ("name", "at", "expected"),
    [
        ("LP12", 5, [1485, 1500, 1500]),
        ("LP15", 5, [1400, 1550, 1550]),
        ("LP16", 5, [1650, 1500, 1500]),
        ("TC02", 0, [1700, 1500, 1500]),
        ("TC03", 0, [1450, 1500, 1500]),
        ("TC07", 0, [1600, 1450, 1450]),
        ("TC12", 0, [1350, 1500, 1500]),
    ],
)
def test_r15_cards_of_money(name: str, at: int, expected: list[int]) -> None:
    assert cash(card(name, at)) == expected


@pytest.mark.parametrize(
    ("name", "at", "to"),
    [("LP02", 5, 24), ("LP09", 5, 4), ("LP14", 34, 39), ("LP13", 34, 5), ("LP04", 20, 28), ("LP05", 34, 5)],
)
def test_r15_cards_that_move(name: str, at: int, to: int) -> None:
    assert card(name, at).players[0].at == to


def test_r15_the_nearest_transport_asks_double_rent_and_a_utility_ten_times_a_throw() -> None:
    owned = give(start(3), 1, 15, 25, 12)
    assert cash(card("LP05", state=owned)) == [1400, 1600, 1500]
    state = card("LP04", state=owned)
    assert (state.phase, state.players[0].at, cash(state)) == ("THROW", 12, [1500] * 3)
    assert refused(state, "throw") == ("R15", "throw-needed")
    assert cash(roll(state, "3 6", "throw")) == [1410, 1590, 1500]
    assert card("LP04", state=give(start(3), 0, 12)).phase == "ROLL"  # one's own needs no throw
    assert card("LP05", state=start(3)).phase == "BUY"


def test_r15_repairs_count_pineapples_and_krabs() -> None:
    built = give(give(start(3), 0, 6, 8, level=4), 0, 9, level=5)
    assert cash(card("LP11", state=built))[0] == 1500 - 8 * 25 - 100
    assert cash(card("TC14", 0, state=built))[0] == 1500 - 8 * 40 - 115


def test_r16_a_card_that_opens_the_jail_is_kept_sold_and_returns_under_the_deck() -> None:
    state = card("LP08")
    assert state.players[0].cards == (("life_preserver", "LP08"),)
    assert "LP08" not in state.decks["life_preserver"]
    assert refused(roll(put(turn(state, 1), 1, at=5), "1 1"), "card", card="LP08") == ("R16", "card-kept")
    state = act(act(state, "trade", 0, partner=1), "trade_give_cards", 0, amount=1)
    state = act(act(act(state, "trade_ask", 0, amount=30), "trade_offer", 0), "trade_accept", 1)
    assert ([len(one.cards) for one in state.players], cash(state)) == ([0, 1, 0], [1530, 1470, 1500])
    state = act(turn(put(state, 1, at=10, jailed=True), 1), "use_card")
    assert (state.players[1].cards, state.decks["life_preserver"][-1]) == ((), "LP08")


def test_r17_the_bubble_tax_takes_200_or_a_tenth_of_everything() -> None:
    state = give(give(give(start(), 0, 39, level=LENT), 0, 6, 8, level=2), 0, 9, level=5)
    state = roll(give(state, 0, 5), "1 3")
    assert (state.phase, set(picks(state, "tax", "how").values())) == ("TAX", {""})  # no counting before choosing
    assert cash(act(state, "tax", how="flat"))[0] == 1300
    everything = 1500 + 400 + 200 + 100 + 100 + 120 + 2 * 100 + 250
    assert everything == 2870
    assert cash(act(state, "tax", how="tenth"))[0] == 1500 - 287


def test_r18_free_parking_does_nothing() -> None:
    state = roll(put(start(), 0, at=16), "1 3")
    assert (cash(state), state.phase, state.pot) == ([1500, 1500], "END", 0)


# ---- jail


def test_r19_three_ways_into_jail() -> None:
    by_space = roll(put(start(), 0, at=27), "1 2")
    by_card = card("TC06", 0)
    by_doubles = roll(replace(start(), doubles=2, again=True), "4 4")
    for state in (by_space, by_card, by_doubles):
        assert (state.players[0].at, state.players[0].jailed, state.phase) == (10, True, "END")


def test_r20_just_visiting_costs_nothing() -> None:
    state = roll(start(), "4 6")
    assert (state.players[0].at, state.players[0].jailed, cash(state)) == (10, False, [1500, 1500])
    assert roll(turn(state, 0), "1 3").players[0].at == 14


def jailed(tries: int = 0, players: int = 2, **options: Any) -> State:
    return put(start(players, **options), 0, at=10, jailed=True, tries=tries)


@pytest.mark.parametrize("tries", [0, 1, 2])
def test_r21_a_double_leaves_jail_without_a_further_roll(tries: int) -> None:
    state = roll(jailed(tries), "3 3")
    assert (state.players[0].at, state.players[0].jailed, state.again) == (16, False, False)
    assert act(state, "buy").phase == "END"


def test_r21_no_double_stays() -> None:
    state = roll(jailed(), "3 4")
    assert (state.players[0].at, state.players[0].tries, state.phase) == (10, 1, "END")
    assert roll(turn(state, 0), "3 4").players[0].tries == 2


def test_r22_a_card_own_or_bought_leaves_jail_and_rolls() -> None:
    assert refused(jailed(), "use_card") == ("R22", "no-card")
    state = act(put(jailed(), 0, cards=(("treasure_chest", "TC05"),)), "use_card")
    assert (state.players[0].jailed, state.phase) == (False, "ROLL")
    assert roll(state, "2 2").again


def test_r23_fifty_before_rolling_on_the_first_or_second_turn_only() -> None:
    for tries in (0, 1):
        state = act(jailed(tries), "pay_jail")
        assert (cash(state)[0], state.players[0].jailed, state.phase) == (1450, False, "ROLL")
        assert roll(state, "2 2").again  # an ordinary roll
    assert refused(jailed(2), "pay_jail") == ("R23", "roll-decides")
    assert refused(put(jailed(), 0, cash=49), "pay_jail") == ("R23", "not-enough-money")
    assert refused(start(), "pay_jail") == ("R23", "wrong-phase")


def test_r24_the_third_failure_pays_fifty_and_moves_by_that_roll() -> None:
    state = roll(jailed(2), "3 4")
    assert (state.players[0].at, state.players[0].jailed, cash(state)[0]) == (17, False, 1450)
    assert state.phase == "CARD"


def test_r24_who_cannot_pay_raises_the_money_and_then_moves() -> None:
    state = roll(put(give(jailed(2), 0, 39), 0, cash=20), "3 4")
    assert (state.phase, state.players[0].at) == ("DEBT", 10)
    assert refused(state, "settle") == ("R36", "not-enough-money")
    state = act(act(state, "mortgage", space=39), "settle")
    assert (state.players[0].at, state.players[0].jailed, cash(state)[0]) == (17, False, 170)


def test_r25_trading_building_and_rent_go_on_in_jail() -> None:
    state = give(jailed(), 0, 1, 3, 5)
    assert {"build", "trade", "mortgage"} <= names(state, 0)
    assert act(state, "build", 0, space=1).deeds[1].level == 1


def test_money_is_never_made_or_lost_in_these_positions() -> None:
    state = roll(give(start(), 0, 3), "1 2")
    assert money(state) == 0
    assert money(act(roll(turn(state, 1), "1 3"), "tax", how="flat")) == 0


def test_a_bank_payment_names_its_payer() -> None:
    paid = happens(put(start(), 0, at=38), "roll", faces=("1", "1"))
    assert e.Paid(BANK, 0, 200, "salary", 0) in paid


def test_random_games_never_put_a_token_off_the_board() -> None:
    for _before, _action, _events, after in random_game(GAME, setup_of(GAME, 3), random.Random(3)):
        assert all(0 <= player.at < 40 for player in after.players)
