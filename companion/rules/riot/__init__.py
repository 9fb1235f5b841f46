"""Plant-Based Riot: gangs in turfs, hidden hands, and Cartel cards that nobody may look at."""

from companion.rules.riot.game import GAME, Riot
from companion.rules.riot.state import State

__all__ = ["GAME", "Riot", "State"]
