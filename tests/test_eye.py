"""The eye's thread, over a camera that fails, hangs and comes back on command."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from companion import eye as module
from companion.errors import CameraError, CameraTimeout, ModelError
from companion.eye import BURST, Eye, Held, Look, Picture
from companion.ports import Wanted
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.state.view import Service
from companion.vision.burst import fuse
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.guard import Sight
from companion.vision.reading import Reading
from companion.vision.tray import Tray, whole_frame
from companion.words import say
from tests.drawndecks import Told, sighting
from tests.readings import reading

PATIENCE = 10.0
EXPECTED = Expectation("characters", ("SB",), (5,))


class FakeCamera:
    """A camera whose frames are numbered by their brightness; `script` may raise instead."""

    name = "fake"

    def __init__(self) -> None:
        self.script: Callable[[], None] = lambda: None
        self.on_open: Callable[[], None] = lambda: None
        self.opened = self.closed = self.frames = 0
        self.is_open = False
        self.timeouts: list[float] = []

    def open(self) -> None:
        self.on_open()
        self.opened += 1
        self.is_open = True

    def capture(self, timeout: float) -> Frame:
        self.timeouts.append(timeout)
        assert self.is_open
        self.script()
        self.frames += 1
        return Frame(np.full((48, 64, 3), self.frames % 256, np.uint8), time.monotonic())

    def close(self) -> None:
        self.closed += 1
        self.is_open = False


class FakeReader:
    """A reader that gives what is laid out, and notes what it was asked."""

    def __init__(self) -> None:
        self.gives: list[Reading | Exception] = []
        self.asked: list[tuple[str | None, Expectation | None]] = []
        self.trays: list[Tray | None] = []

    def read(
        self,
        frame: Frame,  # noqa: ARG002
        *,
        die_set: str | None,
        expectation: Expectation | None,
        tray: Tray | None,
    ) -> Reading:
        self.asked.append((die_set, expectation))
        self.trays.append(tray)
        found = self.gives.pop(0) if self.gives else reading("SB SB SB SB SB")
        if isinstance(found, Exception):
            raise found
        return found


class FakeWatch:
    """Says the words of its script in turn, then that all is still; counts how often it had to forget."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.forgot = 0

    def feed(self, frame: Frame) -> str:  # noqa: ARG002
        return self.words.pop(0) if self.words else ""

    def forget(self) -> None:
        self.forgot += 1


class Rig:
    """An eye with everything around it faked."""

    def __init__(self) -> None:
        self.camera, self.reader = FakeCamera(), FakeReader()
        self.watch = FakeWatch()
        self.services: queue.Queue[Service] = queue.Queue()
        self.looks: queue.Queue[Look] = queue.Queue()
        self.sight = Sight()
        self.eye = Eye(self.camera, self.reader, self.watch, fuse, self.services.put, lambda _frame: self.sight)

    def start(self) -> Service:
        """Start it; gives its first state after that it is starting."""
        self.eye.start()
        assert self.services.get(timeout=PATIENCE) == Service("starting")
        return self.services.get(timeout=PATIENCE)

    def look(self, expectation: Wanted = EXPECTED) -> Look:
        assert self.eye.look(expectation, self.looks.put)
        return self.looks.get(timeout=PATIENCE)


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    monkeypatch.setattr(module, "RETRY", 0.02)
    monkeypatch.setattr(module, "RETRY_LONGEST", 0.05)
    monkeypatch.setattr(module, "PLUGGED", 0.02)
    monkeypatch.setattr(module, "STILL_LIMIT", 0.05)
    monkeypatch.setattr(module, "SAID_AFTER", 0.01)
    made = Rig()
    yield made
    made.camera.script = made.camera.on_open = lambda: None
    made.eye.stop()


def fail(error: Exception) -> Callable[[], None]:
    def script() -> None:
        raise error

    return script


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_the_camera_is_opened_at_the_start_and_told_to_be_ready(rig: Rig) -> None:
    assert rig.start() == Service("ready")
    assert rig.camera.opened == 1


def test_a_look_reads_a_burst_and_gives_its_last_picture(rig: Rig) -> None:
    rig.start()
    look = rig.look()
    assert look.error is None
    assert look.reading is not None
    assert look.reading.faces == ("SB",) * 5
    assert look.reading.sure
    assert rig.reader.asked == [("characters", EXPECTED)] * BURST
    assert Frame.load(look.jpeg).pixels.shape == (48, 64, 3)
    assert all(0 < timeout <= module.CAPTURE_LIMIT for timeout in rig.camera.timeouts)
    rig.look()
    assert (rig.camera.opened, rig.camera.closed) == (1, 0)  # it stays open from look to look


def test_without_an_expectation_any_die_set_is_read(rig: Rig) -> None:
    rig.start()
    rig.look(None)
    assert rig.reader.asked[0] == (None, None)


def test_frames_that_disagree_make_the_die_unsure(rig: Rig) -> None:
    rig.start()
    rig.reader.gives = [reading("SB"), reading("SB"), reading("PA")]
    look = rig.look()
    assert look.reading is not None
    assert [die.sure for die in look.reading.dice] == [False]


def test_it_waits_until_all_is_still(rig: Rig) -> None:
    rig.start()
    rig.watch.words = ["moving", "hand", "moving"]
    look = rig.look()
    assert look.reading is not None
    assert look.reading.why_not == ""
    assert rig.camera.frames == 3 + BURST


@pytest.mark.parametrize("word", ["moving", "hand"])
def test_what_never_lies_still_is_given_up_with_its_reason(rig: Rig, word: str) -> None:
    rig.start()
    rig.watch.words = [word] * 10_000_000
    look = rig.look()
    assert look.reading is not None
    assert (look.reading.why_not, look.reading.dice) == (word, ())
    assert (look.reading.width, look.reading.height) == (64, 48)
    assert look.jpeg
    assert rig.reader.asked == []


def test_a_hand_that_stays_is_told_while_it_is_waited_for_and_then_the_look_goes_on_by_itself(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STILL_LIMIT", PATIENCE)
    rig.start()
    rig.watch.words = ["hand"] * 10_000_000
    assert rig.eye.look(EXPECTED, rig.looks.put)
    told = rig.services.get(timeout=PATIENCE)
    assert (told.state, str(told.sentence)) == ("working", "A hand is in the picture.")
    assert rig.looks.empty()
    rig.watch.words = []
    look = rig.looks.get(timeout=PATIENCE)
    assert look.reading is not None
    assert (look.reading.why_not, look.reading.faces) == ("", ("SB",) * 5)
    assert rig.services.get(timeout=PATIENCE) == Service("ready")


def test_another_look_ends_the_waiting_of_the_one_before(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STILL_LIMIT", 100 * PATIENCE)
    rig.start()
    rig.watch.words = ["hand"] * 10_000_000
    assert rig.eye.look(EXPECTED, rig.looks.put)
    wait_for(lambda: rig.camera.frames > 0)
    assert rig.eye.look(EXPECTED, rig.looks.put)
    first = rig.looks.get(timeout=PATIENCE).reading
    assert first is not None
    assert first.why_not == "hand"
    rig.watch.words = []
    second = rig.looks.get(timeout=PATIENCE).reading
    assert second is not None
    assert second.why_not == ""


def test_dice_are_read_with_the_tray_that_fits_the_still_frame(rig: Rig) -> None:
    tray = whole_frame(64, 48)
    rig.sight = Sight(tray)
    rig.start()
    assert rig.look().tray == tray
    assert rig.reader.trays == [tray] * BURST


def test_a_picture_is_taken_of_the_still_table(rig: Rig) -> None:
    pictures: queue.Queue[Picture] = queue.Queue()
    rig.start()
    rig.watch.words = ["moving", "moving"]
    assert rig.eye.take(pictures.put)
    taken = pictures.get(timeout=PATIENCE)
    assert taken.frame is not None
    assert (taken.why_not, taken.error, rig.camera.frames) == ("", None, 3)
    rig.watch.words = ["hand"] * 10_000_000
    assert rig.eye.take(pictures.put)
    assert pictures.get(timeout=PATIENCE) == Picture(None, "hand")
    rig.camera.script = fail(CameraError(say("The cable is loose.")))
    assert rig.eye.take(pictures.put)
    assert str(pictures.get(timeout=PATIENCE).error) == "The cable is loose."


def test_a_camera_is_locked_on_the_eyes_thread_if_it_can_be(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    held: queue.Queue[Held] = queue.Queue()
    rig.start()
    assert rig.eye.lock(held.put)
    assert held.get(timeout=PATIENCE) == Held({})
    threads: list[str] = []

    def lock(_camera: FakeCamera) -> dict[str, float]:
        threads.append(threading.current_thread().name)
        return {"exposure": 157.0}

    monkeypatch.setattr(FakeCamera, "lock", lock, raising=False)
    assert rig.eye.lock(held.put)
    assert (held.get(timeout=PATIENCE), threads) == (Held({"exposure": 157.0}), ["eye"])


def test_what_the_free_table_looks_like_is_forgotten_only_with_the_camera(rig: Rig) -> None:
    rig.start()
    rig.look()
    rig.look()
    assert rig.watch.forgot == 0
    rig.camera.script = fail(CameraError(say("The cable is loose.")))
    rig.look()
    assert rig.watch.forgot == 1


def test_a_camera_that_was_moved_is_told_and_nothing_is_read(rig: Rig) -> None:
    rig.sight = Sight(moved=True)
    rig.start()
    look = rig.look()
    assert look.reading is not None
    assert look.reading.why_not == "camera-moved"
    assert look.jpeg
    assert rig.reader.asked == []
    rig.sight = Sight()
    again = rig.look().reading
    assert again is not None
    assert (again.why_not, again.faces) == ("", ("SB",) * 5)


def test_a_camera_that_hangs_is_told_and_opened_again(rig: Rig) -> None:
    rig.start()
    rig.camera.script = fail(CameraTimeout(say("No picture came in time.")))
    look = rig.look()
    assert isinstance(look.error, CameraTimeout)
    assert look.reading is None
    told = rig.services.get(timeout=PATIENCE)
    assert (told.state, str(told.sentence)) == ("retrying", "No picture came in time.")
    rig.camera.script = lambda: None
    assert rig.services.get(timeout=PATIENCE) == Service("ready")
    assert rig.camera.closed >= 1
    assert rig.look().error is None


def test_a_camera_that_is_not_there_at_first_is_ready_later(rig: Rig) -> None:
    rig.camera.on_open = fail(CameraError(say("No camera.")))
    assert rig.start().state == "retrying"
    rig.camera.on_open = lambda: None
    assert rig.services.get(timeout=PATIENCE) == Service("ready")
    assert rig.look().error is None


def test_a_camera_that_stays_away_is_told_once(rig: Rig) -> None:
    tries: list[int] = []

    def away() -> None:
        tries.append(1)
        raise CameraError(say("No camera."))

    rig.camera.on_open = away
    assert rig.start().state == "retrying"
    wait_for(lambda: len(tries) > 5)
    assert rig.services.empty()


def test_a_camera_that_cannot_be_had_is_tried_again_only_when_somebody_asks(rig: Rig) -> None:
    tries: list[int] = []

    def missing() -> None:
        tries.append(1)
        raise CameraError(say("Its program parts are missing."), lasting=True)

    rig.camera.on_open = missing
    told = rig.start()
    assert (told.state, told.advice) == ("failed", CameraError.default_advice)
    time.sleep(0.2)
    assert len(tries) == 1
    assert isinstance(rig.look().error, CameraError)
    assert len(tries) == 2


class PluggableCamera(FakeCamera):
    """A camera of which it can be told whether it is plugged in."""

    plugged = True

    def check_plugged(self) -> None:
        if not self.plugged:
            raise CameraError(say("It was unplugged."))


def test_a_camera_that_is_unplugged_while_nobody_looks_is_told_and_comes_back(rig: Rig) -> None:
    camera = PluggableCamera()
    rig.camera = rig.eye._camera = camera
    assert rig.start() == Service("ready")
    camera.on_open = fail(CameraError(say("No camera.")))
    camera.plugged = False
    assert str(rig.services.get(timeout=PATIENCE).sentence) == "It was unplugged."
    assert str(rig.services.get(timeout=PATIENCE).sentence) == "No camera."
    assert camera.closed >= 1  # or its number would not become free for it
    camera.on_open, camera.plugged = lambda: None, True
    assert rig.services.get(timeout=PATIENCE) == Service("ready")
    assert rig.look().error is None


def test_a_look_without_a_camera_is_an_error_at_once(rig: Rig) -> None:
    rig.camera.on_open = fail(CameraError(say("No camera.")))
    rig.start()
    assert isinstance(rig.look().error, CameraError)


def test_an_open_that_fails_in_a_strange_way_does_not_end_the_eye(rig: Rig) -> None:
    rig.camera.on_open = fail(RuntimeError("driver"))
    assert "RuntimeError" in str(rig.start().sentence)
    rig.camera.on_open = lambda: None
    assert rig.services.get(timeout=PATIENCE) == Service("ready")


@pytest.mark.parametrize("error", [ModelError(say("No model.")), ValueError("bug"), MemoryError()])
def test_a_reader_that_fails_is_an_error_and_the_camera_stays_open(rig: Rig, error: Exception) -> None:
    rig.start()
    rig.reader.gives = [error]
    look = rig.look()
    assert look.error is not None
    assert type(error).__name__ in str(look.error) or look.error is error
    assert rig.look().error is None
    assert rig.camera.closed == 0


def test_a_done_that_raises_does_not_end_the_eye(rig: Rig) -> None:
    def broken(look: Look) -> None:
        raise RuntimeError(look)

    rig.start()
    assert rig.eye.look(EXPECTED, broken)
    wait_for(lambda: rig.eye.look(EXPECTED, rig.looks.put))
    assert rig.looks.get(timeout=PATIENCE).error is None


def test_one_look_may_wait_and_no_more(rig: Rig) -> None:
    rig.start()
    go, begun = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        go.wait(PATIENCE)

    rig.camera.script = slow
    assert rig.eye.look(EXPECTED, rig.looks.put)
    assert begun.wait(PATIENCE)
    assert rig.eye.look(EXPECTED, rig.looks.put)
    assert not rig.eye.look(EXPECTED, rig.looks.put)
    go.set()
    assert [rig.looks.get(timeout=PATIENCE).error for _ in range(2)] == [None, None]


def test_stop_closes_the_camera(rig: Rig) -> None:
    rig.start()
    rig.eye.stop()
    assert not rig.camera.is_open
    assert not rig.eye._thread.is_alive()
    rig.eye.stop()


def test_stop_before_start_is_harmless() -> None:
    Rig().eye.stop()


@pytest.mark.parametrize("waiting", [0, 1])
def test_stop_does_not_wait_for_ever_for_a_camera_that_hangs(
    rig: Rig, caplog: pytest.LogCaptureFixture, waiting: int
) -> None:
    rig.start()
    go, begun = threading.Event(), threading.Event()

    def hang() -> None:
        begun.set()
        go.wait(PATIENCE)

    rig.camera.script = hang
    rig.eye.look(EXPECTED, rig.looks.put)
    assert begun.wait(PATIENCE)
    for _ in range(waiting):
        assert rig.eye.look(EXPECTED, rig.looks.put)
    rig.eye.stop(timeout=0.05)
    assert "camera hangs" in caplog.text
    go.set()


def test_the_reader_of_dice_and_the_stillness_fit_the_eye() -> None:
    """The types agree with what the eye asks of them, as mypy checks here."""
    from companion.vision.reader import DiceReader
    from companion.vision.still import Stillness

    def make(camera: FakeCamera, reader: DiceReader, report: Any) -> Eye:
        return Eye(camera, reader, Stillness(), fuse, report)

    assert callable(make)
    assert Stillness().feed(Frame(np.zeros((48, 64, 3), np.uint8), 0.0)) == "moving"


def test_cards_are_looked_for_in_one_frame_of_the_still_table(rig: Rig) -> None:
    """No burst: a card that lies still looks the same in each frame."""
    cards, tray = Told(), whole_frame(64, 48)
    cards.sees = (sighting("RAD"),)

    class Deck:
        def read(self, frame: Frame, expected: CardExpectation, tray: Tray | None) -> tuple[CardSighting, ...]:
            asked.append((expected, tray))
            return cards.read(frame)

    asked: list[tuple[CardExpectation, Tray | None]] = []
    wanted = CardExpectation("riot", ("RAD",))
    rig.sight = Sight(tray)
    rig.eye = Eye(
        rig.camera, rig.reader, rig.watch, fuse, rig.services.put, lambda _frame: rig.sight, cards=Deck()
    )
    rig.start()
    look = rig.look(wanted)
    assert look.cards == cards.sees
    assert asked == [(wanted, tray)]
    assert (len(look.frames), look.reading, rig.reader.asked) == (1, None, [])
    rig.sight = Sight(moved=True)
    moved = rig.look(wanted)
    assert moved.cards is None
    assert moved.reading is not None
    assert moved.reading.why_not == "camera-moved"
