"""How fast the pages come over https beside plain http, printed: `python -m tests.web.speed_https`."""

from __future__ import annotations

import http.client
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tests.web.rig import Rig
from tests.web.speed import Connect, opened, pinged, read_view
from web.https import Https
from web.server import Server
from web.site import site_of

STREAMS, PINGS, VIEWS, SILENT = 40, 200, 40, 200


def main() -> None:
    """Print milliseconds of pages and of new Views at all streams, over both ways, and beside silent browsers."""
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder) / "pictures")
        https = Https(Path(folder), ["localhost"], "127.0.0.1", 0)
        server = Server(rig.app, port=0, front=https.front)
        thread = threading.Thread(target=server.run)
        thread.start()
        https.front.start()
        rig.new()
        trusting = ssl.create_default_context(cafile=str(https.authority.certificate))
        ways: dict[str, Connect] = {
            "http": lambda: http.client.HTTPConnection("127.0.0.1", server.port, timeout=20),
            "https": lambda: http.client.HTTPSConnection(
                "127.0.0.1", https.front.port, timeout=20, context=trusting
            ),
        }
        for name, connect in ways.items():
            measure(rig, name, connect)
        silent = [socket.create_connection(("127.0.0.1", https.front.port)) for _ in range(SILENT)]
        print(
            f"https beside {SILENT} that never shake hands: {told([pinged(ways['https']) for _ in range(PINGS)])}"
        )
        for one in silent:
            one.close()
        server.stop()
        thread.join()
        https.front.stop()
        rig.close()


def measure(rig: Rig, name: str, connect: Connect) -> None:
    streams = [opened(connect) for _ in range(STREAMS)]
    print(f"{name}: {PINGS} pages beside {STREAMS} streams: {told([pinged(connect) for _ in range(PINGS)])}")
    times = []
    for _ in range(VIEWS):
        started = time.perf_counter()
        rig.ask("clear_notice")
        for stream in streams:
            read_view(stream)
        times.append(1000 * (time.perf_counter() - started))
    print(f"{name}: a new View at all {STREAMS} streams: {told(times)}")
    for stream in streams:
        stream.close()
    while site_of(rig.app).streams.open:
        time.sleep(0.1)


def told(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return f"p50 {ordered[len(ordered) // 2]:.1f} ms, p95 {ordered[len(ordered) * 95 // 100]:.1f} ms"


if __name__ == "__main__":
    main()
