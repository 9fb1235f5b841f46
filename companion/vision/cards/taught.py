"""Taught cards: recognised by the pictures that taught them, however few, also when they differ in a title only.

All cards are ranked by their coarse looks. The likeliest are laid onto the seen card by local features and
compared cell by cell; between two of them only those cells count that differ between the two, so that a shared
frame and shared art say nothing, and what is covered speaks for nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.vision.cards import comparing
from companion.vision.cards.comparing import Fit
from companion.vision.cards.look import BINS, Details, Floats, Look, likeness
from companion.vision.cards.placing import Corners, Placer
from companion.vision.cards.sighting import ALIKE, UNKNOWN
from companion.vision.cards.verdict import SHOWN, Verdict
from companion.vision.frame import Frame, Pixels

QUALITY = 95  # of the JPEG in which a sample waits until its details are needed
MOST, LEAST = 16, 4  # samples that are compared in detail, and different cards among them
NEAR = 0.06  # how much less like than the likeliest they may be
SAME = 0.15  # of the greatest difference between two cards: cells that differ less tell nothing
BARE = 0.15  # the weight of a cell in which only the other card has print: a cover or glare looks bare, too
BLANK = 0.05  # the weight of cells that are alike in all cards of the deck, against those that differ most

LIKE = 0.75  # support from which on a card without a lead is called alike and not unknown
WORST = 0.4  # of the cells that tell: those that agree least must agree, too

# The chance that a card is the right one: logistic in its evidence, fitted by models/training/card_gates.py on
# decks drawn from icons; `SURE` is chosen there, too.
BIAS, BY_LEAD, BY_OWN = -1.15, 5.7, 2.72
SURE = 0.95


@dataclass(frozen=True)
class Evidence:
    """What speaks for a card.

    `support` is how far the deck's differing cells agree with it, 0-1; `lead` how far those cells that tell it
    from its nearest rival speak for it, -1 to 1, and `own` how far the worst of them agree with it, 0-1.
    """

    support: float
    lead: float
    own: float

    @property
    def confidence(self) -> float:
        """The chance 0-1 that the card is the right one."""
        return float(1 / (1 + np.exp(-(BIAS + BY_LEAD * self.lead + BY_OWN * self.own))))


class Known:
    """A sample of the card `code`: its coarse look, and its details once they are needed."""

    def __init__(self, code: str, picture: Pixels) -> None:
        self.code = code
        self._file = Frame(picture, 0.0).jpeg(QUALITY)  # smaller than the pixels by ten times
        self.coarse = Look(picture).coarse

    @cached_property
    def details(self) -> Details:
        """What it is compared by."""
        return Look(Frame.load(self._file).pixels).details


@dataclass(frozen=True, eq=False)
class Rival:
    """A sample that the seen card may show, turned by `turn` corners: its `number` and how well it fits."""

    number: int
    code: str
    turn: int
    fit: Fit
    support: float


class TaughtCards:
    """The cards of a deck as their `samples` (code, rectified picture) taught them."""

    def __init__(self, samples: Sequence[tuple[str, Pixels]]) -> None:
        self._known = [Known(code, picture) for code, picture in samples]
        self._coarse = np.stack([one.coarse for one in self._known]) if self._known else np.zeros(0, np.float32)
        self._differences: dict[tuple[int, int], Floats] = {}

    def recognise(self, looks: Mapping[int, Look]) -> Verdict:
        """The verdict; see `Recogniser`."""
        return self._recognised(looks, None)

    def left_out(self, number: int, picture: Pixels) -> Verdict:
        """The verdict on a sample's own picture if that sample (its place in their order) had not been taught."""
        return self._recognised({0: Look(picture)}, number)

    def placed(self, picture: Pixels) -> Corners | None:
        """Where in a picture one of the cards lies, as `Placer.placed` tells; None where it cannot."""
        return self._placer.placed(picture) if self._known else None

    @cached_property
    def _placer(self) -> Placer:
        return Placer([one.details for one in self._known])

    def most_alike(self, count: int) -> list[tuple[str, str, float]]:
        """The pairs of different cards that look most alike, with their likeness up to 1, the most alike first."""
        pairs: dict[tuple[str, str], float] = {}
        for number, one in enumerate(self._known[:-1]):
            for other, like in zip(
                self._known[number + 1 :], likeness(one.coarse, self._coarse[number + 1 :]).tolist(), strict=True
            ):
                if other.code != one.code:
                    pair = min(one.code, other.code), max(one.code, other.code)
                    pairs[pair] = max(like, pairs.get(pair, like))
        ranked = sorted(pairs.items(), key=lambda item: -item[1])
        return [(*pair, like) for pair, like in ranked[:count]]

    def _recognised(self, looks: Mapping[int, Look], hidden: int | None) -> Verdict:
        if len(self._known) <= (hidden is not None):
            return Verdict(min(looks), (), UNKNOWN)
        rivals = self._fitted(looks, self._likely(looks, hidden))
        best = self._champion(rivals)
        evidence = self._evidence(best, rivals)
        first = evidence.confidence
        return Verdict(best.turn, ((best.code, first), *self._others(best, first, rivals)), _reason(evidence))

    def _likely(self, looks: Mapping[int, Look], hidden: int | None) -> list[tuple[int, int]]:
        """Turn and number of the likeliest samples but the hidden one, best first."""
        turns = [*looks]
        scores = np.stack([likeness(looks[turn].coarse, self._coarse) for turn in turns])
        if hidden is not None:
            scores[:, hidden] = -np.inf
        chosen: list[tuple[int, int]] = []
        for place in np.argsort(-scores, axis=None)[: int(np.isfinite(scores).sum())].tolist():
            row, number = divmod(place, scores.shape[1])
            codes = {self._known[other].code for _, other in chosen}
            if len(codes) >= LEAST and (len(chosen) >= MOST or scores[row, number] < scores.max() - NEAR):
                break
            if len(chosen) < MOST or self._known[number].code not in codes:
                chosen.append((turns[row], number))
        return chosen

    def _fitted(self, looks: Mapping[int, Look], likely: Sequence[tuple[int, int]]) -> list[Rival]:
        """The rivals, one for each code; those whose features do not tell how they lie are laid as others are."""
        laid = [comparing.homography(looks[turn].details, self._known[number].details) for turn, number in likely]
        found: dict[str, Rival] = {}
        for (turn, number), own in zip(likely, laid, strict=True):
            shared = max(
                (one for (other, _), one in zip(likely, laid, strict=True) if other == turn), key=_matches
            )
            way, matches = own if 2 * own[1] > shared[1] else (shared[0], own[1])
            fit = comparing.fit(looks[turn], self._known[number].details, way, matches)
            rival = self._rival(turn, number, fit)
            if rival.code not in found or rival.support > found[rival.code].support:
                found[rival.code] = rival
        return [*found.values()]

    def _rival(self, turn: int, number: int, fit: Fit) -> Rival:
        support = _mean(fit.agrees, fit.print * (BLANK + self._spread(fit.print.shape)))
        return Rival(number, self._known[number].code, turn, fit, support)

    def _spread(self, shape: tuple[int, ...]) -> Floats:
        """How much each cell differs between the cards of the deck, 0-1."""
        gradients = self._coarse[..., :BINS]
        common = np.linalg.norm(gradients.mean(axis=0), axis=-1)
        each = np.linalg.norm(gradients, axis=-1).mean(axis=0)
        spread = (each - common) / np.maximum(each, 1)
        return np.asarray(cv2.resize(spread.astype(np.float32), shape[::-1], interpolation=cv2.INTER_AREA))

    def _champion(self, rivals: Sequence[Rival]) -> Rival:
        """The rival that leads before all others, or that no other leads before by more."""
        best = max(rivals, key=lambda one: one.support)
        for other in rivals:
            if other is not best and self.lead(other, best) > self.lead(best, other):
                best = other
        return best

    def lead(self, one: Rival, other: Rival) -> float:
        """How far what is seen speaks for one card and against another, -1 to 1, where the two differ."""
        return _mean(one.fit.agrees - other.fit.agrees, self._telling(one, other))

    def _telling(self, one: Rival, other: Rival) -> Floats:
        """How much each cell can tell for one card against another: most where the one has print of its own."""
        own, others = one.fit.print, other.fit.print
        share = own / np.maximum(np.maximum(own, others), 1)
        return np.asarray(self._difference(one.number, other.number) * np.clip(share, BARE, 1))

    def evidence(self, looks: Mapping[int, Look]) -> tuple[str, Evidence]:
        """The likeliest card and what speaks for it: what the confidence is fitted by."""
        rivals = self._fitted(looks, self._likely(looks, None))
        best = self._champion(rivals)
        return best.code, self._evidence(best, rivals)

    def _evidence(self, best: Rival, rivals: Sequence[Rival]) -> Evidence:
        """What speaks for the best of the rivals."""
        others = [one for one in rivals if one is not best]
        nearest = min(others, key=lambda one: self.lead(best, one), default=None)
        if (
            nearest is None
        ):  # a deck of one card: what tells it from strangers is not known yet, so it is never sure
            return Evidence(best.support, 0.0, best.support)
        lead, own = self.lead(best, nearest), _worst(best.fit.agrees, self._telling(best, nearest))
        return Evidence(best.support, lead, own)

    def _difference(self, one: int, other: int) -> Floats:
        """Where and how much two samples differ, in grey levels."""
        pair = min(one, other), max(one, other)
        if pair not in self._differences:
            first, second = (self._known[number].details.fine for number in pair)
            there, print_, others = comparing.agreement(first, second)
            back, _, _ = comparing.agreement(second, first)
            differs = (1 - np.minimum(there, back)) * np.maximum(print_, others)
            self._differences[pair] = np.where(differs > SAME * differs.max(), differs, 0)
        return self._differences[pair]

    def _others(self, best: Rival, first: float, rivals: Sequence[Rival]) -> list[tuple[str, float]]:
        """The next likeliest and their share of what the first leaves."""
        rest = sorted((one for one in rivals if one is not best), key=lambda one: -one.support)[: SHOWN - 1]
        odds = [one.support**4 for one in rest]
        share = min(1.0, (1 - first) / max(sum(odds), 1e-9))
        return sorted(
            ((one.code, share * chance) for one, chance in zip(rest, odds, strict=True)), key=lambda p: -p[1]
        )


def _matches(laid: tuple[object, int]) -> int:
    return laid[1]


def _mean(values: Floats, weights: Floats) -> float:
    """The weighted mean; 0 without weights."""
    total = float(weights.sum())
    return float((weights * values).sum()) / total if total > 0 else 0.0


def _worst(values: Floats, weights: Floats) -> float:
    """The weighted mean of those lowest values that have `WORST` of all weight."""
    order = np.argsort(values, axis=None)
    sums = np.cumsum(weights.ravel()[order])
    kept = order[: int(np.searchsorted(sums, WORST * sums[-1])) + 1]
    return _mean(values.ravel()[kept], weights.ravel()[kept])


def _reason(evidence: Evidence) -> str | None:
    if evidence.confidence >= SURE:
        return None
    return ALIKE if evidence.support >= LIKE else UNKNOWN
