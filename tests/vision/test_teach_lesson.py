from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from companion.commands.read import default_models
from companion.errors import LessonBusy, LessonError
from companion.vision.card import FaceCard
from companion.vision.frame import Frame
from companion.vision.teaching import store
from companion.vision.teaching.figures import verdicts
from companion.vision.teaching.lesson import Lesson, refresh
from companion.vision.teaching.trials import scores_of

from .school import CODES, begin, looks, photo, schooled, teach, teacher


@pytest.mark.thorough
def test_taught_faces_are_known_on_other_mats_and_others_are_not(tmp_path: Path) -> None:
    known = schooled(tmp_path).known
    right, sure_wrong, strange, dice = 0, 0, 0, 0
    for seed in (500, 501, 502):
        for code in CODES:
            scores = scores_of(known.matcher, looks((code,) * 3, seed))
            said = scores.argmax(axis=1) == known.matcher.faces.index(code)
            sure = verdicts(scores, known.matcher.faces, known.tuning)[1]
            dice += len(said)
            right += int((said & sure).sum())
            sure_wrong += int((sure & ~said).sum())
        for code in ("MOON", "K", "HOUSE"):
            scores = scores_of(known.matcher, looks((code,) * 3, seed))
            strange += int(verdicts(scores, known.matcher.faces, known.tuning)[1].sum())
    assert dice >= 45
    assert right >= 0.95 * dice
    assert sure_wrong == 0
    assert strange <= 1


def test_the_folder_becomes_a_die_set_when_each_face_was_taught(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR", "RING"))
    teach(lesson, ("STAR",), 1)
    assert not (tmp_path / "symbols" / "card.json").exists()
    teach(lesson, ("RING",), 1)
    card = msgspec.json.decode((tmp_path / "symbols" / "card.json").read_bytes())
    assert card["kind"] == "prototypes"
    assert [face["code"] for face in card["faces"]] == ["STAR", "RING"]
    assert (tmp_path / "symbols" / card["prototypes"]).is_file()
    assert len([*(tmp_path / "symbols" / "samples" / "STAR").glob("*.png")]) == 2


def test_a_lesson_opens_as_it_was_left(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    again = Lesson.open(tmp_path, "symbols", teacher())
    assert again.record == lesson.record
    assert len(again.record.samples) == 4 * len(CODES)
    assert np.array_equal(again.known.matcher.vectors, lesson.known.matcher.vectors)


def test_every_step_can_be_taken_back(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR", "RING"))
    before = lesson.record
    teach(lesson, ("STAR", "RING"), 1)
    lesson.forget_face("STAR")
    assert [sample.face for sample in lesson.record.samples] == ["RING", "RING"]
    assert not (tmp_path / "symbols" / "card.json").exists()
    assert lesson.undo() == "forgot STAR"
    assert (tmp_path / "symbols" / "card.json").exists()
    assert len(lesson.record.samples) == 4
    assert lesson.undo().startswith("learnt RING (2)")
    lesson.undo()
    assert lesson.record == before == Lesson.open(tmp_path, "symbols", teacher()).record
    with pytest.raises(LessonError, match="nothing to take back"):
        lesson.undo()


@pytest.mark.thorough
def test_history_is_bounded_and_nothing_else_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "KEPT", 3)
    lesson = begin(tmp_path, codes=("STAR",))
    for k in range(5):
        lesson.learn(photo(("STAR",), k), "STAR", str(k))
        lesson.forget_face("STAR")
    folder = tmp_path / "symbols"
    assert len(store.history(folder)) == 3
    assert len([*folder.rglob("*.png")]) == 2
    assert not [*folder.glob("prototypes-*")]


def test_the_same_picture_teaches_nothing_twice(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR",))
    first = lesson.learn(photo(("STAR",), 1), "STAR", "a")
    again = lesson.learn(photo(("STAR",), 1), "STAR", "b")
    assert (len(first.samples), first.known) == (1, ())
    assert (again.samples, again.known) == ((), first.samples)
    assert lesson.record.step == 1


def test_a_picture_that_shows_another_face_is_doubted_and_can_be_put_right(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    learnt = lesson.learn(photo(("RING",), 77), "STAR", "wrong.png")
    (doubt,) = learnt.doubts
    assert (doubt.face, doubt.looks_like) == ("STAR", "RING")
    figures = lesson.known.figures
    row = lesson.record.samples.index(doubt.sample)
    assert row in {face.code: face.odd for face in figures.faces}["STAR"]
    assert (row, "RING") in [(one.sample, one.said) for one in figures.confusions]
    assert any("Ring and Star look alike" in str(one) for one in figures.advice)
    lesson.relabel(doubt.sample.sha256, "RING")
    assert not lesson.known.figures.confusions
    lesson.forget_sample(doubt.sample.sha256)
    assert len(lesson.record.samples) == 4 * len(CODES)


def test_a_crop_can_be_taught_alone(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR",))
    learnt = lesson.learn_crops([looks(("STAR",), 1)[0].crop], "STAR", "tablet")
    assert learnt.samples == lesson.record.samples
    with pytest.raises(LessonError, match="no picture of a face"):
        lesson.learn_crops([np.zeros((32, 32, 3), np.uint8)], "STAR", "tablet")


def test_a_die_that_somebody_points_at_looks_as_one_that_is_found() -> None:
    frame = photo(("STAR", "RING", "A"), 3)
    for found, look in teacher().dice(frame):
        pointed = teacher().at(frame, found.x + 1, found.y - 1, found.size * 1.03)
        assert pointed.crop.shape == look.crop.shape
        assert float(pointed.embedding @ look.embedding) > 0.9


def test_a_picture_without_dice_teaches_nothing(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR",))
    before = lesson.record
    with pytest.raises(LessonError, match="No die is seen"):
        lesson.learn(Frame(np.full((480, 640, 3), 90, np.uint8), 0.0), "STAR", "empty")
    with pytest.raises(LessonError, match="no face MOON"):
        lesson.learn(photo(("STAR",), 1), "MOON", "a")
    assert lesson.record == before == store.read_record(tmp_path / "symbols" / store.LESSON)


def test_two_who_teach_at_once_do_not_lose_each_others_work(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR",))
    other = Lesson.open(tmp_path, "symbols", teacher())
    teach(lesson, ("STAR",), 1)
    with pytest.raises(LessonBusy, match="Somebody else"):
        other.forget_face("STAR")
    assert len(Lesson.open(tmp_path, "symbols", teacher()).record.samples) == 2


@pytest.mark.thorough
def test_another_eye_looks_at_the_pictures_anew(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    path = tmp_path / "symbols" / store.LESSON
    with np.load(tmp_path / "symbols" / store.EMBEDDINGS) as file:
        arrays = dict(file)
    arrays["reader"], arrays["embeddings"] = np.array("old"), -arrays["embeddings"]
    np.savez(tmp_path / "symbols" / store.EMBEDDINGS, allow_pickle=False, **arrays)
    path.write_bytes(msgspec.json.encode(replace(lesson.record, reader="old")))
    again = Lesson.open(tmp_path, "symbols", teacher())
    assert again.record.reader == teacher().reader.sha256
    assert np.allclose(again.known.samples.embeddings, lesson.known.samples.embeddings, atol=1e-6)


def test_all_sets_are_made_anew_for_another_eye_and_one_that_is_damaged_stops_no_other(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    path = tmp_path / "symbols" / store.LESSON
    path.write_bytes(msgspec.json.encode(replace(lesson.record, reader="old")))
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / store.LESSON).write_text("{")
    assert [*refresh(tmp_path, default_models())] == ["broken"]
    assert store.read_record(path).reader == teacher().reader.sha256
    assert refresh(tmp_path / "nothing", default_models()) == {}


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    (tmp_path / "symbols" / store.EMBEDDINGS).write_bytes(b"PK\x03\x04 no longer")
    again = Lesson.open(tmp_path, "symbols", teacher())
    assert np.allclose(again.known.samples.embeddings, lesson.known.samples.embeddings, atol=1e-6)


def test_faces_can_be_named_anew(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    lesson.name_faces("Signs", [FaceCard("STAR", "Little star"), FaceCard("RING", "Ring")])
    assert {sample.face for sample in lesson.record.samples} == {"STAR", "RING"}
    assert lesson.known.card.title == "Signs"
    lesson.undo()
    assert len(lesson.record.samples) == 4 * len(CODES)


@pytest.mark.parametrize("name", ["base", "", "Animals", "../up", "a/b", "x" * 33, "."])
def test_names_that_cannot_be_folders_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(LessonError, match="cannot be the name"):
        begin(tmp_path, name)
    with pytest.raises(LessonError, match="cannot be the name"):
        Lesson.open(tmp_path, name, teacher())
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("codes", [["A", "A"], ["?"], ["other"], ["a/b"], ["x" * 13], [str(k) for k in range(25)]])
def test_codes_that_cannot_be_faces_are_refused(tmp_path: Path, codes: list[str]) -> None:
    with pytest.raises(LessonError, match="cannot be used for faces"):
        Lesson.begin(tmp_path, "toys", "Toys", [FaceCard(code, code) for code in codes], teacher())


def test_there_is_an_end_to_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.vision.teaching.lesson.MOST_SAMPLES", 3)
    lesson = begin(tmp_path, codes=("STAR",))
    lesson.learn(photo(("STAR", "STAR"), 1), "STAR", "a")
    with pytest.raises(LessonError, match="enough pictures of Star"):
        lesson.learn(photo(("STAR", "STAR"), 2), "STAR", "b")
