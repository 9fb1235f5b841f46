"""The effect vocabulary: what a card, tile, token or team card can do, as a box file writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.plankton_rising.entry import Entry, wrong
from companion.rules.plankton_rising.vocabulary import COLOURS, FLAGS, SYMBOLS

TARGETS = (
    "any_friend",
    "friends_here",
    "active_team",
    "each_team",
    "lost_friends",
    "self",
    "villains_here",
    "other_villains",
    "any_villain",
    *(f"type:{symbol}" for symbol in SYMBOLS),
)
"""Whom an effect means: `type:E` is every Friend with that icon, `here` the place of the card or the team."""

CHOSEN = ("any_friend", "lost_friends", "any_villain")
"""Targets of which one is chosen unless `pick` says otherwise; of the others all are meant."""

ON_CARDS = {"add_time": "active_team", "remove_time": "any_friend", "add_villain_time": "villains_here"} | {
    "return_to_deck": "friends_here"
}
"""Effects on cards, each with the target that is meant when none is written."""

PLAIN = ("none", "shuffle_plankton", "reveal_another_plankton")
NUMBERED = ("add_theft", "remove_theft", "draw_token", "reroll")
KINDS = (
    *ON_CARDS, *PLAIN, *NUMBERED, "extra_die", "change_face", "symbol", "flag", "choose_one", "manual"
)  # fmt: skip
TIMINGS = ("before_roll", "any")


@dataclass(frozen=True)
class Op:
    """One effect: `n` how many counters, `pick` how many cards are chosen (0: all of the target)."""

    op: str
    n: int = 1
    pick: int = 0
    target: str = ""
    symbol: str = ""
    colours: tuple[str, ...] = ()
    flag: str = ""
    text: str = ""
    options: tuple[tuple[Op, ...], ...] = ()


@dataclass(frozen=True)
class Ability:
    """What a Friend or team card can do once a turn: its cost in symbols (none: free), when, and its effects.

    `others` is the least number of other Friends on the team (of the icon `of` where it is given).
    """

    ops: tuple[Op, ...]
    cost: Mapping[str, int] = field(default_factory=dict)
    timing: str = "any"
    others: int = 0
    of: str = ""


@dataclass(frozen=True)
class Bonus:
    """What a team card gives when the first roll shows `n` of a symbol or more."""

    symbol: str
    n: int
    ops: tuple[Op, ...]


def ops_of(entry: Entry, key: str) -> tuple[Op, ...] | None:
    """The effects written under `key`, or None when nothing is: then people read the card."""
    if not entry.has(key):
        return None
    return tuple(_op(one) for one in entry.tables(key))


def ability_of(entry: Entry, key: str) -> Ability | None:
    """The ability written under `key`, or None when it is not known."""
    if not entry.has(key):
        return None
    table = Entry(entry.raw[key], entry.at(key))
    ability = Ability(
        _required(table),
        table.counts("cost", SYMBOLS),
        table.word("timing", TIMINGS, "any"),
        table.number("other_friends", 0, 9, 0),
        table.word("of", SYMBOLS, ""),
    )
    table.close()
    return ability


def bonus_of(entry: Entry, key: str) -> Bonus | None:
    """The bonus written under `key`, or None when it is not known."""
    if not entry.has(key):
        return None
    table = Entry(entry.raw[key], entry.at(key))
    bonus = Bonus(table.word("symbol", SYMBOLS), table.number("n", 1, 9), _required(table))
    table.close()
    return bonus


def _required(table: Entry) -> tuple[Op, ...]:
    ops = ops_of(table, "do")
    if not ops:
        raise wrong(table.at("do"), "an effect", None)
    return ops


def _op(entry: Entry) -> Op:
    kind = entry.word("op", KINDS)
    target = entry.word("target", TARGETS, ON_CARDS.get(kind, ""))
    chosen = 1 if target in CHOSEN or kind == "return_to_deck" else 0
    found = Op(
        kind,
        entry.number("n", 1, 9, 1),
        entry.number("pick", 0, 9, chosen),
        target,
        entry.word("symbol", SYMBOLS, ""),
        entry.words("colours", COLOURS),
        entry.word("flag", FLAGS, ""),
        entry.text("text", ""),
        _options(entry),
    )
    _fits(entry, found)
    entry.close()
    return found


def _options(entry: Entry) -> tuple[tuple[Op, ...], ...]:
    return tuple(_required(one) for one in entry.tables("options"))


def _fits(entry: Entry, op: Op) -> None:
    """Refuse an effect that lacks what its kind needs."""
    if op.op in ("symbol", "change_face") and not op.symbol:
        raise wrong(entry.at("symbol"), f"one of {[*SYMBOLS]}", None)
    if op.op == "flag" and not op.flag:
        raise wrong(entry.at("flag"), f"one of {[*FLAGS]}", None)
    if op.op == "choose_one" and len(op.options) < 2:
        raise wrong(entry.at("options"), "two effects or more", len(op.options))
