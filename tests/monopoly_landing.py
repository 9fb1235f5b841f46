"""How often tokens end a roll on each space: the game against an exact Markov chain and published figures.

Run it as `python -m tests.monopoly_landing [ROLLS]`; it prints a table with deviations in standard errors.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.rules.game import Action
from companion.rules.monopoly import GAME, State
from companion.rules.monopoly.state import Deed
from tests.play import fold, setup_of

Probabilities = npt.NDArray[np.float64]
"""Shape (41,): the spaces 0-39 and, last, in jail."""

SPACES, IN_JAIL = 40, 40
CHANCE, CHEST = (7, 22, 36), (2, 17, 33)
FIXED = (0, 24, 11, 5, 39)
"""Where one chance card each sends a token."""

PUBLISHED = {IN_JAIL: 9.4569, 10: 2.1390, 24: 2.9929, 0: 2.9143, 25: 2.8931, 19: 2.8118, 5: 2.8011, 39: 2.4832}
"""Percent for staying in jail as long as one can: T. Collins, Probabilities in the Game of Monopoly (1997).

There the double that leaves jail counts as the first of three in a row; by our rules the turn ends with it (R21).
"""

Spot = tuple[int, int]
"""A space with the doubles thrown so far, or `IN_JAIL` with the tries so far."""


def chain(*, exit_counts: bool = False) -> Probabilities:
    """The exact long-run share of rolls that end on each space when nobody pays or uses a card to leave jail.

    `exit_counts` lets the double that leaves jail count as the first of three in a row, as in `PUBLISHED`.
    """
    spots = [(space, doubles) for space in range(SPACES) for doubles in range(3)]
    spots += [(IN_JAIL, tries) for tries in range(3)]
    index = {spot: number for number, spot in enumerate(spots)}
    matrix = np.zeros((len(spots), len(spots)))
    for spot in spots:
        for after, chance in _rolls(spot, 1 if exit_counts else 0):
            matrix[index[spot], index[after]] += chance
    share = np.full(len(spots), 1 / len(spots))
    for _ in range(2000):
        share = share @ matrix
    return np.array([sum(share[index[spot]] for spot in spots if spot[0] == space) for space in range(SPACES + 1)])


def _rolls(spot: Spot, exit_doubles: int) -> Iterator[tuple[Spot, float]]:
    for one in range(1, 7):
        for two in range(1, 7):
            after = _roll(spot, one + two, one == two, exit_doubles)
            yield from ((to, chance / 36) for to, chance in after)


def _roll(spot: Spot, steps: int, double: bool, exit_doubles: int) -> Iterator[tuple[Spot, float]]:
    place, count = spot
    if place == IN_JAIL:
        if double or count == 2:
            yield from _landings(10 + steps, exit_doubles if double else 0)
        else:
            yield (IN_JAIL, count + 1), 1.0
    elif double and count == 2:
        yield (IN_JAIL, 0), 1.0
    else:
        yield from _landings((place + steps) % SPACES, count + 1 if double else 0)


def _landings(space: int, doubles: int) -> Iterator[tuple[Spot, float]]:
    for to, chance in _drawn(space):
        yield ((IN_JAIL, 0) if to in (30, IN_JAIL) else (to, doubles)), chance


def _drawn(space: int) -> Iterator[tuple[int, float]]:
    """Where a landing ends, cards being drawn evenly from all sixteen."""
    if space in CHEST:
        yield from ((0, 1 / 16), (IN_JAIL, 1 / 16), (space, 14 / 16))
    elif space in CHANCE:
        yield from ((to, 1 / 16) for to in FIXED)
        yield IN_JAIL, 1 / 16
        yield _ahead(space, (5, 15, 25, 35)), 2 / 16
        yield _ahead(space, (12, 28)), 1 / 16
        yield from ((to, chance / 16) for to, chance in _drawn(space - 3))
        yield space, 6 / 16
    else:
        yield space, 1.0


def _ahead(space: int, targets: tuple[int, ...]) -> int:
    return min(targets, key=lambda target: (target - space) % SPACES)


def walked(rolls: int, seed: int) -> list[int]:
    """Where each of so many rolls of the game itself ended, played without any strategy.

    All deeds are mortgaged, so that no rent is due and nothing is bought; nobody pays to leave jail.
    """
    rng, state, ends = random.Random(seed), _board(), list[int]()
    while len(ends) < rolls:
        seat = state.active
        action = _forced(state, rng)
        state = fold(GAME, state, GAME.decide(state, action))
        if action.name == "roll":
            ends.append(0)
        if ends:
            player = state.players[seat]
            ends[-1] = IN_JAIL if player.jailed else player.at
    return ends


def _board() -> State:
    state = GAME.new(setup_of(GAME, 2, plankton=False, first_roll=False))
    rich = tuple(replace(player, cash=10**9) for player in state.players)
    return replace(state, players=rich, deeds=dict.fromkeys(state.deeds, Deed(0, mortgaged=True)))


def _forced(state: State, rng: random.Random) -> Action:
    match state.phase:
        case "ROLL":
            faces = tuple(str(rng.randint(1, 6)) for _ in range(2))
            return Action(state.active, "roll", {"faces": faces})
        case "CARD":
            return _card(state, rng)
        case "TAX":
            return Action(state.active, "tax", {"how": "flat"})
    return Action(state.active, "end")


def _card(state: State, rng: random.Random) -> Action:
    """One of the sixteen, each as likely; the one that somebody keeps is drawn as a card that does nothing."""
    deck = state.space(state.players[state.active].at).kind
    card = rng.choice(tuple(state.box.cards[deck]))
    if state.box.cards[deck][card].op == "keep":
        return Action(state.active, "card_other", {"op": "none"})
    return Action(state.active, "card", {"card": card})


def deviations(ends: list[int], batches: int = 50) -> Probabilities:
    """How far the shares of `ends` lie from the chain, in standard errors of batch means (rolls hang together)."""
    size = len(ends) // batches
    counts = [Counter(ends[start : start + size]) for start in range(0, size * batches, size)]
    shares = np.array([[count[space] / size for space in range(SPACES + 1)] for count in counts])
    error = shares.std(axis=0, ddof=1) / np.sqrt(batches)
    error[30] = 1.0  # nobody ever ends there
    return np.asarray((shares.mean(axis=0) - chain()) / error)


def main() -> None:
    """Print the table."""
    rolls = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    ends = walked(rolls, 1)
    exact, theirs, far, seen = chain(), chain(exit_counts=True), deviations(ends), Counter(ends)
    print("space   game %  chain %      z   chain, exit double counts %  published %")
    for space in range(SPACES + 1):
        known = f"{PUBLISHED[space]:8.4f}" if space in PUBLISHED else ""
        ours = f"{100 * seen[space] / rolls:8.4f} {100 * exact[space]:8.4f} {far[space]:6.2f}"
        print(f"{space:5d} {ours} {100 * theirs[space]:29.4f} {known:>12}")
    squares, largest = float((far**2).sum()), abs(far).max()
    print(f"{rolls} rolls; sum of squares of z {squares:.1f} over 40 places, largest {largest:.2f}")


if __name__ == "__main__":
    main()
