"""Clients that hold on and do nothing: `python -m tests.soak.halfopen [--each 25]`.

Some connect and say nothing, some never end their first line, some send a form a byte at a time, some open a
stream and read nothing of it. Meanwhile somebody opens the home page and the table, and sends an ask.
"""

from __future__ import annotations

import argparse
import http.client
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from tests.soak.figures import Load, spread, verdict
from tests.soak.playing import playing

BAR = 1000.0
"""Milliseconds within which every page must come."""
PAGES = 40


def silent(port: int) -> socket.socket:
    """Connects and says nothing."""
    return socket.create_connection(("127.0.0.1", port), 20)


def unfinished(port: int) -> socket.socket:
    """Never ends the head of its request."""
    line = silent(port)
    line.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-".encode())
    return line


def slow_post(port: int) -> socket.socket:
    """Promises a long form."""
    line = silent(port)
    head = f"POST /ask/clear_notice HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 100000\r\n"
    line.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nseen=".encode())
    return line


def unread_stream(port: int) -> socket.socket:
    """Opens a stream and reads nothing of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET /live?page=table HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return line


KINDS: tuple[Callable[[int], socket.socket], ...] = (silent, unfinished, slow_post, unread_stream)


def drip(lines: list[socket.socket], over: threading.Event) -> None:
    """Send a byte of each slow form every second."""
    while not over.wait(1.0):
        for line in lines:
            try:
                line.sendall(b"x")
            except OSError:  # the server has had enough of it, as it may
                continue


def opened(port: int, path: str) -> float:
    """Milliseconds until a page is there."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    with connection.getresponse() as answer:
        assert answer.status == 200, (path, answer.status)
        answer.read()
    connection.close()
    return 1000 * (time.monotonic() - began)


def main() -> int:
    """The exit status: 0 when all is as it should be."""
    parser = argparse.ArgumentParser("tests.soak.halfopen", description="Clients that hold on and do nothing.")
    parser.add_argument("--each", type=int, default=25, help="how many of each kind")
    args = parser.parse_args()
    over, times = threading.Event(), list[float]()
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder), 0.5) as table:
        print(f"alone: {spread([opened(table.port, '/table') for _ in range(PAGES)])}")
        lines = {kind: [kind(table.port) for _ in range(args.each)] for kind in KINDS}
        threading.Thread(target=drip, args=(lines[slow_post], over), daemon=True).start()
        time.sleep(3)
        for _ in range(PAGES):
            times += [opened(table.port, "/"), opened(table.port, "/table")]
            time.sleep(0.25)
        held = sum(map(len, lines.values()))
        print(f"{2 * PAGES} pages beside {held} half-open clients: {spread(times)}")
        print(f"server: {Load.of(table.pid)}; actions meanwhile: {len(table.asked)}")
        over.set()
        for line in chain(*lines.values()):
            line.close()
        time.sleep(8)
        after = spread([opened(table.port, "/") for _ in range(PAGES)])
        print(f"after they have gone: {Load.of(table.pid)}; {after}")
        return verdict(max(times) < BAR and len(table.asked) > 2 * PAGES * 0.25)


if __name__ == "__main__":
    raise SystemExit(main())
