"""Rules as pure functions; standard library only. `GAMES` is the one list of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import UnknownGame
from companion.rules import just_dice, monopoly, plankton_rising, riot, yahtzee_jr
from companion.rules.game import Game
from companion.words import say

GAMES: Mapping[str, Game[Any]] = {
    game.id: game for game in (yahtzee_jr.GAME, riot.GAME, monopoly.GAME, plankton_rising.GAME, just_dice.GAME)
}
"""Every game by its id: a new game is a module and a place in this list."""


def game_of(name: str) -> Game[Any]:
    """The game whose id is `name`.

    Raises:
        UnknownGame: it is not on the list.
    """
    if name not in GAMES:
        raise UnknownGame(say("There is no such game here."), detail=f"expected one of {[*GAMES]}, got {name!r}")
    return GAMES[name]
