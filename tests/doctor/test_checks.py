"""Every fault that the doctor knows, simulated: found, and told with its fix."""

from __future__ import annotations

import json
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.config import SETTINGS
from companion.doctor.board import Throttled, power_state
from companion.doctor.finding import Finding
from companion.doctor.machine import Chip, Ran, Room
from companion.doctor.program import PARTS, read_imports
from companion.doctor.report import CHECKS, examine
from companion.doctor.storage import disk_state
from companion.state.backup import DAILY, Backups
from companion.state.journal import SqliteJournal
from companion.state.schema import SCHEMA
from companion.state.view import Service
from companion.statefolder import JOURNAL
from tests.doctor.machine import CONFIG, FILES, LOOPBACK, PYTHON, FakeMachine, imported

IMPORTS, TRIAL = f"{PYTHON} -c *importlib*", f"{PYTHON} -m companion.doctor.trial *"
CAMERAS = f"{PYTHON} -c from picamera2*"
NO_PI = {"/proc/device-tree/model": "Some other board"}
ENOSPC = OSError(28, "No space left on device")


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    """A healthy Pi with a journal and a backup of yesterday."""
    with closing(SqliteJournal(tmp_path / JOURNAL)) as journal:
        journal.append(journal.start("g", "{}", 1.0), "acted", "{}", 2.0)
        Backups(tmp_path / JOURNAL).make(DAILY, date(2026, 12, 23))
    return FakeMachine(tmp_path)


def bad(machine: FakeMachine, *only: str) -> list[Finding]:
    """The findings that people should act on."""
    return [one for one in examine(machine, only or CHECKS).findings if one.severity in ("warning", "fault")]


def test_a_healthy_pi_has_nothing_to_act_on(pi: FakeMachine) -> None:
    report = examine(pi)
    assert [one for one in report.findings if one.severity not in ("ok", "note")] == []
    assert {one.check for one in report.findings} == set(CHECKS)
    assert report.well
    assert "Raspberry Pi 5 Model B" in report.text()


def test_a_machine_that_is_no_pi_is_well_too(pi: FakeMachine) -> None:
    laptop = pi.broken(
        files=NO_PI,
        commands={
            IMPORTS: Ran(0, imported(*PARTS)),
            "vcgencmd *": Ran(None),
            "id -Gn": Ran(0, "ada"),
            "uname -m": Ran(0, "x86_64"),
        },
        gpio=(),
    )
    assert bad(laptop) == []


FAULTS: list[tuple[str, str, str, dict[str, Any], str]] = [
    # check, severity, what is told, what is broken, which fix is told
    ("processor", "fault", "no 64-bit system", {"commands": {"uname -m": Ran(0, "armv7l\n")}}, "64-bit"),
    (
        "processor",
        "fault",
        "no 64-bit system",
        {"commands": {f"{PYTHON} -c import struct*": Ran(0, "32\n")}},
        "64-bit",
    ),
    (
        "environment",
        "fault",
        "cannot see the camera's",
        {"files": {CONFIG: "include-system-site-packages = false"}},
        "install.sh",
    ),
    (
        "parts",
        "fault",
        "numpy cannot be loaded",
        {"commands": {IMPORTS: Ran(0, "try numpy\nlacks numpy ImportError no\n")}},
        "install.sh",
    ),
    (
        "parts",
        "fault",
        "libcamera cannot be loaded",
        {"commands": {IMPORTS: Ran(0, "lacks libcamera ModuleNotFoundError x")}},
        "apt install",
    ),
    (
        "parts",
        "fault",
        "picamera2 cannot be loaded",
        {"commands": {IMPORTS: Ran(0, "lacks picamera2 ValueError numpy.dtype size changed")}},
        "install.sh",
    ),
    (
        "parts",
        "fault",
        "onnxruntime cannot be loaded",
        {"commands": {IMPORTS: Ran(-signal.SIGILL, "try numpy\nhas numpy x\ntry onnxruntime\n")}},
        "install.sh",
    ),
    (
        "parts",
        "fault",
        "wrong one",
        {"commands": {IMPORTS: Ran(0, f"has lgpio {Path(PYTHON).parent.parent}/lib/lgpio.py")}},
        "uninstall lgpio",
    ),
    ("models", "fault", "does not work", {"commands": {TRIAL: Ran(-signal.SIGILL)}}, "install.sh"),
    ("models", "fault", "does not work", {"commands": {TRIAL: Ran(-signal.SIGKILL)}}, "install.sh"),
    ("models", "fault", "does not work", {"commands": {TRIAL: Ran(None, late=True)}}, "install.sh"),
    ("models", "fault", "does not work", {"commands": {TRIAL: Ran(0, "nonsense")}}, "install.sh"),
    (
        "models",
        "fault",
        "A part of the eye is damaged",
        {"commands": {TRIAL: Ran(1, "", "A part of the eye is damaged: base/reader.onnx\n")}},
        "install.sh",
    ),
    ("models", "fault", "reads wrongly", {"commands": {TRIAL: Ran(0, '{"faces": ["4"], "ms": 9}')}}, "install.sh"),
    (
        "models",
        "warning",
        "slow",
        {"commands": {TRIAL: Ran(0, '{"faces": ["5"], "ms": 9000}')}},
        "Close other programs",
    ),
    ("camera", "fault", "No camera is found", {"commands": {CAMERAS: Ran(0, "\n")}}, "cable"),
    ("camera", "fault", "does not answer", {"commands": {CAMERAS: Ran(None, late=True)}}, "Switch off"),
    (
        "camera",
        "fault",
        "program parts do not work",
        {"commands": {CAMERAS: Ran(1, "", "ImportError")}},
        "install.sh",
    ),
    ("camera", "fault", "held by: rpicam-hello (812)", {"held": ("rpicam-hello (812)",)}, "Close that program"),
    (
        "pins",
        "fault",
        "may not be used",
        {"gpio": (Chip("/dev/gpiochip0", error="Permission denied"),)},
        "usermod -aG gpio",
    ),
    ("pins", "fault", "not found", {"gpio": ()}, "full-upgrade"),
    ("pins", "fault", "not found", {"gpio": (Chip("/dev/gpiochip0", "gpio-brcmstb"),)}, "full-upgrade"),
    ("groups", "fault", "lacks a right", {"commands": {"id -Gn": Ran(0, "ada video")}}, "usermod -aG gpio"),
    ("groups", "fault", "lacks a right", {"commands": {"id -Gn": Ran(0, "ada gpio")}}, "usermod -aG video"),
    ("power", "fault", "too weak", {"commands": {"vcgencmd *": Ran(0, "throttled=0x50005")}}, "power supply"),
    (
        "power",
        "warning",
        "has been too weak",
        {"commands": {"vcgencmd *": Ran(0, "throttled=0x50000")}},
        "power supply",
    ),
    ("power", "warning", "too hot", {"commands": {"vcgencmd *": Ran(0, "throttled=0x8")}}, "fan"),
    ("power", "warning", "has been too hot", {"commands": {"vcgencmd *": Ran(0, "throttled=0x80000")}}, "fan"),
    ("power", "warning", "too hot", {"files": {"/sys/class/thermal/thermal_zone0/temp": "83100"}}, "fan"),
    ("disk", "warning", "300 MB are free", {"disk": Room(300_000_000, False)}, "Delete"),
    ("disk", "fault", "5 MB are free", {"disk": Room(5_000_000, False)}, "Delete"),
    ("disk", "fault", "cannot be written to", {"disk": Room(10**10, True)}, "another card"),
    ("disk", "fault", "cannot be written into", {"written": ENOSPC}, "Make room"),
    (
        "disk",
        "fault",
        "cannot be written into",
        {"written": PermissionError(13, "Permission denied")},
        "give the folder",
    ),
    ("disk", "warning", "slow", {"written": 4.0}, "another card"),
    (
        "owner",
        "fault",
        "A file in the state folder belongs to another user",
        {"commands": {"find *": Ran(0, "/state/tablets.json\n")}},
        "sudo chown -R table-companion: ",
    ),
    (
        "owner",
        "fault",
        "2 files in the state folder belong to another user",
        {"commands": {"find *": Ran(0, "/state/tablets.json\n/state/settings.toml\n")}},
        "sudo chown -R table-companion: ",
    ),
    (
        "backups",
        "warning",
        "newest good backup is of 2026-12-23",
        {"clock": datetime(2027, 2, 1, tzinfo=UTC)},
        "companion backup",
    ),
    (
        "clock",
        "warning",
        "clock is wrong: it shows 1970-01-01",
        {"clock": datetime(1970, 1, 1, tzinfo=UTC)},
        "network",
    ),
    (
        "network",
        "warning",
        "in no network",
        {"files": {"/proc/net/fib_trie": LOOPBACK, "/proc/net/if_inet6": ""}},
        "raspi-config",
    ),
    (
        "network",
        "warning",
        "found as table-2.local",
        {"commands": {"busctl call org.freedesktop.Avahi *": Ran(0, 's "table-2.local"\n')}},
        "Hostname",
    ),
    (
        "service",
        "fault",
        "does not run (failed)",
        {"commands": {"systemctl show *": Ran(0, "LoadState=loaded\nActiveState=failed\n")}},
        "journalctl",
    ),
    (
        "service",
        "warning",
        "started anew 3 times",
        {"commands": {"systemctl show *": Ran(0, "LoadState=loaded\nActiveState=active\nNRestarts=3\n")}},
        "journalctl",
    ),
]


@pytest.mark.parametrize(("check", "severity", "told", "change", "fix"), FAULTS)
def test_a_fault_is_found_and_told_with_its_fix(
    pi: FakeMachine, check: str, severity: str, told: str, change: dict[str, Any], fix: str
) -> None:
    machine = pi.broken(**change)
    findings = bad(machine, check)
    (finding,) = [one for one in findings if told in str(one.sentence)]
    assert (finding.check, finding.severity) == (check, severity)
    assert fix in str(finding.fix)
    assert examine(machine, [check]).well == (severity == "warning")
    assert {one.check for one in bad(machine)} - {check} <= {"camera", "models"}, "nothing else is blamed"


@pytest.mark.parametrize(
    ("more", "ran", "severity", "told"),
    [
        ("", Ran(0), "ok", "lets the table in"),
        ('user = "table"', Ran(0), "warning", "The way to the broker is open"),
        ('user = "table"\ntls = true', Ran(0), "ok", "lets the table in"),
        ("", Ran(1, "", "The broker does not answer. Look at it.\n"), "fault", "does not answer. Look at it."),
        ("", Ran(None, late=True), "fault", "cannot be used"),
    ],
)
def test_the_clubs_broker_is_tried(pi: FakeMachine, more: str, ran: Ran, severity: str, told: str) -> None:
    (pi.state / SETTINGS).write_text(f'[mqtt]\nhost = "broker"\n{more}\n')
    (finding,) = examine(pi.broken(commands={f"{PYTHON} -m companion.mqtt.trial *": ran}), ["broker"]).findings
    assert (finding.severity, told in str(finding.sentence)) == (severity, True)
    assert finding.fix or severity == "ok"


def test_no_fault_is_told_without_what_to_do(pi: FakeMachine) -> None:
    for check, _, _, change, _ in FAULTS:
        for finding in bad(pi.broken(**change), check):
            assert finding.fix, finding


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (-signal.SIGILL, "instruction"),
        (-signal.SIGKILL, "memory"),
        (-signal.SIGSEGV, "SIGSEGV"),
        (None, "cannot be started"),
    ],
)
def test_it_says_how_a_program_part_died(pi: FakeMachine, status: int | None, why: str) -> None:
    (finding,) = bad(pi.broken(commands={TRIAL: Ran(status)}), "models")
    assert why in str(finding.cause)


def test_several_missing_parts_are_told_each(pi: FakeMachine) -> None:
    out = "lacks lgpio ModuleNotFoundError x\nlacks picamera2 ModuleNotFoundError y\n"
    assert len(bad(pi.broken(commands={IMPORTS: Ran(0, out)}), "parts")) == 2


@pytest.mark.parametrize("kilobytes", [60_000, 140_000])
def test_a_table_that_needs_its_memory_is_not_disturbed(pi: FakeMachine, kilobytes: int) -> None:
    forbidden = {IMPORTS: Ran(-signal.SIGKILL), TRIAL: Ran(-signal.SIGKILL)}
    small = pi.broken(files={"/proc/meminfo": f"MemAvailable: {kilobytes} kB\n"}, commands=forbidden)
    findings = examine(small, ["parts", "models"]).findings
    assert [one.severity for one in findings] == ["note", "note"]
    assert all("was not tried" in str(one.sentence) or "were not tried" in str(one.sentence) for one in findings)


def test_every_address_is_told_once(pi: FakeMachine) -> None:
    found = examine(pi, ["network"]).findings
    assert found[0].detail == "http://192.168.1.20:8137/ http://[fd00::20]:8137/"
    assert str(found[1].sentence).endswith("http://table.local:8137/")


def test_the_imports_are_followed_to_where_they_died() -> None:
    told = read_imports("try numpy\nhas numpy /a b/numpy.py\ntry cv2\nlacks cv2 ImportError no GL\ntry PIL\n")
    assert (told.files, told.errors, told.died_at) == (
        {"numpy": "/a b/numpy.py"},
        {"cv2": "ImportError no GL"},
        "PIL",
    )


@pytest.mark.parametrize(
    ("text", "throttled"),
    [
        ("throttled=0x0\n", Throttled(False, False, False, False)),
        ("throttled=0x1", Throttled(True, False, False, False)),
        ("throttled=0x2", Throttled(False, True, False, False)),
        ("throttled=0xe0008", Throttled(False, True, False, True)),
        ("throttled=0x10000", Throttled(False, False, True, False)),
        ("VCHI initialization failed", None),
        ("throttled=", None),
        ("", None),
    ],
)
def test_the_bits_of_get_throttled(text: str, throttled: Throttled | None) -> None:
    assert Throttled.parse(text) == throttled


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, ""),
        ({"commands": {"vcgencmd *": Ran(None)}}, ""),
        ({"commands": {"vcgencmd *": Ran(0, "throttled=0x50000")}}, ""),
        ({"commands": {"vcgencmd *": Ran(0, "throttled=0x50005")}}, "too weak"),
        ({"commands": {"vcgencmd *": Ran(0, "throttled=0x4")}}, ""),
        ({"files": {"/sys/class/thermal/thermal_zone0/temp": "81000"}}, "too hot"),
    ],
)
def test_the_banner_for_power_and_heat(pi: FakeMachine, change: dict[str, Any], told: str) -> None:
    state = power_state(pi.broken(**change))
    assert state.state == ("failed" if told else "ready")
    assert told in str(state.sentence or "")


@pytest.mark.parametrize(
    ("disk", "told"),
    [
        (Room(10**9, False), ""),
        (Room(5_000_000, False), "only 5 MB"),
        (Room(10**9, True), "cannot be written"),
        (OSError(5, "Input/output error"), "cannot be reached: Input/output error"),
    ],
)
def test_the_banner_for_the_disk(pi: FakeMachine, disk: Room | OSError, told: str) -> None:
    state = disk_state(pi.broken(disk=disk))
    assert told in str(state.sentence or "")
    assert (state == Service("ready")) == (not told)


@pytest.mark.parametrize(
    ("source", "severity", "told"),
    [
        ("none", "note", "entered by hand"),
        ("usb:0", "ok", "is there"),
        ("usb:3", "fault", "no camera /dev/video3"),
        ("folder:/pictures", "fault", "take the camera's place"),
    ],
)
def test_the_camera_of_the_settings_is_looked_for(pi: FakeMachine, source: str, severity: str, told: str) -> None:
    (pi.state / "settings.toml").write_text(f'[camera]\nsource = "{source}"\n')
    (finding,) = examine(pi, ["camera"]).findings
    assert finding.severity == severity
    assert told in str(finding.sentence)


def test_a_usb_camera_without_the_right_to_it(pi: FakeMachine) -> None:
    (pi.state / "settings.toml").write_text('[camera]\nsource = "usb:0"\n')
    (finding,) = bad(pi.broken(commands={"test -r *": Ran(1)}), "camera")
    assert "group" in str(finding.fix) or "-aG video" in str(finding.fix)


def test_a_running_companion_may_hold_its_camera(pi: FakeMachine) -> None:
    assert bad(pi.broken(held=("companion (77)",)), "camera") == []
    assert bad(pi.broken(held=("companion (77)", "python3 (78)")), "camera") != []


def test_broken_settings_are_told(pi: FakeMachine) -> None:
    (pi.state / "settings.toml").write_text("[web\n")
    (finding,) = bad(pi, "settings")
    assert "The settings cannot be used" in str(finding.sentence)


def test_a_damaged_journal_is_told(pi: FakeMachine) -> None:
    (pi.state / JOURNAL).write_text("no journal" * 500)
    (finding,) = bad(pi, "journal")
    assert "puts the file aside" in str(finding.fix)


def test_a_missing_journal_is_told(pi: FakeMachine) -> None:
    (pi.state / JOURNAL).unlink()
    (finding,) = bad(pi, "journal")
    assert "newest good backup" in str(finding.fix)


def test_a_newer_journal_is_told(pi: FakeMachine) -> None:
    with closing(sqlite3.connect(pi.state / JOURNAL)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    (finding,) = bad(pi, "journal")
    assert "Update the companion" in str(finding.fix)


def test_damaged_journals_that_lie_aside_are_told(pi: FakeMachine) -> None:
    (pi.state / "aside" / "2026-12-01-1").mkdir(parents=True)
    told = examine(pi, ["journal"]).findings
    assert "1 old journals" in str(told[-1].sentence)


def test_a_missing_good_backup_is_told(pi: FakeMachine) -> None:
    for backup in Backups(pi.state / JOURNAL).all():
        backup.path.write_text("spoilt")
    assert "no good backup" in str(bad(pi, "backups")[0].sentence)


def test_a_machine_without_anything_has_notes_only(tmp_path: Path) -> None:
    bare = FakeMachine(
        tmp_path / "none", files={}, commands={}, gpio=(), disk=FileNotFoundError(2, "No such folder")
    )
    findings = examine(bare, set(CHECKS) - {"processor", "parts", "models", "environment", "network"}).findings
    assert {one.severity for one in findings} <= {"ok", "note"}


def test_a_check_that_fails_itself_stops_no_other(pi: FakeMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeMachine, "chips", lambda _self: 1 / 0)
    report = examine(pi)
    assert [one.check for one in report.findings if "could not be examined" in str(one.sentence)] == ["pins"]
    assert "service" in {one.check for one in report.findings}


def test_the_report_as_text_and_as_json(pi: FakeMachine) -> None:
    report = examine(pi.broken(files={**FILES, CONFIG: ""}), ["environment", "disk"])
    assert report.text().startswith(
        "!! environment: The companion cannot see the camera's program parts.\n     why: "
    )
    raw = json.loads(json.dumps(report.plain()))
    assert raw["well"] is False
    assert raw["findings"][0].keys() == {"check", "severity", "sentence", "cause", "fix", "detail"}
