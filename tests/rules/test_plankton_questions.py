"""Plankton Rising's open questions: the default of each and its switch, by the question's number."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.rules.args import Faces
from companion.rules.game import Action
from companion.rules.plankton_rising import GAME, State
from companion.rules.plankton_rising.board import board
from companion.rules.plankton_rising.vocabulary import FACES
from tests.rules.plankton import (
    ability,
    act,
    begin,
    box,
    choice,
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
    shipped,
    to_dice,
    with_tokens,
)

UNTOLD = {"dice": [{"colour": colour} for colour in "YRGB"]}


def card_with(name: str, **changes: Any) -> dict[str, Any]:
    """The box with one card changed."""
    told = box()
    told["cards"] = [one | changes if one["id"] == name else one for one in told["cards"]]
    return told


# ---- A1: dice


def test_a01_any_face_on_any_die_until_the_family_has_told_them() -> None:
    state = to_dice(lie(told=box(**UNTOLD)))
    assert state.faces_of("Y1") == FACES
    assert roll(state, "FF HH TT").turn.pool == {"Y1": "FF", "Y2": "HH", "B1": "TT"}


def test_a01_a_face_that_a_die_lacks_is_refused() -> None:
    assert refused(to_dice(lie()), "roll", faces=("FF", "E", "F")) == ("A1", "face-not-on-die")


def test_a01_faces_are_learnt_from_many_throws_and_then_enforced() -> None:
    state = to_dice(lie(told=box(**UNTOLD)))
    assert "learn:Y" not in picks(state, "change")
    state = replace(state, thrown={"Y": {"E": 20, "EE": 8, "H": 8}})
    state = act(state, "change", what="learn:Y")
    assert refused(state, "roll", faces=("T", "E", "F")) == ("A1", "face-not-on-die")
    expected = GAME.expects(state, {})
    assert expected
    assert expected.faces == FACES  # the blue die may still show any
    state = act(state, "change", what="forget:Y")
    assert roll(state, "T E F").turn.pool["Y1"] == "T"


def test_a01_a_roll_says_what_each_die_can_show_and_its_colour() -> None:
    arg = choice(to_dice(lie()), "roll").args["faces"]
    assert isinstance(arg, Faces)
    assert arg.bodies == ("yellow", "yellow", "blue")
    assert (arg.allows(("EE", "T", "FF"), {}), arg.allows(("FF", "T", "EE"), {})) == (True, False)
    assert all(arg.allows(arg.sample(random.Random(seed), {}), {}) for seed in range(50))


def test_a01_throws_are_counted_by_colour() -> None:
    assert roll(to_dice(lie()), "E E F").thrown == {"Y": {"E": 2}, "B": {"F": 1}}


@pytest.mark.parametrize(
    ("bodies", "faces", "pool"),
    [
        ("blue yellow yellow", "F E EE", "E EE F"),
        ("yellow blue yellow", "E F EE", "E EE F"),
        ("orange yellow blue", "EE E F", "E EE F"),
        ("yellow purple white", "E F EE", "E EE F"),
    ],
)
def test_a01_the_eye_tells_dice_apart_by_their_colour(bodies: str, faces: str, pool: str) -> None:
    state = to_dice(lie())
    action = GAME.rolled(state, tuple(faces.split()), {"bodies": tuple(bodies.split())})
    assert action.args["faces"] == tuple(pool.split())


def test_a01_a_die_whose_colour_was_not_seen_is_the_one_that_is_left() -> None:
    action = GAME.rolled(to_dice(lie()), ("F", "E", "EE"), {"bodies": ("", "yellow", "yellow")})
    assert action.args["faces"] == ("E", "EE", "F")


@pytest.mark.parametrize("bodies", ["red red blue", "yellow yellow yellow", "yellow green blue"])
def test_a01_colours_that_are_not_in_the_pool_are_asked_about(bodies: str) -> None:
    with pytest.raises(IllegalAction, match="Enter the roll by hand") as refusal:
        GAME.rolled(to_dice(lie()), ("E", "E", "F"), {"bodies": tuple(bodies.split())})
    assert refusal.value.point == "A1"


def test_a01_without_colours_dice_come_in_the_order_of_the_pool() -> None:
    assert GAME.rolled(to_dice(lie()), ("E", "EE", "F"), {}) == Action(0, "roll", {"faces": ("E", "EE", "F")})


def test_a01_no_roll_is_open_before_planktons_card() -> None:
    assert GAME.expects(lie(), {}) is None
    with pytest.raises(IllegalAction, match="No roll is open"):
        GAME.rolled(lie(), ("E", "E", "F"), {})


# ---- the others


def test_a02_one_ingredient_and_one_place_any_time_unless_the_pile_is_listed() -> None:
    again = reveal(idle(lie(), card="i3"), card="i3")
    assert again.theft == {"i3": 2}


def test_a02_a_listed_pile_has_each_card_once() -> None:
    pile = [{"ingredient": f"i{one}", "location": place} for one in range(1, 7) for place in ("kitchen", "chum")]
    state = act(idle(lie(told=box(plankton_cards=pile))), "place", place="kitchen")
    assert refused(state, "plankton", ingredient="i3", location="chum") == ("R9", "wrong-arguments")
    assert act(state, "plankton", ingredient="i3", location="kitchen").theft == {"i3": 2}


def test_a03_no_time_can_be_removed_while_a_tile_says_so() -> None:
    state = lie(a="LA F1", changes={"stolen": ("i2",), "time": {"LA": 2}})
    state = roll(to_dice(state, card="i2"), "E E F")
    assert refused(state, "use", card="F1") == ("A3", "time-locked")
    assert refused(state, "assign", to="Y1>home") == ("A3", "time-locked")


def test_a04_a_tile_has_five_spaces() -> None:
    assert idle(lie(changes={"theft": {"i3": 3}})).stolen == ()
    assert idle(lie(changes={"theft": {"i3": 4}})).stolen == ("i3",)


def test_a05_a_full_track_takes_nothing() -> None:
    state = lie("F1 V2 O3 O5", changes={"time": {"LA": 4}})
    assert reveal(state, "kitchen", plankton="kitchen").time["LA"] == 4


def test_a06_thefts_then_losses_then_the_result_then_the_gaps() -> None:
    state = roll(to_dice(lie(changes={"theft": {"i4": 5}, "time": {"F1": 3}})), "H H H")
    told = [type(event).__name__ for event in events(state, "end")]
    assert told == ["DiceReturned", "Stolen", "Lost", "Stood"]


def test_a07_friends_in_the_rows_and_leaders_count_as_lost() -> None:
    state = idle(lie(b="LB F5", changes={"time": {"F1": 3, "LB": 4}}))
    assert state.lost_friends == ("F1", "LB")


def test_a08_a_returned_friend_is_not_lost_and_the_last_one_stays() -> None:
    state = with_tokens(
        lie(told=card_with("F1", ability=ability({"op": "return_to_deck", "target": "any_friend"})), a="LA F1")
    )
    state = act(to_dice(state), "use", card="F1")
    assert "LB" not in picks(state, "pick")
    state = act(act(state, "pick", what="F1"), "shuffled")
    assert (state.lost_friends, "F1" in state.deck) == ((), True)
    assert "LA" in state.team.friends


@pytest.mark.parametrize(("loses", "won"), [(False, None), (True, False)])
def test_a08_a_team_emptied_by_a_return_loses_only_by_house_rule(loses: bool, won: bool | None) -> None:
    state = to_dice(lie(empty_team_loses=loses))
    state = act(act(state, "change", what="return:LA"), "shuffled")
    assert finish(roll(state, "H H H")).won is won


def test_a09_cards_act_from_left_to_right() -> None:
    state = act(lie("V2 F3 DOODLE O5"), "place", place="dining")
    happened = events(state, "plankton", ingredient="i3", location="kitchen")
    assert [event.source for event in happened if hasattr(event, "source")] == ["V2", "DOODLE", "O5"]


def test_a09_by_house_rule_the_player_says_which_acts_first() -> None:
    state = reveal(lie("V2 F3 DOODLE F1", activation_order="choose"), "kitchen", plankton="kitchen")
    assert picks(state, "activate") == ["V2", "DOODLE"]
    assert refused(state, "roll", faces=("E", "E", "F")) == ("A9", "choice-needed")
    state = act(state, "activate", card="DOODLE")
    assert (state.turn.flags, state.time["LA"]) == (("no_friend_dice",), 2)


@pytest.mark.parametrize(("remote", "time"), [(True, 1), (False, 0)])
def test_a10_the_active_teams_friends_are_reached_in_the_other_room_too(remote: bool, time: int) -> None:
    state = reveal(lie("F1 V2 O3 O5", remote_effects=remote), "dining", plankton="kitchen")
    assert state.time.get("LA", 0) == time


def test_a11_a_double_is_not_split_between_two_cards() -> None:
    state = lay(roll(to_dice(lie()), "EE T F"), "Y1>PATTY")
    assert (state.need("PATTY"), state.need("V2")) == ({"T": 1}, {"T": 1, "E": 1})
    assert refused(state, "assign", to="Y1>V2") == ("R26", "not-rolled")


def test_a12_a_die_that_was_laid_stays() -> None:
    state = lay(roll(to_dice(lie()), "E T F"), "Y1>PATTY")
    assert not [to for to in picks(state, "assign") if to.startswith("Y1")]
    assert list(state.turn.pool) == ["Y2", "B1"]


def test_a13_several_cards_may_be_served_in_one_roll() -> None:
    state = lay(roll(to_dice(lie()), "E T F"), "Y1>PATTY", "Y2>V2", "B1>F1")
    assert [card for card in ("PATTY", "V2", "F1") if state.turn.met.get(card)] == ["PATTY", "V2", "F1"]


@pytest.mark.parametrize("counts", [False, True])
def test_a14_a_symbol_token_is_no_die_unless_the_house_says_so(counts: bool) -> None:
    state = with_tokens(lie(token_counts_as_assign=counts, changes={"turn_no": 4}), ("F", 1))
    state = act(act(roll(to_dice(state), "H H H"), "token", token="0:F"), "pick", what="F1")
    assert ("roll" in names(state)) is counts


def test_a15_a_turn_may_end_early() -> None:
    assert finish(roll(to_dice(lie()), "E T F")).turn_no == 2


def test_a15_by_house_rule_only_when_nothing_can_be_served() -> None:
    state = roll(to_dice(lie(allow_early_end=False)), "E T F")
    assert refused(state, "end") == ("R37", "dice-left")
    state = lay(state, "Y1>PATTY", "Y2>PATTY", "B1>F1")
    assert finish(state).turn_no == 2


def test_a16_no_more_dice_than_are_printed() -> None:
    told = box()
    told["dice"] = [one | ({"copies": 1} if one["colour"] == "G" else {}) for one in told["dice"]]
    state = to_dice(
        idle(
            lie(
                b="LB F5",
                told=card_with("LB", ability=ability({"op": "extra_die", "colours": ["G"]}))
                | {"dice": told["dice"]},
            )
        )
    )
    assert list(state.turn.pool) == ["R1", "R2", "G1"]
    assert refused(state, "use", card="LB") == ("A16", "no-such-die-left")


def test_a17_tokens_wait_for_planktons_card() -> None:
    state = with_tokens(lie(changes={"turn_no": 4, "theft": {"i5": 2}}), ("theft", 1))
    assert "token" not in names(state)
    assert "token" in names(to_dice(state))


def test_a17_by_house_rule_tokens_without_dice_work_before_it() -> None:
    state = lie(token_window="any", changes={"turn_no": 4, "theft": {"i5": 2}})
    state = with_tokens(state, ("theft", 1), ("E", 1))
    assert picks(state, "token") == ["0:theft"]
    assert act(state, "token", token="0:theft").theft == {"i5": 1}


def test_a18_an_extra_die_may_join_after_the_first_roll() -> None:
    state = with_tokens(lie(changes={"turn_no": 4}), ("die-R", 1))
    state = lay(roll(to_dice(state), "E T F"), "Y1>PATTY")
    state = act(state, "token", token="0:die-R")
    assert state.turn.pool == {"Y2": "T", "B1": "F", "R1": ""}
    assert refused(state, "assign", to="R1>F1") == ("R26", "not-rolled")
    assert roll(state, "E F H").turn.pool == {"Y2": "E", "B1": "F", "R1": "H"}


def changed(**options: Any) -> State:
    """A first roll of two Efforts and a Fun, and the Fun then changed into an Effort; a Friend was lost."""
    state = lie(a="LA F3", changes={"lost_friends": ("X9",)}, **options)
    state = act(roll(to_dice(state), "E E F"), "use", card="F3")
    return act(state, "pick", what="B1=E")


def test_a19_doubles_count_two_and_faces_as_they_were_rolled() -> None:
    state = roll(to_dice(lie(changes={"lost_friends": ("X9",)})), "EE E F")
    assert act(state, "bonus").first_task == "shuffle"
    assert refused(changed(), "bonus") == ("A19", "condition-not-met")


def test_a19_by_house_rule_changed_faces_count() -> None:
    assert act(changed(bonus_after_changes=True), "bonus").deck[-1] == "X9"


def test_a19_the_bonus_comes_once_with_the_first_roll_and_needs_something_to_do() -> None:
    state = roll(to_dice(lie(changes={"lost_friends": ("X9", "X10")})), "EE E F")
    once = act(act(act(state, "bonus"), "pick", what="X9"), "shuffled")
    assert refused(once, "bonus") == ("A19", "ability-used")
    assert refused(roll(lay(state, "B1>F1"), "E E"), "bonus") == ("A19", "condition-not-met")
    assert refused(roll(to_dice(lie()), "EE E F"), "bonus") == ("A19", "no-target")


def test_a20_where_the_bonus_takes_a_friend_from_is_read_from_the_card() -> None:
    bonus = shipped("rulebook")["homes"][0]["bonus"]
    assert bonus["do"]["op"] == "manual"
    told = box()
    told["homes"] = [one | {"bonus": bonus | {"symbol": "E"}} for one in told["homes"]]
    state = act(roll(to_dice(lie(told=told, changes={"lost_friends": ("X9",)})), "EE E F"), "bonus")
    assert state.first_task == "manual"
    state = act(act(act(state, "change", what="return:X9"), "shuffled"), "done")
    assert (state.lost_friends, state.deck[-1], state.turn.used) == ((), "X9", ("bonus",))


@pytest.mark.parametrize(("extra", "time"), [(False, 1), (True, 2)])
def test_a21_a_villain_is_hit_once_a_turn_in_all(extra: bool, time: int) -> None:
    told = card_with("F1", ability=ability({"op": "add_villain_time"}))
    told["cards"] = [one | ({"capacity": 5} if one["id"] == "V2" else {}) for one in told["cards"]]
    state = act(to_dice(lie("F3 PATTY V2 O3", a="LA F1", told=told, villain_extra_time=extra)), "use", card="F1")
    state = lay(roll(state, "E T F"), "Y1>V2", "Y2>V2")
    assert finish(state).time["V2"] == time


def test_a22_gaps_stay_when_the_deck_is_empty() -> None:
    state = finish(lay(roll(to_dice(lie(deck="")), "E E FF"), "B1>F1"))
    assert state.rows["kitchen"] == ("", "PATTY", "V2", "O3")


def test_a23_an_empty_plankton_pile_is_shuffled() -> None:
    seen = tuple((f"i{one}", place) for one in range(1, 7) for place in ("kitchen", "dining", "chum"))
    state = act(lie(changes={"seen": seen}), "place", place="kitchen")
    assert (state.first_task, state.tasks[0].source) == ("shuffle", "plankton")
    assert names(act(state, "shuffled")) == ["plankton"]


def test_a24_too_few_cubes_are_only_warned_of() -> None:
    time = {f"X{number}": 5 for number in range(1, 11)}
    assert not board(lie(changes={"time": time}))["short_of_cubes"]
    assert board(lie(changes={"time": time | {"LA": 4, "LB": 4, "F1": 3}}))["short_of_cubes"]


def test_a25_two_friends_of_whom_one_has_time() -> None:
    state = with_tokens(lie(changes={"turn_no": 4, "time": {"LA": 1}}), ("heal", 1))
    state = act(to_dice(state), "token", token="0:heal")
    assert (dict(state.time), state.tasks) == ({}, ())


def test_a25_two_friends_are_two_different_ones() -> None:
    state = with_tokens(lie(changes={"turn_no": 4, "time": {"LA": 3, "LB": 2, "F1": 2}}), ("heal", 1))
    state = act(act(to_dice(state), "token", token="0:heal"), "pick", what="LA")
    assert refused(state, "pick", what="LA") == ("A25", "two-different-friends")
    assert act(state, "pick", what="LB").time == {"LA": 2, "LB": 1, "F1": 2}


def test_a26_the_type_of_a_friend_is_its_icon() -> None:
    told = card_with("V2", effect={"op": "add_time", "target": "type:F"})
    state = reveal(lie("F1 V2 O3 O5", "F2 F3 F4 O2", b="LB F5", told=told), "dining", plankton="kitchen")
    assert (state.time["F1"], state.time["F5"], "F2" in state.time) == (2, 1, False)


def test_every_open_question_has_a_test_of_its_number() -> None:
    found = {int(one) for one in re.findall(r"def test_a(\d\d)_", Path(__file__).read_text(encoding="utf-8"))}
    assert found == set(range(1, 27))


def test_every_house_rule_names_its_point() -> None:
    assert {option.point for option in GAME.options} >= {
        "R7",
        "R8",
        "A8",
        "A9",
        "A10",
        "A14",
        "A15",
        "A17",
        "A19",
        "A21",
    }
    assert begin().setup.options["orders_to_win"] == 7
