"""Taught cards: recognised by the pictures that taught them, however few, also when they differ in a title only.

All cards are ranked by their coarse looks. The likeliest are laid onto the seen card by local features and
compared cell by cell; between two of them only those cells count that differ between the two, so that a shared
frame and shared art say nothing, and what is covered speaks for nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards import comparing
from companion.vision.cards.comparing import Fit, laid_wide
from companion.vision.cards.covering import seen_cells
from companion.vision.cards.evidence import SURE, Evidence, mean, reason_of, worst
from companion.vision.cards.look import BINS, Details, Features, Floats, Look, likeness, tints
from companion.vision.cards.placing import Placed, Placer
from companion.vision.cards.sighting import UNKNOWN
from companion.vision.cards.verdict import SHOWN, Verdict
from companion.vision.frame import Frame, Pixels

QUALITY = 95  # of the JPEG in which a sample waits until its details are needed
MOST, LEAST = 16, 4  # samples that are compared in detail, and different cards among them
MORE = 3  # cards that are compared too, where a cover hides what would tell them apart
NEAR = 0.06  # how much less like than the likeliest they may be
NOTHING = 0.4  # likeness: less has nothing that is these cards' at these places
SAME = 0.15  # of the greatest difference between two cards: cells that differ less tell nothing
BARE = 0.15  # the weight of a cell in which only the other card has print: a cover or glare looks bare, too
ENOUGH = 0.65  # share of what tells two cards apart that must be seen
BLANK = 0.05  # the weight of cells that are alike in all cards of the deck, against those that differ most


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

    @cached_property
    def tints(self) -> Floats:
        """The colours of its cells."""
        return tints(Frame.load(self._file).pixels)


@dataclass(frozen=True, eq=False)
class Rival:
    """A sample that the seen card may show, turned by `turn` corners: its `number` and how well it fits.

    `laid` is what lays the seen card onto it, if anything does, and `seen` how much of each cell is seen.
    """

    number: int
    code: str
    turn: int
    fit: Fit
    support: float
    laid: NDArray[np.float64] | None
    seen: Floats


class TaughtCards:
    """The cards of a deck as their `samples` (code, rectified picture) taught them."""

    def __init__(self, samples: Sequence[tuple[str, Pixels]]) -> None:
        self._known = [Known(code, picture) for code, picture in samples]
        self._coarse = np.stack([one.coarse for one in self._known]) if self._known else np.zeros(0, np.float32)
        self._differences: dict[tuple[int, int], Floats] = {}
        self._spreads: dict[tuple[int, ...], Floats] = {}

    def recognise(self, looks: Mapping[int, Look]) -> Verdict:
        """The verdict; see `Recogniser`."""
        return self._recognised(looks, None)

    def likeness(self, looks: Mapping[int, Look]) -> float:
        """How like the likeliest sample it is as a whole; see `Recogniser`."""
        return float(self._glanced(looks).max()) if self._known else 0.0

    def left_out(self, number: int, picture: Pixels) -> Verdict:
        """The verdict on a sample's own picture if that sample (its place in their order) had not been taught."""
        return self._recognised({0: Look(picture)}, number)

    def placed(self, seen: Features) -> tuple[Placed, ...]:
        """Where one of the cards may lie; see `Placer.placed`."""
        return self._placer.placed(seen) if self._known else ()

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
        scores = self._glanced(looks)
        if hidden is not None:
            scores[:, hidden] = -np.inf
        likely = self._likely([*looks], scores)
        if float(scores.max()) < NOTHING:
            return self._refused(likely)
        best, evidence, rivals = self._judged(looks, self._fitted(looks, likely))
        first = evidence.confidence
        return Verdict(best.turn, ((best.code, first), *self._others(best, first, rivals)), reason_of(evidence))

    def _refused(self, likely: Sequence[tuple[int, int]]) -> Verdict:
        """The verdict on what is like none of the cards, with those that it is least unlike."""
        codes = [*dict.fromkeys(self._known[number].code for _, number in likely)]
        return Verdict(likely[0][0], tuple((code, 0.0) for code in codes[:SHOWN]), UNKNOWN)

    def _judged(
        self, looks: Mapping[int, Look], rivals: Sequence[Rival]
    ) -> tuple[Rival, Evidence, Sequence[Rival]]:
        """The likeliest rival and what speaks for it; where something lies on the card, by what is seen of it."""
        best = self._champion(rivals)
        evidence = self._evidence(best, rivals)
        if evidence.confidence >= SURE or (wide := looks[best.turn].wide) is None:
            return best, evidence, rivals
        seen = seen_cells(laid_wide(wide, best.laid), self._known[best.number].tints, best.fit)
        if seen is None:
            return best, evidence, rivals
        alike = [one for one in rivals if (one.turn - best.turn) % 2 == 0]
        found = [self._in_sight(one, np.rot90(seen, one.turn - best.turn)) for one in alike]
        found += [self._like(looks[best.turn], best, number, seen) for number in self._alike(best, seen, rivals)]
        best = self._champion(found)
        return best, self._evidence(best, found), found

    def _alike(self, best: Rival, seen: Floats, rivals: Sequence[Rival]) -> list[int]:
        """Samples of other cards that look most like one where it is seen, and are no rivals yet."""
        size = self._coarse.shape[2], self._coarse.shape[1]
        mask = cv2.resize(np.ascontiguousarray(seen), size, interpolation=cv2.INTER_NEAREST) > 0
        like = likeness(self._coarse[best.number][mask][None], self._coarse[:, mask][:, None])
        known = {one.code for one in rivals}
        chosen: dict[str, int] = {}
        for number in np.argsort(-like).tolist():
            if self._known[number].code not in known:
                chosen.setdefault(self._known[number].code, number)
        return [*chosen.values()][:MORE]

    def _like(self, look: Look, best: Rival, number: int, seen: Floats) -> Rival:
        """A sample that was not likely as a whole, laid as the best one is."""
        fit = comparing.fit(look, self._known[number].details, best.laid)
        return self._in_sight(self._rival(best.turn, number, fit, best.laid), seen)

    def _in_sight(self, one: Rival, seen: Floats) -> Rival:
        """A rival of which this much is seen."""
        return replace(one, seen=seen, support=self._support(one.fit, seen))

    def _glanced(self, looks: Mapping[int, Look]) -> Floats:
        """How like each sample it is as a whole, turn by turn (turns, samples)."""
        return np.stack([likeness(look.coarse, self._coarse) for look in looks.values()])

    def _likely(self, turns: Sequence[int], scores: Floats) -> list[tuple[int, int]]:
        """Turn and number of the likeliest samples, best first; see `_glanced`."""
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
            rival = self._rival(turn, number, fit, way)
            if rival.code not in found or rival.support > found[rival.code].support:
                found[rival.code] = rival
        return [*found.values()]

    def _rival(self, turn: int, number: int, fit: Fit, laid: NDArray[np.float64] | None) -> Rival:
        seen = np.ones_like(fit.print)
        return Rival(number, self._known[number].code, turn, fit, self._support(fit, seen), laid, seen)

    def _support(self, fit: Fit, seen: Floats) -> float:
        return mean(fit.agrees, fit.print * seen * (BLANK + self._spread(fit.print.shape)))

    def _spread(self, shape: tuple[int, ...]) -> Floats:
        """How much each cell differs between the cards of the deck, 0-1."""
        if shape not in self._spreads:
            self._spreads[shape] = self._spread_of(shape)
        return self._spreads[shape]

    def _spread_of(self, shape: tuple[int, ...]) -> Floats:
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
        """How far what is seen speaks for one card and against another, -1 to 1, where the two differ.

        It speaks the less the more of what tells them apart is covered.
        """
        telling = self._telling(one, other)
        seen = telling * one.seen
        share = float(seen.sum()) / max(float(telling.sum()), 1e-6)
        return mean(one.fit.agrees - other.fit.agrees, seen) * min(1.0, share / ENOUGH) ** 2

    def _telling(self, one: Rival, other: Rival) -> Floats:
        """How much each cell can tell for one card against another: most where the one has print of its own."""
        own, others = one.fit.print, other.fit.print
        share = own / np.maximum(np.maximum(own, others), 1)
        return np.asarray(self._difference(one.number, other.number) * np.clip(share, BARE, 1))

    def evidence(self, looks: Mapping[int, Look]) -> tuple[str, Evidence]:
        """The likeliest card and what speaks for it: what the confidence is fitted by."""
        likely = self._likely([*looks], self._glanced(looks))
        best, evidence, _ = self._judged(looks, self._fitted(looks, likely))
        return best.code, evidence

    def _evidence(self, best: Rival, rivals: Sequence[Rival]) -> Evidence:
        """What speaks for the best of the rivals."""
        others = [one for one in rivals if one is not best]
        nearest = min(others, key=lambda one: self.lead(best, one), default=None)
        if (
            nearest is None
        ):  # a deck of one card: what tells it from strangers is not known yet, so it is never sure
            return Evidence(best.support, 0.0, best.support)
        covered = bool(best.seen.min() < 1)
        own = min(self._own(best, one) for one in (others if covered else [nearest]))
        return Evidence(best.support, self.lead(best, nearest), own, covered)

    def _own(self, best: Rival, other: Rival) -> float:
        """How far the worst of the seen cells agree that tell a card from another; 0 where none is seen."""
        return worst(best.fit.agrees, self._telling(best, other) * best.seen)

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
