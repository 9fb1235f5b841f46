from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from companion.errors import LessonBusy, LessonError
from companion.files import replace_atomically
from companion.vision.teaching import store
from companion.vision.teaching.lesson import Lesson
from tests.daily import daily

from .school import begin, photo, schooled, teach, teacher


class Cut(Exception):
    """The power went."""


@pytest.mark.parametrize("written", daily(range(7), range(0, 7, 3)))
def test_a_power_cut_leaves_the_lesson_before_or_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """Whichever file is the last that is written: a step of teaching replaces at most seven."""
    lesson = teach(begin(tmp_path, codes=("STAR", "RING")), ("STAR", "RING"), 1)
    before, count = lesson.record, 0

    def cut(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count > written:
            path.with_name(".new-left").write_bytes(data[: len(data) // 2])
            raise Cut
        replace_atomically(path, data)

    monkeypatch.setattr("companion.vision.teaching.store.replace_atomically", cut)
    monkeypatch.setattr("companion.vision.teaching.embeddings.replace_atomically", cut)
    try:
        lesson.learn(photo(("STAR", "STAR"), 5), "STAR", "more")
    except Cut:
        assert count == written + 1
    monkeypatch.undo()
    again = Lesson.open(tmp_path, "symbols", teacher())
    assert again.record in (before, lesson.record) or len(again.record.samples) == len(before.samples) + 2
    assert store.step_of(tmp_path / "symbols") == again.record.step
    assert again.known.figures.after.whole > 0
    again.forget_sample(again.record.samples[0].sha256)
    assert not [*tmp_path.rglob(".new-*")]


def test_a_picture_that_was_changed_or_is_gone_is_told(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    path = lesson.folder / lesson.record.samples[0].file
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(LessonError, match="damaged: samples/STAR"):
        _ = Lesson.open(tmp_path, "symbols", teacher()).known.figures
    path.unlink()
    with pytest.raises(LessonError, match="missing: samples/STAR"):
        _ = Lesson.open(tmp_path, "symbols", teacher()).known.figures


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[1]", b"\xff", b'{"set": "symbols", "title": "", "faces": [], "format": 9}']
)
def test_a_damaged_record_is_told(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / store.LESSON).write_bytes(text)
    with pytest.raises(LessonError, match=r"damaged: lesson\.json"):
        Lesson.open(tmp_path, "symbols", teacher())


def test_a_record_that_is_too_long_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schooled(tmp_path)
    monkeypatch.setattr(store, "MOST_BYTES", 1000)
    with pytest.raises(LessonError, match="damaged"):
        Lesson.open(tmp_path, "symbols", teacher())


def test_damaged_history_stops_no_teaching(tmp_path: Path) -> None:
    lesson = teach(begin(tmp_path, codes=("STAR",)), ("STAR",), 2)
    store.history(lesson.folder)[0].write_text("{")
    lesson.learn(photo(("STAR",), 5), "STAR", "more")
    assert [path.stem for path in store.history(lesson.folder)] == ["000001", "000002"]
    lesson.undo()
    assert len(lesson.record.samples) == 4


def test_the_folder_of_another_set_is_not_taken(tmp_path: Path) -> None:
    schooled(tmp_path)
    shutil.copytree(tmp_path / "symbols", tmp_path / "signs")
    with pytest.raises(LessonError, match="damaged"):
        Lesson.open(tmp_path, "signs", teacher())


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(LessonBusy, match="cannot be written"):
        begin(tmp_path / "file")


def test_pictures_of_any_other_kind_are_refused(tmp_path: Path) -> None:
    good = store.png(np.zeros((64, 64, 3), np.uint8))
    assert store.read_crop(good, 64).shape == (64, 64, 3)
    huge = bytearray(good)
    huge[16:20] = (1 << 30).to_bytes(4, "big")
    for data in (b"", good[:40], bytes(huge), b"\xff\xd8\xff" + good, store.png(np.zeros((65, 64, 3), np.uint8))):
        with pytest.raises(LessonError, match="damaged"):
            store.read_crop(data, 64)
    assert not [*tmp_path.iterdir()]
