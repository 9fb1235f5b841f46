"""Where the parts of a drawing lie."""

from __future__ import annotations

import pytest

from companion.statistics.plot import CLOSE, HEIGHT, WIDTH, columns, plot, step
from companion.statistics.told import Line, Series
from companion.words import say


def series(*values: tuple[int, ...], full: int = 0, sign: str = "") -> Series:
    lines = tuple(Line(f"line {number}", line) for number, line in enumerate(values))
    return Series("s", say("title"), say("unit"), lines, sign, full)


def test_lines_run_from_left_to_right_inside_the_drawing() -> None:
    drawn = plot(series((0, 3, 8), (0, 1, 2)))
    for curve in drawn.curves:
        across = [x for x, _ in curve.points]
        assert across == sorted(across)
        assert (across[0], across[-1]) == (drawn.left, drawn.right)
        assert all(0 <= y <= drawn.floor for _, y in curve.points)


def test_a_greater_value_lies_higher_in_proportion() -> None:
    (curve,) = plot(series((0, 5, 10))).curves
    heights = [y for _, y in curve.points]
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2])
    assert heights[0] > heights[1]


def test_debts_lie_below_nothing() -> None:
    drawn = plot(series((0, -40, 100), sign="$"))
    marks = [mark for _, mark in drawn.across]
    assert "$0" in marks
    assert all(y <= drawn.floor for curve in drawn.curves for _, y in curve.points)


def test_marks_are_round_numbers_in_order() -> None:
    marks = [mark for _, mark in plot(series((0, 1990))).across]
    assert marks == ["0", "500", "1,000", "1,500", "2,000"]


@pytest.mark.parametrize(("span", "found"), [(1, 1), (4, 1), (5, 2), (9, 5), (33, 10), (100, 50), (1990, 500)])
def test_steps_are_one_two_or_five(span: int, found: int) -> None:
    assert step(span, 4) == found


def test_lines_that_end_together_have_marks_side_by_side() -> None:
    first, second, third = plot(series((0, 5), (0, 5), (0, 0))).curves
    assert second.mark[0] - first.mark[0] == CLOSE
    assert third.mark == third.points[-1]


def test_strips_are_full_where_a_line_has_come_to_its_end() -> None:
    drawn = plot(series((0, 0, 5), (0, 5, 0), full=5))
    first, second = drawn.curves
    assert min(y for _, y in first.points) < min(y for _, y in second.points)
    heights = [first.points[0][1] - y for _, y in first.points]
    assert max(heights) == pytest.approx(second.points[0][1] - min(y for _, y in second.points))
    assert heights[:3] == [0, 0, 0]


def test_columns_are_as_long_as_their_counts_and_fair_ones_have_a_line() -> None:
    found = columns({"1": 2, "2": 4}, {"1": 3.0, "2": 3.0})
    assert [round(one.height / found.columns[1].height, 6) for one in found.columns] == [0.5, 1]
    assert all(round(one.y + one.height, 6) == found.floor for one in found.columns)
    assert all(one.x >= 0 and one.x + one.width <= WIDTH and 0 <= one.y <= HEIGHT for one in found.columns)
    assert {one.fair for one in found.columns} == {found.columns[0].fair}
    assert columns({"1": 2}, {}).columns[0].fair is None


def test_a_count_does_not_stand_on_the_line_of_fair_dice() -> None:
    low = columns({"1": 9, "2": 10}, {"1": 10.0, "2": 9.0}).columns[0]
    assert low.fair is not None
    assert low.label < low.fair - 5
