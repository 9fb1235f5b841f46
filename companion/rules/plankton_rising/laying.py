"""Dice laid on targets or set aside: what forbids it."""

from __future__ import annotations

from companion.rules.plankton_rising.scope import Refusal, targets, why_not_lay
from companion.rules.plankton_rising.state import State
from companion.rules.plankton_rising.vocabulary import HOME
from companion.words import say


def split(state: State, to: object) -> tuple[str, str] | None:
    """The die and the target of a text such as `R1>F2`, or None when it is none."""
    die, _, target = str(to).partition(">")
    known = target == HOME or target in state.known or target in state.box.cards
    return (die, target) if isinstance(to, str) and die and known else None


def why_not_assign(state: State, die: str, target: str) -> Refusal | None:
    """Why a die cannot be laid on a target, or None when it can."""
    face = state.turn.pool.get(die, "")
    if not face:
        return Refusal("R26", "not-rolled", say("That die has not been rolled, or is used already."))
    if state.turn.asides:
        return Refusal("R26", "already-set-aside", say("A die was set aside: roll the others now."))
    return why_not_lay(state, face[0], target)


def why_not_aside(state: State, die: str) -> Refusal | None:
    """Why a die cannot be set aside, or None when it can (R26)."""
    if not state.turn.pool.get(die):
        return Refusal("R26", "not-rolled", say("That die has not been rolled, or is used already."))
    if state.turn.assigned or state.turn.asides:
        return Refusal(
            "R26", "aside-not-allowed", say("One die is set aside only when none was used in this roll.")
        )
    return None


def can_match(state: State) -> bool:
    """Whether any target still takes a symbol that dice of the pool could show (R37)."""
    faces = {face[0] for die in state.turn.pool for face in state.faces_of(die)}
    return any(why_not_lay(state, symbol, target) is None for symbol in faces for target in targets(state))
