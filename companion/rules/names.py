"""Players' names: any script, tidied, and as long as people would say."""

from __future__ import annotations

import unicodedata

from companion.errors import SetupError
from companion.words import say

LENGTH = 40
CODE_POINTS = 8
"""A character is made of at most so many code points on average: a family emoji has seven."""

_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINER = "\u200d"
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def tidy(raw: str) -> str:
    """The name in Unicode's composed form (NFC), with single spaces.

    Raises:
        SetupError: it has no character that shows, more than `LENGTH`, or one that controls the text around it.
    """
    name = unicodedata.normalize("NFC", " ".join(raw.split()))
    if not 1 <= length(name) <= LENGTH or len(name) > CODE_POINTS * LENGTH:
        raise SetupError(
            say("A name has 1 to {most} characters.", most=LENGTH), detail=f"got {length(name)}: {raw!r}"
        )
    if any(unicodedata.category(char) in ("Cc", "Cs", "Co") or char in _DIRECTION for char in name):
        raise SetupError(say("A name cannot hold control characters."), detail=f"got {raw!r}")
    return name


def length(name: str) -> int:
    """The characters as people count them: no marks or invisible signs, and what a joiner joins is one."""
    before = (" ", *name)
    return sum(
        unicodedata.category(char)[0] != "M"
        and unicodedata.category(char) != "Cf"
        and char not in _TONES
        and left != _JOINER
        for left, char in zip(before, name, strict=False)
    )


def heard(name: str) -> str:
    """The name without what nobody sees or hears, to tell whether two names are the same."""
    visible = (char for char in unicodedata.normalize("NFKC", name) if unicodedata.category(char) != "Cf")
    return "".join(visible).casefold()
