"""Presses: once for each, whatever the contacts and the kernel do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from queue import SimpleQueue
from typing import Any

import pytest
from gpiozero import LED
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import Gesture, PressRecogniser, TableButtons
from hardware.pins import Pins
from hardware.simulators.pins import SimulatedPins, mock_factory
from tests.hardware.waiting import eventually

DEBOUNCE, HOLD = 0.03, 1.0
PRESSED, HELD = Gesture.PRESSED, Gesture.HELD

Trace = list[tuple[float, bool]]


def heard(trace: Trace, until: float, ticks: float | None = None) -> list[tuple[Gesture, float]]:
    """The gestures of a trace of levels, and when each was recognised; ticked every `ticks` seconds."""
    recogniser = PressRecogniser(DEBOUNCE, HOLD)
    times = [] if ticks is None else [step * ticks for step in range(int(until / ticks))]
    ticked: list[tuple[float, bool | None]] = [*trace, *((at, None) for at in times)]
    found: list[tuple[Gesture, float]] = []
    for at, down in [*sorted(ticked, key=lambda one: one[0]), (until, None)]:
        gestures = recogniser.tick(at) if down is None else recogniser.feed(at, down)
        found += [(gesture, at) for gesture in gestures]
    return found


def gestures(trace: Trace, until: float, ticks: float | None = None) -> list[Gesture]:
    return [gesture for gesture, _ in heard(trace, until, ticks)]


def chatter(start: float, gaps: list[float], first: bool) -> Trace:
    """A contact that changes at `start` and bounces after each of the gaps; it ends where it was going."""
    times = [start, *accumulate(gaps[: len(gaps) // 2 * 2], initial=start)][1:]
    return [(at, first if index % 2 == 0 else not first) for index, at in enumerate(times)]


short_gaps = st.lists(st.floats(0.0, DEBOUNCE * 0.99), max_size=12)
short_presses = st.floats(DEBOUNCE * 1.01, HOLD - 12 * DEBOUNCE)  # 12 gaps later it is still no long press
steps = st.one_of(st.none(), st.sampled_from([0.005, 0.02, 0.11]))


@given(going_down=short_gaps, going_up=short_gaps, down=short_presses, ticks=steps)
def test_any_train_of_bounces_is_one_press(
    going_down: list[float], going_up: list[float], down: float, ticks: float | None
) -> None:
    pushed = chatter(0.1, going_down, first=True)
    let_go = chatter(pushed[-1][0] + down, going_up, first=False)
    assert gestures([*pushed, *let_go], let_go[-1][0] + 1, ticks) == [PRESSED]


@given(going_down=short_gaps, going_up=short_gaps, down=st.floats(HOLD * 1.05, HOLD * 9), ticks=steps)
def test_any_train_of_bounces_is_one_hold(
    going_down: list[float], going_up: list[float], down: float, ticks: float | None
) -> None:
    pushed = chatter(0.1, going_down, first=True)
    let_go = chatter(pushed[-1][0] + down, going_up, first=False)
    assert gestures([*pushed, *let_go], let_go[-1][0] + 1, ticks) == [HELD]


@given(gaps=short_gaps, ticks=steps)
def test_bounces_without_a_press_are_nothing(gaps: list[float], ticks: float | None) -> None:
    trace = chatter(0.1, gaps, first=True)
    glitch = [*trace, (trace[-1][0] + DEBOUNCE / 2, False)]
    assert gestures(glitch, glitch[-1][0] + 2, ticks) == []


@given(gaps=short_gaps.filter(lambda gaps: len(gaps) >= 2), ticks=steps)
def test_a_contact_that_lets_go_for_a_moment_is_still_one_hold(gaps: list[float], ticks: float | None) -> None:
    loose = chatter(0.1 + HOLD / 2, gaps, first=False)[:-1]
    assert gestures([(0.1, True), *loose, (5.0, False)], 6.0, ticks) == [HELD]


def test_a_hold_comes_while_the_button_is_still_down() -> None:
    [(gesture, at)] = heard([(0.0, True), (9.0, False)], 10.0, ticks=0.02)
    assert gesture is HELD
    assert HOLD <= at <= HOLD + 0.021


def test_a_press_is_known_as_soon_as_the_contact_is_quiet() -> None:
    [(_, at)] = heard([(0.0, True), (0.5, False)], 10.0, ticks=0.01)
    assert 0.5 + DEBOUNCE <= at <= 0.5 + DEBOUNCE + 0.011


@given(ticks=steps)
def test_a_lost_release_is_one_hold_for_ever(ticks: float | None) -> None:
    assert gestures([(0.0, True)], 60.0, ticks) == [HELD]
    assert gestures([(0.0, True), (20.0, True), (20.2, False)], 60.0, ticks) == [HELD]


def test_a_lost_push_is_nothing() -> None:
    assert gestures([(1.0, False), (2.0, False)], 9.0) == []


def test_a_time_that_runs_backwards_counts_as_no_time() -> None:
    assert gestures([(5.0, True)], 5.0) == []
    recogniser = PressRecogniser(DEBOUNCE, HOLD)
    assert recogniser.feed(5.0, True) == ()
    assert recogniser.feed(1.0, False) == ()
    assert recogniser.tick(9.0) == ()


def test_a_long_press_fills_and_empties() -> None:
    recogniser = PressRecogniser(DEBOUNCE, HOLD)
    recogniser.feed(0.0, True)
    assert recogniser.progress(0.01) == 0
    recogniser.tick(0.5)
    assert recogniser.progress(0.5) == pytest.approx(0.5)
    recogniser.tick(2.0)
    assert recogniser.progress(2.0) == 1
    recogniser.feed(2.5, False)
    recogniser.tick(3.0)
    assert recogniser.progress(3.0) == 0
    assert recogniser.at_rest


class Heard:
    """What the callbacks of real buttons were called with, in order."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.fills: list[float] = []

    def pressed(self) -> None:
        self.names.append("pressed")

    def held(self) -> None:
        self.names.append("held")


Real = tuple[TableButtons, Heard, SimulatedPins]


@pytest.fixture
def quick(pins: Pins, factory: Any) -> Iterator[Real]:
    """Buttons for which everything that lasts a quarter of a second is long."""
    heard = Heard()
    buttons = TableButtons(pins, factory, heard.fills.append, hold=0.25, debounce=0.01)
    buttons.listen(heard.pressed, heard.held)
    yield buttons, heard, SimulatedPins(pins, factory)
    buttons.close()


@pytest.fixture
def patient(pins: Pins, factory: Any) -> Iterator[Real]:
    """Buttons for which no press is long, and contacts may chatter as long as a busy machine lets them."""
    heard = Heard()
    buttons = TableButtons(pins, factory, hold=60, debounce=0.3)
    buttons.listen(heard.pressed, heard.held)
    yield buttons, heard, SimulatedPins(pins, factory)
    buttons.close()


def test_a_bouncing_press_at_the_pin_acts_once(patient: Real) -> None:
    _, heard, hands = patient
    hands.bouncing_press(0.5, bounces=7)
    assert eventually(lambda: heard.names != [])
    hands.bouncing_press(0.5, bounces=2)
    assert eventually(lambda: len(heard.names) > 1)
    assert heard.names == ["pressed", "pressed"]


def test_a_hold_at_the_pin_acts_once_while_down(quick: Real, factory: Any, pins: Pins) -> None:
    _, heard, _ = quick
    factory.pin(pins.table).drive_low()
    assert eventually(lambda: heard.names != [])
    assert heard.fills[-1] == 1
    assert not eventually(lambda: len(heard.names) > 1, seconds=0.6)
    factory.pin(pins.table).drive_high()
    assert eventually(lambda: heard.fills[-1] == 0)
    assert heard.names == ["held"]
    assert heard.fills[:-1] == sorted(heard.fills[:-1])


def test_a_release_that_the_kernel_swallowed_is_seen_by_looking(patient: Real) -> None:
    _, heard, hands = patient
    hands.lost_release(0.5)
    assert eventually(lambda: heard.names == ["pressed"])
    hands.press(0.5)
    assert eventually(lambda: heard.names == ["pressed", "pressed"])


def test_the_second_button_takes_back_however_it_is_pressed(patient: Real) -> None:
    _, heard, hands = patient
    hands.press(0.5, "back")
    assert eventually(lambda: heard.names == ["held"])


def test_a_callback_that_fails_costs_one_press_not_the_button(
    pins: Pins, factory: Any, caplog: pytest.LogCaptureFixture
) -> None:
    calls: SimpleQueue[str] = SimpleQueue()

    def busy() -> None:
        calls.put("called")
        raise RuntimeError("the queue is full")

    buttons = TableButtons(pins, factory, hold=60, debounce=0.02)
    buttons.listen(busy, busy)
    hands = SimulatedPins(pins, factory)
    for _ in range(2):
        hands.press(0.2)
        assert calls.get(timeout=20) == "called"
    buttons.close()
    assert caplog.text.count("RuntimeError: the queue is full") == 2


def test_a_busy_pin_is_off_and_the_other_button_works(pins: Pins, factory: Any) -> None:
    heard = Heard()
    with LED(pins.table, pin_factory=factory):
        buttons = TableButtons(pins, factory, hold=60, debounce=0.02)
        [fault] = buttons.faults
        assert f"Another program holds pin GPIO{pins.table} (table)" in str(fault)
        buttons.listen(heard.pressed, heard.held)
        SimulatedPins(pins, factory).press(0.2, "back")
        assert eventually(lambda: heard.names == ["held"])
        buttons.close()
    again = TableButtons(pins, factory)
    assert again.faults == ()
    again.close()


def test_without_a_factory_the_buttons_are_off_and_harmless(pins: Pins) -> None:
    buttons = TableButtons(pins, None)
    assert [fault.slug for fault in buttons.faults] == ["pin", "pin"]
    buttons.listen(lambda: None, lambda: None)
    buttons.close()
    buttons.close()


def test_closed_buttons_let_go_of_their_pins(pins: Pins) -> None:
    factory = mock_factory()
    for _ in range(3):
        buttons = TableButtons(pins, factory)
        assert buttons.faults == ()
        buttons.listen(lambda: None, lambda: None)
        buttons.close()
    factory.reset()


@pytest.mark.parametrize(("late", "wanted"), [(0.5, ["pressed"]), (1e6, []), (-5.0, [])])
def test_edges_that_come_late_count_from_when_they_were(
    pins: Pins, factory: Any, late: float, wanted: list[str]
) -> None:
    heard = Heard()
    buttons = TableButtons(pins, factory, hold=60, debounce=0.4)
    buttons.listen(heard.pressed, heard.held)
    tell = factory.pin(pins.table).when_changed
    now = factory.ticks()
    tell(now - late - 0.1, 0)  # down for half a second, and both edges told at once
    tell(now - late + 0.4, 1)
    assert eventually(lambda: heard.names == ["pressed"], seconds=20 if wanted else 0.6) == bool(wanted)
    buttons.close()


@pytest.mark.parametrize("seconds", [0.05, 0.4])
def test_a_press_at_a_seat_is_an_answer_of_that_seat_however_long(seconds: float) -> None:
    pins, factory = Pins(table=17, back=27, seat_buttons=(18, 7, 8)), mock_factory()
    buttons = TableButtons(pins, factory, hold=0.2)
    calls: list[object] = []
    buttons.listen(lambda: calls.append("pressed"), lambda: calls.append("held"), calls.append)
    SimulatedPins(pins, factory).press(seconds, "seat button 2")
    eventually(lambda: calls == [1])
    SimulatedPins(pins, factory).press(0.05)
    eventually(lambda: calls == [1, "pressed"])
    buttons.close()
    factory.reset()
