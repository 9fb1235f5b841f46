"""What is printed on a family's own board and cards: the spaces with prices and rents, and both decks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rules.monopoly.names import DECKS as DECK_NAMES
from companion.rules.monopoly.names import Names, check_text, checked_names, wrong

SPACES = 40
JAIL = 10
DECKS = tuple(DECK_NAMES)
RENTS = {"street": 6, "transport": 4, "utility": 2}
"""How many rents the deeds of each kind of space list."""

MOST_PRICE = 750
"""The highest price of a deed, in dollars: two that are dealt must be payable from the cash at the start."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "move_to": ("to",),
    "nearest": ("kind",),
    "bank": ("amount",),
    "each": ("amount",),
    "keep": (),
    "back": ("steps",),
    "jail": (),
    "repairs": ("pineapple", "krab"),
    "none": (),
}
"""What a card's effect (`op`) must tell beside itself; `keep` is the card that opens the jail."""


@dataclass(frozen=True)
class Space:
    """A space of the board: its place 0-39, kind and name, and for a deed its group, price, rents and values.

    Money is in dollars. `building` is the price of one pineapple and of the step to a Krab; `amount` is the
    salary of GO or what a tax takes.
    """

    pos: int
    kind: str
    name: str
    group: str = ""
    price: int = 0
    rent: tuple[int, ...] = ()
    building: int = 0
    mortgage: int = 0
    amount: int = 0


@dataclass(frozen=True)
class Card:
    """A card of one of `DECKS`: its effect with what the effect needs, and the family's own text or none."""

    id: str
    op: str
    text: str = ""
    to: int = 0
    kind: str = ""
    amount: int = 0
    steps: int = 0
    pineapple: int = 0
    krab: int = 0
    copies: int = 1


@dataclass(frozen=True)
class Box:
    """The board in order, its deeds by group, the cards by deck and id, and what a family calls the rest."""

    spaces: tuple[Space, ...]
    groups: Mapping[str, tuple[Space, ...]]
    cards: Mapping[str, Mapping[str, Card]]
    names: Names

    @property
    def deeds(self) -> tuple[Space, ...]:
        """The spaces that can be owned, in order."""
        return tuple(space for space in self.spaces if space.kind in RENTS)

    def beside(self, pos: int) -> tuple[Space, ...]:
        """The deeds of the group of the one at `pos`, in order."""
        return self.groups[self.spaces[pos].group]

    def deck(self, name: str) -> tuple[str, ...]:
        """The ids of a deck as it is printed, every copy counted."""
        return tuple(card.id for card in self.cards[name].values() for _ in range(card.copies))


def read(box: Mapping[str, Any]) -> Box:
    """The box that a checked description stands for."""
    spaces = tuple(Space(**{**raw, "rent": tuple(raw["rent"])}) for raw in box["spaces"])
    names = dict.fromkeys(space.group for space in spaces if space.group)
    groups = {name: tuple(space for space in spaces if space.group == name) for name in names}
    cards = {deck: {raw["id"]: Card(**raw) for raw in box[deck]} for deck in DECKS}
    return Box(spaces, groups, cards, Names(**box["names"]))


def checked(box: Mapping[str, Any]) -> Mapping[str, Any]:
    """The description filled up: single spaces replace those of the classic board, a deck replaces a whole deck.

    Raises:
        SetupError: an entry that is unknown, or whose values make no board or card.
    """
    unknown = set(box) - {"spaces", "names", *DECKS}
    if unknown:
        raise wrong("the box", f"expected some of spaces, names, {', '.join(DECKS)}, got {sorted(unknown)!r}")
    classic = classic_box()
    decks = {deck: _deck(deck, box.get(deck, classic[deck])) for deck in DECKS}
    names = checked_names(box.get("names", {}))
    return {"spaces": _spaces(classic["spaces"], box.get("spaces", ())), **decks, "names": names}


@cache
def classic_box() -> Mapping[str, Any]:
    """The description that ships."""
    return tomllib.loads((files(__package__) / "boxes" / "classic.toml").read_text(encoding="utf-8"))


def _spaces(classic: list[dict[str, Any]], own: Any) -> list[dict[str, Any]]:
    given: dict[int, Mapping[str, Any]] = {}
    for raw in _tables("spaces", own):
        pos = raw.get("pos")
        if not _whole(pos, 0, SPACES - 1) or pos in given:
            raise wrong("spaces", f"expected each pos 0-39 once, got {raw!r}")
        given[int(str(pos))] = raw
    return [_space(raw, given.get(raw["pos"], {})) for raw in classic]


def _space(classic: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    where = f"space {classic['pos']}"
    filled = _filled(Space, {**classic, **own}, where)
    for key in ("kind", "group"):
        if filled[key] != classic.get(key, ""):
            raise wrong(where, f"expected the {key} {classic.get(key, '')!r}, got {filled[key]!r}")
    check_text(filled["name"], 1, where)
    rents = RENTS.get(filled["kind"], 0)
    least = 1 if rents else 0
    building = 1 if filled["kind"] == "street" else 0
    _number(filled["price"], least, where, "price", MOST_PRICE)
    for key, low in (("mortgage", least), ("building", building), ("amount", 0)):
        _number(filled[key], low, where, key)
    if not isinstance(filled["rent"], list | tuple) or len(filled["rent"]) != rents:
        raise wrong(where, f"expected {rents} rents, got {filled['rent']!r}")
    for rent in filled["rent"]:
        _number(rent, 1, where, "rent")
    return {**filled, "rent": list(filled["rent"])}


def _deck(deck: str, own: Any) -> list[dict[str, Any]]:
    cards = [_card(deck, raw) for raw in _tables(deck, own)]
    if not cards or len({card["id"] for card in cards}) < len(cards):
        raise wrong(deck, f"expected at least one card and each id once, got {[card['id'] for card in cards]!r}")
    return cards


def _card(deck: str, own: Mapping[str, Any]) -> dict[str, Any]:
    where = f"{deck} {own.get('id')!r}"
    card = _filled(Card, own, where)
    check_text(card["id"], 1, where)
    check_text(card["text"], 0, where)
    if card["op"] not in NEEDS or any(key not in own for key in NEEDS[card["op"]]):
        raise wrong(where, f"expected an op with what it needs of {dict(NEEDS)!r}, got {own!r}")
    if card["op"] == "nearest" and card["kind"] not in ("transport", "utility"):
        raise wrong(where, f"expected the kind transport or utility, got {card['kind']!r}")
    for key, low, high in (("to", 0, SPACES - 1), ("steps", 0, SPACES - 1), ("copies", 1, 9)):
        _number(card[key], low, where, key, high)
    for key, low in (("amount", -5000), ("pineapple", 0), ("krab", 0)):
        _number(card[key], low, where, key)
    return card


def _filled(kind: type[Any], own: Mapping[str, Any], where: str) -> dict[str, Any]:
    names = {field.name for field in fields(kind)}
    if not set(own) <= names or not {"name", "id"} & set(own):
        raise wrong(where, f"expected some of {sorted(names)}, got {own!r}")
    try:
        return asdict(kind(**own))
    except TypeError as error:
        raise wrong(where, f"expected all of a {kind.__name__.lower()}, got {own!r}: {error}") from error


def _tables(where: str, own: Any) -> list[Mapping[str, Any]]:
    if not isinstance(own, list | tuple) or any(not isinstance(raw, Mapping) for raw in own):
        raise wrong(where, f"expected a list of tables, got {own!r}")
    return list(own)


def _number(value: Any, least: int, where: str, key: str, most: int = 5000) -> None:
    if not _whole(value, least, most):
        raise wrong(where, f"expected {key} from {least} to {most}, got {value!r}")


def _whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most
