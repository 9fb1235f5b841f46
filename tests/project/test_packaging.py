"""What is installed under which name, and what may never be installed."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = {requirement.name: requirement for requirement in map(Requirement, PROJECT["dependencies"])}


@pytest.mark.parametrize("name", ["companion", "hardware", "web"])
def test_nobody_else_brings_our_names(name: str) -> None:
    """An editable install lists no names of its own, so absence is fine; a stranger is not."""
    assert set(packages_distributions().get(name, [])) <= {"table-companion"}


def test_the_wheel_holds_the_three_packages_and_what_they_need(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    packages = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert packages == {"companion", "hardware", "web"}
    drawings, dice = "companion/decks/drawings/", "companion/models/dice/pips/card.json"
    for needed in ("hardware/pins.toml", drawings, dice, "web/static/", "web/templates/"):
        assert any(name.startswith(needed) for name in names), f"{needed} is missing in {sorted(names)}"


@pytest.mark.parametrize(
    ("package", "bad", "good"),
    [
        ("onnxruntime", "1.21.0", "1.21.1"),  # illegal instruction on a Pi 4
        ("gpiozero", "2.0.1.post2", "2.0.1.post3"),  # wrong gpiochip on a Pi 5
    ],
)
def test_versions_that_fail_on_a_pi_are_excluded(package: str, bad: str, good: str) -> None:
    assert not NEEDED[package].specifier.contains(bad)
    assert NEEDED[package].specifier.contains(good)


def test_what_only_a_pi_has_is_never_asked_of_a_laptop() -> None:
    assert not {"lgpio", "picamera2", "rpi-lgpio", "rpi.gpio"} & {name.lower() for name in NEEDED}


def test_it_cannot_be_uploaded_by_accident() -> None:
    assert "Private :: Do Not Upload" in PROJECT["classifiers"]
