"""The web server: waitress in this one process, with its own way to an orderly end."""

from __future__ import annotations

import ipaddress
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.errors import PortBusy
from companion.services import Backoff, fault_state, unexpected
from companion.state.view import Service
from companion.words import say
from web import uploads
from web.site import site_of
from web.tls import Front

log = logging.getLogger(__name__)

THREADS = 72
"""Threads for requests: 56 open streams (`web.site.STREAMS`) leave sixteen for everything else."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a body that waitress takes in at all; the largest that a page allows is 48 MiB of pictures."""

HELD = 256 * 1024
"""Bytes that a browser may lag behind before what writes to it waits.

waitress also keeps what was sent of an answer until it was as much: for streams that never end, waitress's own
16 MiB for each of 50 tablets would be more memory than a small Pi has.
"""

CONNECTIONS = 512
HIGHEST_PORT = 65535
SILENT = 20_000
"""Milliseconds after which the kernel gives up a connection whose other end acknowledges nothing."""

TURN = 0.5
"""Seconds of one round of the server's loop, and so of its answer to `stop`."""

GRACE = 3.0
"""Seconds that running answers have to end after `stop`."""


class Server:
    """A server that holds its address from the start and answers while `run` runs.

    `port` is the one that it really has; the system chose it when 0 was asked for. `front` is the end of https
    before it, if any.

    Raises:
        PortBusy: the address is taken, not allowed, or not of this machine.
    """

    def __init__(self, app: Flask, host: str = "127.0.0.1", port: int = 8080, front: Front | None = None) -> None:
        self._site = site_of(app)
        self._front = front
        listener = bound(host, port)
        self._host, self.port = listener.getsockname()[:2]
        self._map: dict[int, Any] = {}
        self._waitress = create_server(
            app,
            map=self._map,
            sockets=[listener, front.inner] if front else [listener],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_request_lookahead=1,  # only then does waitress notice a browser that goes during an answer
            max_request_body_size=LARGEST,
            outbuf_high_watermark=HELD,
            ident=None,
        )
        channel = uploads.channel_of(app, partial(_told, front))
        for one in self._map.values():
            if hasattr(one, "channel_class"):  # the other one wakes the loop up
                one.channel_class = channel
        if front:
            front.install(app)

    @property
    def address(self) -> str:
        """Where a browser finds it; for a server on all interfaces, this machine's address in the home network."""
        ip = ipaddress.ip_address(self._host)
        return address_of(outward(ip.version) if ip.is_unspecified else self._host, self.port)

    @property
    def ports(self) -> dict[str, int]:
        """Its port of plain `http`, and that of `https` if there is one."""
        return {"http": self.port, **({"https": self._front.port} if self._front else {})}

    def run(self, tell: Callable[[Service], None] = lambda _state: None) -> None:
        """Answer until `stop`, or until the host stops; then let running answers end and close.

        `tell` hears each new state of the server: a round of its loop that fails is logged and tried again.
        """
        backoff, told = Backoff(), Service("starting")
        try:
            while not self._site.stopped:
                state = self._round(backoff)
                if state != told:
                    told = state
                    tell(state)
        finally:
            self.close()

    def _round(self, backoff: Backoff) -> Service:
        try:
            wasyncore.loop(timeout=TURN, map=self._map, count=1)
        except Exception as error:
            log.exception("a round of the web server failed")
            self._site.stopping.wait(backoff.pause())
            return fault_state(unexpected(error))
        backoff.reset()
        return Service("ready")

    def stop(self) -> None:
        """Ask `run` to end; any thread and signal handlers may."""
        self._site.stopping.set()

    def close(self) -> None:
        """Let running answers end, then let go of the address; harmless twice. `run` does it at its end."""
        self._site.stopping.set()
        self._waitress.task_dispatcher.shutdown(timeout=GRACE)
        wasyncore.loop(timeout=0.0, map=self._map, count=1)
        wasyncore.close_all(self._map, ignore_all=True)


@contextmanager
def signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT mean `stop` inside; outside the main thread signals stay as they are."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  (the signal module's shape)
        stop()

    before = {number: signal.signal(number, handler) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _told(front: Front | None, client: tuple[Any, ...], port: int) -> dict[str, Any]:
    """What WSGI is told of a connection of `client` to this machine's `port`."""
    if front and port == front.inner.getsockname()[1]:
        return front.environ(client[1])
    return {"REMOTE_ADDR": client[0]}


def bound(host: str, port: int) -> socket.socket:
    """A socket that holds an address, for a server to listen at.

    Raises:
        PortBusy: the address is taken, not allowed, or not of this machine.
    """
    if not 0 <= port <= HIGHEST_PORT:
        raise _busy(host, port, ValueError(f"a port is 0 to {HIGHEST_PORT}"))
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _busy(host, port, error) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _busy(host, port, error) from error
    return listener


def address_of(host: str, port: int) -> str:
    """What a browser is given to find a server."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _busy(host: str, port: int, error: Exception) -> PortBusy:
    return PortBusy(
        say("The address {host}:{port} cannot be used.", host=host, port=port), detail=f"bind failed: {error}"
    )


def outward(version: int) -> str:
    """The address from which this machine would speak to others; nothing is sent to find out."""
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if version == 6 else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "::1" if version == 6 else "127.0.0.1"
