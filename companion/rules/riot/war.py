"""Turf War: which full gangs match the Cartel cards, and who wins by it."""

from __future__ import annotations

from itertools import combinations

from companion.rules.args import Pick
from companion.rules.riot.deck import Deck
from companion.rules.riot.state import State
from companion.words import say


def pairs(state: State, gangs: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The pairs of different gangs that win: with the rivals rule no rivals (R38, R41, R43)."""
    rule = state.switch("rivals_rule")
    return tuple(
        (one, other)
        for one, other in combinations(dict.fromkeys(gangs), 2)
        if not (rule and state.deck.rivals(one, other))
    )


def verdicts(state: State) -> tuple[Pick, ...]:
    """What the caller can tell after the look: a pair that wins, or no win.

    The table learns no more of a failed war than it must (A3): which gangs matched only where the others are lost.
    """
    gangs = state.full_gangs(state.active)
    won = tuple(
        Pick("+".join(pair), say("I win: {gangs}", gangs=_row(state.deck, pair))) for pair in pairs(state, gangs)
    )
    if not state.switch("failed_war_discard"):
        return (*won, Pick("", say("No two of my gangs match")))
    return (
        *won,
        *(
            _failed(state, some)
            for size in (0, 1, 2)
            for some in combinations(gangs, size)
            if not pairs(state, some)
        ),
    )


def _failed(state: State, some: tuple[str, ...]) -> Pick:
    if not some:
        return Pick("", say("None of my gangs matches"))
    return Pick("+".join(some), say("No win: only {gangs} match", gangs=_row(state.deck, some)))


def _row(deck: Deck, gangs: tuple[str, ...]) -> str:
    return " + ".join(deck.gang(gang) for gang in gangs)


def matches(state: State, cartel: tuple[str, ...]) -> tuple[str, ...]:
    """The full gangs of the active seat that are among the Cartel cards, each once (R41)."""
    return tuple(gang for gang in state.full_gangs(state.active) if gang in cartel)


def lost(state: State, matched: tuple[str, ...]) -> tuple[str, ...]:
    """The full groups that a failed war costs: none, or with A4 those whose gang did not match."""
    if not state.switch("failed_war_discard"):
        return ()
    groups = state.turfs[state.active].groups
    return tuple(group.ref for group in groups if state.full(group) and group.gang not in matched)
