"""Plant-Based Riot in the golden files' words.

The files list hands and the order of the draw pile, which the companion never knows at a table. Here the hands are
told to it, as it may be told; the pile's order is kept beside it, and its counts are compared after each step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.errors import IllegalAction
from companion.rules.game import Action, Game, Seat, Setup
from companion.rules.riot import GAME, State
from companion.rules.riot.deck import ROLES, UNKNOWN
from companion.rules.riot.offers import PLAYS
from companion.rules.riot.turf import LOOSE, Group, Turf
from companion.rules.setup import COLOURS, checked_setup
from tests.play import fold

REASONS = {
    "not-your-turn": "NOT_YOUR_TURN",
    "no-copy-left": "NOT_IN_HAND",
    "wrong-card": "NOT_AN_ACTION",
}
"""Slugs that the files spell otherwise than in capitals."""
OPTIONS = {option.name for option in GAME.options}


class RiotAdapter:
    """Players are names, groups are gangs, and one step may be several actions of the game."""

    def __init__(self, config: dict[str, Any], initial: dict[str, Any]) -> None:
        self.players: list[str] = initial["players"]
        self.cartel: tuple[str, ...] = tuple(initial["cartel"])
        self.pile: list[str] = list(initial["draw"])
        self.game: Game[Any] = GAME
        options = {name: value for name, value in config.items() if name in OPTIONS}
        seats = tuple(Seat(name, colour) for name, colour in zip(self.players, COLOURS, strict=False))
        box = _box(config, initial)
        setup = checked_setup(GAME, Setup(seats, {**options, "cartel": len(self.cartel)}, box=box))
        self.state: State = replace(
            GAME.new(setup),
            hands=tuple(tuple(initial["hands"].get(name, ())) for name in self.players),
            pile=len(self.pile),
            discard=tuple(initial["discard"]),
            turfs=tuple(_turf(initial["turf"].get(name, {})) for name in self.players),
            active=self.players.index(initial["active"]),
            phase="START",
        )

    # ---- actions

    def action(self, do: dict[str, Any]) -> Action:
        """The action that a step means; when it means several, all but the last are done at once."""
        action = self._resolve(do) if do["a"] == "resolve" else self._plain(do)
        if action.name in ("draw", "recruit"):
            self._take_off(do, action)
        return action

    def _after(self, action: Action) -> State:
        after: State = fold(GAME, self.state, GAME.decide(self.state, action))
        return after

    def _plain(self, do: dict[str, Any]) -> Action:
        seat = self.state.active
        match do["a"]:
            case "start":
                return self._draw(do)
            case "lay" | "secure":
                key = "gang" if do["a"] == "lay" else "group"
                return Action(seat, do["a"], {"card": do["card"], key: do.get("group", do.get("gang", ""))})
            case "move":
                return Action(seat, "move", {"what": f"{do['src']} {do['card']}", "to": do["dst"]})
            case "play":
                return self._play(do)
            case "nope":
                return Action(self.players.index(do["by"]), "block")
            case "end":
                return Action(seat, "end", {"cards": tuple(do["discard"])} if "discard" in do else {})
        return Action(seat, do["a"])

    def _play(self, do: dict[str, Any]) -> Action:
        name = next((name for name, cards in PLAYS.items() if do["card"] in cards), "play")
        return Action(self.state.active, name, {"card": do["card"], **self._aim(name, do)})

    def _aim(self, name: str, do: dict[str, Any]) -> dict[str, Any]:
        if name == "spin":
            return {"way": do.get("dir", do.get("direction", ""))}
        if name not in ("steal", "take_gang", "trade"):
            return {}
        target = f"{self.players.index(do['target'])} {do['group']}"
        if name == "take_gang":
            return {"group": target}
        own = do["take"] if do["take"] in self.state.deck.by_code else do["group"]
        args = {"take": f"{target} {do['take']}", "gang": do.get("as", own)}
        if name == "trade":
            args["give"] = f"{self.state.active} {do['my_group']} {do['give']}"
        return args

    def _resolve(self, do: dict[str, Any]) -> Action:
        """The end of the window, or what the card then asks for, from all that the file knows."""
        closing = Action(self.state.active, "resolve")
        if self.state.phase == "PENDING":
            after = self._after(closing)
            if after.phase in ("MOVES", "OVER"):
                return closing
            self.state = after
        match self.state.phase:
            case "WAR":
                return Action(closing.seat, "reveal", {"cards": self.cartel})
            case "DRAW":
                return self._draw(do)
            case "RECRUIT":
                args = {"cards": self._top(do), "keep": do["keep"], **self._reshuffled(do)}
                return Action(closing.seat, "recruit", args)
            case "GIVE":
                return self._gifts(do)
        return closing

    def _gifts(self, do: dict[str, Any]) -> Action:
        *first, last = [*self._given(do), *self._named(do)]
        for action in first:
            self.state = self._after(action)
        return last

    def _given(self, do: dict[str, Any]) -> Iterator[Action]:
        for name, gift in do["gives"].items():
            giver = self.players.index(name)
            yield Action(giver, "give", {"card": f"{giver} {gift['group']} {gift['card']}"})

    def _named(self, do: dict[str, Any]) -> Iterator[Action]:
        for gift in do["gives"].values():
            if len(self.state.deck.by_id[gift["card"]].gangs) > 1:
                yield Action(self.state.active, "name", {"gang": gift.get("as", gift["group"])})

    # ---- the draw pile, which the companion only counts

    def _draw(self, do: dict[str, Any]) -> Action:
        return Action(self.state.active, "draw", {"cards": self._top(do), **self._reshuffled(do)})

    def _reshuffled(self, do: dict[str, Any]) -> dict[str, Any]:
        return {"reshuffled": True} if "reshuffle" in do else {}

    def _top(self, do: dict[str, Any]) -> tuple[str, ...]:
        return (*self.pile, *do.get("reshuffle", ()))[: self.state.due]

    def _take_off(self, do: dict[str, Any], action: Action) -> None:
        """Take the drawn cards off the pile, when the game lets them be drawn."""
        try:
            GAME.decide(self.state, action)
        except IllegalAction:
            return
        self.pile = [*self.pile, *do.get("reshuffle", ())][len(self._top(do)) :]
        for card, place in do.get("put", ()):
            self.pile.insert(place, card)

    # ---- looking

    def look(self, dotted: str) -> Any:
        assert len(self.pile) == self.state.pile
        assert all(UNKNOWN not in hand for hand in self.state.hands)
        key, *path = dotted.split(".")
        return _walk(self._seen()[key], path)

    def _seen(self) -> dict[str, Any]:
        """Everything that the files look at."""
        state = self.state
        return {
            "hands": self._by_name([list(hand) for hand in state.hands]),
            "known": self._by_name([list(self.cartel) if seen == "all" else [] for seen in state.seen]),
            "turf": self._by_name([_told(turf) for turf in state.turfs]),
            "pending": {"nopes": [self.players[seat] for seat in state.pending.blocks]} if state.pending else {},
            "draw": self.pile,
            "discard": list(state.discard),
            "moves_left": state.moves,
            "active": self.players[state.active],
            "winner": None if state.winner is None else self.players[state.winner],
            "phase": state.phase,
        }

    def _by_name(self, values: list[Any]) -> dict[str, Any]:
        return dict(zip(self.players, values, strict=True))

    def reason(self, refusal: IllegalAction) -> str:
        return REASONS.get(refusal.reason, refusal.reason.upper().replace("-", "_"))


def _walk(value: Any, path: list[str]) -> Any:
    for key in path:
        value = value.get(key)
    return value


def _turf(told: dict[str, Any]) -> Turf:
    groups = []
    for ref, group in told.items():
        gang, _, number = ref.partition("-")
        if ref != LOOSE:
            groups.append(Group(gang, int(number or 1), tuple(group["cards"]), tuple(group["sec"])))
    return Turf(tuple(groups), tuple(told.get(LOOSE, ())))


def _told(turf: Turf) -> dict[str, Any]:
    groups = {group.ref: {"cards": list(group.cards), "sec": list(group.security)} for group in turf.groups}
    return {**groups, LOOSE: list(turf.loose)} if turf.loose else groups


def _box(config: dict[str, Any], initial: dict[str, Any]) -> dict[str, Any]:
    """A box whose other cards nobody has counted: the files' decks are only as large as their games need."""
    rivals = {one: other for pair in config.get("rivals", ()) for one, other in (pair, pair[::-1])}
    gangs = [{"code": code, "rival": rivals.get(code, "")} for code in config["gangs"]]
    cards = [{"id": card, "kind": kind} for kind, ids in ROLES.items() for card in ids]
    for card in cards:
        card["steals"] = config.get("bad_apple", {}).get(card["id"], [])
    wild = sorted(set(re.findall(r"W:(\w+)/(\w+)", str(initial))))
    doubles = [{"id": f"W:{one}/{other}", "kind": "wild", "gangs": [one, other]} for one, other in wild]
    return {"gangs": gangs, "cards": [*cards, *doubles, {"id": "MEGA", "kind": "mega"}]}
