"""Dice, tokens, jail and cards, told for the log."""

from __future__ import annotations

from companion.rules.game import Setup
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import Card
from companion.rules.monopoly.effects import described
from companion.rules.monopoly.told.words import Alone, Fixed, Told, called, finished, named, names, place, total
from companion.words import Sentence, say


def _start_rolled(event: e.StartRolled) -> Sentence:
    return say("Rolls {sum} for the start.", sum=total(event.faces))


def _start_tied(setup: Setup, event: e.StartTied) -> Sentence:
    return say("A tie: {names} roll again.", names=names(setup, event.seats))


def _started(setup: Setup, event: e.Started) -> Sentence:
    return say("{name} begins.", name=called(setup, event.seat))


def _rolled(event: e.Rolled) -> Sentence:
    one, two = event.faces
    if one == two:
        return say("Rolls {one} and {two}: a double!", one=one, two=two)
    return say("Rolls {one} and {two}.", one=one, two=two)


def _thrown(event: e.Thrown) -> Sentence:
    return say("Throws {sum} for the rent.", sum=total(event.faces))


def _plankton_moved(setup: Setup, event: e.PlanktonMoved) -> Sentence:
    return say("Plankton goes to {space}.", space=place(setup, event.space))


def _moved(setup: Setup, event: e.Moved) -> Sentence:
    return say("Comes to {space}.", space=place(setup, event.space))


def _jailed(event: e.Jailed) -> Sentence:
    if event.cause == "doubles":
        return say("The third double: to jail.")
    return say("Goes to jail.")


def _jail_failed(event: e.JailFailed) -> Sentence:
    return say("No double: try {tries} in jail.", tries=event.tries)


def _left_jail(event: e.LeftJail) -> Sentence:
    if event.how == "card":
        return say("Leaves jail with a card.")
    return say("Leaves jail.")


def _card_drawn(setup: Setup, event: e.CardDrawn) -> Sentence:
    raw = next((raw for raw in setup.box[event.deck] if raw["id"] == event.card), None)
    card = Card(**raw) if raw else Card("", event.op, amount=event.amount)
    known = raw or event.op in ("bank", "each", "keep", "jail", "none")
    text = described(card, place(setup, card.to), named(setup)) if known else say("as it says")
    return say("Draws from {deck}: {text}.", deck=named(setup).deck(event.deck), text=text)


def _turn_ended(setup: Setup, event: e.TurnEnded) -> Sentence:
    return say("Now it is the turn of {name}.", name=called(setup, event.next))


def _finished(setup: Setup, event: e.Finished) -> Sentence:
    won = finished(setup, event.winners)
    return say("The time is up. {won}", won=won) if event.cause == "time" else won


TOLD: Told = {
    e.StartTied: _start_tied,
    e.Started: _started,
    e.PlanktonMoved: _plankton_moved,
    e.Moved: _moved,
    e.CardDrawn: _card_drawn,
    e.TurnEnded: _turn_ended,
    e.Finished: _finished,
}
"""Sentences with names of players and places."""

ALONE: Alone = {
    e.StartRolled: _start_rolled,
    e.Rolled: _rolled,
    e.Thrown: _thrown,
    e.Jailed: _jailed,
    e.JailFailed: _jail_failed,
    e.LeftJail: _left_jail,
}
"""Sentences that the event alone gives."""

FIXED: Fixed = {
    e.CardKept: say("Keeps the card."),
}
"""Sentences that are always the same."""
