"""What each move does: the first event of it, and the tasks that it sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.args import Value
from companion.rules.game import Action
from companion.rules.plankton_rising import closing, effects, flow, moves, palette
from companion.rules.plankton_rising.course import Course, mixed
from companion.rules.plankton_rising.dice_events import Rerolled, Rolled, SetAside, Used
from companion.rules.plankton_rising.events import (
    CardDescribed,
    CardMet,
    Dealt,
    HomeDescribed,
    LeftOut,
    Placed,
    Revealed,
    Shuffled,
    Task,
    TeamTaken,
    TokenSpent,
)
from companion.rules.plankton_rising.state import PLANKTON
from companion.rules.plankton_rising.vocabulary import FACES, HOME


def words(value: Value | None) -> tuple[str, ...]:
    """The texts of a row."""
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()


# ---- set-up


def _team(course: Course, action: Action) -> None:
    state, home = course.state, course.state.box.homes[str(action.args["home"])]
    course.happen(TeamTaken(state.on, home.id, home.leader, home.dice))
    if not home.dice:
        course.next(Task("home", team=state.on))
    course.tasks.append(Task("describe", home.leader))


def _home_dice(course: Course, action: Action) -> None:
    dice = tuple(str(action.args[key]) for key in ("first", "second", "third"))
    course.happen(HomeDescribed(course.tasks.pop(0).team, dice))


def _describe(course: Course, action: Action) -> None:
    capacity = action.args.get("capacity", 0)
    told = CardDescribed(
        course.tasks.pop(0).source,
        capacity if isinstance(capacity, int) else 0,
        tuple(sorted(words(action.args.get("symbols")), key=FACES.index)),
        str(action.args.get("name", "")),
    )
    course.happen(told)


def _leave_out(course: Course, action: Action) -> None:
    course.happen(LeftOut(str(action.args["card"])))


def _leave_out_others(course: Course, action: Action) -> None:
    course.happen(LeftOut("", int(str(action.args["number"]))))


def _start(course: Course, action: Action) -> None:  # noqa: ARG001  (the shape of a move)
    flow.deal(course)


def _deal(course: Course, action: Action) -> None:
    card, gap = str(action.args["card"]), course.state.gap
    if card.startswith("new:"):
        card = _met(course, card.removeprefix("new:"))
    if gap:
        course.happen(Dealt(*gap, card))
    course.next(Task("describe", card))


def _met(course: Course, kind: str) -> str:
    """The id of a card that the box does not list: numbered as they come."""
    taken = {*course.state.known, *course.state.box.cards}
    met = {card.rpartition("-")[2] for card in taken if card.startswith("new-")}
    name = next(f"new-{kind}-{number}" for number in range(1, 100) if str(number) not in met)
    course.happen(CardMet(name, kind))
    return name


# ---- Plankton


def _place(course: Course, action: Action) -> None:
    course.happen(Placed(course.state.on, str(action.args["place"])))
    course.phase = PLANKTON
    course.tasks = [Task("reveal"), Task("fill")]


def _plankton(course: Course, action: Action) -> None:
    _turn_up(course, str(action.args["ingredient"]), str(action.args["location"]))


def _reveal(course: Course, action: Action) -> None:  # noqa: ARG001
    state = course.state
    _turn_up(course, *mixed(state, state.box.pile, "plankton")[len(state.seen)])


def _turn_up(course: Course, ingredient: str, place: str) -> None:
    course.happen(Revealed(ingredient, place))
    flow.reveal(course, ingredient, place)


def _activate(course: Course, action: Action) -> None:
    flow.activate(course, str(action.args["card"]))


def _pick(course: Course, action: Action) -> None:
    flow.pick(course, str(action.args["what"]))


def _done(course: Course, action: Action) -> None:  # noqa: ARG001
    course.tasks.pop(0)


def _change(course: Course, action: Action) -> None:
    palette.change(course, str(action.args["what"]))


def _shuffled(course: Course, action: Action) -> None:  # noqa: ARG001
    course.happen(Shuffled(course.tasks.pop(0).source))


def _draw(course: Course, action: Action) -> None:
    flow.draw(course, str(action.args["token"]))


# ---- dice


def _roll(course: Course, action: Action) -> None:
    turn = course.state.turn
    course.happen(Rolled(turn.roll_no + 1, tuple(turn.pool), words(action.args["faces"])))


def _reroll(course: Course, action: Action) -> None:
    course.happen(Rerolled(course.tasks.pop(0).picked, words(action.args["faces"])))


def _assign(course: Course, action: Action) -> None:
    die, _, target = str(action.args["to"]).partition(">")
    effects.lay(course, die, course.state.turn.pool[die], target)


def _set_aside(course: Course, action: Action) -> None:
    die = str(action.args["die"])
    course.happen(SetAside(die, course.state.turn.pool[die]))


def _use(course: Course, action: Action) -> None:
    card = str(action.args["card"])
    course.happen(Used(card))
    course.next(Task("ops", card, "ability"))


def _bonus(course: Course, action: Action) -> None:  # noqa: ARG001
    course.happen(Used(moves.BONUS))
    course.next(Task("ops", HOME, "bonus"))


def _token(course: Course, action: Action) -> None:
    number, _, kind = str(action.args["token"]).partition(":")
    course.happen(TokenSpent(int(number), kind, moves.oldest(course.state, int(number), kind)))
    course.next(Task("ops", kind, "token"))


def _end(course: Course, action: Action) -> None:  # noqa: ARG001
    closing.close(course)


MOVES: Mapping[str, Callable[[Course, Action], None]] = {
    "team": _team,
    "home_dice": _home_dice,
    "describe": _describe,
    "leave_out": _leave_out,
    "leave_out_others": _leave_out_others,
    "start": _start,
    "deal": _deal,
    "place": _place,
    "plankton": _plankton,
    "reveal": _reveal,
    "activate": _activate,
    "pick": _pick,
    "done": _done,
    "change": _change,
    "shuffled": _shuffled,
    "draw": _draw,
    "roll": _roll,
    "reroll": _reroll,
    "assign": _assign,
    "set_aside": _set_aside,
    "use": _use,
    "bonus": _bonus,
    "token": _token,
    "end": _end,
}
"""By the name of a choice."""
