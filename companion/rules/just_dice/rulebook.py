"""Just dice, point by point, in plain words."""

from __future__ import annotations

from companion.rules.rulebook import Chapter
from companion.words import say

CHAPTERS = (
    Chapter(
        say("How it goes"),
        {
            "D1": say("The players throw one after another, in the order in which they sit."),
            "D2": say("Everybody throws the number of dice that was set; without one, any number up to 20."),
            "D3": say("One throw is one turn."),
            "D4": say("It ends after the number of throws that was set, or when somebody taps “Finish”."),
            "D5": say("Only faces of the chosen dice count; anything else is asked about."),
            "D6": say("Nobody wins: this is for trying dice, and for games that the companion does not know."),
        },
    ),
)
