from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CalibrationError, ModelError
from companion.vision.cards.finder import EYE, CardFinder, Found, parallelogram, peaks, separate
from companion.vision.cards.rectify import turned
from companion.vision.cards.shelf import shipped_cards
from companion.vision.frame import Frame
from companion.vision.tray import from_corners, whole_frame
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.table import HEIGHT, PER_MM, WIDTH, photograph

FACES = [picture for _, picture in varied(np.random.default_rng(12), 3).values()]


@pytest.fixture(scope="module")
def finder() -> CardFinder:
    return CardFinder(shipped_cards() / EYE)


def form(corners: np.ndarray) -> tuple[float, complex, complex]:
    """Scale, sum and product of a quadrilateral, as the network is trained to tell them."""
    points = corners[:, 0] + 1j * corners[:, 1]
    a, b = (points[1] - points[0] + points[2] - points[3]) / 4, (points[3] - points[0] + points[2] - points[1]) / 4
    scale = float(np.sqrt(abs(a) * abs(b)))
    return scale, (a * a + b * b) / scale**2, (a * b) ** 2 / scale**4


@pytest.mark.parametrize("degrees", range(0, 360, 25))
@pytest.mark.parametrize("size", [(63, 88), (88, 63), (70, 70)])
def test_a_parallelogram_comes_back_from_its_form(degrees: int, size: tuple[int, int]) -> None:
    turn = np.radians(degrees)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
    corners = box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) @ [[1, 0.2], [0.1, 1]]
    found = parallelogram(*form(corners))
    assert min(np.abs(turned(found, k) - corners).max() for k in range(4)) < 1e-6


def test_cards_are_found_where_they_lie(finder: CardFinder) -> None:
    for condition in ("clean", "sleeve", "mat"):
        shot = photograph(FACES, SIZE, condition, np.random.default_rng(3))
        found = finder.find(shot.frame, SIZE)
        for corners in shot.corners:
            away = [float(np.linalg.norm(one.middle - corners.mean(axis=0))) for one in found]
            assert min(away) < 60  # pixels, of a card of 250 x 350


def test_an_empty_table_has_no_cards(finder: CardFinder) -> None:
    shot = photograph([], SIZE, "clean", np.random.default_rng(1))
    assert finder.find(shot.frame, SIZE) == []


def test_a_calibrated_tray_tells_cards_from_what_is_too_small(finder: CardFinder) -> None:
    shot = photograph(FACES, SIZE, "clean", np.random.default_rng(3))
    ring = [(0.0, HEIGHT - 1.0), (WIDTH - 1.0, HEIGHT - 1.0), (WIDTH - 1.0, 0.0), (0.0, 0.0)]
    tray = from_corners(ring, (WIDTH / PER_MM, HEIGHT / PER_MM), (WIDTH, HEIGHT))
    assert len(finder.find(shot.frame, SIZE, tray)) == 3
    assert finder.find(shot.frame, (120.0, 168.0), tray) == []
    assert len(finder.find(shot.frame, SIZE, whole_frame(WIDTH, HEIGHT))) >= 3  # its millimetres are a guess
    with pytest.raises(CalibrationError):
        finder.find(Frame(shot.frame.pixels[:500], 0.0), SIZE, tray)


def test_peaks_are_the_hottest_cells_first() -> None:
    heat = np.zeros((8, 8), np.float32)
    heat[2, 3], heat[2, 4], heat[6, 6] = 0.9, 0.5, 0.6
    assert peaks(heat, 0.4) == [(2, 3), (6, 6)]
    assert peaks(heat, 0.95) == []


def test_the_best_of_several_finds_of_a_card_is_kept() -> None:
    box = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float64)
    found = [Found(box, 0.6, 37), Found(box + 5, 0.9, 37), Found(box + 30, 0.5, 37)]
    assert [one.score for one in separate(found)] == [0.9, 0.5]


def test_what_may_be_a_card_comes_after_all_that_are(finder: CardFinder) -> None:
    shot = photograph(FACES, SIZE, "covered", np.random.default_rng(4))
    certain = finder.find(shot.frame, SIZE)
    found = finder.find(shot.frame, SIZE, least=0.05)
    assert [one.score for one in found[: len(certain)]] == [one.score for one in certain]
    doubtful = [one.score for one in found[len(certain) :]]
    assert doubtful
    assert doubtful == sorted(doubtful, reverse=True)
    assert 0.05 <= doubtful[-1] <= doubtful[0] < finder.card.threshold


def test_a_damaged_network_is_told(tmp_path: Path) -> None:
    shutil.copytree(shipped_cards() / EYE, tmp_path / EYE)
    card = json.loads((tmp_path / EYE / "card.json").read_text())
    (tmp_path / EYE / card["file"]).write_bytes(b"spoiled")
    with pytest.raises(ModelError, match="damaged"):
        CardFinder(tmp_path / EYE)
    (tmp_path / EYE / "card.json").write_text("{}")
    with pytest.raises(ModelError, match="damaged"):
        CardFinder(tmp_path / EYE)
