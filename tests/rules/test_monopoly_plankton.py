"""Monopoly, rule points R39-R47: the coin, free deeds, double rent, and the count at its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.monopoly import GAME, State
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import read
from companion.rules.monopoly.state import KRAB
from companion.rules.monopoly.worth import rent, worth
from tests.rules.monopoly import LENT, act, cash, give, happens, names, owner, put, refused, roll, start, turn


def coin(space: int = 1, players: int = 2, **options: Any) -> State:
    return replace(start(players, plankton=True, **options), plankton=space)


def test_r39_the_coin_starts_on_space_1_and_only_when_wanted() -> None:
    assert start(plankton=True).plankton == 1
    assert start(plankton=False).plankton is None
    assert roll(start(plankton=False), "1 2").plankton is None


@pytest.mark.parametrize(("faces", "space"), [("1 2", 11), ("1 1", 12), ("2 3", 10)])
def test_r40_each_rolled_one_moves_it_one_space(faces: str, space: int) -> None:
    assert roll(coin(10), faces).plankton == space


def test_r41_the_coin_goes_first_then_the_token() -> None:
    events = happens(coin(2), "roll", faces=("1", "2"))
    assert [type(event) for event in events] == [e.Rolled, e.PlanktonMoved, e.Moved]
    assert "take_free" in names(roll(coin(2), "1 2"))  # it has just come to space 3


def test_r42_an_unowned_deed_with_plankton_is_free() -> None:
    state = roll(coin(3), "2 1")
    assert refused(roll(coin(2), "2 1"), "buy") == ("R42", "free-not-buy")
    assert (refused(state, "take_free"), state.plankton) == (("R42", "not-free"), 4)
    taken = act(roll(coin(2), "2 1"), "take_free")
    assert (owner(taken, 3), cash(taken)) == (0, [1500, 1500])


def test_r43_an_owned_deed_with_plankton_costs_double_the_normal_rent() -> None:
    state = turn(give(coin(3), 0, 3, level=3), 1)
    assert cash(roll(put(state, 1, at=40 - 4), "5 2")) == [1500 + 360, 1500 + 200 - 360]


def test_r44_on_space_39_the_game_ends_at_once_and_the_roller_stays() -> None:
    state = roll(put(coin(38), 0, at=6), "1 5")
    assert (state.plankton, state.players[0].at, state.phase) == (39, 6, "OVER")
    assert GAME.choices(state) == ()
    assert refused(state, "end")[1] == "wrong-phase"


def test_r45_the_final_count() -> None:
    state = give(give(give(start(), 0, 37, level=4), 0, 39, level=KRAB), 0, 12, level=LENT)
    assert worth(state, 0) == 1500 + 350 + 4 * 200 + 400 + 5 * 200 + 75
    assert worth(state, 1) == 1500


def test_r46_the_greatest_worth_wins() -> None:
    state = roll(give(put(coin(38), 1, cash=1600), 0, 1), "1 2")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (1560, 1600))


def test_r47_deed_values_are_the_classic_ones() -> None:
    box = read(GAME.checked_box({}))
    assert len(box.deeds) == 28
    assert sum(space.price for space in box.deeds) == 5690
    assert all(space.mortgage == space.price // 2 for space in box.deeds)
    assert {name: len(group) for name, group in box.groups.items()} == {
        "purple": 2,
        "light_blue": 3,
        "magenta": 3,
        "orange": 3,
        "red": 3,
        "yellow": 3,
        "green": 3,
        "dark_blue": 2,
        "transport": 4,
        "utility": 2,
    }
    for space in box.deeds:
        assert list(space.rent) == sorted(set(space.rent))
        assert space.building == (50 * (space.pos // 10 + 1) if space.kind == "street" else 0)


# ---- open questions about the coin


@pytest.mark.parametrize(("steps", "space"), [(2, 12), (1, 11)])
def test_a01_two_ones_in_one_roll(steps: int, space: int) -> None:
    assert roll(coin(10, plankton_double_one=steps), "1 1").plankton == space


def test_a02_he_steps_on_every_space_and_jail_does_nothing_to_him() -> None:
    state = coin(9)
    seen = []
    for _ in range(4):
        state = roll(turn(put(state, 0, at=0, jailed=False), 0), "1 3")
        seen.append(state.plankton)
    assert seen == [10, 11, 12, 13]
    assert roll(coin(29), "1 2").plankton == 30


@pytest.mark.parametrize("every", [True, False])
def test_a03_rolls_that_count(every: bool) -> None:
    stays = put(coin(10, plankton_counts_all_rolls=every), 0, at=10, jailed=True)
    third = replace(coin(10, plankton_counts_all_rolls=every), doubles=2, again=True)
    assert roll(stays, "1 4").plankton == (11 if every else 10)
    assert roll(third, "1 1").plankton == (12 if every else 10)
    assert roll(stays, "1 1").plankton == 12  # a double leaves jail
    assert roll(put(stays, 0, tries=2), "1 4").plankton == 11  # the last try moves the token


def test_a03_first_rolls_and_throws_for_rent_do_not_count() -> None:
    state = roll(start(plankton=True, first_roll=True), "1 1", "start_roll")
    assert state.plankton == 1
    state = give(put(coin(10), 0, at=5), 1, 12)
    state = act(roll(put(state, 0, at=2), "2 3"), "card", card="LP04")
    assert state.phase == "THROW"
    assert roll(state, "1 1", "throw").plankton == 10


@pytest.mark.parametrize(("scope", "due"), [("all", 50), ("streets", 25)])
def test_a04_all_deeds_or_streets_only(scope: str, due: int) -> None:
    state = give(coin(5, plankton_scope=scope), 0, 5)
    assert rent(state, 5, 7) == due
    free = "take_free" if scope == "all" else "buy"
    assert free in names(roll(put(coin(5, plankton_scope=scope), 0, at=0), "3 2"))
    assert rent(give(coin(3, plankton_scope=scope), 0, 3), 3, 7) == 8


def test_a05_doubled_whole_groups_and_card_factors_double_again() -> None:
    assert rent(give(coin(37), 0, 37, 39), 37, 7) == 140
    assert rent(give(coin(5), 0, 5), 5, 7, "double") == 100
    assert rent(give(coin(12), 0, 12), 12, 7, "ten_times") == 140


def test_a06_mortgaged_or_own_deeds_with_plankton_cost_nothing() -> None:
    assert rent(give(coin(3), 0, 3, level=LENT), 3, 7) == 0
    assert cash(roll(give(coin(2), 0, 3), "1 2")) == [1500, 1500]


def test_a07_a_free_deed_declined_is_auctioned() -> None:
    state = act(roll(coin(2), "1 2"), "decline")
    assert state.phase == "AUCTION"
    state = act(act(state, "bid", 1, amount=10), "pass", 0)
    assert (owner(state, 3), cash(state)) == (1, [1500, 1490])


def test_a08_landing_by_card_on_planktons_space_counts() -> None:
    state = act(roll(put(coin(24), 0, at=3), "2 2"), "card", card="LP02")
    assert "take_free" in names(state)


def test_a09_the_first_of_two_ones_ends_it() -> None:
    state = roll(coin(38), "1 1")
    assert (state.plankton, state.phase, state.players[0].at) == (39, "OVER", 0)


@pytest.mark.parametrize(("tie", "winners"), [("shared", (0, 1)), ("cash", (1,))])
def test_a10_equal_worth(tie: str, winners: tuple[int, ...]) -> None:
    state = roll(give(put(coin(38, worth_tie=tie), 0, cash=1440), 0, 1), "1 2")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == (winners, (1500, 1500))
    assert ("together" in str(outcome.sentence)) == (len(winners) > 1)


def test_a11_the_last_solvent_player_wins_before_plankton_comes() -> None:
    state = roll(turn(give(put(coin(5), 1, at=33, cash=1), 0, 37, 39, level=KRAB), 1), "2 4")
    state = act(state, "bankrupt")
    assert (state.result and state.result.cause, state.plankton) == ("last", 5)
