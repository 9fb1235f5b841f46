"""The machine that the tests run on, asked for real."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from companion.commands.doctor import main
from companion.commands.read import default_models
from companion.doctor.here import ThisMachine
from companion.doctor.machine import Ran
from companion.doctor.report import examine


@pytest.fixture
def machine(tmp_path: Path) -> ThisMachine:
    return ThisMachine(tmp_path, default_models())


def test_commands_are_run_killed_and_missed(machine: ThisMachine) -> None:
    python = sys.executable
    assert machine.run(python, "-c", "print('ü'); exit(3)") == Ran(3, "ü\n", "")
    assert machine.run(python, "-c", "import os; os.kill(os.getpid(), 4)").status == -4
    assert machine.run(python, "-c", "import time; time.sleep(9)", timeout=0.2).late
    assert machine.run("no-such-command").status is None


def test_commands_run_in_an_empty_folder_of_their_own(machine: ThisMachine) -> None:
    where = machine.run(sys.executable, "-c", "import os; print(os.getcwd(), os.listdir()); open('pipe', 'w')")
    folder, listed = where.out.split()
    assert (listed, Path(folder).exists()) == ("[]", False)


def test_on_a_full_disk_commands_still_run(machine: ThisMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    assert machine.run(sys.executable, "-c", "print(1)") == Ran(0, "1\n")


def test_files_and_disk(machine: ThisMachine, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5\0")
    assert machine.read(f"{tmp_path}/model") == "Raspberry Pi 5"
    assert machine.read(f"{tmp_path}/none") is None
    assert machine.find(f"{tmp_path}/mod*") == (f"{tmp_path}/model",)
    assert machine.room(tmp_path).free > 0
    assert not machine.room(tmp_path).read_only
    assert machine.write(tmp_path) < 60
    assert [one.name for one in tmp_path.iterdir()] == ["model"]
    with pytest.raises(FileNotFoundError):
        machine.write(tmp_path / "none")


def test_a_write_that_fails_leaves_nothing(
    machine: ThisMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        machine.write(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_who_holds_a_file_is_told_but_for_oneself(machine: ThisMachine, tmp_path: Path) -> None:
    held = tmp_path / "device"
    held.touch()
    with held.open():
        assert machine.holders(str(held)) == ()
        child = machine.run(sys.executable, "-c", HOLDERS, str(held), str(tmp_path))
        assert f"({os.getpid()})" in child.out, child.err


HOLDERS = """
import sys
from pathlib import Path
from companion.doctor.here import ThisMachine
print(ThisMachine(Path(sys.argv[2]), Path()).holders(sys.argv[1]))
"""


def test_a_chip_that_is_none_is_an_error_in_words(
    machine: ThisMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(machine, "find", lambda _pattern: (f"{tmp_path}/gpiochip0", f"{tmp_path}/gpiochip1"))
    assert [chip.label for chip in machine.chips()] == ["", ""]
    assert all(chip.error for chip in machine.chips())


def test_the_eye_reads_the_drawn_die_in_a_process_of_its_own(machine: ThisMachine) -> None:
    (finding,) = examine(machine, ["models"]).findings
    assert (finding.severity, "['5']" in finding.detail) == ("ok", True), finding


def test_the_command_tells_a_fault_by_its_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--state", str(tmp_path), "settings", "disk"]
    assert main(common) == 0
    (tmp_path / "settings.toml").write_text("[web\n")
    assert main([*common, "--json"]) == 1
    assert '"well": false' in capsys.readouterr().out


def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (finding,) = examine(ThisMachine(tmp_path, tmp_path), ["models"]).findings
    assert finding.severity == "fault"
    assert "The eye cannot be used" in str(finding.sentence)
