"""Lines: where one side of a card may run, as the edges in a band along it tell."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SKIPPED = 0.12  # of a side at either end: there the corner is round
STEPS = 27  # offsets of a line's ends that are tried
CAP = 24.0  # grey levels per pixel: a stronger edge is measured no better
HALF = 8.0  # grey levels per pixel above what is usual along a side: such an edge counts one half
LEAST = 3.0  # grey levels per pixel: a weaker one is none
EVERY = 2  # pixels along a side that are tried as one
NEAR = 3  # pixels of the patch round a first guess within which an edge is measured
FEW = 8  # places along an edge; fewer tell nothing
PEAK = 3  # steps across: the neighbours that a line must be as strong as
EXACT = 1.0  # pixels that an edge's steepest place may be off

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Band:
    """The slopes (offsets, places) in grey levels per pixel along a side, the outermost offset last.

    Its offsets are told in pixels from its middle, where the side was thought to be, outward.
    """

    slope: NDArray[np.float32]

    @property
    def middle(self) -> int:
        """The row of offset 0."""
        return int(self.slope.shape[0] - 1) // 2

    @property
    def _at(self) -> NDArray[np.int_]:
        """The places that are looked at."""
        places = self.slope.shape[1]
        return np.arange(round(SKIPPED * places), places - round(SKIPPED * places))

    def tried(self) -> tuple[Floats, Floats]:
        """Offsets (n,) of a line's ends, and how strong (n, n) edges are along those from each to each, 0-1."""
        usual = np.median(self.slope, axis=0)  # much on a carpet, little between two white cards
        strength = np.where(self.slope < LEAST, 0, self.slope / (self.slope + HALF + usual)).astype(np.float32)
        at = self._at[: len(self._at) // EVERY * EVERY]
        pooled = np.ascontiguousarray(strength[:, at].reshape(len(strength), -1, EVERY).mean(axis=2).T)
        share = ((at + 0.5) / self.slope.shape[1]).reshape(-1, EVERY).mean(axis=1)
        rows = np.linspace(0, len(strength) - 1, min(STEPS, len(strength)))
        ends = rows[:, None, None] * (1 - share) + rows[:, None] * share
        index = (ends + 0.5).astype(np.intp) + np.arange(len(share)) * len(strength)
        return rows - self.middle, pooled.reshape(-1)[index].mean(axis=-1, dtype=np.float64)

    def measured(self, first: float, last: float) -> tuple[Floats, Floats]:
        """The ends (2,) of the line through the steepest places near a guess, and what is known of them (2, 2).

        That is the inverse of their covariance; weighted least squares, so that an edge of which only one half is
        seen tells little of the other end.
        """
        at = self._at
        share = (at + 0.5) / self.slope.shape[1]
        near = np.round(first * (1 - share) + last * share).astype(int) + self.middle
        rows = near[None] + np.arange(-NEAR, NEAR + 1)[:, None]
        inside = np.clip(rows, 0, self.slope.shape[0] - 1)
        steep = np.where(rows == inside, self.slope[inside, at[None]], 0).astype(np.float64)
        kept = steep.max(axis=0) > LEAST
        if kept.sum() < FEW:
            return np.array([first, last]), np.zeros((2, 2))
        weight = steep[:, kept] ** 4
        offset = (weight * (rows[:, kept] - self.middle)).sum(axis=0) / weight.sum(axis=0)
        basis = np.column_stack([1 - share[kept], share[kept]])
        sure = np.minimum(steep.max(axis=0)[kept], CAP) / CAP / EXACT**2
        known = (basis * sure[:, None]).T @ basis
        return np.linalg.solve(known, (basis * sure[:, None]).T @ offset), known


def peaks(strength: Floats, likely: Floats, most: int) -> list[tuple[int, int]]:
    """The likeliest cells (row, column) of a map (n, n) among those that no neighbour is stronger than."""
    highest = cv2.dilate(strength, np.ones((PEAK, PEAK), np.uint8))
    rows, columns = np.nonzero((strength >= highest) & (strength > 0))
    order = np.argsort(-likely[rows, columns])[:most]
    return list(zip(rows[order].tolist(), columns[order].tolist(), strict=True))
