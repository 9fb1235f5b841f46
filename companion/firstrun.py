"""The first run: what a family has done of it, and the trying of the table's button and lights."""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import tomli_w

from companion.errors import AskError, SettingsError
from companion.files import replace_atomically
from companion.words import say

FIRST_RUN = "first-run.toml"
"""The file's name in the state folder."""

STEPS = ("camera", "mat", "calibrate", "button", "lights", "dice", "game")
"""The steps in the order in which they make sense; each may be done, left out, and done again."""

DONE, SKIPPED = "done", "skipped"
LISTENS = 4.0
"""Seconds for which the table button belongs to the page that asked for it last."""


@dataclass(frozen=True)
class Progress:
    """How far a family is: `done` or `skipped` for each step that it has met, and whether it has had enough."""

    marks: Mapping[str, str] = field(default_factory=dict)
    dismissed: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing of it is open any more."""
        return self.dismissed or self.next_step == ""

    @property
    def next_step(self) -> str:
        """The first step that is neither done nor left out, or an empty text."""
        return next((step for step in STEPS if step not in self.marks), "")


class FirstRun:
    """The first run of one table; its progress lies in the file `path`, where one that is broken counts as none.

    `lamps` are the names of the table's lights, `light` lights one of them alone for a moment. Safe for several
    threads.
    """

    def __init__(
        self,
        path: Path,
        lamps: Sequence[str] = (),
        light: Callable[[str], None] = lambda _name: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self.lamps = tuple(lamps)
        self._light = light
        self._now = now
        self._lock = threading.Lock()
        self._progress = _read(path)
        self._until = 0.0
        self.presses = 0

    @property
    def progress(self) -> Progress:
        """How far the family is."""
        return self._progress

    def mark(self, step: str, how: str) -> None:
        """A step is done, or left out for now.

        Raises:
            AskError: there is no such step, or no such mark.
            SettingsError: it cannot be kept.
        """
        if step not in STEPS or how not in (DONE, SKIPPED):
            raise AskError(say("This request is not understood."), detail=f"got {step!r} {how!r}, steps {STEPS}")
        with self._lock:
            self._keep(replace(self._progress, marks={**self._progress.marks, step: how}))

    def dismiss(self, enough: bool = True) -> None:
        """The family has had enough of it, or wants it back; raises SettingsError where that cannot be kept."""
        with self._lock:
            self._keep(replace(self._progress, dismissed=enough))

    def listen(self) -> None:
        """Let the table button count for the page that says so every few seconds."""
        with self._lock:
            self._until = self._now() + LISTENS

    def press(self) -> bool:
        """The table button: counted while a page listens, else False."""
        with self._lock:
            heard = self._now() < self._until
            self.presses += heard
            return heard

    def light(self, name: str) -> None:
        """Light one lamp alone for a moment.

        Raises:
            AskError: the table has no such lamp.
        """
        if name not in self.lamps:
            raise AskError(
                say("This table has no such light."), detail=f"expected one of {self.lamps}, got {name!r}"
            )
        self._light(name)

    def _keep(self, progress: Progress) -> None:
        told = {"dismissed": progress.dismissed, "steps": dict(progress.marks)}
        try:
            replace_atomically(self._path, tomli_w.dumps(told).encode())
        except OSError as error:
            raise SettingsError(
                say("This cannot be kept."),
                detail=f"{error}, in {str(self._path)!r}",
                advice=say("Check the disk."),
            ) from error
        self._progress = progress


def _read(path: Path) -> Progress:
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        marks = {step: how for step, how in told["steps"].items() if step in STEPS and how in (DONE, SKIPPED)}
        return Progress(marks, bool(told["dismissed"]))
    except (OSError, ValueError, KeyError, AttributeError):
        return Progress()
