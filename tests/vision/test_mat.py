from __future__ import annotations

import io
import re
from itertools import pairwise
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.fiducials import find_fiducials
from companion.vision.mat import CELLS, MARKER, MATS, QUIET, Mat, board_sheet, lens_board, mat_on
from companion.vision.sheet import Fill, Sheet, Words

FINE = 8  # pixels per millimetre
NEAR = 0.1  # millimetres that a printed corner may lie beside its place: a pixel is 0.125

Grey = NDArray[np.uint8]


def from_pdf(sheet: Sheet) -> Grey:
    pdfium = pytest.importorskip("pypdfium2", reason="no pypdfium2: PDF files are not drawn")
    (page,) = pdfium.PdfDocument(sheet.pdf())
    return np.asarray(page.render(scale=FINE * 25.4 / 72).to_pil().convert("L"))


def from_svg(sheet: Sheet) -> Grey:
    resvg = pytest.importorskip("resvg_py", reason="no resvg_py: SVG files are not drawn")
    png = bytes(resvg.svg_to_bytes(svg_string=sheet.svg(), dpi=FINE * 25.4))
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def from_paths(sheet: Sheet) -> Grey:
    """What an SVG's paths fill, without a program that draws SVG."""
    root = ElementTree.fromstring(sheet.svg())
    picture = np.full((round(sheet.height * FINE), round(sheet.width * FINE)), 255, np.uint8)
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for box in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z", path.attrib["d"]):
            x, y, width, height = (float(value) * FINE for value in box)
            picture[round(y) : round(y + height), round(x) : round(x + width)] = 0
    return picture


def on_paper(points: NDArray[np.float64], picture: Grey, mat: Mat) -> NDArray[np.float64]:
    """Millimetres on the sheet from pixels of its picture, which is drawn to whole pixels."""
    return (points + 0.5) / picture.shape[::-1] * (mat.paper.width, mat.paper.height)


DRAWN = pytest.mark.parametrize("draw", [from_pdf, from_svg, from_paths])
EACH = pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.paper.name)


@EACH
@DRAWN
def test_the_printed_fiducials_lie_where_the_mat_says(mat: Mat, draw) -> None:  # type: ignore[no-untyped-def]
    picture = draw(mat.sheet())
    found = find_fiducials(picture)
    assert found.keys() == set(mat.ids)
    left, bottom = mat.near_left
    for tag, corners in found.items():
        on_sheet = on_paper(corners, picture, mat)
        assert np.abs(on_sheet * (1, -1) + (-left, bottom) - mat.fiducial(tag)).max() < NEAR


@EACH
@DRAWN
def test_the_printed_border_marks_lie_where_the_mat_says(mat: Mat, draw) -> None:  # type: ignore[no-untyped-def]
    picture = draw(mat.sheet())
    left, bottom = mat.near_left
    for x, y in mat.marks():
        column, row = round((x + left) * FINE), round((bottom - y) * FINE)
        out = FINE
        assert picture[row - out, column - out] == picture[row + out, column + out] == 0
        assert picture[row - out, column + out] == picture[row + out, column - out] == 255


@EACH
@DRAWN
def test_the_lens_board_is_the_one_that_is_looked_for(mat: Mat, draw) -> None:  # type: ignore[no-untyped-def]
    picture = draw(board_sheet(mat.paper))
    corners, ids, _, _ = cv2.aruco.CharucoDetector(lens_board()).detectBoard(picture)
    places = np.asarray(lens_board().getChessboardCorners())[:, :2]
    assert len(ids) == len(places)
    shift = on_paper(corners.reshape(-1, 2), picture, mat) - places[ids.ravel()]
    assert np.ptp(shift, axis=0).max() < NEAR
    assert np.abs(shift.mean(axis=0) * 2 + (250, 175) - (mat.paper.width, mat.paper.height)).max() < 2 * NEAR


@EACH
def test_the_ruler_is_100_mm_long_on_paper(mat: Mat) -> None:
    column = from_pdf(mat.sheet())[:, round(24 * FINE)]
    top, bottom = (round((mat.paper.height / 2 + end) * FINE) for end in (-60, 60))
    dark = np.flatnonzero(column[top:bottom] < 128)
    assert len(dark) == dark[-1] - dark[0] + 1
    assert len(dark) / FINE == pytest.approx(100 + 0.3, abs=0.2)  # with half a stroke's thickness at each end


@EACH
def test_a_pdf_is_of_the_papers_size_asks_for_no_scaling_and_holds_no_picture(mat: Mat) -> None:
    pdf = mat.sheet().pdf()
    assert pdf == mat.sheet().pdf()
    width, height = map(float, re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)[0])
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((mat.paper.width, mat.paper.height), abs=0.01)
    assert b"/PrintScaling /None" in pdf
    assert b"/Image" not in pdf.replace(b"/ImageB", b"").replace(b"/ImageC", b"").replace(b"/ImageI", b"")


@EACH
def test_an_svg_is_of_the_papers_size_in_millimetres(mat: Mat) -> None:
    root = ElementTree.fromstring(mat.sheet().svg())
    assert root.attrib["width"] == f"{mat.paper.width}mm"
    assert root.attrib["height"] == f"{mat.paper.height}mm"
    assert root.attrib["viewBox"] == f"0 0 {mat.paper.width} {mat.paper.height}"


@EACH
def test_everything_is_printed_on_the_paper_and_nothing_in_the_dice_area(mat: Mat) -> None:
    width, height = mat.area
    left, bottom = mat.near_left
    boxes = [box for shape in mat.sheet().shapes if isinstance(shape, Fill) for box in shape.boxes]
    for x, y, w, h in boxes:
        assert min(x, y, mat.paper.width - x - w, mat.paper.height - y - h) > 6
        beside = x + w <= left or x >= left + width
        assert beside or y + h <= bottom - height or y >= bottom


@EACH
def test_a_fiducial_has_its_quiet_zone(mat: Mat) -> None:
    assert QUIET >= MARKER / CELLS
    corners = np.vstack([mat.fiducial(tag) for tag in mat.ids])
    for x, y in mat.marks():
        assert np.abs(corners - (x, y)).max(axis=1).min() > 3 + QUIET
    for tag in mat.ids:
        low, high = mat.fiducial(tag).min(axis=0), mat.fiducial(tag).max(axis=0)
        assert (high - low).tolist() == pytest.approx([MARKER, MARKER])
        width, height = mat.area
        assert low[0] >= width + QUIET or high[0] <= -QUIET
        assert -height < low[1] < 2 * height


@EACH
def test_words_fit_beside_the_dice_area_and_do_not_overlap(mat: Mat) -> None:
    metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    words = [shape for shape in mat.sheet().shapes if isinstance(shape, Words) and shape.x > mat.paper.width / 2]
    for one in words:
        font = "Helvetica-Bold" if one.bold else "Helvetica"
        half = metrics.stringWidth(one.text, font, one.size) / 2
        assert one.x + half < mat.paper.width - 6
        assert one.x - half > mat.near_left[0] + mat.area[0] + 8
    assert all(later.y - one.y >= one.size for one, later in pairwise(words))
    corners = np.vstack([mat.fiducial(tag) for tag in mat.ids])
    tops = mat.near_left[1] - corners[:, 1]
    assert words[0].y - words[0].size > tops[tops < mat.paper.height / 2].max()
    assert words[-1].y + 6 < tops[tops > mat.paper.height / 2].min()


def test_no_two_mats_share_a_fiducial_and_each_is_found_by_its_name() -> None:
    ids = [tag for mat in MATS for tag in mat.ids]
    assert len(ids) == len(set(ids))
    assert [mat_on(name).paper.name for name in ("a4", "letter")] == ["a4", "letter"]
    with pytest.raises(KeyError):
        mat_on("a3")


def test_words_that_look_like_markup_stay_words() -> None:
    sheet = Sheet("a < b & c", 50, 40, (Words(25, 20, "<b> & more"),))
    root = ElementTree.parse(io.StringIO(sheet.svg())).getroot()
    assert [element.text for element in root if element.tag.endswith(("title", "text"))] == [
        "a < b & c",
        "<b> & more",
    ]
