"""Plant-Based Riot: every open question's default and its switch (A1-A23)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.game import Action
from companion.rules.riot import GAME, State
from companion.rules.riot.deck import shipped
from companion.rules.riot.events import Drew
from companion.rules.riot.turf import Turf
from tests.rules.riot import (
    PAPER,
    act,
    cards_of,
    choice,
    lying,
    midgame,
    names,
    pend,
    picks,
    play,
    refused,
    riot_setup,
    turf,
    unknown,
    ways,
)

TWO_FULL = turf("KER KER KER + PEAR", "TJK TJK TJK")


def at_war(mine: Turf = TWO_FULL, **options: Any) -> State:
    return act(act(midgame(mine, **options), "war"), "resolve")


def test_every_switch_names_its_question_and_has_the_default_of_the_rules() -> None:
    assert {option.name: (option.point, option.default) for option in GAME.options} == {
        "cartel": ("R4", 4),
        "rivals_rule": ("R43", False),
        "failed_war_discard": ("A4", False),
        "window": ("A9", 10),
        "war_public": ("A3", False),
        "min_real_cards": ("A6", 0),
        "bananas_any_group": ("A7", False),
        "block_only_self": ("A8", False),
        "felon_sleeps": ("A11", True),
        "pear_single_use": ("A13", False),
    }


def test_a01_the_rotation_and_the_block_are_the_spin_and_no_you_dont() -> None:
    assert picks(choice(midgame(turf("KER + PEAR")), "spin"), "card") == ("SPIN",)
    assert act(act(midgame(), "play", card="DIP"), "block", seat=1).discard == ("DIP", "NOPE")


def test_a02_shrooms_of_doom_are_a_gang() -> None:
    assert lying(act(midgame(), "lay", card="SHD", gang="SHD"), 0) == {"SHD": "SHD"}


@pytest.mark.parametrize(("public", "seen"), [(False, ("all", "", "")), (True, ("all", "all", "all"))])
def test_a03_who_sees_the_cartel_in_a_war(public: bool, seen: tuple[str, ...]) -> None:
    assert at_war(war_public=public, hands=(unknown(5),) * 3).seen == seen


def test_a03_a_failed_war_tells_the_table_nothing() -> None:
    state = at_war()
    assert picks(choice(state, "tell"), "match") == ("KER+TJK", "")
    events = GAME.decide(state, Action(0, "reveal", {"cards": ("KER", "SHD", "BBX", "TSP")}))
    assert not any("Kernels" in str(GAME.tell(state.setup, event)) for event in events)


def test_a04_a_failed_war_costs_nothing_by_default() -> None:
    assert lying(act(at_war(), "tell", match=""), 0) == {"KER": "KER KER KER + PEAR", "TJK": "TJK TJK TJK"}


def test_a04_a_failed_war_costs_the_gangs_that_do_not_match() -> None:
    state = at_war(failed_war_discard=True)
    assert set(picks(choice(state, "tell"), "match")) == {"KER+TJK", "", "KER", "TJK"}
    told = act(state, "tell", match="TJK")
    seen = act(state, "reveal", cards=("TJK", "SHD", "BBX", "TSP"))
    assert told == seen
    assert (lying(told, 0), told.discard) == ({"TJK": "TJK TJK TJK"}, ("KER",) * 3)
    assert told.turfs[0].loose == ("PEAR",)  # A12
    assert lying(act(state, "tell", match=""), 0) == {}


def test_a04_with_the_rivals_rule_two_rivals_that_match_both_stay() -> None:
    mine = turf("TJK TJK TJK", "TSP TSP TSP", "KER KER KER")
    state = at_war(mine, failed_war_discard=True, rivals_rule=True)
    assert set(lying(act(state, "tell", match="TJK+TSP"), 0)) == {"TJK", "TSP"}


def test_a05_a_fourth_card_opens_a_second_group() -> None:
    state = act(midgame(turf("KER KER KER + PEAR")), "lay", card="MEGA", gang="KER")
    assert lying(state, 0) == {"KER": "KER KER KER + PEAR", "KER-2": "MEGA"}
    assert ways(act(act(state, "end"), "draw"), "steal", "take", "CHERRY") == ("0 KER-2 MEGA",)


def test_a05_cards_of_one_gang_lie_in_as_few_groups_as_can_be() -> None:
    state = midgame(Turf(), turf("KER KER KER", "KER: MEGA + PEAR"))
    after = play(state, "CHERRY", take="1 KER KER", gang="KER")
    assert lying(after, 1) == {"KER-2": "MEGA KER KER + PEAR"}
    many = midgame(Turf(), turf("KER KER KER", "KER: MEGA MEGA"))
    assert lying(play(many, "CHERRY", take="1 KER KER", gang="KER"), 1) == {"KER": "KER KER MEGA", "KER-2": "MEGA"}


@pytest.mark.parametrize(("least", "full"), [(0, ("KER", "TJK", "TSP")), (1, ("KER", "TJK")), (2, ("KER",))])
def test_a06_plain_cards_that_a_full_gang_needs(least: int, full: tuple[str, ...]) -> None:
    mine = turf("KER: KER KER MEGA", "TJK: TJK MEGA W-TJK-TSP", "TSP: MEGA MEGA MEGA")
    assert midgame(mine, min_real_cards=least).full_gangs(0) == full


@pytest.mark.parametrize(("any_group", "groups"), [(False, ("1 KER",)), (True, ("1 KER", "1 TJK"))])
def test_a07_what_top_bananas_call_a_whole_gang(any_group: bool, groups: tuple[str, ...]) -> None:
    state = midgame(turf(), turf("KER KER KER", "TJK TJK", "TSP + PEAR"), bananas_any_group=any_group)
    assert picks(choice(state, "take_gang"), "group") == groups


def test_a07_a_gang_that_is_taken_joins_the_own_one_and_leaves_its_security() -> None:
    state = midgame(turf("TJK TJK"), turf("TJK: TJK MEGA + FELON"), bananas_any_group=True)
    after = play(state, "BANANAS", group="1 TJK")
    assert lying(after, 0) == {"TJK": "TJK TJK MEGA", "TJK-2": "TJK"}
    assert after.turfs[1].loose == ("FELON",)


def test_a08_a_block_stops_the_whole_card() -> None:
    state = act(pend(midgame(turf(), turf("KER"), turf("TJK")), "PEACHY"), "block", seat=1)
    assert act(state, "resolve").phase == "MOVES"


def test_a08_a_block_of_peachy_bruiser_holds_for_its_player_alone() -> None:
    state = pend(midgame(turf(), turf("KER"), turf("TJK"), turf("TSP"), block_only_self=True), "PEACHY")
    state = act(act(state, "block", seat=1), "block", seat=2)
    assert refused(state, "block", seat=1) == ("R35", "spared")
    state = act(state, "block", seat=0)  # against the last block, that of seat 2
    assert state.spared == (1,)
    assert act(state, "resolve").givers == (2, 3)
    again = act(state, "block", seat=2)
    assert act(again, "resolve").givers == (3,)


@pytest.mark.parametrize(("way", "owners"), [("left", [3, 1, 0, 2]), ("right", [2, 1, 3, 0])])
def test_a08_a_turf_that_is_spared_stays_while_the_others_move_on(way: str, owners: list[int]) -> None:
    turfs = (turf("KER"), turf("TJK"), turf("TSP"), turf("SHD"))
    state = act(pend(midgame(*turfs, block_only_self=True), "SPIN", way=way), "block", seat=1)
    assert act(state, "resolve").turfs == tuple(turfs[owner] for owner in owners)


def test_a08_other_cards_are_blocked_as_a_whole_all_the_same() -> None:
    state = act(pend(midgame(hands=(unknown(5),) * 3, block_only_self=True), "LEEKY"), "block", seat=1)
    assert act(state, "resolve").seen[0] == ""


def test_a09_any_player_but_the_owner_of_the_last_card_may_block() -> None:
    state = pend(midgame(hands=(unknown(5),) * 4), "LEEKY")
    assert choice(state, "block").seats == (1, 2, 3)
    assert choice(act(state, "block", seat=2), "block").seats == (0, 1, 3)


def test_a10_peachy_bruiser_is_never_offered_a_protected_card() -> None:
    state = play(midgame(turf(), turf("KER", "TJK TJK TJK + FELON", "TSP + PEAR")), "PEACHY")
    assert picks(choice(state, "give"), "card") == ("1 KER KER",)


def test_a11_water_felon_sleeps_on_a_gang_that_is_no_longer_full() -> None:
    state = act(midgame(turf("TJK: TJK TJK W-TJK-TSP + FELON", "TSP")), "move", what="TJK W-TJK-TSP", to="TSP")
    assert lying(state, 0)["TJK"] == "TJK TJK + FELON"
    group = GAME.board(state)["players"][0]["groups"][0]
    assert (group["guard"], group["asleep"]) == ("", True)
    awake = act(state, "lay", card="MEGA", gang="TJK")
    assert GAME.board(awake)["players"][0]["groups"][0]["guard"] == "FELON"


def test_a11_with_the_switch_off_it_comes_loose() -> None:
    state = midgame(turf("TJK: TJK TJK W-TJK-TSP + FELON", "KER KER KER"), felon_sleeps=False)
    after = act(state, "move", what="TJK W-TJK-TSP", to="TSP")
    assert (lying(after, 0)["TJK"], after.turfs[0].loose) == ("TJK TJK", ("FELON",))


def test_a12_security_of_a_group_that_is_gone_lies_loose_and_comes_back_for_a_move() -> None:
    state = act(midgame(turf("TJK: MEGA + PEAR", "KER")), "move", what="TJK MEGA", to="KER")
    assert (lying(state, 0), state.turfs[0].loose) == ({"KER": "KER MEGA"}, ("PEAR",))
    after = act(state, "move", what="loose PEAR", to="KER")
    assert (lying(after, 0), after.turfs[0].loose, after.moves) == ({"KER": "KER MEGA + PEAR"}, (), 1)


def test_a13_pear_tection_is_not_used_up() -> None:
    assert "steal" not in names(midgame(turf(), turf("KER + PEAR")))


@pytest.mark.parametrize(
    ("card", "aim"),
    [("CHERRY", {"take": "1 KER KER", "gang": "KER"}), ("BANANAS", {"group": "1 KER"})],
)
def test_a13_with_the_switch_on_one_attack_uses_it_up(card: str, aim: dict[str, Any]) -> None:
    state = play(midgame(turf(), turf("KER KER KER + PEAR"), pear_single_use=True), card, **aim)
    assert (lying(state, 1), state.discard) == ({"KER": "KER KER KER"}, (card, "PEAR"))
    assert lying(play(state, card, **aim), 0) != {}


def test_a13_water_felon_and_trades_are_not_touched_by_the_switch() -> None:
    state = midgame(turf("SHD"), turf("KER KER KER + PEAR FELON", "TJK + PEAR"), pear_single_use=True)
    assert ways(state, "steal", "take", "CHERRY") == ("1 TJK TJK",)
    trade: dict[str, Any] = {"card": "TRADE", "take": "1 TJK TJK", "gang": "TJK", "give": "0 SHD SHD"}
    assert refused(state, "trade", **trade) == ("R32", "protected")


def test_a14_a_bad_apple_takes_a_wild_card_as_what_it_is_used_as() -> None:
    state = midgame(turf(), turf("RAD: MEGA", "PEA: W-RAD-PEA"), box=PAPER)
    assert ways(state, "steal", "take", "BA1") == ("1 RAD MEGA",)


def test_a15_the_thief_names_the_gang_of_a_stolen_wild_card_without_a_move() -> None:
    state = midgame(turf("TSP"), turf("TJK: W-TJK-TSP"))
    assert set(ways(state, "steal", "gang", "1 TJK W-TJK-TSP")) == {"TJK", "TSP"}
    after = play(state, "CHERRY", take="1 TJK W-TJK-TSP", gang="TSP")
    assert (lying(after, 0), after.moves) == ({"TSP": "TSP W-TJK-TSP"}, 2)
    assert refused(state, "steal", card="CHERRY", take="1 TJK W-TJK-TSP", gang="KER") == ("R21", "wrong-gang")


def test_a15_who_is_given_wild_cards_names_them_one_after_another() -> None:
    state = play(midgame(turf("KER"), turf("TJK: MEGA"), turf("TSP: W-TJK-TSP")), "PEACHY")
    state = act(state, "give", seat=1, card="1 TJK MEGA")
    state = act(state, "give", seat=2, card="2 TSP W-TJK-TSP")
    assert (state.phase, len(picks(choice(state, "name"), "gang"))) == ("NAME", 10)
    state = act(state, "name", gang="KER")
    assert refused(state, "name", gang="KER") == ("R21", "wrong-gang")
    after = act(state, "name", gang="TSP")
    assert (after.phase, after.moves, lying(after, 0)) == ("MOVES", 2, {"KER": "KER MEGA", "TSP": "W-TJK-TSP"})


def test_a15_a_traded_wild_card_goes_over_as_what_it_is() -> None:
    state = midgame(turf("TJK: W-TJK-TSP"), turf("KER"))
    after = play(state, "TRADE", take="1 KER KER", gang="KER", give="0 TJK W-TJK-TSP")
    assert lying(after, 1) == {"TJK": "W-TJK-TSP"}


@pytest.mark.parametrize(
    ("pile", "discard", "drawn", "left"),
    [
        (3, 4, 2, 1),
        (2, 3, 2, 3),
        (1, 3, 2, 2),
        (0, 3, 2, 1),
        (2, 0, 2, 0),
        (1, 0, 1, 0),
        (0, 0, 0, 0),
        (0, 1, 1, 0),
    ],
)
def test_a16_the_discard_pile_is_shuffled_when_the_last_card_is_taken(
    pile: int, discard: int, drawn: int, left: int
) -> None:
    state = midgame(phase="START", pile=pile, discard=("DIP",) * discard)
    args: dict[str, Any] = {"reshuffled": True} if choice(state, "draw").args else {}
    after = act(state, "draw", **args)
    assert (len(after.hands[0]) - 5, after.pile) == (drawn, left)
    assert bool(after.discard) == (pile > drawn and discard > 0)
    assert cards_of(after) == cards_of(state)


@pytest.mark.parametrize(
    ("pile", "discard", "kept", "left"), [(2, 0, 1, 1), (1, 0, 1, 0), (0, 0, 0, 0), (3, 2, 1, 4)]
)
def test_a16_new_recruit_looks_at_what_there_is(pile: int, discard: int, kept: int, left: int) -> None:
    state = midgame(phase="RECRUIT", pile=pile, discard=("DIP",) * discard)
    args: dict[str, Any] = {"reshuffled": True} if choice(state, "recruit").args else {}
    after = act(state, "recruit", **args)
    assert (len(after.hands[0]) - 5, after.pile) == (kept, left)


def test_a17_several_wars_in_one_turn_cost_a_move_each() -> None:
    state = midgame(TWO_FULL)
    for moves in (2, 1, 0):
        state = act(act(act(state, "war"), "resolve"), "tell", match="")
        assert state.moves == moves
    assert names(state) == {"end"}


def test_a18_five_players_at_most() -> None:
    assert GAME.players == (2, 5)


def test_a19_left_is_the_clockwise_neighbour() -> None:
    after = play(midgame(turf("KER"), turf(), turf()), "SPIN", way="left")
    assert lying(after, 1) == {"KER": "KER"}


def test_a20_security_cards_are_those_of_the_box() -> None:
    for name in ("box", "paper"):
        cards = shipped(name)["cards"]
        assert {card["id"] for card in cards if card["kind"] == "security"} == {"PEAR", "FELON"}


def test_a21_a_second_security_card_on_a_group_is_allowed() -> None:
    state = act(midgame(turf("KER + PEAR")), "secure", card="PEAR", group="KER")
    assert lying(state, 0) == {"KER": "KER + PEAR PEAR"}


def test_a22_a_peek_says_nothing_about_which_card_it_was() -> None:
    state = act(act(GAME.new(riot_setup()), "peek"), "peek")
    assert state.seen == ("one", "one")


def test_a23_nobody_is_asked_for_a_hand() -> None:
    state = act(midgame(phase="START"), "draw")
    assert state.hands[0] == ("?",) * 7
    assert choice(midgame(phase="START"), "draw").args == {}
    assert GAME.decide(midgame(phase="START"), Action(0, "draw")) == (Drew(0, ("?", "?"), opening=True),)
