"""What players may do in a turn: for each move why not, and all that can be done with it."""

from __future__ import annotations

from companion.rules.plankton_rising.events import Task
from companion.rules.plankton_rising.laying import can_match, why_not_assign
from companion.rules.plankton_rising.scope import Refusal, targets, why_not_ability, why_useless
from companion.rules.plankton_rising.state import PLACE, State, colours_known
from companion.rules.plankton_rising.vocabulary import COLOURS, HOME
from companion.words import Sentence, say

MOST_OUT = 20
"""At most so many Villains are left out unseen: Friends and Orders must remain."""

SURE = 36
"""So many dice of a colour were thrown before its faces may be called complete: (5/6)^36 < 0.2 % miss one."""

BONUS = "bonus"


def source_name(state: State, task: Task) -> Sentence:
    """What a task comes from: a card, tile, token or team card by its name."""
    match task.role:
        case "token":
            name: str | Sentence = state.box.tokens[task.source].name
        case "tile":
            name = state.box.ingredients[task.source].name
        case _:
            name = state.home.name if task.source == HOME else state.title(task.source)
    return Sentence("{name}", {"name": name})


def pile_left(state: State) -> dict[str, tuple[str, ...]]:
    """The places that Plankton cards not seen since the last shuffle have, by ingredient.

    Where the box does not list them any card may come at any time (A2).
    """
    left = [*state.box.pile]
    for card in state.seen if state.box.plankton else ():
        left.remove(card)
    found = dict[str, tuple[str, ...]]()
    for ingredient, place in left:
        found[ingredient] = tuple(dict.fromkeys((*found.get(ingredient, ()), place)))
    return found


# ---- rolling


def why_not_roll(state: State) -> Refusal | None:
    """Why the dice cannot be thrown, or None when they can."""
    turn = state.turn
    if not turn.pool:
        return Refusal("R25", "no-dice", say("No dice are left this turn."))
    if turn.roll_no and not turn.assigned and not turn.asides:
        return Refusal("R26", "must-assign-or-aside", say("First use a die of this roll, or set one aside."))
    return None


def why_not_faces(state: State, dice: tuple[str, ...], faces: object) -> Refusal | None:
    """Why dice cannot show these faces, or None when they can."""
    if not isinstance(faces, tuple) or len(faces) != len(dice):
        wanted = say("All dice of the pool are thrown: {count} of them.", count=len(dice))
        return Refusal("R29", "roll-all-remaining", wanted)
    for die, face in zip(dice, faces, strict=True):
        if face not in state.faces_of(die):
            missing = say("The {colour} dice have no such face.", colour=COLOURS[die[0]])
            return Refusal("A1", "face-not-on-die", missing)
    return None


def learnable(state: State) -> tuple[str, ...]:
    """The colours of which enough dice were thrown to know all faces."""
    return tuple(
        colour
        for colour, seen in state.thrown.items()
        if colour not in colours_known(state) and sum(seen.values()) >= SURE and len(seen) > 1
    )


# ---- dice, abilities and tokens


def assignments(state: State) -> tuple[str, ...]:
    """Every die with every target that takes it, as `R1>F2`."""
    return tuple(
        f"{die}>{target}"
        for die, face in state.turn.pool.items()
        if face
        for target in targets(state)
        if why_not_assign(state, die, target) is None
    )


def usable(state: State) -> tuple[str, ...]:
    """The abilities that can be used without dice now."""
    return tuple(card for card in (*state.team.friends, HOME) if why_not_use(state, card) is None)


def why_not_use(state: State, card: object) -> Refusal | None:
    """Why an ability cannot be used without dice, or None when it can (R33, R34)."""
    if not isinstance(card, str) or (card != HOME and card not in state.team.friends):
        return Refusal("R11", "not-on-team", say("Only abilities of your own team can be used."))
    refusal = why_not_ability(state, card, paid=False)
    ability = state.ability(card)
    if refusal is None and ability and ability.cost:
        return Refusal("R32", "needs-symbols", say("This ability is paid with dice."))
    return refusal


def why_not_bonus(state: State) -> Refusal | None:
    """Why the first-roll bonus of the team card is not to be had, or None when it is (A19)."""
    if BONUS in state.turn.used:
        return Refusal("A19", "ability-used", say("The bonus comes once a turn."))
    bonus = state.home.bonus
    reached = bonus is None or state.turn.first.get(bonus.symbol, 0) >= bonus.n
    if state.turn.roll_no != 1 or not reached:
        return Refusal(
            "A19", "condition-not-met", say("The first roll does not bring the bonus of your team card.")
        )
    refusal = why_useless(state, Task("ops", HOME, "bonus"))
    return refusal and refusal._replace(point="A19")


def tokens(state: State, seat: int) -> tuple[str, ...]:
    """The different tokens of a seat's teams, as `0:heal`."""
    found = (
        f"{number}:{kind}"
        for number, team in enumerate(state.teams)
        if team.seat == seat
        for kind, _drawn in team.tokens
    )
    return tuple(dict.fromkeys(found))


def why_not_token(state: State, name: str) -> Refusal | None:
    """Why a token cannot be used, or None when it can (R49-R51, A17)."""
    number, _, kind = name.partition(":")
    if "no_tokens" in state.turn.flags:
        return Refusal("R49", "no-tokens", say("No tokens may be used this turn."))
    if oldest(state, int(number), kind) >= state.turn_no:
        return Refusal("R49", "token-too-new", say("A token can be used from the next turn on."))
    ops = state.box.tokens[kind].ops or ()
    if state.phase == PLACE and any(op.op in ("symbol", "extra_die", "change_face", "reroll") for op in ops):
        return Refusal("A17", "no-dice-yet", say("This token needs dice: use it after Plankton's card."))
    return why_useless(state, Task("ops", kind, "token"))


def oldest(state: State, team: int, kind: str) -> int:
    """The turn in which a team drew its oldest token of a kind."""
    return min(drawn for one, drawn in state.teams[team].tokens if one == kind)


# ---- the end of a turn


def why_not_end(state: State) -> Refusal | None:
    """Why the turn cannot end yet, or None when it can (R37)."""
    if not state.turn.roll_no:
        return Refusal("R37", "no-roll-yet", say("Roll the dice first."))
    if not state.setup.options["allow_early_end"] and state.turn.pool and can_match(state):  # A15
        return Refusal("R37", "dice-left", say("There are dice left that could still serve a card."))
    return None
