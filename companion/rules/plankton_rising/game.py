"""Plankton Rising in our own wording, point by point (R1-R60); open questions are house rules (A1-A26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.rules.args import YES_NO, Number, OneOf, Pick, Value
from companion.rules.game import Action, Choice, Event, Expectation, Option, Outcome, Setup
from companion.rules.plankton_rising import board, choices, deciding, gist, prompting, telling, tray
from companion.rules.plankton_rising.box import filled, read
from companion.rules.plankton_rising.cards import cards_of
from companion.rules.plankton_rising.course import mixed
from companion.rules.plankton_rising.doing import words
from companion.rules.plankton_rising.folding import EVENTS, apply
from companion.rules.plankton_rising.state import State, Team
from companion.rules.plankton_rising.vocabulary import CARDS, ORDERS, VILLAIN
from companion.words import Sentence, say

ALL_SOME_NONE = OneOf((Pick("all", say("all")), Pick("some", say("some: chosen now")), Pick("none", say("none"))))
WHO_DEALS = OneOf(
    (
        Pick("table", say("real cards on the table")),
        Pick("app", say("the app, as far as it knows")),
        Pick("printed", say("our own cards, printed and on the table")),
    )
)
IN_WHICH_ORDER = OneOf((Pick("left", say("from left to right")), Pick("choose", say("the player chooses"))))
TOKEN_TIMES = OneOf((Pick("dice", say("after Plankton’s card")), Pick("any", say("at any time"))))


class PlanktonRising:
    """The co-operative game of Friends, Orders and Villains against a thief of ingredients."""

    id: ClassVar[str] = "plankton_rising"
    title: ClassVar[Sentence] = say("Plankton Rising")
    players: ClassVar[tuple[int, int]] = (1, 4)
    seating: ClassVar[Sentence] = say("Who went swimming last begins, then clockwise.")  # R5
    options: ClassVar[tuple[Option, ...]] = (
        Option("orders_to_win", say("Orders to win"), 7, Number(7, ORDERS), "R7"),
        Option("villains", say("Villains in the deck"), "all", ALL_SOME_NONE, "R8"),
        Option("cards", say("Who deals the cards"), "table", WHO_DEALS, "R4"),
        Option("odds", say("Show the chance to complete each card"), False, YES_NO, "R28"),
        Option("empty_team_loses", say("A team without Friends loses in any case"), False, YES_NO, "A8"),
        Option("activation_order", say("Orders and Villains act"), "left", IN_WHICH_ORDER, "A9"),
        Option("remote_effects", say("Cards reach a team in the other room too"), True, YES_NO, "A10"),
        Option("token_counts_as_assign", say("A symbol token counts as a die used"), False, YES_NO, "A14"),
        Option("allow_early_end", say("A turn may end while dice could still be used"), True, YES_NO, "A15"),
        Option("token_window", say("Tokens may be used"), "dice", TOKEN_TIMES, "A17"),
        Option("bonus_after_changes", say("Changed faces count for the first-roll bonus"), False, YES_NO, "A19"),
        Option("villain_extra_time", say("A Villain may be hit more than once a turn"), False, YES_NO, "A21"),
    )
    events: ClassVar[tuple[type[Event], ...]] = EVENTS

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """The family's own cards, dice and tiles; what it does not tell is asked at the table."""
        return filled(box)

    def cards(self, box: Mapping[str, Any]) -> Mapping[str, Sentence]:
        """The names of all cards that the box tells, by their codes."""
        return cards_of(read(box))

    def new(self, setup: Setup) -> State:
        """Everything in its box: nobody has a team yet (R1-R3); alone one plays two teams (R6)."""
        box, seats = read(filled(setup.box)), len(setup.seats)
        teams = tuple(Team(number % seats) for number in range(max(2, seats)))
        out = tuple(
            card.id for card in box.cards.values() if card.kind == VILLAIN and setup.options["villains"] == "none"
        )
        deck = tuple(card for card in box.cards if card not in out)
        state = State(setup, box, teams=teams, deck=deck, out=out, strangers=CARDS - len(box.cards))
        return replace(state, deck=mixed(state, deck, "cards")) if state.deals else state

    def active(self, state: State) -> int | None:
        """The seat whose team is on."""
        return None if state.won is not None else state.team.seat

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What is open now."""
        return choices.choices(state)

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What an action brings.

        Raises:
            IllegalAction: with the rule point that forbids it.
        """
        return deciding.decide(state, action)

    def apply(self, state: State, event: Event) -> State:
        """The state after one of this game's events."""
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """All win or all lose (R53-R57)."""
        if state.won is None:
            return None
        everybody = tuple(range(len(state.setup.seats)))
        return Outcome(everybody if state.won else (), telling.REASONS[state.reason])

    def expects(self, state: State, given: Mapping[str, Value]) -> Expectation | None:  # noqa: ARG002
        """The dice of the pool, as long as they may be thrown."""
        return tray.expects(state)

    def rolled(self, state: State, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:
        """The roll of these faces.

        Raises:
            IllegalAction: no roll is open (R26), or the dice have other colours than the pool (A1).
        """
        return tray.rolled(state, faces, given)

    def tray(self, state: State, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """The dice that were thrown, in the order of the pool."""
        return words(action.args["faces"])

    def corrected(self, state: State, action: Action, faces: tuple[str, ...]) -> Action:  # noqa: ARG002
        """The roll with these faces."""
        return replace(action, args={**action.args, "faces": faces})

    def prompt(self, state: State) -> Sentence:
        """The next step in one sentence."""
        return prompting.prompt(state)

    def tell(self, setup: Setup, event: Event) -> Sentence:
        """What happened, for the log."""
        return telling.tell(setup, event)

    def gist(self, setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
        """What is worth a line in the log."""
        return gist.gist(setup, events)

    def board(self, state: State) -> Mapping[str, Any]:
        """What the table shows, as plain JSON values."""
        return board.board(state)


GAME = PlanktonRising()
"""The one instance."""
