"""Arguments that name cards: one or several from a hand, a pile or what an earlier argument named."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.args import OneOf, Pick, Value
from companion.words import Sentence


@dataclass(frozen=True)
class OneFor:
    """Exactly one of the values that the argument named `of` leaves: `picks` has them for each of its values."""

    of: str
    picks: Mapping[str, tuple[Pick, ...]]

    def beside(self, args: Mapping[str, Value]) -> OneOf:
        """What is left beside the other `args`."""
        return OneOf(self.picks.get(str(args.get(self.of)), ()))

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:
        """Whether `value` is one of the picks, of the same type."""
        return self.beside(args).allows(value, args)

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """One of the picks."""
        return self.beside(args).sample(rng, args)


@dataclass(frozen=True)
class Spread:
    """The cards that take a choice together: `count` of them, laid side by side, are its argument `arg`.

    `values` has, by the code of each card that can be among them, the entry that it stands for; `label` says what
    they mean. What is `sealed` is for the companion's eyes alone: no picture and no name of it is shown or kept.
    """

    arg: str
    count: int
    values: Mapping[str, str]
    label: Sentence
    sealed: bool = False


@dataclass(frozen=True)
class Cards:
    """Exactly `count` cards, in order: each as often as `own` has it, and at most `unknown` others out of `pool`.

    `own` counts what certainly is there, `pool` what may lie face down. Of the `uncounted` cards, whose copies
    nobody knows one by one, `rest` lie face down together, with at least one of each `unseen` one among them.
    `names` are what people call the cards.
    """

    count: int
    pool: Mapping[str, int]
    own: Mapping[str, int] = field(default_factory=dict)
    unknown: int = 0
    uncounted: tuple[str, ...] = ()
    rest: int = 0
    unseen: frozenset[str] = frozenset()
    names: Mapping[str, Sentence] = field(default_factory=dict)

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002
        """Whether `value` is a tuple of so many cards that can all be there."""
        if not isinstance(value, tuple) or len(value) != self.count:
            return False
        more = Counter(value) - Counter(self.own)
        return (
            more.total() <= self.unknown
            and sum(more[card] for card in self.uncounted) + len(self.unseen - more.keys()) <= self.rest
            and all(isinstance(card, str) and count <= self.pool.get(card, 0) for card, count in more.items())
        )

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """So many cards drawn evenly out of all that can be there, drawn again while they break a limit."""
        face_down, own = [*Counter(self.pool).elements()], [*Counter(self.own).elements()]
        while True:
            drawn = rng.sample(face_down, min(self.unknown, len(face_down)))
            value = tuple(rng.sample([*own, *drawn], self.count))
            if self.allows(value, args):
                return value


@dataclass(frozen=True)
class OneIn:
    """One entry of the tuple that is the argument named `of`; one of `values` when that one is left out."""

    of: str
    values: tuple[str, ...]

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:
        """Whether `value` is such an entry."""
        return isinstance(value, str) and value in self._entries(args)

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """One of the entries."""
        return rng.choice(self._entries(args))

    def _entries(self, args: Mapping[str, Value]) -> tuple[str, ...]:
        of = args.get(self.of, self.values)
        return tuple(str(one) for one in of) if isinstance(of, tuple) else ()
