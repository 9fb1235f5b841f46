"""Fonts of a print: one that comes with a dependency, and whatever this machine has beside it.

Bitstream Vera lies in reportlab's package and knows western European letters. DejaVu, Noto and others in the
system's folders add scripts. A letter that no font has is drawn as an empty box, and the print says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from PIL import ImageFont
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]  # publishes no types
from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]  # publishes no types

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("~/.local/share/fonts").expanduser())
WANTED = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "DroidSansFallbackFull.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "NotoEmoji-Regular.ttf",
    "Symbola_hint.ttf",
)
"""Fonts that are looked for, with the TrueType outlines that reportlab needs; the first with a letter draws it."""

SHAPED = ((0x0900, 0x109F), (0x1780, 0x17FF))
"""Code points whose letters change by their neighbours: scripts of India, Thailand, Burma and Cambodia."""


@dataclass(frozen=True)
class Face:
    """A font file that both Pillow and reportlab can use; `glyphs` are the code points that it has."""

    name: str
    path: str
    glyphs: frozenset[int]

    def pillow(self, size: float) -> ImageFont.FreeTypeFont:
        """The font for drawing on a picture, `size` in pixels."""
        return _pillow(self.path, size)

    def width(self, text: str, size: float) -> float:
        """How wide a text is, in the unit of `size`."""
        return float(pdfmetrics.stringWidth(text, self.name, size))


@cache
def _pillow(path: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@cache
def _face(path: str) -> Face | None:
    """The font in a file, or None when it is none that reportlab can put into a PDF."""
    name = Path(path).stem
    try:
        font: Any = TTFont(name, path, subfontIndex=0)
    except (TTFError, OSError):
        return None
    pdfmetrics.registerFont(font)
    return Face(name, path, frozenset(font.face.charToGlyph))


@cache
def _found(name: str) -> str | None:
    for folder in FOLDERS:
        for path in sorted(folder.rglob(name)):
            return str(path)
    return None


@cache
def shipped(bold: bool) -> Face:
    """The font that comes with reportlab.

    Raises:
        OSError: its package is not whole.
    """
    path = files("reportlab") / "fonts" / ("VeraBd.ttf" if bold else "Vera.ttf")
    face = _face(str(path))
    if face is None:
        raise OSError(f"expected a font at {str(path)!r}")
    return face


class Fonts:
    """The fonts in the order in which they are asked for a letter; those of the system are opened when needed."""

    def __init__(self, wanted: Iterable[str] = WANTED) -> None:
        self._wanted = tuple(wanted)

    def runs(self, text: str, bold: bool = False) -> list[tuple[Face, str]]:
        """The text cut where the font changes; what no font has stays with the one that ships."""
        found: list[tuple[Face, str]] = []
        for char in text:
            face = self._for(char, bold) or shipped(bold)
            if found and found[-1][0] is face:
                found[-1] = (face, found[-1][1] + char)
            else:
                found.append((face, char))
        return found

    def whole(self, text: str, bold: bool = False) -> Face:
        """The one font that has the most of a text."""
        faces = [shipped(bold), *(face for face in self._system())]
        return max(faces, key=lambda face: sum(ord(char) in face.glyphs for char in text))

    def missing(self, texts: Iterable[str]) -> str:
        """The letters that no font has, each once."""
        letters = dict.fromkeys(char for text in texts for char in drawn(text))
        return "".join(char for char in letters if _shows(char) and self._for(char, bold=False) is None)

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is, in the unit of `size`."""
        return sum(face.width(run, size) for face, run in self.runs(drawn(text), bold))

    def wrapped(self, text: str, size: float, width: float, bold: bool = False) -> list[str]:
        """The text in lines of at most `width`; a word that is longer is cut."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer, size, bold) <= width:
                lines[-1] = longer
                continue
            lines += self._cut(word, size, width, bold)
        return lines[1:] if not lines[0] and len(lines) > 1 else lines

    def _cut(self, word: str, size: float, width: float, bold: bool) -> list[str]:
        """A word in pieces of at most `width`."""
        pieces = [""]
        for char in word:
            if pieces[-1] and self.width(pieces[-1] + char, size, bold) > width:
                pieces.append("")
            pieces[-1] += char
        return pieces

    def _for(self, char: str, bold: bool) -> Face | None:
        if ord(char) in shipped(bold).glyphs:
            return shipped(bold)
        return next((face for face in self._system() if ord(char) in face.glyphs), None)

    def _system(self) -> Iterator[Face]:
        for name in self._wanted:
            path = _found(name)
            face = _face(path) if path else None
            if face:
                yield face


def _shows(char: str) -> bool:
    return not char.isspace() and unicodedata.category(char) not in ("Cf", "Mn")


def drawn(text: str) -> str:
    """A text without what is never drawn: variation selectors, and joiners where nothing is joined."""
    seen = "".join(char for char in text if not 0xFE00 <= ord(char) <= 0xFE0F)
    return seen if is_shaped(seen) else "".join(char for char in seen if unicodedata.category(char) != "Cf")


def is_shaped(text: str) -> bool:
    """Whether letters of a text run from right to left or change by their neighbours: Pillow can, a PDF cannot."""
    return any(
        unicodedata.bidirectional(char) in ("R", "AL", "AN")
        or unicodedata.category(char)[0] == "M"
        or any(low <= ord(char) <= high for low, high in SHAPED)
        for char in text
    )
