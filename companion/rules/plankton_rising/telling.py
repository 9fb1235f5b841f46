"""Plankton Rising in sentences: what an effect does, what has happened, what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.game import Event, Setup
from companion.rules.plankton_rising import dice_events as rolled
from companion.rules.plankton_rising import events as happened
from companion.rules.plankton_rising.vocabulary import (
    COLOUR_NAMES,
    FACE_NAMES,
    FLAGS,
    HOME,
    KINDS,
    PLACES,
    SYMBOLS,
    count,
    spell,
)
from companion.words import Sentence, listed, say

REASONS: Mapping[str, Sentence] = {
    "orders": say("Hurrah! All the Orders are done: you win together."),
    "stolen": say("Plankton has stolen every ingredient: he wins this time."),
    "friends": say("Ten Friends have run out of time: Plankton wins this time."),
    "team": say("A team has lost its last Friend: Plankton wins this time."),
}


def tell(setup: Setup, event: Event) -> Sentence:
    """What happened, in one sentence for the log."""
    teller = _TELLERS.get(type(event))
    if teller is None:
        raise TypeError(f"expected an event of plankton_rising, got {event!r}")
    told: Sentence = teller(Names(setup), event)
    return told


class Names:
    """The names of things that only the evening's box knows, looked up without reading all of it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def find(self, section: str, name: str) -> str:
        """The name of an entry of the box; copies of a card are called alike. Empty when there is none."""
        entries = self.setup.box.get(section, ())
        ids = (name, name.rpartition("-")[0])
        return next((str(one["name"]) for wanted in ids for one in entries if one["id"] == wanted), "")

    def card(self, name: str) -> str | Sentence:
        """A card, a team card or a tile by its name."""
        if name == HOME:
            return say("the team card")
        found = self.find("cards", name) or self.find("ingredients", name)
        _new, _, rest = name.partition("-")
        kind, _, number = rest.partition("-")
        return found or say("{kind} {number}", kind=KINDS.get(kind, say("card")), number=number)

    def team(self, number: int) -> str:
        """The player of a team; alone both teams are the same one's."""
        return self.setup.seats[number % len(self.setup.seats)].name


def _stood(_: Names, event: happened.Stood) -> Sentence:
    if event.tasks and event.tasks[0].kind in _NEXT:
        return say("Next: {what}.", what=_NEXT[event.tasks[0].kind])
    return _PHASES[event.phase]


def _card_described(names: Names, event: happened.CardDescribed) -> Sentence:
    card = event.name or names.card(event.card)
    printed = spell(count(event.symbols))
    if not event.symbols:
        return say("{card}: room for {capacity} Time.", card=card, capacity=event.capacity)
    if not event.capacity:
        return say("{card} asks for {symbols}.", card=card, symbols=printed)
    return say(
        "{card} asks for {symbols}, room for {capacity} Time.", card=card, symbols=printed, capacity=event.capacity
    )


def _left_out(names: Names, event: happened.LeftOut) -> Sentence:
    if not event.card:
        return say("{number} Villains stay out.", number=event.number)
    return say("{card} stays out.", card=names.card(event.card))


def _rolled(_: Names, event: rolled.Rolled | rolled.Rerolled) -> Sentence:
    shown = listed(
        say("{colour} {face}", colour=COLOUR_NAMES[die[0]], face=FACE_NAMES[face])
        for die, face in zip(event.dice, event.faces, strict=True)
    )
    if isinstance(event, rolled.Rolled):
        return say("Roll {number}: {dice}", number=event.roll_no, dice=shown)
    return say("Thrown once more: {dice}", dice=shown)


def _assigned(names: Names, event: rolled.Assigned) -> Sentence:
    return say(
        "{n} × {symbol} on {card}", n=event.count, symbol=SYMBOLS[event.symbol], card=names.card(event.target)
    )


def _used(names: Names, event: rolled.Used) -> Sentence:
    if event.ability == "bonus":
        return say("The first roll brings the bonus.")
    return say("{card} helps.", card=names.card(event.ability))


def _shuffled(_: Names, event: happened.Shuffled) -> Sentence:
    piles = {"plankton": say("The Plankton cards are shuffled."), "tokens": say("Used tokens are shuffled in.")}
    return piles.get(event.pile, say("The deck is shuffled."))


def _faces_learnt(_: Names, event: rolled.FacesLearnt) -> Sentence:
    if not event.faces:
        return say("The {colour} dice may show any face.", colour=COLOUR_NAMES[event.colour])
    faces = listed(FACE_NAMES[face] for face in event.faces)
    return say("The {colour} dice have these faces: {faces}.", colour=COLOUR_NAMES[event.colour], faces=faces)


def _lost(names: Names, event: happened.Lost) -> Sentence:
    return say("{card} has run out of time and is gone.", card=names.card(event.card))


def _theft_changed(names: Names, event: happened.TheftChanged) -> Sentence:
    words = say("Theft on {tile}: {by} → {now}") if event.by < 0 else say("Theft on {tile}: +{by} → {now}")
    return say(words.template, tile=names.card(event.ingredient), by=event.by, now=event.now)


def _time_changed(names: Names, event: happened.TimeChanged) -> Sentence:
    words = say("Time on {card}: {by} → {now}") if event.by < 0 else say("Time on {card}: +{by} → {now}")
    return say(words.template, card=names.card(event.card), by=event.by, now=event.now)


_PHASES: Mapping[str, Sentence] = {
    "TEAMS": say("The next team is chosen."),
    "TRIM": say("Now Villains may be left out."),
    "DEAL": say("Now the cards are dealt."),
    "PLACE": say("Everything lies ready."),
    "PLANKTON": say("Now Plankton’s card."),
    "DICE": say("Now the dice."),
    "END": say("The turn ends."),
    "OVER": say("The game is over."),
}
_NEXT: Mapping[str, Sentence] = {
    "home": say("the dice of the team card"),
    "describe": say("what is printed on the card"),
    "reveal": say("Plankton’s card"),
    "activate": say("which card acts"),
    "ops": say("a choice"),
    "manual": say("read the card"),
    "reroll": say("throw these dice once more"),
    "fill": say("a card for the gap"),
    "shuffle": say("shuffle"),
    "draw": say("a Spatula token"),
}
_TELLERS: Mapping[type[Event], Callable[[Names, Any], Sentence]] = {
    happened.Stood: _stood,
    happened.TeamTaken: lambda n, e: say(
        "{name} plays {team} with {card}.",
        name=n.team(e.team), team=n.find("homes", e.home), card=n.card(e.leader),
    ),
    happened.HomeDescribed: lambda n, e: say(
        "The team card of {name} gives {a}, {b} and {c}.",
        name=n.team(e.team), a=COLOUR_NAMES[e.dice[0]], b=COLOUR_NAMES[e.dice[1]], c=COLOUR_NAMES[e.dice[2]],
    ),
    happened.CardMet: lambda _n, e: say("A new {kind} turns up.", kind=KINDS[e.kind]),
    happened.CardDescribed: _card_described,
    happened.Mistaken: lambda n, e: say("{card} was taken for another card.", card=n.card(e.card)),
    happened.LeftOut: _left_out,
    happened.Dealt: lambda n, e: say("{card} comes to {place}.", card=n.card(e.card), place=PLACES[e.row]),
    happened.Placed: lambda n, e: say("{name} goes to {place}.", name=n.team(e.team), place=PLACES[e.place]),
    happened.Revealed: lambda n, e: say(
        "Plankton’s card: {tile}, {place}.", tile=n.card(e.ingredient), place=PLACES[e.place]
    ),
    happened.TheftChanged: _theft_changed,
    happened.Stolen: lambda n, e: say("{tile} is stolen!", tile=n.card(e.ingredient)),
    happened.PlanktonMoved: lambda _n, e: say("Plankton is in {place}.", place=PLACES[e.place]),
    happened.TimeChanged: _time_changed,
    happened.VillainHit: lambda n, e: say("{card} is hit: {now} Time.", card=n.card(e.card), now=e.now),
    happened.Activated: lambda n, e: say("{card} acts.", card=n.card(e.source)),
    happened.Flagged: lambda _n, e: say("From now on: {flag}.", flag=FLAGS[e.flag]),
    happened.Returned: lambda n, e: say("{card} goes back to the deck.", card=n.card(e.card)),
    happened.Shuffled: _shuffled,
    rolled.DiceTaken: lambda _n, e: say("{count} dice are in the pool.", count=len(e.dice)),
    rolled.DieAdded: lambda _n, e: say("One more {colour} die.", colour=COLOUR_NAMES[e.die[0]]),
    rolled.Rolled: _rolled,
    rolled.Rerolled: _rolled,
    rolled.Turned: lambda _n, e: say(
        "A {colour} die is turned to {face}.", colour=COLOUR_NAMES[e.die[0]], face=FACE_NAMES[e.face]
    ),
    rolled.Assigned: _assigned,
    rolled.SetAside: lambda _n, e: say(
        "{colour} {face} is set aside.", colour=COLOUR_NAMES[e.die[0]], face=FACE_NAMES[e.face]
    ),
    rolled.Used: _used,
    happened.TokenSpent: lambda n, e: say(
        "{name} uses a token: {token}.", name=n.team(e.team), token=n.find("tokens", e.kind)
    ),
    happened.TokenBack: lambda n, e: say(
        "{name} gives a token back: {token}.", name=n.team(e.team), token=n.find("tokens", e.kind)
    ),
    happened.TokenDrawn: lambda n, e: say(
        "{name} draws a token: {token}.", name=n.team(e.team), token=n.find("tokens", e.kind)
    ),
    happened.Recruited: lambda n, e: say("{card} joins {name}!", card=n.card(e.card), name=n.team(e.team)),
    happened.OrderDone: lambda n, e: say("Order done: {card}!", card=n.card(e.card)),
    rolled.DiceReturned: lambda _n, _e: say("All dice go back."),
    happened.Lost: _lost,
    happened.TurnBegun: lambda n, e: say("Turn {turn}: {name}.", turn=e.turn, name=n.team(e.team)),
    rolled.FacesLearnt: _faces_learnt,
    happened.Finished: lambda _n, e: REASONS[e.reason],
}  # fmt: skip
"""By kind of event."""
