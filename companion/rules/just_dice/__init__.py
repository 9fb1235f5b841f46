"""Just dice: any dice, any players, a log of rolls and what their statistics say."""

from companion.rules.just_dice.game import GAME, JustDice, State

__all__ = ["GAME", "JustDice", "State"]
