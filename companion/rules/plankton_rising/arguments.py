"""The arguments that only this game has: faces of dice that differ, and places that depend on an ingredient."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.args import Faces, OneOf, Value
from companion.rules.plankton_rising.state import State
from companion.rules.plankton_rising.vocabulary import COLOURS, FACES, SYMBOLS


@dataclass(frozen=True)
class Symbols:
    """The symbols that are printed on a card, each as often as it is there: one at least, `most` at most."""

    most: int

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002  (the protocol's shape)
        """Whether `value` is a tuple of symbols."""
        return isinstance(value, tuple) and 0 < len(value) <= self.most and all(one in SYMBOLS for one in value)

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """Some symbols."""
        return tuple(rng.choices([*SYMBOLS], k=rng.randint(1, self.most)))


@dataclass(frozen=True)
class PlaceOf(OneOf):
    """Where Plankton goes: the places that some card not seen yet has beside the argument `ingredient`."""

    left: Mapping[str, tuple[str, ...]]

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:
        """Whether such a card is left."""
        return super().allows(value, args) and value in self.left.get(str(args.get("ingredient")), ())

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:
        """One of those places."""
        return rng.choice(self.left[str(args["ingredient"])])


def pool_faces(state: State, dice: tuple[str, ...]) -> Faces:
    """The faces that some dice of the pool can show, each its own, and their colours."""
    each = tuple(state.faces_of(die) for die in dice)
    some = tuple(face for face in FACES if any(face in faces for faces in each))
    bodies = tuple(COLOURS[die[0]] for die in dice)
    return Faces("friends", some, len(dice), len(dice), each=each, bodies=bodies)
