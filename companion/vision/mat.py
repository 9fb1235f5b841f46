"""The calibration mat: a sheet to print with four fiducials around the dice area; and the lens's chessboard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.sheet import Box, Fill, Line, Shape, Sheet, Words
from companion.words import say

Floats = NDArray[np.float64]

TAGS = cv2.aruco.DICT_APRILTAG_36h11  # 11 bits between any two: no table's pattern is taken for one
BOARD_TAGS = cv2.aruco.DICT_4X4_50
CELLS = 8  # of a fiducial's side: 6 of code, a black border around
MARKER = 28.0  # millimetres; cells of 3.5
QUIET = 3.5  # millimetres that stay white around a fiducial: one cell
MARGIN = 10.0  # millimetres; home printers leave up to 6 white
BAND = 8.0  # millimetres around the dice area for the border marks
MARK = 6.0  # millimetres: a border mark is two black squares of 3 that touch in one point
PITCH = 25.0  # millimetres, about, between border marks
RULER = 100.0  # millimetres
SQUARES = (10, 7)
SQUARE = 25.0  # millimetres
BOARD_MARKER = 18.0  # millimetres
WORDS = """Table Companion

Calibration mat
{paper}

Print at 100 %,
do not let it be
fitted to the page.

The line on the
left is 100 mm:
measure it.

Lay the mat flat.
All four black
squares must show.

The players sit
at this edge:"""
BOARD_WORDS = (
    "Table Companion: chessboard for the lens. "
    "Glue it flat on cardboard and take 8 pictures: tilted, in every corner."
)
CORNERS = (say("near left"), say("near right"), say("far right"), say("far left"))
"""Where the fiducials lie, in the order of their ids, as seen by people at the near edge."""


@dataclass(frozen=True)
class Paper:
    """A paper size, lying broad: `width` x `height` millimetres."""

    name: str
    title: str
    width: float
    height: float


A4 = Paper("a4", "A4", 297.0, 210.0)
LETTER = Paper("letter", "US Letter", 279.4, 215.9)


@dataclass(frozen=True)
class Mat:
    """A mat on one paper; its fiducials' ids count from `first` and tell which mat a picture shows.

    Places on it are millimetres from the near-left corner of the dice area, x to the right, y away from people.
    """

    paper: Paper
    first: int

    @property
    def ids(self) -> tuple[int, ...]:
        """The fiducials' ids: near left, near right, far right, far left."""
        return tuple(range(self.first, self.first + 4))

    @property
    def area(self) -> tuple[float, float]:
        """The dice area's width and height in whole millimetres."""
        beside = 2 * (MARGIN + MARKER + QUIET + BAND)
        return float((self.paper.width - beside) // 1), float((self.paper.height - 2 * (MARGIN + BAND)) // 1)

    @property
    def near_left(self) -> tuple[float, float]:
        """The dice area's near-left corner in millimetres from the sheet's upper left corner."""
        width, height = self.area
        return (self.paper.width - width) / 2, (self.paper.height + height) / 2

    def fiducial(self, tag: int) -> Floats:
        """The corners (4, 2) in millimetres of the fiducial with this id, in OpenCV's order.

        The order is the printed fiducial's upper left corner, then clockwise.
        """
        left, top, side, _ = self._tag_boxes()[tag]
        return self._places([(left, top), (left + side, top), (left + side, top + side), (left, top + side)])

    def marks(self) -> Floats:
        """The centres (n, 2) in millimetres of the border marks, where two black squares touch."""
        width, height = self.area
        out = BAND / 2
        xs, ys = _spread(-out, width + out), _spread(-out, height + out)
        rows = [(x, y) for y in (-out, height + out) for x in xs]
        return np.array(rows + [(x, y) for x in (-out, width + out) for y in ys[1:-1]])

    def sheet(self) -> Sheet:
        """The sheet to print."""
        shapes = (*self._border(), *self._tags(), *self._ruler(), *self._words())
        return Sheet(f"Table Companion: calibration mat, {self.paper.title}", *self._size(), shapes)

    def _size(self) -> tuple[float, float]:
        return self.paper.width, self.paper.height

    def _tag_boxes(self) -> dict[int, Box]:
        right, bottom = self.paper.width - MARGIN - MARKER, self.paper.height - MARGIN - MARKER
        places = ((MARGIN, bottom), (right, bottom), (right, MARGIN), (MARGIN, MARGIN))
        return {tag: (x, y, MARKER, MARKER) for tag, (x, y) in zip(self.ids, places, strict=True)}

    def _places(self, points: Iterable[tuple[float, float]]) -> Floats:
        """Places on the mat from millimetres of the sheet, or the other way round."""
        left, bottom = self.near_left
        return np.array([(x - left, bottom - y) for x, y in points])

    def _tags(self) -> list[Shape]:
        return [Fill(_code(TAGS, tag, box)) for tag, box in self._tag_boxes().items()]

    def _border(self) -> list[Shape]:
        left, bottom = self.near_left
        half = MARK / 2
        centres = [(left + x, bottom - y) for x, y in self.marks()]
        squares = [(x + step, y + step, half, half) for x, y in centres for step in (-half, 0.0)]
        return [Fill(tuple(squares)), *self._frame()]

    def _frame(self) -> list[Shape]:
        (left, bottom), (width, height) = self.near_left, self.area
        ring = [(left, bottom), (left + width, bottom), (left + width, bottom - height), (left, bottom - height)]
        return [Line(a, b, 0.2, 0.6) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]

    def _ruler(self) -> list[Shape]:
        """A line of exactly `RULER` mm in the left column, between its two cross strokes' middles."""
        x, top = MARGIN + MARKER / 2, (self.paper.height - RULER) / 2
        strokes = [Line((x - 4, y), (x + 4, y), 0.3) for y in (top, top + RULER)]
        steps = [Line((x - 2, top + 10 * k), (x + 2, top + 10 * k), 0.2) for k in range(1, 10)]
        beside = Words(x - 9, top + RULER / 2 + 1, f"{RULER:.0f} mm")
        return [Line((x, top), (x, top + RULER), 0.3), *strokes, *steps, beside]

    def _words(self) -> list[Shape]:
        x, y = self.paper.width - MARGIN - MARKER / 2, self.paper.height / 2 - 38
        lines = WORDS.format(paper=self.paper.title).split("\n")
        words: list[Shape] = [
            Words(x, y + 4.2 * k, line, 3.0, bold=k == 0) for k, line in enumerate(lines) if line
        ]
        end = y + 4.2 * len(lines)
        arrow = [((x, end - 3), (x, end + 3)), ((x - 2, end + 1), (x, end + 3)), ((x + 2, end + 1), (x, end + 3))]
        return words + [Line(a, b, 0.5) for a, b in arrow]


MATS = (Mat(A4, 0), Mat(LETTER, 4))
"""Every mat that is known; no two share an id."""


def mat_on(paper: str) -> Mat:
    """The mat on the paper with this name: `a4` or `letter`.

    Raises:
        KeyError: there is none.
    """
    return {mat.paper.name: mat for mat in MATS}[paper]


@cache
def lens_board() -> cv2.aruco.CharucoBoard:
    """The chessboard with fiducials for measuring the lens, in millimetres; the same on every paper."""
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE, BOARD_MARKER, cv2.aruco.getPredefinedDictionary(BOARD_TAGS))


def board_sheet(paper: Paper) -> Sheet:
    """The sheet with the lens's chessboard."""
    (columns, rows), board = SQUARES, lens_board()
    left, top = (paper.width - columns * SQUARE) / 2, (paper.height - rows * SQUARE) / 2
    tops = [np.asarray(corners, np.float64)[0, :2] for corners in board.getObjPoints()]
    whites = {tuple((top // SQUARE).astype(int).tolist()) for top in tops}
    black = [
        (left + SQUARE * x, top + SQUARE * y, SQUARE, SQUARE)
        for y in range(rows)
        for x in range(columns)
        if (x, y) not in whites
    ]
    tags: list[Box] = []
    for tag, top_left in zip(np.ravel(board.getIds()).tolist(), tops, strict=True):
        x, y = top_left.tolist()
        tags += _code(BOARD_TAGS, tag, (left + x, top + y, BOARD_MARKER, BOARD_MARKER))
    words = Words(paper.width / 2, top + rows * SQUARE + 5, BOARD_WORDS)
    title = f"Table Companion: chessboard for the lens, {paper.title}"
    return Sheet(title, paper.width, paper.height, (Fill(tuple(black + tags)), words))


def _spread(start: float, end: float) -> list[float]:
    """Numbers from `start` to `end`, evenly, about `PITCH` apart."""
    steps = round((end - start) / PITCH)
    return [start + (end - start) * k / steps for k in range(steps + 1)]


def _code(dictionary: int, tag: int, box: Box) -> tuple[Box, ...]:
    """The black cells of a fiducial in `box`, neighbours in a row joined."""
    tags = cv2.aruco.getPredefinedDictionary(dictionary)
    cells = tags.markerSize + 2
    bits = tags.generateImageMarker(tag, cells, borderBits=1) == 0
    left, top, side, _ = box
    cell = side / cells
    return tuple(
        (left + cell * start, top + cell * row, cell * (end - start), cell)
        for row in range(cells)
        for start, end in _runs(bits[row])
    )


def _runs(bits: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Start and end of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], bits.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
