"""The machine under examination: what the checks may ask of it, so that a test can simulate every fault."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from companion.config import SETTINGS, Settings, parse_settings
from companion.errors import SettingsError


@dataclass(frozen=True)
class Ran:
    """What came of a command: its exit status, minus a signal's number, or None when it did not run or not end.

    `late` says that it was still running when its time was over.
    """

    status: int | None
    out: str = ""
    err: str = ""
    late: bool = False


@dataclass(frozen=True)
class Room:
    """A disk: free bytes for a plain user, and whether it is mounted for reading only."""

    free: int
    read_only: bool


@dataclass(frozen=True)
class Chip:
    """A GPIO chip: its device, the label that its driver gives, or why it cannot be opened."""

    path: str
    label: str = ""
    error: str = ""


class Machine(Protocol):
    """A computer with a companion on it."""

    state: Path
    """The folder of journal, settings and pictures."""
    models: Path
    """The folder of die sets."""
    python: Path
    """The Python that runs the companion."""

    def run(self, *command: str, timeout: float = 10.0) -> Ran:
        """A command run to its end, or for `timeout` seconds."""
        ...

    def read(self, path: str) -> str | None:
        """The text of a file; None when there is none or it cannot be read."""
        ...

    def find(self, pattern: str) -> tuple[str, ...]:
        """The paths that fit a pattern, in order."""
        ...

    def room(self, folder: Path) -> Room:
        """The disk under `folder`.

        Raises:
            OSError: there is no such folder.
        """
        ...

    def write(self, folder: Path) -> float:
        """Seconds for writing a small file into `folder` onto the disk, and reading it back; it is removed again.

        Raises:
            OSError: it cannot be done.
        """
        ...

    def holders(self, *devices: str) -> tuple[str, ...]:
        """Name and number of each other program that holds one of the devices, as far as this user sees them."""
        ...

    def chips(self) -> tuple[Chip, ...]:
        """The GPIO chips."""
        ...

    def now(self) -> datetime:
        """The clock."""
        ...


def settings_of(machine: Machine) -> Settings:
    """The settings of its companion; the defaults where the file cannot be used."""
    try:
        return parse_settings(machine.read(f"{machine.state}/{SETTINGS}") or "")
    except SettingsError:
        return Settings()


def spare_memory(machine: Machine) -> float:
    """Bytes of memory that programs can still have without another one being stopped; infinite where not told."""
    for line in (machine.read("/proc/meminfo") or "").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return math.inf


def is_pi(machine: Machine) -> bool:
    """Whether it is a Raspberry Pi."""
    return "Raspberry Pi" in (machine.read("/proc/device-tree/model") or "")
