"""Calls that hang: nobody waits for long, and one thread is all that it costs."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.errors import CameraError, CameraTimeout
from hardware.cameras.worker import Worker
from tests.hardware.waiting import eventually


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    opened = threading.Event()
    yield opened
    opened.set()


def test_a_call_returns_what_the_work_returns() -> None:
    assert Worker("camera").call(lambda: 7, 20.0) == 7


def test_a_call_raises_what_the_work_raises_and_the_next_one_works() -> None:
    worker = Worker("camera")

    def broken() -> None:
        raise CameraError("broken")

    with pytest.raises(CameraError, match="broken"):
        worker.call(broken, 20.0)
    assert worker.call(lambda: 8, 20.0) == 8


def test_a_timeout_of_the_work_itself_stays_what_it_is() -> None:
    def slow() -> None:
        raise TimeoutError("the sensor sleeps")

    with pytest.raises(TimeoutError, match="the sensor sleeps") as told:
        Worker("camera").call(slow, 20.0)
    assert not isinstance(told.value, CameraTimeout)


def test_calls_that_hang_pile_up_no_threads_and_begin_nothing_more(gate: threading.Event) -> None:
    worker = Worker("camera")
    begun: list[int] = []
    before = threading.active_count()

    def hang(number: int) -> None:
        begun.append(number)
        gate.wait()

    for number in range(10):
        with pytest.raises(CameraTimeout) as late:
            worker.call(lambda number=number: hang(number), 0.05)  # type: ignore[misc]  # a default, not an argument
        assert "camera" in late.value.detail
    assert threading.active_count() == before + 1
    assert begun == [0]
    gate.set()
    assert worker.call(lambda: 9, 20.0) == 9


def test_letting_go_comes_after_what_hangs(gate: threading.Event) -> None:
    worker = Worker("camera")
    released: list[str] = []
    with pytest.raises(CameraTimeout):
        worker.call(gate.wait, 0.01)
    worker.let_go(lambda: released.append("now"), 0.01)
    assert released == []
    gate.set()
    assert eventually(lambda: released == ["now"])


def test_letting_go_never_raises(caplog: pytest.LogCaptureFixture) -> None:
    worker = Worker("camera")
    worker.call(lambda: None, 20.0)

    def broken() -> None:
        raise OSError("stuck")

    worker.let_go(broken, 20.0)
    assert "stuck" in caplog.text
