"""The host: one thread that answers everybody, whatever they ask and however they fail."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import host as module
from companion.boxes import Boxes
from companion.desk import Desk
from companion.errors import (
    AskError,
    CameraError,
    CompanionError,
    HostBusy,
    HostStopped,
    IllegalAction,
    NoGame,
    StaleAsk,
)
from companion.eye import Eye, Look
from companion.host import GUARDED, QUEUE, VERBS, Host
from companion.pictures import Pictures
from companion.round import LOOK_LIMIT
from companion.state.journal import MemoryJournal
from companion.state.view import Service, View
from companion.vision.burst import fuse
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.words import say
from tests.readings import JPEG, reading

PATIENCE = 10.0
SEATS = [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "blue"}]
ROLL = '0 roll faces=["SB","SB","PA","KR","SQ"]'


class Rig:
    """A running host over a desk that can be held still."""

    def __init__(self, folder: Path) -> None:
        self.journal, pictures = MemoryJournal(), Pictures(folder)
        self.now: Callable[[], float] = time.monotonic
        self.desk = Desk(self.journal, pictures, Boxes(folder / "boxes"), now=lambda: self.now())
        self.desk.eye = lambda _expectation: True
        self.host = Host(self.desk, self.journal, pictures)
        self.go = threading.Event()
        self.held = threading.Event()

    def ask(self, verb: str, **args: Any) -> View:
        return self.host.ask(verb, **args).result(PATIENCE)

    def new(self, game: str = "yahtzee_jr") -> View:
        return self.ask("new", game=game, seats=SEATS)

    def hold(self) -> None:
        """Keep the host's thread busy until `go` is set."""

        def wait(*_args: object) -> None:
            self.held.set()
            self.go.wait(PATIENCE)

        self.desk.eye = wait  # type: ignore[assignment]  # gives None: the ask fails when it is over
        self.host.ask("read")
        assert self.held.wait(PATIENCE)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path)
    made.host.start()
    yield made
    made.go.set()
    made.host.stop()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


# ---- asks


def test_an_ask_gives_the_view_after_it(rig: Rig) -> None:
    view = rig.new()
    assert (view.game, view.phase) == ("yahtzee_jr", "play")
    assert rig.host.view == view
    after = rig.ask("do", action=ROLL)
    assert after.number == view.number + 1
    assert len(after.log) == 1


def test_asks_from_many_threads_are_answered_one_at_a_time(rig: Rig) -> None:
    rig.new("just_dice")
    views: list[View] = []

    def roll(seat: int) -> None:
        done = 0
        while done < 10:
            try:
                views.append(rig.ask("do", action=f'{seat} roll faces=["{1 + done % 6}"]'))
                done += 1
            except IllegalAction:
                time.sleep(0.001)

    threads = [threading.Thread(target=roll, args=(seat,)) for seat in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len({view.number for view in views}) == 20
    assert [len(view.log) for view in sorted(views, key=lambda view: view.number)] == list(range(1, 21))
    assert len(rig.journal.entries(1)) == 20


def test_words_of_a_form_become_numbers(rig: Rig) -> None:
    rig.new()
    rig.ask("read")
    rig.ask("looked", look=Look(reading("SB SB PA KR"), JPEG))
    proposal = rig.host.view.proposal
    assert proposal is not None
    assert rig.ask("add", proposal=str(proposal.id), face="SQ").phase == "proposal"
    assert rig.ask("accept", proposal=str(proposal.id)).phase == "play"
    assert rig.ask("give", name="reroll", value=["0", "3"]).given == {"reroll": (0, 3)}


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("explode", {}),
        ("__init__", {}),
        ("_do", {}),
        ("view", {}),
        ("check_fresh", {"seen": 1}),
        ("do", {}),
        ("do", {"action": 3}),
        ("do", {"action": None}),
        ("do", {"action": ["x"]}),
        ("do", {"action": ROLL, "more": 1}),
        ("accept", {"proposal": "x"}),
        ("accept", {"proposal": 1.5}),
        ("accept", {"proposal": [1]}),
        ("amend", {"proposal": 1, "die": 0}),
        ("amend", {"proposal": 1, "die": Look(), "face": "SB"}),
        ("amend", {"proposal": 1, "die": 0, "face": Service("ready")}),
        ("give", {"name": "reroll", "value": "01"}),
        ("give", {"name": "reroll", "value": ["x"]}),
        ("give", {"name": "reroll", "value": {"a": 1}}),
        ("fix", {"act": 1, "faces": "SB"}),
        ("fix", {"act": 1, "faces": [1]}),
        ("open", {"evening": "latest"}),
        ("open", {"evening": None}),
        ("new", {"game": "yahtzee_jr"}),
        ("new", {"game": "yahtzee_jr", "seats": "Ada"}),
        ("new", {"game": "yahtzee_jr", "seats": ["Ada", "Bo"]}),
        ("new", {"game": "yahtzee_jr", "seats": [{"name": "Ada"}, {"name": "Bo"}]}),
        ("new", {"game": "yahtzee_jr", "seats": [{"name": 3, "colour": "red"}]}),
        ("new", {"game": "yahtzee_jr", "seats": SEATS, "options": [1]}),
        ("new", {"game": "yahtzee_jr", "seats": SEATS, "clock": "down"}),
        ("new", {"game": "yahtzee_jr", "seats": SEATS, "clock": {"mode": "down", "limit": "soon"}}),
        ("new", {"game": "yahtzee_jr", "seats": SEATS, "seed": "x"}),
        ("looked", {"look": {"jpeg": "x"}}),
        ("looked", {"look": None}),
        ("service", {"name": "camera", "state": "ready"}),
    ],
)
def test_an_ask_of_the_wrong_kind_is_refused_and_the_host_lives(rig: Rig, verb: str, args: dict[str, Any]) -> None:
    before = rig.new()
    with pytest.raises(AskError) as refusal:
        rig.host.ask(verb, **args)
    assert str(refusal.value.sentence)
    assert repr(verb) in refusal.value.detail
    assert rig.host.view == before
    assert rig.ask("do", action=ROLL).number == before.number + 1


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("do", {"action": "nonsense"}),
        ("do", {"action": "0 roll faces=" + "[" * 100_000}),
        ("do", {"action": '0 roll faces=[["SB"]]'}),
        ("do", {"action": '0 roll faces={"SB":1}'}),
        ("do", {"action": "0 roll faces=null"}),
        ("do", {"action": "0 roll faces=NaN"}),
        ("do", {"action": '0 roll reroll=[1e400] faces=["SB"]'}),
        ("do", {"action": "99999999999999999999 finish"}),
        ("open", {"evening": 10**30}),
        ("open", {"evening": -(10**30)}),
        ("accept", {"proposal": 10**30}),
        ("fix", {"act": 10**30, "faces": []}),
        ("give", {"name": "x", "value": [10**30]}),
        ("new", {"game": "just_dice", "seats": SEATS, "options": {"faces": [["a"], ["b"]]}}),
        ("new", {"game": "just_dice", "seats": SEATS, "options": {"dice": {"a": 1}}}),
        ("new", {"game": "just_dice", "seats": SEATS, "options": {"dice": 10**30}}),
        ("new", {"game": "just_dice", "seats": SEATS, "options": {"dice": None}}),
        ("new", {"game": "just_dice", "seats": [{"name": "\ud800", "colour": "red"}]}),
        ("new", {"game": "just_dice", "seats": SEATS, "clock": {"mode": "down", "limit": 1e400}}),
    ],
)
def test_an_ask_that_makes_no_sense_is_an_error_of_ours(rig: Rig, verb: str, args: dict[str, Any]) -> None:
    rig.new()
    with pytest.raises(CompanionError):
        rig.ask(verb, **args)
    assert rig.ask("do", action=ROLL).phase == "play"


def test_every_verb_is_a_documented_ask_of_the_desk() -> None:
    assert all(getattr(Desk, verb).__doc__ for verb in VERBS)
    assert set(GUARDED) <= set(VERBS)


# ---- stale asks


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("do", {"action": '0 score character="SB"'}),
        ("give", {"name": "reroll", "value": [0]}),
        ("fix", {"act": 1, "faces": ["SB"] * 5}),
        ("confirm_fix", {}),
        ("take_back", {}),
        ("open", {"evening": 1}),
        ("new", {"game": "just_dice", "seats": SEATS}),
        ("leave", {}),
    ],
)
def test_an_ask_that_saw_an_older_table_is_refused(rig: Rig, verb: str, args: dict[str, Any]) -> None:
    old = rig.new().number
    view = rig.ask("do", action=ROLL)
    with pytest.raises(StaleAsk):
        rig.ask(verb, seen=old, **args)
    assert rig.host.view == view


def test_an_ask_that_saw_the_present_table_is_taken(rig: Rig) -> None:
    view = rig.new()
    view = rig.ask("do", seen=view.number, action=ROLL)
    view = rig.ask("give", seen=view.number, name="reroll", value=[0])
    assert rig.ask("do", seen=view.number, action='0 score character="SB"').active == 1


def test_of_two_tablets_that_score_at_once_one_is_refused(rig: Rig) -> None:
    rig.new()
    seen = rig.ask("do", action=ROLL).number
    asks = [rig.host.ask("do", seen=seen, action=f'0 score character="{one}"') for one in ("SB", "PA")]
    errors = [ask.exception(PATIENCE) for ask in asks]
    assert errors[0] is None
    assert isinstance(errors[1], StaleAsk)


# ---- errors


@pytest.mark.parametrize("verb", ["press", "long_press"])
def test_an_error_of_the_button_becomes_a_notice_for_everybody(rig: Rig, verb: str) -> None:
    before = rig.host.view.number
    with pytest.raises(NoGame):
        rig.ask(verb)
    view = rig.host.view
    assert view.number > before
    assert view.notice is not None
    assert (view.notice.slug, str(view.notice.sentence)) == ("no-game", "No game is running.")
    assert "Start a game" in str(view.notice.advice)
    assert rig.new().notice is None


def test_an_error_of_a_tablet_goes_to_that_tablet_alone(rig: Rig) -> None:
    before = rig.new()
    with pytest.raises(IllegalAction):
        rig.ask("do", action='0 score character="SB"')
    assert rig.host.view == before


def test_a_bug_inside_is_told_and_the_host_lives(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rig.new()
    monkeypatch.setattr(rig.desk, "_now", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        rig.ask("do", action=ROLL)
    monkeypatch.undo()
    assert "ZeroDivisionError" in caplog.text
    assert rig.ask("do", action=ROLL).phase == "play"


def test_a_game_that_cannot_be_shown_does_not_end_the_host(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.new()
    with monkeypatch.context() as patch:
        patch.setattr("companion.rules.yahtzee_jr.game.YahtzeeJr.prompt", lambda _self, _state: 1 / 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                rig.ask("pause")
    view = rig.ask("do", action=ROLL)
    assert len(view.log) == 1


def test_an_ask_that_is_cancelled_in_the_queue_is_not_carried_out(rig: Rig) -> None:
    rig.new()
    rig.hold()
    ask = rig.host.ask("do", action=ROLL)
    assert ask.cancel()
    rig.go.set()
    with pytest.raises(CancelledError):
        ask.result(PATIENCE)
    assert rig.ask("clear_notice").log == ()


def test_a_full_queue_is_told_at_once(rig: Rig) -> None:
    rig.new()
    rig.hold()
    waiting = [rig.host.ask("resume") for _ in range(QUEUE)]
    started = time.monotonic()
    with pytest.raises(HostBusy) as refusal:
        rig.host.ask("resume")
    assert time.monotonic() - started < PATIENCE / 2
    assert "'resume'" in refusal.value.detail
    rig.go.set()
    assert [ask.result(PATIENCE).phase for ask in waiting]
    assert rig.ask("resume").phase == "play"


def test_a_service_that_finds_the_queue_full_gives_up(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "POST_LIMIT", 0.01)
    rig.new()
    rig.hold()
    for _ in range(QUEUE):
        rig.host.ask("resume")
    rig.host.post("service", name="camera", state=Service("ready"))
    assert "service is lost" in caplog.text


# ---- those who look


def test_a_subscriber_sees_the_present_view_and_every_new_one(rig: Rig) -> None:
    seen: list[int] = []
    rig.host.subscribe(lambda view: seen.append(view.number))
    first = rig.host.view.number
    for _ in range(3):
        rig.ask("resume")
    assert seen == [first, first + 1, first + 2, first + 3]


def test_a_subscriber_that_raises_harms_nobody(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    def broken(view: View) -> None:
        raise RuntimeError(f"lamp {view.number}")

    seen: list[int] = []
    rig.host.subscribe(broken)
    rig.host.subscribe(lambda view: seen.append(view.number))
    view = rig.new()
    assert seen[-1] == view.number
    assert "lamp" in caplog.text
    caplog.clear()


def test_a_subscriber_never_sees_an_older_view_after_a_newer_one(rig: Rig) -> None:
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            rig.ask("resume")

    changer = threading.Thread(target=change)
    changer.start()
    rows: list[list[int]] = []

    def subscribe() -> None:
        row: list[int] = []
        rows.append(row)
        rig.host.subscribe(lambda view: row.append(view.number))

    for _ in range(100):
        subscribe()
    stop.set()
    changer.join(PATIENCE)
    assert all(row == sorted(row) for row in rows)


def test_wait_gives_the_next_view_as_soon_as_there_is_one(rig: Rig) -> None:
    view, found = rig.host.view, []
    waiter = threading.Thread(target=lambda: found.append(rig.host.wait(view.number, 10 * PATIENCE)))
    waiter.start()
    new = rig.new()
    waiter.join(PATIENCE)
    assert found == [new]


def test_wait_gives_what_is_newer_already_at_once(rig: Rig) -> None:
    old = rig.host.view.number
    new = rig.new()
    assert rig.host.wait(old, PATIENCE) == new


def test_wait_ends_without_news(rig: Rig) -> None:
    view = rig.host.view
    assert rig.host.wait(view.number, 0.01) == view


def test_a_service_tells_its_state(rig: Rig) -> None:
    before = rig.host.view.number
    rig.host.post("service", name="camera", state=Service("failed", say("Gone.")))
    view = rig.host.wait(before, PATIENCE)
    assert view.services["camera"] == Service("failed", say("Gone."))


def test_a_look_that_never_comes_back_is_given_up_while_nobody_asks(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TICK", 0.01)
    rig.new()
    for again in (1, 2):
        assert rig.ask("read").phase == "looking"
        late = time.monotonic() + again * (LOOK_LIMIT + 1)
        rig.now = lambda late=late: late  # type: ignore[misc]  # mypy does not infer a default's type here
        wait_for(lambda: rig.host.view.phase == "play")
        assert rig.host.view.notice is not None


def test_evenings_and_pictures_are_there_for_pages(rig: Rig) -> None:
    rig.new()
    rig.ask("read")
    view = rig.ask("looked", look=Look(reading("SB SB PA KR SQ"), JPEG))
    assert view.proposal is not None
    assert rig.host.picture(view.proposal.picture) == JPEG
    assert rig.host.picture("0" * 16) is None
    assert [(evening.id, evening.game) for evening in rig.host.evenings()] == [(1, "yahtzee_jr")]


# ---- a real eye


class StillCamera:
    """A camera whose frames never change."""

    name = "still"

    def open(self) -> None:
        pass

    def capture(self, timeout: float) -> Frame:  # noqa: ARG002
        return Frame(np.zeros((48, 64, 3), np.uint8), time.monotonic())

    def close(self) -> None:
        pass


class SlowReader:
    """A reader that gives the rolls laid out, each when it is let go."""

    def __init__(self) -> None:
        self.rolls = ["SB SB PA KR SQ"]
        self.free = threading.Event()
        self.begun = threading.Event()
        self.free.set()
        self.error: Exception | None = None

    def read(self, frame: Frame, **how: Any) -> Reading:  # noqa: ARG002
        self.begun.set()
        self.free.wait(PATIENCE)
        if self.error:
            raise self.error
        return reading(self.rolls[0])


class Always:
    """A watch to which all is still."""

    def feed(self, frame: Frame) -> str:  # noqa: ARG002
        return ""

    def forget(self) -> None:
        pass


@pytest.fixture
def reader(rig: Rig) -> Iterator[SlowReader]:
    made = SlowReader()
    eye = Eye(
        StillCamera(), made, Always(), fuse, lambda state: rig.host.post("service", name="camera", state=state)
    )
    rig.host.attach(eye)
    eye.start()
    yield made
    made.free.set()
    eye.stop()


def test_button_eye_and_host_together_make_a_roll(rig: Rig, reader: SlowReader) -> None:
    rig.new()
    assert rig.ask("press").phase == "looking"
    wait_for(lambda: rig.host.view.phase == "proposal")
    assert rig.ask("press").board["dice"] == reader.rolls[0].split()
    assert rig.host.view.services["camera"] == Service("ready")


def test_an_eye_that_fails_becomes_a_notice(rig: Rig, reader: SlowReader) -> None:
    rig.new()
    reader.error = CameraError(say("The cable is loose."))
    rig.ask("press")
    wait_for(lambda: rig.host.view.notice is not None)
    assert rig.host.view.phase == "play"
    assert rig.ask("do", action=ROLL).phase == "play"


def test_a_look_that_was_overtaken_by_hand_entry_is_not_shown(rig: Rig, reader: SlowReader) -> None:
    rig.new()
    reader.free.clear()
    rig.ask("press")
    assert reader.begun.wait(PATIENCE)
    rig.ask("do", action=ROLL)
    reader.rolls = ["SB SB SA SA SA"]
    rig.ask("press")
    reader.free.set()
    wait_for(lambda: rig.host.view.phase == "proposal")
    proposal = rig.host.view.proposal
    assert proposal is not None
    assert proposal.id == 1


# ---- the end


def test_stop_answers_what_waits_and_refuses_the_rest(rig: Rig) -> None:
    rig.new()
    rig.hold()
    waiting = rig.host.ask("do", action=ROLL)
    stopper = threading.Thread(target=rig.host.stop)
    stopper.start()
    assert rig.host.stopping.wait(PATIENCE)
    with pytest.raises(HostStopped):
        rig.host.ask("resume")
    rig.go.set()
    stopper.join(PATIENCE)
    assert len(waiting.result(PATIENCE).log) == 1
    assert not stopper.is_alive()


def test_stop_lets_waiting_streams_go(rig: Rig) -> None:
    ended = threading.Barrier(9)

    def stream() -> None:
        while not rig.host.stopping.is_set():
            rig.host.wait(rig.host.view.number, 10 * PATIENCE)
        ended.wait(PATIENCE)

    streams = [threading.Thread(target=stream) for _ in range(8)]
    for thread in streams:
        thread.start()
    rig.host.stop()
    ended.wait(PATIENCE)
    for thread in streams:
        thread.join(PATIENCE)


def test_no_ask_is_left_without_an_answer_at_the_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    for run in range(20):
        rig = Rig(tmp_path / str(run))
        rig.host.start()
        asks: list[Any] = []

        def hammer(host: Host = rig.host, into: list[Any] = asks) -> None:
            while not host.stopping.is_set():
                with suppress(HostBusy, HostStopped):
                    into.append(host.ask("resume"))

        threads = [threading.Thread(target=hammer) for _ in range(3)]
        for thread in threads:
            thread.start()
        rig.host.stop()
        for thread in threads:
            thread.join(PATIENCE)
        assert all(ask.done() for ask in asks)


def test_stopping_twice_or_before_the_start_is_harmless(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.host.stop()
    rig.host.stop()
    with pytest.raises(HostStopped):
        rig.host.ask("resume")


def test_a_posted_outcome_after_the_end_harms_nobody(rig: Rig) -> None:
    rig.host.stop()
    rig.host.post("looked", look=Look(error=CameraError(say("Late."))))
