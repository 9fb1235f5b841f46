"""Prototypes: the few unit vectors that stand for all embeddings of a face."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MOST = 8  # prototypes of a face
TIGHT = 0.93  # cosine: every embedding should lie as near to a prototype
ROUNDS = 20


def prototypes(vectors: Floats) -> Floats:
    """Prototypes (k, embedding) of unit rows (n, embedding): as few as lie near to all, at most `MOST`."""
    for count in range(1, min(MOST, len(vectors)) + 1):
        centres = grouped(vectors, count)
        if (vectors @ centres.T).max(axis=1).min() >= TIGHT:
            break
    return centres


def grouped(vectors: Floats, count: int) -> Floats:
    """The unit means (count, embedding) of groups of unit rows, by spherical k-means (Dhillon and Modha 2001)."""
    centres = vectors[spread(vectors, count)]
    for _ in range(ROUNDS):
        nearest = (vectors @ centres.T).argmax(axis=1)
        sums = np.stack([vectors[nearest == k].sum(axis=0) for k in range(len(centres))])
        empty = np.linalg.norm(sums, axis=1) < 1e-6
        sums[empty] = centres[empty]
        moved = sums / np.linalg.norm(sums, axis=1, keepdims=True)
        if np.allclose(moved, centres):
            break
        centres = moved
    return np.asarray(centres, np.float32)


def spread(vectors: Floats, count: int) -> list[int]:
    """The indices of rows that lie far from each other: first the most central, then always the farthest."""
    chosen = [int((vectors @ vectors.sum(axis=0)).argmax())]
    while len(chosen) < min(count, len(vectors)):
        nearest = (vectors @ vectors[chosen].T).max(axis=1)
        nearest[chosen] = np.inf
        chosen.append(int(nearest.argmin()))
    return chosen
