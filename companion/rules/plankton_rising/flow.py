"""The flow of a turn: each task that the app can do by itself, in the rules' order, until people are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.rules.game import Event
from companion.rules.plankton_rising import closing, effects
from companion.rules.plankton_rising.course import Course, mixed
from companion.rules.plankton_rising.dice_events import DiceTaken
from companion.rules.plankton_rising.events import (
    Activated,
    Dealt,
    PlanktonMoved,
    Shuffled,
    Task,
    TokenDrawn,
    TurnBegun,
)
from companion.rules.plankton_rising.ops import Op
from companion.rules.plankton_rising.scope import asks, candidates, ops_of, wanted
from companion.rules.plankton_rising.state import DEAL, END, OVER, PLACE, PLANKTON, ROLLS, TEAMS, TRIM, State
from companion.rules.plankton_rising.vocabulary import CHUM, FRIEND, ORDER

ENOUGH = "enough"
"""The pick that ends a choice of several."""


def run(course: Course) -> tuple[Event, ...]:
    """Everything that happens by itself from here on."""
    while course.phase != OVER:
        if not course.tasks:
            if not _next_phase(course):
                break
        elif not _STEPS[course.tasks[0].kind](course):
            break
    return course.stand()


def _next_phase(course: Course) -> bool:
    """Go on where a phase has nothing left to do; False where people act next."""
    match course.phase:
        case phase if phase == TEAMS:
            return _seated(course)
        case phase if phase == DEAL:
            course.phase = PLACE
            return False
        case phase if phase == PLANKTON:
            _take_dice(course)
            return False
        case phase if phase == END:
            closing.next_team(course)
            course.phase = PLACE
            return False
    return False


def _seated(course: Course) -> bool:
    """Once every team has its Home Base card: Villains are left out where that is wished, else cards are dealt."""
    state = course.state
    waiting = [number for number, team in enumerate(state.teams) if not team.home]
    if state.on != (on := waiting[0] if waiting else 0):
        course.happen(TurnBegun(on, state.turn_no))
    if waiting:
        return False
    villains = state.setup.options["villains"]
    if villains == "some" or (villains == "none" and state.strangers):
        course.phase = TRIM
        return False
    deal(course)
    return True


def deal(course: Course) -> None:
    """Eight cards, row by row (R4)."""
    course.phase = DEAL
    course.tasks.append(Task("fill"))


def _take_dice(course: Course) -> None:
    """The three dice of the team card, once all of Plankton's effects are done (R24, R25)."""
    dice = list[str]()
    for colour in course.state.team.dice:
        dice.append(f"{colour}{sum(die.startswith(colour) for die in dice) + 1}")
    course.happen(DiceTaken(tuple(dice)))
    course.phase = ROLLS


def reveal(course: Course, ingredient: str, place: str) -> None:
    """What a Plankton card sets going, in this order (R22)."""
    course.replace(
        Task("tile", ingredient), Task("move", place), Task("interfere", place), Task("activate", place)
    )


def _reveal(course: Course) -> bool:
    """An empty pile of Plankton cards is shuffled first (A23)."""
    if len(course.state.seen) < len(course.state.box.pile):
        return False
    course.next(Task("shuffle", "plankton"))
    return True


def _tile(course: Course) -> bool:
    ingredient = course.tasks.pop(0).source
    if ingredient not in course.state.stolen:
        effects.theft(course, ingredient, 1)  # R13, R14
        return True
    course.happen(Activated(ingredient))  # R16
    course.next(Task("ops", ingredient, "tile"))
    return True


def _move(course: Course) -> bool:
    course.happen(PlanktonMoved(course.tasks.pop(0).source))
    return True


def _interfere(course: Course) -> bool:
    """One Time on every Friend there, of the active team too if it is there (R18-R20)."""
    place, state = course.tasks.pop(0).source, course.state
    if place != CHUM:
        mine = state.team.friends if state.team.place == place else ()
        for card in (*state.friends(place), *mine):
            effects.time(course, card, 1)
    return True


def to_activate(state: State, task: Task) -> tuple[str, ...]:
    """The Orders and Villains in Plankton's place that have not acted yet, from left to right (R21)."""
    return tuple(card for card in state.row(task.source) if state.kind(card) != FRIEND and card not in task.picked)


def _activate(course: Course) -> bool:
    """The next Order or Villain acts; which one, the active player says where that is the house rule (A9)."""
    task = course.tasks[0]
    waiting = to_activate(course.state, task)
    if not waiting:
        course.tasks.pop(0)
        return True
    if len(waiting) > 1 and course.state.setup.options["activation_order"] == "choose":
        return False
    activate(course, waiting[0])
    return True


def activate(course: Course, card: str) -> None:
    """One Order or Villain acts."""
    task = course.tasks[0]
    course.happen(Activated(card))
    course.replace(Task("ops", card, "card"), replace(task, picked=(*task.picked, card)))


def _ops(course: Course) -> bool:
    """One effect after another; False where something has to be chosen."""
    task = course.tasks[0]
    ops = ops_of(course.state, task)
    if ops is None:
        course.replace(Task("manual", task.source, task.role))
    elif task.step >= len(ops):
        course.tasks.pop(0)
    elif asks(ops[task.step]):
        return _ask(course, task, ops[task.step])
    else:
        course.tasks[0] = replace(task, step=task.step + 1)
        course.next(*effects.at_once(course, task, ops[task.step]))
    return True


def open_picks(state: State, task: Task, op: Op) -> tuple[str, ...]:
    """What can still be chosen for an effect: nothing twice."""
    return tuple(one for one in candidates(state, task, op) if one not in task.picked)


def _ask(course: Course, task: Task, op: Op) -> bool:
    """Where nothing or a single thing can be chosen it goes on by itself (A25)."""
    left = open_picks(course.state, task, op)
    if not left or len(task.picked) >= wanted(op):
        course.tasks[0] = replace(task, step=task.step + 1, picked=())
        if op.op == "reroll" and task.picked:
            course.next(Task("reroll", picked=task.picked))
        return True
    if len(left) > 1 or op.op in ("change_face", "reroll"):
        return False
    pick(course, left[0])
    return True


def pick(course: Course, what: str) -> None:
    """Something was chosen for the effect that waits."""
    task = course.tasks[0]
    op = (ops_of(course.state, task) or ())[task.step]
    if what == ENOUGH:
        course.tasks[0] = replace(task, step=task.step + 1, picked=())
        course.next(*([Task("reroll", picked=task.picked)] if task.picked else []))
        return
    if op.op == "choose_one":
        course.replace(replace(task, branch=f"{task.step}.{what}", step=0), replace(task, step=task.step + 1))
        return
    course.tasks[0] = replace(task, picked=(*task.picked, what))
    effects.act(course, op, what)


def _fill(course: Course) -> bool:
    """Gaps are filled from the deck while it lasts (R23, R48, A22)."""
    state, gap = course.state, course.state.gap
    if gap is None or not state.deck_left:
        course.tasks.pop(0)
        return True
    if not state.deals:
        return False
    course.happen(Dealt(*gap, state.deck[0]))
    return True


def unknown(state: State, card: str) -> bool:
    """Whether a card's capacity or symbols have still to be told; a leader on a team needs no symbols."""
    told = state.card(card)
    return (told.kind != ORDER and not told.capacity) or (not told.symbols and state.team_of(card) is None)


def _describe(course: Course) -> bool:
    if unknown(course.state, course.tasks[0].source) or course.tasks[0].role == "again":
        return False
    course.tasks.pop(0)
    return True


def _shuffle(course: Course) -> bool:
    """A pile is shuffled: by the app where it deals, else somebody says that it is done."""
    pile, state = course.tasks[0].source, course.state
    if not (state.deals if pile == "cards" else state.turns_plankton):
        return False
    course.tasks.pop(0)
    course.happen(Shuffled(pile, mixed(state, state.deck, pile) if pile == "cards" else ()))
    return True


def kinds_left(state: State) -> dict[str, int]:
    """How many tokens of each kind the supply can still have, used ones shuffled in when it is empty (R52)."""
    out = [kind for team in state.teams for kind, _turn in team.tokens]
    if state.tokens_left > 0:
        out += state.token_discard
    known = all(token.copies for token in state.box.tokens.values())
    left = {
        kind: token.copies - out.count(kind) if known else max(1, token.copies - out.count(kind))
        for kind, token in state.box.tokens.items()
    }
    return {kind: number for kind, number in left.items() if number > 0}


def _draw(course: Course) -> bool:
    task, state = course.tasks[0], course.state
    if not task.left or (state.tokens_left <= 0 and not state.token_discard) or not kinds_left(state):
        course.tasks.pop(0)
        return True
    if not state.draws:
        return False
    kinds = [kind for kind, number in kinds_left(state).items() for _ in range(number)]
    held = sum(len(team.tokens) for team in state.teams)
    draw(course, mixed(state, kinds, f"token/{state.turn_no}/{held}")[0])
    return True


def draw(course: Course, kind: str) -> None:
    """A token is drawn; an empty supply is made anew of the used ones (R52)."""
    task = course.tasks[0]
    if course.state.tokens_left <= 0:
        course.happen(Shuffled("tokens"))
    course.happen(TokenDrawn(task.team, kind))
    course.tasks[0] = replace(task, left=task.left - 1)


def _wait(course: Course) -> bool:  # noqa: ARG001  (the shape of a step)
    return False


_STEPS: Mapping[str, Callable[[Course], bool]] = {
    "home": _wait,
    "describe": _describe,
    "reveal": _reveal,
    "tile": _tile,
    "move": _move,
    "interfere": _interfere,
    "activate": _activate,
    "ops": _ops,
    "manual": _wait,
    "reroll": _wait,
    "fill": _fill,
    "shuffle": _shuffle,
    "draw": _draw,
}
"""What the app does with each kind of task; False when it waits for people."""
