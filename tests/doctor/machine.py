"""A machine that is not there: a healthy Pi, on which a test breaks one thing."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.doctor.machine import Chip, Ran, Room
from companion.doctor.program import PARTS, PI_PARTS

PYTHON = "/opt/table-companion/current/.venv/bin/python"
CONFIG = "/opt/table-companion/current/.venv/pyvenv.cfg"
LOOPBACK = """Main:
  +-- 0.0.0.0/0 3 0 5
     +-- 127.0.0.0/8 2 0 2
        +-- 127.0.0.0/31 1 0 0
           |-- 127.0.0.0
              /8 host LOCAL
           |-- 127.0.0.1
              /32 host LOCAL
        |-- 127.255.255.255
           /32 link BROADCAST
"""
WIRELESS = """     +-- 192.168.1.0/24 2 0 2
        |-- 192.168.1.0
           /24 link UNICAST
        |-- 192.168.1.20
           /32 host LOCAL
        |-- 192.168.1.255
           /32 link BROADCAST
"""
SIX = """00000000000000000000000000000001 01 80 10 80       lo
fe800000000000000000000000000001 02 40 20 80    wlan0
fd000000000000000000000000000020 02 40 00 80    wlan0
"""


def imported(*modules: str, where: str = "/usr/lib/python3") -> str:
    """What the program that imports modules prints when all of them can be had."""
    return "".join(f"try {name}\nhas {name} {where}/{name}.py\n" for name in modules)


COMMANDS = {
    f"{PYTHON} --version": Ran(0, "Python 3.13.5\n"),
    f"{PYTHON} -c import struct*": Ran(0, "64\n"),
    f"{PYTHON} -c *importlib*": Ran(0, imported(*PARTS, *PI_PARTS)),
    f"{PYTHON} -c from picamera2*": Ran(0, "imx708\n"),
    f"{PYTHON} -m companion.doctor.trial *": Ran(0, '{"faces": ["5"], "ms": 120.0}\n'),
    "uname -m": Ran(0, "aarch64\n"),
    "id -Gn": Ran(0, "table-companion gpio video render\n"),
    "vcgencmd get_throttled": Ran(0, "throttled=0x0\n"),
    "timedatectl *": Ran(0, "yes\n"),
    "systemctl is-active avahi-daemon": Ran(0, "active\n"),
    "busctl call org.freedesktop.Avahi *": Ran(0, 's "table.local"\n'),
    "systemctl show *": Ran(0, "LoadState=loaded\nActiveState=active\nSubState=running\nNRestarts=0\n"),
    "test -r *": Ran(0),
    "stat -c *": Ran(0, "996 table-companion\n"),
    "find * -xdev ! -uid 996": Ran(0),
}
FILES = {
    "/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0",
    "/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/proc/sys/kernel/osrelease": "6.12.47+rpt-rpi-2712\n",
    CONFIG: "home = /usr/bin\ninclude-system-site-packages = true\nversion = 3.13.5\n",
    "/sys/class/thermal/thermal_zone0/temp": "48300\n",
    "/etc/hostname": "table\n",
    "/proc/meminfo": "MemTotal:        4000000 kB\nMemAvailable:    3000000 kB\n",
    "/proc/net/fib_trie": LOOPBACK + WIRELESS + LOOPBACK + WIRELESS,
    "/proc/net/if_inet6": SIX,
    "/dev/media0": "",
    "/dev/video0": "",
}

ROOMY = Room(20_000_000_000, False)


@dataclass
class FakeMachine:
    """A Pi 5 on which all is well (`companion.doctor.machine.Machine`); commands are found by pattern."""

    state: Path
    models: Path = Path("/opt/table-companion/current/models/dice")
    python: Path = Path(PYTHON)
    commands: Mapping[str, Ran] = field(default_factory=lambda: COMMANDS)
    files: Mapping[str, str] = field(default_factory=lambda: FILES)
    disk: Room | OSError = ROOMY
    written: float | OSError = 0.01
    held: tuple[str, ...] = ()
    gpio: tuple[Chip, ...] = (Chip("/dev/gpiochip0", "pinctrl-rp1"), Chip("/dev/gpiochip10", "gpio-brcmstb"))
    clock: datetime = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)

    def broken(self, **changes: Any) -> FakeMachine:
        """The same with other values; commands and files are added to those that are there."""
        for name in ("commands", "files"):
            changes[name] = {**getattr(self, name), **changes.get(name, {})}
        return replace(self, **changes)

    def run(self, *command: str, timeout: float = 10.0) -> Ran:  # noqa: ARG002  (no command takes time here)
        """What the pattern that fits says."""
        line = " ".join(command)
        fitting = [ran for pattern, ran in self.commands.items() if fnmatch.fnmatchcase(line, pattern)]
        return fitting[-1] if fitting else Ran(None, err="No such file or directory")

    def read(self, path: str) -> str | None:
        """The text of a file of the fake, or of the real state folder."""
        if Path(path).is_relative_to(self.state):
            return Path(path).read_text() if Path(path).exists() else None
        return self.files.get(path)

    def find(self, pattern: str) -> tuple[str, ...]:
        """The fake's files that fit, or the state folder's."""
        if pattern.startswith(str(self.state)):
            folder, name = pattern.rsplit("/", 1)
            return tuple(sorted(map(str, Path(folder).glob(name))))
        return tuple(sorted(path for path in self.files if fnmatch.fnmatchcase(path, pattern)))

    def room(self, folder: Path) -> Room:
        """The disk."""
        assert folder == self.state
        if isinstance(self.disk, OSError):
            raise self.disk
        return self.disk

    def write(self, folder: Path) -> float:
        """How long a write takes."""
        assert folder == self.state
        if isinstance(self.written, OSError):
            raise self.written
        return self.written

    def holders(self, *devices: str) -> tuple[str, ...]:
        """Who holds the camera."""
        assert all(device.startswith("/dev/") for device in devices)
        return self.held

    def chips(self) -> tuple[Chip, ...]:
        """The GPIO chips."""
        return self.gpio

    def now(self) -> datetime:
        """The clock."""
        return self.clock
