"""`companion tablets`."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.pairing import Invitation, Pairing, Register, Role
from companion.statefolder import hold_folder


@pytest.fixture
def door(tmp_path: Path) -> Pairing:
    """A table that runs, with a host and a phone that plays."""
    made = Pairing(Register(tmp_path), invitation=Invitation(tmp_path))
    made.register.add("Ann's iPad")
    made.register.add("Phone")
    return made


def asked(state: Path, *arguments: str) -> int:
    return main(["tablets", *arguments, "--state", str(state)])


def names(door: Pairing) -> list[str]:
    return [tablet.name for tablet in door.register.tablets]


@pytest.mark.usefixtures("door")
def test_the_tablets_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [(line.split()[:2], line.split("  ")[-1]) for line in lines] == [
        (["1", "host"], "Ann's iPad"),
        (["2", "actor"], "Phone"),
    ]


@pytest.mark.parametrize(("arguments", "role"), [(["--let-in"], Role.HOST), (["--let-in", "actor"], Role.ACTOR)])
def test_a_table_that_runs_lets_in_who_has_the_printed_code(
    door: Pairing, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], role: Role
) -> None:
    with hold_folder(tmp_path):
        assert asked(tmp_path, *arguments) == 0
    out = capsys.readouterr().out
    assert "does not run" not in out
    found = re.search(r"http://[0-9.]+:8137/pair\?code=([0-9A-Z-]+)", out)
    assert found
    assert door.enter(found[1], "New").role is role


def test_the_lost_host_is_removed_once_there_is_another(
    door: Pairing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, "--remove", "1") == 1
    assert "only host" in capsys.readouterr().err
    door.register.add("New", Role.HOST)
    assert asked(tmp_path, "--remove", "1") == 0
    assert names(door) == ["Phone", "New"]


def test_all_can_be_removed(door: Pairing, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = Invitation(tmp_path).write(Role.HOST)
    assert asked(tmp_path, "--remove-all") == 0
    assert "No tablet is paired" in capsys.readouterr().out
    assert names(door) == []
    assert Invitation(tmp_path).take(code) is None


def test_a_pin_that_nobody_knows_any_more_is_forgotten(door: Pairing, tmp_path: Path) -> None:
    door.register.set_pin("a hash")
    assert asked(tmp_path, "--forget-pin") == 0
    assert door.register.pin == ""
    assert len(names(door)) == 2


@pytest.mark.parametrize("number", ["0", "3", "-1"])
def test_a_number_that_is_not_in_the_list_changes_nothing(door: Pairing, tmp_path: Path, number: str) -> None:
    assert asked(tmp_path, f"--remove={number}") == 1
    assert names(door) == ["Ann's iPad", "Phone"]


@pytest.mark.usefixtures("door")
def test_a_code_while_the_table_does_not_run_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, "--let-in") == 0
    assert "does not run now" in capsys.readouterr().out


def test_a_damaged_list_is_told_and_made_anew(
    door: Pairing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tablets.json").write_text("{")
    assert asked(tmp_path) == 1
    assert "cannot be read" in capsys.readouterr().out
    assert asked(tmp_path, "--remove-all") == 0
    assert door.register.add("New").role is Role.HOST


def test_another_users_folder_is_left_alone(
    door: Pairing, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What root writes with mode 0600 the companion could not read: it would let nobody in any more."""
    me = os.geteuid()
    monkeypatch.setattr("os.geteuid", lambda: me + 1)
    assert asked(tmp_path, "--remove-all") == 2
    assert "table-companion tablets" in capsys.readouterr().err
    assert names(door) == ["Ann's iPad", "Phone"]


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert asked(tmp_path / "other", "--let-in") == 2
    assert not (tmp_path / "other").exists()
