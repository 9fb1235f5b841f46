"""The colours of seats, dice and signs, in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import Sentence, say

COLOURS: Mapping[str, Sentence] = {
    "white": say("white"),
    "grey": say("grey"),
    "black": say("black"),
    "red": say("red"),
    "orange": say("orange"),
    "yellow": say("yellow"),
    "green": say("green"),
    "blue": say("blue"),
    "purple": say("purple"),
    "pink": say("pink"),
    "brown": say("brown"),
}
"""The word for each colour by its name in the program."""
