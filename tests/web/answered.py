"""What a server answers to one request, over a connection of its own."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def answered(connection: http.client.HTTPConnection, path: str) -> Iterator[http.client.HTTPResponse]:
    """The answer to `path`, while it may be read; then the connection is closed."""
    try:
        connection.request("GET", path)
        with connection.getresponse() as answer:
            yield answer
    finally:
        connection.close()
