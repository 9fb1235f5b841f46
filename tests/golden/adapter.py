"""What an adapter between a golden file's words and a game's is."""

from __future__ import annotations

from typing import Any, Protocol

from companion.errors import IllegalAction
from companion.rules.game import Action, Game


class Adapter(Protocol):
    """A game in progress, spoken to in a golden file's words."""

    game: Game[Any]
    state: Any

    def __init__(self, config: dict[str, Any], initial: dict[str, Any]) -> None: ...

    def action(self, do: dict[str, Any]) -> Action:
        """The action that a step's `do` means."""
        ...

    def look(self, dotted: str) -> Any:
        """The value at a dotted path."""
        ...

    def reason(self, refusal: IllegalAction) -> str:
        """The file's slug for a refusal."""
        ...
