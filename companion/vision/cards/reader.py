"""The card reader: finds the cards in a frame and recognises each against one deck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards import lettering, store
from companion.vision.cards.deck import Deck
from companion.vision.cards.edges import fitted
from companion.vision.cards.finder import EYE, CardFinder
from companion.vision.cards.look import RIM, Look
from companion.vision.cards.placing import Patch
from companion.vision.cards.printed import PrintedCards
from companion.vision.cards.rectify import likely_turns, rectified, sides, turned
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import ALIKE, BLUR, GLARE, SMALL, UNKNOWN, CardSighting
from companion.vision.cards.taught import TaughtCards
from companion.vision.cards.verdict import Recogniser, Verdict
from companion.vision.frame import Frame, Pixels
from companion.vision.quality import BURNT
from companion.vision.tray import Tray

MOVED, FAR_MOVED = 0.35, 0.8  # of its shorter side: how far its corners may be mistaken; and if a part was hidden
CLEAR = 24  # features that agree: then its print lies there, whatever was taken for its edges
HIDDEN = 1.9  # times what is seen of a card: how large it may be
LEAST_SIDE = 40.0  # pixels of a card's shorter side; on a smaller one nobody reads a title
BURNT_OUT = 0.04, 0.6  # share of a card without detail, for which a lamp is to blame; more is white paper
SOFT = 6.0  # grey levels: the steepest hundredth of a sharp card's slopes are steeper
CERTAIN = 0.4  # the finder's score from which on something is a card, if an unknown one
WITHIN, SAME = 0.85, 0.4  # share of a card that lies in another from which on both are one; if both are the same
READ_SURE = 0.97  # the confidence of a card that its words tell from one that looks alike
BAND = 0.5  # of a card's mean height: cards whose middles differ less lie in one row


class CardReader:
    """Reads the cards of one `deck`, as `open_deck` gives it; loads the eye's network when it is made.

    With `words`, the title decides between cards that look alike, where the library for it is installed: some
    170 MB, from the first such card on. Keeps nothing between frames; not for several threads at once.

    Raises:
        ModelError: a network is missing or damaged.
        LessonError: the deck's pictures are missing or damaged.
    """

    def __init__(self, deck: Deck, models: Path | None = None, *, words: bool = False) -> None:
        self.deck = deck
        self._finder = CardFinder((models or shipped_cards()) / EYE)
        self._recogniser = recogniser(deck)
        self._words = words and lettering.installed()

    def read(self, frame: Frame, tray: Tray | None = None) -> tuple[CardSighting, ...]:
        """The cards in a frame, in reading order; a calibrated `tray` tells how large they must be.

        What may be no card at all, and is like none of the deck, is left out.

        Raises:
            CalibrationError: the frame is of another size than the calibration.
        """
        found = self._finder.find(frame, self.deck.size_mm, tray)
        seen = [(self.recognise(frame, fitted(frame, one.corners)), one.score) for one in found]
        return _in_order(_apart([one for one, score in seen if one.reason != UNKNOWN or score >= CERTAIN]))

    def recognise(self, frame: Frame, corners: NDArray[np.float64]) -> CardSighting:
        """The sighting of the card with these corners (4, 2) in pixels, clockwise as seen, the first being any."""
        verdict, picture = self._verdict(frame, corners, likely_turns(corners, self.deck.size_mm))
        if verdict.reason is not None and (better := self._placed(frame, corners)) is not None:
            again, shown = self._verdict(frame, better, (0,))
            if _chance(again) > _chance(verdict):
                corners, verdict, picture = better, again, shown
        if verdict.reason == ALIKE and self._words:
            verdict = self._by_words(picture, verdict)
        reason = verdict.reason and (_flaw(picture, min(sides(corners))) or verdict.reason)
        code = verdict.candidates[0][0] if reason is None else None
        return CardSighting(turned(corners, verdict.turn), code, _chance(verdict), verdict.candidates, reason)

    def _verdict(self, frame: Frame, corners: NDArray[np.float64], turns: Sequence[int]) -> tuple[Verdict, Pixels]:
        """The verdict on a card with these corners, and its picture the right way round."""
        looks = {turn: self._look(frame, turned(corners, turn)) for turn in turns}
        verdict = self._recogniser.recognise(looks)
        return verdict, looks[verdict.turn].picture

    def _look(self, frame: Frame, corners: NDArray[np.float64]) -> Look:
        wide = rectified(frame, corners, self.deck.size_mm, rim=RIM)
        return Look(np.ascontiguousarray(wide[RIM:-RIM, RIM:-RIM]), wide)

    def _placed(self, frame: Frame, corners: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """The corners (4, 2) in pixels where the card's print says that they are, from its own top left."""
        patch = Patch(frame, corners)
        found = self._recogniser.placed(patch.features)
        if found is None:
            return None
        placed = patch.in_frame(found.corners)
        return placed if found.matches >= CLEAR or _believable(placed, corners) else None

    def _by_words(self, picture: Pixels, verdict: Verdict) -> Verdict:
        """The verdict once the words have been read."""
        titles = {code: self.deck.card(code).title for code, _ in verdict.candidates}
        code = lettering.chosen(picture, titles)
        if code is None:
            return verdict
        rest = [(other, (1 - READ_SURE) / len(titles)) for other in titles if other != code]
        return Verdict(verdict.turn, ((code, READ_SURE), *rest), None)


def _believable(corners: NDArray[np.float64], before: NDArray[np.float64]) -> bool:
    """Whether a card whose corners were thought to be elsewhere can have these.

    Its edges may have been mistaken a little, or what was seen is the part of it that is not covered; what lies
    far off is another card that shares a picture with it.
    """
    away = min(float(np.linalg.norm(turned(corners, k) - before, axis=1).max()) for k in range(4))
    moved = away / max(min(sides(before)), 1.0)
    whole, part = (abs(cv2.contourArea(one.astype(np.float32))) for one in (corners, before))
    common, _ = cv2.intersectConvexConvex(corners.astype(np.float32), before.astype(np.float32))
    hidden = common >= WITHIN * part and whole <= HIDDEN * part
    return moved < MOVED or (hidden and moved < FAR_MOVED)


def _chance(verdict: Verdict) -> float:
    return verdict.candidates[0][1] if verdict.candidates else 0.0


def recogniser(deck: Deck) -> Recogniser:
    """What tells the cards of a deck; raises as `CardReader` does."""
    if deck.network:
        return PrintedCards(Path(deck.folder) / deck.network)
    return TaughtCards(store.read_samples(deck))


def _flaw(picture: Pixels, side: float) -> str | None:
    """What spoils a picture of a card that appears `side` pixels wide: a slug, or None."""
    if side < LEAST_SIDE:
        return SMALL
    if BURNT_OUT[0] < float((picture.min(axis=2) >= BURNT).mean()) < BURNT_OUT[1]:
        return GLARE
    grey = picture.mean(axis=2)
    slopes = np.abs(np.diff(grey, axis=0)[:, 1:]) + np.abs(np.diff(grey, axis=1)[1:])
    return BLUR if float(np.percentile(slopes, 99)) < SOFT * float(np.percentile(grey, 95)) / 100 else None


def _apart(sightings: list[CardSighting]) -> list[CardSighting]:
    """The surest of those that are the same card: its inner frame may have been found beside its edges."""
    kept: list[CardSighting] = []
    for one in sorted(sightings, key=lambda one: (not one.sure, -one.confidence)):
        if all(_shared(one, other) < (WITHIN if one.code != other.code else SAME) for other in kept):
            kept.append(one)
    return kept


def _shared(one: CardSighting, other: CardSighting) -> float:
    """The share 0-1 of the smaller one of two cards that the other covers."""
    first, second = (sighting.corners.astype(np.float32) for sighting in (one, other))
    common, _ = cv2.intersectConvexConvex(first, second)
    smaller = min(cv2.contourArea(first), cv2.contourArea(second))
    return float(common) / max(float(smaller), 1.0)


def _in_order(sightings: list[CardSighting]) -> tuple[CardSighting, ...]:
    """Row by row from the top, each from the left."""
    left = sorted(sightings, key=lambda one: float(one.corners[:, 1].mean()))
    ordered: list[CardSighting] = []
    while left:
        first = left[0].corners
        reach = BAND * (float(first[:, 1].max() - first[:, 1].min()))
        row = [one for one in left if one.corners[:, 1].mean() - first[:, 1].mean() <= reach]
        ordered += sorted(row, key=lambda one: float(one.corners[:, 0].mean()))
        left = [one for one in left if one not in row]
    return tuple(ordered)
