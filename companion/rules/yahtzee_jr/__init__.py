"""Yahtzee Jr. with five character dice."""

from companion.rules.yahtzee_jr.game import GAME, YahtzeeJr
from companion.rules.yahtzee_jr.parts import State

__all__ = ["GAME", "State", "YahtzeeJr"]
