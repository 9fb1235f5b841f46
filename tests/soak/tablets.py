"""Fifty tablets before a table that plays: `python -m tests.soak.tablets [--minutes 10] [--tablets 50]`.

Each tablet holds a stream as the page does: it opens another, from the View that it has, when the server ends one.
Printed are the milliseconds from the moment an action was asked for until its View had come to one tablet, and to
the last of all; and what the server holds at the start, in the middle and at the end.
"""

from __future__ import annotations

import argparse
import selectors
import socket
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.figures import Load, as_the_service, share, spread, verdict
from tests.soak.playing import Playing, playing

BAR = 150.0
"""Milliseconds within which 95 of 100 Views should be with all tablets."""
GROWS = 0.02
"""Share by which memory may grow from the middle to the end; until then each tablet's outgoing buffer fills."""
LANGUAGES = ("en", "de", "es", "fr")


@dataclass
class Tablet:
    """A tablet that reads its stream; `came` gives the moment when each View had come whole."""

    port: int
    language: str
    came: dict[int, float] = field(default_factory=dict)
    opened: int = 0
    _text: bytes = b""
    _tag: str = ""
    line: socket.socket = field(init=False)

    def open(self) -> None:
        """Open a stream, the next one from where the last one ended."""
        self.line = socket.create_connection(("127.0.0.1", self.port), 20)
        asked = f"GET /live?page=table&after={self._tag} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        self.line.sendall(f"{asked}Accept-Language: {self.language}\r\n\r\n".encode())
        self.opened += 1
        self._text = b""

    def read(self) -> bool:
        """Take in what has come; False at the end of the stream."""
        data = self.line.recv(1 << 18)
        moment = time.monotonic()
        self._text += data
        *whole, self._text = self._text.split(b"\n\n")
        for event in whole:
            self._take(event, moment)
        return bool(data) and not self._text.endswith(b"\r\n0\r\n\r\n")

    def _take(self, event: bytes, moment: float) -> None:
        for line in event.splitlines():
            if line.startswith(b"id: "):
                self._tag = line[4:].decode()
                self.came[int(self._tag.rpartition("-")[2])] = moment


def watch(table: Playing, tablets: list[Tablet], seconds: float) -> list[Load]:
    """Let the tablets read for so long; gives what the server held at even times."""
    loads, began = [Load.of(table.pid)], time.monotonic()
    with selectors.DefaultSelector() as selector:
        for one in tablets:
            one.open()
            selector.register(one.line, selectors.EVENT_READ, one)
        while (passed := time.monotonic() - began) < seconds:
            for key, _ in selector.select(0.5):
                _read(key.data, selector)
            if passed >= len(loads) * seconds / 10:
                loads.append(Load.of(table.pid))
        loads.append(Load.of(table.pid))
    return loads


def _read(tablet: Tablet, selector: selectors.BaseSelector) -> None:
    if tablet.read():
        return
    selector.unregister(tablet.line)
    tablet.line.close()
    tablet.open()
    selector.register(tablet.line, selectors.EVENT_READ, tablet)


def report(table: Playing, tablets: list[Tablet], loads: list[Load]) -> int:
    """Print what was measured; gives the exit status."""
    one, every, missing = list[float](), list[float](), 0
    moments = defaultdict[int, list[float]](list)
    for tablet in tablets:
        for number, moment in tablet.came.items():
            moments[number].append(moment)
    for number, (asked, _) in sorted(table.asked.items())[1:-1]:
        came = [1000 * (moment - asked) for moment in moments[number]]
        one += came
        missing += len(tablets) - len(came)
        every += [max(came)] if len(came) == len(tablets) else []
    print(f"{len(tablets)} tablets, {len(table.asked)} actions, streams opened {sum(t.opened for t in tablets)}")
    print(f"from the ask to one tablet: {spread(one)}")
    print(f"from the ask to all tablets: {spread(every)}; Views overtaken by a newer one: {missing}")
    for name, load in zip(
        ("start", "after a tenth", "middle", "end"), (loads[0], loads[1], loads[5], loads[-1]), strict=True
    ):
        print(f"server, {name}: {load}")
    early, late = loads[5].resident / loads[1].resident - 1, loads[-1].resident / loads[5].resident - 1
    print(f"memory grew by {early:.1%} from the first tenth to the middle, by {late:.1%} from there to the end")
    return verdict(share(every, 0.95) <= BAR and late <= GROWS and missing < 0.01 * len(one))


def main() -> int:
    """The exit status: 0 when all is as it should be."""
    as_the_service()
    parser = argparse.ArgumentParser("tests.soak.tablets", description="Many tablets before a table that plays.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tablets", type=int, default=50)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two actions")
    parser.add_argument("--languages", type=int, default=1, help="how many languages the tablets speak")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder), args.pace) as table:
        languages = LANGUAGES[: args.languages]
        tablets = [Tablet(table.port, languages[place % len(languages)]) for place in range(args.tablets)]
        return report(table, tablets, watch(table, tablets, 60 * args.minutes))


if __name__ == "__main__":
    raise SystemExit(main())
