"""Evidence: what speaks for a card, as a chance that it is the right one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.vision.cards.look import Floats
from companion.vision.cards.sighting import ALIKE, UNKNOWN

LIKE = 0.75  # support from which on a card without a lead is called alike and not unknown
WORST = 0.4  # of the cells that tell: those that agree least must agree, too

# The chance that a card is the right one: logistic in its evidence (bias, lead, own), fitted by
# models/training/card_gates.py on decks drawn from icons; `SURE` is chosen there, too. Where a card is covered in
# part, strangers agree up to 0.86 and most known cards from 0.92 on, so `own` counts by a power; a lead of more
# than `CLEAR` says only that the rivals are others, which they are of a stranger, too. COVERED is a bit stricter
# than what is fitted (-5.2, 15.6, 10.1): none of 134 strangers is taken for a known card, 65 of 384 known ones are
# asked about.
WHOLE = -1.15, 5.7, 2.72
COVERED = -4.0, 4.5, 9.9
POWER, CLEAR = 4, 0.2
SURE = 0.95
EVEN, UNSURE = 0.02, 0.9  # a lead that may be chance where the rest is covered, and the chance that is left then


@dataclass(frozen=True)
class Evidence:
    """What speaks for a card.

    `support` is how far the deck's differing cells agree with it, 0-1; `lead` how far those cells that tell it
    from its nearest rival speak for it, -1 to 1, and `own` how far the worst of them agree with it, 0-1. Where a
    card is `covered` in part, all this is told of what is seen, and `own` of the rival whose cells agree least.
    """

    support: float
    lead: float
    own: float
    covered: bool = False

    @property
    def values(self) -> tuple[float, float]:
        """What the chance is logistic in."""
        return (min(self.lead, CLEAR), max(self.own, 0.0) ** POWER) if self.covered else (self.lead, self.own)

    @property
    def confidence(self) -> float:
        """The chance 0-1 that the card is the right one."""
        bias, *weights = COVERED if self.covered else WHOLE
        chance = float(1 / (1 + np.exp(-(bias + np.dot(weights, self.values)))))
        return min(chance, UNSURE) if self.covered and self.lead < EVEN else chance


def mean(values: Floats, weights: Floats) -> float:
    """The weighted mean; 0 without weights."""
    total = float(weights.sum())
    return float((weights * values).sum()) / total if total > 0 else 0.0


def worst(values: Floats, weights: Floats) -> float:
    """The weighted mean of those lowest values that have `WORST` of all weight."""
    order = np.argsort(values, axis=None)
    sums = np.cumsum(weights.ravel()[order])
    kept = order[: int(np.searchsorted(sums, WORST * sums[-1])) + 1]
    return mean(values.ravel()[kept], weights.ravel()[kept])


def reason_of(evidence: Evidence) -> str | None:
    """Why a card is not sure, or None where it is."""
    if evidence.confidence >= SURE:
        return None
    return ALIKE if evidence.support >= LIKE else UNKNOWN
