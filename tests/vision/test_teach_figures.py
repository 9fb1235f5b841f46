"""The figures of made-up trials, whose truth is known, and of samples whose trouble is known."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.teaching.figures import Share, verdicts
from companion.vision.teaching.prototypes import TIGHT, grouped, prototypes, spread
from companion.vision.teaching.sheet import drawn, page, save_sheet
from companion.vision.teaching.strangers import body_of, drawings, painted
from companion.vision.teaching.trials import Trials
from companion.vision.teaching.tuning import SURE, UNTRIED, Tuning, background, gap, tuned
from companion.vision.teaching.variations import VARIATIONS, varied

from .school import CODES, begin, photo, schooled, teach, teacher

Floats = NDArray[np.float32]


def trials(count: int, own: float, other: float, noise: float, seed: int = 0, faces: int = 4) -> Trials:
    """Samples whose scores are `own` for their face and `other` for the rest, each with some noise."""
    rng = np.random.default_rng(seed)
    truth = np.arange(count) % faces
    scores = rng.normal(other, noise, (count, 5, faces))
    scores[np.arange(count), :, truth] = rng.normal(own, noise, (count, 5))
    nearest = np.zeros((count, faces), np.intp)
    return Trials(tuple("ABCDEFGH"[:faces]), truth, scores.astype(np.float32), nearest)


def strangers(score: float, noise: float, count: int = 200) -> Floats:
    return np.random.default_rng(9).normal(score, noise, (count, 4)).astype(np.float32)


@pytest.mark.parametrize("accept", [0.9, 0.97, 0.99])
def test_the_threshold_lets_the_stated_share_of_true_faces_pass(accept: float) -> None:
    made = trials(80, 0.8, 0.3, 0.05)
    tuning = tuned(made, strangers(0.9, 0.02), accept)  # strangers everywhere: no room to be kind
    scores, truth = made.flat()
    own = scores[np.arange(len(truth)), truth]
    assert (own >= tuning.threshold).mean() == pytest.approx(accept, abs=0.01)


def test_where_there_is_room_the_threshold_is_kinder_and_still_keeps_strangers_out() -> None:
    made = trials(80, 0.9, 0.3, 0.02)
    strict, kind = tuned(made, strangers(0.95, 0.01)), tuned(made, strangers(0.5, 0.02))
    assert kind.threshold < strict.threshold
    assert (strangers(0.5, 0.02).max(axis=1) < kind.threshold).all()


def test_a_face_that_is_harder_has_a_lower_threshold_the_more_so_the_more_pictures() -> None:
    lowered = []
    for count in (16, 80):
        made = trials(count, 0.85, 0.3, 0.02)
        made.scores[made.truth == 2, :, 2] -= 0.1
        least = tuned(made, strangers(0.5, 0.02)).least
        assert least["C"] < min(least[code] for code in "ABD")
        lowered.append(least["A"] - least["C"])
    assert lowered[0] < lowered[1] <= 0.11


def test_a_single_picture_per_face_gives_careful_thresholds() -> None:
    made = trials(4, 0.9, 0.3, 0.02)
    made.scores[np.arange(4), :, made.truth] = np.nan
    assert UNTRIED[0] <= tuned(made, strangers(0.8, 0.01)).threshold <= UNTRIED[1]
    assert tuned(made, strangers(0.5, 0.01)).threshold == UNTRIED[0]
    assert background(made, strangers(0.5, 0.01)).shape == (4 * 5 + 200,)


def test_the_margin_turns_wrong_readings_into_questions() -> None:
    made = trials(80, 0.8, 0.3, 0.01)
    made.scores[0, :, :2] = 0.7, 0.76  # an A that is taken for a B, by a little
    scores, truth = made.flat()
    wrong = scores.argmax(axis=1) != truth
    assert wrong.sum() == 5
    tuning = tuned(made, strangers(0.4, 0.02))
    assert tuning.margin > 0.06
    assert not verdicts(scores[wrong], made.codes, tuning)[1].any()


def test_confidence_is_lower_where_faces_are_mixed_up() -> None:
    clear, mixed = (
        tuned(trials(80, 0.8, 0.3, 0.02), strangers(0.4, 0.02)),
        tuned(trials(80, 0.6, 0.5, 0.1), strangers(0.4, 0.02)),
    )
    row = np.array([[0.75, 0.55, 0.3, 0.3]], np.float32)
    assert clear.scale > mixed.scale
    assert verdicts(row, "ABCD", Tuning(0.5, 0.02, clear.scale, SURE))[1].all()


def test_verdicts_of_nothing_and_of_one_face() -> None:
    assert [len(one) for one in verdicts(np.empty((0, 2), np.float32), "AB", Tuning())] == [0, 0]
    single = np.array([[0.9], [0.2]], np.float32)
    assert verdicts(single, "A", Tuning())[1].tolist() == [True, False]
    assert gap(single).tolist() == [2.0, 2.0]


def test_prototypes_are_as_few_as_lie_near_to_all() -> None:
    rng = np.random.default_rng(3)
    centres = np.eye(3, 64)
    rows = np.repeat(centres, 20, axis=0) + rng.normal(0, 0.01, (60, 64))
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    found = prototypes(rows)
    assert found.shape == (3, 64)
    assert (rows @ found.T).max(axis=1).min() >= TIGHT
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert prototypes(rows[:20]).shape == (1, 64)
    assert {row // 20 for row in spread(rows, 3)} == {0, 1, 2}
    assert len(spread(rows[:2], 9)) == 2
    assert grouped(np.repeat(rows[:1], 4, axis=0), 2).shape == (2, 64)


def test_variations_are_the_same_die_a_little_changed() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    crop = np.asarray(cv2.GaussianBlur(noise, (0, 0), 4), np.uint8)
    views = [varied(crop, 36.0, how) for how in VARIATIONS]
    assert np.array_equal(views[0], crop)
    for view in views[1:]:
        assert view.shape == crop.shape
        assert view.dtype == np.uint8
        assert 1 < np.abs(view.astype(int) - crop).mean() < 60


def crops() -> list[Pixels]:
    return [look.crop for _, look in teacher().dice(photo(("STAR", "RING", "A"), 3))]


def test_strangers_have_the_colour_of_the_dice_and_other_faces() -> None:
    body = body_of(crops(), 36.0)
    assert body[2] < 0.7 * body[0]  # a yellow die
    arts = drawings(teacher().models, "pips")
    assert len(arts) == 15
    made = [*painted(arts, body, 64, 36.0)]
    assert {crop.shape for crop in made} == {(64, 64, 3)}
    assert all(np.abs(body_of([crop], 36.0) - body).max() < 12 for crop in made)


@pytest.mark.thorough
def test_the_figures_of_a_good_lesson_are_good_and_say_what_is_missing(tmp_path: Path) -> None:
    figures = schooled(tmp_path).known.figures
    assert figures.after.whole == 4 * len(CODES) * len(VARIATIONS)
    assert figures.after.value >= 0.98
    assert figures.wrong_and_sure.part == 0
    assert figures.passing.value >= 0.97
    assert figures.strangers.value <= 0.05
    assert figures.before.whole == 3 * len(CODES)
    assert [face.pictures for face in figures.faces] == [2] * len(CODES)
    assert "Take 3 more pictures of Star, each in another place and turned another way." in map(
        str, figures.advice
    )


def test_two_faces_that_are_the_same_are_told(tmp_path: Path) -> None:
    lesson = begin(tmp_path, codes=("STAR", "RING", "A"))
    teach(lesson, ("RING", "A"), 2)
    for seed in (50, 51, 52):
        lesson.learn(photo(("A", "A"), seed), "STAR", str(seed))
    figures = lesson.known.figures
    assert figures.after.value < 0.9
    close = {face.code: face.nearest for face in figures.faces if face.gap < 0.08}
    assert close.keys() == {"A", "STAR"}
    (line,) = [str(one) for one in figures.advice if "look alike" in str(one)]
    assert line.startswith("A and Star look alike to the camera. Take 3 more pictures of each")
    assert figures.wrong_and_sure.value <= 0.1


def test_an_untaught_face_is_listed(tmp_path: Path) -> None:
    lesson = teach(begin(tmp_path, codes=("STAR", "RING")), ("STAR",), 1)
    faces = {face.code: face for face in lesson.known.figures.faces}
    assert faces["RING"].right == Share(0, 0)
    assert "Ring was not taught yet. Take 5 pictures of it." in map(str, lesson.known.figures.advice)


@pytest.mark.thorough
def test_the_sheet_shows_each_picture_and_confusion(tmp_path: Path) -> None:
    lesson = schooled(tmp_path)
    lesson.learn(photo(("RING",), 77), "STAR", 'wrong "<b>.png')
    html = page(lesson)
    assert html.count("<img") == len(lesson.record.samples) + 2 * len(lesson.known.figures.confusions)
    assert "Star, taken for Ring" in html
    assert "<b>" not in html
    save_sheet(lesson, tmp_path / "out" / "sheet.html")
    save_sheet(lesson, tmp_path / "out" / "sheet.png")
    assert (tmp_path / "out" / "sheet.html").read_text(encoding="utf-8") == html
    picture = cv2.imdecode(np.frombuffer(drawn(lesson), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[0] > 64 * (len(CODES) + 1)
    assert picture.std() > 20
