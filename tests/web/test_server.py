"""The server: real sockets on this machine alone."""

from __future__ import annotations

import contextlib
import http.client
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from waitress import wasyncore

from companion.errors import PortBusy
from companion.services import Backoff
from tests.web.answered import answered
from tests.web.rig import Rig
from web.server import HELD, LARGEST, Server, signals
from web.site import STREAMS, site_of

LIMIT = 20.0
"""Seconds after which a test gives up; nothing here takes one."""


@contextmanager
def served(rig: Rig) -> Iterator[Server]:
    server = Server(rig.app, port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(LIMIT)
        assert not thread.is_alive()


@contextmanager
def asked(server: Server, path: str) -> Iterator[http.client.HTTPResponse]:
    with answered(http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIMIT), path) as answer:
        yield answer


def ended(server: Server) -> None:
    """Wait until nothing listens at the server's port any more."""
    deadline = time.monotonic() + LIMIT
    with contextlib.suppress(ConnectionRefusedError):
        while time.monotonic() < deadline:
            socket.create_connection(("127.0.0.1", server.port), 1).close()
            time.sleep(0.05)
        pytest.fail(f"port {server.port} is still open")


def get(server: Server, path: str) -> tuple[int, str]:
    with asked(server, path) as answer:
        return answer.status, answer.read().decode()


def next_event(stream: http.client.HTTPResponse) -> str:
    while not (line := stream.readline().decode()).startswith("event:"):
        assert line, "the stream ended"
    return line.split()[1]


def test_it_tells_the_address_that_it_really_has(rig: Rig) -> None:
    with served(rig) as server:
        assert server.address == f"http://127.0.0.1:{server.port}/"
        assert get(server, "/healthz")[0] == 200


def test_a_server_on_all_interfaces_tells_an_address_that_can_be_opened(rig: Rig) -> None:
    server = Server(rig.app, "0.0.0.0", 0)
    server.stop()
    server.run()
    assert server.address.endswith(f":{server.port}/")
    assert "0.0.0.0" not in server.address


def test_fifty_open_streams_leave_room_for_everybody_else(rig: Rig) -> None:
    rig.new()
    with served(rig) as server, ExitStack() as stack:
        streams = [stack.enter_context(asked(server, "/live")) for _ in range(50)]
        assert {next_event(stream) for stream in streams} == {"beat"}
        assert {next_event(stream) for stream in streams} == {"view"}
        status, text = get(server, "/table")
        assert (status, "Ann" in text) == (200, True)
        rig.roll("SB SB PA KR SA")
        assert {next_event(stream) for stream in streams} == {"view"}


def test_more_streams_than_it_can_hold_still_leave_the_pages_open(rig: Rig) -> None:
    with served(rig) as server, ExitStack() as stack:
        streams = [stack.enter_context(asked(server, "/live")) for _ in range(STREAMS + 3)]
        assert sorted({stream.status for stream in streams}) == [200, 503]
        assert sum(stream.status == 503 for stream in streams) == 3
        assert get(server, "/live/now?page=home")[0] == 200


def test_clients_that_never_read_harm_nobody(rig: Rig) -> None:
    rig.new()
    with served(rig) as server, ExitStack() as stack:
        for _ in range(5):
            silent = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), LIMIT))
            silent.sendall(b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for _ in range(20):
            rig.ask("clear_notice")
        assert get(server, "/table")[0] == 200


def test_a_body_that_no_page_allows_is_refused_before_it_is_sent(rig: Rig) -> None:
    with served(rig) as server, socket.create_connection(("127.0.0.1", server.port), LIMIT) as sent:
        head = f"POST /ask/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: {LARGEST + 1}\r\n\r\n"
        sent.sendall(head.encode())
        assert b"413" in sent.recv(64)


def test_a_tablet_that_is_gone_gives_its_place_back(rig: Rig) -> None:
    rig.new()
    with served(rig) as server:
        with asked(server, "/live") as stream:
            next_event(stream)
            assert site_of(rig.app).streams.open == 1
        deadline = time.monotonic() + LIMIT
        while site_of(rig.app).streams.open and time.monotonic() < deadline:
            time.sleep(0.02)
        assert site_of(rig.app).streams.open == 0


def test_streams_end_when_the_server_stops(rig: Rig) -> None:
    with served(rig) as server, asked(server, "/live") as stream:
        next_event(stream)
        server.stop()
        stream.read()
        ended(server)


def test_the_server_ends_when_the_host_stops(rig: Rig) -> None:
    with served(rig) as server:
        rig.host.stop()
        ended(server)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(rig: Rig, number: signal.Signals) -> None:
    server = Server(rig.app, port=0)
    before = signal.getsignal(number)
    with signals(server.stop):
        signal.raise_signal(number)
        server.run()
    assert signal.getsignal(number) is before


def test_signals_are_left_alone_outside_the_main_thread() -> None:
    inside: list[object] = []

    def work() -> None:
        with signals(lambda: None):
            inside.append(signal.getsignal(signal.SIGTERM))

    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(LIMIT)
    assert inside == [before]


def test_a_busy_port_is_a_sentence_that_says_what_to_do(rig: Rig) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(PortBusy, match="cannot be used") as caught:
            Server(rig.app, port=other.getsockname()[1])
    assert "--port" in str(caught.value.advice)


@pytest.mark.parametrize(("host", "port"), [("nowhere.invalid", 0), ("192.0.2.1", 0), ("127.0.0.1", 70000)])
def test_an_address_of_another_machine_is_refused_alike(rig: Rig, host: str, port: int) -> None:
    with pytest.raises(PortBusy):
        Server(rig.app, host, port)


def test_a_round_that_fails_is_told_and_the_next_one_answers(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    server, told, rounds = Server(rig.app, port=0), list[str](), wasyncore.loop
    faults = [OSError("bad file descriptor")]

    def loop(**args: object) -> None:
        if faults:
            raise faults.pop()
        rounds(**args)

    monkeypatch.setattr(wasyncore, "loop", loop)
    monkeypatch.setattr(Backoff, "pause", lambda _self: 0.01)
    thread = threading.Thread(target=lambda: server.run(lambda state: told.append(state.state)))
    thread.start()
    try:
        assert get(server, "/healthz")[0] == 200
    finally:
        server.stop()
        thread.join(LIMIT)
    assert told == ["retrying", "ready"]


def test_a_stream_keeps_no_more_of_what_was_sent_than_a_tablet_may_lag_behind(rig: Rig) -> None:
    """What waitress holds for a stream that is read to the end, after it has had many times as much."""
    rig.new()
    with served(rig) as server, asked(server, "/live?page=table") as stream:
        sent = 0
        while sent < 8 * HELD:
            rig.ask("clear_notice")
            while (line := stream.readline()) != b"event: view\n":
                sent += len(line)
        channels = [one for one in server._map.values() if hasattr(one, "outbufs")]
        files = [buffer.buf.getfile() for one in channels for buffer in one.outbufs if buffer.buf]
        assert files
        assert sum(len(file.getvalue()) for file in files) <= 2 * HELD
