"""A tray with dice in it: what lies where, what a throw does to it, and how the dice roll to rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

import numpy as np

from companion.rules.args import Faces
from hardware.simulators.scenes import Die, faces_of

WIDTH, HEIGHT = 320.0, 240.0  # millimetres that the camera sees
MARGIN = 34.0  # millimetres at the border where no die comes to rest
SIDE = 16.0  # millimetres
APART = SIDE * 2**0.5 + 3  # millimetres between centres, so that dice turned any way stay 3 mm apart
MOST = 20  # dice that the tray holds; random places are then found after few tries
ROWS = (7.0, 12.5)  # millimetres between two dice that lie neither plainly in one row nor plainly in two
TRIES = 200
ROLLS = 0.6  # seconds from the hand to rest
IVORY = ("#f5f1e6", "#20242c")
COLOURED = (IVORY, ("#c0242c", "#f8f4ea"), ("#2456b0", "#f8f4ea"), ("#2c8a44", "#f8f4ea"), ("#26262a", "#f8f4ea"))
"""Body and ink of the first, second... die of a set of pips; dice of the other sets are all of ivory."""

BODIES = {"yellow": ("#ecc624", "#20242c"), "red": COLOURED[1], "blue": COLOURED[2], "green": COLOURED[3]}
"""Body and ink of dice whose colours the game names."""

Centre = tuple[float, float]  # x, y in millimetres
Place = tuple[float, float, float]  # x, y in millimetres, angle in degrees


@dataclass(frozen=True)
class Roll:
    """A die on its way: from where it left the hand to where it lies, with so many degrees of spin."""

    die: Die
    start: Centre
    spin: float
    shown: tuple[str, ...]

    def at(self, share: float) -> Die:
        """The die when `share` (0-1) of the time has passed: fast at first, at rest in the end."""
        if share >= 1:
            return self.die
        left = (1 - share) ** 2
        return replace(
            self.die,
            face=self.shown[int(share * len(self.shown))],
            x=self.die.x + (self.start[0] - self.die.x) * left,
            y=self.die.y + (self.start[1] - self.die.y) * left,
            angle=self.die.angle + self.spin * left,
        )


class Tray:
    """Dice of one set in a tray of `WIDTH` x `HEIGHT` millimetres; the same `seed` gives the same throws."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._held: tuple[object, ...] = ()
        self._sides: tuple[tuple[str, ...], ...] = ()
        self._rolls: tuple[Roll, ...] = ()
        self._thrown_at = float("-inf")

    def hold(self, wanted: Faces) -> None:
        """Lay out the dice that a game wants, at rest, unless they lie here already.

        A set that nobody has drawn leaves the tray empty.
        """
        kind = (wanted.die_set, wanted.faces, tuple(sorted(wanted.limits.items())), wanted.each, wanted.bodies)
        count = _count(wanted, len(self._sides))
        if (kind, count) == self._held:
            return
        self._held = (kind, count)
        drawn = set(wanted.faces) <= set(faces_of(wanted.die_set))
        self._sides = sides_of(wanted, count) if drawn else ()
        faces = _matched(self._sides, wanted.over) or self._faces()
        self._rolls = tuple(self._resting(wanted.die_set, faces, wanted.bodies))
        self._thrown_at = float("-inf")

    def clear(self) -> None:
        """Take all dice out; the next that a game wants are laid out anew."""
        self._held, self._sides, self._rolls = (), (), ()

    def throw(self, now: float, keep: Sequence[int]) -> None:
        """Throw the dice anew at `now` seconds, but for those at the indices in `keep` (of `dice`)."""
        faces = self._faces()
        staying = [roll.die for index, roll in enumerate(self._rolls) if index in keep]
        places = iter(places_for(len(self._rolls) - len(staying), [(die.x, die.y) for die in staying], self._rng))
        self._rolls = tuple(
            _lying(roll.die) if index in keep else self._rolling(roll.die, index, faces[index], next(places))
            for index, roll in enumerate(self._rolls)
        )
        self._thrown_at = now

    def dice(self, now: float) -> tuple[Die, ...]:
        """The dice as they are at `now` seconds, always in the same order."""
        return tuple(roll.at((now - self._thrown_at) / ROLLS) for roll in self._rolls)

    def rolling(self, now: float) -> bool:
        """Whether dice are on their way at `now` seconds."""
        return now - self._thrown_at < ROLLS

    def _faces(self) -> tuple[str, ...]:
        return tuple(str(self._rng.choice(sides)) for sides in self._sides)

    def _resting(self, die_set: str, faces: Sequence[str], bodies: Sequence[str]) -> list[Roll]:
        places = places_for(len(faces), [], self._rng)
        laid = zip(faces, places, strict=True)
        dice = [_die(die_set, index, face, place) for index, (face, place) in enumerate(laid)]
        return [_lying(_painted(die, bodies[index])) if bodies else _lying(die) for index, die in enumerate(dice)]

    def _rolling(self, die: Die, index: int, face: str, place: Place) -> Roll:
        x, y, angle = place
        start = (float(self._rng.uniform(0, WIDTH)), -3 * SIDE)  # from the near edge, out of sight
        shown = tuple(str(one) for one in self._rng.choice(self._sides[index], 8))
        spin = float(self._rng.uniform(360, 1080))
        return Roll(replace(die, face=face, x=x, y=y, angle=angle), start, spin, shown)


def _painted(die: Die, body: str) -> Die:
    colour, ink = BODIES[body]
    return replace(die, body=colour, ink=ink)


def _lying(die: Die) -> Roll:
    return Roll(die, (die.x, die.y), 0.0, (die.face,))


def _die(die_set: str, index: int, face: str, place: Place) -> Die:
    x, y, angle = place
    body, ink = COLOURED[index % len(COLOURED)] if die_set == "pips" else IVORY
    return Die(die_set, face, x, y, angle, SIDE, body, ink)


def _count(wanted: Faces, lying: int) -> int:
    """How many dice the game wants; where it leaves that open, as many as lie here, or five."""
    if wanted.over:
        return min(len(wanted.over), MOST)
    return min(max(lying or 5, wanted.least), wanted.most, MOST)


def sides_of(wanted: Faces, count: int) -> tuple[tuple[str, ...], ...]:
    """The faces on each of `count` dice: those without a limit on all, a limited one on as many dice as its limit.

    Thus four dice carry Gary and the fifth Plankton, when at most four can show the one and one the other. Dice
    that differ carry their own.
    """
    if wanted.each:
        return wanted.each[:count]
    common = tuple(face for face in wanted.faces if face not in wanted.limits)
    limited = chain.from_iterable(repeat((face,), most) for face, most in _commonest_first(wanted.limits))
    special = chain(limited, repeat(()))
    return tuple((*common, *next(special)) for _ in range(count))


def _commonest_first(limits: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(limits.items(), key=lambda limit: (-limit[1], limit[0]))


def _matched(sides: Sequence[Sequence[str]], faces: Sequence[str]) -> tuple[str, ...]:
    """The `faces` dealt to dice that carry them, rare faces first; empty when they cannot lie so."""
    if len(faces) != len(sides):
        return ()
    carried = Counter(face for die in sides for face in die)
    dealt: dict[int, str] = {}
    for face in sorted(faces, key=lambda face: carried[face]):
        free = [index for index, die in enumerate(sides) if face in die and index not in dealt]
        if not free:
            return ()
        dealt[free[0]] = face
    return tuple(dealt[index] for index in range(len(sides)))


def places_for(count: int, taken: Sequence[Centre], rng: np.random.Generator) -> list[Place]:
    """`count` random places for dice that touch neither each other nor those whose centres are `taken`.

    Drawn one by one and thrown away while too near (random sequential adsorption): with at most `MOST` dice of
    `APART` millimetres a quarter of the tray is covered, and most tries succeed. As long as that is found within
    `TRIES`, it is plain which dice lie in one row, so that the reading order is no matter of a millimetre.
    """
    centres = [*taken]
    while len(centres) < len(taken) + count:
        centres.append(_centre(centres, rng))
    return [(x, y, float(rng.uniform(-180, 180))) for x, y in centres[len(taken) :]]


def _centre(centres: Sequence[Centre], rng: np.random.Generator) -> Centre:
    tries = 0
    while True:
        tries += 1
        x = float(rng.uniform(MARGIN, WIDTH - MARGIN))
        y = float(rng.uniform(MARGIN, HEIGHT - MARGIN))
        free = all((x - other_x) ** 2 + (y - other_y) ** 2 >= APART**2 for other_x, other_y in centres)
        plain = not any(ROWS[0] <= abs(y - other_y) <= ROWS[1] for _, other_y in centres)
        if free and (plain or tries > TRIES):
            return x, y
