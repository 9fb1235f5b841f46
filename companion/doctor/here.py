"""The machine that this program runs on."""

from __future__ import annotations

import fcntl
import glob
import os
import secrets
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.doctor.machine import Chip, Ran, Room

CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL of Linux' uapi/linux/gpio.h: name and label of 32 bytes each, the number of lines."""
_CHIP_INFO = struct.Struct("32s32sI")


class ThisMachine:
    """The computer that it runs on (`companion.doctor.machine.Machine`)."""

    def __init__(self, state: Path, models: Path) -> None:
        self.state = state.absolute()
        self.models = models.absolute()
        self.python = Path(sys.executable)

    def run(self, *command: str, timeout: float = 10.0) -> Ran:
        """A command run to its end, in English and in an empty folder: lgpio writes into the one that it is in."""
        try:
            with _empty_folder() as folder:
                done = subprocess.run(
                    command,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=timeout,
                    check=False,
                    stdin=subprocess.DEVNULL,
                    cwd=folder,
                    env={**os.environ, "LC_ALL": "C.UTF-8"},
                )
        except subprocess.TimeoutExpired:
            return Ran(None, late=True)
        except OSError as error:
            return Ran(None, err=str(error))
        return Ran(done.returncode, done.stdout, done.stderr)

    def read(self, path: str) -> str | None:
        """The text of a file, without the zero byte that ends the device tree's texts."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").rstrip("\0")
        except OSError:
            return None

    def find(self, pattern: str) -> tuple[str, ...]:
        """The paths that fit a pattern, in order."""
        return tuple(sorted(glob.glob(pattern)))  # noqa: PTH207  (patterns are absolute; pathlib's are relative)

    def room(self, folder: Path) -> Room:
        """The disk under `folder`."""
        disk = os.statvfs(folder)
        return Room(disk.f_bavail * disk.f_frsize, bool(disk.f_flag & os.ST_RDONLY))

    def write(self, folder: Path) -> float:
        """Seconds for a small file's way to the disk and back."""
        path, content = folder / f".write-test-{secrets.token_hex(4)}", secrets.token_bytes(4096)
        started = time.monotonic()
        try:
            with path.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if path.read_bytes() != content:
                raise OSError("what was read back is not what was written")
            return time.monotonic() - started
        finally:
            with suppress(OSError):
                path.unlink()

    def holders(self, *devices: str) -> tuple[str, ...]:
        """The programs whose open files are among `devices`, by /proc."""
        held = {
            f"{self.read(f'/proc/{pid}/comm') or '?'}".strip() + f" ({pid})"
            for pid, target in _open_files()
            if target in devices and pid != os.getpid()
        }
        return tuple(sorted(held))

    def chips(self) -> tuple[Chip, ...]:
        """The GPIO chips, asked by ioctl."""
        return tuple(_chip(path) for path in self.find("/dev/gpiochip*"))

    def now(self) -> datetime:
        """The clock."""
        return datetime.now(UTC)


@contextmanager
def _empty_folder() -> Iterator[Path | None]:
    """A folder of one's own, or None on a disk that is full."""
    try:
        folder = tempfile.TemporaryDirectory()
    except OSError:
        yield None
        return
    with folder as path:
        yield Path(path)


def _open_files() -> Iterator[tuple[int, str]]:
    """The process and the file of every open file that this user may see."""
    for link in glob.iglob("/proc/[0-9]*/fd/*"):  # noqa: PTH207
        with suppress(OSError):  # it has closed meanwhile
            yield int(link.split("/")[2]), str(Path(link).readlink())


def _chip(path: str) -> Chip:
    try:
        with Path(path).open("rb") as file:
            info = fcntl.ioctl(file, CHIP_INFO, bytes(_CHIP_INFO.size))
    except OSError as error:
        return Chip(path, error=str(error.strerror or error))
    return Chip(path, _CHIP_INFO.unpack(info)[1].rstrip(b"\0").decode(errors="replace"))
