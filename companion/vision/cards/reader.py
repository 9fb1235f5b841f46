"""The card reader: finds the cards in a frame and recognises each against one deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards import lettering, store
from companion.vision.cards.deck import Deck
from companion.vision.cards.edges import fitted
from companion.vision.cards.finder import EYE, CardFinder, Found
from companion.vision.cards.judging import Judge
from companion.vision.cards.printed import PrintedCards
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import ALIKE, UNKNOWN, CardSighting
from companion.vision.cards.taught import TaughtCards
from companion.vision.cards.verdict import Recogniser
from companion.vision.frame import Frame
from companion.vision.tray import Tray

CERTAIN = 0.4  # the finder's score from which on something is a card, if an unknown one
FAINT = 0.12  # from which on something is looked at, and kept if it has a taught card's print
TRIES = 3  # of them in a frame, those first that look most like one: on some mats there are many
DOUBTFUL = 0.2  # from which on something is looked at, and kept if it is surely a card of the deck
ALONE, AGAIN = 0.93, 0.97  # the confidence that a printed card's reading needs alone, and if its shape is in doubt
EACH = 0.5  # what the less sure one needs, if it is read alike in two shapes
WITHIN, SAME = 0.85, 0.4  # share of a card that lies in another from which on both are one; if both are the same
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
        self._judge = Judge(deck, recogniser(deck), words=words and lettering.installed())

    def read(self, frame: Frame, tray: Tray | None = None) -> tuple[CardSighting, ...]:
        """The cards in a frame, in reading order; a calibrated `tray` tells how large they must be.

        What may be no card at all, and is like none of the deck, is left out.

        Raises:
            CalibrationError: the frame is of another size than the calibration.
        """
        least = DOUBTFUL if self.deck.network else FAINT
        found = self._finder.find(frame, self.deck.size_mm, tray, least)
        plain = [one for one in found if self.deck.network or one.score >= CERTAIN]
        seen: list[CardSighting] = []
        for one in plain:
            seen += filter(None, [self._sighted(frame, one, tray, seen)])
        return _in_order(_apart(self._with_printed(frame, found[len(plain) :], seen)))

    def _with_printed(
        self, frame: Frame, faint: Sequence[Found], seen: Sequence[CardSighting]
    ) -> list[CardSighting]:
        """What is `seen`, and those of the first few faint finds beside it that bear a taught card's print."""
        kept, tries = [*seen], 0
        for one in faint:
            if tries < TRIES and not _on_known(one, kept):
                tries += 1
                kept += filter(None, [self._judge.by_print(frame, one.corners)])
        return kept

    def _sighted(
        self, frame: Frame, found: Found, tray: Tray | None, seen: Sequence[CardSighting]
    ) -> CardSighting | None:
        """The sighting of what was found beside those that are `seen`; None if that is hardly a card."""
        above = [one.corners for one in seen if one.sure]
        first = self.recognise(frame, fitted(frame, found.corners, self.deck.size_mm, tray, above))
        return self._printed(frame, found, first) if self.deck.network else first

    def _printed(self, frame: Frame, found: Found, first: CardSighting) -> CardSighting | None:
        """The sighting of a card that a network reads, its corners being where it is read most surely."""
        if found.score < CERTAIN:
            return first if first.sure and first.confidence >= AGAIN else None
        if first.sure and first.confidence >= ALONE:
            return first
        return _together(first, self.recognise(frame, found.corners))

    def recognise(self, frame: Frame, corners: NDArray[np.float64]) -> CardSighting:
        """The sighting of the card with these corners (4, 2) in pixels, clockwise as seen, the first being any."""
        return self._judge.sighting(frame, corners)


def _together(first: CardSighting, other: CardSighting) -> CardSighting:
    """A card's sighting from those in two shapes that it may have, the first of which does not tell alone.

    A second look is one more chance to be mistaken: it must agree, or be surer than one is wanted to be.
    """
    surer, less = sorted((first, other), key=lambda one: (one.sure, one.confidence), reverse=True)
    alike = [code for code, chance in less.candidates[:1] if less.reason in (None, ALIKE) and chance >= EACH]
    if surer.sure and (alike == [surer.code] or (surer is other and surer.confidence >= AGAIN)):
        return surer
    return _asked(first)


def _asked(one: CardSighting) -> CardSighting:
    """The same card, to be asked about."""
    return replace(one, code=None, reason=one.reason or ALIKE)


def recogniser(deck: Deck) -> Recogniser:
    """What tells the cards of a deck; raises as `CardReader` does."""
    if deck.network:
        return PrintedCards(Path(deck.folder) / deck.network)
    return TaughtCards(store.read_samples(deck))


def _apart(sightings: list[CardSighting]) -> list[CardSighting]:
    """The surest of those that are the same card: its inner frame may have been found beside its edges."""
    kept: list[CardSighting] = []
    for one in sorted(sightings, key=lambda one: (not one.sure, -one.confidence)):
        if all(_shared(one, other) < (WITHIN if one.code != other.code else SAME) for other in kept):
            kept.append(one)
    return kept


def _on_known(found: Found, seen: Sequence[CardSighting]) -> bool:
    """Whether it lies on a card that the deck has, and so is a part of it."""
    x, y = found.middle.tolist()
    known = [one.corners.astype(np.float32) for one in seen if one.reason != UNKNOWN]
    return any(cv2.pointPolygonTest(corners, (x, y), measureDist=False) > 0 for corners in known)


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
