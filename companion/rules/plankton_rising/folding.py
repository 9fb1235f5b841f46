"""What each event does to the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.game import Event
from companion.rules.plankton_rising import events as happened
from companion.rules.plankton_rising.box import Card
from companion.rules.plankton_rising.dice_folding import CHANGES, in_turn
from companion.rules.plankton_rising.state import OVER, State, Turn
from companion.rules.plankton_rising.vocabulary import FRIEND, count


def apply(state: State, event: Event) -> State:
    """The state after one of this game's events."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"expected an event of plankton_rising, got {event!r}")
    after: State = change(state, event)
    return after


def _team(state: State, number: int, **changes: Any) -> State:
    team = replace(state.teams[number], **changes)
    return replace(state, teams=(*state.teams[:number], team, *state.teams[number + 1 :]))


def _without(counts: Mapping[str, int], key: str) -> dict[str, int]:
    return {one: number for one, number in counts.items() if one != key}


def _removed(state: State, card: str) -> State:
    """The state without a card in the rows and teams, and without its counters."""
    rows = {place: tuple("" if one == card else one for one in row) for place, row in state.rows.items()}
    teams = tuple(
        replace(team, friends=tuple(one for one in team.friends if one != card)) if card in team.friends else team
        for team in state.teams
    )
    return replace(state, rows=rows, teams=teams, time=_without(state.time, card))


def _stood(state: State, event: happened.Stood) -> State:
    return replace(state, phase=event.phase, tasks=event.tasks)


def _team_taken(state: State, event: happened.TeamTaken) -> State:
    deck = tuple(card for card in state.deck if card != event.leader)  # R3
    return _team(replace(state, deck=deck), event.team, home=event.home, dice=event.dice, friends=(event.leader,))


def _home_described(state: State, event: happened.HomeDescribed) -> State:
    return _team(state, event.team, dice=event.dice)


def _card_met(state: State, event: happened.CardMet) -> State:
    known = {**state.known, event.card: Card(event.card, "", event.kind)}
    return replace(state, known=known, strangers=state.strangers - 1, deck=(*state.deck, event.card))


def _card_described(state: State, event: happened.CardDescribed) -> State:
    card = state.card(event.card)
    told = replace(
        card,
        name=event.name or card.name,
        capacity=event.capacity or card.capacity,
        symbols=count(event.symbols) or card.symbols,
    )
    return replace(state, known={**state.known, event.card: told})


def _mistaken(state: State, event: happened.Mistaken) -> State:
    after = _returned(state, event)
    if event.card in state.box.cards:
        return after
    known = {name: card for name, card in after.known.items() if name != event.card}
    return replace(after, known=known, deck=after.deck[:-1], strangers=after.strangers + 1)


def _left_out(state: State, event: happened.LeftOut) -> State:
    if not event.card:
        return replace(
            state, strangers=state.strangers - event.number, strangers_out=state.strangers_out + event.number
        )
    deck = tuple(card for card in state.deck if card != event.card)
    return replace(state, deck=deck, out=(*state.out, event.card))


def _dealt(state: State, event: happened.Dealt) -> State:
    row = state.rows[event.row]
    rows = {**state.rows, event.row: (*row[: event.slot], event.card, *row[event.slot + 1 :])}
    return replace(state, rows=rows, deck=tuple(card for card in state.deck if card != event.card))


def _placed(state: State, event: happened.Placed) -> State:
    return _team(state, event.team, place=event.place)


def _revealed(state: State, event: happened.Revealed) -> State:
    return replace(state, seen=(*state.seen, (event.ingredient, event.place)))


def _theft_changed(state: State, event: happened.TheftChanged) -> State:
    return replace(state, theft={**state.theft, event.ingredient: event.now})


def _stolen(state: State, event: happened.Stolen) -> State:
    return replace(state, theft=_without(state.theft, event.ingredient), stolen=(*state.stolen, event.ingredient))


def _plankton_moved(state: State, event: happened.PlanktonMoved) -> State:
    return replace(state, plankton=event.place)


def _time_changed(state: State, event: happened.TimeChanged) -> State:
    time = {**state.time, event.card: event.now} if event.now else _without(state.time, event.card)
    return replace(state, time=time)


def _villain_hit(state: State, event: happened.VillainHit) -> State:
    hit = in_turn(state, hits=(*state.turn.hits, event.card))
    return replace(hit, time={**state.time, event.card: event.now})


def _same(state: State, event: Event) -> State:  # noqa: ARG001  (the shape of a change)
    return state


def _flagged(state: State, event: happened.Flagged) -> State:
    return in_turn(state, flags=tuple(dict.fromkeys((*state.turn.flags, event.flag))))


def _returned(state: State, event: happened.Returned | happened.Mistaken) -> State:
    after = _removed(state, event.card)
    lost = tuple(card for card in after.lost_friends if card != event.card)
    met = {target: symbols for target, symbols in after.turn.met.items() if target != event.card}
    return replace(after, deck=(*after.deck, event.card), lost_friends=lost, turn=replace(after.turn, met=met))


def _shuffled(state: State, event: happened.Shuffled) -> State:
    shuffled = replace(state, shuffles=state.shuffles + 1)
    match event.pile:
        case "plankton":
            return replace(shuffled, seen=())
        case "tokens":
            return replace(shuffled, token_discard=())
    return replace(shuffled, deck=event.order or state.deck)


def _token_back(state: State, event: happened.TokenSpent | happened.TokenBack) -> State:
    tokens = list(state.teams[event.team].tokens)
    tokens.remove((event.kind, event.drawn))
    return _team(state, event.team, tokens=tuple(tokens))


def _token_spent(state: State, event: happened.TokenSpent) -> State:
    return replace(_token_back(state, event), token_discard=(*state.token_discard, event.kind))


def _token_drawn(state: State, event: happened.TokenDrawn) -> State:
    tokens = (*state.teams[event.team].tokens, (event.kind, state.turn_no))
    return _team(state, event.team, tokens=tokens)


def _recruited(state: State, event: happened.Recruited) -> State:
    after = _removed(state, event.card)  # R38: without its Time
    return _team(after, event.team, friends=(*after.teams[event.team].friends, event.card))


def _order_done(state: State, event: happened.OrderDone) -> State:
    after = _removed(state, event.card)
    return _team(after, event.team, orders=(*after.teams[event.team].orders, event.card))


def _lost(state: State, event: happened.Lost) -> State:
    after = _removed(state, event.card)
    if state.kind(event.card) == FRIEND:
        return replace(after, lost_friends=(*after.lost_friends, event.card))
    return replace(after, lost_villains=(*after.lost_villains, event.card))


def _turn_begun(state: State, event: happened.TurnBegun) -> State:
    return replace(state, on=event.team, turn_no=event.turn, turn=Turn())


def _finished(state: State, event: happened.Finished) -> State:
    return replace(state, won=event.won, reason=event.reason, phase=OVER, tasks=())


_CHANGES: Mapping[type[Event], Any] = {
    **CHANGES,
    happened.Stood: _stood,
    happened.TeamTaken: _team_taken,
    happened.HomeDescribed: _home_described,
    happened.CardMet: _card_met,
    happened.CardDescribed: _card_described,
    happened.Mistaken: _mistaken,
    happened.LeftOut: _left_out,
    happened.Dealt: _dealt,
    happened.Placed: _placed,
    happened.Revealed: _revealed,
    happened.TheftChanged: _theft_changed,
    happened.Stolen: _stolen,
    happened.PlanktonMoved: _plankton_moved,
    happened.TimeChanged: _time_changed,
    happened.VillainHit: _villain_hit,
    happened.Activated: _same,
    happened.Flagged: _flagged,
    happened.Returned: _returned,
    happened.Shuffled: _shuffled,
    happened.TokenSpent: _token_spent,
    happened.TokenBack: _token_back,
    happened.TokenDrawn: _token_drawn,
    happened.Recruited: _recruited,
    happened.OrderDone: _order_done,
    happened.Lost: _lost,
    happened.TurnBegun: _turn_begun,
    happened.Finished: _finished,
}
"""By kind of event."""

EVENTS = tuple(_CHANGES)
"""All events of this game."""
