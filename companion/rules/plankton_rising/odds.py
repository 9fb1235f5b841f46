"""Odds: the exact chance that the best play completes a card with the dice that are left this turn.

Everything is put on one card: after each roll some dice that show what it needs are laid on it, or a single die is
set aside, and the others are thrown again (R26-R29). The chance is worked out backwards from no dice, over every
outcome of every roll, so it is exact for the faces given; faces that nobody has told are those of `CANDIDATE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import factorial, prod

from companion.rules.plankton_rising.state import State
from companion.rules.plankton_rising.vocabulary import FACES, STRONG, SYMBOLS

MOST_DICE = 5
"""More dice than this are not worked out: the number of outcomes grows beyond what a tablet waits for."""

Need = tuple[int, ...]
"""What a card still misses, in the order of `SYMBOLS`."""

Die = tuple[tuple[str, float], ...]
"""A die: its different faces, each with its chance."""

_PLACES = {symbol: place for place, symbol in enumerate(SYMBOLS)}


def candidate(colour: str) -> tuple[str, ...]:
    """Six likely faces of a die that nobody has told: its own symbol twice and doubled, each other once."""
    strong = STRONG[colour]
    return (strong, strong, strong * 2, *(symbol for symbol in SYMBOLS if symbol != strong))


def die_of(state: State, colour: str) -> Die:
    """The die of a colour: the box's six faces, else those that were learnt (each as likely), else a candidate."""
    told = state.box.faces.get(colour) or state.faces.get(colour) or candidate(colour)
    return tuple((face, told.count(face) / len(told)) for face in FACES if face in told)


def chances(state: State) -> dict[str, float]:
    """The chance of each card in the team's room that misses symbols; none for more than `MOST_DICE` dice."""
    pool = state.turn.pool
    if len(pool) > MOST_DICE:
        return {}
    shown = tuple((die_of(state, die[0]), face) for die, face in pool.items() if face)
    fresh = tuple(die_of(state, die[0]) for die, face in pool.items() if not face)
    missing = {card: state.need(card) for card in state.row(state.here) if state.card(card).symbols}
    return {
        card: chance(need_of(need), shown, fresh, used=bool(state.turn.assigned), aside=bool(state.turn.asides))
        for card, need in missing.items()
        if need
    }


def need_of(symbols: Mapping[str, int]) -> Need:
    """Missing symbols in the order of `SYMBOLS`."""
    return tuple(symbols.get(symbol, 0) for symbol in SYMBOLS)


def chance(
    need: Need, shown: tuple[tuple[Die, str], ...], fresh: tuple[Die, ...] = (), *, used: bool, aside: bool
) -> float:
    """The chance from a moment of the turn: dice `shown` with their faces and dice not thrown yet.

    `used` and `aside` say that a die was used or set aside since the roll: then the next roll is free.
    """
    if not shown or aside:
        return after_roll(need, tuple(sorted((*fresh, *(die for die, _face in shown)))))
    return _best(need, shown, fresh, free=used)


@lru_cache(maxsize=20_000)
def after_roll(need: Need, dice: tuple[Die, ...]) -> float:
    """The chance when all these dice, sorted, are thrown next."""
    if not any(need):
        return 1.0
    if not dice or sum(need) > 2 * len(dice):
        return 0.0
    return sum(weight * _best(need, faces, (), free=False) for weight, faces in _outcomes(dice))


def _outcomes(dice: tuple[Die, ...]) -> Iterator[tuple[float, tuple[tuple[Die, str], ...]]]:
    """Every roll that can be told apart with its chance: dice that are alike are not."""
    groups = [(die, len([*same])) for die, same in groupby(dice)]
    yield from _combined(tuple(groups))


def _combined(groups: tuple[tuple[Die, int], ...]) -> Iterator[tuple[float, tuple[tuple[Die, str], ...]]]:
    if not groups:
        yield 1.0, ()
        return
    (die, number), *rest = groups
    for faces in combinations_with_replacement(die, number):
        ways = factorial(number) // prod(factorial(faces.count(one)) for one in set(faces))
        weight = ways * prod(share for _face, share in faces)
        mine = tuple((die, face) for face, _share in faces)
        for other, others in _combined(tuple(rest)):
            yield weight * other, (*mine, *others)


def _best(need: Need, shown: tuple[tuple[Die, str], ...], fresh: tuple[Die, ...], *, free: bool) -> float:
    """The best of all ways to use the dice shown."""
    found = 0.0
    for left, kept in set(_ways(need, shown)):
        if len(kept) < len(shown) or free:
            found = max(found, after_roll(left, tuple(sorted((*kept, *fresh)))))
    if not free:
        for place in range(len(shown)):
            kept = tuple(die for other, (die, _face) in enumerate(shown) if other != place)
            found = max(found, after_roll(need, tuple(sorted((*kept, *fresh)))))
    return found


def _ways(need: Need, shown: tuple[tuple[Die, str], ...]) -> Iterator[tuple[Need, tuple[Die, ...]]]:
    """Every way to lay some of the dice: what is missing then, and which dice stay."""
    if not shown:
        yield need, ()
        return
    (die, face), *rest = shown
    for left, kept in _ways(need, tuple(rest)):
        yield left, (die, *kept)
        place = _PLACES[face[0]]
        if left[place]:
            yield (*left[:place], max(0, left[place] - len(face)), *left[place + 1 :]), kept
