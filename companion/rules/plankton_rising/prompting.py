"""The next step in one sentence, and what an effect does in words."""

from __future__ import annotations

from companion.rules.plankton_rising.moves import source_name, why_not_roll
from companion.rules.plankton_rising.ops import Op
from companion.rules.plankton_rising.state import PLACE, State
from companion.rules.plankton_rising.vocabulary import COLOUR_NAMES, FLAGS, PLACES, SYMBOLS
from companion.words import Sentence, listed, say


def prompt(state: State) -> Sentence:
    """What people do next."""
    if state.won is not None:
        return say("The game is over.")
    name = state.setup.seats[state.team.seat].name
    if state.tasks:
        return say("{name}: {what}", name=name, what=_task(state))
    if state.phase == PLACE:
        return say("{name}: put your token into the Kitchen or the Dining Room.", name=name)
    if state.phase == "TEAMS":
        return say("{name}: choose a team.", name=name)
    if state.phase == "TRIM":
        return say("{name}: leave Villains out for an easier game, then deal.", name=name)
    return say("{name}: {what}", name=name, what=_dice(state))


def _task(state: State) -> Sentence:
    task = state.tasks[0]
    match task.kind:
        case "fill":
            return say(
                "lay a card into {place} and say which one it is.", place=PLACES[(state.gap or ("kitchen", 0))[0]]
            )
        case "shuffle":
            pile = say("the Plankton cards") if task.source == "plankton" else say("the deck")
            return say("shuffle {pile}.", pile=pile)
        case "draw":
            return say("draw a Spatula token ({left} to go).", left=task.left)
        case "describe" | "manual" | "ops":
            words = {
                "describe": say("tell what is printed on {card}."),
                "manual": say("read {card} aloud and tap what happened."),
                "ops": say("choose for {card}."),
            }
            return say(words[task.kind].template, card=source_name(state, task))
    return _TASKS[task.kind]


_TASKS = {
    "home": say("which three dice are on your team card?"),
    "reveal": say("turn up a Plankton card."),
    "activate": say("which card acts first?"),
    "reroll": say("throw these dice once more."),
}


def _dice(state: State) -> Sentence:
    turn = state.turn
    if not turn.roll_no:
        return say("throw all {count} dice into the tray.", count=len(turn.pool))
    if not turn.pool:
        return say("all dice are used: end your turn.")
    if why_not_roll(state):
        return say("lay a die on a card, or set one aside.")
    return say("lay more dice, throw the others again, or end your turn.")


def words_of(ops: tuple[Op, ...]) -> Sentence:
    """What effects do, one after another."""
    return listed(map(_words, ops), "; ")


TARGETS = {
    "any_friend": say("any Friend"),
    "friends_here": say("every Friend here"),
    "active_team": say("every Friend of the team"),
    "each_team": say("every Friend of all teams"),
    "lost_friends": say("a lost Friend"),
    "self": say("this card"),
    "villains_here": say("the Villains here"),
    "other_villains": say("the other Villains here"),
    "any_villain": say("any Villain"),
}
"""Whom an effect means."""

PLAIN = {
    "none": say("nothing"),
    "shuffle_plankton": say("shuffle the Plankton cards"),
    "reveal_another_plankton": say("turn up another Plankton card"),
}


ON_WHOM = {
    "add_time": say("+{n} Time: {whom}"),
    "add_villain_time": say("+{n} Time: {whom}"),
    "remove_time": say("−{n} Time: {whom}"),
    "return_to_deck": say("back to the deck: {whom}"),
}
COUNTED = {
    "add_theft": say("+{n} Theft"),
    "remove_theft": say("−{n} Theft"),
    "reroll": say("throw up to {n} dice again"),
    "draw_token": say("draw {n} Spatula tokens"),
}


def _words(op: Op) -> Sentence:
    if op.op in ON_WHOM:
        return say(ON_WHOM[op.op].template, n=op.n, whom=_whom(op))
    if op.op in COUNTED:
        return say(COUNTED[op.op].template, n=op.n)
    if op.op == "extra_die":
        return say("one more {colours} die", colours=_colours(op))
    return _other(op)


def _other(op: Op) -> Sentence:
    match op.op:
        case "change_face":
            return say("turn a die that shows {symbol}", symbol=SYMBOLS[op.symbol])
        case "symbol":
            return say("one {symbol}", symbol=SYMBOLS[op.symbol])
        case "flag":
            return FLAGS[op.flag]
        case "choose_one":
            return listed(map(words_of, op.options), " / ")
        case "manual":
            return Sentence("{text}", {"text": op.text}) if op.text else say("read the card")
    return PLAIN[op.op]


def _whom(op: Op) -> Sentence:
    name, _, icon = op.target.partition(":")
    whom = say("Friends of {symbol}", symbol=SYMBOLS[icon]) if icon else TARGETS[name]
    return say("{number} × {whom}", number=op.pick, whom=whom) if op.pick > 1 else whom


def _colours(op: Op) -> Sentence:
    if not op.colours:
        return say("more")
    return listed((COLOUR_NAMES[colour] for colour in op.colours), "/")
