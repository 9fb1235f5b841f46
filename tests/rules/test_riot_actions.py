"""Plant-Based Riot: action cards, blocks and Turf War, rule point by rule point (R27-R43)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.rules.game import Action
from companion.rules.riot import GAME, State
from tests.rules.riot import (
    PAPER,
    act,
    choice,
    lying,
    midgame,
    names,
    pend,
    picks,
    play,
    refused,
    turf,
    unknown,
    ways,
)

TWO_FULL = turf("KER KER KER", "TJK TJK TJK")

# ---- actions


def test_r27_a_bad_apple_takes_an_unprotected_card_of_its_gangs() -> None:
    state = midgame(turf("ONI"), turf("RAD RAD", "PEA", "GAR + PEAR"), box=PAPER)
    assert ways(state, "steal", "take", "BA1") == ("1 RAD RAD",)
    after = play(state, "BA1", take="1 RAD RAD", gang="RAD")
    assert (lying(after, 0), lying(after, 1)["RAD"]) == ({"ONI": "ONI", "RAD": "RAD"}, "RAD")
    assert refused(state, "steal", card="BA1", take="1 PEA PEA", gang="PEA") == ("R27", "wrong-gang")


def test_r27_nobody_steals_from_the_own_turf() -> None:
    state = midgame(turf("KER"), turf("KER"))
    assert refused(state, "steal", card="CHERRY", take="0 KER KER", gang="KER") == ("R27", "own-turf")
    assert refused(midgame(TWO_FULL), "take_gang", card="BANANAS", group="0 KER") == ("R30", "own-turf")


def test_r28_cherry_pickers_take_any_unprotected_card_also_out_of_a_full_gang() -> None:
    after = play(midgame(turf(), TWO_FULL), "CHERRY", take="1 KER KER", gang="KER")
    assert (lying(after, 0), lying(after, 1)["KER"]) == ({"KER": "KER"}, "KER KER")


def test_r29_everybody_else_gives_one_card_of_the_own_choice() -> None:
    state = play(midgame(turf(), turf("KER", "TJK"), turf("TSP")), "PEACHY")
    assert (state.phase, state.givers) == ("GIVE", (1, 2))
    assert {one.seats for one in GAME.choices(state)} == {(1,), (2,)}
    state = act(state, "give", seat=2, card="2 TSP TSP")
    assert state.phase == "GIVE"
    state = act(state, "give", seat=1, card="1 TJK TJK")
    assert (state.phase, lying(state, 0), lying(state, 1)) == (
        "MOVES",
        {"TSP": "TSP", "TJK": "TJK"},
        {"KER": "KER"},
    )


def test_r29_a_protected_or_empty_turf_gives_nothing() -> None:
    state = play(midgame(turf(), turf("KER + PEAR"), turf(), turf("TSP")), "PEACHY")
    assert state.givers == (3,)
    assert refused(state, "give", seat=1, card="1 KER KER") == ("R5", "not-your-turn")
    assert refused(state, "give", seat=3, card="1 KER KER") == ("R29", "not-a-gift")


def test_r30_top_bananas_take_a_whole_unprotected_gang() -> None:
    state = midgame(turf("TJK"), turf("KER: KER KER MEGA", "TJK TJK", "TSP TSP TSP + PEAR"))
    assert picks(choice(state, "take_gang"), "group") == ("1 KER",)
    after = play(state, "BANANAS", group="1 KER")
    assert (lying(after, 0), "KER" in lying(after, 1)) == ({"TJK": "TJK", "KER": "KER KER MEGA"}, False)
    assert refused(state, "take_gang", card="BANANAS", group="1 TJK") == ("R30", "not-full")
    assert refused(state, "take_gang", card="BANANAS", group="1 TSP") == ("R30", "protected")
    assert refused(state, "take_gang", card="BANANAS", group="1 SHD") == ("R30", "no-such-group")


def test_r31_sneaky_leeky_shows_the_cartel_to_its_player_alone() -> None:
    assert play(midgame(), "LEEKY").seen == ("all", "")


def test_r32_gang_trade_swaps_two_unprotected_cards() -> None:
    state = midgame(turf("KER KER"), turf("TJK", "TSP + PEAR"))
    after = play(state, "TRADE", take="1 TJK TJK", gang="TJK", give="0 KER KER")
    assert (lying(after, 0), lying(after, 1)) == (
        {"KER": "KER", "TJK": "TJK"},
        {"TSP": "TSP + PEAR", "KER": "KER"},
    )


def test_r32_gang_trade_not_with_protected_cards_on_either_side() -> None:
    state = midgame(turf("KER + PEAR", "SHD"), turf("TJK", "TSP + PEAR"))
    trade: dict[str, Any] = {"card": "TRADE", "gang": "TJK", "take": "1 TJK TJK", "give": "0 SHD SHD"}
    assert refused(state, "trade", **trade | {"take": "1 TSP TSP", "gang": "TSP"}) == ("R32", "protected")
    assert refused(state, "trade", **trade | {"give": "0 KER KER"}) == ("R32", "protected")
    assert refused(state, "trade", **trade | {"give": "1 TJK TJK"}) == ("R32", "not-there")


def test_r33_double_dip_draws_two() -> None:
    state = play(midgame(), "DIP")
    assert (state.phase, names(state)) == ("DRAW", {"draw"})
    after = act(state, "draw")
    assert (len(after.hands[0]), after.pile, after.moves, after.phase) == (6, 38, 2, "MOVES")


def test_r34_new_recruit_sees_three_keeps_one_and_puts_two_back() -> None:
    state = play(midgame(), "RECRUIT")
    assert names(state) == {"recruit"}
    after = act(state, "recruit")
    assert (len(after.hands[0]), after.pile, after.phase) == (5, 39, "MOVES")
    told = act(state, "recruit", cards=("KER", "DIP", "NOPE"), keep="DIP")
    assert told.hands[0][-1] == "DIP"


def test_r34_only_one_of_the_cards_that_were_seen_is_kept() -> None:
    state = play(midgame(), "RECRUIT")
    assert refused(state, "recruit", cards=("KER", "DIP", "NOPE"), keep="PEAR") == ("R34", "not-among-top")
    assert refused(state, "recruit", cards=("KER",)) == ("R34", "wrong-cards")
    empty = midgame(phase="RECRUIT", pile=0)
    assert refused(empty, "recruit", cards=("KER",)) == ("R34", "wrong-cards")


# ---- blocks


@pytest.mark.parametrize("blocks", [0, 1, 2, 3, 4, 5])
def test_r35_an_odd_number_of_blocks_stops_the_card(blocks: int) -> None:
    state = act(midgame(hands=(unknown(9), unknown(9))), "play", card="LEEKY")
    for number in range(blocks):
        state = act(state, "block", seat=1 - number % 2)
    assert GAME.board(state)["pending"]["stopped"] == bool(blocks % 2)
    assert act(state, "resolve").seen[0] == ("" if blocks % 2 else "all")


def test_r35_nobody_blocks_the_own_card() -> None:
    state = act(midgame(), "play", card="DIP")
    assert refused(state, "block", seat=0) == ("R35", "own-card")
    assert refused(act(state, "block", seat=1), "block", seat=1) == ("R35", "own-card")


def test_r35_who_let_it_happen_blocks_no_more_until_another_card_comes() -> None:
    state = act(midgame(hands=(unknown(5),) * 3), "play", card="DIP")
    state = act(state, "let", seat=1)
    assert refused(state, "block", seat=1) == ("R35", "passed")
    state = act(state, "block", seat=2)
    assert choice(state, "block").seats == (0, 1)


def test_r35_it_happens_as_soon_as_nobody_is_left_to_block() -> None:
    state = act(midgame(hands=(unknown(5),) * 3), "play", card="LEEKY")
    state = act(act(state, "let", seat=2), "let", seat=1)
    assert (state.phase, state.seen[0]) == ("MOVES", "all")


def test_r35_an_empty_hand_cannot_block() -> None:
    state = act(midgame(hands=(unknown(5), "", "KER DIP", "NOPE")), "play", card="LEEKY")
    assert choice(state, "block").seats == (3,)
    assert choice(state, "let").seats == (3,)


@pytest.mark.parametrize("name", ["block", "let", "resolve"])
def test_r35_nothing_is_blocked_while_nothing_is_pending(name: str) -> None:
    assert refused(midgame(), name)[1] == "wrong-phase"


def test_r36_a_blocked_card_and_its_move_are_spent() -> None:
    state = pend(midgame(turf(), turf("KER")), "CHERRY", take="1 KER KER", gang="KER")
    after = act(act(state, "block", seat=1), "resolve")
    assert (after.moves, after.discard, lying(after, 1), after.phase) == (
        2,
        ("CHERRY", "NOPE"),
        {"KER": "KER"},
        "MOVES",
    )


def test_the_window_ends_by_the_action_that_the_board_names() -> None:
    state = act(midgame(window=7), "play", card="LEEKY")
    window = GAME.board(state)["window"]
    assert window["after_s"] == 7
    assert Action.parse(window["action"]) == Action(0, "resolve")
    passed = act(midgame(hands=(unknown(5),) * 3, window=7), "play", card="LEEKY")
    same = GAME.board(act(passed, "let", seat=1))["window"]
    assert same["key"] == GAME.board(passed)["window"]["key"]
    assert GAME.board(act(passed, "block", seat=1))["window"]["key"] != same["key"]


def test_the_board_names_the_choice_that_a_seat_s_own_button_takes() -> None:
    state = act(midgame(hands=(unknown(5), "", "NOPE")), "play", card="LEEKY")
    assert GAME.board(state)["seat_button"] == choice(state, "block").name
    assert choice(state, "block").seats == (2,)
    assert GAME.board(midgame())["seat_button"] == ""


def test_no_seconds_no_window() -> None:
    assert GAME.board(act(midgame(window=0), "play", card="LEEKY"))["window"] is None
    assert GAME.board(midgame())["window"] is None


# ---- Turf War


def at_war(*groups: str, **options: Any) -> State:
    return act(act(midgame(turf(*groups), **options), "war"), "resolve")


def test_r37_a_war_needs_two_full_gangs() -> None:
    state = midgame(turf("KER KER KER", "TJK TJK"))
    assert "war" not in names(state)
    assert refused(state, "war") == ("R37", "need-two-full")


def test_r38_two_matches_win_at_once() -> None:
    state = at_war("KER KER KER", "TJK TJK TJK")
    for after in (
        act(state, "reveal", cards=("TSP", "KER", "SHD", "TJK")),
        act(state, "tell", match="KER+TJK"),
    ):
        outcome = GAME.outcome(after)
        assert outcome is not None
        assert (outcome.winners, after.phase, GAME.choices(after)) == ((0,), "OVER", ())
        assert refused(after, "end", seat=0) == ("R38", "game-over")


def test_r38_only_own_full_gangs_match() -> None:
    state = at_war("KER KER KER", "TJK TJK TJK", "TSP TSP")
    assert refused(state, "tell", match="KER+TSP") == ("R38", "no-such-match")
    assert act(state, "reveal", cards=("TSP", "KER", "SHD", "BBX")).winner is None


def test_r39_a_failed_war_leaves_the_other_moves_and_the_gangs() -> None:
    after = act(at_war("KER KER KER", "TJK TJK TJK"), "tell", match="")
    assert (after.phase, after.moves, lying(after, 0)) == (
        "MOVES",
        2,
        {"KER": "KER KER KER", "TJK": "TJK TJK TJK"},
    )


def test_r40_a_war_can_be_blocked_and_then_nothing_is_seen() -> None:
    state = act(act(midgame(TWO_FULL), "war"), "block", seat=1)
    after = act(state, "resolve")
    assert (after.phase, after.seen, after.moves) == ("MOVES", ("", ""), 2)


def test_r41_two_groups_of_one_gang_are_one_match() -> None:
    state = midgame(turf("KER KER KER", "KER: MEGA MEGA MEGA"))
    assert refused(state, "war") == ("R37", "need-two-full")
    war = at_war("KER KER KER", "KER: MEGA MEGA MEGA", "TJK TJK TJK")
    assert act(war, "reveal", cards=("KER", "SHD", "BBX", "TSP")).winner is None


def test_r42_the_cartel_is_seen_in_three_ways_only() -> None:
    state = midgame(turf("KER"))
    for name in ("peek", "tell", "reveal"):
        assert refused(state, name) == ("R42", "wrong-phase")
    assert at_war("KER KER KER", "TJK TJK TJK").seen == ("all", "")


@pytest.mark.parametrize("cards", [(), ("KER",), ("KER", "KER", "TJK", "TSP"), ("KER", "DIP", "TJK", "TSP")])
def test_r04_r42_the_cartel_that_is_shown_has_different_gangs(cards: tuple[str, ...]) -> None:
    assert refused(at_war("KER KER KER", "TJK TJK TJK"), "reveal", cards=cards) == ("R4", "wrong-cards")


def test_r43_rivals_are_no_winning_pair() -> None:
    groups = ("TJK TJK TJK", "TSP TSP TSP")
    state = at_war(*groups, rivals_rule=True)
    assert refused(state, "tell", match="TJK+TSP") == ("R43", "rivals")
    assert act(state, "reveal", cards=("TJK", "TSP", "BBX", "KER")).winner is None
    assert act(at_war(*groups), "reveal", cards=("TJK", "TSP", "BBX", "KER")).winner == 0


def test_r43_three_matches_with_one_pair_that_are_no_rivals_win() -> None:
    state = at_war("TJK TJK TJK", "TSP TSP TSP", "KER KER KER", rivals_rule=True)
    assert act(state, "reveal", cards=("TJK", "TSP", "KER", "BBX")).winner == 0
    assert act(state, "tell", match="TSP+KER").winner == 0


def test_every_refusal_has_its_point_and_the_legal_moves_beside_it() -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(midgame(turf("KER")), Action(0, "war"))
    assert refusal.value.point == "R37"
    assert {"lay", "end"} <= {text.split(" ")[0] for text in refusal.value.legal}
