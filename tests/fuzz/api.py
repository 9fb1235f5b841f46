"""The whole dashboard fuzzed by schemathesis from its own OpenAPI description: nothing may answer with 5xx.

    python -m tests.fuzz.api [EXAMPLES]      # of each operation; 60 take about six minutes

A real host, a workshop over photographs and a door; the fuzzer sits at the simulated table, and so is its host.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.core.result import Ok

from companion.pairing import Pairing, Register
from companion.pictures import Pictures
from companion.reports import Reports
from companion.state.view import View
from tests.web.rig import ANN_AND_BO, COMPILED, FACES, Rig
from tests.workbench import Bench, taught
from web import create_app, live

HEADERS = ({"Accept": "application/json"}, {"Accept": "text/html"}, {"X-Part": "main"}, {"X-Part": "sheet"})
"""What pages and programs send along, in turn."""

GAMES = ("yahtzee_jr", "just_dice", "plankton_rising", "monopoly", "riot")
KNOWN = {
    "name": ("symbols", "standard", "our-standard", "made-up"),
    "code": ("RING", "STAR"),
    "file": ("symbols",),
    "game": GAMES,
    "die_set": ("characters", "pips", "symbols"),
    "face": ("SB", "1", "RING"),
    "paper": ("a4",),
    "kind": ("pdf", "svg", "csv"),
    "evening": ("1", "2"),
}
"""What is there, by the name of an argument in an address: every other request asks for it."""

SKIPPED = ("teach.take_in",)  # its own fuzz is in tests/vision/test_teach_parcel.py


@dataclass
class Found:
    """What the fuzzer saw: how often each status, and every answer of 5xx with the request that brought it."""

    statuses: Counter[int] = field(default_factory=Counter)
    operations: int = 0
    faults: list[str] = field(default_factory=list)


class FuzzRig(Rig):
    """A dashboard with everything that it can have."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "pictures")
        self.bench = Bench(folder)
        taught(folder / "dice")
        self.door = Pairing(Register(folder), trusts_this_machine=True)
        self.app = create_app(
            self.host,
            faces=FACES,
            boxes=self.boxes,
            taught=folder / "dice",
            playground=self.hands,
            workshop=self.bench.workshop,
            reported=Reports(folder / "reports", Pictures(folder / "pictures"), FACES, folder / "dice"),
            door=self.door,
            chronicle=self.chronicle,
        )
        self.app.jinja_env.bytecode_cache = COMPILED
        self.app.wsgi_app = self._seated(self.app.wsgi_app)  # type: ignore[method-assign]
        self.bench.start()

    def _seated(self, app: Any) -> Any:
        """The same application, asked from this machine."""
        return lambda environ, start: app({"REMOTE_ADDR": "127.0.0.1", **environ}, start)

    def close(self) -> None:
        self.bench.stop()
        super().close()


@contextmanager
def short_streams() -> Iterator[None]:
    """Streams of events end at once: nobody listens."""
    before, live.LIFETIME = live.LIFETIME, 0.0
    try:
        yield
    finally:
        live.LIFETIME = before


def laid(rig: Rig, turn: int) -> View:
    """A game on the table, now and then with a proposal: most asks are of no use without."""
    if not rig.view.game or turn % 50 == 0:
        rig.ask("new", game=GAMES[turn // 50 % len(GAMES)], seats=ANN_AND_BO)
    return rig.view


def fuzz(app: Flask, rig: Rig, examples: int, first: int = 0, *, every: int = 1, start: int = 0) -> Found:
    """Try each `every`-th operation from `start` on with so many examples; `first` makes it repeatable."""
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    found = Found()
    operations = [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]
    with short_streams():
        for operation in operations[start::every]:
            if operation.definition.raw["operationId"] not in SKIPPED:
                found.operations += 1
                _tried(operation, rig, examples, first, found)
    return found


def _tried(operation: Any, rig: Rig, examples: int, first: int, found: Found) -> None:
    turn = 0

    @seed(first)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(case=operation.as_strategy())
    def one(case: Any) -> None:
        nonlocal turn
        laid(rig, turn)
        if turn % 2:
            case.path_parameters |= {
                name: KNOWN[name][turn // 2 % len(KNOWN[name])]
                for name in case.path_parameters or {}
                if name in KNOWN
            }
        turn += 1
        try:
            answer = case.call(headers=HEADERS[turn % len(HEADERS)])
        except Exception as error:  # noqa: BLE001  (what a page raised comes through, instead of a 500)
            found.faults.append(f"{error!r} {case.method} {case.formatted_path}: {case.body!r}")
            return
        found.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            found.faults.append(f"{answer.status_code} {case.method} {case.path}: {case.as_curl_command()}")

    one()


def main(argv: list[str]) -> int:
    """Fuzz everything, and print what came of it; 1 when something answered with 5xx."""
    examples, begun = int(argv[0]) if argv else 60, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        rig = FuzzRig(Path(folder))
        try:
            found = fuzz(rig.app, rig, examples, int(begun))
        finally:
            rig.close()
    total = sum(found.statuses.values())
    print(f"{found.operations} operations, {total} requests, {time.monotonic() - begun:.0f} s")
    print(dict(sorted(found.statuses.items())))
    for fault in dict.fromkeys(found.faults):
        print(fault[:600])
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
