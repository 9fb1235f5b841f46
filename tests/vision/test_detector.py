from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.vision import detector as module
from companion.vision import tiles
from companion.vision.detector import Detector, Found

from .oracle import BASE, Square, SquareDetector, picture


@pytest.fixture
def detector(monkeypatch: pytest.MonkeyPatch, square_detector: SquareDetector) -> Detector:
    monkeypatch.setattr(module, "session", lambda *_: square_detector)
    return Detector(Path("base"), BASE.detector)


def grid(size: float, step: float, width: int, height: int) -> list[Square]:
    rng = np.random.default_rng(2)
    columns, rows = int(width // step), int(height // step)
    return [
        Square((column + 0.5) * step, (row + 0.5) * step, size, float(rng.uniform(-40, 40)), score=0.6)
        for row in range(rows)
        for column in range(columns)
    ]


def matched(found: list[Found], squares: list[Square]) -> list[tuple[Found, Square]]:
    return [(min(found, key=lambda one: np.hypot(one.x - s.x, one.y - s.y)), s) for s in squares]


@pytest.mark.parametrize(("width", "height"), [(640, 480), (1280, 960), (480, 640), (333, 777), (4000, 3000)])
@pytest.mark.parametrize("share", [0.035, 0.06, 0.15])
def test_squares_of_any_size_are_found_where_they_lie(
    detector: Detector, width: int, height: int, share: float
) -> None:
    size = share * min(width, height)
    squares = grid(size, 4 * size, width, height)[:9]
    found = detector.find(picture(width, height, squares))
    assert len(found) == len(squares)
    for one, square in matched(found, squares):
        assert np.hypot(one.x - square.x, one.y - square.y) < 0.06 * size
        assert one.size == pytest.approx(size, rel=0.12)
        if size > 20:
            assert abs((one.angle - square.angle + 45) % 90 - 45) < 4


def test_small_dice_are_looked_at_closer_and_large_ones_are_not(
    detector: Detector, square_detector: SquareDetector
) -> None:
    detector.find(picture(1280, 960, [Square(600, 500, 50), Square(800, 300, 50)]))
    assert len(square_detector.seen) == len(module.SIDES) + 1
    assert square_detector.sides[-1] == pytest.approx(module.FINE, rel=0.06)
    assert max(square_detector.seen[-1][1:]) < 480  # only round the dice
    for large in (64, 160):
        square_detector.seen.clear()
        detector.find(picture(1280, 960, [Square(600, 500, large), Square(800, 300, large)]))
        assert len(square_detector.seen) == len(module.SIDES)


def test_small_and_large_dice_are_found_in_one_picture(detector: Detector) -> None:
    squares = [Square(150, 150, 40, 10), Square(300, 800, 60, 20), Square(900, 400, 260, 30)]
    found = detector.find(picture(1280, 960, squares))
    assert sorted(round(one.size / 20) for one in found) == [2, 3, 13]


def test_tiny_dice_in_a_huge_photo_are_found_within_bounds(
    detector: Detector, square_detector: SquareDetector
) -> None:
    squares = grid(64, 480, 4000, 3000)
    found = detector.find(picture(4000, 3000, squares))
    assert len(found) == len(squares)
    assert len(square_detector.seen) <= len(module.SIDES) + 1 + 2 * tiles.MOST_TILES
    assert max(max(shape[1:]) for shape in square_detector.seen) <= 1.5 * tiles.TILE


def test_what_the_usual_passes_cannot_see_is_looked_for_farther_away(detector: Detector) -> None:
    assert len(detector.find(picture(2560, 1920, [Square(900, 900, 30)]))) == 1
    assert len(detector.find(picture(640, 480, [Square(320, 240, 260)]))) == 1


def test_an_empty_table_has_no_dice(detector: Detector) -> None:
    assert detector.find(picture(640, 480, [])) == []


def test_neighbours_are_two_and_a_die_at_the_border_is_one(detector: Detector) -> None:
    side_by_side = [Square(100, 100, 40), Square(148, 100, 40)]
    assert len(detector.find(picture(640, 480, side_by_side))) == 2
    assert len(detector.find(picture(640, 480, [Square(620, 461, 37)]))) == 1


def test_scores_below_the_threshold_do_not_count(detector: Detector) -> None:
    pixels = picture(640, 480, [Square(100, 100, 40, score=0.3), Square(300, 100, 40, score=0.8)])
    assert [round(one.score, 1) for one in detector.find(pixels)] == [0.8, 0.3]
    assert [round(one.score, 1) for one in detector.find(pixels, 0.5)] == [0.8]


def test_tiles_cover_the_window_and_overlap() -> None:
    window = tiles.Window(10, 20, 3000, 2000)
    covered = np.zeros((2100, 3100), int)
    for tile in window.tiles(0.9, overlap=80):
        covered[tile.y : tile.y + tile.height, tile.x : tile.x + tile.width] += 1
        assert 0.9 * max(tile.width, tile.height) <= tiles.TILE + 80
    inside = covered[20:2020, 10:3010]
    assert inside.min() == 1
    assert inside.max() == 4  # where four tiles meet
    assert covered.sum() == inside.sum()
