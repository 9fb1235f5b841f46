"""Whether dice are fair: a chi-square test of the faces that fell against the faces that a fair die has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.rules.just_dice.statistics import ENOUGH, Fairness, chi_square_tail, fairness
from companion.statistics.told import Dice
from companion.words import Sentence, say

P_ODD = 0.01
"""Below this chance the dice are called odd: one fair evening in a hundred is accused wrongly."""


def verdict(dice: Dice) -> Sentence:
    """What can be said of these dice, for people who never heard of a test."""
    if not dice.weights:
        return say("The faces of these dice are not told, so nothing can be said about them.")
    return judged(dice.fairness)


def judged(fair: Fairness | None) -> Sentence:
    """What the test says, in words."""
    if fair is None or not fair.enough:
        return say("Too few throws yet to say whether the dice are fair.")
    return say("These dice look odd.") if fair.p < P_ODD else say("These dice look fair.")


def dice(
    die_set: str,
    body: str,
    faces: Iterable[str],
    weights: Mapping[str, float],
    *,
    kinds: Iterable[str] = (),
    beside: Iterable[str] = (),
) -> Dice:
    """The dice of one set and body colour that showed `faces`.

    `weights` are the shares of the faces on a fair die, or nothing where they are not known; `kinds` are then the
    faces to be listed. `beside` are faces that are counted but not tested.
    """
    seen = Counter(faces)
    tested = tuple(face for face in (weights or kinds) if face not in {*beside})
    counts = {face: seen[face] for face in tested}
    left = {face: seen[face] for face in beside}
    shares = {face: weights[face] for face in tested} if weights else {}
    return Dice(die_set, body, counts, shares, against(counts, shares) if shares else None, left)


def even(faces: Iterable[str]) -> dict[str, float]:
    """Equal shares."""
    return dict.fromkeys(faces, 1.0)


def against(counts: Mapping[str, int], shares: Mapping[str, float]) -> Fairness | None:
    """The chi-square test of `counts` against the `shares` of a fair die; None before the first throw.

    Enough means that each face is expected five times or more (Cochran's rule of thumb, 1954).
    """
    if len(set(shares.values())) == 1:
        return fairness(counts)
    total, whole = sum(counts.values()), sum(shares.values())
    if not total:
        return None
    expected = {face: total * share / whole for face, share in shares.items()}
    chi2 = sum((counts[face] - wanted) ** 2 / wanted for face, wanted in expected.items())
    df = len(counts) - 1
    return Fairness(chi2, df, chi_square_tail(chi2, df), min(expected.values()) >= ENOUGH)
