"""Ten thousand presses with bounce: `python -m tests.soak.presses [--presses 10000]`: exactly as many asks.

Many tables stand side by side, each with its own pins of gpiozero's mock factory, its own buttons and its own
host; at each somebody presses at a human pace, with contacts that chatter on the way down and up. A press whose
chatter was stretched, because this machine was busy, is one that no debounce could tell from two: it is told, and
the trial is then none. `--traces` does without the pins and the waiting, and is exact on any machine.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from companion.boxes import Boxes
from companion.desk import Desk
from companion.host import Host
from companion.pictures import Pictures
from companion.state.journal import MemoryJournal
from companion.state.view import View
from hardware.buttons import TableButtons
from hardware.pins import load_pins
from hardware.simulators.pins import mock_factory
from tests.soak.figures import Load, verdict

TABLES = 20
DEBOUNCE = 0.1
"""Seconds; more than the usual 0.03, for here twenty fingers share a processor."""
DOWN, UP = (0.25, 0.4), (0.25, 0.35)
"""Seconds, least and most, that a finger presses and rests."""
BOUNCES = 8
GAP = (0.0002, 0.004)
"""Seconds, least and most, between two edges of a chattering contact."""


class Table:
    """A table at which every press of the button is an ask of a real host; `answers` are what came of them."""

    def __init__(self, folder: Path, seed: int) -> None:
        journal, pictures = MemoryJournal(), Pictures(folder / "pictures")
        desk = Desk(journal, pictures, Boxes(folder / "boxes"))
        desk.eye = lambda _expected: True
        self._host = Host(desk, journal, pictures)
        self._rng = random.Random(seed)
        pins = load_pins()
        factory = mock_factory()
        self._pin: Any = factory.pin(pins.table)
        self._buttons = TableButtons(pins, factory, debounce=DEBOUNCE)
        self._buttons.listen(lambda: self._ask("press"), lambda: self._ask("long_press"))
        self.asks: list[str] = []
        self.answers: list[Future[View]] = []
        self.stretched = 0

    def _ask(self, verb: str) -> None:
        self.asks.append(verb)
        self.answers.append(self._host.ask(verb))

    def press(self, times: int) -> None:
        """Press so many times."""
        self._host.start()
        self._host.ask("new", game="just_dice", seats=[{"name": "Ada", "colour": "red"}]).result()
        for _ in range(times):
            self._chatter(down=True)
            time.sleep(self._rng.uniform(*DOWN))
            self._chatter(down=False)
            time.sleep(self._rng.uniform(*UP))
        time.sleep(3 * DEBOUNCE)
        self._buttons.close()
        self._host.stop()

    def trace(self, times: int) -> None:
        """The same at the speed of the machine: edges with the times that they would have had."""
        self._host.start()
        self._host.ask("new", game="just_dice", seats=[{"name": "Ada", "colour": "red"}]).result()
        [switch] = [one for one in self._buttons._switches if one.name == "table"]
        at = 0.0
        for _ in range(times):
            for down, lasts in ((True, DOWN), (False, UP)):
                for _ in range(self._rng.randint(0, BOUNCES)):
                    for level in (down, not down):
                        self._buttons._hear(switch, at, level)
                        at += self._rng.uniform(*GAP)
                self._buttons._hear(switch, at, down)
                at += self._rng.uniform(*lasts)
                self._buttons._hear(switch, at, down)
            if self.answers:
                self.answers[-1].exception(20)
        self._buttons.close()
        self._host.stop()

    def _chatter(self, *, down: bool) -> None:
        """A contact that ends up `down`, with some edges to and fro before."""
        longest, edge = 0.0, time.monotonic()
        for _ in range(self._rng.randint(0, BOUNCES)):
            self._drive(down)
            time.sleep(self._rng.uniform(*GAP))
            self._drive(not down)
            time.sleep(self._rng.uniform(*GAP))
            longest, edge = max(longest, time.monotonic() - edge), time.monotonic()
        self._drive(down)
        self.stretched += longest >= DEBOUNCE

    def _drive(self, down: bool) -> None:
        self._pin.drive_low() if down else self._pin.drive_high()


def main() -> int:
    """The exit status: 0 when all is as it should be."""
    parser = argparse.ArgumentParser(
        "tests.soak.presses", description="Presses with bounce, and the asks of them."
    )
    parser.add_argument("--presses", type=int, default=10_000)
    parser.add_argument("--traces", action="store_true", help="no pins and no waiting: the edges' times are given")
    args = parser.parse_args()
    wanted, press = args.presses, Table.trace if args.traces else Table.press
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(TABLES) as fingers:
        tables = [Table(Path(folder) / str(seed), seed) for seed in range(TABLES)]
        shares = [wanted // TABLES + (place < wanted % TABLES) for place in range(TABLES)]
        list(fingers.map(press, tables, shares))
    asks = [verb for table in tables for verb in table.asks]
    answered = sum(answer.done() for table in tables for answer in table.answers)
    stretched = sum(table.stretched for table in tables)
    print(f"{wanted} presses at {TABLES} tables in {time.monotonic() - began:.0f} s; stretched: {stretched}")
    short, long = asks.count("press"), asks.count("long_press")
    print(f"asks: {short} short, {long} long; carried out: {answered}; {Load.of()}")
    return verdict(asks == ["press"] * wanted and answered == wanted and not stretched)


if __name__ == "__main__":
    raise SystemExit(main())
