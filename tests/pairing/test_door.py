"""How a tablet comes in: by the table button, by a code."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.pairing import Codes, Pairing, PairingError, Register, Role, WrongCode
from companion.pairing.codes import GUESSES, MINUTE
from companion.pairing.desk import HALF_AN_HOUR, SIMULATED_USES
from companion.pairing.letters import LENGTH, LETTERS
from companion.pairing.tablets import TABLETS
from companion.pairing.unlocked import UNLOCKED, Unlocked
from companion.pairing.waiting import PATIENCE
from companion.state.view import Service
from tests.clocks import Clock


@pytest.fixture
def told() -> list[Service]:
    return []


@pytest.fixture
def door(tmp_path: Path, clock: Clock, told: list[Service]) -> Pairing:
    return Pairing(Register(tmp_path), announce=told.append, now=clock)


def test_the_button_lets_the_waiting_tablet_in_once(door: Pairing) -> None:
    waiting = door.knock("iPad")
    assert door.collect(waiting.ticket) is None
    assert door.press(held=False, playing=False)
    assert not door.press(held=False, playing=False), "the next press is the table's again"
    tablet = door.collect(waiting.ticket)
    assert tablet
    assert (tablet.name, tablet.role) == ("iPad", Role.HOST)
    assert door.collect(waiting.ticket) is None


def test_a_press_without_a_waiting_tablet_is_the_tables(door: Pairing) -> None:
    assert not door.press(held=False, playing=False)
    assert not door.press(held=True, playing=True)


def test_who_accepts_a_roll_lets_no_stranger_in(door: Pairing) -> None:
    waiting = door.knock("stranger")
    assert not door.press(held=False, playing=True)
    assert door.collect(waiting.ticket) is None
    assert door.press(held=True, playing=True)
    assert door.collect(waiting.ticket)


def test_one_waits_at_a_time_for_a_minute(door: Pairing, clock: Clock) -> None:
    first = door.knock("first")
    with pytest.raises(PairingError, match="Another tablet"):
        door.knock("second")
    clock.now += PATIENCE
    assert door.waiting is None
    assert not door.press(held=True, playing=False)
    second = door.knock("second")
    assert door.press(held=False, playing=False)
    assert door.collect(first.ticket) is None
    assert door.collect(second.ticket)


def test_everybody_is_told_the_sign_of_who_waits(door: Pairing, told: list[Service]) -> None:
    sign = str(door.knock("iPad").sign.sentence)
    assert (told[-1].state, sign in str(told[-1].sentence)) == ("asking", True)
    door.press(held=False, playing=False)
    assert told[-1] == door.state() == Service("ready")


def test_signs_and_tickets_are_not_foreseen(door: Pairing) -> None:
    seen = set()
    for _ in range(24):
        waiting = door.knock("iPad")
        seen |= {str(waiting.sign.sentence), waiting.ticket}
        door.send_away(waiting.ticket)
    assert len(seen) > 24 + 6


def test_only_the_own_ticket_sends_away(door: Pairing) -> None:
    door.knock("iPad")
    door.send_away("another")
    assert door.waiting
    door.send_away()
    assert door.waiting is None


def test_who_does_not_collect_in_time_is_not_in(door: Pairing, clock: Clock) -> None:
    waiting = door.knock("iPad")
    door.press(held=False, playing=False)
    clock.now += PATIENCE
    assert door.collect(waiting.ticket) is None


def test_a_table_without_a_button_says_so(tmp_path: Path) -> None:
    door = Pairing(Register(tmp_path), has_button=lambda: False)
    with pytest.raises(PairingError, match="no button"):
        door.knock("iPad")


def test_a_list_that_is_damaged_is_told_until_somebody_joins(door: Pairing, tmp_path: Path) -> None:
    door.register.add("iPad")
    (tmp_path / TABLETS).write_text("{")
    assert (door.state().state, "join anew" in str(door.state().sentence)) == ("failed", True)
    door.knock("iPad")
    assert door.press(held=True, playing=False)
    assert door.state() == Service("ready")


def test_a_list_that_is_full_is_told(door: Pairing, told: list[Service], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.pairing.tablets.MOST", 0)
    waiting = door.knock("iPad")
    assert door.press(held=False, playing=False)
    assert door.collect(waiting.ticket) is None
    assert told[-1].state == "failed"


def test_a_code_is_good_for_one_tablet(door: Pairing) -> None:
    door.register.add("host")
    code = door.codes.make(Role.HOST)
    assert door.enter(code.lower().replace("-", " "), "Phone").role is Role.HOST
    with pytest.raises(WrongCode):
        door.enter(code, "Phone")


def test_a_code_ends(clock: Clock) -> None:
    codes = Codes(clock)
    code = codes.make(Role.ACTOR, seconds=10)
    clock.now += 10
    with pytest.raises(WrongCode):
        codes.take(code)


def test_the_first_code_lasts_until_somebody_is_paired_and_half_an_hour(door: Pairing, clock: Clock) -> None:
    first, second = door.first_code(), door.first_code()
    clock.now += 100 * HALF_AN_HOUR
    assert door.enter(first, "iPad").role is Role.HOST
    with pytest.raises(WrongCode):
        door.enter(second, "Stranger")


def test_the_code_of_a_simulated_table_is_good_for_several(tmp_path: Path) -> None:
    door = Pairing(Register(tmp_path), trusts_this_machine=True)
    code = door.first_code()
    for place in range(SIMULATED_USES):
        door.enter(code, f"phone {place}")
    with pytest.raises(WrongCode):
        door.enter(code, "one more")


def test_guessing_is_slowed_down_until_it_is_hopeless(clock: Clock) -> None:
    codes = Codes(clock)
    code = codes.make(Role.ACTOR)
    for _ in range(GUESSES):
        with pytest.raises(WrongCode, match="not good"):
            codes.take("AAAA-AAAA")
    with pytest.raises(WrongCode, match="Too many"):
        codes.take(code)
    clock.now += MINUTE
    assert codes.take(code) is Role.ACTOR
    in_a_year = GUESSES * 365 * 24 * 60 / len(LETTERS) ** LENGTH
    assert in_a_year < 1 / 13_000


@pytest.mark.parametrize("typed", ["", "-", "é", "\x00", "A" * 1000, "ABCD"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    codes = Codes()
    codes.make(Role.ACTOR)
    with pytest.raises(WrongCode):
        codes.take(typed)


def test_removing_all_leaves_no_way_in(door: Pairing) -> None:
    host = door.register.add("host")
    door.unlocked.begin(host)
    code = door.first_code()
    waiting = door.knock("iPad")
    door.remove_all()
    assert (door.register.tablets, door.waiting, door.unlocked.holds(host)) == ((), None, False)
    assert not door.press(held=True, playing=False)
    assert door.collect(waiting.ticket) is None
    with pytest.raises(WrongCode):
        door.enter(code, "Stranger")


def test_removing_all_beside_the_table_leaves_no_code_either(door: Pairing, tmp_path: Path) -> None:
    door.register.add("host")
    codes = [door.first_code(), door.codes.make(Role.HOST)]
    Register(tmp_path).remove_all()
    for code in codes:
        with pytest.raises(WrongCode):
            door.enter(code, "Stranger")
    assert door.enter(door.codes.make(Role.ACTOR), "New").role is Role.HOST


def test_what_was_unlocked_locks_itself_when_nobody_uses_it(tmp_path: Path, clock: Clock) -> None:
    unlocked, host = Unlocked(clock), Register(tmp_path).add("host")
    assert not unlocked.holds(host)
    unlocked.begin(host)
    for _ in range(3):
        clock.now += UNLOCKED - 1
        assert unlocked.holds(host)
    clock.now += UNLOCKED
    assert not unlocked.holds(host)
