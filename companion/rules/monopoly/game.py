"""Monopoly with the Plankton rule: our own wording of its rules, point by point (R1-R47)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.errors import IllegalAction
from companion.rules.args import YES_NO, Number, OneOf, Pick, Value
from companion.rules.game import (
    Action,
    Choice,
    Event,
    Expectation,
    Option,
    Outcome,
    Setup,
    legal_beside,
)
from companion.rules.monopoly import (
    building,
    buying,
    drawing,
    ending,
    events,
    mortgages,
    payments,
    rolling,
    shown,
    start,
    told,
    trading,
)
from companion.rules.monopoly.after import apply
from companion.rules.monopoly.box import DECKS, checked, read
from companion.rules.monopoly.course import Move, Refusal
from companion.rules.monopoly.start import DICE, PIPS
from companion.rules.monopoly.state import CASH, Deed, Player, State
from companion.words import Sentence, say

MOVES: Mapping[str, Move] = {
    **start.MOVES,
    **rolling.MOVES,
    **buying.MOVES,
    **drawing.MOVES,
    **payments.MOVES,
    **ending.MOVES,
    **building.MOVES,
    **mortgages.MOVES,
    **trading.MOVES,
}
"""Every kind of action; what a turn asks for comes first."""

_ROLLS = {"START": "start_roll", "ROLL": "roll", "THROW": "throw"}


def _picks(**labels: Sentence) -> OneOf:
    return OneOf(tuple(Pick(value, label) for value, label in labels.items()))


def _numbers(*values: int) -> OneOf:
    return OneOf(tuple(Pick(value, Sentence("{value}", {"value": value})) for value in values))


class Monopoly:
    """The trading game on a board of 40 spaces."""

    id: ClassVar[str] = "monopoly"
    title: ClassVar[Sentence] = say("SpongeBob Monopoly")
    players: ClassVar[tuple[int, int]] = (2, 6)  # R1
    seating: ClassVar[Sentence] = say("As you sit, to the left; the highest first roll begins.")  # R2
    options: ClassVar[tuple[Option, ...]] = (
        Option("plankton", say("Plankton's coin ends the game"), True, YES_NO, "R39"),
        Option(
            "length",
            say("Length of the game"),
            "whole",
            _picks(whole=say("to the end"), short=say("short game"), timed=say("until a time is up")),
            "R38",
        ),
        Option(
            "minutes", say("Minutes until the time is up (0: you watch it yourselves)"), 60, Number(0, 600), "R38"
        ),
        Option(
            "money",
            say("Money"),
            "app",
            _picks(app=say("the companion keeps it"), paper=say("notes; the companion is the cashier")),
            "R3",
        ),
        Option(
            "cards",
            say("Cards"),
            "table",
            _picks(table=say("from the box"), app=say("shuffled by the companion")),
            "A20",
        ),
        Option(
            "deal",
            say("Deeds at the start of a short or timed game"),
            "table",
            _picks(table=say("dealt by hand"), app=say("dealt by the companion")),
            "A21",
        ),
        Option("first_roll", say("Roll for who starts"), True, YES_NO, "R2"),
        Option("plankton_double_one", say("Steps of Plankton for two ones"), 2, _numbers(1, 2), "A1"),
        Option("plankton_counts_all_rolls", say("Plankton goes for every roll of a turn"), True, YES_NO, "A3"),
        Option(
            "plankton_scope",
            say("Plankton counts on"),
            "all",
            _picks(all=say("every deed"), streets=say("streets only")),
            "A4",
        ),
        Option(
            "worth_tie",
            say("Equal worth at the end"),
            "shared",
            _picks(shared=say("they win together"), cash=say("more cash wins")),
            "A10",
        ),
        Option(
            "round_tenth",
            say("A tenth is rounded"),
            "up",
            _picks(up=say("up"), down=say("down"), half=say("to the nearest")),
            "A12",
        ),
        Option("rent_must_be_claimed", say("Owners must ask for rent"), False, YES_NO, "A14"),
        Option("jail_pay_third", say("Paying before the third roll in jail"), False, YES_NO, "A15"),
        Option("free_parking_pot", say("Taxes and fees lie on Free Parking"), False, YES_NO, "A23"),
    )
    events: ClassVar[tuple[type[Event], ...]] = tuple(getattr(events, name) for name in events.__all__)

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """The board and both decks, the classic ones where a family has told none of its own.

        Raises:
            SetupError: a space or card that makes no sense.
        """
        return checked(box)

    def new(self, setup: Setup) -> State:
        """Everybody on GO with 1,500; the coin on space 1 (R1, R39)."""
        box, seats = read(setup.box), len(setup.seats)
        length = setup.options["length"]
        step = "START" if setup.options["first_roll"] else "ROLL" if length == "whole" else "DEAL"
        return State(
            setup,
            box,
            tuple(Player(CASH) for _ in setup.seats),
            {space.pos: Deed() for space in box.deeds},
            {deck: _shuffled(setup, deck, box.deck(deck)) for deck in DECKS},
            step,
            plankton=1 if setup.options["plankton"] else None,
            contenders=tuple(range(seats)) if step == "START" else (),
            bank=-CASH * seats,
        )

    def active(self, state: State) -> int | None:
        """The seat that the game waits for: a debtor, one who places a building, else whose turn it is."""
        return None if state.phase == "OVER" else state.acting

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What the turn asks for, then what any player may do at any time (R27)."""
        if state.phase == "OVER":
            return ()
        return tuple(choice for move in MOVES.values() for choice in move.opened(state))

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What an action brings.

        Raises:
            IllegalAction: with the rule point that forbids it.
        """
        move = MOVES.get(action.name, ending.MOVES["end"])
        if any(choice.allows(action) for choice in move.opened(state)):
            return move.done(state, action)
        choices = self.choices(state)
        with legal_beside(choices):
            raise _refusal(state, action, move, [choice for choice in choices if choice.name == action.name])

    def apply(self, state: State, event: Event) -> State:
        """The state after one of this game's events."""
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Who won, with everybody's worth."""
        result = state.result
        if result is None:
            return None
        return Outcome(result.winners, told.finished(state.setup, result.winners), result.worths)

    def expects(self, state: State, given: Mapping[str, Value]) -> Expectation | None:  # noqa: ARG002
        """Two dice with pips whenever a roll is open."""
        name = _ROLLS.get(state.phase)
        if name is None or not MOVES[name].opened(state):
            return None
        return Expectation("pips", PIPS, (DICE,))

    def rolled(self, state: State, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:  # noqa: ARG002
        """The roll that the phase asks for.

        Raises:
            IllegalAction: no roll is open.
        """
        if self.expects(state, {}) is None:
            raise IllegalAction("R4", say("No roll is open now."), reason="wrong-phase")
        return Action(state.acting, _ROLLS[state.phase], {"faces": faces})

    def tray(self, state: State, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """Both dice."""
        return start.shown(action)

    def corrected(self, state: State, action: Action, faces: tuple[str, ...]) -> Action:  # noqa: ARG002
        """The same roll with these faces."""
        return replace(action, args={**action.args, "faces": faces})

    def prompt(self, state: State) -> Sentence:
        """The next step in one sentence."""
        return shown.prompt(state)

    def tell(self, setup: Setup, event: Event) -> Sentence:
        """What happened, for the log."""
        return told.tell(setup, event)

    def gist(self, setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
        """What is worth a line in the log."""
        return told.gist(setup, events)

    def board(self, state: State) -> Mapping[str, Any]:
        """The board, everybody's deeds, money and worth, and what waits, as plain values."""
        return shown.board(state)


def _shuffled(setup: Setup, deck: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The deck in the seed's order when the companion keeps it, else as printed: then its order is not known."""
    if setup.options["cards"] == "table":
        return cards
    return tuple(random.Random(f"{deck} {setup.seed}").sample(cards, len(cards)))


def _refusal(state: State, action: Action, move: Move, named: list[Choice]) -> IllegalAction:
    """Why an action is not allowed: that of its kind if it knows, else what is plain from what is open."""
    mine = [choice for choice in named if action.seat in choice.seats]
    if named and not mine and not move.anybody:
        return Refusal(move.point, "not-your-turn", say("It is another player's turn.")).error(action)
    why = None if state.phase == "OVER" else move.why(state, action)
    if why is None and not mine:
        why = Refusal(move.point, "wrong-phase", say("That cannot be done now."))
    if why is None and mine[0].args.keys() != action.args.keys():
        why = Refusal(move.point, "wrong-arguments", say("Something is missing in this move, or too much."))
    return (why or Refusal(move.point, "not-offered", say("That is none of the possibilities."))).error(action)


GAME = Monopoly()
"""The one instance."""
