"""Reliability: how often dice are read right that were read with so much confidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import cv2
import numpy as np

from companion.evaluation.counting import Fate, wilson
from companion.vision.frame import Frame, Pixels
from companion.vision.teaching.figures import Share

BINS = 10
SIDE, MARGIN = 320, 54  # pixels, and units of the SVG: the square of the diagram, and what lies round it
FONT = cv2.FONT_HERSHEY_SIMPLEX
INK, FAINT, BAR, LIMIT = (32, 36, 44), (200, 204, 212), (63, 122, 167), (194, 65, 12)


@dataclass(frozen=True)
class Bin:
    """Found dice whose confidence lies between two bounds: how many were right, and their mean confidence 0-1."""

    low: float
    high: float
    right: Share
    confidence: float


def reliability(dice: Iterable[Fate], bins: int = BINS) -> list[Bin]:
    """The found dice in bins of equal width of their confidence, the lowest first."""
    found = [(die.die.confidence, die.right) for die in dice if die.found and die.die]
    members: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for confidence, right in found:
        members[min(bins - 1, int(confidence * bins))].append((confidence, right))
    return [_bin(k / bins, (k + 1) / bins, one) for k, one in enumerate(members)]


def _bin(low: float, high: float, members: Sequence[tuple[float, bool]]) -> Bin:
    mean = sum(confidence for confidence, _ in members) / len(members) if members else (low + high) / 2
    return Bin(low, high, Share(sum(right for _, right in members), len(members)), mean)


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error 0-1: the mean gap between confidence and share right, weighted by dice.

    C. Guo et al., On calibration of modern neural networks, ICML 2017, equation 3.
    """
    dice = sum(one.right.whole for one in bins)
    return sum(one.right.whole * abs(one.right.value - one.confidence) for one in bins) / dice if dice else 0.0


def svg(bins: Sequence[Bin], title: str) -> str:
    """The diagram as SVG: a bar per bin, its interval, and the diagonal on which a calibrated reader lies."""
    parts = [_svg_bin(one) for one in bins if one.right.whole]
    ticks = "".join(
        f'<text x="{_x(t):.1f}" y="{_y(0) + 18:.1f}" text-anchor="middle">{t:.1f}</text>'
        f'<text x="{_x(0) - 8:.1f}" y="{_y(t) + 4:.1f}" text-anchor="end">{t:.1f}</text>'
        for t in (0.0, 0.5, 1.0)
    )
    size = SIDE + 2 * MARGIN
    return (
        f'<svg viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img" '
        f'aria-label="{escape(title, quote=True)}" '
        f'font-family="system-ui,sans-serif" font-size="12" fill="{_hex(INK)}">'
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{_hex(FAINT)}"/>'
        f'{"".join(parts)}<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="{_hex(INK)}" '
        f'stroke-dasharray="4 4"/>'
        f'{ticks}<text x="{size / 2}" y="{size - 8}" text-anchor="middle">confidence</text>'
        f'<text x="{size / 2}" y="20" text-anchor="middle" font-weight="bold">{escape(title)}</text>'
        f'<text x="14" y="{size / 2}" text-anchor="middle" transform="rotate(-90 14 {size / 2})">share right'
        "</text></svg>"
    )


def _svg_bin(one: Bin) -> str:
    low, high = wilson(one.right)
    left, width = _x(one.low) + 2, _x(one.high) - _x(one.low) - 4
    top, middle = _y(one.right.value), _x(one.confidence)
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{_y(0) - top:.1f}" fill="{_hex(BAR)}">'
        f"<title>{one.low:.1f}-{one.high:.1f}: {one.right}</title></rect>"
        f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{_y(low):.1f}" y2="{_y(high):.1f}" '
        f'stroke="{_hex(LIMIT)}" stroke-width="2"/><text x="{left + width / 2:.1f}" y="{_y(0) + 30:.1f}" '
        f'text-anchor="middle" font-size="9">{one.right.whole}</text>'
    )


def drawn(bins: Sequence[Bin], title: str) -> Pixels:
    """The same diagram as pixels (h, w, 3) uint8 RGB."""
    size = SIDE + 2 * MARGIN
    sheet = np.full((size, size, 3), 255, np.uint8)
    cv2.rectangle(sheet, _at(0, 1), _at(1, 0), FAINT, 1)
    for one in bins:
        if one.right.whole:
            _draw_bin(sheet, one)
    cv2.line(sheet, _at(0, 0), _at(1, 1), INK, 1, cv2.LINE_AA)
    for tick in (0.0, 0.5, 1.0):
        _write(sheet, f"{tick:.1f}", _x(tick), _y(0) + 16)
        _write(sheet, f"{tick:.1f}", _x(0) - 16, _y(tick) + 4)
    _write(sheet, "confidence", size / 2, size - 6)
    _write(sheet, title, size / 2, 20)
    return sheet


def _draw_bin(sheet: Pixels, one: Bin) -> None:
    low, high = wilson(one.right)
    (left, top), (right, floor) = _at(one.low, one.right.value), _at(one.high, 0)
    cv2.rectangle(sheet, (left + 2, top), (right - 2, floor), BAR, cv2.FILLED)
    cv2.line(sheet, _at(one.confidence, low), _at(one.confidence, high), LIMIT, 2)
    _write(sheet, str(one.right.whole), (left + right) / 2, floor + 30, 0.3)


def _write(sheet: Pixels, text: str, middle: float, base: float, scale: float = 0.4) -> None:
    plain = text.encode("ascii", "replace").decode()  # OpenCV's built-in font has no more
    (width, _), _ = cv2.getTextSize(plain, FONT, scale, 1)
    cv2.putText(sheet, plain, (round(middle - width / 2), round(base)), FONT, scale, INK, 1, cv2.LINE_AA)


def side_by_side(diagrams: Sequence[Pixels]) -> bytes:
    """Diagrams in a row as a PNG file."""
    return Frame(np.hstack(diagrams), 0.0).png()


def _x(value: float) -> float:
    return MARGIN + SIDE * value


def _y(value: float) -> float:
    return MARGIN + SIDE * (1 - value)


def _at(x: float, y: float) -> tuple[int, int]:
    return round(_x(x)), round(_y(y))


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + bytes(colour).hex()
