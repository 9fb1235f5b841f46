"""A printed sheet: rectangles, lines and words in millimetres, written as SVG or PDF without a pixel in it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # publishes no types

Box = tuple[float, float, float, float]
"""Left, top, width and height in millimetres from the sheet's upper left corner, y downwards."""
Point = tuple[float, float]

POINTS = 72 / 25.4  # PDF's unit per millimetre


@dataclass(frozen=True)
class Fill:
    """Boxes of one grey (0 black, 1 white), one shape: no seam shows where they touch."""

    boxes: tuple[Box, ...]
    grey: float = 0.0

    def svg(self) -> str:
        """A `path` of closed boxes."""
        boxes = "".join(f"M{x:.3f} {y:.3f}h{w:.3f}v{h:.3f}h{-w:.3f}z" for x, y, w, h in self.boxes)
        return f'<path fill="{_hex(self.grey)}" d="{boxes}"/>'

    def pdf(self, canvas: Canvas, height: float) -> None:
        """Draw it on a canvas in points of a sheet `height` mm high, y upwards."""
        path = canvas.beginPath()
        for x, y, w, h in self.boxes:
            path.rect(x * POINTS, (height - y - h) * POINTS, w * POINTS, h * POINTS)
        canvas.setFillGray(self.grey)
        canvas.drawPath(path, stroke=0, fill=1)


@dataclass(frozen=True)
class Line:
    """A line between two points, `thick` millimetres."""

    start: Point
    end: Point
    thick: float = 0.2
    grey: float = 0.0

    def svg(self) -> str:
        """A `line`."""
        (x1, y1), (x2, y2) = self.start, self.end
        return (
            f'<line x1="{x1:.3f}" y1="{y1:.3f}" x2="{x2:.3f}" y2="{y2:.3f}" '
            f'stroke="{_hex(self.grey)}" stroke-width="{self.thick:.3f}"/>'
        )

    def pdf(self, canvas: Canvas, height: float) -> None:
        """Draw it on a canvas in points of a sheet `height` mm high, y upwards."""
        (x1, y1), (x2, y2) = self.start, self.end
        canvas.setStrokeGray(self.grey)
        canvas.setLineWidth(self.thick * POINTS)
        canvas.line(x1 * POINTS, (height - y1) * POINTS, x2 * POINTS, (height - y2) * POINTS)


@dataclass(frozen=True)
class Words:
    """A line of words in Latin-1, centred on `x`, its base line at `y`, the letters `size` millimetres high."""

    x: float
    y: float
    text: str
    size: float = 3.2
    bold: bool = False

    def svg(self) -> str:
        """A `text`."""
        weight = ' font-weight="bold"' if self.bold else ""
        return (
            f'<text x="{self.x:.3f}" y="{self.y:.3f}" font-size="{self.size:.3f}"{weight} '
            f'text-anchor="middle" font-family="Helvetica, Arial, sans-serif">{escape(self.text)}</text>'
        )

    def pdf(self, canvas: Canvas, height: float) -> None:
        """Write it on a canvas in points of a sheet `height` mm high, y upwards."""
        canvas.setFillGray(0)
        canvas.setFont("Helvetica-Bold" if self.bold else "Helvetica", self.size * POINTS)
        canvas.drawCentredString(self.x * POINTS, (height - self.y) * POINTS, self.text)


Shape = Fill | Line | Words


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper of `width` x `height` millimetres and what is printed on it, lowest first."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def svg(self) -> str:
        """The sheet as an SVG document whose unit is the millimetre."""
        lines = "\n".join(shape.svg() for shape in self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}mm" height="{self.height}mm" '
            f'viewBox="0 0 {self.width} {self.height}">\n<title>{escape(self.title)}</title>\n'
            f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>\n{lines}\n</svg>\n'
        )

    def pdf(self) -> bytes:
        """The sheet as a PDF file, the same bytes each time; asks the printing program not to scale it."""
        from reportlab.pdfgen.canvas import Canvas  # here: 10 MB that a running table does without

        out = io.BytesIO()
        size = self.width * POINTS, self.height * POINTS
        canvas = Canvas(out, pagesize=size, invariant=True, pageCompression=True)
        canvas.setTitle(self.title)
        canvas.setViewerPreference("PrintScaling", "None")
        for shape in self.shapes:
            shape.pdf(canvas, self.height)
        canvas.save()
        return out.getvalue()


def _hex(grey: float) -> str:
    return "#" + f"{round(255 * grey):02x}" * 3
