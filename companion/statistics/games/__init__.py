"""For each game what its points mean over time, which dice it throws, and which small facts are worth telling."""

from __future__ import annotations

from collections.abc import Mapping

from companion.statistics.games import just_dice, monopoly, plankton_rising, riot, yahtzee_jr
from companion.statistics.games.teller import PLAIN, Teller

TELLERS: Mapping[str, Teller] = {
    "yahtzee_jr": yahtzee_jr.TELLER,
    "riot": riot.TELLER,
    "monopoly": monopoly.TELLER,
    "plankton_rising": plankton_rising.TELLER,
    "just_dice": just_dice.TELLER,
}


def teller_of(game: str) -> Teller:
    """Who tells of a game; of one without a teller of its own only what all games share is told."""
    return TELLERS.get(game, PLAIN)
