"""Parcels at the table: a die set that was packed elsewhere is taken in."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

import msgspec

from companion.errors import LessonError
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.parcel import unpack
from companion.vision.teaching.record import Record
from companion.vision.teaching.store import LESSON, MOST_BYTES
from companion.vision.teaching.teacher import Teacher
from companion.workshop.names import set_name
from companion.workshop.shelf import Shelf

INCOMING = "incoming"


def taken_in(data: bytes, shelf: Shelf, taught: Path, teacher: Teacher, *, replacing: bool) -> Lesson:
    """The lesson in a zip file, below `taught` under its own name.

    Where something was taught of that name it is replaced (which can be undone); without `replacing` the lesson
    gets a new name, and so it does where games would not know its faces.

    Raises:
        LessonError: it is no parcel, is damaged, or holds more than a lesson can; or it is to replace shipped dice
            and has other faces. Nothing was changed.
        LessonBusy: the folder cannot be written to.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "parcel.zip"
        place.write_bytes(data)
        record = unpack(place, Path(folder), INCOMING, teacher).record
        name = _name(_name_inside(place), record, shelf, replacing=replacing)
        return unpack(place, taught, name, teacher)


def _name(own: str, record: Record, shelf: Shelf, *, replacing: bool) -> str:
    try:
        shelf.check_codes(own, record.faces)
    except LessonError:
        if replacing:
            raise
        return set_name(own, shelf.names)
    return own if replacing or not shelf.has_lesson(own) else set_name(own, shelf.names)


def _name_inside(place: Path) -> str:
    """The name of the set in a parcel that has been checked."""
    with zipfile.ZipFile(place) as archive:
        name = next(one for one in archive.namelist() if one.count("/") <= 1 and one.endswith(LESSON))
        with archive.open(name) as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=Record).set
