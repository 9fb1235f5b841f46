"""Just dice: sums after each roll, and fairness for each body colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.just_dice.game import Rolled
from companion.rules.just_dice.statistics import total
from companion.statistics.dice import dice, even
from companion.statistics.games.teller import Teller, always, happens, name, running
from companion.statistics.played import Played
from companion.statistics.told import Dice, Fact, Series
from companion.words import say


def _rolls(played: Played) -> list[Rolled]:
    return [event for event in played.events if isinstance(event, Rolled)]


def _numbered(played: Played) -> bool:
    return total(played.state.faces) is not None


def _series(played: Played) -> tuple[Series, ...]:
    if not _numbered(played):
        return ()
    lines = running(played, ((roll.seat, total(roll.faces) or 0) for roll in _rolls(played)))
    return (Series("sums", say("Sums over time"), say("pips"), lines),)


def _dice(played: Played) -> tuple[Dice, ...]:
    """All dice together, and each body colour by itself where the eye told more than one."""
    state, rolls = played.state, _rolls(played)
    by_body: dict[str, list[str]] = {}
    for roll in rolls:
        for face, body in zip(roll.faces, roll.bodies, strict=False):
            by_body.setdefault(body, []).append(face)
    faces = (face for roll in rolls for face in roll.faces)
    together = dice(state.die_set, "", faces, even(state.faces))
    apart = (dice(state.die_set, body, seen, even(state.faces)) for body, seen in sorted(by_body.items()) if body)
    return (together, *(apart if len(by_body) > 1 else ()))


def _facts(played: Played) -> tuple[Fact, ...]:
    return (*_highest(played), *_alike(played))


def _highest(played: Played) -> Iterator[Fact]:
    best = max(_rolls(played), key=lambda roll: total(roll.faces) or 0, default=None)
    if best and _numbered(played):
        told = say("{name}: {points}", name=name(played, best.seat), points=total(best.faces) or 0)
        yield Fact(say("Highest roll"), told)


def _alike(played: Played) -> Iterator[Fact]:
    most = max(
        ((max(Counter(roll.faces).values()), roll) for roll in _rolls(played)),
        key=lambda one: one[0],
        default=None,
    )
    if most and most[0] > 1:
        told = say("{name}: {count} alike", name=name(played, most[1].seat), count=most[0])
        yield Fact(say("Most dice alike"), told)


def _scores(played: Played) -> tuple[int, ...]:
    if not _numbered(played):
        return ()
    rolls = _rolls(played)
    seats = range(len(played.setup.seats))
    return tuple(sum(total(roll.faces) or 0 for roll in rolls if roll.seat == seat) for seat in seats)


TELLER = Teller(always(say("pips")), happens(Rolled), _series, _dice, _facts, _scores)
"""The one instance."""
