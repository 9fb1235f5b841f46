"""A table that plays by itself: `python -m tests.soak.playing STATE PACE`, for trials from outside.

It is the whole program on a simulated table, in which two people play Yahtzee Jr. at random, one evening after
another, an action every PACE seconds. It prints its address, then for each action a JSON row: the number of the
View, and the monotonic seconds when it was asked and when the host had answered.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.state.view import View
from tests.play import random_action

SEATS = [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "blue"}]


def main(state: str, pace: str) -> None:
    """Play until killed."""
    app = App(Wishes(Path(state), default_models(), simulate=True, host="127.0.0.1", port=0))
    app.start()
    threading.Thread(target=app.serve, daemon=True).start()
    print(app.server.address, flush=True)
    rng, view = random.Random(1), app.host.view
    while True:
        asked = time.monotonic()
        view = _step(app, view, rng)
        print(json.dumps([view.number, asked, time.monotonic()]), flush=True)
        time.sleep(max(0.0, asked + float(pace) - time.monotonic()))


def _step(app: App, view: View, rng: random.Random) -> View:
    if view.phase in ("home", "over"):
        return _ask(app, "new", game="yahtzee_jr", seats=SEATS, clock={"mode": "up"})
    return _ask(app, "do", action=str(random_action(rng.choice(view.choices), rng)))


def _ask(app: App, verb: str, **args: Any) -> View:
    return app.host.ask(verb, **args).result()


class Playing:
    """A table in a process of its own, seen from outside."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.pid = process.pid
        assert process.stdout is not None
        self._out: IO[str] = process.stdout
        self.port = urlsplit(self._out.readline().strip()).port or 0
        self.asked: dict[int, tuple[float, float]] = {}
        """For each View's number, when it was asked for and when the host had answered, in monotonic seconds."""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._out:
            number, asked, answered = json.loads(line)
            self.asked[number] = asked, answered


@contextmanager
def playing(state: Path, pace: float) -> Iterator[Playing]:
    """A table that plays, in a process of its own."""
    command = [sys.executable, "-m", "tests.soak.playing", str(state), str(pace)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Playing(process)
        finally:
            process.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
