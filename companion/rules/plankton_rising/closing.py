"""The end of a turn, in its exact order, and the end of the game."""

from __future__ import annotations

from companion.rules.plankton_rising import effects
from companion.rules.plankton_rising.course import Course
from companion.rules.plankton_rising.dice_events import DiceReturned
from companion.rules.plankton_rising.events import Finished, Lost, OrderDone, Recruited, Stolen, Task, TurnBegun
from companion.rules.plankton_rising.state import END, OVER, State
from companion.rules.plankton_rising.vocabulary import FRIEND, SPACES, VILLAIN

MOST_LOST = 10


def close(course: Course) -> None:
    """Rewards, dice back, thefts, losses, then the result; else tokens, gaps and the next team."""
    before = course.state
    complete = [card for card in before.row(before.here) if before.complete(card)]
    for card in complete:
        _reward(course, card)
    drawn = _drawn(before, complete, course.state)
    course.happen(DiceReturned())  # R43
    for ingredient, number in before.theft.items():
        if number >= SPACES:
            course.happen(Stolen(ingredient))  # R44
    emptied = _lose(course)
    if not _finish(course, emptied):
        course.phase = END
        course.next(*([Task("draw", left=drawn, team=before.on)] if drawn else []), Task("fill"))


def _reward(course: Course, card: str) -> None:
    """A Friend joins, a Villain is hit, an Order is collected (R38, R40, R42)."""
    state = course.state
    if state.kind(card) == FRIEND:
        course.happen(Recruited(card, state.on))
    elif state.kind(card) != VILLAIN:
        course.happen(OrderDone(card, state.on))
    elif card not in state.turn.hits or state.setup.options["villain_extra_time"]:
        effects.hit(course, card)  # R41, A21


def _drawn(before: State, complete: list[str], after: State) -> int:
    """The tokens earned: one for each Order, and for each Time on a Villain (R40, R42)."""
    orders = after.orders_done - before.orders_done
    hits = sum(
        after.time.get(card, 0) - before.time.get(card, 0) for card in complete if before.kind(card) == VILLAIN
    )
    return orders + hits


def _lose(course: Course) -> bool:
    """Every Friend and Villain with a full track is discarded (R45); whether a team lost its last Friend so."""
    emptied = False
    for card in [*course.state.lying()]:
        if course.state.room(card) <= 0:
            team = course.state.team_of(card)
            course.happen(Lost(card, -1 if team is None else team))
            emptied |= team is not None and not course.state.teams[team].friends
    return emptied


def _finish(course: Course, emptied: bool) -> bool:
    """Winning comes before losing (R53-R57)."""
    state = course.state
    reason = _lost_because(state, emptied)
    won = state.orders_done >= int(str(state.setup.options["orders_to_win"]))
    if not won and not reason:
        return False
    course.happen(Finished(won, "orders" if won else reason))
    course.phase, course.tasks = OVER, []
    return True


def _lost_because(state: State, emptied: bool) -> str:
    if len(state.stolen) == len(state.box.ingredients):
        return "stolen"  # R54
    if len(state.lost_friends) >= MOST_LOST:
        return "friends"  # R55
    gone = state.setup.options["empty_team_loses"] and any(not team.friends for team in state.teams)  # A8
    return "team" if emptied or gone else ""  # R56


def next_team(course: Course) -> None:
    """The next team clockwise (R5)."""
    state = course.state
    course.happen(TurnBegun((state.on + 1) % len(state.teams), state.turn_no + 1))
