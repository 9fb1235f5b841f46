"""The sheet of a lesson: its figures, all its pictures and what was taken for what, as one HTML or PNG file."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

import cv2
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.teaching.figures import FaceFigures, Figures
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.store import png

STYLE = """
body{font:16px system-ui,sans-serif;margin:2rem;max-width:70rem;color:#1c2026;background:#fff}
table{border-collapse:collapse}td,th{padding:.3rem .8rem;border-bottom:1px solid #ccd;text-align:left}
img{width:64px;height:64px;margin:2px;border-radius:6px}figure{display:inline-block;margin:.5rem 1rem .5rem 0}
.odd{outline:3px solid #c2410c}
"""
MARGIN, LINE = 8, 22  # pixels of a PNG sheet
MOST_COLUMNS = 16
FONT = cv2.FONT_HERSHEY_SIMPLEX
INK, PAPER = (32, 36, 44), 255


def save_sheet(lesson: Lesson, place: Path) -> None:
    """Write the sheet to `place`: a picture if it ends in .png, else a page of HTML that needs no other file.

    Raises:
        LessonError: nothing was taught yet.
        OSError: it cannot be written.
    """
    data = drawn(lesson) if place.suffix.lower() == ".png" else page(lesson).encode()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def lines(figures: Figures) -> list[tuple[str, str]]:
    """The figures as names and values."""
    return [
        ("right with one picture per face", str(figures.before)),
        ("right with all pictures", str(figures.after)),
        ("asked about", str(figures.asked)),
        ("wrong and sure", str(figures.wrong_and_sure)),
        ("true faces above their threshold", str(figures.passing)),
        ("other dice's faces taken for one of these", str(figures.strangers)),
        ("faces of these dice that would be so taken untaught", str(figures.siblings)),
    ]


def page(lesson: Lesson) -> str:
    """The sheet as HTML."""
    figures, title = lesson.known.figures, escape(lesson.record.title)
    rows = "".join(f"<tr><th>{escape(name)}<td>{escape(value)}" for name, value in lines(figures))
    advice = "".join(f"<li>{escape(str(one))}" for one in figures.advice)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<h1>{title}</h1><p>Each picture was read as though it had not been taught, and so were slightly moved "
        f"and relit versions of it.</p><table>{rows}</table>"
        + (f"<h2>What would help</h2><ul>{advice}</ul>" if advice else "")
        + f"<h2>Faces</h2>{''.join(_face(lesson, face) for face in figures.faces)}"
        + (f"<h2>Taken for each other</h2>{''.join(_confusions(lesson))}" if figures.confusions else "")
        + "</html>\n"
    )


def _face(lesson: Lesson, face: FaceFigures) -> str:
    names = {one.code: one.name for one in lesson.known.figures.faces}
    nearest = f", most like {escape(names[face.nearest])} (gap {face.gap:.2f})" if face.nearest else ""
    rows = [row for row, sample in enumerate(lesson.record.samples) if sample.face == face.code]
    pictures = "".join(_image(lesson, row, "odd" if row in face.odd else "") for row in rows)
    return (
        f"<h3>{escape(face.name)} ({escape(face.code)})</h3><p>{face.samples} dice in {face.pictures} pictures, "
        f"right {face.right}{nearest}, threshold {face.least:.2f}</p><div>{pictures}</div>"
    )


def _confusions(lesson: Lesson) -> Iterator[str]:
    names = {one.code: one.name for one in lesson.known.figures.faces}
    for one in lesson.known.figures.confusions:
        caption = f"{escape(names[one.face])}, taken for {escape(names[one.said])}"
        pictures = _image(lesson, one.sample, "") + _image(lesson, one.like, "")
        yield f"<figure>{pictures}<figcaption>{caption}</figcaption></figure>"


def _image(lesson: Lesson, row: int, kind: str) -> str:
    data = base64.b64encode(png(lesson.known.samples.views[row][0])).decode()
    source = escape(lesson.record.samples[row].source, quote=True)
    return f'<img class="{kind}" alt="{source}" title="{source}" src="data:image/png;base64,{data}">'


def drawn(lesson: Lesson) -> bytes:
    """The sheet as a PNG file: a strip of pictures per face, and one per confusion."""
    figures = lesson.known.figures
    crops = [views[0] for views in lesson.known.samples.views]
    strips = [_strip([f"{name}: {value}" for name, value in lines(figures)], [])]
    for face in figures.faces:
        rows = [row for row, sample in enumerate(lesson.record.samples) if sample.face == face.code]
        shown = [crops[row] for row in rows]
        text = f"{face.code} {face.name}: right {face.right}, nearest {face.nearest or '-'} (gap {face.gap:.2f})"
        strips.append(_strip([text], shown))
    strips += [
        _strip([f"{one.face} taken for {one.said}"], [crops[one.sample], crops[one.like]])
        for one in figures.confusions
    ]
    width = max(strip.shape[1] for strip in strips)
    return png(np.vstack([_padded(strip, width) for strip in strips]))


def _strip(texts: Sequence[str], crops: Sequence[Pixels]) -> Pixels:
    """Lines of text above rows of pictures."""
    side = crops[0].shape[0] if crops else 0
    rows = [crops[k : k + MOST_COLUMNS] for k in range(0, len(crops), MOST_COLUMNS)]
    width = MARGIN + max([12 * max(map(len, texts)), *(len(row) * (side + MARGIN) for row in rows)])
    sheet = np.full((MARGIN + len(texts) * LINE + len(rows) * (side + MARGIN), width, 3), PAPER, np.uint8)
    for k, text in enumerate(texts):
        plain = text.encode("ascii", "replace").decode()  # OpenCV's built-in font has no more
        cv2.putText(sheet, plain, (MARGIN, (k + 1) * LINE - 4), FONT, 0.5, INK, 1, cv2.LINE_AA)
    for k, row in enumerate(rows):
        top = MARGIN + len(texts) * LINE + k * (side + MARGIN)
        for column, crop in enumerate(row):
            left = MARGIN + column * (side + MARGIN)
            sheet[top : top + side, left : left + side] = crop
    return sheet


def _padded(strip: Pixels, width: int) -> Pixels:
    return np.pad(strip, ((0, 0), (0, width - strip.shape[1]), (0, 0)), constant_values=PAPER)
