"""Plankton Rising, from any family's own box."""

from companion.rules.plankton_rising.game import GAME, PlanktonRising
from companion.rules.plankton_rising.state import State

__all__ = ["GAME", "PlanktonRising", "State"]
