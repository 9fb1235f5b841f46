"""A progress bar on standard error, for commands that take minutes."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TextIO

WIDTH = 30  # characters of the bar


class Progress:
    """A bar over `total` steps, drawn when `out` is a terminal; wiped away at the end."""

    def __init__(self, total: int, out: TextIO | None = None) -> None:
        self._total = max(1, total)
        self._out = out or sys.stderr
        self._shown = self._out.isatty()
        self._done = 0
        self._started = time.monotonic()
        self.label = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wipe()

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        if self._shown:
            self._out.write(f"\r{self.text(time.monotonic() - self._started)}\033[K")
            self._out.flush()

    def text(self, seconds: float) -> str:
        """The bar after so many seconds."""
        share = min(1.0, self._done / self._total)
        left = seconds / share - seconds if share else 0.0
        bar = "#" * round(WIDTH * share)
        return f"[{bar:.<{WIDTH}}] {self._done}/{self._total}, {left:.0f} s left  {self.label}"

    def wipe(self) -> None:
        """Take the bar away, so that a line can be printed."""
        if self._shown:
            self._out.write("\r\033[K")
            self._out.flush()
