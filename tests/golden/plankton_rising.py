"""Plankton Rising in the golden files' words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.errors import IllegalAction
from companion.rules.game import Action, Event, Game, Seat, Setup
from companion.rules.plankton_rising import GAME, PlanktonRising, State
from companion.rules.plankton_rising.state import PLACE, Team
from companion.rules.setup import COLOURS, checked_setup
from tests.play import fold

KINDS = {"DIE_": "die-", "SYM_": ""}
"""Token kinds of the files by their beginning; the others have names of their own."""

OTHER_KINDS = {"HEAL2": "heal", "REMOVE_THEFT": "theft"}
REASONS = {"orders": "ORDERS", "stolen": "PATTY_STOLEN", "friends": "TEN_FRIENDS", "team": "TEAM_EMPTY"}
OPS: dict[str, dict[str, Any]] = {
    "time_team": {"op": "add_time", "target": "active_team"},
    "return_friend_here": {"op": "return_to_deck", "target": "friends_here"},
    "heal_villains_here": {"op": "remove_time", "target": "villains_here"},
}
"""Effects of the files in the effect vocabulary; the others are written alike."""


ACTIONS = {
    "place": ("place", "place=loc"),
    "plankton": ("plankton", "ingredient=ingredient", "location=loc"),
    "assign": ("assign",),
    "aside": ("set_aside", "die=die"),
    "set_aside": ("set_aside", "die=die"),
    "claim": ("use", "card=card"),
    "use": ("use", "card=card"),
    "change": ("use", "card=card"),
    "first_roll_bonus": ("bonus",),
    "end": ("end",),
}
"""Actions of the files in this game's words, each argument with the files' name for it."""


class Counters(dict[str, int]):
    """Counters of things: one that is not there counts as none."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and all(self.get(key, 0) == other.get(key, 0) for key in {*self, *other})


class Story(PlanktonRising):
    """The game with one step of a file, which may be several actions, decided as one."""

    def __init__(self) -> None:
        self.adapter: PlanktonAdapter | None = None

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG002  (it is the adapter's)
        assert self.adapter
        found = list[Event]()
        for one in self.adapter.rest_of(action):
            events = GAME.decide(self.adapter.ahead, one)
            self.adapter.ahead = fold(GAME, self.adapter.ahead, events)
            found += events
        return tuple(found)


class PlanktonAdapter:
    """Teams are letters, dice `R1`; the files' deck is dealt in its order."""

    def __init__(self, config: dict[str, Any], initial: dict[str, Any]) -> None:
        story = Story()
        story.adapter = self
        self.game: Game[Any] = story
        self.names = list(initial["teams"])
        self.deck: list[str] = [*initial["deck"]]
        self.state: Any = self._start(config, initial)
        self.ahead: Any = self.state
        self._do: dict[str, Any] = {}

    # ---- the start

    def _start(self, config: dict[str, Any], initial: dict[str, Any]) -> State:
        seats = tuple(Seat(name, colour) for name, colour in zip(self.names, COLOURS, strict=False))
        options = {
            option.name: config[option.name] for option in GAME.options if option.name in {*config} - {"cards"}
        }
        state = GAME.new(checked_setup(GAME, Setup(seats, options, box=_box(config))))
        tiles = initial.get("ingr", {})
        rows = {"kitchen": tuple(one or "" for one in initial["kitchen"])}
        rows["dining"] = tuple(one or "" for one in initial["dining"])
        teams = tuple(self._team(number, config, initial["teams"][name]) for number, name in enumerate(self.names))
        return replace(
            state,
            phase=PLACE,
            teams=teams,
            on=self.names.index(initial["active"]),
            turn_no=initial.get("turn", 1),
            rows=rows,
            deck=tuple(initial["deck"]),
            strangers=0,
            time=initial.get("time", {}),
            theft={name: one["theft"] for name, one in tiles.items()},
            stolen=tuple(name for name, one in tiles.items() if one["stolen"]),
            lost_friends=tuple(initial.get("defeated_friends", ())),
            lost_villains=tuple(initial.get("defeated_villains", ())),
            token_discard=tuple(_kind(kind) for kind in initial.get("token_discard", ())),
            plankton=initial.get("plankton", "chum"),
        )

    def _team(self, number: int, config: dict[str, Any], team: dict[str, Any]) -> Team:
        name = self.names[number]
        dice = tuple(die[0] for die in config["home"][name]["dice"])
        tokens = tuple((_kind(kind), drawn) for kind, drawn in team.get("tokens", ()))
        friends, orders = tuple(team["friends"]), tuple(team.get("orders", ()))
        return Team(number, name, dice, friends, orders, tokens, team.get("loc") or "")

    # ---- steps

    def action(self, do: dict[str, Any]) -> Action:
        self.ahead = self.state
        self._do = do
        return self._first()

    def _first(self) -> Action:
        do = self._do
        if do["a"] == "token":
            team = self.names.index(do["team"])
            return Action(team, "token", {"token": f"{team}:{_kind(do['kind'])}"})
        if do["a"] == "roll":
            return self._by_active("roll", faces=self._faces(do["faces"]))
        name, *keys = ACTIONS[do["a"]]
        args = {key: do[theirs] for key, theirs in (pair.split("=") for pair in keys)}
        return self._by_active(name, **args | ({"to": f"{do['die']}>{do['to']}"} if name == "assign" else {}))

    def _faces(self, faces: dict[str, str]) -> tuple[str, ...]:
        pool = self.ahead.turn.pool
        return tuple(faces[die] for die in pool) if faces.keys() == pool.keys() else tuple(faces.values())

    def _by_active(self, name: str, **args: Any) -> Action:
        return Action(self.ahead.team.seat, name, args)

    def rest_of(self, first: Action) -> Iterator[Action]:
        """The first action of a step, then whatever the table still asks for, from what the step tells.

        A step that tells too little runs into the refusal of what comes next.
        """
        draws, picks = [*self._do.get("draw", ())], self._picks()
        yield first
        while self.ahead.tasks or draws:
            kind = self.ahead.first_task
            if self.ahead.won is not None or kind == "reveal":
                return
            if draws and kind in ("draw", "", "fill"):
                yield self._by_active("draw", token=_kind(draws.pop(0)))
            elif kind == "fill" and self.deck:
                yield self._by_active("deal", card=self.deck.pop(0))
            elif kind == "ops" and picks:
                yield self._by_active("pick", what=picks.pop(0))
            elif kind == "shuffle" and (self.ahead.tasks[0].source == "plankton" or "shuffle" in self._do):
                self.deck = [*self._do.get("shuffle", self.deck)]
                yield self._by_active("shuffled")
            else:
                yield self._by_active("roll", faces=())

    def _picks(self) -> list[str]:
        do = self._do
        if do["a"] == "change":
            return [f"{do['die']}={do['face']}"]
        on = do.get("on") or do.get("returns") or ([do["to"]] if do["a"] == "token" and "to" in do else [])
        on = on or ([do["card"]] if do["a"] == "first_roll_bonus" and "card" in do else [])
        return [on] if isinstance(on, str) else [*on]

    # ---- what is to be seen

    def look(self, dotted: str) -> Any:
        key, _, path = dotted.partition(".")
        return self._inside(key, path) if path else self._plain(key)

    def _inside(self, key: str, path: str) -> Any:
        match key:
            case "teams":
                return self._team_at(*path.split("."))
            case "ingr":
                return self._tile(*path.split("."))
            case "time":
                return self.state.time.get(path, 0)
        return self.state.need(path)

    def _plain(self, key: str) -> Any:
        state: State = self.state
        result = {None: None, True: "WIN", False: "LOSE"}[state.won]
        return {
            "phase": state.phase,
            "time": Counters(state.time),
            "kitchen": [card or None for card in state.rows["kitchen"]],
            "dining": [card or None for card in state.rows["dining"]],
            "pool": {die: face or None for die, face in state.turn.pool.items()},
            "flags": [*state.turn.flags],
            "used": [*state.turn.used],
            "turn": state.turn_no,
            "active": self.names[state.on],
            "plankton": state.plankton,
            "roll_no": state.turn.roll_no,
            "asides": state.turn.asides,
            "first": state.turn.first,
            "deck": self.deck,
            "token_discard": [_file_kind(kind) for kind in state.token_discard],
            "defeated_friends": [*state.lost_friends],
            "defeated_villains": [*state.lost_villains],
            "result": result,
            "reason": REASONS.get(state.reason),
        }[key]

    def _team_at(self, name: str, key: str) -> Any:
        team = self.state.teams[self.names.index(name)]
        if key == "tokens":
            return [[_file_kind(kind), drawn] for kind, drawn in team.tokens]
        return team.place or None if key == "loc" else [*getattr(team, key)]

    def _tile(self, name: str, key: str = "") -> Any:
        tile = {"theft": self.state.theft.get(name, 0), "stolen": name in self.state.stolen}
        return tile[key] if key else tile

    def reason(self, refusal: IllegalAction) -> str:
        return refusal.reason.upper().replace("-", "_")


def _kind(kind: str) -> str:
    start = next((start for start in KINDS if kind.startswith(start)), None)
    return OTHER_KINDS[kind] if start is None else KINDS[start] + kind.removeprefix(start)


def _file_kind(kind: str) -> str:
    others = {ours: theirs for theirs, ours in OTHER_KINDS.items()}
    return others.get(kind) or (f"DIE_{kind[4:]}" if kind.startswith("die-") else f"SYM_{kind}")


def _op(raw: dict[str, Any]) -> dict[str, Any]:
    match raw["op"]:
        case "extra":
            return {"op": "extra_die", "colours": [raw["col"]]}
        case "change":
            return {"op": "change_face", "symbol": raw["sym"]}
        case name:
            return OPS.get(name) or {key: raw[key] for key in ("op", "n", "flag") if key in raw}


def _ability(raw: dict[str, Any]) -> dict[str, Any]:
    """An ability; one that brings a die can be used before the first roll only."""
    found = {"cost": raw.get("cost", {}), "other_friends": raw.get("if_other_friends", 0), "do": _op(raw)}
    return found | ({"timing": "before_roll"} if raw["op"] == "extra" else {})


def _card(name: str, raw: dict[str, Any]) -> dict[str, Any]:
    card: dict[str, Any] = {"id": name, "name": name, "kind": raw["kind"], "symbols": raw["req"]}
    card |= {"capacity": raw["cap"]} if "cap" in raw else {}
    card |= {"icon": raw["type"]} if "type" in raw else {}
    card |= {"ability": _ability(raw["ability"])} if "ability" in raw else {}
    return card | ({"effect": _op(raw["effect"])} if "effect" in raw else {})


def _home(name: str, raw: dict[str, Any]) -> dict[str, Any]:
    bonus = raw.get("bonus")
    lost = {"op": "return_to_deck", "target": "lost_friends"}  # A20: as the fixtures take it
    return {
        "id": name,
        "name": name,
        "leader": f"L-{name}",
        "dice": [die[0] for die in raw["dice"]],
        "ability": _ability(raw["ability"]) if "ability" in raw else {"do": {"op": "none"}},
        "bonus": {"symbol": bonus["sym"] if bonus else "T", "n": bonus["n"] if bonus else 9, "do": lost},
    }


def _box(config: dict[str, Any]) -> dict[str, Any]:
    supply = config["dice_supply"]
    dice = [{"colour": one, "copies": supply[one], "faces": faces} for one, faces in config["faces"].items()]
    return {
        "dice": dice,
        "homes": [_home(name, raw) for name, raw in config["home"].items()],
        "ingredients": [
            {"id": one, "name": one, "effect": _op(raw)} for one, raw in config["ingredients"].items()
        ],
        "cards": [_card(name, raw) for name, raw in config["cards"].items()],
    }
