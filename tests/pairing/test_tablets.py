"""The list of paired tablets."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.pairing import PairingError, Register, Role
from companion.pairing.key import KEY
from companion.pairing.tablets import MOST, REMEMBERED, TABLETS


class Wall:
    """Unix seconds that a test moves."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def test_the_first_tablet_is_the_host_and_the_next_ones_play(tmp_path: Path) -> None:
    register = Register(tmp_path)
    assert [register.add(name).role for name in ("iPad", "Phone")] == [Role.HOST, Role.ACTOR]


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    before = Register(tmp_path)
    made = [before.add("iPad"), before.add("Phone", Role.VIEWER)]
    before.set_pin("a hash")
    after = Register(tmp_path)
    assert after.tablets == tuple(made)
    assert (after.key, after.pin) == (before.key, "a hash")


def test_list_and_key_are_private_and_the_key_is_long(tmp_path: Path) -> None:
    register = Register(tmp_path)
    register.add("iPad")
    for name in (TABLETS, KEY):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert len(register.key) == 32
    assert Register(tmp_path / "other").key != register.key


def test_a_session_is_good_until_it_is_renewed_or_removed(tmp_path: Path) -> None:
    register = Register(tmp_path)
    register.add("iPad")
    phone = register.add("Phone")
    assert register.holds(phone.id, 1) == phone
    renewed = register.renew(phone.id)
    assert register.holds(phone.id, 1) is None
    assert register.holds(phone.id, renewed.issue) == renewed
    register.remove(phone.id)
    assert register.holds(phone.id, renewed.issue) is None
    assert Register(tmp_path).holds(phone.id, renewed.issue) is None


@pytest.mark.parametrize(("tablet", "issue"), [(None, None), ("", 1), (["x"], 1), ("0" * 16, 1), (1, True)])
def test_what_is_no_session_is_nobodys(tmp_path: Path, tablet: object, issue: object) -> None:
    register = Register(tmp_path)
    register.add("iPad")
    assert register.holds(tablet, issue) is None


def test_there_is_always_a_host_unless_all_are_removed(tmp_path: Path) -> None:
    register = Register(tmp_path)
    ipad, phone = register.add("iPad"), register.add("Phone")
    with pytest.raises(PairingError, match="only host"):
        register.remove(ipad.id)
    with pytest.raises(PairingError, match="only host"):
        register.grant(ipad.id, Role.ACTOR)
    register.grant(phone.id, Role.HOST)
    register.remove(ipad.id)
    register.remove_all()
    assert register.tablets == Register(tmp_path).tablets == ()
    assert register.add("New").role is Role.HOST


def test_a_removal_counts_although_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register = Register(tmp_path)
    register.add("iPad")
    phone = register.add("Phone")

    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.pairing.tablets.replace_atomically", full)
    with pytest.raises(PairingError, match="cannot be written"):
        register.remove(phone.id)
    assert register.find(phone.id) is None
    with pytest.raises(PairingError, match="cannot be written"):
        register.add("Stranger")
    assert [tablet.name for tablet in register.tablets] == ["iPad"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann's   iPad ", "Ann's iPad"),
        ("", "Tablet"),
        ("\n\t", "Tablet"),
        ("x" * 99, "x" * 40),
        ("李\u202e", "李"),
    ],
)
def test_a_name_is_one_short_line(tmp_path: Path, typed: str, kept: str) -> None:
    register = Register(tmp_path)
    assert register.rename(register.add(typed).id, typed).name == kept


def test_when_it_was_seen_is_written_now_and_then(tmp_path: Path) -> None:
    wall = Wall()
    register = Register(tmp_path, wall)
    ipad = register.add("iPad")
    wall.time += REMEMBERED - 1
    register.seen(ipad.id)
    assert register.tablets[0].seen_at == wall.time
    assert Register(tmp_path).tablets[0].seen_at == ipad.seen_at
    wall.time += 1
    register.seen(ipad.id)
    assert Register(tmp_path).tablets[0].seen_at == wall.time
    wall.time += 7
    register.seen(ipad.id)
    register.keep()
    assert Register(tmp_path).tablets[0].seen_at == wall.time


def test_so_many_and_no_more(tmp_path: Path) -> None:
    register = Register(tmp_path)
    for place in range(MOST):
        register.add(f"tablet {place}")
    with pytest.raises(PairingError, match="64"):
        register.add("one more")


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"tablets": [{"id": "../x"}]}'])
def test_a_damaged_list_lets_nobody_in(tmp_path: Path, content: bytes) -> None:
    Register(tmp_path).add("iPad")
    (tmp_path / TABLETS).write_bytes(content)
    register = Register(tmp_path)
    assert (register.tablets, register.damaged) == ((), True)


def test_a_short_key_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / KEY).write_bytes(b"secret")
    register = Register(tmp_path)
    assert len(register.key) == 32
    assert Register(tmp_path).key == register.key


def test_two_processes_change_one_list(tmp_path: Path) -> None:
    """The companion that runs, and a command beside it: neither undoes what the other did."""
    runs = Register(tmp_path)
    ipad, beside = runs.add("iPad"), Register(tmp_path)
    phone = beside.add("Phone")
    assert runs.holds(phone.id, phone.issue) == phone
    runs.rename(ipad.id, "Ann's")
    beside.remove(phone.id)
    assert runs.holds(phone.id, phone.issue) is None
    runs.set_pin("a hash")
    beside.set_pin("")
    assert ([one.name for one in runs.tablets], runs.pin) == (["Ann's"], "")
    beside.remove_all()
    runs.keep()
    assert runs.tablets == beside.tablets == Register(tmp_path).tablets == ()


def test_two_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    registers = [Register(tmp_path) for _ in range(2)]

    def fill(place: int) -> None:
        for number in range(20):
            registers[place].add(f"{place} {number}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(fill, range(2)))
    assert sorted(one.name for one in Register(tmp_path).tablets) == sorted(
        f"{place} {number}" for place in range(2) for number in range(20)
    )


def test_a_list_that_is_deleted_beside_the_table_leaves_nobody_in(tmp_path: Path) -> None:
    register = Register(tmp_path)
    ipad = register.add("iPad")
    (tmp_path / TABLETS).unlink()
    assert register.holds(ipad.id, ipad.issue) is None
    assert register.add("New").role is Role.HOST


def test_a_disk_that_fails_lets_those_stay_who_are_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register = Register(tmp_path)
    ipad = register.add("iPad")

    def fails(*_args: object, **_more: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "stat", fails)
    assert register.holds(ipad.id, ipad.issue) == ipad


@pytest.mark.parametrize("change", ["renew", "remove"])
def test_a_tablet_that_is_gone_cannot_be_changed(tmp_path: Path, change: str) -> None:
    register = Register(tmp_path)
    with pytest.raises(PairingError, match="no such tablet"):
        getattr(register, change)("0" * 16)
