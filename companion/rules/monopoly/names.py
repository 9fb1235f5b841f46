"""What a family calls things beside the spaces and cards: its money, the groups of deeds and the two decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import SetupError
from companion.words import Sentence, say

LONGEST = 200
"""The most characters of any name or text of a box."""

GROUPS: Mapping[str, Sentence] = {
    "purple": say("purple"),
    "light_blue": say("light blue"),
    "magenta": say("magenta"),
    "orange": say("orange"),
    "red": say("red"),
    "yellow": say("yellow"),
    "green": say("green"),
    "dark_blue": say("dark blue"),
    "transport": say("transport"),
    "utility": say("utility"),
}
"""The groups of deeds, in the order of the board, with our own names."""

DECKS: Mapping[str, Sentence] = {
    "life_preserver": say("Life preserver"),
    "treasure_chest": say("Treasure chest"),
}
"""Both decks with our own names."""

CURRENCY = "$"


@dataclass(frozen=True)
class Names:
    """The family's own names: a sign or word for money, and of groups and decks those that it has named."""

    currency: str = CURRENCY
    groups: Mapping[str, str] = field(default_factory=dict)
    decks: Mapping[str, str] = field(default_factory=dict)

    def money(self, amount: int) -> str:
        """An amount with its currency: a sign stands before it, a word behind it."""
        if any(char.isalpha() for char in self.currency):
            return f"{amount:,} {self.currency}"
        return f"{self.currency}{amount:,}"

    def group(self, name: str) -> Sentence:
        """What a group is called."""
        return _own(self.groups, name) or GROUPS[name]

    def deck(self, name: str) -> Sentence:
        """What a deck is called."""
        return _own(self.decks, name) or DECKS[name]


def _own(names: Mapping[str, str], name: str) -> Sentence | None:
    return Sentence("{name}", {"name": names[name]}) if names.get(name) else None


def checked_names(raw: Any) -> dict[str, Any]:
    """The `names` of a box, filled up.

    Raises:
        SetupError: an entry that is unknown or no text.
    """
    if not isinstance(raw, Mapping) or not set(raw) <= {"currency", "groups", "decks"}:
        raise wrong("names", f"expected some of currency, groups and decks, got {raw!r}")
    currency = raw.get("currency", CURRENCY)
    check_text(currency, 1, "currency")
    groups, decks = raw.get("groups", {}), raw.get("decks", {})
    return {"currency": currency, "groups": _texts(groups, GROUPS), "decks": _texts(decks, DECKS)}


def _texts(raw: Any, known: Mapping[str, Sentence]) -> dict[str, str]:
    if not isinstance(raw, Mapping) or not set(raw) <= set(known):
        raise wrong("names", f"expected some of {[*known]}, got {raw!r}")
    for name, text in raw.items():
        check_text(text, 0, name)
    return {name: text for name, text in raw.items() if text}


def is_text(text: Any, least: int) -> bool:
    """Whether a name or text of a box is at least so long, not too long, and printable."""
    return isinstance(text, str) and least <= len(text) <= LONGEST and text.isprintable()


def check_text(text: Any, least: int, where: str) -> None:
    """Refuse what is no name or text.

    Raises:
        SetupError: it is too short or long, or cannot be printed.
    """
    if not is_text(text, least):
        raise wrong(where, f"expected {least}-{LONGEST} printable characters, got {text!r}")


def wrong(where: str, detail: str) -> SetupError:
    """The error for an entry of a box that makes no sense."""
    return SetupError(say("The board or a card of this box makes no sense: {where}.", where=where), detail=detail)
