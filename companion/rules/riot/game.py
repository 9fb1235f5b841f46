"""Plant-Based Riot: our own wording of its rules, point by point (R1-R43, A1-A23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.errors import IllegalAction
from companion.rules.args import YES_NO, Number, Value
from companion.rules.game import Action, Choice, Event, Expectation, Option, Outcome, Setup, legal_beside
from companion.rules.riot import board, deck, gist, moves, offers, refusals, tell
from companion.rules.riot.apply import apply
from companion.rules.riot.events import EVENTS
from companion.rules.riot.state import HAND, State
from companion.rules.riot.turf import Turf
from companion.words import Sentence, say


class Riot:
    """The game of gangs, turfs and hidden Cartel cards; hands stay hidden."""

    id: ClassVar[str] = "riot"
    title: ClassVar[Sentence] = say("Plant-Based Riot")
    players: ClassVar[tuple[int, int]] = (2, 5)  # R1, A18
    seating: ClassVar[Sentence] = say("Whoever ate a vegetable last first, then clockwise.")  # R5
    options: ClassVar[tuple[Option, ...]] = (
        Option("cartel", say("Cartel cards: 3 is harder, 5 easier"), 4, Number(3, 5), "R4"),
        Option("rivals_rule", say("Rival gangs cannot win together"), False, YES_NO, "R43"),
        Option(
            "failed_war_discard", say("A failed Turf War costs the gangs that do not match"), False, YES_NO, "A4"
        ),
        Option("window", say("Seconds to block a card (0: until somebody goes on)"), 10, Number(0, 120), "A9"),
        Option("war_public", say("Everybody sees the Cartel cards in a Turf War"), False, YES_NO, "A3"),
        Option("min_real_cards", say("Plain cards that a full gang needs"), 0, Number(0, 2), "A6"),
        Option("bananas_any_group", say("Top Bananas takes gangs that are not full too"), False, YES_NO, "A7"),
        Option(
            "block_only_self",
            say("A block of Peachy Bruiser or Spin holds for its player alone"),
            False,
            YES_NO,
            "A8",
        ),
        Option("felon_sleeps", say("Water-Felon stays on a gang that is no longer full"), True, YES_NO, "A11"),
        Option("pear_single_use", say("Pear-tection is used up by one attack"), False, YES_NO, "A13"),
    )
    events: ClassVar[tuple[type[Event], ...]] = EVENTS

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """The gangs and cards of the family's box; empty for the deck that is shipped.

        Raises:
            SetupError: an entry that is none, or not 98 cards (R1).
        """
        return deck.checked_box(box)

    def cards(self, box: Mapping[str, Any]) -> Mapping[str, Sentence]:
        """The names of all 98 cards by their codes."""
        return deck.cards_of(deck.deck_of(box))

    def new(self, setup: Setup) -> State:
        """Five cards in each hand, the Cartel cards apart, and nothing in the turfs (R2, R3, R4)."""
        seats = len(setup.seats)
        hands = ((deck.UNKNOWN,) * HAND,) * seats
        pile = deck.CARDS - deck.GANGS - HAND * seats
        return State(setup, deck.deck_of(setup.box), hands, pile, (Turf(),) * seats, ("",) * seats)

    def active(self, state: State) -> int | None:
        """The seat whose turn it is, also while others may block or give."""
        return None if state.phase == "OVER" else state.active

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Whatever the phase opens, to each seat that it concerns."""
        return offers.choices(state)

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What a move, a block, a draw or the word after a Turf War brings.

        Raises:
            IllegalAction: with the rule point R1-R43 that forbids it.
        """
        if any(choice.allows(action) for choice in offers.offered(state, action.name)):
            return moves.happen(state, action)
        with legal_beside(self.choices(state)):
            raise refusals.why(state, action)

    def apply(self, state: State, event: Event) -> State:
        """The state after one of this game's events."""
        return apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """The one winner; there is no other end."""
        if state.winner is None:
            return None
        return Outcome((state.winner,), say("{name} wins!", name=state.setup.seats[state.winner].name))

    def expects(self, state: State, given: Mapping[str, Value]) -> Expectation | None:  # noqa: ARG002
        """No dice, ever."""
        return None

    def rolled(self, state: State, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:  # noqa: ARG002
        """Never anything.

        Raises:
            IllegalAction: always; the box has cards only (R1).
        """
        raise IllegalAction("R1", say("This game has no dice."), detail=f"got {faces!r}", reason="no-dice")

    def tray(self, state: State, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """Nothing."""
        return ()

    def corrected(self, state: State, action: Action, faces: tuple[str, ...]) -> Action:  # noqa: ARG002
        """Never anything.

        Raises:
            IllegalAction: always; the box has cards only (R1).
        """
        raise IllegalAction("R1", say("This game has no dice."), detail=f"got {faces!r}", reason="no-dice")

    def prompt(self, state: State) -> Sentence:
        """The next step in one sentence."""
        return tell.prompt(state)

    def tell(self, setup: Setup, event: Event) -> Sentence:
        """What happened, for the log."""
        return tell.tell(setup, event)

    def gist(self, setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
        """What is worth a line in the log."""
        return gist.gist(setup, events)

    def board(self, state: State) -> Mapping[str, Any]:
        """Everything that lies open, and the counts of what does not, as plain values."""
        return board.board(state)


GAME = Riot()
"""The one instance."""
