"""Large bodies, over real sockets: refused before they are read, unless their sender may send them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pairing import Role
from tests.web.doorrig import DoorRig, cookie
from web.guard import BODY
from web.server import Server

LIMIT = 20.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[DoorRig, Server]]:
    rig = DoorRig(tmp_path)
    server = Server(rig.app, port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield rig, server
    server.stop()
    thread.join(LIMIT)
    rig.close()


def answer(server: Server, path: str, length: str, session: str, more: bytes = b"") -> bytes:
    """The first bytes of the answer to a head alone that promises a long body; none when it is waited for."""
    with socket.create_connection(("127.0.0.1", server.port), 1.0) as sent:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{length}\r\nCookie: companion={session}\r\n\r\n"
        sent.sendall(head.encode() + more)
        try:
            return sent.recv(12)
        except TimeoutError:
            return b""


LONG = f"Content-Length: {BODY * 100}"
CHUNKED = "Transfer-Encoding: chunked"


def test_a_stranger_cannot_fill_the_disk(served: tuple[DoorRig, Server]) -> None:
    rig, server = served
    session = cookie(rig.paired(Role.ACTOR))
    for path in ("/teach/import", "/teach/symbols/look", "/ask/do", "/nowhere"):
        for who in ("", "forged.session.x", session):
            assert answer(server, path, LONG, who) == b"HTTP/1.1 413", path
    chunk = b"%x\r\n" % (BODY + 1) + b"x" * (BODY + 1)
    assert answer(server, "/teach/import", CHUNKED, "", chunk) == b"HTTP/1.1 413"


def test_the_hosts_pictures_are_waited_for(served: tuple[DoorRig, Server]) -> None:
    rig, server = served
    session = cookie(rig.paired(Role.HOST))
    assert answer(server, "/teach/symbols/look", LONG, session) == b""
    assert answer(server, "/ask/do", LONG, session) == b"HTTP/1.1 413"
