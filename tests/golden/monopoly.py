"""Monopoly in the golden files' words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import IllegalAction
from companion.rules.game import Action, Game, Seat, Setup
from companion.rules.monopoly import GAME, State
from companion.rules.monopoly.state import BANK, Deed, Player
from companion.rules.setup import COLOURS, checked_setup
from tests.play import fold

FIELDS = {"cash": "cash", "pos": "at", "jail": "jailed", "tries": "tries", "bankrupt": "out"}
"""A player's fields in the files' words, and in ours."""


class MonopolyAdapter:
    """Players are letters. One step of a file may be several actions here: an auction, a card with its throw."""

    def __init__(self, config: dict[str, Any], initial: dict[str, Any]) -> None:
        self.players: list[str] = config["players"]
        options = {key: value for key, value in config.items() if key not in ("players", "note")}
        seats = tuple(Seat(name, colour) for name, colour in zip(self.players, COLOURS, strict=False))
        self.game: Game[Any] = GAME
        setup = Setup(seats, {"first_roll": False, **options})
        self.state: State = self._placed(GAME.new(checked_setup(GAME, setup)), initial)

    def _placed(self, state: State, initial: dict[str, Any]) -> State:
        players = list(state.players)
        for name, facts in initial.get("P", {}).items():
            players[self.players.index(name)] = self._player(players[self.players.index(name)], facts)
        deeds = {int(pos): self._deed(facts) for pos, facts in initial.get("deeds", {}).items()}
        state = replace(state, players=tuple(players), deeds={**state.deeds, **deeds})
        state = replace(state, plankton=initial.get("plankton", state.plankton))
        state = replace(state, bank=-sum(player.cash for player in players))
        if "active" in initial:
            state = replace(state, active=self.players.index(initial["active"]))
        return replace(state, step=initial.get("phase", state.step))

    def _player(self, player: Player, facts: dict[str, Any]) -> Player:
        known: dict[str, Any] = {FIELDS[key]: value for key, value in facts.items() if key in FIELDS}
        cards = facts.get("goojf", facts.get("cards", 0))
        return replace(player, cards=(("life_preserver", ""),) * cards, **known)

    def _deed(self, facts: dict[str, Any]) -> Deed:
        owner = facts.get("owner")
        seat = None if owner is None else self.players.index(owner)
        return Deed(seat, facts.get("mortgaged", False), facts.get("houses", 0))

    def action(self, do: dict[str, Any]) -> Action:
        seat = self._seat(do.get("player"), self.state.acting)
        match do["a"]:
            case "roll":
                return Action(seat, "roll", {"faces": tuple(map(str, do["d"]))})
            case "tax":
                return Action(seat, "tax", {"how": "tenth" if do["choice"] == "10%" else "flat"})
            case "card":
                return self._card(seat, do)
            case "auction":
                return self._auction(do)
            case "build" | "sell_building" | "mortgage" | "unmortgage" as name:
                return Action(seat, name, {"space": do["space"] if "space" in do else do["pos"]})
            case "sell_property":
                return self._sale(seat, do)
        return Action(seat, do["a"])

    def _card(self, seat: int, do: dict[str, Any]) -> Action:
        """The card, or the throw that it asks for when it has been drawn."""
        drawn = Action(seat, "card", {"card": do["id"]})
        if self.state.phase == "CARD":
            try:
                after = fold(GAME, self.state, GAME.decide(self.state, drawn))
            except IllegalAction:
                return drawn
            if after.phase != "THROW":
                return drawn
            self.state = after
        return Action(seat, "throw", {"faces": tuple(map(str, do["throw"]))} if "throw" in do else {})

    def _auction(self, do: dict[str, Any]) -> Action:
        """The winner bids and everybody else leaves; the last of them is the step's action."""
        winner = self._seat(do["winner"], BANK)
        actions = [Action(winner, "bid", {"amount": do["bid"]})] if winner >= 0 else []
        actions += [Action(seat, "pass") for seat in self.state.solvent if seat != winner]
        for action in actions[:-1]:
            self.state = fold(GAME, self.state, GAME.decide(self.state, action))
        return actions[-1]

    def _sale(self, seat: int, do: dict[str, Any]) -> Action:
        """An offer of a deed for cash; the buyer's consent is the step's action."""
        buyer = self._seat(do["to"], BANK)
        for action in (
            Action(seat, "trade", {"partner": buyer}),
            Action(seat, "trade_give", {"space": do["space"] if "space" in do else do["pos"]}),
            Action(seat, "trade_ask", {"amount": do["price"]}),
            Action(seat, "trade_offer"),
        ):
            self.state = fold(GAME, self.state, GAME.decide(self.state, action))
        return Action(buyer, "trade_accept")

    def _seat(self, name: str | None, default: int) -> int:
        return default if name is None else self.players.index(name)

    def look(self, dotted: str) -> Any:
        board = GAME.board(self.state)
        match dotted.split("."):
            case ["P", name, field]:
                return board["players"][self.players.index(name)][FIELDS.get(field, field)]
            case ["deeds", pos, field]:
                return self._space(board["spaces"][int(pos)], field)
            case ["active"]:
                return self.players[board["active"]]
            case ["winner"]:
                return "+".join(self.players[seat] for seat in board["winners"]) or None
            case ["worth"]:
                return {name: one["worth"] for name, one in zip(self.players, board["players"], strict=True)}
            case [key]:
                return board[key]
        raise AssertionError(f"unknown path {dotted!r}")

    def _space(self, space: Mapping[str, Any], field: str) -> Any:
        if field == "owner":
            return None if space["owner"] is None else self.players[space["owner"]]
        return space["level" if field == "houses" else field]

    def reason(self, refusal: IllegalAction) -> str:
        return refusal.reason.upper().replace("-", "_")
