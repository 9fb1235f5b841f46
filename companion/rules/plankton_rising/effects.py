"""Effects: what each does to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.plankton_rising.course import Course
from companion.rules.plankton_rising.dice_events import Assigned, DieAdded, Turned, Used
from companion.rules.plankton_rising.events import Flagged, Returned, Task, TheftChanged, TimeChanged, VillainHit
from companion.rules.plankton_rising.ops import ON_CARDS, Op
from companion.rules.plankton_rising.scope import candidates
from companion.rules.plankton_rising.vocabulary import HOME, SPACES, times


def act(course: Course, op: Op, what: str) -> None:
    """The effect on one card, tile, die or colour."""
    _ACTS[op.op](course, op, what)


def _add_die(course: Course, op: Op, what: str) -> None:  # noqa: ARG001  (the shape of an effect)
    course.happen(DieAdded(course.state.next_die(what)))


def _turn_die(course: Course, op: Op, what: str) -> None:  # noqa: ARG001
    course.happen(Turned(*what.split("=")))


def time(course: Course, card: str, by: int) -> None:
    """Time counters put on a card or taken off, within its spaces (R47)."""
    old = course.state.time.get(card, 0)
    now = max(0, min(course.state.card(card).capacity, old + by))
    if now != old:
        course.happen(TimeChanged(card, now - old, now))


def theft(course: Course, ingredient: str, by: int) -> None:
    """Theft counters put on a tile or taken off, within its spaces; none on a stolen one (R14, R16)."""
    old = course.state.theft.get(ingredient, 0)
    now = old if ingredient in course.state.stolen else max(0, min(SPACES, old + by))
    if now != old:
        course.happen(TheftChanged(ingredient, now - old, now))


def hit(course: Course, card: str) -> None:
    """A Time counter for a Villain from the players."""
    if course.state.room(card) > 0:
        course.happen(VillainHit(card, course.state.time.get(card, 0) + 1))


def give_back(course: Course, card: str, after: int = 1) -> None:
    """A card goes back to the deck, which is shuffled `after` so many tasks (R23, A8)."""
    course.happen(Returned(card))
    if Task("shuffle", "cards") not in course.tasks:
        course.tasks.insert(after, Task("shuffle", "cards"))


def at_once(course: Course, task: Task, op: Op) -> tuple[Task, ...]:
    """An effect that asks for nothing: on all cards that it means, or tasks that it brings about."""
    match op.op:
        case "flag":
            course.happen(Flagged(op.flag))
        case "draw_token":
            return (Task("draw", left=op.n, team=course.state.on),)
        case "shuffle_plankton":
            return (Task("shuffle", "plankton"),)
        case "reveal_another_plankton":
            return (Task("reveal"),)
        case "manual":
            return (Task("manual", task.source, task.role),)
    if op.op in ON_CARDS:
        for card in candidates(course.state, task, op):
            act(course, op, card)
    return ()


def lay(course: Course, die: str, face: str, target: str) -> None:
    """A face laid on a target: what is more than it needs is lost (A11); a paid ability acts at once (R32)."""
    state = course.state
    symbol, ability = face[0], target == HOME or target in state.team.friends
    needed = state.need(target).get(symbol, times(face))
    course.happen(Assigned(die, face, target, symbol, min(times(face), needed)))
    if ability and state.ability(target) is not None and not course.state.need(target):
        course.happen(Used(target))
        course.tasks.insert(1 if course.tasks else 0, Task("ops", target, "ability"))


_ACTS: Mapping[str, Callable[[Course, Op, str], None]] = {
    "add_theft": lambda course, op, what: theft(course, what, op.n),
    "remove_theft": lambda course, op, what: theft(course, what, -op.n),
    "add_time": lambda course, op, what: time(course, what, op.n),
    "remove_time": lambda course, op, what: time(course, what, -op.n),
    "add_villain_time": lambda course, _op, what: hit(course, what),
    "return_to_deck": lambda course, _op, what: give_back(course, what),
    "symbol": lambda course, op, what: lay(course, "", op.symbol, what),
    "extra_die": _add_die,
    "change_face": _turn_die,
    "reroll": lambda _course, _op, _what: None,
}
"""Effects on one thing; dice to be thrown again are thrown when all are chosen."""
