"""The moves of Plant-Based Riot: what each accepted action brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.rules.game import Action, Event
from companion.rules.riot import events as ev
from companion.rules.riot import war
from companion.rules.riot.aims import aim_of, unnamed
from companion.rules.riot.apply import apply
from companion.rules.riot.deck import BANANAS, DIP, LEEKY, PEACHY, PEAR, RECRUIT, SPIN, TRADE, UNKNOWN
from companion.rules.riot.state import WAR, Pending, State

Happened = tuple[Event, ...]


def happen(state: State, action: Action) -> Happened:
    """What an action brings that one of the open choices allows."""
    return _HAPPEN[action.name](state, action)


def word(action: Action, name: str) -> str:
    """An argument as a text."""
    return str(action.args.get(name, ""))


def row(action: Action, name: str) -> tuple[str, ...]:
    """An argument as a row of texts; empty when it was left out."""
    value = action.args.get(name, ())
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()


def _peek(state: State, action: Action) -> Happened:  # noqa: ARG001  (every move's shape)
    return (ev.Peeked(action.seat),)


def _draw(state: State, action: Action) -> Happened:
    drawn, _, fresh = state.after_drawing(state.due)
    cards = row(action, "cards") or (UNKNOWN,) * drawn
    return (*_reshuffled(fresh), ev.Drew(action.seat, cards, state.phase == "START"))


def _reshuffled(fresh: int) -> Happened:
    return (ev.Reshuffled(fresh),) if fresh else ()


def _recruit(state: State, action: Action) -> Happened:
    drawn, _, fresh = state.after_drawing(state.due)
    card = word(action, "keep") or UNKNOWN if drawn else ""
    return (*_reshuffled(fresh), ev.Recruited(action.seat, card, max(0, drawn - 1)))


def _lay(state: State, action: Action) -> Happened:  # noqa: ARG001
    return (ev.Laid(action.seat, word(action, "card"), word(action, "gang")),)


def _secure(state: State, action: Action) -> Happened:  # noqa: ARG001
    return (ev.Secured(action.seat, word(action, "card"), word(action, "group")),)


def _move(state: State, action: Action) -> Happened:  # noqa: ARG001
    source, card = word(action, "what").split(" ")
    return (ev.Moved(action.seat, card, source, word(action, "to")),)


def _play(state: State, action: Action) -> Happened:
    take = aim_of(state, word(action, "take"), word(action, "gang"))
    return (ev.Played(action.seat, word(action, "card"), take, aim_of(state, word(action, "give"))),)


def _take_gang(state: State, action: Action) -> Happened:
    seat, ref = word(action, "group").split(" ")
    gang = state.turfs[int(seat)].at(ref).gang
    return (ev.Played(action.seat, word(action, "card"), ev.Aim(int(seat), ref, "", gang)),)


def _spin(state: State, action: Action) -> Happened:  # noqa: ARG001
    return (ev.Played(action.seat, word(action, "card"), way=word(action, "way")),)


def _call_war(state: State, action: Action) -> Happened:  # noqa: ARG001
    return (ev.WarCalled(action.seat),)


def _end(state: State, action: Action) -> Happened:  # noqa: ARG001
    return (ev.TurnEnded(action.seat, row(action, "cards")),)


def _block(state: State, action: Action) -> Happened:  # noqa: ARG001
    return (ev.Blocked(action.seat),)


def _let(state: State, action: Action) -> Happened:
    """A seat lets it happen; when nobody is left who could block, it does happen."""
    passed = ev.Passed(action.seat)
    after = apply(state, passed)
    return (passed,) if after.blockers else (passed, *resolved(after))


def _resolve(state: State, action: Action) -> Happened:  # noqa: ARG001
    return resolved(state)


def resolved(state: State) -> Happened:
    """What becomes of the pending card when its window closes (R35)."""
    pending = state.pending
    if pending is None:
        raise ValueError(f"expected something pending, got the phase {state.phase!r}")
    if state.stopped:
        return (ev.Stopped(pending.seat),)
    return _EFFECT.get(pending.card, _theft)(state, pending)


def _theft(state: State, pending: Pending) -> Happened:
    """A Bad Apple or the Cherry Pickers (R27, R28)."""
    if pending.take is None:
        raise ValueError(f"expected a card to take, got {pending!r}")
    return _pear(state, pending.take) or (ev.Took(pending.seat, pending.take),)


def _pear(state: State, aim: ev.Aim) -> Happened:
    if state.guard(state.turfs[aim.seat].at(aim.group)) != PEAR:
        return ()
    return (ev.PearUsed(state.active, aim.seat, aim.group),)  # A13


def _bananas(state: State, pending: Pending) -> Happened:
    if pending.take is None:
        raise ValueError(f"expected a gang to take, got {pending!r}")
    return _pear(state, pending.take) or (ev.TookGang(pending.seat, pending.take.seat, pending.take.group),)


def _traded(state: State, pending: Pending) -> Happened:  # noqa: ARG001
    if pending.take is None or pending.give is None:
        raise ValueError(f"expected two cards to trade, got {pending!r}")
    return (ev.Traded(pending.seat, pending.take, pending.give),)


def _peachy(state: State, pending: Pending) -> Happened:
    others = (seat for seat in state.seats if seat not in (pending.seat, *state.spared))
    return (ev.GiftsDue(tuple(seat for seat in others if state.bare(seat))),)  # R29


def _spun(state: State, pending: Pending) -> Happened:
    return (ev.Spun(pending.way, state.spared),)  # R25, R26


def _war_due(state: State, pending: Pending) -> Happened:
    lookers = tuple(state.seats) if state.switch("war_public") else (pending.seat,)  # A3
    return (ev.CartelSeen(lookers), ev.WarDue(pending.seat))


def _give(state: State, action: Action) -> Happened:
    aim = aim_of(state, word(action, "card"))
    if aim is None:
        raise ValueError(f"expected a card to give, got {action!r}")
    return (ev.Took(state.active, aim),)


def _name(state: State, action: Action) -> Happened:
    return (ev.Named(action.seat, replace(unnamed(state), gang=word(action, "gang"))),)


def _tell(state: State, action: Action) -> Happened:
    told = tuple(gang for gang in word(action, "match").split("+") if gang)
    return _judged(state, told)


def _reveal(state: State, action: Action) -> Happened:
    return _judged(state, war.matches(state, row(action, "cards")))


def _judged(state: State, matched: tuple[str, ...]) -> Happened:
    """Victory, or a war that changes nothing else (R38, R39) – unless A4 takes the gangs that did not match."""
    pairs = war.pairs(state, matched)
    if pairs:
        return (ev.Finished(state.active, pairs[0]),)
    return (ev.WarLost(state.active, war.lost(state, matched)),)


_EFFECT: Mapping[str, Callable[[State, Pending], Happened]] = {
    BANANAS: _bananas,
    TRADE: _traded,
    PEACHY: _peachy,
    SPIN: _spun,
    LEEKY: lambda _state, pending: (ev.CartelSeen((pending.seat,)),),
    DIP: lambda _state, pending: (ev.DrawDue(pending.seat),),
    RECRUIT: lambda _state, pending: (ev.RecruitDue(pending.seat),),
    WAR: _war_due,
}

_HAPPEN: Mapping[str, Callable[[State, Action], tuple[Event, ...]]] = {
    "peek": _peek,
    "draw": _draw,
    "recruit": _recruit,
    "lay": _lay,
    "secure": _secure,
    "move": _move,
    "play": _play,
    "steal": _play,
    "take_gang": _take_gang,
    "trade": _play,
    "spin": _spin,
    "war": _call_war,
    "end": _end,
    "block": _block,
    "let": _let,
    "resolve": _resolve,
    "give": _give,
    "name": _name,
    "tell": _tell,
    "reveal": _reveal,
}
