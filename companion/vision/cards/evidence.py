"""Evidence: what speaks for a card, as a chance that it is the right one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.vision.cards.look import Floats
from companion.vision.cards.sighting import ALIKE, UNKNOWN

LIKE = 0.75  # support from which on a card without a lead is called alike and not unknown
WORST = 0.4  # of the cells that tell: those that agree least must agree, too

# The chance that a card is the right one: logistic in its evidence (bias, lead, own), fitted by
# models/training/card_gates.py on decks drawn from icons; `SURE` is chosen there, too. Too few strangers lie under
# covers there: COVERED is stricter than what is fitted, so that none of 208 is taken for a known card.
WHOLE = -1.15, 5.7, 2.72
COVERED = -12.0, 6.0, 14.0
SURE = 0.95


@dataclass(frozen=True)
class Evidence:
    """What speaks for a card.

    `support` is how far the deck's differing cells agree with it, 0-1; `lead` how far those cells that tell it
    from its nearest rival speak for it, -1 to 1, and `own` how far the worst of them agree with it, 0-1. Where a
    card is `covered` in part, all this is told of what is seen.
    """

    support: float
    lead: float
    own: float
    covered: bool = False

    @property
    def confidence(self) -> float:
        """The chance 0-1 that the card is the right one."""
        bias, by_lead, by_own = COVERED if self.covered else WHOLE
        return float(1 / (1 + np.exp(-(bias + by_lead * self.lead + by_own * self.own))))


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
