from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import LessonError
from companion.vision.teaching import store
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.parcel import MOST_FILES, pack, unpack

from .school import CODES, schooled, teacher

Files = dict[str, bytes]


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return schooled(tmp_path / "home", ("STAR", "RING"), 1)


@pytest.mark.parametrize("name", ["out.zip", "out"])
def test_a_lesson_goes_to_another_table(tmp_path: Path, lesson: Lesson, name: str) -> None:
    pack(lesson, tmp_path / name)
    other = unpack(tmp_path / name, tmp_path / "away", "signs", teacher())
    assert other.record.samples == lesson.record.samples
    assert (other.record.set, other.record.title) == ("signs", "Symbols")
    assert np.allclose(other.known.matcher.vectors, lesson.known.matcher.vectors, atol=1e-6)
    assert store.step_of(tmp_path / "away" / "signs") == other.record.step


def test_the_same_lesson_is_the_same_file(tmp_path: Path, lesson: Lesson) -> None:
    pack(lesson, tmp_path / "a.zip")
    pack(lesson, tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with pytest.raises(LessonError, match="something at that place"):
        pack(lesson, tmp_path / "a.zip")


def test_what_was_there_comes_back_by_undo(tmp_path: Path, lesson: Lesson) -> None:
    pack(lesson, tmp_path / "out.zip")
    before = schooled(tmp_path / "away").record
    taken = unpack(tmp_path / "out.zip", tmp_path / "away", "symbols", teacher())
    assert {sample.face for sample in taken.record.samples} == {"STAR", "RING"}
    assert taken.undo() == "took in out.zip"
    assert taken.record == before
    assert len(taken.known.samples.codes) == len(CODES)


def test_a_zip_with_a_folder_at_its_top_is_taken_in(tmp_path: Path, lesson: Lesson) -> None:
    pack(lesson, tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "made.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in (tmp_path / "out").rglob("*"):
            archive.write(path, f"out/{path.relative_to(tmp_path / 'out')}")
    assert (
        unpack(tmp_path / "made.zip", tmp_path / "away", "signs", teacher()).record.samples
        == lesson.record.samples
    )


def record_changed(change: Callable[[dict[str, Any]], None]) -> Callable[[Files], None]:
    def changed(files: Files) -> None:
        record = json.loads(files["lesson.json"])
        change(record)
        files["lesson.json"] = json.dumps(record).encode()

    return changed


def first(files: Files) -> str:
    return next(name for name in files if name.endswith(".png"))


EVIL: dict[str, Callable[[Files], None]] = {
    "a name that climbs out": lambda files: files.update({"../../evil.png": b""}),
    "a name from the root": lambda files: files.update({"/etc/evil": b""}),
    "a name of another system": lambda files: files.update({"..\\evil": b""}),
    "too many files": lambda files: files.update({f"x{k}": b"" for k in range(MOST_FILES)}),
    "no record": lambda files: files.__delitem__("lesson.json"),
    "no json": lambda files: files.update({"lesson.json": b"{"}),
    "a bomb": lambda files: files.update({"lesson.json": b" " * (store.MOST_BYTES + 1)}),
    "a sample that is missing": lambda files: files.__delitem__(first(files)),
    "a sample that was changed": lambda files: files.update({first(files): files[first(files)] + b"x"}),
    "a sample that is too large": lambda files: files.update({first(files): b"x" * (store.MOST_PNG + 1)}),
    "a face of another set": record_changed(lambda record: record["samples"][0].update(face="COW")),
    "a face that is a path": record_changed(lambda record: record["samples"][0].update(face="../up")),
    "a hash that is a path": record_changed(lambda record: record["samples"][0].update(sha256="../" * 21 + "x")),
    "no faces": record_changed(lambda record: record.update(faces=[])),
    "the same face twice": record_changed(lambda record: record.update(faces=record["faces"] * 2)),
    "too many of a face": record_changed(lambda record: record.update(samples=record["samples"] * 30)),
    "a format of the future": record_changed(lambda record: record.update(format=2)),
    "a bad name": record_changed(lambda record: record.update(set="base")),
}


@pytest.mark.parametrize("evil", EVIL)
def test_a_parcel_that_is_not_one_changes_nothing(tmp_path: Path, lesson: Lesson, evil: str) -> None:
    pack(lesson, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    EVIL[evil](files)
    with zipfile.ZipFile(tmp_path / "evil.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    with pytest.raises(LessonError, match="no die set that was packed"):
        unpack(tmp_path / "evil.zip", tmp_path / "away", "signs", teacher())
    assert not (tmp_path / "away").exists()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no zip"])
def test_a_file_that_is_no_zip_changes_nothing(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    for place in (tmp_path / "x.zip", tmp_path / "nowhere", tmp_path):
        with pytest.raises(LessonError, match="no die set that was packed"):
            unpack(place, tmp_path / "away", "signs", teacher())


def test_a_truncated_zip_changes_nothing(tmp_path: Path, lesson: Lesson) -> None:
    pack(lesson, tmp_path / "out.zip")
    data = (tmp_path / "out.zip").read_bytes()
    for length in range(0, len(data), len(data) // 9):
        (tmp_path / "cut.zip").write_bytes(data[:length])
        with pytest.raises(LessonError):
            unpack(tmp_path / "cut.zip", tmp_path / "away", "signs", teacher())
    assert not (tmp_path / "away").exists()


def test_a_folder_with_links_to_elsewhere_is_refused(tmp_path: Path, lesson: Lesson) -> None:
    pack(lesson, tmp_path / "out")
    sample = tmp_path / "out" / lesson.record.samples[0].file
    sample.rename(tmp_path / "elsewhere.png")
    sample.symlink_to(tmp_path / "elsewhere.png")
    with pytest.raises(LessonError, match="no die set that was packed"):
        unpack(tmp_path / "out", tmp_path / "away", "signs", teacher())
