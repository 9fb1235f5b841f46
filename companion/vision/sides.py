"""Sides: when two finds may be two sides of one die, which a slanted view shows beside each other."""

from __future__ import annotations

from companion.vision.found import Found

BESIDE = 1.1  # sides of a die: finds that lie nearer may be two sides of one
CLEAR = 0.7  # a score of the detector that most top faces reach even where others touch them: see `may_be_one_die`
ALIKE = 0.6  # the least ratio of two sides of one die as a camera shows them, 30 degrees above the table or higher
PLAIN = 0.67  # a score of the detector from which a find is a top side
WITHIN = 0.93  # sides of a die; nearer finds are no two dice: of 1,795 that lie close no two are nearer than 0.97
OPPOSITE = 7  # what the pips of opposite sides add up to


def touches(one: Found, other: Found) -> bool:
    """Whether two finds lie so near that one may be a side of the other's die."""
    return one.distance(other) < BESIDE * max(one.size, other.size)


def may_be_one_die(one: Found, other: Found) -> bool:
    """Whether two finds may be sides of one die: they touch, are alike in size, and one is no clear top face.

    Measured on training sources: of 34 sides that were read with confidence beside the top of their die 26 are
    such finds; of 1,793 dice seen from above, many of which touch, 4 are.
    """
    small, large = sorted((one.size, other.size))
    near = one.distance(other) < BESIDE * (small + large) / 2
    return near and small > ALIKE * large and min(one.score, other.score) < CLEAR


def is_side(one: Found, other: Found) -> bool:
    """Whether the fainter of two such finds is plainly a side of the die whose top the `other` is.

    Measured on training sources, on matteop65 with networks that never saw it: of 41 dice beside which such a find
    lies 3 are themselves sides, all with scores below 0.56.
    """
    return other.score >= PLAIN > one.score and one.distance(other) < WITHIN * (one.size + other.size) / 2


def seen_together(face: str, other: str) -> bool:
    """Whether a die can show both faces, `1` to `6`, at once: it has each once, and opposite ones on far sides."""
    return face != other and int(face) + int(other) != OPPOSITE
