"""Parcels: a deck packed as one .zip file, for another table; what comes in is checked throughout."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from msgspec.structs import replace

from companion.errors import LessonError
from companion.files import replace_atomically
from companion.vision.cards import store
from companion.vision.cards.deck import (
    DECK,
    DECK_ID,
    MOST_BYTES,
    MOST_SAMPLES,
    Deck,
    Sample,
    decoded,
    encoded,
    open_deck,
)
from companion.vision.teaching.record import hashed
from companion.words import say
from companion.zipped import SPOILED, inner_names, read_bounded, zipped

MOST_FILES = 8000  # in a zip; folders are entries, too
MOST_PARCEL = 400_000_000  # bytes of all files together


def pack(folder: Path, place: Path) -> None:
    """Write the deck's parcel to `place`.

    Raises:
        LessonError: there is something at `place` already, there is no deck, or a picture is damaged.
        OSError: it cannot be written.
    """
    if place.exists():
        raise LessonError(
            say("There is something at that place already."),
            detail=f"got {str(place)!r}",
            advice=say("Name a file that is not there yet."),
        )
    replace_atomically(place, packed(folder))


def packed(folder: Path, sha256: str = "") -> bytes:
    """The parcel of the deck in `folder` as the bytes of a zip file; raises LessonError as `pack` does.

    With `sha256`, the hash of its deck.toml some steps ago, the deck as it was then, if that is still known.
    """
    deck = store.as_it_was(folder, sha256)
    if deck.network:
        raise LessonError(
            say("This deck comes with the companion and needs no parcel."), detail=f"in {str(folder)!r}"
        )
    files = {sample.file: store.sample_bytes(folder, sample) for sample in deck.samples}
    files[DECK] = encoded(replace(deck, step=0, did=""))
    return zipped(dict(sorted(files.items())))


def unpack(parcel: Path | bytes, folder: Path) -> Deck:
    """Take a parcel in as the deck in `folder`, whose name becomes its id; what is there can be had back by undo.

    Raises:
        LessonError: it is no parcel, or damaged, or holds more than a deck can; or the name cannot be an id.
        LessonBusy: the folder cannot be written to.
    """
    if not DECK_ID.fullmatch(folder.name):
        raise LessonError(
            say("{name} cannot be the name of a deck.", name=folder.name), detail=f"expected {DECK_ID.pattern!r}"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(parcel) if isinstance(parcel, bytes) else parcel) as archive:
            deck, pictures = _contents(archive)
    except SPOILED as error:
        raise LessonError(
            say("This is no deck that was packed by a companion, or it is damaged."),
            detail=str(error),
            advice=say("Nothing was changed. Pack it again where it came from."),
        ) from error
    new = replace(deck, id=folder.name)
    before = (
        open_deck(folder) if (folder / DECK).exists() else store.begin(folder, replace(new, cards=(), samples=()))
    )
    after = replace(
        before.after("took in a parcel"),
        title=new.title,
        size_mm=new.size_mm,
        cards=new.cards,
        samples=new.samples,
    )
    return store.save(folder, before, after, pictures)


def _contents(archive: zipfile.ZipFile) -> tuple[Deck, dict[Sample, bytes]]:
    """The deck and its pictures; raises ValueError, KeyError or BadZipFile where they are none."""
    _check_size(archive)
    deck = decoded(read_bounded(archive, DECK, MOST_BYTES))
    if deck.network:
        raise ValueError("expected a taught deck, got one with a network")
    for card in deck.cards:
        if len(deck.of(card.code)) > MOST_SAMPLES:
            raise ValueError(f"expected at most {MOST_SAMPLES} pictures of {card.code!r}")
    pictures = {sample: read_bounded(archive, sample.file, store.MOST_JPEG) for sample in deck.samples}
    for sample, data in pictures.items():
        if hashed(data) != sample.sha256:
            raise ValueError(f"expected sha256 {sample.sha256} of {sample.file!r}, got {hashed(data)}")
        store.read_picture(data, deck.size_mm)
    return deck, pictures


def _check_size(archive: zipfile.ZipFile) -> None:
    inner_names(archive, MOST_FILES)
    if sum(one.file_size for one in archive.infolist()) > MOST_PARCEL:
        raise zipfile.BadZipFile(f"expected at most {MOST_PARCEL} bytes")
