"""What is printed on a family's own cards, dice and tiles, as far as they have told it: a box file, checked.

Nothing here is required: what a box does not tell is asked at the table when it matters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.rules.plankton_rising.entry import Entry, wrong
from companion.rules.plankton_rising.ops import Ability, Bonus, Op, ability_of, bonus_of, ops_of
from companion.rules.plankton_rising.vocabulary import (
    CARDS,
    CHUM,
    COLOURS,
    DICE,
    FACES,
    FRIEND,
    KINDS,
    ORDER,
    ORDERS,
    ROWS,
    SYMBOLS,
    TOKENS,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Card:
    """A Krusty Krab card: `capacity` 0 and no `symbols` are not known yet, nor is an ability or effect of None."""

    id: str
    name: str
    kind: str
    icon: str = ""
    capacity: int = 0
    symbols: Mapping[str, int] = field(default_factory=dict)
    ability: Ability | None = None
    effect: tuple[Op, ...] | None = None
    text: str = ""


@dataclass(frozen=True)
class Home:
    """A team's Home Base card and its leader; no `dice` means not known yet."""

    id: str
    name: str
    leader: str
    dice: tuple[str, ...] = ()
    ability: Ability | None = None
    bonus: Bonus | None = None
    text: str = ""


@dataclass(frozen=True)
class Ingredient:
    """A tile: its name, and what its computer side does (None: not known)."""

    id: str
    name: str
    effect: tuple[Op, ...] | None = None
    text: str = ""


@dataclass(frozen=True)
class Token:
    """A kind of Spatula token; `copies` 0 means not known."""

    id: str
    name: str
    ops: tuple[Op, ...] | None = None
    copies: int = 0
    text: str = ""


@dataclass(frozen=True)
class Box:
    """All that is known of a box. Immutable, so that a copy of it is itself."""

    name: str
    copies: Mapping[str, int]
    faces: Mapping[str, tuple[str, ...]]
    homes: Mapping[str, Home]
    ingredients: Mapping[str, Ingredient]
    tokens: Mapping[str, Token]
    cards: Mapping[str, Card]
    plankton: Mapping[tuple[str, str], int]
    app_deals: bool = False

    def __deepcopy__(self, memo: object) -> Box:
        return self

    @property
    def pile(self) -> tuple[tuple[str, str], ...]:
        """The Plankton cards one by one; where they are not listed, one of each ingredient and place (A2)."""
        listed = self.plankton or {(one, place): 1 for one in self.ingredients for place in (*ROWS, CHUM)}
        return tuple(card for card, copies in listed.items() for _ in range(copies))


def filled(box: Mapping[str, Any]) -> dict[str, Any]:
    """A box as plain values, with the sections that it does not tell as nobody knows them.

    Raises:
        SetupError: an entry that cannot be so.
    """
    told = {key: value for key, value in box.items() if value is not None}
    plain = {**_unknown(), **told}
    read(plain)
    return plain


def _unknown() -> dict[str, Any]:
    symbols = [
        {"id": symbol, "name": str(name), "do": {"op": "symbol", "symbol": symbol}}
        for symbol, name in SYMBOLS.items()
    ]
    dice = [
        {"id": f"die-{one}", "name": f"one more {body} die", "do": {"op": "extra_die", "colours": [one]}}
        for one, body in COLOURS.items()
    ]
    heal = {"op": "remove_time", "target": "any_friend", "pick": 2}
    others = [
        {"id": "heal", "name": "1 Time off 2 Friends", "do": heal},
        {"id": "theft", "name": "1 Theft off an ingredient", "do": {"op": "remove_theft"}},
        {"id": "other", "name": "something else"},
    ]
    leaders = {"squidward": "Squidward", "spongebob": "SpongeBob", "patrick": "Patrick", "krabs": "Mr. Krabs"}
    return {
        "name": "",
        "homes": [
            {"id": one, "name": f"{name}'s team", "leader": f"leader-{one}"} for one, name in leaders.items()
        ],
        "ingredients": [{"id": f"i{one}", "name": f"ingredient {one}"} for one in range(1, 7)],
        "tokens": [*symbols, *dice, *others],
        "cards": [{"id": f"leader-{one}", "name": name, "kind": FRIEND} for one, name in leaders.items()],
    }


def read(plain: Mapping[str, Any]) -> Box:
    """The box that plain values describe.

    Raises:
        SetupError: an entry that cannot be so.
    """
    root = Entry(plain, "")
    copies, faces = _dice(root)
    box = Box(
        root.text("name", ""),
        copies,
        faces,
        _by_id(root, "homes", _home),
        _by_id(root, "ingredients", _ingredient),
        _by_id(root, "tokens", _token),
        _cards(root),
        {},
        root.word("deals", ("app", "table"), "table") == "app",
    )
    box = Box(**{**vars(box), "plankton": _pile(root, box)})
    root.close()
    _check(box)
    return box


def _check(box: Box) -> None:
    if len(box.homes) != 4:
        raise wrong("homes", "four teams", len(box.homes))
    if len(box.ingredients) != 6:
        raise wrong("ingredients", "six tiles", len(box.ingredients))
    for home in box.homes.values():
        if home.leader not in box.cards or box.cards[home.leader].kind != FRIEND:
            raise wrong(f"homes.{home.id}.leader", "the id of a Friend among the cards", home.leader)
    if len(box.cards) > CARDS:
        raise wrong("cards", f"at most {CARDS} cards", len(box.cards))
    if sum(card.kind == ORDER for card in box.cards.values()) > ORDERS:
        raise wrong(
            "cards", f"at most {ORDERS} Orders", [one.id for one in box.cards.values() if one.kind == ORDER]
        )
    if sum(token.copies for token in box.tokens.values()) > TOKENS:
        raise wrong("tokens", f"at most {TOKENS} tokens", {one.id: one.copies for one in box.tokens.values()})


def _by_id(root: Entry, section: str, make: Callable[[Entry, str], T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for entry in root.tables(section):
        name = entry.text("id")
        if name in found or ":" in name or " " in name:
            raise wrong(entry.at("id"), "an id of its own without spaces and colons", name)
        found[name] = make(entry, name)
        entry.close()
    return found


def _dice(root: Entry) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    copies, faces = dict[str, int](), dict[str, tuple[str, ...]]()
    for entry in root.tables("dice"):
        colour = entry.word("colour", COLOURS)
        if entry.has("copies"):
            copies[colour] = entry.number("copies", 1, DICE)
        if entry.has("faces"):
            faces[colour] = entry.words("faces", FACES)
            if not 2 <= len(faces[colour]) <= 6:
                raise wrong(entry.at("faces"), "the six faces of a die, or those that differ", faces[colour])
        entry.close()
    return copies, faces


def _home(entry: Entry, name: str) -> Home:
    dice = entry.words("dice", COLOURS)
    if entry.has("dice") and len(dice) != 3:
        raise wrong(entry.at("dice"), "three dice", dice)
    ability, bonus = ability_of(entry, "ability"), bonus_of(entry, "bonus")
    return Home(name, entry.text("name"), entry.text("leader"), dice, ability, bonus, entry.text("text", ""))


def _ingredient(entry: Entry, name: str) -> Ingredient:
    return Ingredient(name, entry.text("name"), ops_of(entry, "effect"), entry.text("text", ""))


def _token(entry: Entry, name: str) -> Token:
    copies = entry.number("copies", 0, TOKENS, 0)
    return Token(name, entry.text("name"), ops_of(entry, "do"), copies, entry.text("text", ""))


def _cards(root: Entry) -> dict[str, Card]:
    found: dict[str, Card] = {}
    for name, (card, copies) in _by_id(root, "cards", _card).items():
        for number in range(1, copies + 1):
            one = name if number == 1 else f"{name}-{number}"
            found[one] = Card(**{**vars(card), "id": one})
    return found


def _card(entry: Entry, name: str) -> tuple[Card, int]:
    kind = entry.word("kind", KINDS)
    capacity = 0 if kind == ORDER else entry.number("capacity", 1, 9, 0)
    card = Card(
        name,
        entry.text("name"),
        kind,
        entry.word("icon", SYMBOLS, ""),
        capacity,
        entry.counts("symbols", SYMBOLS),
        ability_of(entry, "ability") if kind == FRIEND else None,
        ops_of(entry, "effect") if kind != FRIEND else None,
        entry.text("text", ""),
    )
    return card, entry.number("copies", 1, 9, 1)


def _pile(root: Entry, box: Box) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for entry in root.tables("plankton_cards"):
        card = (entry.word("ingredient", box.ingredients), entry.word("location", (*ROWS, CHUM)))
        found[card] = found.get(card, 0) + entry.number("copies", 1, 18, 1)
        entry.close()
    return found
