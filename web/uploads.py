"""How large a body each address takes: asked before it is read, so that nobody fills the disk with one."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, request
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from werkzeug.test import create_environ

from web import roles
from web.guard import BODY
from web.shop import PARCEL, PICTURES

LARGE: Mapping[str, int] = {
    "teach.take_in": PARCEL,
    "teach.look": PICTURES,
    "teach_samples.send": PICTURES,
    "deckshop.take_in": PARCEL,
    "deckshop.send": PICTURES,
}
"""The endpoints that take more than `BODY`, and how much, in bytes."""


def most_of(endpoint: str | None) -> int:
    """The bytes that an endpoint takes."""
    return LARGE.get(endpoint or "", BODY)


def most_for(app: Flask, method: str, path: str, environ: Mapping[str, Any]) -> int:
    """The bytes that a request may send of which only the head is there: who may not, may not send much."""
    with app.request_context({**create_environ(method=method), "PATH_INFO": path, **environ}):
        endpoint = request.endpoint
        allowed = endpoint is not None and roles.role() >= roles.needed(endpoint)
        return most_of(endpoint) if allowed else BODY


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """waitress's parser, which asks how large a body may be as soon as it knows the head."""

    adj: Any

    def __init__(self, adj: Any, ask: Callable[[HTTPRequestParser], int]) -> None:
        super().__init__(adj)
        self._ask = ask

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head; then a larger body than may come is refused unread."""
        super().parse_header(header_plus)
        if self.chunked or self.content_length > BODY:
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = self._ask(self) + 1  # waitress refuses bodies of just that size


def channel_of(app: Flask, environ_of: Callable[[tuple[Any, ...], int], Mapping[str, Any]]) -> type[HTTPChannel]:
    """Waitress's connections for `app`; `environ_of` tells of one by its address and the server's port."""

    class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
        """A connection whose large bodies are allowed one by one."""

        def parser_class(self, adj: Any) -> Parser:
            """A parser for the next request of this connection."""

            def ask(parser: HTTPRequestParser) -> int:
                sent = {
                    f"HTTP_{name}": value for name, value in parser.headers.items() if name in ("COOKIE", "HOST")
                }
                told = environ_of(self.addr, self.server.effective_port)
                return most_for(app, parser.command, parser.path, {**told, **sent})

            return Parser(adj, ask)

    return Channel
