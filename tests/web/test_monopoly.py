"""Where the parts of the Monopoly board and its chart of worth lie."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.rules.monopoly import GAME
from companion.rules.monopoly.names import GROUPS
from tests.web.rig import Rig
from web.monopoly import CORNER, SIDE, cells, pieces, raises, worths

SPACES = GAME.checked_box({})["spaces"]


def test_the_spaces_fill_the_frame_without_overlap() -> None:
    drawn = cells(SPACES)
    assert sum(cell.width * cell.height for cell in drawn) == pytest.approx(SIDE**2 - (SIDE - 2 * CORNER) ** 2)
    for one, other in ((one, other) for one in drawn for other in drawn if one.pos < other.pos):
        apart = (
            one.x + one.width <= other.x + 0.01
            or other.x + other.width <= one.x + 0.01
            or one.y + one.height <= other.y + 0.01
            or other.y + other.height <= one.y + 0.01
        )
        assert apart, (one.pos, other.pos)


def test_go_lies_at_the_lower_right_and_the_way_goes_to_the_left() -> None:
    drawn = cells(SPACES)
    corners = {pos: (drawn[pos].x, drawn[pos].y) for pos in (0, 10, 20, 30)}
    far = SIDE - CORNER
    assert corners == {0: (far, far), 10: (0.0, far), 20: (0.0, 0.0), 30: (far, 0.0)}
    assert drawn[1].x < drawn[0].x
    assert drawn[11].y < drawn[10].y
    assert drawn[21].x > drawn[20].x
    assert drawn[31].y > drawn[30].y


def test_every_band_lies_within_its_space() -> None:
    for cell in cells(SPACES):
        x, y, width, height = cell.band
        assert cell.x <= x <= x + width <= cell.x + cell.width + 0.01
        assert cell.y <= y <= y + height <= cell.y + cell.height + 0.01


@pytest.mark.parametrize(
    ("most", "marks"),
    [(1500, [0, 500, 1000, 1500]), (1600, [0, 500, 1000, 1500, 2000]), (9000, [0, 5000, 10000]), (0, [0])],
)
def test_the_side_of_the_chart_counts_in_round_dollars(most: int, marks: list[int]) -> None:
    drawn = worths([(0, 0), (most, 0)])
    assert [value for _, value in drawn.marks] == marks
    assert drawn.lines[1].split(" ")[0].endswith(f",{drawn.marks[0][0]:.1f}")


def test_the_line_of_a_seat_ends_at_its_last_worth() -> None:
    drawn = worths([(1500, 1500), (1000, 2000), (0, 3000)])
    heights = {value: height for height, value in drawn.marks}
    assert drawn.ends[0][1] == pytest.approx(heights[0])
    assert drawn.ends[1][1] == pytest.approx(heights[3000])
    assert len(drawn.lines[0].split(" ")) == 3


@pytest.mark.parametrize(
    ("least", "most", "bids"),
    [(1, 1500, (1, 10, 25, 50, 100)), (61, 100, (61, 70, 85)), (5, 5, (5,)), (6, 5, ())],
)
def test_bids_of_one_tap_stay_within_what_is_allowed(least: int, most: int, bids: tuple[int, ...]) -> None:
    assert raises(least, most) == bids


def test_buildings_and_groups_have_names() -> None:
    assert [str(pieces(level)) for level in (1, 2, 5)] == ["1 pineapple", "2 pineapples", "a Krab"]
    assert {space["group"] for space in SPACES if space["group"]} == set(GROUPS)


def test_lines_of_worth_differ_by_their_dashes_too(rig: Rig, client: FlaskClient) -> None:
    rig.new("monopoly", options={"first_roll": False})
    for action in ('0 roll faces=["1","2"]', "0 buy", "0 end", '1 roll faces=["1","2"]', "1 end"):
        rig.ask("do", action=action)
    lines = re.findall(r'<polyline class="worth [^>]*>', client.get("/table").text)
    assert len(lines) == 2
    assert len({re.sub(r".*stroke-dasharray", "", line) if "dasharray" in line else "" for line in lines}) == 2
