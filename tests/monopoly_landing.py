"""Where tokens come to: the game against an exact Markov chain and against published long-run figures.

Run it as `python -m tests.monopoly_landing [ROLLS]`; it prints a table with deviations in standard errors.

Two things are counted. The *ends* are where each roll ends. The *visits* are all places that a token comes to: the
space of a card and where the card sends it, Go To Jail and the jail, and every roll that stays in jail.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.rules.game import Action, Event
from companion.rules.monopoly import GAME, State
from companion.rules.monopoly import events as e
from companion.rules.monopoly.state import Deed
from tests.play import fold, setup_of

Probabilities = npt.NDArray[np.float64]
"""Shape (41,): the spaces 0-39 and, last, in jail."""

SPACES, IN_JAIL = 40, 40
CHANCE, CHEST = (7, 22, 36), (2, 17, 33)
FIXED = (0, 24, 11, 5, 39)
"""Where one chance card each sends a token."""

ENDS: Mapping[int, float] = {
    IN_JAIL: 9.4569, 10: 2.1390, 24: 2.9929, 0: 2.9143, 25: 2.8931, 19: 2.8118, 5: 2.8011, 39: 2.4832,
}  # fmt: skip
"""Percent of ends for staying in jail as long as one can: T. Collins, Probabilities in the Game of Monopoly,
http://www.tkcs-collins.com/truman/monopoly/monopoly.shtml (1997). The two for jail stand also in R. Durrett,
Essentials of Stochastic Processes, section 1.6.2.

There the double that leaves jail counts as the first of three in a row; by our rules the turn ends with it (R21).
"""

VISITS: Mapping[int, float] = dict(enumerate((
    2.7058, 1.8637, 1.8835, 1.8912, 2.0367, 2.6007, 1.9792, 2.0185, 2.0309, 2.0131,
    1.9862, 2.3732, 2.4250, 2.0176, 2.2487, 2.4446, 2.4839, 2.4320, 2.6144, 2.6068,
    2.6191, 2.4239, 2.5836, 2.3804, 2.7774, 2.6822, 2.3551, 2.3358, 2.4615, 2.2612,
    2.3069, 2.3411, 2.2966, 2.3621, 2.1860, 2.1256, 2.0211, 1.9115, 1.9062, 2.3051,
    8.7021,
)))  # fmt: skip
"""Percent of visits, in jail last: R. J. Noe, The Mathematics of Monopoly, net.games and net.math, 29 August 1985,
article <513@riccb.UUCP>, https://utzoo.superglobalmegacorp.com/usenet/news031f1/b51/net/math/2154.txt.

All 41 are those of our own rules: they agree with the chain in which the double that leaves jail ends the turn.
"""

Spot = tuple[int, int]
"""A space with the doubles thrown so far, or `IN_JAIL` with the tries so far."""

Path = tuple[int, ...]
"""The places that one roll brings a token to, the last one where it ends."""

SPOTS: tuple[Spot, ...] = (
    *((space, doubles) for space in range(SPACES) for doubles in range(3)),
    *((IN_JAIL, tries) for tries in range(3)),
)


def chain(*, exit_counts: bool = False, visits: bool = False) -> Probabilities:
    """The exact long-run share of ends, or `visits`, on each place when nobody pays or uses a card to leave jail.

    `exit_counts` lets the double that leaves jail count as the first of three in a row, as in `ENDS`.
    """
    index = {spot: number for number, spot in enumerate(SPOTS)}
    matrix, seen = np.zeros((len(SPOTS), len(SPOTS))), np.zeros((len(SPOTS), SPACES + 1))
    for spot in SPOTS:
        for path, after, chance in _rolls(spot, 1 if exit_counts else 0):
            matrix[index[spot], index[after]] += chance
            for place in path if visits else path[-1:]:
                seen[index[spot], place] += chance
    share = np.full(len(SPOTS), 1 / len(SPOTS))
    for _ in range(2000):
        share = share @ matrix
    total = share @ seen
    return np.asarray(total / total.sum())


def _rolls(spot: Spot, exit_doubles: int) -> Iterator[tuple[Path, Spot, float]]:
    for one in range(1, 7):
        for two in range(1, 7):
            for path, after, chance in _roll(spot, one + two, one == two, exit_doubles):
                yield path, after, chance / 36


def _roll(spot: Spot, steps: int, double: bool, exit_doubles: int) -> Iterator[tuple[Path, Spot, float]]:
    place, count = spot
    if place == IN_JAIL:
        if double or count == 2:
            yield from _landings(10 + steps, exit_doubles if double else 0)
        else:
            yield (IN_JAIL,), (IN_JAIL, count + 1), 1.0
    elif double and count == 2:
        yield (IN_JAIL,), (IN_JAIL, 0), 1.0
    else:
        yield from _landings((place + steps) % SPACES, count + 1 if double else 0)


def _landings(space: int, doubles: int) -> Iterator[tuple[Path, Spot, float]]:
    for path, chance in _drawn(space):
        jailed = path[-1] in (30, IN_JAIL)
        whole = (*path, IN_JAIL) if path[-1] == 30 else path
        yield whole, (IN_JAIL, 0) if jailed else (path[-1], doubles), chance


def _drawn(space: int) -> Iterator[tuple[Path, float]]:
    """What a landing leads to, cards being drawn evenly from all sixteen."""
    if space in CHEST:
        yield from (((space, 0), 1 / 16), ((space, IN_JAIL), 1 / 16), ((space,), 14 / 16))
    elif space in CHANCE:
        yield from (((space, to), 1 / 16) for to in (*FIXED, IN_JAIL))
        yield (space, _ahead(space, (5, 15, 25, 35))), 2 / 16
        yield (space, _ahead(space, (12, 28))), 1 / 16
        yield from (((space, *path), chance / 16) for path, chance in _drawn(space - 3))
        yield (space,), 6 / 16
    else:
        yield (space,), 1.0


def _ahead(space: int, targets: tuple[int, ...]) -> int:
    return min(targets, key=lambda target: (target - space) % SPACES)


def walked(rolls: int, seed: int) -> list[Path]:
    """Where each of so many rolls of the game itself led, played without any strategy.

    All deeds are mortgaged, so that no rent is due and nothing is bought; nobody pays to leave jail.
    """
    rng, state, paths = random.Random(seed), _board(), list[Path]()
    while len(paths) < rolls or state.phase == "CARD":
        action = _forced(state, rng)
        events = GAME.decide(state, action)
        state = replace(fold(GAME, state, events), history=())  # else it grows with every turn
        if action.name == "roll":
            paths.append(())
        if paths:
            paths[-1] += tuple(_places(events))
    return paths


def _places(events: Sequence[Event]) -> Iterator[int]:
    for event in events:
        if isinstance(event, e.Moved):
            yield event.space
        elif isinstance(event, e.Jailed) or (isinstance(event, e.JailFailed) and not event.hold):
            yield IN_JAIL


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


def ends(paths: Sequence[Path]) -> list[Path]:
    """The ends of the rolls alone."""
    return [path[-1:] for path in paths]


def shares(paths: Sequence[Path]) -> Probabilities:
    """The share of each place in all places of `paths`."""
    count = Counter(place for path in paths for place in path)
    return np.array([count[place] for place in range(SPACES + 1)]) / count.total()


def deviations(paths: Sequence[Path], expected: Probabilities, batches: int = 50) -> Probabilities:
    """How far `paths` lie from what is expected, in standard errors of batch means (rolls hang together)."""
    size = len(paths) // batches
    seen = np.array([shares(paths[start : start + size]) for start in range(0, size * batches, size)])
    error = seen.std(axis=0, ddof=1) / np.sqrt(batches)
    error[error == 0.0] = 1.0  # nobody ever ends on Go To Jail
    return np.asarray((seen.mean(axis=0) - expected) / error)


def published() -> Probabilities:
    """`VISITS` as shares."""
    return np.array([VISITS[place] for place in range(SPACES + 1)]) / 100


def main() -> None:
    """Print the table."""
    rolls = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    paths = walked(rolls, 1)
    _show_visits(paths)
    _show_ends(ends(paths))


def _show_visits(paths: Sequence[Path]) -> None:
    seen, far, exact = shares(paths), deviations(paths, published()), chain(visits=True)
    print("VISITS  game %  error %  Noe 1985 %      z   chain % (same rules)")
    for place in range(SPACES + 1):
        error = 100 * abs(seen[place] - VISITS[place] / 100) / max(abs(far[place]), 1e-9)
        ours = f"{place:5d} {100 * seen[place]:8.4f} {error:8.4f} {VISITS[place]:11.4f} {far[place]:6.2f}"
        print(f"{ours} {100 * exact[place]:9.4f}")
    _summary(far, f"{len(paths)} rolls against the published visits")


def _show_ends(paths: Sequence[Path]) -> None:
    exact, theirs, far, seen = chain(), chain(exit_counts=True), deviations(paths, chain()), shares(paths)
    print("ENDS    game %  chain %      z   chain, exit double counts %  Collins 1997 %")
    for place in range(SPACES + 1):
        known = f"{ENDS[place]:8.4f}" if place in ENDS else ""
        ours = f"{100 * seen[place]:8.4f} {100 * exact[place]:8.4f} {far[place]:6.2f}"
        print(f"{place:5d} {ours} {100 * theirs[place]:29.4f} {known:>12}")
    _summary(far, f"{len(paths)} rolls against the chain's ends")


def _summary(far: Probabilities, what: str) -> None:
    squares, largest = float((far**2).sum()), abs(far).max()
    print(f"{what}: sum of squares of z {squares:.1f} over 41 places, largest {largest:.2f}\n")


if __name__ == "__main__":
    main()
