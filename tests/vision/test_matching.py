from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import ModelError
from companion.vision.card import FaceCard, SetCard
from companion.vision.classifier import Look
from companion.vision.matching import PRINT_WEIGHT, Matcher, Prints, read_matcher

from .oracle import BASE

SIDE, TOP = 64, 36.0
CARD = SetCard("toys", "Toys", "prototypes", (FaceCard("CAT", "cat"), FaceCard("DOG", "dog")), 0.7)


def blob(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A soft random picture."""
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(0, 255, (9, 9, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC).clip(0, 255), np.uint8)


def moved(turn: float, zoom: float, right: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    warp = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), turn, zoom)
    warp = warp + np.array([[0, 0, right], [0, 0, 0]])
    return np.asarray(cv2.warpAffine(blob(1), warp, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(
    ("turn", "zoom", "right"), [(0, 1, 0), (90, 1, 0), (184, 1, 0), (-95, 1.05, 2), (5, 0.95, -3), (270, 1, 3)]
)
def test_a_print_is_known_turned_shifted_and_in_another_size(turn: float, zoom: float, right: float) -> None:
    own, other = Prints(np.stack([blob(1), blob(2)]), TOP).compare(moved(turn, zoom, right))
    assert own > 0.93
    assert other < 0.7


def test_brightness_and_contrast_change_nothing_much() -> None:
    prints = Prints(np.stack([blob(1)]), TOP)
    dim = (blob(1).astype(np.float32) * 0.4 + 30).astype(np.uint8)
    assert prints.compare(dim)[0] == pytest.approx(prints.compare(blob(1))[0], abs=0.02)


def test_what_has_no_contrast_matches_nothing() -> None:
    flat = np.full((SIDE, SIDE, 3), 200, np.uint8)
    assert abs(Prints(np.stack([flat, blob(1)]), TOP).compare(flat)).max() < 0.05


def test_many_prints_are_compared_in_parts() -> None:
    crops = np.stack([blob(k) for k in range(70)])
    whole = Prints(crops, TOP).compare(blob(66))
    assert whole.shape == (70,)
    assert int(whole.argmax()) == 66
    assert whole[3] == pytest.approx(Prints(crops[3:4], TOP).compare(blob(66))[0], abs=1e-5)


def look(crop: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], embedding: int = 0) -> Look:
    return Look(crop, np.zeros(15, np.float32), np.eye(64, dtype=np.float32)[embedding], 0.0)


def test_a_score_is_the_mean_of_cosine_and_correlation() -> None:
    plain = Matcher(np.eye(3, 64, dtype=np.float32), ("CAT", "CAT", "DOG"))
    assert plain.faces == ("CAT", "DOG")
    assert plain.scores(look(blob(1), 1)).tolist() == [1.0, 0.0]
    prints = Prints(np.stack([blob(1), blob(2)]), TOP)
    both = Matcher(plain.vectors, plain.owners, prints, ("DOG", "CAT"))
    cat, dog = both.scores(look(blob(1), 1))
    correlations = prints.compare(blob(1))
    assert cat == pytest.approx((1 - PRINT_WEIGHT) + PRINT_WEIGHT * correlations[1])
    assert dog == pytest.approx(PRINT_WEIGHT * correlations[0])


def arrays() -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    return {
        "vectors": np.eye(3, 64, dtype=np.float32),
        "faces": np.array(["CAT", "CAT", "DOG"]),
        "prints": np.stack([blob(1), blob(2)]),
        "print_faces": np.array(["CAT", "DOG"]),
        "known": np.array(["CAT", "DOG"]),
        "least": np.array([0.5, 0.75], np.float32),
        "reader": np.array(BASE.reader.sha256),
    }


def test_a_file_of_prototypes_is_read(tmp_path: Path) -> None:
    np.savez(tmp_path / "p.npz", allow_pickle=False, **arrays())
    matcher = read_matcher(tmp_path / "p.npz", CARD, BASE.reader)
    assert dict(matcher.least) == {"CAT": 0.5, "DOG": 0.75}
    assert matcher.scores(look(blob(2), 2))[1] > 0.95


def test_a_file_without_pictures_tells_by_the_cosine_alone(tmp_path: Path) -> None:
    np.savez(tmp_path / "p.npz", vectors=arrays()["vectors"], faces=arrays()["faces"])
    matcher = read_matcher(tmp_path / "p.npz", CARD, BASE.reader)
    assert matcher.prints is None
    assert not matcher.least


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"reader": np.array("another")}, "do not fit"),
        ({"vectors": np.eye(3, 32, dtype=np.float32)}, "do not fit"),
        ({"print_faces": np.array(["CAT", "COW"])}, "do not fit"),
        ({"least": np.array([0.5], np.float32)}, "damaged"),
        ({"prints": np.zeros((2, 0, 0, 3), np.uint8)}, "damaged"),
        ({"faces": np.array([], dtype=str), "vectors": np.zeros((0, 64), np.float32)}, "do not fit"),
    ],
)
def test_a_file_that_does_not_fit_is_told(
    tmp_path: Path, change: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]], words: str
) -> None:
    np.savez(tmp_path / "p.npz", allow_pickle=False, **(arrays() | change))
    with pytest.raises(ModelError, match=words):
        read_matcher(tmp_path / "p.npz", CARD, BASE.reader)
