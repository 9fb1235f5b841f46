"""What the table shows, as plain JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.plankton_rising.moves import source_name
from companion.rules.plankton_rising.odds import chances
from companion.rules.plankton_rising.ops import Ability
from companion.rules.plankton_rising.prompting import words_of
from companion.rules.plankton_rising.scope import targets
from companion.rules.plankton_rising.state import ROLLS, State, colours_known
from companion.rules.plankton_rising.vocabulary import COLOURS, FLAGS, FRIEND, HOME, ORDER, ROWS, SPACES
from companion.words import Sentence

WHITE_CUBES = 60


def board(state: State) -> Mapping[str, Any]:
    """Rows, teams, tiles, dice and what the turn waits for."""
    return {
        "phase": state.phase,
        "turn": state.turn_no,
        "dice_set": "friends",
        "on": state.on,
        "task": _task(state),
        "plankton": state.plankton,
        "rows": {place: [_card(state, card) if card else None for card in state.rows[place]] for place in ROWS},
        "teams": [_team(state, number) for number in range(len(state.teams))],
        "ingredients": [_tile(state, name) for name in state.box.ingredients],
        "theft": [SPACES if one in state.stolen else state.theft.get(one, 0) for one in state.box.ingredients],
        "orders": {"done": state.orders_done, "needed": state.setup.options["orders_to_win"]},
        "lost": [state.title(card) for card in state.lost_friends],
        "lost_villains": [state.title(card) for card in state.lost_villains],
        "deck": state.deck_left,
        "tokens_left": state.tokens_left,
        "flags": [FLAGS[flag] for flag in state.turn.flags],
        "targets": _targets(state),
        "told": _told(state),
        "kinds": {card: state.kind(card) for card in state.deck} if state.first_task == "fill" else {},
        "turn_scope": _scope(state),
        "faces_known": {colour: list(state.faces_of(f"{colour}1")) for colour in colours_known(state)},
        "short_of_cubes": sum(state.time.values()) > WHITE_CUBES,  # A24
        "alerts": alerts(state),
        "odds": _odds(state),
        "won": state.won,
        "reason": state.reason,
    }


def _targets(state: State) -> dict[str, Any]:
    """All that dice can be laid on now, by its id: its name, what it is and what it still misses."""
    if state.phase != ROLLS:
        return {}
    return {
        target: {
            "name": state.home.name if target == HOME else state.title(target),
            "kind": HOME if target == HOME else state.kind(target),
            "need": state.need(target),
        }
        for target in targets(state)
    }


def _told(state: State) -> list[dict[str, Any]]:
    """The cards whose print was told at the table, as a box file has them; at least kind and symbols are known."""
    return [
        {"id": name, "name": str(state.title(name)), "kind": card.kind}
        | ({"symbols": dict(card.symbols)} if card.symbols else {})
        | ({"capacity": card.capacity} if card.capacity else {})
        for name, card in state.known.items()
        if card.symbols or card.capacity
    ]


def _task(state: State) -> dict[str, Any] | None:
    if not state.tasks:
        return None
    task = state.tasks[0]
    told = task.kind in ("ops", "manual", "describe")
    return {
        "kind": task.kind,
        "source": task.source,
        "name": source_name(state, task) if told else "",
        "left": task.left,
        "gap": list(state.gap) if state.gap and task.kind == "fill" else None,
    }


def _card(state: State, name: str) -> dict[str, Any]:
    card = state.card(name)
    return {
        "id": name,
        "name": state.title(name),
        "kind": card.kind,
        "icon": card.icon,
        "capacity": card.capacity,
        "time": state.time.get(name, 0),
        "symbols": dict(card.symbols),
        "need": state.need(name) if state.row_of(name) else {},
        "complete": bool(state.row_of(name)) and state.complete(name),
        "laid": [die for die, target in state.turn.laid.items() if target == name],
        "does": _does(card.ability, card.effect),
        "cost": dict(card.ability.cost) if card.ability else {},
        "known": card.effect is not None if card.kind != "friend" else card.ability is not None,
        "used": name in state.turn.used,
        "full": card.kind != ORDER and 0 < card.capacity <= state.time.get(name, 0),
        "last_space": card.kind != ORDER and state.room(name) == 1,
    }


def _does(ability: Ability | None, effect: Any) -> Sentence | None:
    ops = ability.ops if ability else effect
    return words_of(ops) if ops else None


def _team(state: State, number: int) -> dict[str, Any]:
    team = state.teams[number]
    home = state.box.homes.get(team.home)
    return {
        "seat": team.seat,
        "name": home.name if home else "",
        "home": team.home,
        "dice": list(team.dice),
        "place": team.place,
        "friends": [_card(state, card) for card in team.friends],
        "orders": [state.title(card) for card in team.orders],
        "tokens": [
            {"kind": kind, "name": state.box.tokens[kind].name, "drawn": drawn, "new": drawn >= state.turn_no}
            for kind, drawn in team.tokens
        ],
        "does": _does(home.ability, None) if home else None,
        "cost": dict(home.ability.cost) if home and home.ability else {},
        "bonus": _bonus(state, number),
        "used": HOME in state.turn.used and number == state.on,
        "need": state.need(HOME) if number == state.on and home else {},
        "laid": [die for die, target in state.turn.laid.items() if target == HOME] if number == state.on else [],
    }


def _bonus(state: State, number: int) -> dict[str, Any] | None:
    home = state.box.homes.get(state.teams[number].home)
    if not home or not home.bonus:
        return None
    return {"symbol": home.bonus.symbol, "n": home.bonus.n, "does": words_of(home.bonus.ops)}


def _tile(state: State, name: str) -> dict[str, Any]:
    tile = state.box.ingredients[name]
    return {
        "id": name,
        "name": tile.name,
        "theft": state.theft.get(name, 0),
        "spaces": SPACES,
        "stolen": name in state.stolen,
        "does": words_of(tile.effect) if tile.effect else None,
    }


def _scope(state: State) -> dict[str, Any]:
    turn = state.turn
    return {
        "roll_no": turn.roll_no,
        "pool": [{"die": die, "colour": COLOURS[die[0]], "face": face} for die, face in turn.pool.items()],
        "laid": dict(turn.laid),
        "shown": dict(turn.shown),
        "aside": list(turn.gone),
        "used": list(turn.used),
        "first": dict(turn.first),
        "assigned": turn.assigned,
        "asides": turn.asides,
    }


def alerts(state: State) -> list[dict[str, Any]]:
    """What is about to go wrong, worst first: each a slug and the names of what it is about."""
    tiles = [one for one in state.box.ingredients.values() if one.id not in state.stolen]
    friends = [card for card in state.lying() if state.kind(card) == FRIEND]
    mine = state.team.friends if state.teams else ()
    found = {
        "stolen-tonight": [tile.name for tile in tiles if state.theft.get(tile.id, 0) >= SPACES],
        "out-of-time": [
            state.title(card) for card in friends if state.card(card).capacity and not state.room(card)
        ],
        "one-theft": [tile.name for tile in tiles if state.theft.get(tile.id, 0) == SPACES - 1],
        "one-time": [state.title(card) for card in mine if state.room(card) == 1],
    }
    return [{"kind": kind, "names": names} for kind, names in found.items() if names]


def _odds(state: State) -> dict[str, float] | None:
    if not state.setup.options["odds"] or state.phase != ROLLS or state.tasks:
        return None
    return chances(state)
