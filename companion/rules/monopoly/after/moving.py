"""The state after dice, tokens and cards moved."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.monopoly import events as e
from companion.rules.monopoly.after.changes import After, player, rest, rested, returned
from companion.rules.monopoly.box import JAIL
from companion.rules.monopoly.state import State


def _start_rolled(state: State, event: e.StartRolled) -> State:
    return replace(state, sums={**state.sums, event.seat: sum(map(int, event.faces))})


def _start_tied(state: State, event: e.StartTied) -> State:
    return replace(state, contenders=event.seats, sums={})


def _started(state: State, event: e.Started) -> State:
    step = "ROLL" if state.rule("length") == "whole" else "DEAL"
    return replace(state, active=event.seat, step=step, contenders=(), sums={})


def _rolled(state: State, event: e.Rolled) -> State:
    dice = tuple(map(int, event.faces))
    doubles = state.doubles + 1 if dice[0] == dice[1] else 0
    again = bool(doubles) and not state.players[event.seat].jailed
    return replace(state, dice=dice, doubles=doubles, again=again, special="", fresh=())


def _plankton_moved(state: State, event: e.PlanktonMoved) -> State:
    return replace(state, plankton=event.space)


def _moved(state: State, event: e.Moved) -> State:
    state = replace(player(rest(state), event.seat, at=event.space), special=event.special, hold=0)
    return replace(state, step=event.opens) if event.opens else state


def _jailed(state: State, event: e.Jailed) -> State:
    state = player(state, event.seat, at=JAIL, jailed=True, tries=0)
    return replace(state, step="END", again=False)


def _jail_failed(state: State, event: e.JailFailed) -> State:
    return replace(player(state, event.seat, tries=event.tries), step="END", hold=event.hold)


def _left_jail(state: State, event: e.LeftJail) -> State:
    state = player(state, event.seat, jailed=False, tries=0)
    if event.how != "card":
        return state
    kept = list(state.players[event.seat].cards)
    kept.remove((event.deck, event.card))
    return returned(player(state, event.seat, cards=tuple(kept)), ((event.deck, event.card),))


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    deck = list(state.decks[event.deck])
    if event.card:
        deck.remove(event.card)
        deck.append(event.card)  # R15: under the deck
    return rest(replace(state, decks={**state.decks, event.deck: tuple(deck)}))


def _card_kept(state: State, event: e.CardKept) -> State:
    deck = list(state.decks[event.deck])
    if event.card:
        deck.pop()  # it has just been laid under the deck
    kept = (*state.players[event.seat].cards, (event.deck, event.card))
    return player(replace(state, decks={**state.decks, event.deck: tuple(deck)}), event.seat, cards=kept)


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    history = (*state.history, event.worths)
    state = replace(state, active=event.next, turn=state.turn + 1, step="ROLL", history=history)
    return replace(state, dice=(), doubles=0, again=False, special="", hold=0)


def _finished(state: State, event: e.Finished) -> State:
    return replace(state, result=event, history=(*state.history, event.worths))


AFTER: After = {
    e.StartRolled: _start_rolled,
    e.StartTied: _start_tied,
    e.Started: _started,
    e.Rolled: _rolled,
    e.PlanktonMoved: _plankton_moved,
    e.Moved: _moved,
    e.Jailed: _jailed,
    e.JailFailed: _jail_failed,
    e.LeftJail: _left_jail,
    e.CardDrawn: _card_drawn,
    e.CardKept: _card_kept,
    e.TurnEnded: _turn_ended,
    e.Finished: _finished,
    e.Thrown: rested,
}
"""What each event does."""
