"""Plankton Rising, rule point by rule point: each test's name carries the point of the rules that it tries."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.errors import SetupError
from companion.rules.game import Seat, Setup
from companion.rules.plankton_rising import GAME, State
from companion.rules.plankton_rising.events import Lost, Stolen, TimeChanged
from companion.rules.plankton_rising.state import DEAL, OVER, PLACE, PLANKTON, ROLLS, TRIM
from companion.rules.setup import COLOURS, checked_setup
from tests.rules.plankton import (
    ability,
    act,
    begin,
    box,
    events,
    finish,
    idle,
    lay,
    lie,
    names,
    picks,
    refused,
    reveal,
    roll,
    to_dice,
    with_orders,
    with_tokens,
)


def seated(players: int = 2, **options: Any) -> State:
    """Everybody has a team, and eight cards are to be dealt."""
    state = begin(players, **options)
    for home in "ABCD"[: len(state.teams)]:
        state = act(state, "team", home=home)
    return state


# ---- set-up


def test_r01_tiles_start_food_side_up_without_counters() -> None:
    state = begin()
    assert (dict(state.theft), state.stolen, len(state.box.ingredients)) == ({}, (), 6)


def test_r02_tokens_lie_in_one_supply_and_dice_belong_to_all() -> None:
    state = seated()
    assert (state.tokens_left, [team.tokens for team in state.teams]) == (30, [(), ()])
    assert state.colour_left("R") == 3


def test_r03_each_player_takes_a_home_with_its_leader_out_of_the_deck() -> None:
    state = seated(3)
    assert [team.friends for team in state.teams] == [("LA",), ("LB",), ("LC",)]
    assert not {"LA", "LB", "LC"} & {*state.deck}
    assert "LD" in state.deck


def test_r03_a_home_is_taken_once() -> None:
    state = act(begin(), "team", home="A")
    assert picks(state, "team") == ["B", "C", "D"]
    assert refused(state, "team", home="A") == ("R9", "wrong-arguments")


def test_r04_four_cards_are_dealt_to_each_room() -> None:
    state = seated()
    assert state.phase == DEAL
    for card in ("F1", "F2", "F3", "F4", "O3", "O4", "V2", "PATTY"):
        state = act(state, "deal", card=card)
    assert state.rows == {"kitchen": ("F1", "F2", "F3", "F4"), "dining": ("O3", "O4", "V2", "PATTY")}
    assert state.phase == PLACE


def test_r05_turns_go_round() -> None:
    state, order = lie(), []
    for _ in range(4):
        order.append(GAME.active(state))
        state = idle(state)
    assert order == [0, 1, 0, 1]
    assert "swimming" in str(GAME.seating)


def test_r05_another_players_turn_is_refused() -> None:
    assert refused(lie(), "place", seat=1, place="kitchen") == ("R5", "not-your-turn")


def test_r06_alone_one_plays_two_teams() -> None:
    state = seated(1)
    assert [(team.seat, team.friends) for team in state.teams] == [(0, ("LA",)), (0, ("LB",))]
    assert GAME.active(state) == 0


@pytest.mark.parametrize("players", [0, 5])
def test_r06_other_numbers_of_players_are_refused(players: int) -> None:
    seats = tuple(Seat(f"P{number}", COLOURS[number]) for number in range(players))
    with pytest.raises(SetupError, match="1 to 4 players"):
        checked_setup(GAME, Setup(seats))


@pytest.mark.parametrize("orders", [6, 12])
def test_r07_orders_to_win_are_seven_to_eleven(orders: int) -> None:
    assert begin().setup.options["orders_to_win"] == 7
    with pytest.raises(SetupError):
        begin(orders_to_win=orders)


def test_r08_all_villains_may_stay_out() -> None:
    state = begin(villains="none")
    assert {*state.out} == {"DOODLE", "V2", "V3"}
    assert not {*state.out} & {*state.deck}


def test_r08_some_villains_may_stay_out() -> None:
    state = seated(villains="some")
    assert (state.phase, picks(state, "leave_out")) == (TRIM, ["DOODLE", "V2", "V3"])
    state = act(act(act(state, "leave_out", card="V2"), "leave_out_others", number=3), "start")
    assert (state.phase, state.out, state.strangers_out) == (DEAL, ("V2",), 3)
    assert "V2" not in state.deck
    assert refused(seated(), "leave_out", card="V2") == ("R48", "deal-needed")


# ---- place and Plankton


def test_r09_place_then_plankton_then_dice_then_end() -> None:
    state = lie()
    assert names(state) == ["place"]
    state = act(state, "place", place="kitchen")
    assert (state.phase, names(state)) == (PLANKTON, ["plankton"])
    assert refused(state, "roll", faces=("E", "E", "F")) == ("R9", "wrong-phase")
    state = act(state, "plankton", ingredient="i3", location="chum")
    assert state.phase == ROLLS
    assert refused(state, "place", place="dining") == ("R9", "wrong-phase")


def test_r10_a_token_goes_to_the_kitchen_or_the_dining_room_only() -> None:
    assert picks(lie(), "place") == ["kitchen", "dining"]
    assert refused(lie(), "place", place="chum") == ("R9", "wrong-arguments")


def test_r11_only_cards_of_the_own_room_can_be_served() -> None:
    state = roll(to_dice(lie()), "T E F")
    assert refused(state, "assign", to="Y1>F4") == ("R11", "not-in-location")
    assert "Y1>PATTY" in picks(state, "assign")


def test_r11_other_teams_friends_are_out_of_reach() -> None:
    state = roll(to_dice(lie(b="LB F5")), "H E F")
    assert refused(state, "use", card="F5") == ("R11", "not-on-team")
    assert refused(state, "assign", to="Y1>F5") == ("R28", "not-on-team")


def test_r12_every_turn_one_plankton_card_with_ingredient_and_place() -> None:
    state = act(lie(), "place", place="kitchen")
    assert refused(state, "plankton", ingredient="i9", location="chum") == ("R9", "wrong-arguments")
    state = act(state, "plankton", ingredient="i3", location="dining")
    assert state.seen == (("i3", "dining"),)


def test_r13_the_shown_ingredient_gets_a_theft() -> None:
    assert reveal(lie(), card="i4").theft == {"i4": 1}


def test_r13_the_six_counts_are_told_for_the_lights() -> None:
    state = reveal(lie(changes={"theft": {"i2": 3}, "stolen": ("i6",)}), card="i4")
    assert GAME.board(state)["theft"] == [0, 3, 0, 1, 0, 5]


def test_r14_a_full_track_takes_no_more() -> None:
    state = reveal(lie(changes={"theft": {"i4": 5}}), card="i4")
    assert (state.theft, state.stolen) == ({"i4": 5}, ())


def test_r15_a_counter_taken_off_in_time_saves_the_tile() -> None:
    state = with_tokens(lie(changes={"theft": {"i4": 4}, "turn_no": 3}), ("theft", 1))
    state = roll(to_dice(state, card="i4"), "H H H")
    saved = finish(act(state, "token", token="0:theft"))
    assert (saved.theft, saved.stolen) == ({"i4": 4}, ())
    assert finish(state).stolen == ("i4",)


def test_r16_a_stolen_tile_gets_no_counter_but_acts() -> None:
    state = reveal(lie(a="LA F5", changes={"stolen": ("i1",)}), card="i1")
    assert (dict(state.theft), state.time) == ({}, {"LA": 1, "F5": 1})


def test_r17_a_tile_does_not_act_in_the_turn_it_is_turned() -> None:
    state = idle(lie(changes={"theft": {"i1": 4}}), card="i1")
    assert (state.stolen, dict(state.time)) == (("i1",), {})


@pytest.mark.parametrize("place", ["kitchen", "dining", "chum"])
def test_r18_plankton_goes_where_the_card_shows(place: str) -> None:
    state = reveal(lie("F1 F3 X7 X8", "F2 F4 X9 X10"), plankton=place)
    assert state.plankton == place
    assert bool(state.time) is (place != "chum")


def test_r19_every_friend_in_his_room_gets_a_time() -> None:
    assert reveal(lie(), "kitchen", plankton="dining").time == {"F2": 1, "F4": 1}


def test_r20_the_active_teams_friends_too_if_its_token_is_there() -> None:
    assert reveal(lie(a="LA F5"), "kitchen", plankton="kitchen").time["F5"] == 1
    state = reveal(lie(a="LA F5", b="LB X7"), "kitchen", plankton="dining")
    assert not {"LA", "F5", "LB", "X7"} & {*state.time}


def test_r20_another_team_in_that_room_is_left_alone() -> None:
    state = idle(lie("F1 O5 V2 O3"), "kitchen")
    state = reveal(state, "kitchen", plankton="kitchen")
    assert ("LA" in state.time, state.time["LB"]) == (False, 2)  # V2 adds another one


def test_r21_orders_and_villains_there_act_and_none_elsewhere() -> None:
    assert reveal(lie("F1 V2 O3 O5", "F2 DOODLE O4 O6"), plankton="kitchen").turn.flags == ()
    state = reveal(lie("F1 V2 O3 O5", "F2 DOODLE O4 O6"), "kitchen", plankton="dining")
    assert (state.turn.flags, "LA" in state.time) == (("no_friend_dice",), False)


def test_r22_ingredient_then_movement_then_time_then_cards() -> None:
    state = act(lie("F1 V2 O3 O5", changes={"stolen": ("i1",)}), "place", place="kitchen")
    happened = events(state, "plankton", ingredient="i1", location="kitchen")
    told = [type(event).__name__ + getattr(event, "card", "") for event in happened]
    assert told == [
        "Revealed", "Activated", "TimeChangedLA", "PlanktonMoved", "TimeChangedF1", "TimeChangedLA", "Activated",
        "TimeChangedLA", "Activated", "Activated", "DiceTaken", "Stood",
    ]  # fmt: skip


def test_r23_returned_cards_leave_at_once_and_gaps_are_filled_after_all_effects() -> None:
    state = reveal(lie("V3 F1 F3 V2", deck="X1"), plankton="kitchen")
    assert refused(state, "deal", card="X1") == ("R24", "choice-needed")
    state = act(state, "pick", what="F3")
    assert refused(state, "deal", card="X1") == ("R23", "shuffle-needed")
    state = act(state, "shuffled")
    assert (state.rows["kitchen"], {*state.deck}) == (("V3", "F1", "", "V2"), {"X1", "F3"})
    assert state.time["LA"] == 2  # V2 has acted before the gap is filled
    state = act(state, "deal", card="X1")
    assert (state.rows["kitchen"], "X1" in state.time) == (("V3", "F1", "X1", "V2"), False)


def test_r23_a_returned_card_is_not_activated_and_a_new_one_neither() -> None:
    told = box()
    told["cards"] = [
        one | {"effect": {"op": "return_to_deck", "target": "other_villains"}} if one["id"] == "V3" else one
        for one in told["cards"]
    ]
    state = reveal(lie("V3 DOODLE F1 F3", deck="V2", told=told), plankton="kitchen")
    assert (state.row("kitchen"), state.turn.flags) == (("V3", "F1", "F3"), ())
    state = act(act(state, "shuffled"), "deal", card="V2")
    assert (state.rows["kitchen"][1], state.time["LA"]) == ("V2", 1)


def test_r24_no_ability_before_planktons_effects_are_done() -> None:
    state = reveal(lie("V3 F1 F3 V2", a="LA F5"), plankton="kitchen")
    assert refused(state, "use", card="F5") == ("R24", "choice-needed")
    assert refused(lie(a="LA F5"), "use", card="F5") == ("R9", "wrong-phase")


# ---- dice


def test_r25_the_pool_is_the_team_cards_dice_and_extra_ones() -> None:
    state = to_dice(lie(a="LA X7"))
    assert list(state.turn.pool) == ["Y1", "Y2", "B1"]
    assert list(act(state, "use", card="LA").turn.pool) == ["Y1", "Y2", "B1", "G1"]


def test_r25_without_dice_nothing_is_rolled() -> None:
    state = roll(to_dice(lie("F1 PATTY V2 X7")), "F E T")
    state = lay(state, "Y1>F1", "Y2>PATTY", "B1>PATTY")
    assert refused(state, "roll", faces=()) == ("R25", "no-dice")


def test_r26_after_a_roll_one_die_at_least_is_used_or_one_set_aside() -> None:
    state = roll(to_dice(lie()), "F F F")
    assert refused(state, "roll", faces=("F", "F", "F")) == ("R26", "must-assign-or-aside")
    assert "roll" in names(lay(state, "Y1>F1"))
    aside = act(state, "set_aside", die="Y1")
    assert "roll" in names(aside)
    assert refused(aside, "set_aside", die="Y2") == ("R26", "aside-not-allowed")
    assert refused(aside, "assign", to="Y2>F1") == ("R26", "already-set-aside")


def test_r26_no_die_is_set_aside_after_one_was_used() -> None:
    state = lay(roll(to_dice(lie()), "F F F"), "Y1>F1")
    assert refused(state, "set_aside", die="Y2") == ("R26", "aside-not-allowed")


def test_r26_dice_that_were_not_rolled_cannot_be_used() -> None:
    assert refused(to_dice(lie()), "assign", to="Y1>F1") == ("R26", "not-rolled")
    assert refused(to_dice(lie()), "set_aside", die="Y1") == ("R26", "not-rolled")


def test_r27_several_dice_and_targets_in_one_roll() -> None:
    state = lay(roll(to_dice(lie()), "F T E"), "Y1>F1", "Y2>V2", "B1>PATTY")
    assert {card: state.need(card) for card in ("F1", "V2", "PATTY")} == {
        "F1": {"F": 1}, "V2": {"E": 1}, "PATTY": {"T": 1}
    }  # fmt: skip


def test_r28_targets_are_cards_here_own_friends_and_the_team_card() -> None:
    state = roll(to_dice(lie(a="LA F2", changes={"time": {"LA": 1}})), "H E T")
    assert picks(state, "assign") == ["Y1>F2", "Y2>PATTY", "Y2>V2", "Y2>O3", "Y2>home", "B1>PATTY", "B1>V2"]
    assert refused(state, "assign", to="Y1>nowhere") == ("R28", "no-such-target")
    assert refused(state, "assign", to="Y1>X5") == ("R28", "not-on-team")
    assert refused(state, "assign", to="Y1>F1") == ("R28", "no-match")


def test_r29_all_remaining_dice_are_rolled_again() -> None:
    state = lay(roll(to_dice(lie()), "F E T"), "Y1>F1")
    assert refused(state, "roll", faces=("E",)) == ("R29", "roll-all-remaining")
    assert roll(state, "H H").turn.pool == {"Y2": "H", "B1": "H"}


def test_r30_a_later_roll_may_serve_another_card() -> None:
    state = lay(roll(to_dice(lie()), "F E T"), "Y1>F1")
    state = lay(roll(state, "T E"), "Y2>V2", "B1>O3")
    assert (state.need("F1"), state.need("V2"), state.need("O3")) == ({"F": 1}, {"E": 1}, {"F": 1})


def test_r31_a_double_counts_as_two() -> None:
    assert lay(roll(to_dice(lie()), "E E FF"), "B1>F1").need("F1") == {}


def test_r32_a_friends_paid_ability_acts_at_once() -> None:
    state = roll(to_dice(lie(a="LA F2", changes={"time": {"LA": 3}})), "H E F")
    assert refused(state, "use", card="F2") == ("R32", "needs-symbols")
    assert lay(state, "Y1>F2").time == {"LA": 1}


def test_r32_an_ability_of_two_symbols_waits_for_both() -> None:
    state = roll(to_dice(lie(a="LA F4", changes={"theft": {"i5": 2}}), card="i5"), "E E F")
    state = lay(state, "Y1>F4")
    assert (state.theft["i5"], state.need("F4")) == (3, {"E": 1})
    assert lay(state, "Y2>F4").theft["i5"] == 2


def test_r33_an_ability_without_symbol_is_free() -> None:
    state = to_dice(lie(a="LA F1", changes={"time": {"LA": 2}}))
    after = act(state, "use", card="F1")
    assert (after.time, after.turn.used) == ({"LA": 1}, ("F1",))
    assert refused(roll(state, "F F F"), "assign", to="Y1>F1") == ("R33", "no-symbol-needed")


def test_r33_conditions_of_an_ability() -> None:
    assert refused(to_dice(lie()), "use", card="LA") == ("R33", "condition-not-met")
    assert refused(to_dice(lie(a="LA F1")), "use", card="F1") == ("R33", "no-target")


def test_r34_every_ability_works_once_a_turn() -> None:
    state = act(to_dice(lie(a="LA F1", changes={"time": {"LA": 3}})), "use", card="F1")
    assert refused(state, "use", card="F1") == ("R34", "ability-used")
    state = lay(roll(state, "E E F"), "Y1>home")
    assert refused(state, "assign", to="Y2>home") == ("R34", "ability-used")
    again = to_dice(idle(finish(state)))
    assert "F1" in picks(again, "use")


def test_r35_a_changed_die_may_show_single_or_double_and_gets_any_face_of_its_own() -> None:
    state = act(roll(to_dice(lie(a="LA F3")), "F E FF"), "use", card="F3")
    assert picks(state, "pick") == [
        "Y1=E", "Y1=EE", "Y1=H", "Y1=T", "B1=E", "B1=H", "B1=T", "B1=F"
    ]  # fmt: skip
    assert act(state, "pick", what="B1=T").turn.pool == {"Y1": "F", "Y2": "E", "B1": "T"}
    assert refused(state, "pick", what="Y1=FF") == ("R9", "wrong-arguments")


def test_r35_a_reroll_throws_the_chosen_dice_only() -> None:
    state = act(roll(to_dice(lie(a="LA F5")), "F E FF"), "use", card="F5")
    state = act(act(state, "pick", what="Y1"), "pick", what="B1")
    assert refused(state, "end") == ("R35", "reroll-open")
    state = act(state, "reroll", faces=("H", "T"))
    assert (state.turn.pool, state.turn.roll_no) == ({"Y1": "H", "Y2": "E", "B1": "T"}, 1)


def test_r35_a_reroll_may_take_fewer_dice() -> None:
    state = act(roll(to_dice(lie(a="LA F5")), "F E FF"), "use", card="F5")
    state = act(act(state, "pick", what="Y1"), "pick", what="enough")
    assert act(state, "reroll", faces=("H",)).turn.pool == {"Y1": "H", "Y2": "E", "B1": "FF"}


def test_r36_a_newly_matched_friend_helps_only_from_the_next_turn() -> None:
    state = lay(roll(to_dice(lie(changes={"time": {"LA": 1}})), "E E FF"), "B1>F1")
    assert refused(state, "use", card="F1") == ("R11", "not-on-team")
    assert "F1" in finish(state).teams[0].friends


def test_r37_the_turn_ends_after_a_roll() -> None:
    assert refused(to_dice(lie()), "end") == ("R37", "no-roll-yet")
    assert finish(roll(to_dice(lie()), "H H H")).turn_no == 2


# ---- the end of a turn


def test_r38_a_complete_friend_joins_without_its_time() -> None:
    state = finish(lay(roll(to_dice(lie(changes={"time": {"F1": 2}})), "E E FF"), "B1>F1"))
    assert (state.teams[0].friends, "F1" in state.time) == (("LA", "F1"), False)


def test_r39_partly_served_cards_keep_nothing() -> None:
    state = finish(lay(roll(to_dice(lie()), "F E T"), "Y1>F1", "Y2>PATTY"))
    assert (state.teams[0].friends, state.teams[0].orders) == (("LA",), ())
    assert state.need("F1") == {"F": 2}


def test_r40_a_complete_villain_gets_a_time_and_the_team_a_token() -> None:
    state = finish(lay(roll(to_dice(lie()), "E T F"), "Y1>V2", "Y2>V2"))
    assert (state.time, state.teams[0].tokens) == ({"V2": 1}, (("E", 1),))
    assert refused(state, "draw", token="E") == ("R40", "token-draw-count")


def test_r41_one_time_per_villain_and_turn() -> None:
    told = box()
    told["cards"] = [
        one | {"ability": ability({"op": "add_villain_time"})} if one["id"] == "F1" else one
        for one in told["cards"]
    ]
    state = to_dice(lie("F3 PATTY V2 O3", a="LA F1", told=told))
    state = act(state, "use", card="F1")
    state = finish(lay(roll(state, "E T F"), "Y1>V2", "Y2>V2"))
    assert (state.time, state.teams[0].tokens) == ({"V2": 1}, ())


def test_r42_a_complete_order_is_collected_and_brings_a_token() -> None:
    state = act(lay(roll(to_dice(lie()), "E T F"), "Y1>PATTY", "Y2>PATTY"), "end")
    assert state.teams[0].orders == ("PATTY",)
    assert refused(state, "deal", card="X1") == ("R42", "token-draw-count")
    assert act(state, "draw", token="heal").teams[0].tokens == (("heal", 1),)


def test_r43_all_dice_go_back() -> None:
    state = finish(lay(roll(to_dice(lie()), "F E T"), "Y1>F1"))
    assert (dict(state.turn.pool), dict(state.turn.laid), state.colour_left("Y")) == ({}, {}, 3)


def test_r44_tiles_with_five_counters_are_turned() -> None:
    state = roll(to_dice(lie(changes={"theft": {"i4": 5, "i5": 4}})), "H H H")
    assert Stolen("i4") in events(state, "end")
    assert (finish(state).stolen, finish(state).theft) == (("i4",), {"i5": 4, "i3": 1})


def test_r45_cards_with_a_full_track_are_discarded_anywhere() -> None:
    state = lie(b="LB F5", changes={"time": {"F5": 2, "F2": 3, "V2": 2}})
    state = idle(state)
    assert (state.lost_friends, state.lost_villains) == (("F2", "F5"), ("V2",))
    assert state.teams[1].friends == ("LB",)


def test_r46_a_full_friend_that_joins_or_is_relieved_is_not_lost() -> None:
    full = lie(a="LA F5", changes={"time": {"F1": 3, "F5": 2}})
    state = roll(to_dice(full), "E E FF")
    assert finish(state).lost_friends == ("F1", "F5")
    state = lay(state, "B1>F1", "Y1>home")
    state = act(state, "pick", what="F5")
    assert (finish(state).lost_friends, finish(state).time) == ((), {"F5": 1})


def test_r47_time_never_exceeds_the_capacity() -> None:
    state = lie(changes={"time": {"F1": 3}})
    assert reveal(state, plankton="kitchen").time["F1"] == 3
    happened = events(act(state, "place", place="dining"), "plankton", ingredient="i3", location="kitchen")
    assert not [one for one in happened if isinstance(one, TimeChanged) and one.card == "F1"]


def test_r48_gaps_are_filled_from_the_deck_then_the_next_team_plays() -> None:
    state = act(lay(roll(to_dice(lie()), "E E FF"), "B1>F1"), "end")
    assert picks(state, "deal") == ["X1", "X2", "X3", "X4", "X5", "X6"]
    state = act(state, "deal", card="X4")
    assert (state.rows["kitchen"][0], state.team.home, state.phase) == ("X4", "B", PLACE)


# ---- tokens


def test_r49_tokens_work_on_anybodys_turn_but_not_when_drawn() -> None:
    state = with_tokens(lie(changes={"time": {"LA": 2}, "turn_no": 4}), ("heal", 2), ("theft", 4), team=1)
    state = to_dice(state)
    assert refused(state, "token", seat=1, token="1:theft") == ("R49", "token-too-new")
    state = act(state, "token", seat=1, token="1:heal")
    assert (state.time, state.teams[1].tokens) == ({"LA": 1}, (("theft", 4),))


def test_r49_a_token_that_nobody_has_is_refused() -> None:
    assert refused(to_dice(lie()), "token", token="0:heal") == ("R49", "no-such-token")


def test_r50_tokens_work_after_rolling_too() -> None:
    state = with_tokens(lie(changes={"turn_no": 4}), ("F", 1))
    state = lay(roll(to_dice(state), "F E T"), "Y1>F1")
    state = act(state, "token", token="0:F")
    assert picks(state, "pick") == ["F1", "O3"]
    assert act(state, "pick", what="F1").need("F1") == {}


def test_r51_symbol_tokens_serve_friend_abilities_too() -> None:
    state = with_tokens(lie("F3 PATTY V2 O3", a="LA F2", changes={"turn_no": 4, "time": {"LA": 2}}), ("H", 1))
    state = act(to_dice(state), "token", token="0:H")
    assert (state.time, state.turn.used) == ({}, ("F2",))


def test_r52_used_tokens_are_shuffled_in_when_the_supply_is_empty() -> None:
    held = (("E", 1),) * 28
    state = with_tokens(lie(changes={"token_discard": ("heal", "theft")}), *held, team=1)
    assert state.tokens_left == 0
    state = finish(lay(roll(to_dice(state), "E T F"), "Y1>V2", "Y2>V2"))
    assert (state.token_discard, state.teams[0].tokens, state.tokens_left) == ((), (("E", 1),), 1)


def test_r52_without_any_token_left_nothing_is_drawn() -> None:
    state = with_tokens(lie(), *((("E", 1),) * 30), team=1)
    state = finish(lay(roll(to_dice(state), "E T F"), "Y1>V2", "Y2>V2"))
    assert (state.teams[0].tokens, state.time["V2"]) == ((), 1)


# ---- the end of the game


def test_r53_the_players_win_with_enough_orders_of_all_teams_together() -> None:
    state = with_orders(lie(), 3, 3)
    assert idle(state).phase == PLACE
    state = act(lay(roll(to_dice(state), "E T F"), "Y1>PATTY", "Y2>PATTY"), "end")
    assert (state.phase, state.won, state.reason) == (OVER, True, "orders")
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.winners == (0, 1)
    assert refused(state, "place", place="kitchen", seat=0)[1] == "wrong-phase"


def test_r54_six_stolen_tiles_lose() -> None:
    stolen = {"stolen": ("i1", "i2", "i4", "i5", "i6"), "theft": {"i3": 4}}
    state = idle(lie(changes=stolen))
    assert (state.won, state.reason) == (False, "stolen")


def test_r55_ten_lost_friends_lose() -> None:
    lost = tuple(f"X{number}" for number in range(1, 10))
    state = idle(lie(deck="", changes={"lost_friends": lost, "time": {"F1": 3}}))
    assert (state.won, state.reason) == (False, "friends")
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.winners == ()


def test_r55_nine_lost_friends_do_not() -> None:
    lost = tuple(f"X{number}" for number in range(1, 9))
    assert idle(lie(deck="", changes={"lost_friends": lost, "time": {"F1": 3}})).won is None


def test_r56_a_team_that_loses_its_last_friend_loses_for_all() -> None:
    state = roll(to_dice(lie(changes={"time": {"LB": 4}})), "H H H")
    assert Lost("LB", 1) in events(state, "end")
    assert (finish(state).won, finish(state).reason) == (False, "team")


def test_r57_winning_beats_losing() -> None:
    stolen = {"stolen": ("i1", "i2", "i4", "i5", "i6"), "theft": {"i3": 4}}
    state = with_orders(lie(changes=stolen), 6, 0)
    state = finish(lay(roll(to_dice(state), "E T F"), "Y1>PATTY", "Y2>PATTY"))
    assert (state.won, len(state.stolen)) == (True, 6)


def test_r58_doodlebob_blocks_dice_on_friends_but_not_the_team_card_or_free_abilities() -> None:
    time = {"LA": 2}
    state = reveal(lie("DOODLE F3 O3 O4", a="LA F1 F2", changes={"time": time}), plankton="kitchen")
    state = roll(act(act(state, "use", card="F1"), "pick", what="LA"), "H E F")
    assert refused(state, "assign", to="Y1>F2") == ("R58", "dice-blocked")
    assert "Y2>home" in picks(state, "assign")
    assert idle(finish(state)).turn.flags == ()


def test_r59_the_krabby_patty_shuffles_the_plankton_cards() -> None:
    state = reveal(lie("PATTY F3 O3 O4"), plankton="kitchen")
    assert (state.first_task, state.seen) == ("shuffle", (("i3", "kitchen"),))
    assert refused(state, "roll", faces=("E", "E", "F")) == ("R23", "shuffle-needed")
    assert act(state, "shuffled").seen == ()


def test_r60_a_computer_side_may_add_time_to_the_active_team() -> None:
    state = reveal(lie(a="LA F5", b="LB X7", changes={"stolen": ("i1",)}), card="i1")
    assert state.time == {"LA": 1, "F5": 1}


def test_every_rule_point_has_a_test_of_its_name() -> None:
    found = {int(one) for one in re.findall(r"def test_r(\d\d)_", Path(__file__).read_text(encoding="utf-8"))}
    assert found == set(range(1, 61))
