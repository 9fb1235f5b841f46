"""HTTPS in front of the web server: TLS ends here, and plain HTTP goes on within this machine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Flask

log = logging.getLogger(__name__)

HANDSHAKE = 10.0
"""Seconds that a browser has for its part of the handshake; meanwhile it holds no thread."""

CONNECTIONS = 256
EACH = 48
"""Connections at a time, of all and of one address; a browser opens six for a site."""

BACKLOG = 128
"""Connections that may wait to be taken."""

CHUNK = 64 * 1024
"""Bytes that are handed on at a time."""

LOOPBACK = "127.0.0.1"

WSGI = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Front:
    """The TLS end: takes browsers' connections at `listener`, and hands what they send to the server at `inner`.

    It runs an event loop on a thread of its own, so that a browser that connects and says nothing costs nothing.
    The server tells its connections from others' by their port on this machine (`clients`).
    """

    def __init__(self, listener: socket.socket, certificate: Path, key: Path) -> None:
        self._listener = listener
        listener.listen(BACKLOG)
        self.port: int = listener.getsockname()[1]
        self.inner = socket.socket()
        self.inner.bind((LOOPBACK, 0))
        self.clients: dict[int, str] = {}
        self._open: Counter[str] = Counter()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.use(certificate, key)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)

    def use(self, certificate: Path, key: Path) -> None:
        """Show this certificate from the next connection on."""
        self._context.load_cert_chain(certificate, key)

    def start(self) -> None:
        """Begin to take connections."""
        self._thread.start()

    def stop(self) -> None:
        """End all connections; harmless before the start and twice."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        if not self._loop.is_closed():
            self._loop.close()
        self._listener.close()
        self.inner.close()

    def install(self, app: Flask) -> None:
        """Let `app` see the browsers behind this end, and that they came by https."""
        app.wsgi_app = self._seen(app.wsgi_app)  # type: ignore[assignment]  # as Flask's documentation has it

    def environ(self, port: int) -> dict[str, Any]:
        """What WSGI is told of the connection from this port of this machine; nothing of one that is not ours."""
        client = self.clients.get(port)
        if client is None:
            return {}
        return {"REMOTE_ADDR": client, "SERVER_PORT": str(self.port), "wsgi.url_scheme": "https"}

    def _seen(self, app: WSGI) -> WSGI:
        inner = str(self.inner.getsockname()[1])

        def seen(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            if environ.get("SERVER_PORT") != inner:
                return app(environ, start_response)
            told = self.environ(int(environ.get("REMOTE_PORT", 0)))
            if not told:  # some other program of this machine
                start_response("403 Forbidden", [("Content-Type", "text/plain")])
                return [b"This port is not for you.\n"]
            return app({**environ, **told}, start_response)

        return seen

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(
                self._answer, sock=self._listener, ssl=self._context, ssl_handshake_timeout=HANDSHAKE
            )
        )
        try:
            self._loop.run_forever()
        finally:
            server.close()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.run_until_complete(asyncio.sleep(0))  # what was aborted lets go of its socket

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = str(writer.get_extra_info("peername")[0])
        if self._open.total() >= CONNECTIONS or self._open[client] >= EACH:
            writer.transport.abort()
            return
        self._open[client] += 1
        try:
            await self._joined(client, reader, writer)
        except OSError as error:
            log.debug("a connection of %s ended: %s", client, error)
        finally:
            self._open -= Counter([client])
            writer.transport.abort()

    async def _joined(self, client: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with socket.socket() as inside:
            inside.setblocking(False)
            inside.bind((LOOPBACK, 0))
            port = inside.getsockname()[1]
            self.clients[port] = client  # before the server can see the connection
            try:
                await self._loop.sock_connect(inside, self.inner.getsockname())
                answer, ask = await asyncio.open_connection(sock=inside)
                try:
                    await _first_end(_handed_on(reader, ask), _handed_on(answer, writer))
                finally:
                    ask.transport.abort()
            finally:
                del self.clients[port]


async def _first_end(*ways: Any) -> None:
    """Both ways at once, until one of them ends."""
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _handed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What comes handed on as fast as it is taken, until it ends."""
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()
        await writer.wait_closed()
