"""The moves of Yahtzee Jr.: what is open, and what each move brings."""

from __future__ import annotations

from companion.errors import IllegalAction
from companion.rules.args import Arg, Faces, OneOf, Pick, Some
from companion.rules.game import Action, Choice, Event, Expectation
from companion.rules.yahtzee_jr.parts import (
    ALL,
    CHARACTERS,
    DICE,
    FACES,
    LIMITS,
    NAMES,
    WILD,
    Finished,
    Rolled,
    RolloffOpened,
    RolloffRolled,
    Scored,
    State,
    apply,
    points_of,
)
from companion.words import Sentence, say


def five_dice() -> Faces:
    """All five dice of the set thrown together (R5, R27)."""
    return Faces("characters", FACES, DICE, DICE, limits=LIMITS)


def roll_choice(state: State, seat: int) -> Choice:
    """The roll that is open: all five dice first, then any that are live (R5, R6, R12)."""
    if state.phase == "ROLL":
        return Choice((seat,), "roll", say("Roll all five dice"), {"faces": five_dice()}, chance=True)
    wild = {position: say("Gary counts as anybody: keep him?") for position in ALL if state.dice[position] == WILD}
    faces = Faces("characters", FACES, DICE, DICE, over=state.dice, at="reroll", limits=LIMITS)
    args: dict[str, Arg] = {"reroll": Some(state.live, warnings=wild), "faces": faces}
    return Choice((seat,), "roll", say("Roll again"), args, chance=True)


def score_choice(state: State, seat: int) -> Choice:
    """The characters that may be scored now, each with the points that it would bring (R14-R20)."""
    picks = tuple(
        Pick(character, NAMES[character], points_of(state.column(character)))
        for character in _scorable(state, seat)
    )
    return Choice((seat,), "score", say("Score a character"), {"character": OneOf(picks)})


def _scorable(state: State, seat: int) -> tuple[str, ...]:
    unplaced = state.unplaced(seat)
    forced = not any(state.column(character) for character in unplaced)  # R20, R28, A6
    if forced or state.setup.options["allow_voluntary_zero"]:
        return unplaced
    return tuple(character for character in unplaced if state.value(character))


def throw(state: State, action: Action, choice: Choice) -> tuple[Event, ...]:
    """Dice thrown: all five, or those that a player chose (R5, R6, R8, R12)."""
    thrown = positions(action)
    if set(thrown) & set(state.dead):
        raise refuse("R12", "die-set-aside", say("Plankton's die stays aside this turn."), action)
    kept = tuple(state.dice[one] for one in ALL if one not in thrown and state.dice)
    faces = _possible(action, choice, len(thrown), kept)
    return (Rolled(action.seat, state.roll_no + 1, thrown, _lying(state, thrown, faces)),)


def shown(state: State, action: Action) -> tuple[str, ...]:
    """All five faces after a roll that the rules allow."""
    faces = action.args["faces"]
    return _lying(state, positions(action), tuple(str(face) for face in faces) if isinstance(faces, tuple) else ())


def _lying(state: State, thrown: tuple[int, ...], faces: tuple[str, ...]) -> tuple[str, ...]:
    new = dict(zip(thrown, faces, strict=True))
    return tuple(new[one] if one in new else state.dice[one] for one in ALL)


def positions(action: Action) -> tuple[int, ...]:
    """The positions that a roll throws: the chosen ones, or all of a first roll."""
    thrown = action.args.get("reroll", ALL)
    if not isinstance(thrown, tuple) or not Some(ALL).allows(thrown, {}):
        raise refuse("R6", "impossible-roll", say("Choose the dice that you throw again, at least one."), action)
    return tuple(int(one) for one in thrown)


def _possible(action: Action, choice: Choice, count: int, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
    faces = action.args["faces"]
    if not isinstance(faces, tuple):
        raise refuse("R5", "impossible-roll", say("A roll is a row of faces."), action)
    shown = tuple(str(face) for face in faces)
    complaint = Expectation("characters", FACES, (count,), names=NAMES).complaint(shown)
    if complaint:
        raise refuse("R5", "impossible-roll", complaint, action)
    complaint = Expectation("characters", FACES, most=LIMITS, names=NAMES).complaint((*shown, *kept))
    if complaint or not choice.allows(action):
        raise refuse("R27", "impossible-roll", complaint or say("No roll of these dice can show that."), action)
    return shown


def place(state: State, action: Action, choice: Choice) -> tuple[Event, ...]:
    """A token placed; after the last turn also the end or a roll-off (R14-R25)."""
    character = action.args["character"]
    if character not in CHARACTERS:
        raise refuse("R14", "unknown-character", say("Only the five characters can be scored."), action)
    if character not in state.unplaced(action.seat):
        raise refuse("R14", "token-used", say("This token is on the board already."), action)
    if not choice.allows(action):
        raise refuse("R20", "zero-not-forced", say("Another character still scores: choose that one."), action)
    name = str(character)
    scored = Scored(action.seat, name, state.value(name), state.column(name))
    return (scored, *_ending(apply(state, scored)))


def _ending(state: State) -> tuple[Event, ...]:
    if state.turn < state.turns_each * state.seats:
        return ()
    best = tuple(seat for seat, total in enumerate(state.totals) if total == max(state.totals))
    return (RolloffOpened(best),) if len(best) > 1 else (Finished(best[0], state.totals),)


def roll_off(state: State, action: Action, choice: Choice) -> tuple[Event, ...]:
    """Five dice of a tied player; after the last of them the winner or another roll-off (R25, A1, A2)."""
    faces = _possible(action, choice, DICE)
    wild = faces.count(WILD) if state.setup.options["tiebreak_gary_counts"] else 0  # A1
    rolled = RolloffRolled(action.seat, faces, faces.count("SB") + wild)
    return (rolled, *_tie_broken(apply(state, rolled)))


def _tie_broken(state: State) -> tuple[Event, ...]:
    if len(state.counts) < len(state.tied):
        return ()
    best = tuple(seat for seat in state.tied if state.counts[seat] == max(state.counts.values()))
    return (RolloffOpened(best),) if len(best) > 1 else (Finished(best[0], state.totals),)  # A2


def refuse(point: str, reason: str, sentence: Sentence, action: Action) -> IllegalAction:
    """The error that names the rule `point`, a machine-readable `reason` and the `action` that broke it."""
    return IllegalAction(point, sentence, reason=reason, detail=f"got {str(action)!r}")
