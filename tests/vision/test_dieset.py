from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.errors import ModelError
from companion.vision.classifier import Look
from companion.vision.dieset import UNKNOWN, DieSets, Verdict

from .conftest import FRIENDS, PIPS, class_card, write_card
from .oracle import CLASSES

THREE = np.eye(3, 64, dtype=np.float32)
TAUGHT = {
    "set": "toys",
    "title": "Toy dice",
    "kind": "prototypes",
    "faces": [{"code": "CAT", "name": "cat"}, {"code": "DOG", "name": "dog"}],
    "sure": 0.8,
    "threshold": 0.5,
    "margin": 0.1,
    "scale": 20.0,
}


def look(probabilities: dict[str, float] | None = None, embedding: tuple[float, ...] = (1.0,)) -> Look:
    row = np.array([(probabilities or {"other": 1.0}).get(name, 0.0) for name in CLASSES], np.float32)
    vector = np.zeros(64, np.float32)
    vector[: len(embedding)] = embedding
    return Look(np.zeros((64, 64, 3), np.uint8), row, vector / np.linalg.norm(vector), 0.0)


def write_prototypes(
    folder: Path, vectors: NDArray[Any] = THREE, faces: tuple[str, ...] = ("CAT", "CAT", "DOG")
) -> None:
    np.savez(folder / "prototypes.npz", vectors=vectors, faces=np.array(faces))


@pytest.fixture
def toys(cards: Path) -> Path:
    """The models' folder with a taught set beside the others."""
    write_card(cards / "toys", TAUGHT)
    write_prototypes(cards / "toys")
    return cards


def seen(verdict: Verdict) -> tuple[str, float, bool]:
    return verdict.best.face, round(verdict.best.confidence, 3), verdict.sure


def test_all_sets_are_found_by_the_name_of_their_folder(toys: Path) -> None:
    sets = DieSets(toys)
    assert sets.names == ("friends", "pips", "toys")
    assert [one.name for one in sets.shipped] == ["pips", "friends"]
    assert sets["toys"].faces == {"CAT": "cat", "DOG": "dog"}


def test_sets_that_were_taught_lie_in_a_folder_of_their_own(cards: Path, tmp_path: Path) -> None:
    taught = tmp_path / "taught"
    write_card(taught / "toys", TAUGHT)
    write_prototypes(taught / "toys")
    assert DieSets(cards, taught)["toys"].name == "toys"
    assert "toys" not in DieSets(cards, tmp_path / "nothing").names


@pytest.mark.parametrize(
    ("probabilities", "expected"),
    [
        ({"3": 0.9, "5": 0.1}, ("3", 0.9, True)),
        ({"3": 0.6, "5": 0.4}, ("3", 0.6, False)),  # the card asks below 0.7
        ({"3": 0.3, "other": 0.7}, (UNKNOWN, 0.7, False)),
        ({"3": 0.2, "H": 0.4, "T": 0.4}, (UNKNOWN, 0.8, False)),  # a die of another set
    ],
)
def test_classes_are_ranked(
    cards: Path, probabilities: dict[str, float], expected: tuple[str, float, bool]
) -> None:
    assert seen(DieSets(cards)["pips"].judge(look(probabilities))) == expected


def test_a_set_says_how_far_a_die_is_one_of_its_own(cards: Path) -> None:
    sets = DieSets(cards)
    die = look({"3": 0.1, "H": 0.5, "T": 0.2, "other": 0.2})
    assert sets["pips"].share(die) == pytest.approx(0.1)
    assert sets["friends"].share(die) == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("embedding", "face", "sure"),
    [
        ((1.0, 0.0, 0.0), "CAT", True),
        ((0.0, 1.0, 0.1), "CAT", True),  # the second prototype of the same face
        ((0.0, 0.0, 1.0), "DOG", True),
        ((0.72, 0.0, 0.69), "CAT", False),  # too near to the other face
        ((0.3, 0.3, 0.3, 1.0), UNKNOWN, False),  # near to none
    ],
)
def test_taught_faces_are_told_by_their_nearest_prototype(
    toys: Path, embedding: tuple[float, ...], face: str, sure: bool
) -> None:
    taught = DieSets(toys)["toys"]
    verdict = taught.judge(look(embedding=embedding))
    assert (verdict.best.face, verdict.sure) == (face, sure)
    assert (taught.share(look(embedding=embedding)) == 0) == (face == UNKNOWN)
    assert sorted(guess.face for guess in verdict.guesses if guess.face != UNKNOWN) == ["CAT", "DOG"]


def test_an_unknown_set_names_those_that_there_are(cards: Path) -> None:
    with pytest.raises(ModelError, match="no dice named toads") as caught:
        DieSets(cards)["toads"]
    assert str(caught.value.advice) == "Choose one of: friends, pips"


def test_a_missing_or_damaged_base_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"missing: base/card\.json"):
        DieSets(tmp_path)
    (tmp_path / "base").mkdir()
    for text in (b"", b"{}", b'{"name": 1}', b"\xff\x00"):
        (tmp_path / "base" / "card.json").write_bytes(text)
        with pytest.raises(ModelError, match=r"damaged: base/card\.json"):
            DieSets(tmp_path)


@pytest.mark.parametrize(
    "card",
    [
        PIPS | {"kind": "magic", "faces": []},
        class_card(PIPS, ("1", "2")) | {"classes": {"1": "1", "nine": "2"}},
        class_card(PIPS, ("1", "2")) | {"classes": {"1": "1"}},
        FRIENDS | {"faces": "HTE"},
    ],
)
def test_a_card_that_does_not_fit_is_told_and_harms_no_other_set(cards: Path, card: dict[str, object]) -> None:
    write_card(cards / "friends", card)
    sets = DieSets(cards)
    assert sets["pips"].name == "pips"
    with pytest.raises(ModelError, match=r"damaged|do not fit"):
        sets["friends"]


@pytest.mark.parametrize(
    ("vectors", "faces"),
    [
        (np.eye(3, 32, dtype=np.float32), ("CAT", "CAT", "DOG")),
        (np.eye(2, 64, dtype=np.float32), ("CAT", "CAT", "DOG")),
        (np.zeros((0, 64), np.float32), ()),
        (np.eye(3, 64, dtype=np.float32), ("CAT", "COW", "DOG")),
        (np.array([None]), ("CAT",)),
    ],
)
def test_prototypes_that_do_not_fit_are_told(toys: Path, vectors: NDArray[Any], faces: tuple[str, ...]) -> None:
    write_prototypes(toys / "toys", vectors, faces)
    with pytest.raises(ModelError, match=r"do not fit|missing or damaged"):
        DieSets(toys)["toys"]


def test_missing_prototypes_are_told(toys: Path) -> None:
    (toys / "toys" / "prototypes.npz").unlink()
    with pytest.raises(ModelError, match="missing or damaged"):
        DieSets(toys)["toys"]
