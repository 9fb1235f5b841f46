"""The whole program on a simulated table, served while a browser test looks at it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.app import App
from companion.edge import Wishes


@contextmanager
def running(wishes: Wishes) -> Iterator[App]:
    """The program as `wishes` tell, from its start to its end."""
    app = App(wishes)
    server = threading.Thread(target=app.server.run, name="server")
    app.start()
    server.start()
    yield app
    app.server.stop()
    server.join()
    app.stop()
