"""Yahtzee Jr. with five character dice: our own wording of its rules, point by point (R1-R28)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.errors import IllegalAction
from companion.rules.args import YES_NO, Number, Value
from companion.rules.game import (
    Action,
    Choice,
    Event,
    Expectation,
    Option,
    Outcome,
    Setup,
    choice_of,
    legal_beside,
)
from companion.rules.setup import no_box
from companion.rules.yahtzee_jr import moves, tray
from companion.rules.yahtzee_jr.parts import (
    ALL,
    CHARACTERS,
    DICE,
    FACES,
    LIMITS,
    NAMES,
    SPACES,
    TURNS,
    Finished,
    Rolled,
    RolloffOpened,
    RolloffRolled,
    Scored,
    State,
    apply,
    points_of,
)
from companion.words import Sentence, listed, say

_DECIDE = {"roll": moves.throw, "score": moves.place, "rolloff": moves.roll_off}


class YahtzeeJr:
    """The game of five character dice with a wild and a lost face."""

    id: ClassVar[str] = "yahtzee_jr"
    title: ClassVar[Sentence] = say("Yahtzee Jr.")
    players: ClassVar[tuple[int, int]] = (2, 4)  # R1
    seating: ClassVar[Sentence] = say("The youngest player first, then clockwise.")  # R2
    options: ClassVar[tuple[Option, ...]] = (
        Option("tiebreak_gary_counts", say("Gary counts in the roll-off"), False, YES_NO, "A1"),
        Option("allow_voluntary_zero", say("A player may choose zero freely"), False, YES_NO, "A4"),
        Option("turns_each", say("Turns each (0: as the rules say)"), 0, Number(0, SPACES), "A10"),
    )
    events: ClassVar[tuple[type[Event], ...]] = (Rolled, Scored, RolloffOpened, RolloffRolled, Finished)

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """Nothing: the rules name all that is played with."""
        return no_box(self, box)

    def new(self, setup: Setup) -> State:
        """An empty board; five, four or three turns each for two, three or four players (R3)."""
        return State(setup, int(str(setup.options["turns_each"])) or TURNS[len(setup.seats)])

    def active(self, state: State) -> int | None:
        """The seat whose turn it is; in a roll-off the next tied seat that has not rolled."""
        if state.phase == "ROLLOFF":
            return next(seat for seat in state.tied if seat not in state.counts)
        return None if state.phase == "OVER" else state.turn % state.seats

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Roll, score, or roll off: whatever the phase opens."""
        seat = self.active(state)
        if seat is None:
            return ()
        if state.phase == "ROLLOFF":
            return (Choice((seat,), "rolloff", say("Roll off"), {"faces": moves.five_dice()}, chance=True),)
        found = [moves.roll_choice(state, seat)] if state.phase in ("ROLL", "DECIDE") and state.live else []
        if state.phase in ("DECIDE", "SCORE"):
            found.append(moves.score_choice(state, seat))
        return tuple(found)

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What a roll, a score or a roll-off brings.

        Raises:
            IllegalAction: with the rule point R5-R27 that forbids it.
        """
        with legal_beside(self.choices(state)):
            if state.phase == "ROLLOFF" and action.name == "rolloff" and action.seat != self.active(state):
                raise moves.refuse("R25", "not-in-rolloff", say("It is not your turn in the roll-off."), action)
            choice = choice_of(self, state, action, "R4" if action.name == "roll" else "R14")
            if action.args.keys() != choice.args.keys():
                raise moves.refuse("R5", "wrong-arguments", say("Something is missing in this move."), action)
            return _DECIDE[action.name](state, action, choice)

    def apply(self, state: State, event: Event) -> State:
        """The state after one of this game's events."""
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """The one winner and all totals."""
        if state.winner is None:
            return None
        name = state.setup.seats[state.winner].name
        return Outcome((state.winner,), say("{name} wins!", name=name), state.totals)

    def expects(self, state: State, given: Mapping[str, Value]) -> Expectation | None:
        """All five dice; after a lost face also without that die; after marks also just the marked dice."""
        if not any(choice.chance for choice in self.choices(state)):
            return None
        counts = {DICE}
        if state.phase == "DECIDE":
            counts |= {len(state.live), len(tray.marked(state, given)) or DICE}
        return Expectation("characters", FACES, tuple(sorted(counts)), LIMITS, NAMES)

    def rolled(self, state: State, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:
        """The roll that leaves these dice in the tray.

        Raises:
            IllegalAction: a die that was set aside has changed (R12), or the number fits no roll (R5).
        """
        seat = self.active(state)
        if seat is None or state.phase == "SCORE":
            raise IllegalAction("R7", say("No roll is open now."), reason="wrong-phase")
        if state.phase != "DECIDE":
            return Action(seat, "rolloff" if state.tied else "roll", {"faces": faces})
        thrown, shown = tray.thrown(state, faces, tray.marked(state, given))
        return Action(seat, "roll", {"reroll": thrown, "faces": shown})

    def tray(self, state: State, action: Action) -> tuple[str, ...]:
        """All five dice after the roll, those that stayed too."""
        return moves.shown(state, action)

    def corrected(self, state: State, action: Action, faces: tuple[str, ...]) -> Action:
        """The roll with these faces: a die that was taken for kept and has changed was thrown too.

        Raises:
            IllegalAction: these are not five dice (R5).
        """
        if not state.dice or len(faces) != DICE:
            return replace(action, args={**action.args, "faces": faces})
        thrown = {one for one in ALL if faces[one] != state.dice[one]} | {*moves.positions(action)}
        again: dict[str, Value] = {"reroll": tuple(sorted(thrown))}
        return replace(action, args=again | {"faces": tuple(faces[one] for one in sorted(thrown))})

    def prompt(self, state: State) -> Sentence:
        """The next step in one sentence."""
        seat = self.active(state)
        if seat is None:
            return say("The game is over.")
        name = state.setup.seats[seat].name
        match state.phase:
            case "ROLL":
                return say("{name}: throw all five dice into the tray and press the button.", name=name)
            case "DECIDE" if state.live:
                return say("{name}: throw any dice again, or choose a character to score.", name=name)
            case "ROLLOFF":
                return say("{name}: roll off! Throw all five dice; the most SpongeBobs win.", name=name)
        return say("{name}: choose a character to score.", name=name)

    def tell(self, setup: Setup, event: Event) -> Sentence:
        """What happened, for the log."""
        match event:
            case Rolled():
                return say("Roll {number}: {faces}", number=event.roll_no, faces=spell(event.faces))
            case Scored():
                name, points = NAMES[event.character], points_of(event.column)
                return say("{value} × {character}: {points}", value=event.value, character=name, points=points)
            case RolloffOpened():
                names = ", ".join(setup.seats[seat].name for seat in event.tied)
                return say("A tie: {names} roll off.", names=names)
            case RolloffRolled():
                return say("Roll-off: {faces} – {count}", faces=spell(event.faces), count=event.count)
            case Finished():
                return say("{name} wins!", name=setup.seats[event.winner].name)
        raise TypeError(f"expected an event of yahtzee_jr, got {event!r}")

    def gist(self, setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
        """Everything: nothing of it is long."""
        return tuple(self.tell(setup, event) for event in events)

    def board(self, state: State) -> Mapping[str, Any]:
        """The scoreboard, the dice and the tokens as plain values."""
        return {
            "phase": state.phase,
            "round": state.round,
            "turns_each": state.turns_each,
            "roll_no": state.roll_no,
            "dice_set": "characters",
            "dice": list(state.dice),
            "dead": list(state.dead),
            "rows": [_row(state, character) for character in CHARACTERS],
            "tokens": [list(state.unplaced(seat)) for seat in range(state.seats)],
            "totals": list(state.totals),
            "tied": list(state.tied),
            "rolloff": {str(seat): count for seat, count in state.counts.items()},
            "winner": state.winner,
        }


def _row(state: State, character: str) -> dict[str, Any]:
    zero = [token.seat for token in state.placed if token.character == character and not token.column]  # R21
    spaces = [state.owner(character, column) for column in range(1, SPACES + 1)]
    return {"character": character, "name": NAMES[character], "spaces": spaces, "zero": zero}


def spell(faces: tuple[str, ...]) -> Sentence:
    """The faces as names with commas."""
    return listed(NAMES[face] for face in faces)


GAME = YahtzeeJr()
"""The one instance."""
