"""Tuning: the thresholds, the margin and the scale of a taught set, chosen so that doubt is honest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.classifier import softmax
from companion.vision.teaching.trials import Trials

Floats = NDArray[np.float32]

ACCEPT = 0.99  # share of true faces that the thresholds let pass
SURE = 0.7  # confidence from which on no question is asked
BACKGROUND = 0.99  # share of what is no face that the threshold keeps out, if it can
EASE = 0.2  # share of the room between these two that is given to the true faces
STEADY = 5.0  # pictures of a face that weigh as much as the set's mean
ASKED = 0.005  # share of right readings that the margin may turn into questions
MARGINS = (0.02, 0.12)  # least and greatest gap between two faces
SCALES = tuple(float(scale) for scale in np.geomspace(8, 60, 13).round(1))
UNTRIED = (0.8, 0.88)  # least and greatest threshold of faces with a single picture
SMOOTH = 0.01  # share of doubt that is left: a few pictures prove no certainty


@dataclass(frozen=True)
class Tuning:
    """How scores become verdicts: see `SetCard`. `least` are the thresholds of the faces by code."""

    threshold: float = 0.8
    margin: float = 0.05
    scale: float = 20.0
    sure: float = SURE
    least: Mapping[str, float] = field(default_factory=dict)


def tuned(trials: Trials, strangers: Floats, accept: float = ACCEPT) -> Tuning:
    """The tuning after trials, and `strangers`: scores (m, faces) of what is none of the faces.

    The faces are strangers to each other, too: how much a sample looks like the other faces counts as well.
    """
    scores, truth = trials.flat()
    right = scores.argmax(axis=1) == truth if len(truth) else np.zeros(0, bool)
    if right.sum() < 2 * len(trials.codes):
        return _untried(background(trials, strangers))
    own = scores[np.arange(len(truth)), truth]
    least = _threshold(own[right], background(trials, strangers), accept)
    return Tuning(
        threshold=least,
        margin=_margin(scores, right),
        scale=_scale(scores, truth),
        least=_per_face(trials.codes, own[right], truth[right], least),
    )


def _untried(foreign: Floats) -> Tuning:
    """The tuning where there are too few pictures to leave one out."""
    usual = Tuning()
    kept_out = float(np.quantile(foreign, BACKGROUND)) if len(foreign) else usual.threshold
    return replace(usual, threshold=float(np.clip(kept_out, *UNTRIED)))


def background(trials: Trials, strangers: Floats) -> Floats:
    """The best scores (k,) of strangers and, without its own face, of each sample."""
    others = trials.scores.copy()
    others[np.arange(len(trials.truth)), :, trials.truth] = -1.0
    siblings = others.max(axis=2).ravel() if len(trials.codes) > 1 else np.empty(0, np.float32)
    return np.concatenate([siblings, strangers.max(axis=1)])


def _threshold(own: Floats, foreign: Floats, accept: float) -> float:
    passing = float(np.quantile(own, 1 - accept))
    kept_out = float(np.quantile(foreign, BACKGROUND)) if len(foreign) else passing
    return passing - EASE * max(0.0, passing - kept_out)


def _per_face(codes: tuple[str, ...], own: Floats, truth: NDArray[np.intp], least: float) -> dict[str, float]:
    """The threshold of each face: as far from the set's as its mean score is, as far as its pictures are many."""
    overall = float(np.mean([own[truth == k].mean() for k in range(len(codes)) if (truth == k).any()]))
    shifts = {}
    for k, code in enumerate(codes):
        mine = own[truth == k]
        trust = len(mine) / (len(mine) + STEADY)
        shift = trust * (float(mine.mean()) - overall) if len(mine) else 0.0
        shifts[code] = min(0.0, shift)  # an easy face keeps the set's threshold
    return {code: least + shift for code, shift in shifts.items()}


def _margin(scores: Floats, right: NDArray[np.bool_]) -> float:
    """The least gap that turns the wrong readings into questions, as long as it asks about few right ones."""
    if scores.shape[1] < 2:
        return MARGINS[0]
    gaps = gap(scores)
    wanted = float(gaps[~right].max(initial=0.0)) + 0.01
    bearable = max(float(np.quantile(gaps[right], ASKED)), MARGINS[0] * 2)
    return float(np.clip(min(wanted, bearable), *MARGINS))


def gap(scores: Floats) -> Floats:
    """By how much the best score of each row leads; 2 where there is one face only."""
    if scores.shape[1] < 2:
        return np.full(len(scores), 2.0, np.float32)
    best = np.sort(scores, axis=1)
    return np.asarray(best[:, -1] - best[:, -2], np.float32)


def _scale(scores: Floats, truth: NDArray[np.intp]) -> float:
    """The softmax's scale of the least cross-entropy, with a little doubt left in the labels."""
    labels = np.full(scores.shape, SMOOTH / scores.shape[1], np.float32)
    labels[np.arange(len(truth)), truth] += 1 - SMOOTH
    losses = [float(-(labels * np.log(softmax(scores * scale) + 1e-12)).sum(axis=1).mean()) for scale in SCALES]
    return SCALES[int(np.argmin(losses))]
