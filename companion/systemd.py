"""What systemd expects of a service: word that it is ready and alive, and log lines with their priority."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

SHARE = 4
"""How often the watchdog is fed within its time: systemd recommends at least twice."""

PRIORITIES = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
"""Levels of `logging` and the priorities of syslog(3) for them; 7, for debugging, below the last."""


class Notifier:
    """The datagrams of sd_notify(3) to the service manager that started this program; silent without one.

    Raises nothing: a manager that does not listen must not stop a game.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ, now: Callable[[], float] = time.monotonic) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address  # "@": in no file system
        self._every = _watchdog_seconds(environ) / SHARE
        self._now = now
        self._fed = -self._every

    def ready(self, status: str) -> None:
        """Say that everything runs, in a line that `systemctl status` shows."""
        self._send(f"READY=1\nSTATUS={status}")

    def status(self, line: str) -> None:
        """Another line for `systemctl status`."""
        self._send(f"STATUS={line}")

    def stopping(self) -> None:
        """Say that it was told to end."""
        self._send("STOPPING=1")

    def alive(self) -> None:
        """Feed the watchdog, if there is one and it is time; called by the loop that must not hang."""
        if self._every and self._now() - self._fed >= self._every:
            self._fed = self._now()
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(
                socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
            ) as out:
                out.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd cannot be told %r: %s", message, error)


class PriorityFormatter(logging.Formatter):
    """Log lines for systemd's journal, which knows time and program itself and reads the priority in front."""

    def format(self, record: logging.LogRecord) -> str:
        """Each line with its priority."""
        priority = next((code for level, code in PRIORITIES if record.levelno >= level), 7)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines() or [""])


def log_handler(environ: Mapping[str, str] = os.environ) -> logging.Handler:
    """Where log lines go: to stderr, in the way of systemd's journal where that reads it."""
    handler = logging.StreamHandler()
    if environ.get("JOURNAL_STREAM"):
        handler.setFormatter(PriorityFormatter("%(name)s: %(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    return handler


def _watchdog_seconds(environ: Mapping[str, str]) -> float:
    """The time within which systemd wants a sign of life of this very process; 0 for none."""
    meant = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    text = environ.get("WATCHDOG_USEC", "")
    return int(text) / 1e6 if meant and text.isdecimal() else 0.0
