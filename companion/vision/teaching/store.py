"""The folder of a lesson: every file is replaced in one step, and every step of teaching can be taken back.

lesson.json             the record: faces and samples
history/000012.json     the records before, for undo; the last `KEPT` of them
samples/<face>/*.png    the labelled crops, named by their hashes and never changed
embeddings.npz          what the reader makes of them: a cache, made again when it does not fit
prototypes-<hash>.npz   what the die set is read by, named in card.json
card.json               the die set's card; replaced last, so that a power cut leaves the old set or the new one
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.errors import LessonBusy, LessonError
from companion.files import BESIDE, replace_atomically
from companion.vision.card import CARD, SetCard
from companion.vision.frame import Pixels
from companion.vision.teaching.record import FORMAT, Record, Sample, hashed
from companion.words import Sentence, say

TAUGHT = "dice"  # the folder of all lessons below the state folder
LESSON = "lesson.json"
HISTORY = "history"
SAMPLES = "samples"
EMBEDDINGS = "embeddings.npz"
LOCK = ".lock"
KEPT = 20  # steps that can be taken back
MOST_BYTES = 1_000_000  # of a lesson.json
MOST_PNG = 32_000  # bytes of a sample; a crop of 64 x 64 pixels of noise has 12,400


def read_record(path: Path) -> Record:
    """The record in the file at `path`.

    Raises:
        LessonError: there is none, or it is damaged or too new.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"expected at most {MOST_BYTES} bytes, got {path.stat().st_size}")
        record = msgspec.json.decode(path.read_bytes(), type=Record)
        if record.format != FORMAT:
            raise ValueError(f"expected format {FORMAT}, got {record.format}")
    except FileNotFoundError as error:
        raise LessonError(
            say("Nothing was taught of these dice yet."), detail=f"expected a lesson at {str(path)!r}"
        ) from error
    except (OSError, ValueError) as error:  # msgspec's errors are ValueErrors
        raise LessonError(
            say("What was taught is damaged: {file}", file=path.name), detail=f"{error}, in {str(path)!r}"
        ) from error
    return record


def read_crop(data: bytes, side: int) -> Pixels:
    """The crop (side, side, 3) uint8 RGB in a PNG file's bytes.

    Raises:
        LessonError: it is none of that size.
    """
    crop = None
    if len(data) <= MOST_PNG and data[:8] == b"\x89PNG\r\n\x1a\n" and _png_size(data) == (side, side):
        crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if crop is None:
        raise LessonError(
            say("A picture of a face is damaged."),
            detail=f"expected a PNG of {side} x {side}, got {len(data)} bytes",
        )
    return np.asarray(crop[..., ::-1], np.uint8)


def _png_size(data: bytes) -> tuple[int, int]:
    """Width and height that the header tells: checked before anything is decoded."""
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def png(crop: Pixels) -> bytes:
    """The crop as a PNG file."""
    return cv2.imencode(".png", crop[..., ::-1])[1].tobytes()


def sample_bytes(folder: Path, sample: Sample) -> bytes:
    """The PNG file of a sample.

    Raises:
        LessonError: it is missing or is not the one that was taught.
    """
    missing = say("A picture of a face is missing: {file}", file=sample.file)
    damaged = say("A picture of a face is damaged: {file}", file=sample.file)
    return taught_bytes(folder / sample.file, sample.sha256, MOST_PNG, missing, damaged)


def taught_bytes(path: Path, sha256: str, most: int, missing: Sentence, damaged: Sentence) -> bytes:
    """The content of a file of at most `most` bytes that was taught with this hash.

    Raises:
        LessonError: it is `missing`, or `damaged`: not the one that was taught.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise LessonError(missing, detail=f"{error}, in {str(path)!r}") from error
    if hashed(data) != sha256:
        raise LessonError(damaged, detail=f"expected {sha256} in {str(path)!r}")
    return data


def read_sample(folder: Path, sample: Sample, side: int) -> Pixels:
    """The crop (side, side, 3) of a sample; raises as `sample_bytes` and `read_crop` do."""
    return read_crop(sample_bytes(folder, sample), side)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Alone in the folder, which is made if need be.

    Raises:
        LessonBusy: the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise LessonBusy(
            say("What was taught cannot be written down."), detail=f"{error}, in {str(folder)!r}"
        ) from error


def arrays_file(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays as the bytes of an npz file."""
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return out.getvalue()


def save_samples(folder: Path, crops: Mapping[Sample, bytes]) -> None:
    """Write the PNG files of samples that are not there yet."""
    for sample, data in crops.items():
        if not (folder / sample.file).exists():
            replace_atomically(folder / sample.file, data)


def save_set(folder: Path, made: tuple[SetCard, Mapping[str, NDArray[Any]]] | None) -> None:
    """Write the prototypes under a name of their own, then the card that names them; without, take the set away.

    The lesson stays in any case.
    """
    if made is None:
        (folder / CARD).unlink(missing_ok=True)
        return
    data = arrays_file(made[1])
    named = msgspec.structs.replace(made[0], prototypes=f"prototypes-{hashed(data)[:12]}.npz")
    replace_atomically(folder / named.prototypes, data)
    replace_atomically(folder / CARD, msgspec.json.format(msgspec.json.encode(named), indent=2))


def step_of(folder: Path) -> int | None:
    """After how many steps of teaching the die set was made; None when there is none that can be read."""
    try:
        card = msgspec.json.decode((folder / CARD).read_bytes(), type=SetCard)
        path = folder / Path(card.prototypes).name
        with path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            return int(file["step"])
    except (
        OSError,
        ValueError,
        KeyError,
        EOFError,
        zipfile.BadZipFile,
    ):  # missing, half written or older: it is made anew
        return None


def save_record(folder: Path, record: Record, before: Record | None) -> None:
    """Write the record; the one before, if given, goes into the history.

    Raises:
        LessonBusy: the record in the folder is another one than `before`.
    """
    path = folder / LESSON
    if before is not None:
        check_unchanged(folder, before)
        replace_atomically(folder / HISTORY / f"{before.step:06}.json", _encoded(before))
    replace_atomically(path, _encoded(record))


def check_unchanged(folder: Path, record: Record) -> None:
    """Raise LessonBusy when the folder's record is another one."""
    if read_record(folder / LESSON) != record:
        raise LessonBusy(
            say("Somebody else has taught these dice meanwhile."), detail=f"step {record.step} in {str(folder)!r}"
        )


def history(folder: Path) -> list[Path]:
    """The files of earlier records, the latest last."""
    return sorted((folder / HISTORY).glob("*.json"))


def sweep(folder: Path) -> None:
    """Delete what nothing names any more: old history, samples, prototypes, what a power cut left half made."""
    for path in history(folder)[:-KEPT]:
        path.unlink()
    named = {sample.file for sample in read_record(folder / LESSON).samples}
    for path in history(folder):
        try:
            named |= {sample.file for sample in read_record(path).samples}
        except LessonError:  # damaged: it can never be gone back to
            path.unlink()
    for path in (folder / SAMPLES).rglob("*.png"):
        if path.relative_to(folder).as_posix() not in named:
            path.unlink()
    card = folder / CARD
    current = msgspec.json.decode(card.read_bytes(), type=SetCard).prototypes if card.exists() else ""
    for path in [*folder.glob("prototypes-*.npz"), *folder.rglob(f"{BESIDE}*")]:
        if path.name != current:
            path.unlink()


def _encoded(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1)
