"""The folder of a deck: every file is replaced in one step, and every step of teaching can be taken back."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace
from PIL import Image, UnidentifiedImageError

from companion.errors import LessonBusy, LessonError, NotAPicture
from companion.files import BESIDE, replace_atomically
from companion.vision.cards.deck import DECK, Deck, Sample, decoded, encoded, open_deck
from companion.vision.cards.rectify import picture_size
from companion.vision.frame import Frame, Pixels
from companion.vision.teaching.record import hashed
from companion.vision.teaching.store import locked, taught_bytes
from companion.words import say

HISTORY = "history"
SAMPLES = "samples"
KEPT = 20  # steps that can be taken back
QUALITY = 92  # of a sample's JPEG
MOST_JPEG = 400_000  # bytes of a sample; one of noise has about 250,000


def jpeg(picture: Pixels) -> bytes:
    """A rectified picture as a sample's file."""
    return Frame(picture, 0.0).jpeg(QUALITY)


def read_picture(data: bytes, size_mm: tuple[float, float]) -> Pixels:
    """The rectified picture (h, w, 3) uint8 RGB in a sample's bytes.

    Raises:
        LessonError: they hold none of a card of `size_mm`.
    """
    size = picture_size(size_mm)
    try:
        with Image.open(io.BytesIO(data)) as image:  # reads the header alone
            if len(data) > MOST_JPEG or image.format != "JPEG" or image.size != size:
                raise NotAPicture(
                    say("A picture of a card is damaged."), detail=f"got {image.format} {image.size}"
                )
        return Frame.load(data).pixels
    except (NotAPicture, UnidentifiedImageError, OSError, ValueError) as error:
        raise LessonError(
            say("A picture of a card is damaged."),
            detail=f"expected a JPEG of {size[0]} x {size[1]}, got {len(data)} bytes: {error}",
        ) from error


def sample_bytes(folder: Path, sample: Sample) -> bytes:
    """The file of a sample.

    Raises:
        LessonError: it is missing, or is not the one that was taught.
    """
    missing = say("A picture of a card is missing: {file}", file=sample.file)
    damaged = say("A picture of a card is damaged.")
    return taught_bytes(folder / sample.file, sample.sha256, MOST_JPEG, missing, damaged)


def read_samples(deck: Deck) -> list[tuple[str, Pixels]]:
    """The codes and pictures of all samples of a deck that was read from its folder; raises as its parts do."""
    folder = Path(deck.folder)
    return [(one.code, read_picture(sample_bytes(folder, one), deck.size_mm)) for one in deck.samples]


def begin(folder: Path, deck: Deck) -> Deck:
    """Write a new deck.

    Raises:
        LessonError: there is one already.
        LessonBusy: the folder cannot be written to.
    """
    with locked(folder):
        if (folder / DECK).exists():
            raise LessonError(say("There is such a deck already."), detail=f"in {str(folder)!r}")
        replace_atomically(folder / DECK, encoded(deck))
    return replace(deck, folder=str(folder))


def save(folder: Path, before: Deck, after: Deck, pictures: Mapping[Sample, bytes] | None = None) -> Deck:
    """Write a step of teaching with its new pictures; what was `before` can come back.

    Raises:
        LessonBusy: somebody else has taught the deck meanwhile, or the folder cannot be written to.
    """
    with locked(folder):
        _check_unchanged(folder, before)
        for sample, data in (pictures or {}).items():
            replace_atomically(folder / sample.file, data)
        replace_atomically(folder / HISTORY / f"{before.step:06}.toml", encoded(before))
        replace_atomically(folder / DECK, encoded(after))
        _sweep(folder, after)
    return replace(after, folder=str(folder))


def undo(folder: Path) -> Deck:
    """The deck before its last step, which is written down.

    Raises:
        LessonError: there is no deck, or nothing to take back.
        LessonBusy: the folder cannot be written to.
    """
    with locked(folder):
        now = open_deck(folder)
        earlier = _history(folder)
        if not earlier:
            raise LessonError(say("There is nothing to take back."), detail=f"in {str(folder)!r}")
        before = _decoded(earlier[-1])
        replace_atomically(folder / DECK, encoded(before))
        earlier[-1].unlink()
        _sweep(folder, before)
    return replace(before, folder=str(folder), did=f"took back: {now.did}"[:200])


def as_it_was(folder: Path, sha256: str) -> Deck:
    """The deck whose deck.toml had this hash, now or some steps ago; else as it is now.

    Raises:
        LessonError: there is no deck, or it is damaged.
    """
    for path in _history(folder):
        if hashed(path.read_bytes()) == sha256:
            return _decoded(path)
    return open_deck(folder)


def _check_unchanged(folder: Path, before: Deck) -> None:
    now = open_deck(folder)
    if replace(now, folder="") != replace(before, folder=""):
        raise LessonBusy(
            say("Somebody else has taught this deck meanwhile."), detail=f"step {now.step} in {str(folder)!r}"
        )


def _history(folder: Path) -> list[Path]:
    """The files of earlier decks, the latest last."""
    return sorted((folder / HISTORY).glob("*.toml"))


def _decoded(path: Path) -> Deck:
    try:
        return decoded(path.read_bytes())
    except (OSError, ValueError) as error:
        raise LessonError(
            say("What was taught before is damaged."), detail=f"{error}, in {str(path)!r}"
        ) from error


def _sweep(folder: Path, deck: Deck) -> None:
    """Delete what nothing names any more: old history, pictures, what a power cut left half made."""
    for path in _history(folder)[:-KEPT]:
        path.unlink()
    named = {sample.file for sample in deck.samples}
    for path in _history(folder):
        named |= {sample.file for sample in _decoded(path).samples}
    for path in (folder / SAMPLES).rglob("*.jpg"):
        if path.relative_to(folder).as_posix() not in named:
            path.unlink()
    for path in folder.rglob(f"{BESIDE}*"):
        path.unlink()
