from __future__ import annotations

import numpy as np

from companion.vision.frame import Pixels
from companion.vision.matching import PRINT_WEIGHT
from companion.vision.teaching.trials import MOST_PRINTS, Samples, first_pictures, leave_one_picture_out

FLAT: Pixels = np.full((64, 64, 3), 128, np.uint8)  # prints that say nothing: the cosine decides


def samples(rows: list[tuple[str, str, int]]) -> Samples:
    """Samples of a face and a source, with the embedding along an axis of its own number."""
    axes = np.eye(16, 64, dtype=np.float32)
    embeddings = np.stack([[axes[axis]] for _, _, axis in rows])
    return Samples(
        tuple(face for face, _, _ in rows),
        tuple(source for _, source, _ in rows),
        ((FLAT,),) * len(rows),
        embeddings,
        36.0,
    )


def test_a_sample_is_judged_without_the_others_of_its_picture() -> None:
    made = samples([("A", "p1", 0), ("A", "p1", 0), ("A", "p2", 1), ("B", "p1", 2), ("B", "p3", 2)])
    trials = leave_one_picture_out(made)
    assert trials.codes == ("A", "B")
    assert trials.counted.all()
    own = trials.scores[np.arange(5), 0, trials.truth] / (1 - PRINT_WEIGHT)
    assert own.tolist() == [0.0, 0.0, 0.0, 1.0, 1.0]  # the twin in p1 does not help the first two


def test_where_a_face_has_one_picture_only_the_sample_is_left_out() -> None:
    trials = leave_one_picture_out(samples([("A", "p1", 0), ("A", "p1", 0), ("B", "p1", 2)]))
    assert trials.counted.tolist() == [True, True, False]
    assert trials.scores[0, 0, 0] == 1 - PRINT_WEIGHT
    scores, truth = trials.flat()
    assert scores.shape == (2, 2)
    assert truth.tolist() == [0, 0]


def test_the_nearest_samples_of_each_face_are_known() -> None:
    made = samples([("A", "p1", 0), ("A", "p2", 1), ("B", "p1", 1), ("B", "p2", 2)])
    assert leave_one_picture_out(made).nearest[1].tolist() == [0, 2]


def test_one_picture_per_face_is_where_teaching_starts() -> None:
    made = samples([("A", "p1", 0), ("B", "p1", 1), ("A", "p2", 0), ("B", "p2", 0), ("B", "p3", 1)])
    assert first_pictures(made) == (2, 3)


def test_of_many_pictures_the_different_ones_are_laid_over_dice() -> None:
    made = samples([("A", f"p{k}", k % 10) for k in range(30)] + [("B", "p", 11)])
    shown = made.shown
    assert len(shown) == MOST_PRINTS + 1
    assert len({k % 10 for k in shown[:-1]}) == MOST_PRINTS
    assert made.matcher().print_owners == ("A",) * MOST_PRINTS + ("B",)
