"""The desk: what every ask does to the table, with a scripted eye and a clock that the test turns."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.boxes import Boxes
from companion.desk import Desk
from companion.errors import (
    AlreadyDone,
    AskError,
    BoxError,
    CameraTimeout,
    CompanionError,
    IllegalAction,
    JournalError,
    NoGame,
    NothingToFix,
    NothingToTakeBack,
    SetupError,
    StaleAsk,
    UnknownEvening,
    UnknownGame,
)
from companion.eye import Look
from companion.pictures import Pictures
from companion.round import LOOK_LIMIT
from companion.rules import GAMES
from companion.rules.game import Expectation, Seat
from companion.state.clock import TurnClock
from companion.state.codec import decode_setup
from companion.state.journal import Entry, Journal, MemoryJournal
from companion.state.view import Proposal, Service, View
from companion.vision.burst import same_place
from companion.vision.reading import Reading
from companion.words import say
from tests.atdesk import AtDesk
from tests.play import random_action
from tests.readings import JPEG, reading

ADA_AND_BO = [Seat("Ada", "red"), Seat("Bo", "blue")]
FIRST = "SB SB PA KR SQ"


class Scene(AtDesk):
    """A desk whose eye sees what the test says and whose seconds pass when the test says."""

    def __init__(self, folder: Path, journal: Journal | None = None) -> None:
        super().__init__()
        self.journal = journal or MemoryJournal()
        self.pictures, self.boxes = Pictures(folder), Boxes(folder / "boxes")
        self.now, self.wall = 1000.0, 1.7e9
        self.desk = self.sit_down()

    def sit_down(self) -> Desk:
        """A new desk over the same journal, as after a power cut."""
        self.desk = Desk(
            self.journal, self.pictures, self.boxes, same_place, now=lambda: self.now, wall=lambda: self.wall
        )
        self.open_eye()
        return self.desk

    def new(self, game: str = "yahtzee_jr", **more: Any) -> View:
        self.desk.new(game, ADA_AND_BO, **more)
        return self.view

    def see(self, faces: str = "", **more: Any) -> Proposal:
        """Press, and let the eye give this reading."""
        self.desk.press()
        self.desk.looked(Look(reading(faces, **more), JPEG))
        return self.proposal

    def roll(self, faces: str, x: float = 50) -> View:
        """See and accept by the button; `x` pixels is where the dice lie."""
        assert self.see(faces, x=x).acceptable
        self.desk.press()
        return self.view

    def by_hand(self, *actions: str) -> View:
        for action in actions:
            self.desk.do(action)
        return self.view

    def entries(self, evening: int = 1) -> tuple[Entry, ...]:
        return self.journal.entries(evening)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "pictures")


@pytest.fixture
def game(scene: Scene) -> Scene:
    scene.new()
    return scene


ROLL = '0 roll faces=["SB","SB","PA","KR","SQ"]'


# ---- evenings


def test_at_first_there_is_the_home_page(scene: Scene) -> None:
    view = scene.view
    assert (view.phase, view.game, view.choices, view.log) == ("home", "", (), ())


def test_a_new_evening_is_at_the_first_seat(scene: Scene) -> None:
    view = scene.new(options={"turns_each": 2}, seed=5)
    assert (view.phase, view.game, view.evening, view.active) == ("play", "yahtzee_jr", 1, 0)
    assert [seat.name for seat in view.seats] == ["Ada", "Bo"]
    assert view.board["turns_each"] == 2
    assert "Ada" in str(view.prompt)


def test_what_is_shuffled_is_foreseen_only_with_a_seed(scene: Scene) -> None:
    assert len({_seed(scene, scene.new()) for _ in range(3)}) == 3
    assert _seed(scene, scene.new(seed=5)) == 5


def _seed(scene: Scene, view: View) -> int:
    return decode_setup(scene.journal.evening(view.evening).setup)[0].seed


def test_a_box_that_is_not_on_the_shelf_starts_nothing(scene: Scene) -> None:
    with pytest.raises(BoxError, match="no such box"):
        scene.new(box="ours")
    assert scene.view.phase == "home"


def test_lists_of_house_rules_come_from_json(scene: Scene) -> None:
    view = scene.new("just_dice", options={"faces": ["sun", "moon"], "die_set": "sky"})
    assert view.board["faces"] == {"sun": 0, "moon": 0}


@pytest.mark.parametrize(
    ("error", "args"),
    [
        (UnknownGame, {"game": "chess", "seats": ADA_AND_BO}),
        (SetupError, {"game": "yahtzee_jr", "seats": ADA_AND_BO[:1]}),
        (SetupError, {"game": "yahtzee_jr", "seats": [ADA_AND_BO[0]] * 2}),
        (SetupError, {"game": "yahtzee_jr", "seats": [Seat("x" * 41, "red"), Seat("Bo", "blue")]}),
        (SetupError, {"game": "yahtzee_jr", "seats": ADA_AND_BO, "options": {"no_such": True}}),
        (SetupError, {"game": "yahtzee_jr", "seats": ADA_AND_BO, "clock": TurnClock("sideways")}),
        (SetupError, {"game": "yahtzee_jr", "seats": ADA_AND_BO, "clock": TurnClock("down", 1)}),
    ],
)
def test_a_wrong_setup_leaves_the_evening_that_runs(game: Scene, error: type[CompanionError], args: Any) -> None:
    before = game.by_hand(ROLL)
    with pytest.raises(error):
        game.desk.new(**args)
    after = game.view
    assert (after.log, after.board, after.evening) == (before.log, before.board, before.evening)
    assert len(game.journal.evenings()) == 1


def test_an_evening_goes_on_after_a_power_cut(game: Scene) -> None:
    before = game.by_hand(ROLL, '0 score character="SB"')
    game.sit_down()
    assert game.view.phase == "home"
    game.desk.open(before.evening)
    after = game.view
    assert (after.board, after.log, after.active, after.seats) == (before.board, before.log, 1, before.seats)
    with pytest.raises(UnknownEvening):
        game.desk.open(99)
    assert game.view.board == before.board


def test_leaving_keeps_the_evening(game: Scene) -> None:
    game.by_hand(ROLL)
    game.desk.leave()
    assert game.view.phase == "home"
    game.desk.open(1)
    assert len(game.view.log) == 1


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("press", {}),
        ("long_press", {}),
        ("read", {}),
        ("do", {"action": ROLL}),
        ("take_back", {}),
        ("fix", {"act": 1, "faces": ["SB"]}),
        ("confirm_fix", {}),
        ("give", {"name": "reroll", "value": [1]}),
        ("pause", {}),
    ],
)
def test_without_a_game_asks_say_so(scene: Scene, verb: str, args: Any) -> None:
    with pytest.raises(NoGame):
        getattr(scene.desk, verb)(**args)
    assert scene.view.phase == "home"


# ---- one roll


def test_press_looks_then_proposes_then_accepts(game: Scene) -> None:
    game.desk.press()
    assert game.view.phase == "looking"
    game.desk.looked(Look(reading(FIRST), JPEG))
    view = game.view
    assert view.phase == "proposal"
    assert view.proposal is not None
    assert game.pictures.get(view.proposal.picture) == JPEG
    assert game.entries() == ()  # a reading is a proposal: nothing is scored before somebody accepts it
    game.desk.press()
    view = game.view
    assert (view.phase, view.proposal, view.board["dice"]) == ("play", None, FIRST.split())
    assert [entry.kind for entry in game.entries()] == ["acted"]


def test_the_eye_is_told_what_the_rules_expect(game: Scene) -> None:
    game.roll("SB PL PA KR SQ")
    game.desk.give("reroll", [0, 2])
    game.desk.read()
    first, second = game.expected
    assert isinstance(first, Expectation)
    assert isinstance(second, Expectation)
    assert (first.die_set, first.counts, second.counts) == ("characters", (5,), (2, 4, 5))


def test_the_log_keeps_the_picture_of_an_accepted_roll(game: Scene) -> None:
    picture = game.see(FIRST).picture
    game.desk.press()
    assert [line.picture for line in game.view.log] == [picture]
    assert game.pictures.get(picture) == JPEG


def test_an_unsure_die_is_a_question_until_it_is_answered(game: Scene) -> None:
    proposal = game.see(FIRST, unsure=(1,))
    assert (game.view.phase, proposal.acceptable) == ("question", False)
    with pytest.raises(AskError, match="question mark"):
        game.desk.accept(proposal.id)
    assert game.entries() == ()
    game.desk.amend(proposal.id, 1, "GA")
    assert game.view.phase == "proposal"
    game.desk.accept(proposal.id)
    assert game.view.board["dice"][1] == "GA"


def test_a_wrong_number_of_dice_is_a_question_in_the_games_words(game: Scene) -> None:
    proposal = game.see("SB SB PA KR")
    assert game.view.phase == "question"
    assert str(proposal.question) == "I see 4 dice; 5 are expected."
    game.desk.add(proposal.id, "PL")
    assert game.view.phase == "proposal"
    game.desk.remove(proposal.id, 0)
    assert game.view.phase == "question"


def test_a_press_while_there_is_a_question_looks_again(game: Scene) -> None:
    first = game.see("SB SB PA KR")
    second = game.see(FIRST)
    assert second.id != first.id
    assert second.acceptable


@pytest.mark.parametrize("why_not", ["hand", "moving", "dark", "glare", "blur", "leaning"])
def test_a_reason_not_to_read_is_no_event_and_another_press_looks_again(game: Scene, why_not: str) -> None:
    proposal = game.see(FIRST, why_not=why_not)
    view = game.view
    assert (view.phase, proposal.why_not, proposal.dice, view.log) == ("cannot-read", why_not, (), ())
    with pytest.raises(AskError):
        game.desk.accept(proposal.id)
    assert game.see(FIRST).acceptable


def test_dismissing_puts_a_proposal_away(game: Scene) -> None:
    proposal = game.see(FIRST)
    game.desk.dismiss(proposal.id)
    assert (game.view.phase, game.view.proposal) == ("play", None)
    assert game.entries() == ()


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("accept", {}),
        ("dismiss", {}),
        ("amend", {"die": 0, "face": "SB"}),
        ("remove", {"die": 0}),
        ("add", {"face": "SB"}),
    ],
)
def test_an_ask_about_a_proposal_that_is_gone_is_stale(game: Scene, verb: str, args: Any) -> None:
    old = game.see("SB SB PA KR").id
    new = game.see(FIRST).id
    with pytest.raises(StaleAsk):
        getattr(game.desk, verb)(old, **args)
    game.desk.accept(new)
    with pytest.raises(StaleAsk):
        getattr(game.desk, verb)(new, **args)


def test_accepting_twice_is_one_roll(game: Scene) -> None:
    proposal = game.see(FIRST)
    game.desk.accept(proposal.id)
    with pytest.raises(StaleAsk):
        game.desk.accept(proposal.id)
    assert len(game.entries()) == 1


def test_spare_dice_beside_the_tray_are_asked_about_once(game: Scene) -> None:
    beside = replace(reading(FIRST), doubt="outside", outside=reading("GA", x=600).dice)
    game.desk.read()
    game.desk.looked(Look(beside, JPEG))
    proposal = game.view.proposal
    assert proposal is not None
    assert (game.view.phase, len(proposal.dice)) == ("question", 6)
    game.desk.remove(proposal.id, 5)
    game.desk.press()
    game.desk.read()
    game.desk.looked(Look(replace(beside, dice=reading("SB SB SB PA KR", x=70).dice), JPEG))
    assert game.view.phase == "proposal"


def test_dice_that_nobody_threw_are_not_read_again(game: Scene) -> None:
    game.roll(FIRST)
    game.by_hand('0 score character="SB"')
    proposal = game.see(FIRST)
    assert (game.view.phase, proposal.why_not) == ("cannot-read", "not-moved")
    assert game.see(FIRST, x=70).acceptable  # the same faces in other places were thrown


def test_a_dark_picture_after_dice_entered_into_another_is_dark_not_unmoved(game: Scene) -> None:
    proposal = game.see(why_not="dark")
    for face in FIRST.split():
        game.desk.add(proposal.id, face)
    game.desk.accept(proposal.id)
    assert game.see(why_not="dark").why_not == "dark"
    assert game.see().why_not == "no-dice"


def test_no_roll_is_open_after_the_third(game: Scene) -> None:
    game.by_hand(ROLL, '0 roll reroll=[0] faces=["SB"]', '0 roll reroll=[0] faces=["SB"]')
    with pytest.raises(AskError, match="No roll is open now") as refusal:
        game.desk.press()
    assert "choose a character" in str(refusal.value.advice)
    assert game.view.phase == "play"


def test_a_roll_entered_by_hand_puts_the_proposal_away(game: Scene) -> None:
    game.see("SB SB PA KR")
    view = game.by_hand(ROLL)
    assert (view.phase, view.proposal) == ("play", None)


def test_a_refused_action_changes_nothing(game: Scene) -> None:
    proposal = game.see(FIRST)
    with pytest.raises(IllegalAction):
        game.desk.do('0 score character="SB"')
    assert game.proposal == proposal


# ---- looks that fail, come late or never


def test_a_failed_look_is_a_notice(game: Scene) -> None:
    game.desk.press()
    game.desk.looked(Look(error=CameraTimeout(say("Nothing came."))))
    view = game.view
    assert view.phase == "play"
    assert view.notice is not None
    assert view.notice.slug == "camera-timeout"
    assert "hand entry" in str(view.notice.advice)
    game.desk.clear_notice()
    assert game.view.notice is None


@pytest.mark.parametrize("missing", ["eye", "busy"])
def test_without_an_eye_the_press_says_so_and_hand_entry_works(game: Scene, missing: str) -> None:
    game.eye_works = False
    if missing == "eye":
        game.desk.eye = None
    with pytest.raises(CompanionError, match="camera is not ready"):
        game.desk.press()
    assert game.view.phase == "play"
    assert game.by_hand(ROLL).board["roll_no"] == 1


def test_a_second_press_while_looking_does_not_start_another_look(game: Scene) -> None:
    game.desk.press()
    game.desk.press()
    assert len(game.expected) == 1
    assert game.view.phase == "looking"


def test_a_look_is_given_up_when_it_never_comes_back(game: Scene) -> None:
    game.desk.press()
    game.now += LOOK_LIMIT - 1
    game.desk.tick()
    assert game.view.phase == "looking"
    game.now += 2
    game.desk.tick()
    view = game.view
    assert view.phase == "play"
    assert view.notice is not None
    assert "by hand" in str(view.notice.advice)


def test_an_outcome_that_nobody_waits_for_is_dropped(game: Scene) -> None:
    game.desk.looked(Look(reading(FIRST), JPEG))
    assert game.view.proposal is None
    game.desk.press()
    game.by_hand(ROLL)
    game.desk.looked(Look(reading(FIRST), JPEG))
    assert game.view.proposal is None
    game.desk.press()
    game.desk.leave()
    game.desk.looked(Look(reading(FIRST), JPEG))
    assert game.view.phase == "home"


def test_the_outcome_of_an_overtaken_look_is_not_taken_for_that_of_the_next(game: Scene) -> None:
    """While the eye looked, the roll was entered by hand, the dice were thrown again and a second look began."""
    game.desk.press()
    overtaken = game.desk.looks
    game.by_hand(ROLL)
    game.desk.press()
    game.desk.looked(Look(reading("GA GA GA GA PL"), JPEG), overtaken)
    assert game.view.phase == "looking"
    game.desk.looked(Look(reading("SB SB SB SB SB"), JPEG), game.desk.looks)
    assert [die.face for die in game.proposal.dice] == ["SB"] * 5


def test_a_picture_that_cannot_be_kept_is_told_and_the_reading_still_shown(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    scene = Scene(tmp_path / "pictures")
    scene.new()
    proposal = scene.see(FIRST)
    assert (proposal.picture, proposal.acceptable) == ("", True)
    notice = scene.view.notice
    assert notice is not None
    assert "picture" in str(notice.sentence)


# ---- the button, long


def test_long_press_puts_a_proposal_away_first(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    game.see("SB SB PA KR")
    game.desk.long_press()
    assert game.view.phase == "play"
    assert len(game.view.log) == 2
    game.desk.long_press()
    assert len(game.view.log) == 1


def test_long_press_gives_up_a_look_first(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    game.desk.read()
    game.desk.long_press()
    assert game.view.phase == "play"
    assert len(game.view.log) == 2


def test_long_press_never_takes_a_roll_back(game: Scene) -> None:
    new = game.view
    scored = game.by_hand(ROLL, '0 score character="SB"')
    game.desk.long_press()
    rolled = game.view
    assert (new.can_take_back, scored.can_take_back, rolled.can_take_back) == (False, True, False)
    with pytest.raises(NothingToTakeBack):
        game.desk.long_press()
    assert [entry.kind for entry in game.entries()] == ["acted", "acted", "undone"]


# ---- marks


def test_marks_are_shown_and_lead_the_next_roll(game: Scene) -> None:
    game.roll(FIRST)
    game.desk.give("reroll", [2, 4])
    assert game.view.given == {"reroll": (2, 4)}
    proposal = game.see("SA SA")
    assert proposal.acceptable
    game.desk.accept(proposal.id)
    assert game.view.board["dice"] == ["SB", "SB", "SA", "KR", "SA"]
    assert game.view.given == {}


def test_marks_can_be_taken_away(game: Scene) -> None:
    game.roll(FIRST)
    game.desk.give("reroll", [2])
    game.desk.give("reroll", [])
    assert game.view.given == {"reroll": ()}
    assert not game.see("SA").acceptable


def test_a_proposal_is_judged_again_when_the_marks_change(game: Scene) -> None:
    game.roll(FIRST)
    game.desk.give("reroll", [2, 4])
    assert game.see("SA SA").acceptable
    game.desk.give("reroll", [2])
    assert game.view.phase == "question"
    game.desk.give("reroll", [0, 1])
    assert game.view.phase == "proposal"


@pytest.mark.parametrize(("name", "value"), [("reroll", [5]), ("reroll", [1, 0]), ("faces", [1]), ("bodies", [0])])
def test_marks_that_make_no_sense_are_refused(game: Scene, name: str, value: list[int]) -> None:
    game.roll(FIRST)
    with pytest.raises(AskError, match="cannot be chosen now"):
        game.desk.give(name, value)
    assert game.view.given == {}


def test_there_is_nothing_to_mark_before_the_first_roll(game: Scene) -> None:
    with pytest.raises(AskError):
        game.desk.give("reroll", [0])


# ---- mistakes


def test_a_fix_that_drops_nothing_is_done_at_once(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    game.desk.fix(1, ["SB", "SB", "SB", "KR", "SQ"])
    view = game.view
    assert view.fix is None
    assert view.board["totals"] == [3, 0]
    assert view.log[0].fixed


def test_a_fix_that_drops_something_is_shown_first(game: Scene) -> None:
    before = game.by_hand(ROLL, '0 score character="SB"')
    game.desk.fix(1, ["PA", "PA", "PA", "KR", "SQ"])
    view = game.view
    assert view.fix is not None
    assert (view.fix.act, view.fix.faces) == (1, ("PA", "PA", "PA", "KR", "SQ"))
    assert [line.act for line in view.fix.dropped] == [2]
    assert (view.board, view.log) == (before.board, before.log)
    game.desk.cancel_fix()
    assert game.view.fix is None
    with pytest.raises(AskError, match="no correction"):
        game.desk.confirm_fix()
    assert len(game.entries()) == 2


def test_a_fix_is_carried_out_when_it_is_confirmed(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    game.desk.fix(1, ["PA", "PA", "PA", "KR", "SQ"])
    game.desk.confirm_fix()
    view = game.view
    assert (view.fix, view.active, view.board["totals"], len(view.log)) == (None, 0, [0, 0], 1)
    with pytest.raises(AskError):
        game.desk.confirm_fix()


def test_a_fix_is_overtaken_by_the_next_act(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    game.desk.fix(1, ["PA", "PA", "PA", "KR", "SQ"])
    game.by_hand('1 roll faces=["PA","PA","PA","KR","SQ"]')
    with pytest.raises(AskError):
        game.desk.confirm_fix()


def test_a_fix_that_another_tablet_replaced_cannot_be_confirmed_unseen(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    game.desk.fix(1, ["PA", "PA", "PA", "KR", "SQ"])
    mine = game.view.number
    game.desk.check_fresh(mine)
    game.desk.fix(1, ["KR", "KR", "PA", "KR", "SQ"])
    theirs = game.view.number
    with pytest.raises(StaleAsk):
        game.desk.check_fresh(mine)
    game.desk.check_fresh(theirs)


def test_a_fix_of_nothing_is_refused(game: Scene) -> None:
    game.by_hand(ROLL, '0 score character="SB"')
    with pytest.raises(NothingToFix):
        game.desk.fix(2, ["SB"] * 5)
    with pytest.raises(IllegalAction):
        game.desk.fix(1, ["GA"] * 5)
    assert game.view.fix is None


class FullJournal(MemoryJournal):
    """A journal that can be full."""

    full = False

    def append(self, evening: int, kind: str, body: str, at: float) -> Entry:
        if self.full:
            raise JournalError("The disk is full.")
        return super().append(evening, kind, body, at)


def test_what_the_journal_cannot_take_changes_nothing(tmp_path: Path) -> None:
    journal = FullJournal()
    scene = Scene(tmp_path, journal)
    scene.new()
    scene.by_hand(ROLL, '0 score character="SB"')
    proposal = scene.see(FIRST)
    before = scene.view
    journal.full = True
    asks: list[Callable[[], None]] = [
        lambda: scene.desk.accept(proposal.id),
        lambda: scene.desk.do('1 roll faces=["SB","SB","PA","KR","SQ"]'),
        scene.desk.take_back,
        lambda: scene.desk.fix(1, ["SB", "SB", "SB", "KR", "SQ"]),
    ]
    for ask in asks:
        with pytest.raises(JournalError):
            ask()
        after = scene.view
        assert (after.proposal, after.log, after.board, after.fix) == (
            before.proposal,
            before.log,
            before.board,
            None,
        )
    journal.full = False
    scene.desk.accept(proposal.id)
    assert len(scene.view.log) == 3


# ---- the turn clock


@pytest.fixture
def timed(scene: Scene) -> Scene:
    scene.new(clock=TurnClock("down", 60))
    return scene


def used(scene: Scene) -> tuple[float, bool]:
    clock = scene.view.clock
    return clock.used, clock.running


def test_without_a_clock_nothing_runs(game: Scene) -> None:
    game.now += 100
    assert used(game) == (0, False)


def hour(scene: Scene) -> Scene:
    scene.desk.new(
        "monopoly", ADA_AND_BO, {"length": "timed", "first_roll": False, "deal": "app", "minutes": 60}, seed=3
    )
    scene.by_hand("0 deal_all")
    return scene


def left(scene: Scene) -> float:
    window = scene.view.window
    assert window is not None
    return window.limit - window.used


def test_the_time_of_a_game_is_what_was_really_played(scene: Scene) -> None:
    hour(scene)
    scene.now += 100
    assert left(scene) == 3500
    scene.desk.pause()
    assert left(scene) == 3500
    scene.now += 5000
    scene.desk.resume()
    assert left(scene) == 3500
    scene.now += 50
    scene.by_hand('0 roll faces=["1","2"]')
    scene.now += 7
    scene.desk = scene.sit_down()  # a power cut: back at the last accepted action
    scene.now += 9000
    scene.desk.open(1)
    assert left(scene) == 3450


def test_a_game_whose_time_is_up_ends_after_the_move_that_is_half_done(scene: Scene) -> None:
    hour(scene)
    scene.desk.do('0 roll faces=["1","2"]')
    asked = scene.view.board["phase"]
    assert asked in ("BUY", "END")
    scene.now += 3599
    assert not scene.desk.tick()
    scene.now += 1
    if asked == "BUY":
        assert not scene.desk.tick()
        scene.desk.do("0 buy")
        assert scene.view.phase == "play"
    assert scene.desk.tick()
    assert scene.view.phase == "over"
    assert str(scene.view.log[-1].sentences[-1]).startswith("The time is up.")


def test_the_clock_runs_while_people_play(timed: Scene) -> None:
    assert (timed.view.clock.mode, timed.view.clock.limit) == ("down", 60)
    timed.now += 7
    assert used(timed) == (7, True)


def test_the_clock_stands_while_the_eye_looks_and_while_something_is_open(timed: Scene) -> None:
    timed.now += 3
    timed.desk.press()
    assert used(timed) == (3, False)
    timed.now += 50
    timed.desk.looked(Look(reading("SB SB PA KR"), JPEG))
    assert (timed.view.phase, used(timed)) == ("question", (3, False))
    timed.now += 50
    timed.desk.add(timed.proposal.id, "PA")
    assert (timed.view.phase, used(timed)) == ("proposal", (3, False))
    timed.now += 50
    timed.desk.press()
    assert used(timed) == (3, True)
    timed.now += 2
    assert used(timed) == (5, True)


def test_the_clock_starts_anew_with_each_turn(timed: Scene) -> None:
    timed.now += 10
    timed.by_hand(ROLL)
    timed.now += 10
    assert used(timed) == (20, True)
    timed.by_hand('0 score character="SB"')
    assert used(timed) == (0, True)
    timed.now += 4
    assert used(timed) == (4, True)


def test_the_clock_can_be_stopped_by_hand(timed: Scene) -> None:
    timed.now += 5
    timed.desk.pause()
    assert used(timed) == (5, False)
    timed.now += 100
    timed.desk.resume()
    assert used(timed) == (5, True)
    timed.now += 1
    assert used(timed) == (6, True)


def test_the_clock_goes_on_where_it_was_after_a_power_cut(timed: Scene) -> None:
    timed.now += 12
    timed.by_hand(ROLL)
    timed.now += 30  # thinking, lost with the power
    timed.sit_down()
    timed.now = 3.0  # another machine's monotonic clock
    timed.desk.open(1)
    assert used(timed) == (12, True)
    assert timed.view.clock.limit == 60
    timed.now += 2
    timed.by_hand('0 score character="SB"')
    assert used(timed) == (0, True)
    timed.sit_down()
    timed.desk.open(1)
    assert used(timed) == (0, True)


def test_a_turn_that_is_open_again_after_take_back_has_its_seconds_back(timed: Scene) -> None:
    timed.now += 25
    timed.by_hand(ROLL)
    timed.now += 5
    timed.by_hand('0 score character="SB"')
    timed.now += 8
    timed.desk.take_back()
    assert (timed.view.active, used(timed)) == (0, (25, True))


def test_a_turn_that_is_open_again_after_a_fix_has_its_seconds_back(timed: Scene) -> None:
    timed.now += 25
    timed.by_hand(ROLL, '0 score character="SB"')
    timed.now += 8
    timed.desk.fix(1, ["PA", "PA", "PA", "KR", "SQ"])
    timed.desk.confirm_fix()
    assert (timed.view.active, used(timed)) == (0, (25, True))


def test_a_fix_that_keeps_the_turn_keeps_the_clock(timed: Scene) -> None:
    timed.by_hand(ROLL, '0 score character="SB"')
    timed.now += 8
    timed.desk.fix(1, ["SB", "SB", "SB", "KR", "SQ"])
    assert (timed.view.active, used(timed)) == (1, (8, True))


def test_the_clock_stands_when_the_game_is_over(scene: Scene) -> None:
    scene.new("just_dice", options={"rolls": 1}, clock=TurnClock("up"))
    scene.now += 4
    scene.by_hand('0 roll faces=["1"]')
    assert scene.view.phase == "over"
    assert not scene.view.clock.running


def test_the_log_keeps_the_moment_of_each_act(game: Scene) -> None:
    game.wall = 1.8e9
    assert game.by_hand(ROLL).log[0].at == 1.8e9


# ---- what everybody sees


def test_every_view_has_a_new_number(game: Scene) -> None:
    numbers = [game.view.number for _ in range(3)]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


@pytest.mark.parametrize("name", GAMES)
def test_every_view_of_an_evening_becomes_json(scene: Scene, name: str) -> None:
    rng = random.Random(5)
    scene.new(name)
    for _ in range(40):
        open_now = scene.view.choices
        if any("faces" in choice.args for choice in open_now):
            scene.see("SB SB PA KR SQ GA", unsure=(2,))
        assert json.loads(json.dumps(msgspec.to_builtins(scene.view, str_keys=True)))
        scene.by_hand(str(random_action(open_now[0], rng)))


@pytest.fixture
def riot(scene: Scene) -> Scene:
    """Plant-Based Riot while a card can be blocked: its window is open for ten seconds."""
    scene.new("riot", options={"window": 10}, seed=3)
    while not scene.view.board["pending"]:
        scene.by_hand(opening(scene))
    return scene


def opening(scene: Scene) -> str:
    """The next step towards a card that others may block."""
    choices = {choice.name: choice for choice in scene.view.choices}
    name = next(name for name in ("play", "steal", "spin", "trade", "peek", "draw", "end") if name in choices)
    return str(random_action(choices[name], random.Random(scene.view.number)))


def test_a_window_that_nobody_uses_closes_by_itself(riot: Scene) -> None:
    window = riot.view.window
    assert window is not None
    assert (window.limit, window.running) == (10, True)
    riot.now += 9.9
    assert not riot.desk.tick()
    riot.now += 0.1
    assert riot.desk.tick()
    assert riot.view.board["pending"] is None
    assert riot.view.window is None


def test_a_window_stands_still_in_a_pause(riot: Scene) -> None:
    riot.desk.pause()
    assert riot.view.window is not None
    riot.now += 100
    assert not riot.desk.tick()
    riot.desk.resume()
    assert riot.view.window is not None
    assert not riot.desk.tick()


def test_an_ask_that_saw_the_table_before_the_last_act_is_stale(game: Scene) -> None:
    before = game.view.number
    game.desk.check_fresh(before)
    after = game.by_hand(ROLL).number
    with pytest.raises(StaleAsk, match="moved on"):
        game.desk.check_fresh(before)
    game.desk.check_fresh(after)
    game.desk.check_fresh(None)


def test_an_ask_is_fresh_while_only_a_proposal_changed(game: Scene) -> None:
    before = game.view.number
    game.see(FIRST)
    game.desk.check_fresh(before)


def test_an_ask_that_saw_another_evening_is_stale(game: Scene) -> None:
    before = game.view.number
    game.desk.leave()
    with pytest.raises(StaleAsk):
        game.desk.check_fresh(before)


def test_an_ask_from_before_a_power_cut_is_stale(game: Scene) -> None:
    before = game.by_hand(ROLL).number + 100
    game.sit_down()
    game.desk.open(1)
    assert game.view.number < before
    with pytest.raises(StaleAsk):
        game.desk.check_fresh(before)


def test_services_are_shown(scene: Scene) -> None:
    scene.desk.service("camera", Service("failed", say("Gone.")))
    scene.desk.service("lights", Service("ready"))
    assert {name: service.state for name, service in scene.view.services.items()} == {
        "camera": "failed",
        "lights": "ready",
    }


def test_the_outcome_is_shown_at_the_end(scene: Scene) -> None:
    scene.new(options={"turns_each": 1})
    scene.by_hand(ROLL, '0 score character="SB"')
    view = scene.by_hand('1 roll faces=["PA","PA","PA","KR","SQ"]', '1 score character="PA"')
    assert view.phase == "over"
    assert view.outcome is not None
    assert view.outcome.winners == (1,)
    assert view.choices == ()
    scene.desk.long_press()
    assert scene.view.phase == "play"


def test_a_reading_is_kept_as_it_was_when_only_dice_are_looked_at() -> None:
    """The helper of these tests says what it should."""
    assert same_place(reading(FIRST), reading(FIRST))
    assert not same_place(reading(FIRST), reading(FIRST, x=70))
    assert isinstance(reading(), Reading)


# ---- seats' buttons, and two who tap the same


@pytest.fixture
def theft(scene: Scene) -> Scene:
    """A theft of the first seat that the others may block."""
    scene.desk.new("riot", [*ADA_AND_BO, Seat("Cy", "green")], {"window": 0})
    scene.by_hand("0 peek", "1 peek", "2 peek", "0 draw", "0 end", "1 draw")
    scene.by_hand('1 lay card="KER" gang="KER"', "1 end", "2 draw", "2 end", "0 draw")
    scene.by_hand('0 steal card="CHERRY" take="1 KER KER" gang="KER"')
    return scene


def test_the_button_before_a_seat_blocks_for_that_seat(theft: Scene) -> None:
    assert theft.view.board["seat_button"] == "block"
    theft.desk.seat_press(2)
    assert theft.view.board["pending"]["blocks"] == [2]
    assert (theft.view.log[-1].seat, theft.view.notice) == (2, None)


def test_a_seat_that_may_not_block_is_told_so(theft: Scene) -> None:
    with pytest.raises(AskError, match="Ada has nothing to answer"):
        theft.desk.seat_press(0)
    assert theft.view.board["pending"]["blocks"] == []


def test_a_seats_button_is_quiet_where_nothing_is_asked(theft: Scene) -> None:
    before = len(theft.view.log)
    theft.desk.seat_press(5)  # nobody sits there
    theft.by_hand("0 resolve")
    theft.desk.seat_press(2)
    theft.desk.leave()
    theft.desk.seat_press(1)
    theft.desk.open(1)
    assert len(theft.view.log) == before + 1


def test_who_taps_what_another_has_just_done_is_told_gently(theft: Scene) -> None:
    seen = theft.view.number
    theft.by_hand("2 block", "1 let")
    with pytest.raises(AlreadyDone):
        theft.desk.check_fresh(seen, "2 block")
    with pytest.raises(AlreadyDone):
        theft.desk.check_fresh(seen, "1 let")
    with pytest.raises(StaleAsk) as refusal:
        theft.desk.check_fresh(seen, "1 block")
    assert not isinstance(refusal.value, AlreadyDone)


def test_what_was_done_before_one_looked_or_was_taken_back_is_stale_as_ever(theft: Scene) -> None:
    theft.by_hand("2 block")
    seen = theft.view.number
    theft.by_hand("1 let")
    theft.desk.take_back()
    for action in ("2 block", "1 let"):
        with pytest.raises(StaleAsk) as refusal:
            theft.desk.check_fresh(seen, action)
        assert not isinstance(refusal.value, AlreadyDone)
