"""Before the first turn: who starts, and deeds that are dealt."""

from __future__ import annotations

import random

from companion.rules.args import Faces, OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.course import Course, Move, number
from companion.rules.monopoly.state import State
from companion.words import say

PIPS = ("1", "2", "3", "4", "5", "6")
DICE = 2


def two_dice() -> Faces:
    """Both dice thrown together (R4)."""
    return Faces("pips", PIPS, DICE, DICE)


def shown(action: Action) -> tuple[str, ...]:
    """The faces of a roll."""
    faces = action.args["faces"]
    return tuple(str(face) for face in faces) if isinstance(faces, tuple) else ()


def _first_rolls(state: State) -> tuple[Choice, ...]:
    if state.step != "START":
        return ()
    label = say("Roll for who starts")
    return (Choice((state.acting,), "start_roll", label, {"faces": two_dice()}, chance=True),)


def _first_roll(state: State, action: Action) -> tuple[Event, ...]:
    """The highest sum starts; those who tie roll again (R2)."""
    course = Course(state)
    course.happen(e.StartRolled(action.seat, shown(action)))
    sums = course.state.sums
    if len(sums) == len(state.contenders):
        best = tuple(seat for seat in state.contenders if sums[seat] == max(sums.values()))
        course.happen(e.Started(best[0]) if len(best) == 1 else e.StartTied(best))
    return course.events


def _dealing(state: State) -> tuple[Choice, ...]:
    if state.step != "DEAL":
        return ()
    if state.rule("deal") == "app":
        return (Choice((state.acting,), "deal_all", say("Deal the deeds"), chance=True),)
    free = (space for space in state.box.deeds if state.deeds[space.pos].owner is None)
    picks = tuple(Pick(space.pos, say("{space}", space=space.name)) for space in free)
    return (Choice((state.acting,), "deal", say("Which deed was dealt"), {"space": OneOf(picks)}, chance=True),)


def dealt(state: State, pos: int) -> e.Dealt:
    """The deed that the next seat is dealt: free in the short game, paid for in the timed one."""
    return e.Dealt(state.acting, pos, 0 if state.short else state.space(pos).price)


def _deal(state: State, action: Action) -> tuple[Event, ...]:
    return (dealt(state, number(action, "space")),)


def _deal_all(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    """All deeds from a deck that the setup's seed shuffles."""
    course = Course(state)
    free = [space.pos for space in state.box.deeds if state.deeds[space.pos].owner is None]
    random.Random(f"deeds {state.setup.seed}").shuffle(free)
    while course.state.step == "DEAL":
        course.happen(dealt(course.state, free.pop()))
    return course.events


MOVES = {
    "start_roll": Move("R2", _first_rolls, _first_roll),
    "deal": Move("R9", _dealing, _deal),
    "deal_all": Move("R9", _dealing, _deal_all),
}
"""What happens before the first turn."""
