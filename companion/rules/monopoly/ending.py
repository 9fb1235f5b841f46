"""How turns and games end."""

from __future__ import annotations

from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.course import Course, Move, Refusal
from companion.rules.monopoly.state import State
from companion.rules.monopoly.worth import worths
from companion.words import say


def finish(course: Course, cause: str) -> None:
    """Let the game end: the greatest worth wins, by a house rule the cash among equals (R38, R46, A10)."""
    state, final = course.state, worths(course.state)
    by_cash = state.rule("worth_tie") == "cash"
    keys = {seat: (final[seat], state.players[seat].cash * by_cash) for seat in state.solvent}
    winners = tuple(seat for seat, key in keys.items() if key == max(keys.values()))
    course.happen(e.Finished(cause, winners, final))


def pass_turn(course: Course) -> None:
    """Let the turn go to the next seat on the left that is still in the game (R2)."""
    state = course.state
    seats = len(state.players)
    left = ((state.active + step) % seats for step in range(1, seats + 1))
    course.happen(e.TurnEnded(state.active, next(seat for seat in left if seat in state.solvent), worths(state)))


def unpaid(state: State, action: Action) -> Refusal | None:  # noqa: ARG001  (one shape for all)
    """Nothing goes on while notes still have to go over the table."""
    if not state.unpaid:
        return None
    return Refusal("R3", "unpaid", say("First hand over the money that is listed."))


def _ending(state: State) -> tuple[Choice, ...]:
    if state.phase != "END" or state.unpaid:
        return ()
    return (Choice((state.active,), "end", say("End the turn")),)


def _end(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    course = Course(state)
    pass_turn(course)
    return course.events


def _timing(state: State) -> tuple[Choice, ...]:
    """The time may be called when no landing is half done, by anybody."""
    open_now = state.phase == "END" or (state.phase == "ROLL" and not state.again)
    if state.rule("length") != "timed" or not open_now or state.unpaid:
        return ()
    return (Choice(state.solvent, "time_up", say("The time is up: count everything")),)


def _time_up(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    course = Course(state)
    finish(course, "time")
    return course.events


MOVES = {
    "end": Move("R4", _ending, _end, unpaid),
    "time_up": Move("R38", _timing, _time_up, unpaid),
}
"""What ends a turn or a game."""
