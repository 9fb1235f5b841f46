"""Bundles: a reported reading in one file, with all that is needed to read it again elsewhere.

A bundle is a zip file that holds

bundle.json      what was read by which networks, what the rules expected, and what people say lay there
picture-N.png    the frames as the eye saw them, or one picture-1.jpg when only the kept photograph was left
lesson.zip       for dice that were taught at that table: the lesson's parcel
deck.zip         for cards of a deck that was taught at that table: the deck's parcel

and nothing else: no names of players, no places, no time.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np

import companion
from companion.errors import BundleError
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.vision.card import CARD, BaseCard, read_card, read_part
from companion.vision.cards.deck import CARD_CODE, DECK, DECK_ID
from companion.vision.cards.finder import FinderCard
from companion.vision.cards.sighting import CardSighting
from companion.vision.dieset import BASE
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.vision.tray import Tray
from companion.words import say
from companion.zipped import SPOILED, read_bounded, zipped

Meta = msgspec.Meta

RECORD, LESSON, PACKED_DECK = "bundle.json", "lesson.zip", "deck.zip"
MOST_PICTURES = 9
NAMES = tuple(f"picture-{k}.{kind}" for k in range(1, MOST_PICTURES + 1) for kind in ("png", "jpg"))
LIMITS: Mapping[str, int] = {
    RECORD: 200_000,
    LESSON: 20_000_000,
    PACKED_DECK: 50_000_000,
    **dict.fromkeys(NAMES, 40_000_000),
}
"""The names of a bundle's files, and how many bytes each may have: a PNG of 13 megapixels has some 30 million."""
MOST_BYTES = 100_000_000  # of a bundle

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]
Face = Annotated[str, Meta(pattern=r"^[^\s\x00-\x1f\x7f-\x9f]{1,40}$")]
Faces = Annotated[tuple[Face, ...], Meta(max_length=200)]
Code = Annotated[str, Meta(pattern=f"^{CARD_CODE.pattern}$")]
Chance = Annotated[float, Meta(ge=0, le=1)]
Point = tuple[float, float]


class Networks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which networks read: their name and version, and the hash of each file by its name; a deck is one, too."""

    name: Annotated[str, Meta(max_length=200)]
    version: Annotated[str, Meta(max_length=40)]
    files: dict[Annotated[str, Meta(max_length=60)], Hash]

    @classmethod
    def installed(cls, models: Path) -> Networks:
        """Those in a folder of models.

        Raises:
            ModelError: their card is missing or damaged.
            OSError: a network cannot be read.
        """
        card = read_card(models / BASE, BaseCard)
        files = sorted((models / BASE).glob("*.onnx"))
        return cls(
            card.name, card.version, {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in files}
        )

    @classmethod
    def of_deck(cls, folder: Path, finder: Path) -> Networks:
        """Those that read the cards of the deck in `folder`: of the `finder`'s folder, and the deck's own files.

        Raises:
            ModelError: the finder's card is missing or damaged.
            OSError: a file cannot be read.
        """
        card = read_part(finder / CARD, FinderCard)
        files = [*sorted(finder.glob("*.onnx")), *sorted(folder.glob("*.onnx")), folder / DECK]
        return cls(
            card.name, card.version, {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in files}
        )


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules let the eye expect: an `Expectation` without its words."""

    die_set: Name
    faces: Faces
    counts: Annotated[tuple[Annotated[int, Meta(ge=0, le=200)], ...], Meta(max_length=200)] = ()
    most: dict[Face, Annotated[int, Meta(ge=0, le=200)]] = {}

    @classmethod
    def of(cls, expectation: Expectation | None) -> Expected | None:
        """The same of an `Expectation`, where there is one."""
        if expectation is None:
            return None
        return cls(expectation.die_set, expectation.faces, expectation.counts, dict(expectation.most))

    def expectation(self) -> Expectation:
        """The `Expectation` without words."""
        return Expectation(self.die_set, self.faces, self.counts, self.most)


class SightedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `CardSighting` as it is written down: its corners in pixels of the frame."""

    corners: tuple[Point, Point, Point, Point]
    code: Code | None
    confidence: Chance
    candidates: Annotated[tuple[tuple[Code, Chance], ...], Meta(max_length=40)]
    reason: Annotated[str, Meta(pattern=r"^[a-z-]{1,24}$")] | None

    @classmethod
    def of(cls, one: CardSighting) -> SightedCard:
        """The same of a sighting."""
        first, second, third, fourth = ((float(x), float(y)) for x, y in one.corners)
        return cls((first, second, third, fourth), one.code, one.confidence, one.candidates, one.reason)

    def sighting(self) -> CardSighting:
        """The `CardSighting`."""
        return CardSighting(np.array(self.corners), self.code, self.confidence, self.candidates, self.reason)


class SeenCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was seen of cards: against which deck, which codes meant something then, and each card.

    `played` are the codes of the cards that were accepted, none while nothing was.
    """

    deck: Annotated[str, Meta(pattern=f"^{DECK_ID.pattern}$")]
    codes: Annotated[tuple[Code, ...], Meta(max_length=1000)]
    cards: Annotated[tuple[SightedCard, ...], Meta(max_length=100)]
    played: Annotated[tuple[Code, ...], Meta(max_length=100)] = ()


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept beside a picture of the table: how it was read, by what, and what the rules expected.

    `companion` is the version that read it, `game` the id of the game, `tray` the calibration that it was read
    with, if any, and `networks` None when the eye that read it is not known. Where cards were looked for, `cards`
    are those that were seen, the reading has no dice, and the `networks` tell the deck too.
    """

    companion: Annotated[str, Meta(max_length=40)]
    game: Name
    expected: Expected | None
    reading: Reading
    tray: Tray | None = None
    networks: Networks | None = None
    cards: SeenCards | None = None


def noted(game: str, expectation: Expectation | None, reading: Reading, tray: Tray | None = None) -> Note:
    """The note of a reading that this version makes now; whoever knows the networks adds them."""
    return Note(companion.__version__, game, Expected.of(expectation), reading, tray)


def noted_cards(
    game: str,
    expected: CardExpectation,
    seen: Sequence[CardSighting],
    frame: Frame,
    tray: Tray | None,
    networks: Networks | None,
) -> Note:
    """The note of what this version sees now where cards are looked for."""
    cards = SeenCards(expected.deck, expected.codes, tuple(map(SightedCard.of, seen)))
    reading = Reading((), frame.width, frame.height, 0.0)
    return Note(companion.__version__, game, None, reading, tray, networks, cards)


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture's file in the bundle and its hash; a JPEG is not quite what the eye saw."""

    file: Annotated[str, Meta(pattern=r"^picture-[1-9]\.(png|jpg)$")]
    sha256: Hash


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a bundle.

    `truth` are the faces, or the codes of the cards, that a person says lay there, in any order, or None when
    nobody has said. `die_set` is the hash of the card of the dice that were read.
    """

    note: Note
    pictures: Annotated[tuple[Picture, ...], Meta(min_length=1, max_length=MOST_PICTURES)]
    truth: Faces | None
    die_set: Hash | None = None
    format: Literal[1] = 1


@dataclass(frozen=True)
class Unpacked:
    """A bundle with its files as bytes: PNG or JPEG `pictures`, and the zip files that go along, or nothing."""

    bundle: Bundle
    pictures: tuple[bytes, ...]
    lesson: bytes = b""
    deck: bytes = b""


def picture_files(frames: Sequence[bytes], kind: Literal["png", "jpg"]) -> dict[Picture, bytes]:
    """Pictures under the names that they have in a bundle."""
    return {
        Picture(f"picture-{k}.{kind}", hashlib.sha256(data).hexdigest()): data for k, data in enumerate(frames, 1)
    }


def packed(opened: Unpacked) -> bytes:
    """The bundle as the bytes of its file; the same one always gives the same bytes."""
    files = {RECORD: msgspec.json.format(msgspec.json.encode(opened.bundle), indent=1)}
    files |= {one.file: data for one, data in zip(opened.bundle.pictures, opened.pictures, strict=True)}
    files |= {name: data for name, data in ((LESSON, opened.lesson), (PACKED_DECK, opened.deck)) if data}
    return zipped(files)


def unpacked(path: Path) -> Unpacked:
    """The bundle in a file; nothing is written, and no more is read than a bundle may hold.

    Raises:
        BundleError: it is none, or it is damaged, too large, or of a newer format.
    """
    with _opened(path) as archive:
        bundle = _record(archive)
        pictures = tuple(_picture(archive, picture) for picture in bundle.pictures)
        return Unpacked(bundle, pictures, *(_along(archive, name) for name in (LESSON, PACKED_DECK)))


def record_of(path: Path) -> Bundle:
    """The record of the bundle in a file, without its pictures; raises as `unpacked` does."""
    with _opened(path) as archive:
        return _record(archive)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The zip file at `path`; whatever is wrong with it or with what is read from it is a `BundleError`."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"expected at most {MOST_BYTES} bytes, got {path.stat().st_size}")
        with zipfile.ZipFile(path) as archive:
            yield archive
    except FileNotFoundError as error:
        raise BundleError(say("There is no such file."), detail=f"got {str(path)!r}") from error
    except SPOILED as error:
        raise BundleError(
            say("This file is no reported reading, or it is damaged."), detail=f"{error}, in {str(path)!r}"
        ) from error


def _record(archive: zipfile.ZipFile) -> Bundle:
    names = archive.namelist()
    if len(names) != len({*names}) or not {*names} <= LIMITS.keys():
        raise ValueError(f"expected files of a bundle, each once, got {sorted(names)[:20]}")
    return msgspec.json.decode(_file(archive, RECORD), type=Bundle)


def _picture(archive: zipfile.ZipFile, picture: Picture) -> bytes:
    data = _file(archive, picture.file)
    found = hashlib.sha256(data).hexdigest()
    if found != picture.sha256:
        raise ValueError(f"expected sha256 {picture.sha256} of {picture.file!r}, got {found}")
    return data


def _along(archive: zipfile.ZipFile, name: str) -> bytes:
    return _file(archive, name) if name in archive.namelist() else b""


def _file(archive: zipfile.ZipFile, name: str) -> bytes:
    return read_bounded(archive, name, LIMITS[name])
