"""The laws over every game of the list."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import GAMES
from companion.rules.game import Game, Setup
from tests.laws import LAWS
from tests.play import random_setup

EXAMPLES: Mapping[str, int] = {"monopoly": 2, "plankton_rising": 3, "riot": 5}
"""Random games per law, fewer where a game is long; 15 elsewhere."""


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_law(game: Game[Any], law: Callable[[Game[Any], Setup, int], None]) -> None:
    @settings(max_examples=EXAMPLES.get(game.id, 15), deadline=None)
    @given(seed=st.integers(0, 2**32))
    def holds(seed: int) -> None:
        law(game, random_setup(game, random.Random(seed)), seed)

    holds()
