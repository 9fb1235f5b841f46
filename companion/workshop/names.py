"""Names for folders and codes for faces, made of what people call them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from companion.errors import LessonError
from companion.vision.card import FaceCard
from companion.words import say

LEAST_FACES, MOST_FACES = 2, 12
LONGEST = 40  # letters of a name that people give
FOLDER, CODE = 24, 10  # letters; numbers that make them unique come on top


def set_name(title: str, taken: Collection[str]) -> str:
    """A name for the folder of a die set with this title, none of those `taken`."""
    base = "-".join(re.findall("[a-z0-9]+", _plain(title).lower()))[:FOLDER].strip("-") or "dice"
    return _free(base, taken, "-")


def face_cards(names: Sequence[str]) -> tuple[FaceCard, ...]:
    """Faces with these names, each with a code of its own.

    Raises:
        LessonError: there are too few or too many, or two have the same name.
    """
    _check(names)
    codes: list[str] = []
    for number, name in enumerate(names, 1):
        base = "".join(re.findall("[A-Z0-9]+", _plain(name).upper()))[:CODE] or f"F{number}"
        codes.append(_free(base, codes, ""))
    return tuple(FaceCard(code, name) for code, name in zip(codes, names, strict=True))


def _check(names: Sequence[str]) -> None:
    if not LEAST_FACES <= len(names) <= MOST_FACES:
        raise LessonError(
            say("Dice need {least} to {most} faces with a name.", least=LEAST_FACES, most=MOST_FACES),
            detail=f"got {names!r}",
            advice=say("Write down what the faces show, one in each row."),
        )
    if len({name.casefold() for name in names}) < len(names):
        raise LessonError(
            say("Two faces have the same name."), detail=f"got {names!r}", advice=say("Give each its own name.")
        )


def _plain(text: str) -> str:
    """The text without accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


def _free(base: str, taken: Collection[str], between: str) -> str:
    number = 1
    name = base
    while name in taken:
        number += 1
        name = f"{base}{between}{number}"
    return name
