"""Yahtzee Jr. in the golden files' words."""

from __future__ import annotations

from typing import Any

from companion.errors import IllegalAction
from companion.rules.game import Action, Game, Seat, Setup
from companion.rules.setup import COLOURS, checked_setup
from companion.rules.yahtzee_jr import GAME


class YahtzeeAdapter:
    """Players are letters, spaces are `board.<character>.<column>`."""

    def __init__(self, config: dict[str, Any], initial: dict[str, Any]) -> None:
        assert not initial, "a golden game that starts in the middle is not known for yahtzee_jr"
        self.players: list[str] = config["players"]
        options = {key: value for key, value in config.items() if key not in ("players", "note")}
        seats = tuple(Seat(name, colour) for name, colour in zip(self.players, COLOURS, strict=False))
        self.game: Game[Any] = GAME
        self.state: Any = GAME.new(checked_setup(GAME, Setup(seats, options)))

    def action(self, do: dict[str, Any]) -> Action:
        active = GAME.active(self.state) or 0
        match do["a"]:
            case "roll":
                args: dict[str, Any] = {"faces": tuple(do["faces"])}
                return Action(active, "roll", args | ({"reroll": tuple(do["reroll"])} if "reroll" in do else {}))
            case "score":
                return Action(active, "score", {"character": do["char"]})
            case "rolloff":
                return Action(self.players.index(do["player"]), "rolloff", {"faces": tuple(do["faces"])})
        raise AssertionError(f"unknown action {do!r}")

    def look(self, dotted: str) -> Any:
        board = GAME.board(self.state)
        match dotted.split("."):
            case ["board", character, column]:
                return self._space(board, character, int(column))
            case ["totals" | "tokens" as key, player]:
                return board[key][self.players.index(player)]
            case ["rolloff", player]:
                return self._rolloff(board).get(player)
            case ["rolloff"]:
                return self._rolloff(board)
            case ["tied"]:
                return [self.players[seat] for seat in board["tied"]]
            case ["active" | "winner" as key]:
                return self._name(GAME.active(self.state) if key == "active" else board[key])
            case [key]:
                return board[key]
        raise AssertionError(f"unknown path {dotted!r}")

    def _space(self, board: Any, character: str, column: int) -> Any:
        row = next(row for row in board["rows"] if row["character"] == character)
        return self._name(row["spaces"][column - 1]) if column else [self.players[seat] for seat in row["zero"]]

    def _rolloff(self, board: Any) -> dict[str, int]:
        return {self.players[int(seat)]: count for seat, count in board["rolloff"].items()}

    def reason(self, refusal: IllegalAction) -> str:
        return refusal.reason.upper().replace("-", "_")

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.players[seat]
