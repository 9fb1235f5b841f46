"""Words to systemd: over a real datagram socket, and in log lines."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.systemd import Notifier, PriorityFormatter, log_handler


class Manager:
    """A service manager's end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.settimeout(0.0)

    def heard(self) -> list[str]:
        """The messages since the last time."""
        messages = []
        try:
            while True:
                messages.append(self._socket.recv(1000).decode())
        except BlockingIOError:
            return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify"))
    yield made
    made.close()


def test_it_says_when_it_is_ready_and_when_it_ends(manager: Manager, tmp_path: Path) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    notifier.ready("The table is open at http://table.local:8137/")
    notifier.status("The table is open at http://192.168.1.20:8137/")
    notifier.stopping()
    assert manager.heard() == [
        "READY=1\nSTATUS=The table is open at http://table.local:8137/",
        "STATUS=The table is open at http://192.168.1.20:8137/",
        "STOPPING=1",
    ]


def test_a_socket_without_a_file_is_reached_too() -> None:
    manager = Manager(f"\0companion-{os.getpid()}")
    Notifier({"NOTIFY_SOCKET": f"@companion-{os.getpid()}"}).stopping()
    assert manager.heard() == ["STOPPING=1"]
    manager.close()


def test_the_watchdog_is_fed_four_times_in_its_time(manager: Manager, tmp_path: Path) -> None:
    clock = [100.0]
    environ = {
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "20000000",
        "WATCHDOG_PID": str(os.getpid()),
    }
    notifier = Notifier(environ, lambda: clock[0])
    for _ in range(200):  # twenty seconds
        notifier.alive()
        clock[0] += 0.1
    assert manager.heard() == ["WATCHDOG=1"] * 4


@pytest.mark.parametrize(
    "environ",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}],
)
def test_without_a_watchdog_none_is_fed(manager: Manager, tmp_path: Path, environ: dict[str, str]) -> None:
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify"), **environ}).alive()
    assert manager.heard() == []


def test_without_systemd_nothing_is_said() -> None:
    notifier = Notifier({})
    notifier.ready("")
    notifier.alive()
    notifier.stopping()


def test_a_manager_that_is_gone_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready("")
    assert "cannot be told" in caplog.text


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.CRITICAL, 3), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (10, 7)],
)
def test_every_line_for_the_journal_has_its_priority(level: int, priority: int) -> None:
    record = logging.LogRecord("companion.eye", level, "", 0, "the camera\nfailed: %s", ("no",), None)
    told = PriorityFormatter("%(name)s: %(message)s").format(record)
    assert told == f"<{priority}>companion.eye: the camera\n<{priority}>failed: no"


def test_lines_for_a_terminal_name_their_level() -> None:
    record = logging.LogRecord("companion.eye", logging.WARNING, "", 0, "no camera", (), None)
    assert log_handler({}).format(record) == "WARNING companion.eye: no camera"
    assert log_handler({"JOURNAL_STREAM": "8:12"}).format(record) == "<4>companion.eye: no camera"
