"""The decision on an action: refused with its reason, or carried through until people are asked again."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import IllegalAction
from companion.rules.game import Action, Choice, Event, legal_beside
from companion.rules.plankton_rising import flow, moves
from companion.rules.plankton_rising.choices import choices
from companion.rules.plankton_rising.course import Course
from companion.rules.plankton_rising.doing import MOVES
from companion.rules.plankton_rising.laying import split, why_not_aside, why_not_assign
from companion.rules.plankton_rising.scope import Refusal
from companion.rules.plankton_rising.state import ROLLS, State
from companion.words import say

WAITING: Mapping[str, Refusal] = {
    "ops": Refusal("R24", "choice-needed", say("First choose for the card that is acting.")),
    "activate": Refusal("A9", "choice-needed", say("First say which card acts.")),
    "manual": Refusal(
        "R24", "effect-open", say("First read the card, tap what happened and say that it is done.")
    ),
    "shuffle": Refusal("R23", "shuffle-needed", say("First shuffle, and say that it is done.")),
    "draw": Refusal("R42", "token-draw-count", say("First draw the Spatula tokens that you have earned.")),
    "fill": Refusal("R48", "deal-needed", say("First lay a card into the gap.")),
    "describe": Refusal("R47", "describe-needed", say("First say what is printed on the card.")),
    "home": Refusal("R25", "describe-needed", say("First say which dice are on the team card.")),
    "reroll": Refusal("R35", "reroll-open", say("First throw those dice once more.")),
}
"""Why nothing else goes while a task is open, by its kind."""

LATE = Refusal("R9", "wrong-phase", say("That cannot be done now."))
ODD = Refusal("R9", "wrong-arguments", say("Something in this move is not possible."))


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What `action` brings.

    Raises:
        IllegalAction: with the rule point R1-R60 or the open question A1-A26 that forbids it.
    """
    open_now = choices(state)
    with legal_beside(open_now):
        refusal = why_not(state, action, open_now)
        if refusal is None and not any(choice.allows(action) for choice in open_now):
            refusal = ODD
        if refusal:
            detail = f"got {str(action)!r}"
            raise IllegalAction(refusal.point, refusal.sentence, reason=refusal.reason, detail=detail)
    course = Course(state)
    MOVES[action.name](course, action)
    return flow.run(course)


def why_not(state: State, action: Action, open_now: tuple[Choice, ...]) -> Refusal | None:
    """The first reason against an action that has a name, or None."""
    if state.won is not None or action.name not in MOVES:
        return LATE
    if action.name == "draw" and state.first_task != "draw":
        return Refusal("R40", "token-draw-count", say("No Spatula token is earned now."))
    named = [choice for choice in open_now if choice.name == action.name]
    if named and all(action.seat not in choice.seats for choice in named):
        return Refusal("R5", "not-your-turn", say("It is another player's turn."))
    if state.tasks:
        return _twice(state, action) if named else WAITING.get(state.first_task, LATE)
    if state.phase == ROLLS and action.name in _TURN:
        return _TURN[action.name](state, action)
    return None if named else _closed(state, action)


def _twice(state: State, action: Action) -> Refusal | None:
    if action.name == "pick" and action.args.get("what") in state.tasks[0].picked:
        return Refusal("A25", "two-different-friends", say("Choose another one: this one was chosen already."))
    return None


def _closed(state: State, action: Action) -> Refusal:
    if action.name == "leave_out":
        return Refusal("R8", "no-villain", say("No Villain is left that could stay out."))
    if action.name == "token" and not any(team.tokens for team in state.teams):
        return _no_token()
    return LATE


def _no_token() -> Refusal:
    return Refusal("R49", "no-such-token", say("This team has no such token."))


def _roll(state: State, action: Action) -> Refusal | None:
    dice = tuple(state.turn.pool)
    return moves.why_not_roll(state) or moves.why_not_faces(state, dice, action.args.get("faces"))


def _assign(state: State, action: Action) -> Refusal | None:
    found = split(state, action.args.get("to"))
    if found is None:
        return Refusal("R28", "no-such-target", say("That is no die and no card."))
    return why_not_assign(state, *found)


def _set_aside(state: State, action: Action) -> Refusal | None:
    return why_not_aside(state, str(action.args.get("die")))


def _use(state: State, action: Action) -> Refusal | None:
    return moves.why_not_use(state, action.args.get("card"))


def _bonus(state: State, action: Action) -> Refusal | None:  # noqa: ARG001  (the shape of a test)
    return moves.why_not_bonus(state)


def _token(state: State, action: Action) -> Refusal | None:
    name = str(action.args.get("token"))
    return moves.why_not_token(state, name) if name in moves.tokens(state, action.seat) else _no_token()


def _end(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    return moves.why_not_end(state)


_TURN = {
    "roll": _roll,
    "assign": _assign,
    "set_aside": _set_aside,
    "use": _use,
    "bonus": _bonus,
    "token": _token,
    "end": _end,
}
"""The tests of the moves that are open while dice are rolled."""
