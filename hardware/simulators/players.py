"""Simulated players: what they take of all that is open, knowing no more than the View that every page shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.args import Faces, Number, OneOf, Value
from companion.rules.game import Action, Choice
from companion.state.view import View

GLADLY: Mapping[str, Mapping[str, float]] = {
    "yahtzee_jr": {},
    "just_dice": {"finish": 0.05},
    "riot": {
        **dict.fromkeys(("lay", "let"), 3.0),
        **dict.fromkeys(("war", "tell"), 8.0),
        **dict.fromkeys(("secure", "block"), 0.3),
        **dict.fromkeys(("move", "spin", "end"), 0.1),
    },
    "monopoly": {
        **dict.fromkeys(("settle", "paid", "place"), 100.0),
        **dict.fromkeys(("buy", "take_free", "build", "use_card"), 20.0),
        **dict.fromkeys(("end", "tax", "pass"), 2.0),
        **dict.fromkeys(("decline", "bid"), 0.8),
        **dict.fromkeys(("mortgage", "unmortgage", "sell_building", "sell_group"), 0.02),
        **dict.fromkeys(("trade", "time_up", "count"), 0.0),
        **dict.fromkeys(("card_money", "card_go", "card_back", "card_repairs", "card_other"), 0.0),
    },
    "plankton_rising": {"change": 0.0},
}
"""How gladly they take a choice, by game and its name, 1 elsewhere; 0 is taken when nothing else is open."""

MODEST = 40
"""They choose no number that is more than so much above the least."""

HELP = 0.8
"""How often an offered help is taken, and dice are thrown once more."""


def chosen(view: View, rng: random.Random) -> Action:
    """One way to take one of the open choices; without the faces that only dice can show."""
    action = _PLAYERS.get(view.game, _anything)(view, rng)
    return action or _anything(view, rng)


def thrown(view: View, action: Action) -> bool:
    """Whether dice have to be thrown for `action`."""
    return any(
        isinstance(arg, Faces)
        for choice in view.choices
        if choice.name == action.name
        for arg in choice.args.values()
    )


def _anything(view: View, rng: random.Random) -> Action:
    gladly = GLADLY.get(view.game, {})
    weights = [gladly.get(choice.name, 1.0) for choice in view.choices]
    (choice,) = rng.choices(view.choices, weights if any(weights) else None)
    return _taken(choice, rng)


def _taken(choice: Choice, rng: random.Random) -> Action:
    """A legal way to take a choice, optional arguments left out."""
    args: dict[str, Value] = {}
    for name, arg in choice.args.items():
        if isinstance(arg, Faces):
            continue
        if isinstance(arg, Number):
            args[name] = rng.randint(arg.least, min(arg.most, arg.least + MODEST))
        else:
            args[name] = arg.sample(rng, args)
    return Action(rng.choice(choice.seats), choice.name, args)


def _named(view: View, name: str) -> Choice | None:
    return next((choice for choice in view.choices if choice.name == name), None)


# ---- Yahtzee Jr.: throw again what is not the commonest character, then score what brings most


def _yahtzee(view: View, rng: random.Random) -> Action | None:
    roll, score = _named(view, "roll"), _named(view, "score")
    if roll is None or score is None:
        return None
    lying = next(arg.over for arg in roll.args.values() if isinstance(arg, Faces))
    wanted = max(lying, key=lying.count)
    again = tuple(place for place, face in enumerate(lying) if face != wanted)
    if again and roll.args["reroll"].allows(again, {}) and rng.random() < HELP:
        return Action(roll.seats[0], "roll", {"reroll": again})
    (arg,) = score.args.values()
    picks = arg.picks if isinstance(arg, OneOf) else ()
    best = max(picks, key=lambda pick: lying.count(str(pick.value)))
    return Action(score.seats[0], "score", {"character": best.value})


# ---- Plankton Rising: help where it is free, dice to what is worth most here, the others once more


def _plankton(view: View, rng: random.Random) -> Action | None:
    for name in ("bonus", "use", "token", "done"):
        help_there = _named(view, name)
        if help_there and rng.random() < HELP:
            return _taken(help_there, rng)
    assign = _named(view, "assign")
    if assign:
        best, serves = _assignment(view, assign)
        if serves or not _named(view, "roll"):
            return best
    for name in ("roll", "set_aside", "end"):
        choice = _named(view, name)
        if choice:
            return _taken(choice, rng)
    place = _named(view, "place")
    return _busiest(view, place) if place else None


def _assignment(view: View, choice: Choice) -> tuple[Action, bool]:
    """The best that a die can do now, and whether it serves what this player is after."""
    targets, here = view.board["targets"], _here(view)
    (arg,) = choice.args.values()
    picks = [str(pick.value) for pick in arg.picks] if isinstance(arg, OneOf) else []

    def worth(target: str) -> tuple[int, int]:
        return _rank(view, target), sum(targets[target]["need"].values())

    best = min(picks, key=lambda to: worth(to.partition(">")[2]))
    target = best.partition(">")[2]
    begun = set(view.board["turn_scope"]["laid"].values())
    aim = min((one for one in targets if one in here), key=worth, default="")
    serves = target in begun | {aim} or _rank(view, target) == 0
    return Action(choice.seats[0], choice.name, {"to": best}), serves


def _rank(view: View, target: str) -> int:
    """How soon a card wants dice, 0 first: help for Friends short of time, a first company, Orders."""
    friends, rows = _team(view)["friends"], view.board["rows"]
    if not any(card and card["id"] == target for row in rows.values() for card in row):
        short = [card["capacity"] - card["time"] for card in friends if card["capacity"]]
        return 0 if min(short, default=9) <= 2 else 4
    kind = view.board["targets"][target]["kind"]
    if kind == "friend":
        return 1 if len(friends) < 3 else 3
    return 2 if kind == "order" else 5


def _team(view: View) -> Mapping[str, Any]:
    team: Mapping[str, Any] = view.board["teams"][view.board["on"]]
    return team


def _here(view: View) -> list[str]:
    row = view.board["rows"].get(_team(view)["place"], ())
    return [card["id"] for card in row if card]


def _busiest(view: View, choice: Choice) -> Action:
    """To the place with the most Orders."""
    rows = view.board["rows"]
    places = {place: sum(bool(card and card["kind"] == "order") for card in row) for place, row in rows.items()}
    return Action(choice.seats[0], "place", {"place": max(places, key=lambda place: places[place])})


_PLAYERS: Mapping[str, Callable[[View, random.Random], Action | None]] = {
    "yahtzee_jr": _yahtzee,
    "plankton_rising": _plankton,
}
"""Players with an aim, by game; the others take anything, each thing more or less gladly."""
