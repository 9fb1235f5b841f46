"""Sides: when two finds may be two sides of one die, which a slanted view shows beside each other."""

from __future__ import annotations

from companion.vision.found import Found

BESIDE = 1.1  # sides of a die: finds that lie nearer may be two sides of one
CLEAR = 0.7  # a score of the detector that most top faces reach even where others touch them: see `may_be_one_die`
ALIKE = 0.6  # the least ratio of two sides of one die as a camera shows them, 30 degrees above the table or higher
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


def seen_together(face: str, other: str) -> bool:
    """Whether a die can show both faces, `1` to `6`, at once: it has each once, and opposite ones on far sides."""
    return face != other and int(face) + int(other) != OPPOSITE
