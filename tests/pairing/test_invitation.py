"""An invitation that a command leaves beside a table that runs."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.pairing import Invitation, Pairing, Register, Role, WrongCode
from companion.pairing.invitation import INVITATION, LASTS
from tests.clocks import Clock


@pytest.fixture
def door(tmp_path: Path, clock: Clock) -> Pairing:
    """A table whose only host is lost."""
    made = Pairing(Register(tmp_path), now=clock, invitation=Invitation(tmp_path, clock))
    made.register.add("the lost one")
    return made


def test_it_lets_one_new_host_in(door: Pairing, tmp_path: Path, clock: Clock) -> None:
    code = Invitation(tmp_path, clock).write(Role.HOST)
    with pytest.raises(WrongCode):
        door.enter("AAAA-AAAA", "Stranger")
    assert door.enter(code.lower().replace("-", ""), "New").role is Role.HOST
    assert not (tmp_path / INVITATION).exists()
    with pytest.raises(WrongCode):
        door.enter(code, "Stranger")


def test_it_is_private(tmp_path: Path) -> None:
    Invitation(tmp_path).write(Role.HOST)
    assert stat.S_IMODE((tmp_path / INVITATION).stat().st_mode) == 0o600


def test_it_ends(door: Pairing, tmp_path: Path, clock: Clock) -> None:
    code = Invitation(tmp_path, clock).write(Role.HOST)
    clock.now += LASTS
    with pytest.raises(WrongCode):
        door.enter(code, "Late")


def test_it_does_not_outlast_a_start_of_the_machine(
    door: Pairing, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be good again for as long as the machine ran before, for its monotonic clock begins anew."""
    code = Invitation(tmp_path, clock).write(Role.HOST)
    boot = tmp_path / "boot"
    boot.write_text("another start\n")
    monkeypatch.setattr("companion.pairing.invitation.BOOT", boot)
    with pytest.raises(WrongCode):
        door.enter(code, "Late")


def test_only_the_newest_is_good(door: Pairing, tmp_path: Path, clock: Clock) -> None:
    first, second = (Invitation(tmp_path, clock).write(Role.ACTOR) for _ in range(2))
    with pytest.raises(WrongCode):
        door.enter(first, "Stranger")
    assert door.enter(second, "Phone").role is Role.ACTOR


def test_removing_all_tablets_ends_it(door: Pairing, tmp_path: Path, clock: Clock) -> None:
    code = Invitation(tmp_path, clock).write(Role.HOST)
    door.remove_all()
    with pytest.raises(WrongCode):
        door.enter(code, "Stranger")


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"\xff", b'{"code": "", "role": 2, "until": 1e9, "boot": ""}']
)
def test_a_damaged_one_is_none(door: Pairing, tmp_path: Path, content: bytes) -> None:
    (tmp_path / INVITATION).write_bytes(content)
    for typed in ("", "AAAA-AAAA"):
        with pytest.raises(WrongCode):
            door.enter(typed, "Stranger")


def test_one_that_cannot_be_taken_away_is_not_used(
    door: Pairing, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that has become read-only it would be good for everybody who has seen it."""
    code = Invitation(tmp_path, clock).write(Role.HOST)

    def stays(*_args: object, **_more: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", stays)
    with pytest.raises(WrongCode):
        door.enter(code, "Phone")
