"""From the dice that lie in the tray to the roll that they mean."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import IllegalAction
from companion.rules.args import Value
from companion.rules.yahtzee_jr.parts import ALL, DICE, State
from companion.words import say


def marked(state: State, given: Mapping[str, Value]) -> tuple[int, ...]:
    """The live dice that people marked to be thrown again."""
    marks = given.get("reroll", ())
    return tuple(int(one) for one in marks if one in state.live) if isinstance(marks, tuple) else ()


def thrown(
    state: State, faces: tuple[str, ...], marked: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Which dice were thrown, and what they show now, when the tray shows `faces`.

    The dice of a set look alike, so a die counts as kept as long as its face still lies there and nobody has
    marked it; faces that cannot stay so were thrown.
    """
    if len(faces) == len(state.live):
        faces = (*faces, *(state.dice[position] for position in state.dead))
    if len(faces) == DICE:
        return _changed(state, faces, marked)
    if marked and len(faces) == len(marked):
        return marked, faces
    raise IllegalAction("R5", say("Lay all five dice in the tray, or mark the ones that you throw again."))


def _changed(
    state: State, faces: tuple[str, ...], marked: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    left = list(faces)
    kept = set()
    for position in ALL:
        if state.dice[position] in left and position not in marked:
            left.remove(state.dice[position])
            kept.add(position)
    if set(state.dead) - kept:
        raise IllegalAction("R12", say("Plankton's die stays aside this turn."), reason="die-set-aside")
    thrown = tuple(position for position in ALL if position not in kept)
    if not thrown:  # every die shows what it showed: somebody threw, and it fell the same
        return state.live, tuple(state.dice[position] for position in state.live)
    return thrown, tuple(left)
