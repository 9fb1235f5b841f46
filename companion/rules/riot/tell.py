"""What is said at the table: the next step, and every event in one sentence for the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.game import Event, Setup
from companion.rules.riot import events as ev
from companion.rules.riot.deck import NOPE
from companion.rules.riot.offers import surplus_of
from companion.rules.riot.state import LIMIT, WAR, State
from companion.words import Sentence, say


def prompt(state: State) -> Sentence:
    """The next step in one sentence."""
    if state.phase == "OVER":
        return say("The game is over.")
    return _PROMPTS[state.phase](state, state.setup.seats[state.active].name)


def _peek(state: State, name: str) -> Sentence:
    if state.active:
        return say("{name}: look at one Cartel card, put it back and shuffle them.", name=name)
    return say(
        "Deal five cards each and lay {count} Cartel cards face down. {name}: look at one, then shuffle them.",
        count=state.cartel,
        name=name,
    )


def _start(state: State, name: str) -> Sentence:
    return say("{name}: draw {count} cards.", name=name, count=state.after_drawing(state.due)[0])


def _moves(state: State, name: str) -> Sentence:
    surplus = surplus_of(state)
    if state.moves == 1:
        return say("{name}: one move left, or end your turn.", name=name)
    if state.moves:
        return say("{name}: {moves} moves left, or end your turn.", name=name, moves=state.moves)
    if surplus:
        return say(
            "{name}: end your turn and discard {count}: {limit} stay.", name=name, count=surplus, limit=LIMIT
        )
    return say("{name}: end your turn.", name=name)


def _pending(state: State, name: str) -> Sentence:
    what = pending_name(state)
    if state.pending and state.pending.blocks:
        by = state.setup.seats[state.pending.last].name
        return say("{by} says No You Don't! to {name}: does anybody block that?", by=by, name=name)
    return say("{name} plays {what}: does anybody block it?", name=name, what=what)


def pending_name(state: State) -> Sentence:
    """What may be blocked."""
    if state.pending is None or state.pending.card == WAR:
        return say("Turf War")
    return Sentence("{card}", {"card": state.deck.name(state.pending.card)})


def pending_told(state: State) -> Sentence:
    """What was done that may be blocked, as the log tells it."""
    pending = state.pending
    if pending is None or pending.card == WAR:
        return say("calls a Turf War")
    played = ev.Played(pending.seat, pending.card, pending.take, pending.give, pending.way)
    return tell(state.setup, played)


def _recruit(state: State, name: str) -> Sentence:
    count = state.after_drawing(state.due)[0]
    return say(
        "{name}: look at the top {count} cards, keep one, put the others back anywhere.", name=name, count=count
    )


def _give(state: State, name: str) -> Sentence:
    givers = ", ".join(state.setup.seats[seat].name for seat in state.givers)
    return say("{givers}: give {name} an unprotected gang card of your choice.", givers=givers, name=name)


def _name(state: State, name: str) -> Sentence:
    return say(
        "{name}: say what your new {card} is used as.", name=name, card=state.deck.name(state.naming[0].card)
    )


def _war(state: State, name: str) -> Sentence:  # noqa: ARG001  (every prompt's shape)
    return say("{name}: compare your full gangs with the Cartel cards, then tell the result.", name=name)


_PROMPTS: Mapping[str, Callable[[State, str], Sentence]] = {
    "PEEK": _peek,
    "START": _start,
    "MOVES": _moves,
    "PENDING": _pending,
    "DRAW": _start,
    "RECRUIT": _recruit,
    "GIVE": _give,
    "NAME": _name,
    "WAR": _war,
}


def tell(setup: Setup, event: Event) -> Sentence:
    """What happened, for the log: never a card of a hand."""
    if type(event) not in _TOLD:
        raise TypeError(f"expected an event of riot, got {event!r}")
    return _TOLD[type(event)](_Names(setup), event)


class _Names:
    """The names of an evening's seats, gangs and cards."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._gangs: dict[str, str] = {gang["code"]: gang["name"] for gang in setup.box["gangs"]}
        self._cards: dict[str, str] = self._gangs | {card["id"]: card["name"] for card in setup.box["cards"]}

    def seat(self, seat: int) -> str:
        return self._setup.seats[seat].name

    def seats(self, seats: tuple[int, ...]) -> str:
        return ", ".join(self.seat(seat) for seat in seats)

    def card(self, card: str) -> str:
        return self._cards[card]

    def gang(self, ref: str) -> str:
        return self._gangs[ref.partition("-")[0]]

    def used(self, card: str, gang: str) -> Sentence:
        """A gang card, and what it is used as when it is a wild one."""
        if card == gang:
            return Sentence("{card}", {"card": self.card(card)})
        return say("{card} as {gang}", card=self.card(card), gang=self.gang(gang))

    def aim(self, aim: ev.Aim) -> Sentence:
        return say("{owner}: {card}", owner=self.seat(aim.seat), card=self.used(aim.card, aim.gang))


def _drew(names: _Names, event: ev.Drew) -> Sentence:  # noqa: ARG001  (every sentence's shape)
    count = len(event.cards)
    return say("draws 1 card") if count == 1 else say("draws {count} cards", count=count)


def _moved(names: _Names, event: ev.Moved) -> Sentence:
    return say("moves {card} to {gang}", card=names.card(event.card), gang=names.gang(event.target))


def _played(names: _Names, event: ev.Played) -> Sentence:
    card, take = names.card(event.card), event.take
    if take is None:
        way = say("to the left") if event.way == "left" else say("to the right")
        return say("plays {card} {way}", card=card, way=way) if event.way else say("plays {card}", card=card)
    if not take.card:
        owner, gang = names.seat(take.seat), names.gang(take.gang)
        return say("plays {card} at {owner}: all {gang}", card=card, gang=gang, owner=owner)
    if event.give is None:
        return say("plays {card} at {aim}", card=card, aim=names.aim(take))
    return say("plays {card}: {give} for {take}", card=card, take=names.aim(take), give=names.aim(event.give))


def _spun(names: _Names, event: ev.Spun) -> Sentence:
    way = say("to the left") if event.way == "left" else say("to the right")
    if event.spared:
        return say("every turf moves on {way}, but for {names}", way=way, names=names.seats(event.spared))
    return say("every turf moves on {way}", way=way)


def _gifts(names: _Names, event: ev.GiftsDue) -> Sentence:
    if not event.seats:
        return say("nobody has a card to give")
    return say("a card is due from {names}", names=names.seats(event.seats))


def _war_lost(names: _Names, event: ev.WarLost) -> Sentence:
    if not event.groups:
        return say("the Turf War is not won")
    gangs = ", ".join(names.gang(ref) for ref in event.groups)
    return say("the Turf War is not won; off to the discard pile: {gangs}", gangs=gangs)


def _ended(names: _Names, event: ev.TurnEnded) -> Sentence:
    if not event.cards:
        return say("ends the turn")
    return say("ends the turn and discards {cards}", cards=", ".join(names.card(card) for card in event.cards))


def _finished(names: _Names, event: ev.Finished) -> Sentence:
    return say(
        "{name} wins with {gangs}!",
        name=names.seat(event.winner),
        gangs=" + ".join(names.gang(gang) for gang in event.gangs),
    )


_TOLD: Mapping[type[Event], Callable[[_Names, Any], Sentence]] = {
    ev.Peeked: lambda _names, _event: say("looks at one Cartel card"),
    ev.Reshuffled: lambda _names, event: say("shuffles the discard pile ({count})", count=event.cards),
    ev.Drew: _drew,
    ev.Laid: lambda names, event: say("lays {card}", card=names.used(event.card, event.gang)),
    ev.Secured: lambda names, event: say(
        "protects {gang} with {card}", gang=names.gang(event.group), card=names.card(event.card)
    ),
    ev.Moved: _moved,
    ev.Played: _played,
    ev.WarCalled: lambda _names, _event: say("calls a Turf War"),
    ev.Blocked: lambda names, _event: say("says {card}", card=names.card(NOPE)),
    ev.Passed: lambda _names, _event: say("lets it happen"),
    ev.Stopped: lambda names, event: say("what {name} played is blocked", name=names.seat(event.seat)),
    ev.Took: lambda names, event: say(
        "from {owner} to {name}: {card}",
        owner=names.seat(event.card.seat),
        name=names.seat(event.seat),
        card=names.used(event.card.card, event.card.gang),
    ),
    ev.PearUsed: lambda names, event: say(
        "the protection of {gang} is used up; nothing is taken", gang=names.gang(event.group)
    ),
    ev.TookGang: lambda names, event: say(
        "from {owner} to {name}: all {gang}",
        name=names.seat(event.seat),
        gang=names.gang(event.group),
        owner=names.seat(event.victim),
    ),
    ev.Traded: lambda names, event: say(
        "{give} for {take}", give=names.aim(event.give), take=names.aim(event.take)
    ),
    ev.Spun: _spun,
    ev.GiftsDue: _gifts,
    ev.Named: lambda names, event: say(
        "{card} is used as {gang}", card=names.card(event.card.card), gang=names.gang(event.card.gang)
    ),
    ev.DrawDue: lambda _names, _event: say("two cards may be drawn"),
    ev.RecruitDue: lambda _names, _event: say("the top three cards may be looked at"),
    ev.Recruited: lambda _names, event: say("keeps one card and puts {count} back", count=event.back),
    ev.CartelSeen: lambda names, event: say(
        "all Cartel cards are shown to {names}", names=names.seats(event.seats)
    ),
    ev.WarDue: lambda _names, _event: say("the Turf War takes place"),
    ev.WarLost: _war_lost,
    ev.TurnEnded: _ended,
    ev.Finished: _finished,
}
