"""What dice, tokens and effects can reach now: targets that take a symbol, cards that an effect means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.rules.plankton_rising.events import Task
from companion.rules.plankton_rising.ops import ON_CARDS, Op
from companion.rules.plankton_rising.state import State
from companion.rules.plankton_rising.vocabulary import COLOURS, HOME, SPACES
from companion.words import Sentence, say


class Refusal(NamedTuple):
    """Why something cannot be done: the rule point, a machine-readable reason and a sentence for people."""

    point: str
    reason: str
    sentence: Sentence


VOLUNTARY = ("ability", "bonus", "token")
"""Roles of effects that players bring about themselves: the others happen to them."""


def ops_of(state: State, task: Task) -> tuple[Op, ...] | None:
    """The effects that a task carries out, or None when nobody knows them."""
    ops = _printed(state, task)
    if not task.branch or ops is None:
        return ops
    step, option = task.branch.split(".")
    return ops[int(step)].options[int(option)]


def _printed(state: State, task: Task) -> tuple[Op, ...] | None:
    match task.role:
        case "ability":
            ability = state.ability(task.source)
            return ability.ops if ability else None
        case "bonus":
            return state.home.bonus.ops if state.home.bonus else None
        case "token":
            return state.box.tokens[task.source].ops
        case "tile":
            return state.box.ingredients[task.source].effect
    return state.card(task.source).effect


def group(state: State, task: Task, op: Op) -> tuple[str, ...]:
    """The cards that an effect means; `here` is the row of the card that acts, else the team's room."""
    name, _, icon = op.target.partition(":")
    place = state.row_of(task.source) if task.role == "card" else state.here
    if name in _GROUPS:
        return _GROUPS[name](state, place, task)
    everybody = (*state.friends(), *_of_teams(state))
    return tuple(card for card in everybody if not icon or state.card(card).icon == icon)


def _of_teams(state: State) -> tuple[str, ...]:
    return tuple(card for team in state.teams for card in team.friends)


def _active_team(state: State, place: str, task: Task) -> tuple[str, ...]:
    """The active team's Friends, also when they are in the other room, unless that is switched off (A10)."""
    near = state.setup.options["remote_effects"] or task.role != "card" or place == state.here
    return state.team.friends if near else ()


_GROUPS: Mapping[str, Callable[[State, str, Task], tuple[str, ...]]] = {
    "active_team": _active_team,
    "each_team": lambda state, _place, _task: _of_teams(state),
    "friends_here": lambda state, place, _task: state.friends(place),
    "lost_friends": lambda state, _place, _task: state.lost_friends,
    "self": lambda _state, _place, task: (task.source,),
    "villains_here": lambda state, place, _task: state.villains(place),
    "other_villains": lambda state, place, task: tuple(one for one in state.villains(place) if one != task.source),
    "any_villain": lambda state, _place, _task: state.villains(),
}
"""The cards of each target but those of Friends anywhere: `any_friend` and the icons."""


def candidates(state: State, task: Task, op: Op) -> tuple[str, ...]:
    """What an effect can act on now: cards, tiles, dice with faces, colours or branches."""
    match op.op:
        case "add_theft":
            return tuple(one for one in state.box.ingredients if open_tile(state, one))
        case "remove_theft":
            return tuple(one for one in state.box.ingredients if state.theft.get(one))
        case "extra_die":
            return tuple(one for one in op.colours or tuple(COLOURS) if die_to_add(state, one))
        case "change_face":
            return _faces_to_turn(state, op.symbol)
        case "reroll":
            return tuple(die for die, face in state.turn.pool.items() if face)
        case "symbol":
            return matches(state, op.symbol)
        case "choose_one":
            return tuple(str(number) for number in range(len(op.options)))
    return tuple(card for card in group(state, task, op) if _affects(state, task, op, card))


def _affects(state: State, task: Task, op: Op, card: str) -> bool:
    match op.op:
        case "add_time":
            return state.room(card) > 0  # A5
        case "remove_time":
            return state.time.get(card, 0) > 0 and "no_time_removal" not in state.turn.flags  # A3
        case "add_villain_time":
            again = card in state.turn.hits and not state.setup.options["villain_extra_time"]  # A21
            return state.room(card) > 0 and not again
    return not (task.role in VOLUNTARY and last_friend(state, card))  # A8


def last_friend(state: State, card: str) -> bool:
    """Whether a card is the only Friend of its team."""
    team = state.team_of(card)
    return team is not None and len(state.teams[team].friends) == 1


def open_tile(state: State, ingredient: str) -> bool:
    """Whether a tile can take a Theft counter (R14, R16)."""
    return ingredient not in state.stolen and state.theft.get(ingredient, 0) < SPACES


def die_to_add(state: State, colour: str) -> bool:
    """Whether one more die of a colour may come into the pool (A16)."""
    return state.colour_left(colour) > 0 and "no_extra_dice" not in state.turn.flags


def _faces_to_turn(state: State, symbol: str) -> tuple[str, ...]:
    """Each die that shows the symbol, with each other face that it has (R35)."""
    return tuple(
        f"{die}={face}"
        for die, shown in state.turn.pool.items()
        if shown[:1] == symbol
        for face in state.faces_of(die)
        if face != shown
    )


CHOOSING = ("add_theft", "remove_theft", "extra_die", "change_face", "reroll", "symbol", "choose_one")


def asks(op: Op) -> bool:
    """Whether something has to be chosen for an effect; the others act on all that they mean."""
    return op.op in CHOOSING or (op.op in ON_CARDS and op.pick > 0)


def wanted(op: Op) -> int:
    """How many choices an effect takes: cards, dice to be rolled again, or one."""
    if op.op == "reroll":
        return op.n
    return max(1, op.pick) if op.op in ON_CARDS else 1


def useless(state: State, task: Task) -> bool:
    """Whether nothing of what a task would do can happen now: then it is not worth an ability or a token."""
    ops = ops_of(state, task)
    if ops is None:
        return False
    return not any(_possible(state, task, op) for op in ops)


def _possible(state: State, task: Task, op: Op) -> bool:
    if op.op == "symbol" and task.role != "token":
        return True  # what it could serve is looked for when it acts: abilities may wait for each other
    return bool(candidates(state, task, op)) if asks(op) or op.op in ON_CARDS else op.op != "none"


def targets(state: State) -> tuple[str, ...]:
    """Whatever dice of the active team may lie on at all (R11, R28)."""
    return (*state.row(state.here), *state.team.friends, HOME)


def matches(state: State, symbol: str) -> tuple[str, ...]:
    """The targets that take a symbol now."""
    return tuple(target for target in targets(state) if why_not_lay(state, symbol, target) is None)


def why_not_lay(state: State, symbol: str, target: str) -> Refusal | None:
    """Why a symbol cannot serve a target, or None when it can."""
    if target != HOME and target not in state.team.friends:
        return _why_not_card(state, symbol, target)
    return why_not_ability(state, target, paid=True) or _why_not_pay(state, symbol, target)


def _why_not_card(state: State, symbol: str, card: str) -> Refusal | None:
    row = state.row_of(card)
    if not row:
        return Refusal("R28", "not-on-team", say("Dice go on cards here, your own Friends or your team card."))
    if row != state.here:
        return Refusal("R11", "not-in-location", say("That card lies in the other place."))
    return None if symbol in state.need(card) else no_match()


def no_match() -> Refusal:
    """Nothing there asks for this symbol."""
    return Refusal("R28", "no-match", say("That symbol is not needed there any more."))


def _why_not_pay(state: State, symbol: str, target: str) -> Refusal | None:
    ability = state.ability(target)
    if ability is None:
        return None  # nobody has told its cost: any symbol will do
    return None if symbol in state.need(target) else no_match()


def why_not_ability(state: State, target: str, *, paid: bool) -> Refusal | None:
    """Why an ability cannot be used (`paid`: with symbols), or None when it can."""
    if target in state.turn.used:
        return Refusal("R34", "ability-used", say("Each ability works once a turn."))
    flag = "no_home_dice" if target == HOME else "no_friend_dice"
    if paid and flag in state.turn.flags:
        return Refusal("R58", "dice-blocked", say("No dice may go there this turn."))
    ability = state.ability(target)
    if ability is None:
        return None
    if paid and not ability.cost:
        return Refusal("R33", "no-symbol-needed", say("This ability needs no dice: just use it."))
    return _why_not_now(state, target)


def _why_not_now(state: State, target: str) -> Refusal | None:
    ability = state.ability(target)
    if ability is None:
        return None
    others = [card for card in state.team.friends if card != target]
    if ability.of:
        others = [card for card in others if state.card(card).icon == ability.of]
    if len(others) < ability.others:
        return Refusal("R33", "condition-not-met", say("There are too few other Friends on the team for that."))
    if ability.timing == "before_roll" and state.turn.roll_no:
        return Refusal("R25", "too-late", say("That is possible only before the first roll."))
    return why_useless(state, Task("ops", target, "ability"))


def why_useless(state: State, task: Task) -> Refusal | None:
    """Why an effect would come to nothing, or None when it would do something."""
    if not useless(state, task):
        return None
    kinds = {op.op for op in ops_of(state, task) or ()}
    if kinds == {"remove_time"} and "no_time_removal" in state.turn.flags:
        return Refusal("A3", "time-locked", say("No Time can be taken away this turn."))
    if kinds == {"extra_die"}:
        return Refusal("A16", "no-such-die-left", say("No such die is left in the supply."))
    return Refusal("R33", "no-target", say("There is nothing that it could do now."))
