"""From the dice that lie in the tray to the roll that they mean: each seen die becomes one of the pool."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import IllegalAction
from companion.rules.args import Value
from companion.rules.game import Action, Expectation
from companion.rules.plankton_rising.doing import words
from companion.rules.plankton_rising.moves import why_not_roll
from companion.rules.plankton_rising.state import ROLLS, State
from companion.rules.plankton_rising.vocabulary import COLOURS, FACE_NAMES, FACES
from companion.words import say

LOOKS: Mapping[str, tuple[str, ...]] = {
    "Y": ("yellow", "orange", "white"),
    "R": ("red", "pink", "orange", "brown", "purple"),
    "G": ("green", "grey", "black"),
    "B": ("blue", "purple", "black"),
}
"""What a die of a colour may look like under a lamp, likeliest first: the eye knows more names than four (A1)."""


def thrown(state: State) -> tuple[str, ...]:
    """The dice that a roll throws now; none when no roll is open."""
    if state.first_task == "reroll":
        return state.tasks[0].picked
    if state.tasks or state.phase != ROLLS or why_not_roll(state):
        return ()
    return tuple(state.turn.pool)


def expects(state: State) -> Expectation | None:
    """So many dice as the pool has, with the faces that their colours can show."""
    dice = thrown(state)
    if not dice:
        return None
    faces = {face for die in dice for face in state.faces_of(die)}
    some = tuple(face for face in FACES if face in faces)
    return Expectation("friends", some, (len(dice),), names=FACE_NAMES)


def rolled(state: State, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:
    """The roll of these faces: by the dice's colours where the eye tells them, else in the order of the pool.

    Raises:
        IllegalAction: no roll is open (R26), or the colours are not those of the pool (A1).
    """
    dice = thrown(state)
    if not dice:
        raise IllegalAction("R26", say("No roll is open now."), reason="wrong-phase")
    bodies = words(given.get("bodies"))
    if bodies and len(bodies) == len(faces) == len(dice):
        faces = _sorted(dice, faces, bodies)
    name = "reroll" if state.first_task == "reroll" else "roll"
    return Action(state.team.seat, name, {"faces": faces})


def _sorted(dice: tuple[str, ...], faces: tuple[str, ...], bodies: tuple[str, ...]) -> tuple[str, ...]:
    """The faces in the order of `dice`: surest colours first, and each look taken by one die only."""
    left, found = list(range(len(bodies))), dict[str, int]()
    for rank in range(max(len(looks) for looks in LOOKS.values())):
        for die in dice:
            look = LOOKS[die[0]][rank : rank + 1]
            seen = next((one for one in left if bodies[one] in look), None)
            if die not in found and seen is not None:
                found[die] = seen
                left.remove(seen)
    missing = [die for die in dice if die not in found]
    if len({die[0] for die in missing}) == 1 and all(not bodies[one] for one in left):
        found |= dict(zip(missing, left, strict=True))
    elif missing:
        raise _other_colours(dice, bodies)
    return tuple(faces[found[die]] for die in dice)


def _other_colours(dice: tuple[str, ...], bodies: tuple[str, ...]) -> IllegalAction:
    wanted = ", ".join(COLOURS[die[0]] for die in dice)
    seen = ", ".join(body or "?" for body in bodies)
    sentence = say("The pool is {wanted}; I see {seen}. Enter the roll by hand.", wanted=wanted, seen=seen)
    return IllegalAction("A1", sentence, reason="other-colours", detail=f"got {bodies!r} for {dice!r}")
