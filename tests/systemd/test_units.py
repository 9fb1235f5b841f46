"""The units, as systemd itself reads them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = sorted((Path(__file__).parents[2] / "systemd").glob("*.service"))
pytestmark = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


def test_there_is_a_unit() -> None:
    assert UNITS


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_no_fault(unit: Path, tmp_path: Path) -> None:
    """`verify` exits 0 for unknown keys and complains on stderr, so what it says counts."""
    text = unit.read_text().replace("/opt/table-companion/.venv/bin/companion", "/bin/true")
    copy = tmp_path / unit.name
    copy.write_text(text.replace("User=table-companion", "User=root"))
    run = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    complaints = [line for line in run.stderr.splitlines() if unit.name in line]
    assert (run.returncode, complaints) == (0, [])
