"""Monopoly on this edition's board, with the Plankton rule and a bank."""

from companion.rules.monopoly.game import GAME, Monopoly
from companion.rules.monopoly.state import State

__all__ = ["GAME", "Monopoly", "State"]
