"""The shelf of dice: every die set that ships or was taught here, whether or not games can read it yet."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CompanionError, LessonError
from companion.state.view import Notice
from companion.vision.card import CARD, FaceCard, SetCard, read_card
from companion.vision.dieset import BASE
from companion.vision.teaching.record import SET_NAME, Record
from companion.vision.teaching.store import LESSON, SAMPLES, locked, read_record
from companion.words import say

AWAY = "dice-put-away"
"""The folder of sets that were taken off the shelf, below the state folder."""


@dataclass(frozen=True)
class SetLine:
    """A die set on the shelf: what ships of it (None: nothing) and what was taught of it (None: nothing).

    `fault` says why what was taught cannot be used.
    """

    name: str
    shipped: SetCard | None = None
    record: Record | None = None
    fault: Notice | None = None

    @property
    def title(self) -> str:
        """Its name for people."""
        named = self.record or self.shipped
        return named.title if named else self.name

    @property
    def faces(self) -> tuple[FaceCard, ...]:
        """Its faces."""
        named = self.record or self.shipped
        return named.faces if named else ()


class Shelf:
    """The die sets in the folders `models` (shipped) and `taught`."""

    def __init__(self, models: Path, taught: Path) -> None:
        self._models = models
        self._taught = taught

    def lines(self) -> tuple[SetLine, ...]:
        """Every die set by name: those that were taught first."""
        names = {path.parent.name for path in self._models.glob(f"*/{CARD}")} - {BASE}
        names |= {path.parent.name for path in self._taught.glob(f"*/{LESSON}")}
        lines = [self.line(name) for name in sorted(names)]
        return tuple(sorted(lines, key=lambda line: line.record is None))

    def line(self, name: str) -> SetLine:
        """The die set of this name; one of which nothing is known has neither card nor record."""
        if not SET_NAME.fullmatch(name):
            return SetLine(name)
        shipped = None
        try:
            shipped = read_card(self._models / name, SetCard) if (self._models / name / CARD).is_file() else None
            record = read_record(self._taught / name / LESSON) if self.has_lesson(name) else None
        except CompanionError as error:
            return SetLine(name, shipped, fault=Notice(error.slug, error.sentence, error.advice))
        return SetLine(name, shipped, record)

    def has_lesson(self, name: str) -> bool:
        """Whether something was taught of the set."""
        return bool(SET_NAME.fullmatch(name)) and (self._taught / name / LESSON).is_file()

    def crop(self, name: str, sha256: str) -> bytes | None:
        """The PNG file of a sample of the set, or None; names that could lead out of the folder have none."""
        if not (SET_NAME.fullmatch(name) and re.fullmatch("[0-9a-f]{64}", sha256)):
            return None
        found = (self._taught / name / SAMPLES).glob(f"*/{sha256[:24]}.png")
        return next((path.read_bytes() for path in found), None)

    @property
    def names(self) -> frozenset[str]:
        """Every name that is taken."""
        return frozenset(line.name for line in self.lines()) | {BASE}

    def put_away(self, name: str) -> None:
        """Take what was taught of a set off the shelf; its folder is kept beside, below `AWAY`.

        Raises:
            LessonError: nothing was taught of it.
            LessonBusy: the folder cannot be moved.
        """
        if not self.has_lesson(name):
            raise LessonError(say("Nothing was taught of these dice yet."), detail=f"got {name!r}")
        folder = self._taught / name
        with locked(folder):
            place = self._taught.parent / AWAY / f"{name}-{secrets.token_hex(4)}"
            place.parent.mkdir(exist_ok=True)
            folder.rename(place)

    def check_codes(self, name: str, faces: Sequence[FaceCard]) -> None:
        """Make sure that dice which take the place of shipped ones have their codes, or no game would know them.

        Raises:
            LessonError: they have others.
        """
        shipped = self.line(name).shipped
        strange = {face.code for face in faces} - {face.code for face in shipped.faces} if shipped else set()
        if strange:
            raise LessonError(
                say("These dice have faces that games do not know from {name}.", name=name),
                detail=f"got {sorted(strange)}",
                advice=say("Take them in under a name of their own."),
            )
