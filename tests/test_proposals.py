"""Proposals: readings judged by the rules and amended by people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.doubts import DOUBTS, UNKNOWN, doubt
from companion.errors import AskError
from companion.proposals import OTHERS, Judge, added, amended, propose, removed, without_spare
from companion.rules import GAMES
from companion.rules.args import Value
from companion.rules.game import Action
from companion.state.view import Proposal
from companion.vision.reading import WHY_NOT
from tests.play import fold, setup_of
from tests.readings import reading

GAME = GAMES["yahtzee_jr"]
GOOD = "SB SB PA KR SQ"


def judge(*actions: str, given: dict[str, Value] | None = None, game: str = "yahtzee_jr") -> Judge:
    rules = GAMES[game]
    state = rules.new(setup_of(rules, 2))
    for action in actions:
        state = fold(rules, state, rules.decide(state, Action.parse(action)))
    return Judge(rules, state, given or {})


def proposed(faces: str, by: Judge | None = None, unsure: tuple[int, ...] = ()) -> Proposal:
    return propose(by or judge(), reading(faces, unsure=unsure), 7, "picture")


def question(proposal: Proposal) -> str:
    assert not proposal.acceptable
    assert proposal.question
    return str(proposal.question)


def test_a_sure_and_possible_reading_is_acceptable() -> None:
    proposal = proposed(GOOD)
    assert proposal.acceptable
    assert proposal.question is None
    assert [die.face for die in proposal.dice] == GOOD.split()
    assert (proposal.id, proposal.picture, proposal.width, proposal.height) == (7, "picture", 640, 480)
    assert (proposal.dice[1].x, proposal.dice[1].y, proposal.dice[1].size) == (150, 200, 40)


def test_an_unsure_die_is_asked_about() -> None:
    proposal = proposed(GOOD, unsure=(2,))
    assert "question mark" in question(proposal)
    assert [die.sure for die in proposal.dice] == [True, True, False, True, True]


@pytest.mark.parametrize("slug", ["leaning", "stacked", "glare", "blur", "unknown-face"])
def test_what_speaks_against_a_die_is_the_question_until_somebody_says_what_it_shows(slug: str) -> None:
    by = judge()
    seen = replace(reading(GOOD, unsure=(2,)), doubt=slug)
    proposal = propose(by, seen, 7, "picture")
    sentence, advice = DOUBTS[slug]
    assert question(proposal) == f"{sentence} {advice}"
    assert (proposal.doubt, proposal.why_not) == (slug, "")
    answered = amended(by, proposal, 2, "PA")
    assert (answered.acceptable, answered.doubt) == (True, "")


def test_a_die_beside_the_tray_is_shown_and_counts_only_when_somebody_says_so() -> None:
    by = judge()
    four = reading("SB SB PA KR")
    seen = replace(four, doubt="outside", outside=reading("SQ", x=600).dice)
    proposal = propose(by, seen, 7, "picture")
    assert question(proposal).startswith("A die lies outside the tray.")
    assert [die.sure for die in proposal.dice] == [True] * 4 + [False]
    assert amended(by, proposal, 4, "SQ").acceptable
    assert question(removed(by, proposal, 4)) == "I see 4 dice; 5 are expected."
    assert question(propose(by, without_spare(seen), 8, "picture")) == "I see 4 dice; 5 are expected."


def test_a_wrong_number_is_told_in_the_rules_words_and_by_the_light() -> None:
    proposal = propose(judge(), replace(reading("SB SB PA KR"), doubt="too-few"), 7, "picture")
    assert (question(proposal), proposal.doubt) == ("I see 4 dice; 5 are expected.", "too-few")


@pytest.mark.parametrize(
    ("faces", "asked"),
    [
        ("SB SB SB SB", "I see 4 dice; 5 are expected."),
        ("SB SB SB SB SB SB", "I see 6 dice; 5 are expected."),
        ("PL PL SB SB SB", "Only one die can show Plankton; I see 2."),
        ("GA GA GA GA GA", "At most 4 dice can show Gary; I see 5."),
        ("6 SB SB SB SB", "6 is not on these dice."),
    ],
)
def test_an_impossible_reading_is_a_question_in_the_games_words(faces: str, asked: str) -> None:
    assert question(proposed(faces)) == asked


def test_a_face_that_is_not_on_these_dice_is_never_sure() -> None:
    assert [die.sure for die in proposed("6 SB SB SB SB").dice] == [False, True, True, True, True]


def test_other_faces_come_likeliest_first_and_only_those_of_the_dice() -> None:
    others = proposed(GOOD).dice[0].others
    assert others[0] == "SA"  # the reader's own second guess
    assert "9" not in others  # its third is not on these dice
    assert sorted(("SB", *others)) == sorted(["SB", "PA", "KR", "SA", "SQ", "GA", "PL"])


def test_not_too_many_other_faces_are_offered() -> None:
    rules = GAMES["just_dice"]
    faces = tuple(f"face {number}" for number in range(40))
    by = Judge(rules, rules.new(setup_of(rules, 2, faces=faces)), {})
    assert len(propose(by, reading("x"), 1, "").dice[0].others) == OTHERS


@pytest.mark.parametrize("why_not", [*WHY_NOT, "not-moved"])
def test_a_reason_why_nothing_was_read_is_told_with_an_advice(why_not: str) -> None:
    proposal = propose(judge(), reading(GOOD, why_not=why_not), 1, "picture")
    assert (proposal.why_not, proposal.dice, proposal.acceptable) == (why_not, (), False)
    assert str(proposal.question) == str(DOUBTS[why_not][0])
    assert str(DOUBTS[why_not][1])


def test_every_reason_of_the_eye_has_its_own_sentence() -> None:
    assert DOUBTS.keys() == {*WHY_NOT, "not-moved"}
    assert len({str(sentence) for sentence, _advice in DOUBTS.values()}) == len(DOUBTS)
    assert doubt("some-new-reason") == UNKNOWN


def test_an_empty_tray_is_a_reason() -> None:
    assert propose(judge(), reading(), 1, "").why_not == "no-dice"


def test_nothing_can_be_accepted_when_no_roll_is_open() -> None:
    again = '0 roll reroll=[0] faces=["SB"]'
    by = judge('0 roll faces=["SB","SB","PA","KR","SQ"]', again, again)
    assert question(proposed(GOOD, by)) == "No roll is open now."


def test_a_second_throw_means_the_dice_that_changed() -> None:
    by = judge('0 roll faces=["SB","SB","PA","KR","SQ"]')
    proposal = proposed("SB SB PA SA SA", by)
    assert proposal.acceptable
    assert by.action(proposal).args == {"reroll": (3, 4), "faces": ("SA", "SA")}


def test_marked_dice_alone_may_lie_in_the_tray() -> None:
    first = '0 roll faces=["SB","SB","PA","KR","SQ"]'
    assert "I see 2 dice" in question(proposed("SA SA", judge(first)))
    by = judge(first, given={"reroll": (3, 4)})
    assert proposed("SA SA", by).acceptable
    assert question(proposed("SA SA SA", by)) == "I see 3 dice; 5 / 2 are expected."


def test_a_refusal_of_the_rules_is_a_question() -> None:
    by = judge('0 roll faces=["SB","PL","PA","KR","SQ"]')
    assert question(proposed("SB SA PA KR SQ", by)) == "Plankton's die stays aside this turn."


def test_bodies_go_to_the_rules_when_the_eye_told_any() -> None:
    by = judge(game="just_dice")
    action = by.action(propose(by, reading("1 2", body="red"), 1, ""))
    assert action.args == {"faces": ("1", "2"), "bodies": ("red", "red")}
    assert by.action(propose(by, reading("1 2"), 1, "")).args == {"faces": ("1", "2")}
    mixed = added(by, propose(by, reading("1", body="red"), 1, ""), "6")
    assert by.action(mixed).args == {"faces": ("1", "6"), "bodies": ("red", "")}


# ---- amending


def test_a_face_set_by_hand_is_sure_and_judged_again() -> None:
    by = judge()
    proposal = amended(by, proposed(GOOD, unsure=(2,)), 2, "GA")
    assert proposal.acceptable
    die = proposal.dice[2]
    assert (die.face, die.sure, die.by_hand, die.confidence) == ("GA", True, True, 1.0)
    assert die.others[0] == "PA"  # what was read comes first, for who slipped
    assert (die.x, die.y) == (250, 200)
    assert "Plankton" in question(amended(by, amended(by, proposal, 0, "PL"), 1, "PL"))


def test_amending_confirms_a_doubtful_die_with_its_own_face() -> None:
    proposal = amended(judge(), proposed(GOOD, unsure=(2,)), 2, "PA")
    assert proposal.acceptable
    assert "PA" not in proposal.dice[2].others


def test_removing_and_adding_change_the_number() -> None:
    by = judge()
    fewer = removed(by, proposed(f"{GOOD} SB"), 5)
    assert fewer.acceptable
    assert question(removed(by, fewer, 0)) == "I see 4 dice; 5 are expected."
    again = added(by, removed(by, fewer, 0), "GA")
    assert again.acceptable
    assert (again.dice[4].face, again.dice[4].by_hand, again.dice[4].size) == ("GA", True, 0)
    assert again.dice[4].others


def test_dice_can_be_added_where_nothing_was_read() -> None:
    by = judge()
    proposal = propose(by, reading(why_not="dark"), 1, "picture")
    for face in GOOD.split():
        proposal = added(by, proposal, face)
        assert proposal.why_not == ""
    assert proposal.acceptable


def test_taking_every_die_out_leaves_nothing_to_accept() -> None:
    by = judge()
    proposal = proposed("SB", by)
    assert question(removed(by, proposal, 0)) == "I see no dice; 5 are expected."


@pytest.mark.parametrize("die", [-1, 5, 99])
def test_a_die_that_is_not_in_the_picture_is_refused(die: int) -> None:
    changes: list[Callable[[], Proposal]] = [
        lambda: amended(judge(), proposed(GOOD), die, "SB"),
        lambda: removed(judge(), proposed(GOOD), die),
    ]
    for change in changes:
        with pytest.raises(AskError, match="not in the picture") as refusal:
            change()
        assert repr(die) in refusal.value.detail


@pytest.mark.parametrize("face", ["", "6", "sb", "SpongeBob"])
def test_a_face_that_the_dice_lack_is_refused(face: str) -> None:
    with pytest.raises(AskError, match="no such face"):
        amended(judge(), proposed(GOOD), 0, face)
    with pytest.raises(AskError, match="no such face"):
        added(judge(), proposed(GOOD), face)
