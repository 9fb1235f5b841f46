"""From one state to the next: what each event does to hands, piles and turfs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.game import Event
from companion.rules.riot import events as ev
from companion.rules.riot.deck import NOPE, PEAR
from companion.rules.riot.state import MOVES, WAR, Pending, State
from companion.rules.riot.turf import attached, detached, dissolved, founded, laid, removed


def apply(state: State, event: Event) -> State:
    """The state after one of this game's events."""
    if type(event) not in _AFTER:
        raise TypeError(f"expected an event of riot, got {event!r}")
    return _AFTER[type(event)](state, event)


def _peeked(state: State, event: ev.Peeked) -> State:
    seen = tuple("one" if seat == event.seat else known for seat, known in enumerate(state.seen))
    later = event.seat + 1
    if later == len(state.hands):
        return replace(state, seen=seen, active=0, phase="START")
    return replace(state, seen=seen, active=later)


def _reshuffled(state: State, event: ev.Reshuffled) -> State:
    return replace(state, pile=state.pile + event.cards, discard=())


def _drew(state: State, event: ev.Drew) -> State:
    hand = (*state.hands[event.seat], *event.cards)
    after = replace(state.with_hand(event.seat, hand), pile=state.pile - len(event.cards), phase="MOVES")
    return replace(after, moves=MOVES) if event.opening else after


def _laid(state: State, event: ev.Laid) -> State:
    spent = _spent(state.without(event.seat, event.card))
    return spent.with_turf(event.seat, laid(state.turfs[event.seat], event.card, event.gang))


def _secured(state: State, event: ev.Secured) -> State:
    spent = _spent(state.without(event.seat, event.card))
    return spent.with_turf(event.seat, attached(state.turfs[event.seat], event.group, event.card))


def _moved(state: State, event: ev.Moved) -> State:
    turf = state.turfs[event.seat]
    if event.card in state.deck.ids("security"):
        turf = attached(detached(turf, event.source, event.card), event.target, event.card)
    else:
        turf = laid(removed(turf, event.source, event.card), event.card, event.target)
    return _spent(state).with_turf(event.seat, turf)


def _spent(state: State) -> State:
    return replace(state, moves=state.moves - 1)


def _played(state: State, event: ev.Played) -> State:
    pending = Pending(event.seat, event.card, event.take, event.give, event.way)
    return _thrown(_opened(_spent(state), pending), event.seat, event.card)


def _war_called(state: State, event: ev.WarCalled) -> State:
    return _opened(_spent(state), Pending(event.seat, WAR))


def _blocked(state: State, event: ev.Blocked) -> State:
    pending = _pending(state)
    longer = replace(pending, blocks=(*pending.blocks, event.seat), passed=())
    return _thrown(_opened(state, longer), event.seat, NOPE)


def _opened(state: State, pending: Pending) -> State:
    return replace(state, phase="PENDING", pending=pending, opened=state.opened + 1)


def _thrown(state: State, seat: int, *cards: str) -> State:
    return replace(state.without(seat, *cards), discard=(*state.discard, *cards))


def _pending(state: State) -> Pending:
    if state.pending is None:
        raise ValueError(f"expected something pending, got the phase {state.phase!r}")
    return state.pending


def _passed(state: State, event: ev.Passed) -> State:
    pending = _pending(state)
    return replace(state, pending=replace(pending, passed=(*pending.passed, event.seat)))


def _settled(state: State, phase: str = "MOVES") -> State:
    return replace(state, phase=phase, pending=None)


def _stopped(state: State, event: ev.Stopped) -> State:  # noqa: ARG001  (every event's shape)
    return _settled(state)


def _took(state: State, event: ev.Took) -> State:
    after = _carried(state, event.card, event.seat)
    givers = tuple(seat for seat in state.givers if seat != event.card.seat)
    if state.phase != "GIVE":
        return _settled(after)
    naming = state.naming
    if len(state.deck.by_id[event.card.card].gangs) > 1:
        naming = (*naming, replace(event.card, seat=event.seat))
    phase = "GIVE" if givers else "NAME" if naming else "MOVES"
    return replace(after, givers=givers, naming=naming, phase=phase)


def _carried(state: State, card: ev.Aim, seat: int) -> State:
    """The state with a card of a turf in the turf of `seat` (R17: never in a hand)."""
    after = state.with_turf(card.seat, removed(state.turfs[card.seat], card.group, card.card))
    return after.with_turf(seat, laid(after.turfs[seat], card.card, card.gang))


def _pear_used(state: State, event: ev.PearUsed) -> State:
    turf = detached(state.turfs[event.victim], event.group, PEAR)
    after = _settled(state).with_turf(event.victim, turf)
    return replace(after, discard=(*state.discard, PEAR))


def _took_gang(state: State, event: ev.TookGang) -> State:
    group = state.turfs[event.victim].at(event.group)
    after = state.with_turf(event.victim, dissolved(state.turfs[event.victim], event.group))
    return _settled(after.with_turf(event.seat, founded(after.turfs[event.seat], group.gang, group.cards)))


def _traded(state: State, event: ev.Traded) -> State:
    """Both cards leave before either arrives, so that neither group is filled up meanwhile."""
    mine = removed(state.turfs[event.seat], event.give.group, event.give.card)
    theirs = removed(state.turfs[event.take.seat], event.take.group, event.take.card)
    after = state.with_turf(event.seat, laid(mine, event.take.card, event.take.gang))
    return _settled(after.with_turf(event.take.seat, laid(theirs, event.give.card, event.give.gang)))


def _spun(state: State, event: ev.Spun) -> State:
    ring = [seat for seat in state.seats if seat not in event.spared]
    step = 1 if event.way == "left" else -1
    turfs = list(state.turfs)
    for place, seat in enumerate(ring):
        turfs[ring[(place + step) % len(ring)]] = state.turfs[seat]
    return replace(_settled(state), turfs=tuple(turfs))


def _gifts_due(state: State, event: ev.GiftsDue) -> State:
    return replace(_settled(state, "GIVE" if event.seats else "MOVES"), givers=event.seats)


def _named(state: State, event: ev.Named) -> State:
    card, gang = event.card.card, event.card.gang
    naming = state.naming[1:]
    after = replace(state, naming=naming, phase="NAME" if naming else "MOVES")
    turf = state.turfs[event.seat]
    if turf.at(event.card.group).gang == gang:
        return after
    return after.with_turf(event.seat, laid(removed(turf, event.card.group, card), card, gang))


def _draw_due(state: State, event: ev.DrawDue) -> State:  # noqa: ARG001
    return _settled(state, "DRAW")


def _recruit_due(state: State, event: ev.RecruitDue) -> State:  # noqa: ARG001
    return _settled(state, "RECRUIT")


def _recruited(state: State, event: ev.Recruited) -> State:
    kept = (event.card,) if event.card else ()
    after = state.with_hand(event.seat, (*state.hands[event.seat], *kept))
    return replace(after, pile=state.pile - len(kept), phase="MOVES")


def _cartel_seen(state: State, event: ev.CartelSeen) -> State:
    seen = tuple("all" if seat in event.seats else known for seat, known in enumerate(state.seen))
    return replace(_settled(state), seen=seen)


def _war_due(state: State, event: ev.WarDue) -> State:  # noqa: ARG001
    return _settled(state, "WAR")


def _war_lost(state: State, event: ev.WarLost) -> State:
    turf, gone = state.turfs[event.seat], list[str]()
    for ref in event.groups:
        gone += turf.at(ref).cards
        turf = dissolved(turf, ref)
    after = replace(state, phase="MOVES", discard=(*state.discard, *gone))
    return after.with_turf(event.seat, turf)


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    following = (event.seat + 1) % len(state.hands)  # R5: clockwise
    return replace(_thrown(state, event.seat, *event.cards), active=following, phase="START", moves=0)


def _finished(state: State, event: ev.Finished) -> State:
    return replace(state, winner=event.winner, phase="OVER")


_AFTER: Mapping[type[Event], Callable[[State, Any], State]] = {
    ev.Peeked: _peeked,
    ev.Reshuffled: _reshuffled,
    ev.Drew: _drew,
    ev.Laid: _laid,
    ev.Secured: _secured,
    ev.Moved: _moved,
    ev.Played: _played,
    ev.WarCalled: _war_called,
    ev.Blocked: _blocked,
    ev.Passed: _passed,
    ev.Stopped: _stopped,
    ev.Took: _took,
    ev.PearUsed: _pear_used,
    ev.TookGang: _took_gang,
    ev.Traded: _traded,
    ev.Spun: _spun,
    ev.GiftsDue: _gifts_due,
    ev.Named: _named,
    ev.DrawDue: _draw_due,
    ev.RecruitDue: _recruit_due,
    ev.Recruited: _recruited,
    ev.CartelSeen: _cartel_seen,
    ev.WarDue: _war_due,
    ev.WarLost: _war_lost,
    ev.TurnEnded: _turn_ended,
    ev.Finished: _finished,
}
