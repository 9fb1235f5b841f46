"""The words of Plankton Rising: symbols, dice, places, kinds of cards and what a turn may forbid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.rules import colours
from companion.words import Sentence, listed, say

SYMBOLS: Mapping[str, Sentence] = {
    "E": say("Effort"),
    "H": say("Friendship"),
    "T": say("Teamwork"),
    "F": say("Fun"),
}
FACES = tuple(symbol * times for symbol in SYMBOLS for times in (1, 2))
"""A face is one symbol, single or double, as the die set `friends` names it."""

FACE_NAMES: Mapping[str, Sentence] = {
    **SYMBOLS,
    **{symbol * 2: say("two × {symbol}", symbol=name) for symbol, name in SYMBOLS.items()},
}
COLOURS: Mapping[str, str] = {"Y": "yellow", "R": "red", "G": "green", "B": "blue"}
"""The four body colours by their letter: a die is a letter and a number, `R1` the first red one (A1)."""

COLOUR_NAMES: Mapping[str, Sentence] = {letter: colours.COLOURS[name] for letter, name in COLOURS.items()}
STRONG: Mapping[str, str] = {"Y": "E", "R": "H", "G": "T", "B": "F"}
DICE = 10
KITCHEN, DINING, CHUM = "kitchen", "dining", "chum"
ROWS = (KITCHEN, DINING)
PLACES: Mapping[str, Sentence] = {
    KITCHEN: say("the Kitchen"),
    DINING: say("the Dining Room"),
    CHUM: say("the Chum Bucket"),
}
FRIEND, ORDER, VILLAIN = "friend", "order", "villain"
KINDS: Mapping[str, Sentence] = {FRIEND: say("Friend"), ORDER: say("Order"), VILLAIN: say("Villain")}
FLAGS: Mapping[str, Sentence] = {
    "no_friend_dice": say("no dice on Friends this turn"),
    "no_home_dice": say("no dice on team cards this turn"),
    "no_time_removal": say("no Time can be taken away this turn"),
    "no_tokens": say("no tokens this turn"),
    "no_extra_dice": say("no extra dice this turn"),
}
CARDS, ORDERS, TOKENS, SPACES, GAPS = 48, 11, 30, 5, 4
"""So many cards, Orders among them, tokens, theft spaces of a tile and cards in a row."""

HOME = "home"
"""The team card as a target of dice."""


def times(face: str) -> int:
    """How many symbols a face counts for: a double for two (R31)."""
    return len(face)


def count(faces: Iterable[str]) -> dict[str, int]:
    """The symbols on some faces, doubles twice."""
    return dict(Counter(symbol for face in faces for symbol in face))


def spell(symbols: Mapping[str, int]) -> Sentence:
    """Symbols in words: 2 × Effort, 1 × Fun."""
    shown = (key for key in SYMBOLS if symbols.get(key))
    return listed(say("{n} × {symbol}", n=symbols[key], symbol=SYMBOLS[key]) for key in shown)
