"""The deck: what is printed on a family's own cards, checked and looked up."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from companion.errors import SetupError
from companion.rules.args import Pick
from companion.words import Sentence, say

CARDS = 98  # R1
GANGS = 10
SIZE = 3
"""Cards of a full gang, and copies of each plain gang card (R22)."""
OTHERS = CARDS - GANGS - SIZE * GANGS
UNKNOWN = "?"
"""Stands for a card that nobody has shown."""
CARTEL = "C-"
"""Before a gang's code: its Cartel card."""

PEAR, FELON = "PEAR", "FELON"
CHERRY, PEACHY, BANANAS, LEEKY, TRADE = "CHERRY", "PEACHY", "BANANAS", "LEEKY", "TRADE"
DIP, RECRUIT, SPIN, NOPE = "DIP", "RECRUIT", "SPIN", "NOPE"
APPLES = ("BA1", "BA2", "BA3", "BA4")
ROLES: Mapping[str, tuple[str, ...]] = {
    "security": (PEAR, FELON),
    "action": (*APPLES, CHERRY, PEACHY, BANANAS, LEEKY, TRADE, DIP, RECRUIT, SPIN, NOPE),
}
"""The ids that security and action cards can have: they say what a card does, whatever its name."""
DEFAULT = "box"
"""The box that stands for an empty description."""


def called(name: str) -> Sentence:
    """A name as it stands in the box."""
    return Sentence("{name}", {"name": name})


@dataclass(frozen=True)
class Gang:
    """A gang: its code, its name and the code of its rival, or an empty text."""

    code: str
    name: str
    rival: str = ""


@dataclass(frozen=True)
class Card:
    """A card that can be in a hand.

    `kind` is gang, wild, mega, security or action. `gangs` are those that it can be laid as, `steals` those that a
    Bad Apple takes; where the box has not told them, all. `copies` is None when nobody has counted them.
    """

    id: str
    kind: str
    name: str
    gangs: tuple[str, ...] = ()
    steals: tuple[str, ...] = ()
    copies: int | None = None


@dataclass(frozen=True)
class Deck:
    """All gangs, and all cards but the Cartel's."""

    gangs: tuple[Gang, ...]
    cards: tuple[Card, ...]

    def __deepcopy__(self, memo: object) -> Deck:  # nothing in it ever changes
        return self

    @cached_property
    def by_id(self) -> Mapping[str, Card]:
        """Every card by its id; a plain gang card has its gang's code."""
        return {card.id: card for card in self.cards}

    @cached_property
    def by_code(self) -> Mapping[str, Gang]:
        """Every gang by its code."""
        return {gang.code: gang for gang in self.gangs}

    @cached_property
    def names(self) -> Mapping[str, Sentence]:
        """What people call each card."""
        return {card.id: called(card.name) for card in self.cards}

    @cached_property
    def gang_picks(self) -> Mapping[str, Pick]:
        """Every gang as something to choose."""
        return {gang.code: Pick(gang.code, called(gang.name)) for gang in self.gangs}

    @cached_property
    def uses(self) -> Mapping[str, tuple[Pick, ...]]:
        """The gangs that each card can be laid as, as something to choose (R21)."""
        return {card.id: tuple(self.gang_picks[gang] for gang in card.gangs) for card in self.cards}

    @cached_property
    def card_picks(self) -> Mapping[str, Pick]:
        """Every card as something to choose."""
        return {card.id: Pick(card.id, self.names[card.id]) for card in self.cards}

    def ids(self, *kinds: str) -> tuple[str, ...]:
        """The cards of these kinds."""
        return tuple(card.id for card in self.cards if card.kind in kinds)

    def name(self, card: str) -> str:
        """What people call a card."""
        return self.by_id[card].name

    def gang(self, code: str) -> str:
        """What people call a gang."""
        return self.by_code[code].name

    def rivals(self, one: str, other: str) -> bool:
        """Whether two gangs are rivals (R43)."""
        return self.by_code[one].rival == other

    @cached_property
    def uncounted(self) -> tuple[str, ...]:
        """The cards whose copies nobody has counted."""
        return tuple(card.id for card in self.cards if card.copies is None)

    @cached_property
    def rest(self) -> int:
        """The copies of all `uncounted` cards together."""
        return CARDS - GANGS - sum(card.copies or 0 for card in self.cards)


def deck_of(box: Mapping[str, Any]) -> Deck:
    """The deck of a checked box."""
    gangs = tuple(Gang(**one) for one in box["gangs"])
    codes = tuple(gang.code for gang in gangs)
    plain = tuple(Card(gang.code, "gang", gang.name, (gang.code,), copies=SIZE) for gang in gangs)
    others = tuple(
        Card(
            one["id"],
            one["kind"],
            one["name"],
            (tuple(one["gangs"]) or codes) if one["kind"] in ("wild", "mega") else (),
            (tuple(one["steals"]) or codes) if one["id"] in (*APPLES, CHERRY) else (),
            one.get("copies"),
        )
        for one in box["cards"]
    )
    return Deck(gangs, (*plain, *others))


def cards_of(deck: Deck) -> Mapping[str, Sentence]:
    """The name of every card by the code under which a camera knows it: its id, a Cartel card's with `CARTEL`."""
    cartel = {f"{CARTEL}{gang.code}": say("Cartel: {gang}", gang=gang.name) for gang in deck.gangs}
    return {**deck.names, **cartel}


def shipped(name: str) -> dict[str, Any]:
    """A box that comes with the companion: `box` (the real one, as far as known) or `paper` (made up)."""
    text = files(__package__).joinpath("boxes", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def checked_box(box: Mapping[str, Any]) -> Mapping[str, Any]:
    """A box's gangs and cards with defaults filled in; empty means the deck that is shipped.

    Ten gangs of three cards and a Cartel card each are in every box; `cards` lists the other 58: id, kind, name,
    gangs, steals, and copies where somebody has counted them.

    Raises:
        SetupError: an entry that is none, a rival that is not mutual, or counts that do not make 98 cards.
    """
    box = box or shipped(DEFAULT)
    gangs = [_gang(one) for one in _rows(box, "gangs")]
    codes = _distinct([gang["code"] for gang in gangs], "gangs")
    if len(codes) != GANGS:
        raise _bad("gangs", f"{GANGS} gangs", len(codes))
    for gang in gangs:
        _check_rival(gang, {one["code"]: one["rival"] for one in gangs})
    cards = [_card(one, codes, {gang["code"]: gang["name"] for gang in gangs}) for one in _rows(box, "cards")]
    _distinct([*codes, *(card["id"] for card in cards)], "cards")
    _check_total(cards)
    return {"gangs": gangs, "cards": cards}


def _rows(box: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    rows = box.get(key)
    if not isinstance(rows, list) or not all(isinstance(one, Mapping) for one in rows):
        raise _bad(key, "a list of tables", rows)
    return rows


def _word(row: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = row.get(key, default)
    if not isinstance(value, str) or not value.isprintable() or len(value) > 40 or (value == "" != default):
        raise _bad(key, "a word of at most 40 characters", row)
    return value


def _code(row: Mapping[str, Any], key: str) -> str:
    value = _word(row, key)
    if any(sign.isspace() for sign in value) or value == UNKNOWN:
        raise _bad(key, "a code without spaces", row)
    return value


def _gang(row: Mapping[str, Any]) -> dict[str, Any]:
    code = _code(row, "code")
    if not code.isalnum() or code == "loose":
        raise _bad("code", "letters and digits", row)
    return {"code": code, "name": _word(row, "name", code), "rival": _word(row, "rival", "")}


def _check_rival(gang: Mapping[str, Any], rivals: Mapping[str, str]) -> None:
    rival = gang["rival"]
    if rival and (rival == gang["code"] or rivals.get(rival) != gang["code"]):
        raise _bad("rival", "a gang that has this one as its rival too", gang)


def _card(row: Mapping[str, Any], codes: tuple[str, ...], names: Mapping[str, str]) -> dict[str, Any]:
    card, kind = _code(row, "id"), _one_of(_word(row, "kind"), ("wild", "mega", *ROLES), "kind")
    if kind in ROLES:
        _one_of(card, ROLES[kind], "id")
    gangs, steals = (tuple(_one_of(one, codes, key) for one in row.get(key) or ()) for key in ("gangs", "steals"))
    if gangs and (kind != "wild" or len(set(gangs)) != 2):
        raise _bad("gangs", "two different gangs on a double wild card, none on any other", row)
    if steals and card not in APPLES:
        raise _bad("steals", "gangs on a Bad Apple only", row)
    name = _word(row, "name", " / ".join(names[one] for one in gangs) or card)
    made = {"id": card, "kind": kind, "name": name, "gangs": list(gangs), "steals": list(steals)}
    return made | _copies(row)


def _copies(row: Mapping[str, Any]) -> dict[str, int]:
    if "copies" not in row:
        return {}
    copies = row["copies"]
    if type(copies) is not int or not 0 <= copies <= OTHERS:
        raise _bad("copies", f"a number from 0 to {OTHERS}, or no such line when nobody has counted", row)
    return {"copies": copies}


def _check_total(cards: list[dict[str, Any]]) -> None:
    counted = sum(card.get("copies", 0) for card in cards)
    whole = all("copies" in card for card in cards)
    if counted > OTHERS or (whole and counted != OTHERS):
        raise _bad("copies", f"{OTHERS} cards beside the gangs' and the Cartel's", counted)


def _one_of(value: str, legal: tuple[str, ...], key: str) -> str:
    if value not in legal:
        raise _bad(key, f"one of {legal}", value)
    return value


def _distinct(values: list[str], key: str) -> tuple[str, ...]:
    if len(set(values)) < len(values):
        raise _bad(key, "a code once", values)
    return tuple(values)


def _bad(key: str, expected: str, got: object) -> SetupError:
    sentence: Sentence = say("The description of the cards is not right: {key}.", key=key)
    return SetupError(sentence, detail=f"expected {expected}, got {got!r} in {key!r}")
