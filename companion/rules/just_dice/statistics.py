"""Sums, counts and fairness of rolls."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

ENOUGH = 5.0
"""The least expected count per face for the chi-square approximation (Cochran's rule of thumb, 1954)."""


@dataclass(frozen=True)
class Fairness:
    """A chi-square test of a face count against equally likely faces.

    `p` is the chance that fair dice stray at least as far; `enough` says whether there are rolls enough for it
    to mean anything.
    """

    chi2: float
    df: int
    p: float
    enough: bool


def fairness(counts: Mapping[str, int]) -> Fairness | None:
    """The test for `counts` per face, a zero count included; None before the first die."""
    total = sum(counts.values())
    if not total:
        return None
    expected = total / len(counts)
    chi2 = sum((count - expected) ** 2 for count in counts.values()) / expected
    df = len(counts) - 1
    return Fairness(chi2, df, chi_square_tail(chi2, df), expected >= ENOUGH)


def chi_square_tail(x: float, df: int) -> float:
    """The chance that a chi-square variable with `df` degrees of freedom is at least `x`.

    Closed forms 26.4.4 (odd) and 26.4.5 (even) of Abramowitz and Stegun, Handbook of Mathematical Functions.

    Raises:
        ValueError: `df` is below 1 or `x` below 0.
    """
    if df < 1 or x < 0:
        raise ValueError(f"expected df >= 1 and x >= 0, got df={df!r}, x={x!r}")
    half = x / 2
    if df % 2 == 0:
        return math.exp(-half) * math.fsum(half**i / math.factorial(i) for i in range(df // 2))
    terms = math.fsum(half ** (i - 0.5) / math.gamma(i + 0.5) for i in range(1, (df - 1) // 2 + 1))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * terms


def total(faces: Iterable[str]) -> int | None:
    """The sum of the faces, or None when one of them is no number."""
    faces = tuple(faces)
    return sum(int(face) for face in faces) if all(face.isdecimal() for face in faces) else None


def count_faces(rolls: Iterable[tuple[str, ...]], faces: tuple[str, ...]) -> dict[str, int]:
    """How often each of `faces` fell in `rolls`, zeros included, in the order of `faces`."""
    seen = Counter(face for roll in rolls for face in roll)
    return {face: seen[face] for face in faces}
