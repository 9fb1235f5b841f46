"""The unit and its drop-in, as systemd itself reads them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.config import Web
from companion.systemd import SHARE
from companion.whereabouts import AVAHI, announcement

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "table-companion.service"
BACKOFF = FOLDER / "backoff.conf"
EXPOSURE = 3.0
"""The highest that `systemd-analyze security` may give, of 10."""

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


def asked(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def version() -> int:
    return int(asked("--version").stdout.split()[1])


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a user and a program that this machine has."""
    text = UNIT.read_text().replace("/opt/table-companion/current/.venv/bin/companion", "/bin/true")
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace("User=table-companion", "User=daemon"))
    if version() >= 254:
        (tmp_path / f"{UNIT.name}.d").mkdir()
        shutil.copy(BACKOFF, tmp_path / f"{UNIT.name}.d")
    return copy


@needs_systemd
def test_systemd_finds_no_fault(unit: Path) -> None:
    """`verify` exits 0 for unknown keys and complains on stderr, so what it says counts."""
    run = asked("verify", str(unit))
    complaints = [line for line in run.stderr.splitlines() if unit.name in line or BACKOFF.name in line]
    assert (run.returncode, complaints) == (0, [])


@needs_systemd
def test_it_is_hardly_exposed(unit: Path) -> None:
    run = asked("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(r"Overall exposure level for .*: ([0-9.]+)", run.stdout)
    assert found, run.stderr
    assert float(found[1]) <= EXPOSURE


Service = dict[str, str]
"""The keys of a unit's section, with all that is said of each in one text."""


@pytest.fixture
def service() -> Service:
    keys: Service = {}
    for line in UNIT.read_text().partition("[Service]")[2].splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            keys[key] = f"{keys.get(key, '')} {value}".strip()
    return keys


def test_the_watchdog_is_slower_than_what_feeds_it(service: Service) -> None:
    """A look that is given up, a slow disk: none of them may cost the table its life."""
    assert service["Type"] == "notify"
    assert float(service["WatchdogSec"]) / SHARE > 5


@pytest.mark.parametrize(
    "devices", ["char-video4linux", "char-media", "char-dma_heap", "char-gpiochip", "char-vcio"]
)
def test_camera_pins_and_firmware_stay_open(service: Service, devices: str) -> None:
    assert service["DevicePolicy"] == "closed"
    assert f"{devices} rw" in service["DeviceAllow"]
    assert "PrivateDevices" not in service


def test_no_group_is_asked_for_that_a_system_may_not_have(service: Service) -> None:
    """A unit with an unknown group does not start; the installation gives the user those that are there."""
    assert "SupplementaryGroups" not in service


def test_only_the_state_folder_and_the_announcement_are_written(service: Service) -> None:
    assert service["ProtectSystem"] == "strict"
    assert service["ReadWritePaths"] == f"-{AVAHI}", "the minus: it starts without avahi too"
    assert f"/var/lib/{service['StateDirectory']}" == service["WorkingDirectory"]
    assert f"COMPANION_STATE={service['WorkingDirectory']}" in service["Environment"]


def test_what_is_installed_for_avahi_is_what_a_table_without_settings_tells() -> None:
    assert (FOLDER / "avahi.service").read_text() == announcement("", {"http": Web().port})
