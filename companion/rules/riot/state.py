"""The state of Plant-Based Riot: counts of what is hidden, and all that lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from companion.rules.game import Setup
from companion.rules.riot.deck import FELON, NOPE, PEACHY, PEAR, SIZE, SPIN, UNKNOWN, Deck
from companion.rules.riot.events import Aim
from companion.rules.riot.turf import Group, Turf, detached, gathered

HAND = 5  # R3, R8
DRAW = 2  # R7, R33
MOVES = 3  # R9
LIMIT = 7  # R18
LOOKED = 3  # R34
WAR = "WAR"
"""Stands for a Turf War where an action card could be pending."""


@dataclass(frozen=True)
class Pending:
    """An action card or Turf War that may still be blocked.

    `blocks` are the seats that laid No You Don't!, in order; `passed` those that let the last card happen.
    """

    seat: int
    card: str
    take: Aim | None = None
    give: Aim | None = None
    way: str = ""
    blocks: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()

    @property
    def last(self) -> int:
        """The seat whose card lies on top of the chain."""
        return self.blocks[-1] if self.blocks else self.seat


@dataclass(frozen=True)
class State:
    """Hands and piles as far as they are known, turfs, and what is open.

    `phase` is PEEK, START, MOVES, PENDING, DRAW, RECRUIT, GIVE, NAME, WAR or OVER. A hand lists its cards, `?`
    for each that nobody told; `pile` is a number of cards. `seen` is what each seat knows of the Cartel: nothing
    (an empty text), `one` or `all`. `opened` counts the cards that were laid open and could be blocked; `naming`
    are wild cards that the active seat was given and has not named yet.
    """

    setup: Setup
    deck: Deck
    hands: tuple[tuple[str, ...], ...]
    pile: int
    turfs: tuple[Turf, ...]
    seen: tuple[str, ...]
    discard: tuple[str, ...] = ()
    active: int = 0
    phase: str = "PEEK"
    moves: int = 0
    pending: Pending | None = None
    opened: int = 0
    givers: tuple[int, ...] = ()
    naming: tuple[Aim, ...] = ()
    winner: int | None = None

    # ---- house rules

    def switch(self, name: str) -> bool:
        """Whether a house rule is on."""
        return bool(self.setup.options[name])

    def number(self, name: str) -> int:
        """The number of a house rule."""
        return int(str(self.setup.options[name]))

    @property
    def cartel(self) -> int:
        """The number of Cartel cards (R4)."""
        return self.number("cartel")

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    # ---- hidden cards

    @cached_property
    def shown(self) -> Mapping[str, int]:
        """How often each card lies open or was told."""
        open_cards = [card for turf in self.turfs for card in turf.cards]
        told = (card for hand in self.hands for card in hand if card != UNKNOWN)
        return Counter([*open_cards, *self.discard, *told])

    @cached_property
    def hidden(self) -> Mapping[str, int]:
        """How often each card may still be somewhere face down, where it may be at all."""
        found = {card.id: (card.copies or 0) - self.shown.get(card.id, 0) for card in self.deck.cards}
        found |= {card: self.rest - len(self.unseen - {card}) for card in self.deck.uncounted}
        return {card: left for card, left in found.items() if left > 0}

    @cached_property
    def rest(self) -> int:
        """How many cards that nobody has counted one by one are face down, all together."""
        return self.deck.rest - sum(self.shown.get(card, 0) for card in self.deck.uncounted)

    @cached_property
    def unseen(self) -> frozenset[str]:
        """Those of them that lie nowhere open: the box lists them, so at least one of each is face down."""
        return frozenset(card for card in self.deck.uncounted if not self.shown.get(card))

    def holds(self, seat: int, card: str) -> bool:
        """Whether a card can be in a hand (A23: nobody is asked to show one)."""
        hand = self.hands[seat]
        return card in hand or (UNKNOWN in hand and card in self.hidden)

    def playable(self, *kinds: str) -> tuple[str, ...]:
        """The cards of these kinds that can be in the hand of the active seat."""
        return tuple(card for card in self.deck.ids(*kinds) if self.holds(self.active, card))

    def without(self, seat: int, *cards: str) -> State:
        """The state with cards gone from a hand: named ones first, else unknown ones."""
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card if card in hand else UNKNOWN)
        return self.with_hand(seat, tuple(hand))

    def with_hand(self, seat: int, hand: tuple[str, ...]) -> State:
        """The state with another hand."""
        return replace(self, hands=tuple(hand if one == seat else old for one, old in enumerate(self.hands)))

    def after_drawing(self, count: int) -> tuple[int, int, int]:
        """What drawing comes to: the cards drawn, the pile afterwards, and the cards reshuffled (R19, A16)."""
        drawn = min(count, self.pile)
        if self.pile > count or not self.discard:
            return drawn, self.pile - drawn, 0
        fresh = len(self.discard)
        more = min(count - drawn, fresh)
        return drawn + more, fresh - more, fresh

    @property
    def due(self) -> int:
        """The number of cards that are to be drawn now: 0 when none are."""
        match self.phase:
            case "START":
                return DRAW if self.hands[self.active] else HAND  # R7, R8
            case "DRAW":
                return DRAW
            case "RECRUIT":
                return LOOKED
        return 0

    # ---- turfs

    def full(self, group: Group) -> bool:
        """Whether a group is a full gang: three cards (R22), so many of them plain ones (A6)."""
        return len(group.cards) == SIZE and group.cards.count(group.gang) >= self.number("min_real_cards")

    def guard(self, group: Group) -> str:
        """The security card that protects a group, or an empty text (R23, R24)."""
        if FELON in group.security and self.full(group):
            return FELON
        return PEAR if PEAR in group.security else ""

    def open_to(self, group: Group) -> bool:
        """Whether an attack may aim at a group: not at a guarded one (R20), but see A13."""
        guard = self.guard(group)
        return not guard or (guard == PEAR and self.switch("pear_single_use"))

    def full_gangs(self, seat: int) -> tuple[str, ...]:
        """The names of a seat's full gangs, each once (R41)."""
        return tuple(dict.fromkeys(group.gang for group in self.turfs[seat].groups if self.full(group)))

    def bare(self, seat: int) -> bool:
        """Whether a seat has an unprotected gang card (R29)."""
        return any(not self.guard(group) for group in self.turfs[seat].groups)

    def with_turf(self, seat: int, turf: Turf) -> State:
        """The state with another turf, put in order (A5, A11)."""
        turf = gathered(turf)
        if not self.switch("felon_sleeps"):
            turf = self._released(turf)
        return replace(self, turfs=tuple(turf if one == seat else old for one, old in enumerate(self.turfs)))

    def _released(self, turf: Turf) -> Turf:
        for group in turf.groups:
            if FELON in group.security and not self.full(group):
                loose = detached(turf, group.ref, FELON)
                return self._released(replace(loose, loose=(*loose.loose, FELON)))
        return turf

    # ---- blocking

    @property
    def spared(self) -> tuple[int, ...]:
        """The seats for which alone a block holds (A8): its player's, until the active player blocks it."""
        pending = self.pending
        if pending is None or not self._singly:
            return ()
        spared: set[int] = set()
        for place, seat in enumerate(pending.blocks):
            if seat == pending.seat:
                spared.discard(pending.blocks[place - 1])
            else:
                spared.add(seat)
        return tuple(sorted(spared))

    @property
    def stopped(self) -> bool:
        """Whether an odd number of blocks stops what is pending (R35)."""
        return self.pending is not None and not self._singly and len(self.pending.blocks) % 2 == 1

    @property
    def _singly(self) -> bool:
        pending = self.pending
        return self.switch("block_only_self") and pending is not None and pending.card in (PEACHY, SPIN)

    @property
    def blockers(self) -> tuple[int, ...]:
        """The seats that may block what is pending (A9): nobody the own card, nobody who let it happen."""
        pending = self.pending
        if pending is None:
            return ()
        return tuple(
            seat
            for seat in self.seats
            if seat != pending.last and seat not in (*pending.passed, *self.spared) and self.holds(seat, NOPE)
        )
