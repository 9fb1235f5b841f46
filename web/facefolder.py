"""The folder of die sets as the pages use it: an icon and a name for every face."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

WORD = re.compile(r"[A-Za-z0-9_-]{1,40}")
KINDS = (".svg", ".png")


@dataclass(frozen=True)
class Card:
    """What a set's `card.json` tells people: its title, and the name of each face by its code."""

    title: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


class FaceFolder:
    """Die sets in folders `<root>/<set>/` with a `card.json` and icons `faces/<CODE>.svg` or `.png`.

    A set in a later root takes the place of one of its name in an earlier one. The first picture of a taught face
    is its icon.
    """

    def __init__(self, *roots: Path) -> None:
        self._roots = roots

    def icon(self, die_set: str, face: str) -> Path | None:
        """The file of a face's icon, or None; names that could lead out of the folder have none."""
        if not (WORD.fullmatch(die_set) and WORD.fullmatch(face)):
            return None
        folder = self._folder(die_set)
        drawn = (folder / "faces" / f"{face}{kind}" for kind in KINDS)
        taught = sorted((folder / "samples" / face).glob("*.png"))
        return next((file for file in (*drawn, *taught) if file.is_file()), None)

    def sets(self) -> dict[str, tuple[str, ...]]:
        """Every die set whose card lists faces, with their codes."""
        names = sorted({file.parent.name for root in self._roots for file in root.glob("*/card.json")})
        found = {name: self.faces(name) for name in names}
        return {name: faces for name, faces in found.items() if faces}

    def title(self, die_set: str) -> str:
        """A set's name for people."""
        return self._card(die_set).title or die_set

    def faces(self, die_set: str) -> tuple[str, ...]:
        """The codes of a set's faces in the order of its card; empty for an unknown set."""
        return tuple(self._card(die_set).names)

    def name(self, die_set: str, face: str) -> str:
        """A face's name in words; its code when the card tells none."""
        return self._card(die_set).names.get(face, face)

    def _folder(self, die_set: str) -> Path:
        folders = [root / die_set for root in self._roots]
        return next((folder for folder in reversed(folders) if (folder / "card.json").is_file()), folders[0])

    def _card(self, die_set: str) -> Card:
        file = self._folder(die_set) / "card.json"
        if not WORD.fullmatch(die_set) or not file.is_file():
            return Card()
        return _card(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _card(file: Path, age: int) -> Card:  # noqa: ARG001  (`age` makes a rewritten card a new entry)
    """The card in `file`; a file that is no card tells nothing, and its faces are shown by their codes."""
    try:
        card = json.loads(file.read_bytes())
        return Card(str(card.get("title", "")), {str(face["code"]): str(face["name"]) for face in card["faces"]})
    except (ValueError, TypeError, KeyError, AttributeError):
        return Card()
