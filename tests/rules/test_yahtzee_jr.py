"""Yahtzee Jr., rule point by rule point: each test's name carries the point of the rules that it tries."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import IllegalAction, SetupError
from companion.rules.args import OneOf, Some, Value
from companion.rules.game import Action, Choice, Seat, Setup
from companion.rules.setup import COLOURS, checked_setup
from companion.rules.yahtzee_jr import GAME, State
from companion.rules.yahtzee_jr.parts import CHARACTERS, Finished, Rolled, RolloffOpened, RolloffRolled, Scored
from tests.play import fold, random_game, random_setup, setup_of

NOTHING = "PA PA KR SA SQ"


def dice(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def start(players: int = 2, **options: Any) -> State:
    return GAME.new(setup_of(GAME, players, **options))


def board(*tokens: tuple[int, str, int], players: int = 2, **options: Value) -> State:
    """The state after turns that put these tokens (seat, character, column), in turn order."""
    state = start(players, **options)
    for seat, character, column in tokens:
        assert GAME.active(state) == seat
        state = fold(GAME, state, (Scored(seat, character, max(column, 1), column),))
    return state


def act(state: State, name: str, **args: Value) -> State:
    seat = GAME.active(state)
    assert seat is not None
    after: State = fold(GAME, state, GAME.decide(state, Action(seat, name, args)))
    return after


def roll(state: State, faces: str, reroll: Sequence[int] | None = None) -> State:
    if reroll is None:
        return act(state, "roll", faces=dice(faces))
    return act(state, "roll", reroll=tuple(reroll), faces=dice(faces))


def score(state: State, character: str) -> State:
    return act(state, "score", character=character)


def roll_off(state: State, faces: str) -> State:
    return act(state, "rolloff", faces=dice(faces))


def last(state: State) -> Scored:
    return state.placed[-1]


def choice(state: State, name: str) -> Choice:
    return next(choice for choice in GAME.choices(state) if choice.name == name)


def names(state: State) -> list[str]:
    return [choice.name for choice in GAME.choices(state)]


def scorable(state: State) -> dict[str, str]:
    """The characters that may be scored, each with the preview that a page shows."""
    arg = choice(state, "score").args["character"]
    assert isinstance(arg, OneOf)
    return {str(pick.value): str(pick.preview) for pick in arg.picks}


def refused(state: State, name: str, seat: int | None = None, **args: Value) -> tuple[str, str]:
    """The rule point and the reason with which an action is refused."""
    active = GAME.active(state)
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, Action(seat if seat is not None else (active or 0), name, args))
    return refusal.value.point, refusal.value.reason


def tied_after_last_turn(**options: Any) -> State:
    """Two players, one turn each, both with three points: a roll-off is open."""
    state = start(turns_each=1, **options)
    state = score(roll(state, "SB SB SB KR KR"), "SB")
    return score(roll(state, "PA PA PA KR KR"), "PA")


# ---- set-up, turns, rolls


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r01_every_player_holds_one_token_of_each_character(players: int) -> None:
    state = start(players)
    assert [state.unplaced(seat) for seat in range(players)] == [CHARACTERS] * players


@pytest.mark.parametrize("players", [0, 1, 5, 6])
def test_r01_other_numbers_of_players_are_refused(players: int) -> None:
    seats = tuple(Seat(f"Player {number}", colour) for number, colour in enumerate(COLOURS[:players]))
    with pytest.raises(SetupError, match="2 to 4 players"):
        checked_setup(GAME, Setup(seats))


def test_r01_two_players_cannot_have_tokens_of_one_colour() -> None:
    with pytest.raises(SetupError, match="colour"):
        checked_setup(GAME, Setup((Seat("Ada", "blue"), Seat("Bo", "blue"))))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r02_first_seat_starts_and_turns_go_round(players: int) -> None:
    state, order = start(players), []
    for character in ("SB", "PA"):
        for _ in range(players):
            order.append(GAME.active(state))
            state = score(roll(state, "SB SB PA PA KR"), character)
    assert order == [*range(players)] * 2


def test_r03_the_round_grows_after_the_last_player_and_stays_at_the_end() -> None:
    state, rounds = start(3, turns_each=2), []
    for character in ("SB", "PA"):
        for _ in range(3):
            rounds.append(GAME.board(state)["round"])
            state = score(roll(state, "SB SB PA PA KR"), character)
    assert rounds == [1, 1, 1, 2, 2, 2]
    assert GAME.board(state)["round"] == 2


@pytest.mark.parametrize(("players", "turns"), [(2, 5), (3, 4), (4, 3)])
def test_r03_number_of_turns_each(players: int, turns: int) -> None:
    setup = setup_of(GAME, players)
    taken = [0] * players
    for _state, action, _events, _after in random_game(GAME, setup, random.Random(3)):
        taken[action.seat] += action.name == "score"
    assert taken == [turns] * players


@pytest.mark.parametrize("rolls", [1, 2])
def test_r04_player_may_stop_after_first_or_second_roll(rolls: int) -> None:
    state = roll(start(), NOTHING)
    for _ in range(rolls - 1):
        state = roll(state, "SB", [0])
    assert names(state) == ["roll", "score"]
    assert GAME.active(score(state, "KR")) == 1


def test_r04_nothing_can_be_scored_before_the_first_roll() -> None:
    assert names(start()) == ["roll"]
    assert refused(start(), "score", character="SB") == ("R14", "wrong-phase")


@pytest.mark.parametrize("count", [0, 1, 4, 6])
def test_r05_first_roll_takes_all_five_dice(count: int) -> None:
    assert refused(start(), "roll", faces=("SB",) * count)[0] == "R5"
    assert roll(start(), NOTHING).dice == dice(NOTHING)


def test_r05_first_roll_does_not_choose_dice() -> None:
    assert refused(start(), "roll", reroll=(0, 1), faces=("SB", "SB"))[0] == "R5"


@pytest.mark.parametrize("thrown", [(0,), (1, 3), (0, 2, 4), (0, 1, 2, 3), (0, 1, 2, 3, 4)])
def test_r06_any_number_of_dice_may_be_thrown_again(thrown: tuple[int, ...]) -> None:
    state = roll(roll(start(), "PA PA PA PA PA"), " ".join(["SQ"] * len(thrown)), thrown)
    assert state.dice == tuple("SQ" if position in thrown else "PA" for position in range(5))


@pytest.mark.parametrize("thrown", [(), (5,), (-1,), (0, 0), (3, 1), (True,), "0", 0])
def test_r06_positions_that_are_no_dice_are_refused(thrown: Value) -> None:
    faces = ("SB",) * (len(thrown) if isinstance(thrown, tuple) else 1)
    assert refused(roll(start(), NOTHING), "roll", reroll=thrown, faces=faces)[0] == "R6"


def test_r06_as_many_faces_as_thrown_dice() -> None:
    state = roll(start(), NOTHING)
    assert refused(state, "roll", reroll=(0, 1), faces=("SB",))[0] == "R5"
    assert refused(state, "roll", reroll=(0, 1), faces=("SB",) * 3)[0] == "R5"


def test_r07_after_the_third_roll_only_scoring_is_open() -> None:
    state = roll(roll(roll(start(), NOTHING), "SB", [0]), "SB", [1])
    assert names(state) == ["score"]
    assert refused(state, "roll", reroll=(0,), faces=("SB",)) == ("R4", "wrong-phase")
    with pytest.raises(IllegalAction) as refusal:
        GAME.rolled(state, dice(NOTHING), {})
    assert refusal.value.point == "R7"
    assert GAME.expects(state, {}) is None


def test_r08_dice_that_were_kept_may_be_thrown_later() -> None:
    state = roll(start(), "SB SB PA KR SQ")
    state = roll(state, "SA SA SA", [2, 3, 4])
    state = roll(state, "SA SA", [0, 1])
    assert scorable(state)["SA"] == "5 points"


# ---- Gary and Plankton


def test_r09_four_garys_are_possible_and_five_are_not() -> None:
    assert roll(start(), "GA GA GA GA PL").value("SB") == 4
    assert refused(start(), "roll", faces=("GA",) * 5)[0] == "R27"


@pytest.mark.parametrize("character", CHARACTERS)
def test_r10_gary_counts_as_any_character_at_scoring(character: str) -> None:
    state = roll(start(), "GA GA SB PA KR")
    own = dice("SB PA KR").count(character)
    assert last(score(state, character)).value == 2 + own


def test_r11_gary_stands_for_a_character_that_was_not_rolled() -> None:
    state = score(roll(start(), "GA GA GA SA SQ"), "PA")
    assert (last(state).column, state.owner("PA", 3)) == (3, 0)


def test_r12_planktons_die_is_not_thrown_again() -> None:
    state = roll(start(), "SB PL KR SA SQ")
    assert state.dead == (1,)
    assert refused(state, "roll", reroll=(1,), faces=("SB",)) == ("R12", "die-set-aside")
    assert refused(state, "roll", reroll=(0, 1, 2), faces=("SB",) * 3) == ("R12", "die-set-aside")
    arg = choice(state, "roll").args["reroll"]
    assert isinstance(arg, Some)
    assert arg.values == (0, 2, 3, 4)


def test_r12_plankton_on_a_later_roll_sets_that_die_aside() -> None:
    state = roll(roll(start(), "SB SB SB PA KR"), "SB PL", [3, 4])
    assert state.dead == (4,)
    assert refused(state, "roll", reroll=(4,), faces=("SB",))[0] == "R12"


def test_r12_plankton_scores_for_nobody() -> None:
    state = roll(start(), "SB SB SB SB PL")
    assert scorable(state) == {"SB": "4 points"}
    assert refused(state, "score", character="PL") == ("R14", "unknown-character")


def test_r13_the_die_set_aside_returns_with_the_next_turn() -> None:
    state = score(roll(start(), "SB PL KR SA SQ"), "SB")
    assert (GAME.active(state), state.dead, state.dice) == (1, (), ())
    assert roll(state, "SB SB SB SB SB").value("SB") == 5


# ---- scoring


def test_r14_one_character_a_turn() -> None:
    state = score(roll(start(), "SB SB PA PA KR"), "SB")
    assert GAME.active(state) == 1
    assert refused(state, "score", seat=0, character="PA")[0] == "R14"


def test_r14_a_token_is_used_once() -> None:
    state = board((0, "SB", 1), (1, "SB", 2))
    state = roll(state, "SB SB SB PA KR")
    assert set(scorable(state)) == {"PA", "KR"}
    assert refused(state, "score", character="SB") == ("R14", "token-used")


@pytest.mark.parametrize(
    ("faces", "value"),
    [("SQ SQ SQ SQ GA", 5), ("SQ SQ PL GA SB", 3), ("SQ PA KR SA SB", 1), ("SQ SQ SQ SQ SQ", 5)],
)
def test_r15_value_is_own_faces_and_garys(faces: str, value: int) -> None:
    placed = last(score(roll(start(), faces), "SQ"))
    assert (placed.value, placed.column) == (value, value)


def test_r15_only_the_faces_at_the_end_count() -> None:
    state = roll(roll(start(), "SB SB SB PA KR"), "KR KR", [0, 1])
    assert last(score(state, "SB")).value == 1


def test_r16_a_placed_token_stays_in_every_random_game() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        for before, _action, _events, after in random_game(GAME, random_setup(GAME, rng), rng):
            assert after.placed[: len(before.placed)] == before.placed


def test_r17_one_token_per_scoring_space_in_every_random_game() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        *_, (_before, _action, _events, after) = random_game(GAME, random_setup(GAME, rng), rng)
        spaces = [(token.character, token.column) for token in after.placed if token.column]
        assert len(set(spaces)) == len(spaces)


def test_r18_taken_space_slides_left() -> None:
    state = roll(board((0, "SA", 4)), "SA SA SA SA KR")
    assert scorable(state)["SA"] == "3 points"
    assert last(score(state, "SA")).column == 3


def test_r18_sliding_is_repeated() -> None:
    state = roll(board((0, "SA", 4), (1, "SA", 3), players=3), "SA SA SA SA KR")
    assert last(score(state, "SA")).column == 2


def test_r18_only_to_the_left_never_to_the_right() -> None:
    state = roll(board((0, "SA", 2), (1, "SA", 1), players=3), "SA SA KR KR KR")
    assert last(score(state, "SA")).column == 0


def test_r19_all_spaces_to_the_left_taken_gives_zero() -> None:
    state = roll(board((0, "KR", 1)), "KR SB PA SA SQ")
    placed = last(score(state, "KR"))
    assert (placed.value, placed.column) == (1, 0)


def test_r20_nothing_rolled_that_is_open_lets_any_token_go_to_zero() -> None:
    state = board((0, "SB", 5), (1, "SB", 4), (0, "PA", 5), (1, "PA", 4))
    state = roll(state, "SB SB PA PA PL")
    assert scorable(state) == {"KR": "0 points", "SA": "0 points", "SQ": "0 points"}
    assert last(score(state, "SA")).column == 0


def test_r21_tokens_share_a_zero_space() -> None:
    state = board((0, "SB", 1), (1, "KR", 0), (0, "KR", 0))
    zero = next(row["zero"] for row in GAME.board(state)["rows"] if row["character"] == "KR")
    assert zero == [1, 0]


def test_r22_zero_is_worth_nothing() -> None:
    state = board((0, "KR", 1), (1, "PA", 3))
    assert state.totals == (1, 3)
    state = score(roll(state, "PA PL SB SB KR"), "PA")
    state = score(roll(state, "KR PL PA SB SB"), "KR")  # the only space for one die is taken
    assert (last(state).column, state.totals) == (0, (2, 3))


def test_r23_five_of_a_kind_scores_five_and_no_more() -> None:
    state = score(roll(start(), "KR KR KR KR KR"), "KR")
    assert state.totals == (5, 0)
    assert GAME.active(state) == 1


def test_r24_totals_add_the_columns_and_the_highest_wins() -> None:
    state = start(3, turns_each=2)
    for faces, character in (
        ("SB SB SB SB SB", "SB"),
        ("PA PA PA KR KR", "PA"),
        ("SA SA SA SA KR", "SA"),
        ("SQ SQ SA KR PL", "SQ"),
        ("KR KR SB PA PL", "KR"),
        ("SQ SQ SQ SQ SA", "SQ"),
    ):
        state = score(roll(state, faces), character)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((7, 5, 8), (2,))


# ---- the end


def test_r25_tied_players_roll_off_and_most_spongebobs_win() -> None:
    state = tied_after_last_turn()
    assert (state.phase, state.tied, names(state), GAME.active(state)) == ("ROLLOFF", (0, 1), ["rolloff"], 0)
    state = roll_off(roll_off(state, "SB PA PA KR SQ"), "SB SB SA SA SQ")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (3, 3))
    assert "Bo" in str(outcome.sentence)


def test_r25_each_rolls_once_all_five_in_turn() -> None:
    state = tied_after_last_turn()
    assert refused(state, "rolloff", seat=1, faces=dice(NOTHING)) == ("R25", "not-in-rolloff")
    assert choice(state, "rolloff").chance  # so that nobody takes it back
    expected = GAME.expects(state, {})
    assert expected is not None
    assert expected.counts == (5,)
    assert refused(state, "rolloff", faces=("SB",) * 4)[0] == "R5"
    assert refused(state, "rolloff", faces=("GA",) * 5)[0] == "R27"
    state = roll_off(state, NOTHING)
    assert refused(state, "rolloff", seat=0, faces=dice(NOTHING)) == ("R25", "not-in-rolloff")


def test_r25_no_tie_no_roll_off() -> None:
    state = score(roll(start(turns_each=1), "SB SB SB KR KR"), "SB")
    state = score(roll(state, "PA PA PA PA KR"), "PA")
    assert (state.phase, state.winner, GAME.choices(state)) == ("OVER", 1, ())


@pytest.mark.parametrize(("players", "left"), [(2, 0), (3, 1), (4, 2)])
def test_r26_tokens_that_stay_unplaced(players: int, left: int) -> None:
    *_, (_before, _action, _events, after) = random_game(GAME, setup_of(GAME, players), random.Random(5))
    assert [len(after.unplaced(seat)) for seat in range(players)] == [left] * players


@pytest.mark.parametrize("faces", ["PL PL SB SB SB", "GA GA GA GA GA"])
def test_r27_impossible_faces_are_refused(faces: str) -> None:
    assert refused(start(), "roll", faces=dice(faces)) == ("R27", "impossible-roll")
    expected = GAME.expects(start(), {})
    assert expected is not None
    assert expected.complaint(dice(faces)) is not None


def test_r27_kept_dice_count_for_the_limits() -> None:
    state = roll(start(), "PL SB SB KR SA")
    assert refused(state, "roll", reroll=(1,), faces=("PL",))[0] == "R27"
    garys = roll(start(), "GA GA GA GA SB")
    assert refused(garys, "roll", reroll=(4,), faces=("GA",))[0] == "R27"
    assert roll(garys, "GA", [3]).value("PA") == 4


def test_r28_with_a_gary_zero_comes_only_from_taken_spaces() -> None:
    seen = 0
    for seed in range(60):
        rng = random.Random(seed)
        for before, action, _events, after in random_game(GAME, setup_of(GAME, 2 + seed % 3), rng):
            if action.name == "score" and "GA" in before.dice and last(after).column == 0:
                seen += 1
                assert last(after).value >= 1
                assert before.owner(last(after).character, 1) is not None
    assert seen


# ---- ambiguities, each switch both ways


@pytest.mark.parametrize(("counts", "winner"), [(False, None), (True, 0)])
def test_a01_gary_in_the_roll_off(counts: bool, winner: int | None) -> None:
    state = tied_after_last_turn(tiebreak_gary_counts=counts)
    state = roll_off(roll_off(state, "SB SB GA PA KR"), "SB SB SA SA PL")
    assert state.winner == winner


def test_a01_gary_is_off_by_default() -> None:
    assert GAME.board(roll_off(tied_after_last_turn(), "GA GA GA SB PL"))["rolloff"] == {"0": 1}


def test_a02_tied_again_those_still_tied_roll_again() -> None:
    state = start(3, turns_each=1)
    for faces, character in (("SB SB KR KR PL", "SB"), ("PA PA KR KR PL", "PA"), ("SA SA KR KR PL", "SA")):
        state = score(roll(state, faces), character)
    assert state.tied == (0, 1, 2)
    for faces in ("SB SB PA PA KR", NOTHING, "SB SB KR KR SA"):
        state = roll_off(state, faces)
    assert (state.tied, GAME.active(state), state.winner) == ((0, 2), 0, None)
    assert refused(state, "rolloff", seat=1, faces=dice(NOTHING)) == ("R25", "not-in-rolloff")
    state = roll_off(roll_off(state, NOTHING), NOTHING)  # none at all is a tie too
    assert state.tied == (0, 2)
    assert roll_off(roll_off(state, "SB PA PA KR KR"), NOTHING).winner == 0


def test_a03_everybody_with_the_top_total_rolls_off_and_nobody_else() -> None:
    state = start(4, turns_each=1)
    for faces, character in (
        ("SB SB SB KR KR", "SB"),
        ("PA PA KR KR PL", "PA"),
        ("SA SA SA KR KR", "SA"),
        ("SQ SQ SQ KR KR", "SQ"),
    ):
        state = score(roll(state, faces), character)
    assert state.tied == (0, 2, 3)


@pytest.mark.parametrize("allowed", [False, True])
def test_a04_choosing_zero_although_something_scores(allowed: bool) -> None:
    state = roll(start(allow_voluntary_zero=allowed), "SB SB SB SB KR")
    assert set(scorable(state)) == (set(CHARACTERS) if allowed else {"SB", "KR"})
    if allowed:
        assert last(score(state, "PA")).column == 0
    else:
        assert refused(state, "score", character="PA") == ("R20", "zero-not-forced")


def test_a04_a_lower_character_that_scores_is_legal() -> None:
    assert last(score(roll(start(), "SB SB SB SB KR"), "KR")).column == 1


def test_a05_the_column_is_not_the_players_choice() -> None:
    state = roll(start(), "SB SB SB PA KR")
    assert refused(state, "score", character="SB", column=1)[1] == "wrong-arguments"
    assert last(score(state, "SB")).column == 3


def test_a06_all_rolled_characters_would_slide_to_zero_so_any_token_may() -> None:
    state = board((0, "KR", 1), (1, "PA", 1), (0, "PA", 2), (1, "SB", 1), (0, "SB", 2))
    state = roll(state, "KR PL PA SB SB")
    assert set(scorable(state)) == {"KR", "SA", "SQ"}
    assert set(scorable(state).values()) == {"0 points"}
    assert last(score(state, "SQ")).column == 0


def test_a07_gary_may_be_thrown_again_with_a_gentle_word() -> None:
    state = roll(start(), "GA SB GA PA KR")
    arg = choice(state, "roll").args["reroll"]
    assert isinstance(arg, Some)
    assert set(arg.warnings) == {0, 2}
    assert all("Gary" in str(warning) for warning in arg.warnings.values())
    assert roll(state, "SB", [0]).dice == dice("SB SB GA PA KR")


def test_a08_a_roll_that_is_not_accepted_uses_nothing_up() -> None:
    """A cocked die makes no reading, so no action reaches the rules: a refused one leaves all rolls open."""
    state = roll(start(), NOTHING)
    refused(state, "roll", reroll=(0,), faces=())
    assert state.roll_no == 1
    assert roll(roll(state, "SB", [0]), "SB", [0]).phase == "SCORE"


def test_a09_plankton_in_the_roll_off_is_just_no_spongebob() -> None:
    state = roll_off(roll_off(tied_after_last_turn(), "PL SB SB PA KR"), "SB PA PA KR SQ")
    assert state.winner == 0


@pytest.mark.parametrize(("players", "turns", "expected"), [(4, 0, 3), (4, 5, 5), (2, 1, 1), (3, 2, 2)])
def test_a10_turns_each_can_be_set(players: int, turns: int, expected: int) -> None:
    setup = setup_of(GAME, players, turns_each=turns)
    scores = [action for _, action, _, _ in random_game(GAME, setup, random.Random(1)) if action.name == "score"]
    assert len(scores) == players * expected


@pytest.mark.parametrize("turns", [-1, 6, True, "3"])
def test_a10_other_turns_are_refused(turns: Value) -> None:
    with pytest.raises(SetupError, match="Turns each"):
        setup_of(GAME, 2, turns_each=turns)


# ---- from the tray to the roll


def turn(faces: str) -> State:
    return roll(start(), faces)


@pytest.mark.parametrize(
    ("before", "tray", "marks", "thrown", "shown"),
    [
        ("SB SB PA KR SQ", "SB SB PA KR SA", (), (4,), "SA"),
        ("SB SB PA KR SQ", "SA SA SB KR SB", (), (2, 4), "SA SA"),
        ("SB SB PA KR SQ", "SB SB PA KR SQ", (), (0, 1, 2, 3, 4), "SB SB PA KR SQ"),
        ("SB SB PA KR SQ", "SQ KR PA SB SB", (0,), (0,), "SB"),
        ("SB SB PA KR SQ", "SA KR", (1, 2), (1, 2), "SA KR"),
        ("SB PL PA KR SQ", "SA SA SB KR", (), (2, 4), "SA SA"),
        ("SB PL PA KR SQ", "SA SA SB KR PL", (), (2, 4), "SA SA"),
        ("SB PL PA KR SQ", "SB PA KR SQ", (), (0, 2, 3, 4), "SB PA KR SQ"),
        ("SB SB PA KR SQ", "GA GA GA GA PL", (), (0, 1, 2, 3, 4), "GA GA GA GA PL"),
    ],
)
def test_tray_tells_which_dice_were_thrown(
    before: str, tray: str, marks: tuple[int, ...], thrown: tuple[int, ...], shown: str
) -> None:
    state = turn(before)
    action = GAME.rolled(state, dice(tray), {"reroll": marks})
    assert action.args["reroll"] == thrown
    assert sorted(action.args["faces"]) == sorted(dice(shown))  # type: ignore[arg-type]  # a tuple of faces
    after = fold(GAME, state, GAME.decide(state, action))
    assert all(after.dice[position] == state.dice[position] for position in range(5) if position not in thrown)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_tray_in_any_order_leaves_the_dice_that_lie_there(seed: int) -> None:
    """However the dice lie, with the one set aside or without it, the state holds just those dice afterwards."""
    rng = random.Random(seed)
    for before, action, _events, after in random_game(GAME, setup_of(GAME, 2), rng):
        if before.phase == "DECIDE" and action.name == "roll":
            tray = [*after.dice]
            if before.dead and rng.random() < 0.5:
                tray.remove("PL")
            rng.shuffle(tray)
            marks = action.args["reroll"] if rng.random() < 0.5 else ()
            meant = GAME.rolled(before, tuple(tray), {"reroll": marks})
            left = fold(GAME, before, GAME.decide(before, meant))
            assert sorted(left.dice) == sorted(after.dice)
            assert left.roll_no == after.roll_no


def test_tray_without_planktons_die_is_refused_when_five_dice_lie_there() -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.rolled(turn("SB PL PA KR SQ"), dice("SB SA PA KR SQ"), {})
    assert refusal.value.point == "R12"


@pytest.mark.parametrize("marks", [(), (0, 1), (0, 1, 2, 3)])
@pytest.mark.parametrize("tray", ["SB", "SB SB SB"])
def test_tray_with_a_number_that_fits_nothing_is_refused(tray: str, marks: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.rolled(turn(NOTHING), dice(tray), {"reroll": marks})
    assert refusal.value.point == "R5"


def test_tray_marks_of_a_die_set_aside_do_not_count() -> None:
    state = turn("SB PL PA KR SQ")
    expected = GAME.expects(state, {"reroll": (0, 1)})
    assert expected is not None
    assert expected.counts == (1, 4, 5)


@pytest.mark.parametrize(("marks", "counts"), [((), (5,)), ((0, 1), (2, 5)), ((0, 1, 2, 3, 4), (5,))])
def test_expected_number_of_dice_follows_the_marks(marks: tuple[int, ...], counts: tuple[int, ...]) -> None:
    expected = GAME.expects(turn(NOTHING), {"reroll": marks})
    assert expected is not None
    assert expected.counts == counts


def test_question_is_in_the_games_words() -> None:
    expected = GAME.expects(start(), {})
    assert expected is not None
    assert str(expected.complaint(dice("PL PL SB SB SB"))) == "Only one die can show Plankton; I see 2."
    assert str(expected.complaint(("SB",) * 4)) == "I see 4 dice; 5 are expected."
    assert str(expected.complaint(())) == "I see no dice; 5 are expected."
    assert "not on these dice" in str(expected.complaint(dice("SB SB SB SB 6")))


# ---- what people read


def test_prompts_name_the_player_and_the_next_step() -> None:
    state = start()
    prompts = [str(GAME.prompt(state))]
    state = roll(state, NOTHING)
    prompts.append(str(GAME.prompt(state)))
    state = roll(roll(state, "SB", [0]), "SB", [0])
    prompts.append(str(GAME.prompt(state)))
    prompts.append(str(GAME.prompt(tied_after_last_turn())))
    assert all(prompt.startswith("Ada") for prompt in prompts)
    assert len(set(prompts)) == 4


def test_log_tells_each_kind_of_event() -> None:
    setup = setup_of(GAME, 2)
    told = [
        str(GAME.tell(setup, event))
        for event in (
            Rolled(0, 2, (0,), dice("SB PL KR SA SQ")),
            Scored(0, "KR", 3, 2),
            RolloffOpened((0, 1)),
            RolloffRolled(1, dice(NOTHING), 0),
            Finished(1, (3, 4)),
        )
    ]
    assert "SpongeBob, Plankton, Mr. Krabs, Sandy, Squidward" in told[0]
    assert ("Mr. Krabs" in told[1], "2 points" in told[1]) == (True, True)
    assert "Ada, Bo" in told[2]
    assert "Bo wins" in told[4]
