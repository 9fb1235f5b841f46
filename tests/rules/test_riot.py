"""Plant-Based Riot: set-up, turns, turfs and protection, rule point by rule point (R1-R26)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import SetupError
from companion.rules.args import Pick
from companion.rules.card_args import Cards, OneFor, OneIn
from companion.rules.game import Action, Seat, Setup
from companion.rules.riot import GAME
from companion.rules.riot import events as ev
from companion.rules.riot.deck import checked_box, shipped
from companion.rules.riot.events import Aim
from companion.rules.riot.turf import Turf
from companion.rules.setup import COLOURS, checked_setup
from companion.words import say
from tests.play import setup_of
from tests.rules.riot import (
    PAPER,
    act,
    cards_of,
    choice,
    lying,
    midgame,
    names,
    picks,
    play,
    refused,
    riot_setup,
    turf,
    unknown,
    ways,
)

# ---- set-up


@pytest.mark.parametrize("players", [1, 6])
def test_r01_two_to_five_players(players: int) -> None:
    seats = tuple(Seat(f"Player {number}", colour) for number, colour in enumerate(COLOURS[:players]))
    with pytest.raises(SetupError, match="2 to 5 players"):
        checked_setup(GAME, Setup(seats))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r01_ninety_eight_cards_with_the_cartels(players: int) -> None:
    assert cards_of(GAME.new(riot_setup(players))) == 98 - 10


def test_r01_a_card_that_is_not_in_the_box_cannot_be_played() -> None:
    assert refused(midgame(), "lay", card="XXX", gang="KER") == ("R1", "unknown-card")


def test_r01_no_more_copies_than_the_box_has() -> None:
    state = midgame(turf("RAD RAD"), turf("RAD"), box=PAPER)
    assert "RAD" not in picks(choice(state, "lay"), "card")
    assert refused(state, "lay", card="RAD", gang="RAD") == ("R1", "no-copy-left")


def test_r02_cartel_cards_are_in_no_hand_pile_or_turf() -> None:
    state = GAME.new(riot_setup(3))
    assert sum(state.hidden.values()) >= cards_of(state) == 88


def test_r03_five_cards_each() -> None:
    state = GAME.new(riot_setup(4))
    assert [len(hand) for hand in state.hands] == [5] * 4
    assert state.pile == 88 - 20


@pytest.mark.parametrize("count", [3, 4, 5])
def test_r04_three_to_five_cartel_cards(count: int) -> None:
    assert GAME.board(GAME.new(riot_setup(cartel=count)))["cartel"]["count"] == count


@pytest.mark.parametrize("count", [2, 6])
def test_r04_no_other_number_of_cartel_cards(count: int) -> None:
    with pytest.raises(SetupError):
        riot_setup(cartel=count)


def test_r05_the_first_seat_starts_and_turns_go_clockwise() -> None:
    assert "vegetable" in str(GAME.seating)
    state, order = midgame(hands=("?",) * 3), []
    for _ in range(4):
        order.append(state.active)
        state = act(act(state, "end"), "draw")
    assert order == [0, 1, 2, 0]


def test_r05_nobody_moves_in_anothers_turn() -> None:
    assert refused(midgame(), "lay", seat=1, card="KER", gang="KER") == ("R5", "not-your-turn")
    assert refused(midgame(), "end", seat=5) == ("R5", "not-your-turn")


def test_r06_each_player_peeks_at_one_cartel_card_in_turn() -> None:
    state = GAME.new(riot_setup(3))
    assert names(state) == {"peek"}
    assert refused(state, "peek", seat=1) == ("R5", "not-your-turn")
    for seat in range(3):
        assert (state.phase, GAME.active(state)) == ("PEEK", seat)
        state = act(state, "peek")
    assert (state.phase, state.active, state.seen) == ("START", 0, ("one",) * 3)


# ---- the turn


def test_r07_two_cards_are_drawn_at_the_start() -> None:
    state = midgame(phase="START", moves=0)
    assert names(state) == {"draw"}
    after = act(state, "draw")
    assert (len(after.hands[0]), after.pile, after.phase, after.moves) == (7, 38, "MOVES", 3)


def test_r07_nothing_is_played_before_the_draw() -> None:
    assert refused(midgame(phase="START"), "lay", card="KER", gang="KER") == ("R9", "wrong-phase")
    assert refused(midgame(), "draw") == ("R7", "wrong-phase")


def test_r07_told_cards_have_to_be_as_many_as_are_drawn() -> None:
    state = midgame(phase="START")
    assert refused(state, "draw", cards=("KER",)) == ("R7", "wrong-cards")
    assert act(state, "draw", cards=("KER", "PEAR")).hands[0][-2:] == ("KER", "PEAR")


def test_r08_an_empty_hand_draws_five() -> None:
    state = act(midgame(hands=("",), phase="START", moves=0), "draw")
    assert (len(state.hands[0]), state.moves) == (5, 3)


def test_r09_three_moves_at_most() -> None:
    state = midgame()
    for gang in ("KER", "TJK", "TSP"):
        state = act(state, "lay", card=gang, gang=gang)
    assert names(state) == {"end"}
    assert refused(state, "lay", card="KER", gang="KER") == ("R9", "no-moves")
    assert refused(state, "war") == ("R9", "no-moves")


@pytest.mark.parametrize("moves", [3, 2, 1, 0])
def test_r09_fewer_moves_are_allowed_also_none(moves: int) -> None:
    assert act(midgame(moves=moves), "end").active == 1


def test_r09_a_move_with_something_missing_is_refused() -> None:
    assert refused(midgame(), "lay", card="KER") == ("R10", "unknown-gang")
    assert refused(midgame(), "lay", card="KER", gang="KER", more=1) == ("R9", "wrong-arguments")


@pytest.mark.parametrize(("card", "gang"), [("KER", "KER"), ("W-TJK-TSP", "TSP"), ("MEGA", "SHD")])
def test_r10_a_gang_or_wild_card_laid_is_one_move(card: str, gang: str) -> None:
    state = act(midgame(), "lay", card=card, gang=gang)
    assert (lying(state, 0), state.moves, len(state.hands[0])) == ({gang: card}, 2, 4)


def test_r10_security_and_actions_are_not_laid_as_gangs() -> None:
    assert refused(midgame(), "lay", card="PEAR", gang="KER") == ("R14", "wrong-card")


def test_r11_a_security_card_laid_is_one_move() -> None:
    state = act(midgame(turf("KER")), "secure", card="PEAR", group="KER")
    assert (lying(state, 0), state.moves, len(state.hands[0])) == ({"KER": "KER + PEAR"}, 2, 4)


def test_r12_a_wild_card_moved_is_one_move() -> None:
    state = midgame(turf("TJK: TJK W-TJK-TSP", "TSP"), moves=2)
    after = act(state, "move", what="TJK W-TJK-TSP", to="TSP")
    assert (lying(after, 0), after.moves, len(after.hands[0])) == ({"TJK": "TJK", "TSP": "TSP W-TJK-TSP"}, 1, 5)


def test_r12_a_security_card_moved_is_one_move() -> None:
    after = act(midgame(turf("KER + PEAR", "TJK")), "move", what="KER PEAR", to="TJK")
    assert (lying(after, 0), after.moves) == ({"KER": "KER", "TJK": "TJK + PEAR"}, 2)


def test_r12_only_what_lies_there_moves_and_only_elsewhere() -> None:
    state = midgame(turf("KER: KER MEGA + PEAR"))
    assert refused(state, "move", what="TJK MEGA", to="KER") == ("R12", "not-there")
    assert refused(state, "move", what="KER MEGA", to="KER") == ("R12", "same-place")
    assert refused(state, "move", what="nonsense", to="KER") == ("R12", "not-there")


def test_r13_plain_gang_cards_do_not_move() -> None:
    state = midgame(turf("TJK", "TSP"))
    assert "move" not in names(state)
    assert refused(state, "move", what="TJK TJK", to="TSP") == ("R13", "not-movable")


@pytest.mark.parametrize("card", ["PEACHY", "LEEKY", "DIP", "RECRUIT", "SPIN"])
def test_r14_each_action_card_is_one_move_and_goes_to_the_discard_pile(card: str) -> None:
    more: dict[str, Any] = {"way": "left"} if card == "SPIN" else {}
    state = act(midgame(), "spin" if card == "SPIN" else "play", card=card, **more)
    assert (state.moves, state.discard, len(state.hands[0]), state.phase) == (2, (card,), 4, "PENDING")


def test_r15_a_turf_war_is_one_move() -> None:
    state = act(midgame(turf("KER KER KER", "TJK TJK TJK")), "war")
    assert (state.moves, state.phase, state.discard) == (2, "PENDING", ())


def test_r16_no_you_dont_costs_no_move_and_comes_in_any_turn() -> None:
    state = act(act(midgame(), "play", card="DIP"), "block", seat=1)
    assert (state.moves, state.discard, len(state.hands[1])) == (2, ("DIP", "NOPE"), 4)
    assert act(state, "block", seat=0).moves == 2


def test_r16_no_you_dont_only_answers() -> None:
    assert refused(midgame(), "play", card="NOPE") == ("R16", "not-an-action")
    assert refused(midgame(), "block", seat=1) == ("R16", "wrong-phase")
    pending = act(midgame(hands=(unknown(3), "KER")), "play", card="DIP")
    assert refused(pending, "block", seat=1) == ("R16", "not-in-hand")


def test_r17_no_choice_takes_a_card_from_a_turf_into_a_hand() -> None:
    state = midgame(turf("KER"), turf("TJK"), hands=("CHERRY", unknown(5)))
    after = play(state, "CHERRY", take="1 TJK TJK", gang="TJK")
    assert (after.hands[0], lying(after, 0)) == ((), {"KER": "KER", "TJK": "TJK"})


def test_r18_the_surplus_over_seven_is_discarded_at_the_end_of_the_turn() -> None:
    state = midgame(hands=(unknown(9),))
    assert refused(state, "end") == ("R18", "discard-down-to-7")
    assert refused(state, "end", cards=("KER", "KER", "KER")) == ("R18", "too-many-discarded")
    after = act(state, "end", cards=("KER", "DIP"))
    assert (len(after.hands[0]), after.discard, after.active) == (7, ("KER", "DIP"), 1)


def test_r18_seven_cards_stay_and_none_is_discarded_then() -> None:
    state = midgame(hands=(unknown(7),))
    assert refused(state, "end", cards=("KER",)) == ("R18", "too-many-discarded")
    assert len(act(state, "end").hands[0]) == 7


def test_r18_only_cards_that_can_be_in_the_hand_are_discarded() -> None:
    state = midgame(hands=("KER KER TJK TJK TSP TSP DIP DIP",))
    assert refused(state, "end", cards=("PEAR",)) == ("R18", "not-in-hand")
    assert act(state, "end", cards=("DIP",)).hands[0].count("DIP") == 1


def test_r19_the_discard_pile_becomes_the_draw_pile() -> None:
    state = midgame(phase="START", pile=1, discard=("DIP", "KER", "NOPE"))
    assert refused(state, "draw") == ("R19", "reshuffle-needed")
    after = act(state, "draw", reshuffled=True)
    assert (after.pile, after.discard, len(after.hands[0])) == (2, (), 7)


def test_r19_nothing_is_shuffled_while_cards_are_left() -> None:
    state = midgame(phase="START", pile=3, discard=("DIP",))
    assert choice(state, "draw").args == {}
    assert refused(state, "draw", reshuffled=True) == ("R9", "wrong-arguments")


# ---- turf and protection


def test_r20_only_cards_in_a_turf_can_be_hit() -> None:
    state = midgame(turf("KER"), Turf())
    assert not {"steal", "take_gang", "trade"} & names(state)
    assert refused(state, "steal", card="CHERRY", take="1 KER KER", gang="KER") == ("R20", "not-there")
    assert refused(state, "steal", card="CHERRY", take="9 KER KER", gang="KER") == ("R20", "not-there")


def test_r20_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    state = midgame(turf(), turf("KER"), hands=("DIP",))
    assert refused(state, "steal", card="CHERRY", take="1 KER KER", gang="KER") == ("R20", "not-in-hand")


def test_r21_a_double_wild_is_one_of_its_two_gangs_a_mega_wild_any() -> None:
    state = midgame()
    assert set(ways(state, "lay", "gang", "W-TJK-TSP")) == {"TJK", "TSP"}
    assert len(ways(state, "lay", "gang", "MEGA")) == 10
    assert refused(state, "lay", card="W-TJK-TSP", gang="KER") == ("R21", "wrong-gang")
    assert refused(state, "lay", card="KER", gang="TJK") == ("R21", "wrong-gang")
    moving = midgame(turf("TJK: W-TJK-TSP"))
    assert refused(moving, "move", what="TJK W-TJK-TSP", to="KER") == ("R21", "wrong-gang")


def test_r22_three_cards_make_a_full_gang_wilds_count() -> None:
    state = act(midgame(turf("TJK: TJK W-TJK-TSP")), "lay", card="MEGA", gang="TJK")
    assert state.full_gangs(0) == ("TJK",)
    assert midgame(turf("TJK TJK")).full_gangs(0) == ()


@pytest.mark.parametrize("cards", ["KER", "KER KER", "KER KER KER"])
def test_r23_pear_tection_guards_one_group_of_one_to_three(cards: str) -> None:
    state = midgame(turf(), turf(f"{cards} + PEAR", "TJK"))
    assert refused(state, "steal", card="CHERRY", take="1 KER KER", gang="KER") == ("R28", "protected")
    assert ways(state, "steal", "take", "CHERRY") == ("1 TJK TJK",)


def test_r23_a_security_card_needs_a_group() -> None:
    assert refused(midgame(), "secure", card="PEAR", group="KER") == ("R23", "no-such-group")


def test_r24_water_felon_only_goes_on_full_gangs() -> None:
    state = midgame(turf("KER KER", "TJK TJK TJK"))
    assert ways(state, "secure", "group", "FELON") == ("TJK",)
    assert refused(state, "secure", card="FELON", group="KER") == ("R24", "not-full")


def test_r24_water_felon_moves_only_to_full_gangs() -> None:
    state = midgame(turf("KER KER", "TJK TJK TJK + FELON", "TSP TSP TSP"))
    assert ways(state, "move", "to", "TJK FELON") == ("TSP",)
    assert refused(state, "move", what="TJK FELON", to="KER") == ("R24", "not-full")


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("steal", {"card": "CHERRY", "take": "1 KER KER", "gang": "KER"}),
        ("steal", {"card": "BA1", "take": "1 KER KER", "gang": "KER"}),
        ("take_gang", {"card": "BANANAS", "group": "1 KER"}),
        ("trade", {"card": "TRADE", "take": "1 KER KER", "gang": "KER", "give": "0 TSP TSP"}),
    ],
)
def test_r25_water_felon_holds_against_every_theft(name: str, args: dict[str, Any]) -> None:
    state = midgame(turf("TSP"), turf("KER KER KER + FELON"))
    assert refused(state, name, **args) == ("R25", "protected")


def test_r25_water_felon_holds_against_peachy_bruiser() -> None:
    assert play(midgame(turf(), turf("KER KER KER + FELON")), "PEACHY").phase == "MOVES"


def test_r25_r26_the_rotation_moves_protected_turfs_too() -> None:
    state = midgame(turf("KER KER KER + FELON"), turf("TJK + PEAR"))
    after = play(state, "SPIN", way="left")
    assert (lying(after, 1), lying(after, 0)) == ({"KER": "KER KER KER + FELON"}, {"TJK": "TJK + PEAR"})


@pytest.mark.parametrize(("way", "owners"), [("left", [2, 0, 1]), ("right", [1, 2, 0])])
def test_r26_every_turf_with_everything_in_it_moves_one_player_on(way: str, owners: list[int]) -> None:
    """A19: left is clockwise, towards the next seat."""
    turfs = (turf("KER"), turf("TJK + PEAR"), turf("TSP", loose="FELON"))
    after = play(midgame(*turfs), "SPIN", way=way)
    assert after.turfs == tuple(turfs[owner] for owner in owners)


# ---- the box


def test_the_shipped_decks_are_their_own_description() -> None:
    for name in ("box", "paper"):
        checked = checked_box(shipped(name))
        assert checked_box(checked) == checked
    assert checked_box({}) == checked_box(shipped("box"))


def test_the_paper_deck_has_every_card_counted_and_five_rival_pairs() -> None:
    deck = GAME.new(riot_setup(box=PAPER)).deck
    assert (sum(card.copies or 0 for card in deck.cards), deck.uncounted) == (88, ())
    assert len({frozenset((gang.code, gang.rival)) for gang in deck.gangs if gang.rival}) == 5


def _without(key: str, place: int) -> dict[str, object]:
    box = shipped("paper")
    return {**box, key: [row for number, row in enumerate(box[key]) if number != place]}


def _changed(key: str, place: int, **entries: object) -> dict[str, object]:
    box = shipped("paper")
    rows = [{**row, **entries} if number == place else row for number, row in enumerate(box[key])]
    return {**box, key: rows}


@pytest.mark.parametrize(
    ("box", "wrong"),
    [
        ({"deck": "none"}, "gangs"),
        ({"gangs": "many"}, "gangs"),
        (_without("gangs", 9), "gangs"),
        (_without("cards", 0), "copies"),
        (_changed("gangs", 0, code="PEA"), "gangs"),
        (_changed("gangs", 0, code="R D"), "code"),
        (_changed("gangs", 0, code="R-D"), "code"),
        (_changed("gangs", 0, name=5), "name"),
        (_changed("gangs", 0, rival="PEA"), "rival"),
        (_changed("gangs", 0, rival="RAD"), "rival"),
        (_changed("cards", 0, gangs=["RAD", "RAD"]), "gangs"),
        (_changed("cards", 0, gangs=["RAD", "XXX"]), "gangs"),
        (_changed("cards", 0, steals=["RAD"]), "steals"),
        (_changed("cards", 0, kind="ghost"), "kind"),
        (_changed("cards", 0, id="?"), "id"),
        (_changed("cards", 12, id="NEW"), "id"),
        (_changed("cards", 0, copies=-1), "copies"),
        (_changed("cards", 0, copies=True), "copies"),
        (_changed("cards", 0, copies=2), "copies"),
    ],
)
def test_a_box_that_cannot_be_is_refused_by_its_entry(box: dict[str, object], wrong: str) -> None:
    with pytest.raises(SetupError, match=wrong):
        checked_setup(GAME, replace(setup_of(GAME, 2), box=box))


# ---- what people see


def test_the_board_and_the_log_never_tell_what_a_hand_holds() -> None:
    state = midgame(turf("KER"), hands=("LEEKY RECRUIT", "NOPE"), phase="START")
    events = GAME.decide(state, Action(0, "draw", {"cards": ("PEACHY", "FELON")}))
    told = " ".join(str(GAME.tell(state.setup, event)) for event in events)
    text = str(GAME.board(act(state, "draw", cards=("PEACHY", "FELON")))) + told
    assert not any(card in text for card in ("LEEKY", "RECRUIT", "NOPE", "PEACHY", "FELON", "Peachy", "Felon"))


def test_every_phase_has_a_prompt_with_a_name() -> None:
    phases = ("PEEK", "START", "MOVES", "DRAW", "RECRUIT", "WAR")
    prompts = [str(GAME.prompt(midgame(phase=phase))) for phase in phases]
    assert all("Ada" in prompt for prompt in prompts)
    assert len(set(prompts)) == len(phases) - 1  # drawing is drawing
    assert "end your turn and discard 1" in str(GAME.prompt(midgame(hands=(unknown(8),), moves=0)))


def test_there_are_no_dice() -> None:
    state = midgame()
    assert GAME.expects(state, {}) is None
    assert GAME.tray(state, Action(0, "end")) == ()


def test_one_of_the_values_that_another_argument_leaves() -> None:
    arg = OneFor("card", {"KER": (Pick("KER", say("Kernels")),), "MEGA": (Pick("TJK", say("Jerkers")),)})
    assert arg.allows("TJK", {"card": "MEGA"})
    assert not arg.allows("TJK", {"card": "KER"})
    assert not arg.allows("TJK", {})
    assert arg.sample(random.Random(1), {"card": "KER"}) == "KER"


def test_one_entry_of_another_argument() -> None:
    arg = OneIn("cards", ("KER", "DIP"))
    assert arg.allows("NOPE", {"cards": ("NOPE", "SPIN")})
    assert not arg.allows("KER", {"cards": ("NOPE", "SPIN")})
    assert arg.allows("KER", {})
    assert not arg.allows(1, {})
    assert arg.sample(random.Random(1), {"cards": ("NOPE",)}) == "NOPE"


def test_cards_that_nobody_has_counted_lie_face_down_at_least_once_each() -> None:
    row = Cards(2, {"DIP": 2, "SPIN": 2}, unknown=2, uncounted=("DIP", "SPIN"), rest=3, unseen=frozenset({"SPIN"}))
    assert row.allows(("DIP", "DIP"), {})
    assert row.allows(("DIP", "SPIN"), {})
    tight = Cards(
        2, {"DIP": 2, "SPIN": 2}, unknown=2, uncounted=("DIP", "SPIN"), rest=2, unseen=frozenset({"SPIN"})
    )
    assert not tight.allows(("DIP", "DIP"), {})
    assert all("SPIN" in str(tight.sample(random.Random(seed), {})) for seed in range(9))


def test_a_row_of_cards_takes_known_ones_first_and_then_unknown_ones() -> None:
    row = Cards(2, {"KER": 1, "DIP": 2}, own={"KER": 1}, unknown=1)
    assert row.allows(("KER", "KER"), {})
    assert not row.allows(("DIP", "DIP"), {})
    assert not row.allows(("KER",), {})
    assert not row.allows("KER", {})


def test_the_log_tells_each_kind_of_event_in_names_not_in_codes() -> None:
    aim, own = Aim(1, "KER", "KER", "KER"), Aim(0, "TJK-2", "MEGA", "TJK")
    happened = (
        ev.Peeked(0),
        ev.Reshuffled(9),
        ev.Drew(0, ("KER",), opening=True),
        ev.Laid(0, "MEGA", "KER"),
        ev.Secured(0, "PEAR", "KER-2"),
        ev.Moved(0, "MEGA", "KER", "TJK"),
        ev.Played(0, "TRADE", aim, own),
        ev.Played(0, "CHERRY", aim),
        ev.Played(0, "BANANAS", Aim(1, "KER", "", "KER")),
        ev.Played(0, "SPIN", way="right"),
        ev.Played(0, "DIP"),
        ev.WarCalled(0),
        ev.Blocked(1),
        ev.Passed(1),
        ev.Stopped(0),
        ev.Took(0, aim),
        ev.PearUsed(0, 1, "KER"),
        ev.TookGang(0, 1, "KER"),
        ev.Traded(0, aim, own),
        ev.Spun("left", (1,)),
        ev.Spun("left", ()),
        ev.GiftsDue((0, 1)),
        ev.GiftsDue(()),
        ev.Named(0, own),
        ev.DrawDue(0),
        ev.RecruitDue(0),
        ev.Recruited(0, "?", 2),
        ev.CartelSeen((0,)),
        ev.WarDue(0),
        ev.WarLost(0, ()),
        ev.WarLost(0, ("KER",)),
        ev.TurnEnded(0, ()),
        ev.TurnEnded(0, ("DIP", "KER")),
        ev.Finished(0, ("KER", "TJK")),
    )
    assert {type(event) for event in happened} == set(ev.EVENTS)
    told = [str(GAME.tell(riot_setup(), event)) for event in happened]
    assert len(set(told)) == len(told)
    assert not any(code in " ".join(told) for code in ("KER", "TJK", "MEGA", "DIP", "PEAR", "?"))
