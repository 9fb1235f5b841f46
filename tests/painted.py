"""A game whose box says what colour it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from companion.errors import SetupError
from companion.rules import GAMES
from companion.rules.yahtzee_jr.game import YahtzeeJr
from companion.words import say


class Painted(YahtzeeJr):
    """Yahtzee Jr. out of a painted box."""

    id: ClassVar[str] = "painted"

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """The box with its colour, red when it names none."""
        if not isinstance(box.get("colour", ""), str) or box.keys() - {"colour"}:
            raise SetupError(say("A box has a colour."), detail=f"got {box!r}")
        return {"colour": "red", **box}


def enlist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the game on the list while a test runs."""
    assert isinstance(GAMES, dict)
    monkeypatch.setitem(GAMES, Painted.id, Painted())
