"""What the program calls by a code has words for people."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.rules import GAMES
from companion.rules.colours import COLOURS
from companion.rules.plankton_rising.ops import KINDS
from companion.rules.plankton_rising.ops import TARGETS as OP_TARGETS
from companion.rules.setup import COLOURS as SEAT_COLOURS
from companion.vision.body import SWATCHES
from tests.play import random_game, random_setup
from web.wording import ARGUMENTS, EFFECTS, TARGETS

STEPS = 300
"""Actions of a random game that are looked at."""


@pytest.mark.parametrize("game", [*GAMES])
def test_every_argument_of_a_choice_has_a_question(game: str) -> None:
    rng = random.Random(1)
    steps = random_game(GAMES[game], random_setup(GAMES[game], rng), rng)
    states = (before for (before, *_), _step in zip(steps, range(STEPS), strict=False))
    assert {name for state in states for name in asked(game, state)} <= set(ARGUMENTS)


def asked(game: str, state: Any) -> Iterator[str]:
    """The arguments that are open in a state."""
    for choice in GAMES[game].choices(state):
        yield from (*choice.args, *choice.optional)


def test_every_colour_effect_and_target_has_words() -> None:
    assert {*SEAT_COLOURS, *SWATCHES} <= set(COLOURS)
    assert set(EFFECTS) == set(KINDS)
    assert set(TARGETS) == set(OP_TARGETS)
