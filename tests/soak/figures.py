"""What a soak prints: a process's memory, threads and open files, and how figures are spread."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MEGA = 1_000_000
UNIT = Path(__file__).parents[2] / "systemd" / "table-companion.service"


@dataclass(frozen=True)
class Load:
    """What a process holds: resident memory in megabytes, threads, open files."""

    resident: float
    threads: int
    files: int

    @classmethod
    def of(cls, pid: int | None = None) -> Load:
        """That of the process `pid`, of this one without."""
        place = Path("/proc") / str(pid or os.getpid())
        told = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
        resident = int(told["VmRSS"].split()[0]) * 1024 / MEGA
        return cls(resident, int(told["Threads"]), len([*(place / "fd").iterdir()]))

    def __str__(self) -> str:
        return f"{self.resident:.1f} MB, {self.threads} threads, {self.files} files"


def as_the_service() -> None:
    """Begin anew with the service's settings for glibc's memory, which are read at the start of a program."""
    wanted = dict(re.findall(r"^Environment=(MALLOC_\w+)=(\S+)$", UNIT.read_text(), re.MULTILINE))
    assert wanted
    if not wanted.items() <= os.environ.items():
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **wanted})


def share(values: Sequence[float], part: float) -> float:
    """The value below which `part` of the values lie."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def spread(values: Sequence[float]) -> str:
    """How milliseconds are spread."""
    return f"p50 {share(values, 0.5):.1f} ms, p95 {share(values, 0.95):.1f} ms, most {max(values):.1f} ms"


def verdict(good: bool) -> int:
    """Print whether all is as it should be; gives the exit status."""
    print("all as it should be" if good else "NOT as it should be")
    return 0 if good else 1
