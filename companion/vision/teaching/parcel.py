"""Parcels: a lesson packed as a folder or a .zip file, for another table; what comes in is checked throughout.

A parcel holds lesson.json and the samples. Embeddings and prototypes are made anew by the eye that takes it in.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.errors import LessonError
from companion.files import replace_atomically
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.record import FORMAT, MOST_FACES, MOST_SAMPLES, Record, Sample, hashed, new_record
from companion.vision.teaching.store import LESSON, MOST_BYTES, MOST_PNG, read_crop, read_record, sample_bytes
from companion.vision.teaching.teacher import Teacher
from companion.words import say
from companion.zipped import SPOILED, bounded, inner_names, read_bounded, zipped

MOST_FILES = 2 * MOST_FACES * MOST_SAMPLES  # in a zip; folders are entries, too

Read = Callable[[str, int], bytes]
"""Gives the bytes of a file in a parcel by its name, at most so many; raises OSError or KeyError without it."""


def pack(lesson: Lesson, place: Path) -> None:
    """Write the lesson's parcel to `place`: a zip file if it ends in .zip, else a folder.

    Raises:
        LessonError: there is something at `place` already, or a sample is damaged.
        OSError: it cannot be written.
    """
    if place.exists():
        raise LessonError(
            say("There is something at that place already."),
            detail=f"got {str(place)!r}",
            advice=say("Name a file or folder that is not there yet."),
        )
    named = _files(lesson.folder, lesson.record)
    if place.suffix.lower() == ".zip":
        replace_atomically(place, zipped(dict(sorted(named.items()))))
        return
    for name in sorted(named, key=lambda name: name == LESSON):  # last, so that half a parcel is none
        replace_atomically(place / name, named[name])


def packed(folder: Path) -> bytes:
    """The parcel of the lesson in `folder` as the bytes of a zip file.

    Raises:
        LessonError: nothing was taught there, or a sample is damaged.
    """
    return zipped(dict(sorted(_files(folder, read_record(folder / LESSON)).items())))


def _files(folder: Path, record: Record) -> dict[str, bytes]:
    """The samples and the record by their names in a parcel."""
    named = {sample.file: sample_bytes(folder, sample) for sample in record.samples}
    bare = replace(record, step=0, did="")
    return named | {LESSON: msgspec.json.format(msgspec.json.encode(bare), indent=1)}


def unpack(place: Path, taught: Path, name: str, teacher: Teacher) -> Lesson:
    """Take the parcel at `place` in as the set `name` below `taught`; one that is there can be had back by undo.

    Raises:
        LessonError: it is no parcel, or damaged, or holds more than a lesson can.
        LessonBusy: the folder cannot be written to.
    """
    if place.is_dir():
        record, crops = _contents(_folder_reader(place), place, teacher.reader.crop)
    else:
        try:
            with zipfile.ZipFile(place) as archive:
                record, crops = _contents(_zip_reader(archive), place, teacher.reader.crop)
        except SPOILED as error:
            raise _no_parcel(place, error) from error
    exists = (taught / name / LESSON).exists()
    lesson = (Lesson.open if exists else _begun(record))(taught, name, teacher)
    lesson.adopt(record.title, record.faces, crops, f"took in {place.name}")
    return lesson


def _begun(record: Record) -> Callable[[Path, str, Teacher], Lesson]:
    return lambda taught, name, teacher: Lesson.begin(taught, name, record.title, record.faces, teacher)


def _contents(read: Read, place: Path, side: int) -> tuple[Record, dict[Sample, bytes]]:
    try:
        record = msgspec.json.decode(read(LESSON, MOST_BYTES), type=Record)
        if record.format != FORMAT:
            raise ValueError(f"expected format {FORMAT}, got {record.format}")
        _check(record)
        crops = {sample: read(sample.file, MOST_PNG) for sample in record.samples}
        for sample, data in crops.items():
            if hashed(data) != sample.sha256:
                raise ValueError(f"expected sha256 {sample.sha256} of {sample.file!r}, got {hashed(data)}")
            read_crop(data, side)
    except SPOILED as error:
        raise _no_parcel(place, error) from error
    return record, crops


def _check(record: Record) -> None:
    new_record(record.set, record.title, record.faces)
    for sample in record.samples:
        record.face(sample.face)
    for face in record.faces:
        if len(record.of(face.code)) > MOST_SAMPLES or len(face.name) > 200:
            raise ValueError(f"expected at most {MOST_SAMPLES} samples and a short name of {face.code!r}")


def _folder_reader(folder: Path) -> Read:
    def read(name: str, most: int) -> bytes:
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise ValueError(f"expected a file inside the folder, got a link: {name!r}")
        with path.open("rb") as file:
            return bounded(file.read(most + 1), most, name)

    return read


def _zip_reader(archive: zipfile.ZipFile) -> Read:
    names = inner_names(archive, MOST_FILES)
    top = next((name.removesuffix(LESSON) for name in names if name.count("/") <= 1 and name.endswith(LESSON)), "")

    def read(name: str, most: int) -> bytes:
        return read_bounded(archive, top + name, most)

    return read


def _no_parcel(place: Path, error: Exception) -> LessonError:
    return LessonError(
        say("This is no die set that was packed by a companion, or it is damaged."),
        detail=f"{str(place)!r}: {error}",
        advice=say("Nothing was changed. Pack it again where it came from."),
    )
