from __future__ import annotations

import numpy as np
import pytest

from companion.decks.drawings import drawing, names
from companion.decks.shapes import INK, Place, Shape, Words, box, curve, oval

OPEN = {"lid": "#dddddd", "leaf": "#4f9d4a", "mine": "#d9413c", "body": "#5a9ad0", "fin": "#3f7fb8"}
"""Colours that a drawing may leave to whoever uses it."""
UNITS = 26.0


@pytest.mark.parametrize("name", names())
def test_every_drawing_can_be_drawn_and_lies_round_the_origin(name: str) -> None:
    items = drawing(name, Place(), **OPEN)
    assert items
    points = np.concatenate([item.points for item in items if isinstance(item, Shape)])
    assert np.isfinite(points).all()
    assert np.abs(points).max() < UNITS
    assert points.min() < 0 < points.max()


def test_a_place_moves_turns_and_scales() -> None:
    here, there = drawing("spark")[0], drawing("spark", Place(10, 20, 2, 90))[0]
    assert isinstance(here, Shape)
    assert isinstance(there, Shape)
    x, y = here.points.T
    assert np.allclose(there.points, np.stack([10 - 2 * y, 20 + 2 * x], axis=1))
    assert there.width == 2 * here.width


def test_a_mirrored_drawing_is_the_other_way_round() -> None:
    here, there = drawing("sly", lid="#ffffff"), drawing("sly", Place(mirror=True), lid="#ffffff")
    for one, other in zip(here, there, strict=True):
        assert isinstance(one, Shape)
        assert isinstance(other, Shape)
        assert np.allclose(one.points * (-1, 1), other.points)


def test_colours_are_those_that_are_given() -> None:
    (shape,) = drawing("triangle", mine="#123456")
    assert isinstance(shape, Shape)
    assert (shape.fill, shape.ink) == ("#123456", INK)
    with pytest.raises(KeyError, match="mine"):
        drawing("triangle")
    with pytest.raises(KeyError, match="sponge"):
        drawing("sponge")


def test_a_curve_goes_through_its_points_and_a_double_point_is_a_corner() -> None:
    points = np.array([(0.0, 0.0), (10, 0), (10, 10), (0, 10)])
    ring = curve(points, closed=True)
    for point in points:
        assert np.linalg.norm(ring - point, axis=1).min() == 0
    assert ring.min() < -0.5  # it swings out between them
    square = curve(np.repeat(points, 2, axis=0), closed=True)
    assert (square.min(), square.max()) == (0, 10)
    line = curve(points, closed=False)
    assert line[0].tolist() == [0, 0]
    assert line[-1].tolist() == [0, 10]


def test_ovals_and_boxes_have_their_size() -> None:
    assert np.ptp(oval(5, 5, 3, 2), axis=0) == pytest.approx((6, 4), abs=0.05)
    assert np.ptp(oval(5, 5, 3, 2, 90), axis=0) == pytest.approx((4, 6), abs=0.05)
    rounded = box(1, 2, 30, 20, 4)
    assert (rounded.min(axis=0).tolist(), rounded.max(axis=0).tolist()) == ([1, 2], [31, 22])
    assert np.linalg.norm(rounded - (1, 2), axis=1).min() == pytest.approx(4 * (2**0.5 - 1))
    assert len(np.unique(box(0, 0, 1, 1), axis=0)) == 4


def test_words_stay_level() -> None:
    words = Words(1, 2, "hello", 3).moved(Place(10, 10, 2, 45))
    assert words.size == 6
    assert not words.upside_down
