"""Cards that are laid side by side before the camera: discards, and the Cartel cards of a Turf War."""

from __future__ import annotations

from companion.rules.card_args import Spread
from companion.rules.riot.deck import CARTEL
from companion.rules.riot.state import State
from companion.words import Sentence, say


def discards(state: State, surplus: int) -> Spread | None:
    """The cards that end the turn when they are laid (R18): those above the limit, any that can be in the hand."""
    if not surplus:
        return None
    held = (card.id for card in state.deck.cards if state.holds(state.active, card.id))
    label = say("End my turn: discard {count}", count=surplus)
    return Spread("cards", surplus, {card: card for card in held}, label)


def cartel(state: State, label: Sentence) -> Spread:
    """All Cartel cards, which the companion compares, and shows to nobody unless all may see them (R42, A3)."""
    gangs = {f"{CARTEL}{gang.code}": gang.code for gang in state.deck.gangs}
    return Spread("cards", state.cartel, gangs, label, sealed=not state.switch("war_public"))
