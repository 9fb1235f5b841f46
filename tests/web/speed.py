"""How large and how fast the pages are, printed: `python -m tests.web.speed`."""

from __future__ import annotations

import http.client
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.web.rig import Rig
from web import Server
from web.site import site_of

STREAMS, PINGS, DRAWINGS = 50, 200, 50

Connect = Callable[[], http.client.HTTPConnection]


def main() -> None:
    """Print bytes, milliseconds to draw, and how long requests take beside open streams."""
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        try:
            measure(rig)
        finally:
            rig.close()


def measure(rig: Rig) -> None:
    rig.new()
    rig.roll("SB SB PA KR SA")
    client, site = rig.client(), site_of(rig.app)
    view = site.fragments.html("table", rig.view)
    print(f"page /table: {len(client.get('/table').data)} bytes, of which one View {len(view.encode())}")
    times = []
    for _ in range(DRAWINGS):
        newest = rig.ask("clear_notice")
        started = time.perf_counter()
        site.fragments.html("table", newest)
        times.append(1000 * (time.perf_counter() - started))
    print(f"drawing a View: median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms")
    static = Path(__file__).parents[2] / "web" / "static"
    for kind in ("css", "js", "vendor"):
        print(f"static/{kind}: {sum(file.stat().st_size for file in (static / kind).glob('*'))} bytes")
    beside_streams(rig)


def beside_streams(rig: Rig) -> None:
    server = Server(rig.app, port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    connect = partial(http.client.HTTPConnection, "127.0.0.1", server.port, timeout=20)
    streams = [opened(connect) for _ in range(STREAMS)]
    times = sorted(pinged(connect) for _ in range(PINGS))
    half, most = times[PINGS // 2], times[PINGS * 95 // 100]
    print(f"{PINGS} pages beside {STREAMS} streams: p50 {half:.1f} ms, p95 {most:.1f} ms")
    started = time.perf_counter()
    rig.ask("clear_notice")
    for stream in streams:
        read_view(stream)
    print(f"a new View at all {STREAMS} streams after {1000 * (time.perf_counter() - started):.0f} ms")
    for stream in streams:
        stream.close()
    server.stop()
    thread.join()


def opened(connect: Connect) -> http.client.HTTPResponse:
    connection = connect()
    connection.request("GET", "/live")
    answer = connection.getresponse()
    assert answer.status == 200
    read_view(answer)
    return answer


def read_view(stream: http.client.HTTPResponse) -> None:
    while stream.readline() != b"event: view\n":
        pass


def pinged(connect: Connect) -> float:
    """Milliseconds of a page over a connection of its own."""
    started = time.perf_counter()
    connection = connect()
    connection.request("GET", "/table")
    with connection.getresponse() as answer:
        answer.read()
    connection.close()
    return 1000 * (time.perf_counter() - started)


if __name__ == "__main__":
    main()
