"""Reports: readings that people found wrong or odd, each a bundle made from what the table has kept."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.bundles import (
    LESSON,
    LIMITS,
    PACKED_DECK,
    Bundle,
    Note,
    SeenCards,
    Unpacked,
    packed,
    picture_files,
    record_of,
)
from companion.cardshelf import CardShelf
from companion.errors import BundleError, LessonError
from companion.files import replace_atomically
from companion.pictures import Pictures
from companion.vision.card import CARD
from companion.vision.cards import parcel as deck_parcel
from companion.vision.cards.deck import DECK
from companion.vision.teaching import parcel, store
from companion.words import say

log = logging.getLogger(__name__)

REPORTS = "reports"
"""The folder of reports below the state folder."""
MOST = 40
"""Reports kept: at 6 megabytes each, three frames, that is 240; the oldest go."""


@dataclass(frozen=True)
class Report:
    """A reported reading: its picture's id, the faces that were read and those that lay there, and its bytes.

    `die_set` are the dice that were expected, or an empty text. Where a card of a `deck` was, the faces are codes
    of cards.
    """

    picture: str
    die_set: str
    read: tuple[str, ...]
    truth: tuple[str, ...] | None
    why_not: str
    size: int
    deck: str = ""

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"reading-{self.picture}.zip"


class Reports:
    """The reported readings of a table in `folder`, the newest `MOST`.

    `models` and `taught` are the folders of die sets, `decks` those of cards. Safe to call from several threads: a
    report is one file, replaced in one step.
    """

    def __init__(
        self, folder: Path, pictures: Pictures, models: Path, taught: Path, decks: CardShelf | None = None
    ) -> None:
        self._folder = folder
        self._pictures = pictures
        self._models = models
        self._taught = taught
        self._decks = decks

    def make(self, picture: str, faces: tuple[str, ...] | None, *, said: bool) -> Path:
        """Report the reading behind a picture, whose dice show `faces` now, or are in doubt; gives the file.

        What people have `said`, or changed, is the truth; what nobody has touched is not. A card's code is its
        face, and the one that was accepted is the truth. A second report of the same reading replaces the first.

        Raises:
            BundleError: the reading is not kept any more, or the report cannot be written.
        """
        note, jpeg = self._pictures.note(picture), self._pictures.get(picture)
        if note is None or jpeg is None:
            raise BundleError(
                say("This reading is not kept any more."),
                detail=f"got picture {picture!r}",
                advice=say("Report a reading on the evening on which it was seen."),
            )
        truth = _truth(note, faces, said=said)
        try:
            path = self._folder / f"reading-{picture}.zip"
            replace_atomically(path, packed(self._bundle(picture, note, jpeg, truth)))
            for old in self._kept()[MOST:]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise BundleError(
                say("The report cannot be written."), detail=str(error), advice=say("Check the disk.")
            ) from error
        return path

    def listed(self) -> tuple[Report, ...]:
        """The reports, the newest first; a damaged one is left out."""
        return tuple(self._readable())

    def path(self, file: str) -> Path | None:
        """Where the report of this file name lies, or None."""
        path = self._folder / file
        return path if re.fullmatch(r"reading-[0-9a-f]{16}\.zip", file) and path.is_file() else None

    def _readable(self) -> Iterator[Report]:
        for path in self._kept():
            try:
                bundle = record_of(path)
            except BundleError as error:
                log.warning("a report cannot be read: %s", error)
            else:
                yield _told(path, bundle)

    def _kept(self) -> list[Path]:
        """The reports, the newest first: a picture's id counts up."""
        return sorted(self._folder.glob(f"reading-{'[0-9a-f]' * 16}.zip"), reverse=True)

    def _bundle(self, picture: str, note: Note, jpeg: bytes, truth: tuple[str, ...] | None) -> Unpacked:
        frames = [frame.png() for frame in self._pictures.frames(picture)]
        files = picture_files(frames, "png") if frames else picture_files([jpeg], "jpg")
        name = note.expected.die_set if note.expected else ""
        bundle = Bundle(note, tuple(files), truth, self._card_hash(name))
        deck = self._deck(note, note.cards.deck) if note.cards else b""
        return Unpacked(bundle, tuple(files.values()), self._lesson(name), deck)

    def _card_hash(self, name: str) -> str | None:
        for root in (self._taught, self._models):
            if name and (root / name / CARD).is_file():
                return hashlib.sha256((root / name / CARD).read_bytes()).hexdigest()
        return None

    def _lesson(self, name: str) -> bytes:
        """The parcel of the dice that were read, if they were taught here; else nothing."""
        if not name or not (self._taught / name / store.LESSON).is_file():
            return b""
        try:
            return parcel.packed(self._taught / name)
        except LessonError as error:
            log.warning("a report goes without %s: %s", LESSON, error)
            return b""

    def _deck(self, note: Note, name: str) -> bytes:
        """The parcel of a deck that was taught at this table, as it was when it was read; else nothing."""
        if self._decks is None or not self._decks.is_own(name):
            return b""
        sha256 = note.networks.files.get(DECK, "") if note.networks else ""
        try:
            data = deck_parcel.packed(self._decks.own / name, sha256)
        except LessonError as error:
            log.warning("a report goes without %s: %s", PACKED_DECK, error)
            return b""
        if len(data) > LIMITS[PACKED_DECK]:
            log.warning("a report goes without %s of %d bytes", PACKED_DECK, len(data))
            return b""
        return data


def _truth(note: Note, faces: tuple[str, ...] | None, *, said: bool) -> tuple[str, ...] | None:
    """What people say lay there: what was played, what they said, what they changed; None when they have not."""
    if note.cards:
        return note.cards.played or (faces if said else None)
    return faces if said or faces != note.reading.faces else None


def _told(path: Path, bundle: Bundle) -> Report:
    if bundle.note.cards:
        return _told_cards(path, bundle, bundle.note.cards)
    reading, expected = bundle.note.reading, bundle.note.expected
    die_set, size = expected.die_set if expected else "", path.stat().st_size
    return Report(path.stem[-16:], die_set, reading.faces, bundle.truth, reading.why_not, size)


def _told_cards(path: Path, bundle: Bundle, cards: SeenCards) -> Report:
    """A report of a card: the codes of those that were sure, and why the first one was not."""
    sure = tuple(one.code for one in cards.cards if one.code)
    reasons = [one.reason for one in cards.cards if one.reason]
    why_not = "" if sure else next(iter(reasons), "no-card")
    return Report(path.stem[-16:], "", sure, bundle.truth, why_not, path.stat().st_size, cards.deck)
