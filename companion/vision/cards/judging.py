"""Judging: which card lies between some corners, or near by, where the print says that its corners are.

Where something lies on a card, the corners that were found are often those of the part that is seen; then its
print is asked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards import lettering
from companion.vision.cards.deck import Deck
from companion.vision.cards.look import RIM, Look
from companion.vision.cards.placing import Patch
from companion.vision.cards.rectify import likely_turns, rectified, sides, turned
from companion.vision.cards.sighting import ALIKE, BLUR, GLARE, SMALL, UNKNOWN, CardSighting
from companion.vision.cards.verdict import Recogniser, Verdict
from companion.vision.frame import Frame, Pixels
from companion.vision.quality import BURNT

LIKELY = 0.65  # likeness from which on corners are most likely right; else the print is asked first
BLANK = 0.35  # share of print below which something is a bare sheet
COMMON = 0.5  # share of what was found, or of the card, that both have in common
LEAST_SIDE = 40.0  # pixels of a card's shorter side; on a smaller one nobody reads a title
BURNT_OUT = 0.04, 0.6  # share of a card without detail, for which a lamp is to blame; more is white paper
SOFT = 6.0  # grey levels: the steepest hundredth of a sharp card's slopes are steeper
READ_SURE = 0.97  # the confidence of a card that its words tell from one that looks alike

Corners = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Judged:
    """The verdict on a card with these `corners` (4, 2) in pixels, and its picture the right way round."""

    corners: Corners
    verdict: Verdict
    picture: Pixels

    @property
    def chance(self) -> float:
        """The likeliest card's confidence."""
        return self.verdict.candidates[0][1] if self.verdict.candidates else 0.0


class Judge:
    """Tells a deck's cards by its `recogniser`; with `words`, by their titles, too, where they look alike."""

    def __init__(self, deck: Deck, recogniser: Recogniser, *, words: bool) -> None:
        self._deck, self._recogniser, self.words = deck, recogniser, words

    def sighting(self, frame: Frame, corners: Corners) -> CardSighting:
        """The sighting of the card with these corners (4, 2) in pixels, clockwise as seen, the first being any."""
        return self._told(self._likeliest(frame, corners))

    def by_print(self, frame: Frame, corners: Corners) -> CardSighting | None:
        """The sighting of a card about here that its print alone tells; None where it tells none."""
        found = self._placed(frame, corners)
        return self._told(found) if found and found.verdict.reason != UNKNOWN else None

    def _likeliest(self, frame: Frame, corners: Corners) -> Judged:
        looks = self._looks(frame, corners, likely_turns(corners, self._deck.size_mm))
        if max(look.printed for look in looks.values()) < BLANK:
            return self._judged(corners, looks)
        if self._recogniser.likeness(looks) >= LIKELY:
            found = self._judged(corners, looks)
            return found if found.verdict.reason is None else _surer(found, self._placed(frame, corners))
        placed = self._placed(frame, corners)
        if placed and placed.verdict.reason != UNKNOWN:
            return placed
        return _surer(self._judged(corners, looks), placed)

    def _judged(self, corners: Corners, looks: dict[int, Look]) -> Judged:
        verdict = self._recogniser.recognise(looks)
        return Judged(corners, verdict, looks[verdict.turn].picture)

    def _looks(self, frame: Frame, corners: Corners, turns: Sequence[int]) -> dict[int, Look]:
        """The looks of a card that is turned by each of these numbers of corners."""
        looks: dict[int, Look] = {}
        for turn in turns:
            over = looks.get(turn - 2)
            looks[turn] = over.upside_down() if over else self._look(frame, turned(corners, turn))
        return looks

    def _look(self, frame: Frame, corners: Corners) -> Look:
        wide = rectified(frame, corners, self._deck.size_mm, rim=RIM)
        return Look(np.ascontiguousarray(wide[RIM:-RIM, RIM:-RIM]), wide)

    def _placed(self, frame: Frame, corners: Corners) -> Judged | None:
        """What is seen where the card's print says that its corners are: there where it is most like a card."""
        if self._deck.network:
            return None
        patch = Patch(frame, corners)
        places = [patch.in_frame(one.corners) for one in self._recogniser.placed(patch.features)]
        seen = [(place, self._looks(frame, place, (0,))) for place in places if _believable(place, corners)]
        if len(seen) > 1:
            seen.sort(key=lambda one: -self._recogniser.likeness(one[1]))
        return self._judged(*seen[0]) if seen else None

    def _told(self, seen: Judged) -> CardSighting:
        verdict, picture = seen.verdict, seen.picture
        if verdict.reason == ALIKE and self.words:
            verdict = self._by_words(picture, verdict)
        reason = verdict.reason and (_flaw(picture, min(sides(seen.corners))) or verdict.reason)
        code = verdict.candidates[0][0] if reason is None else None
        chance = verdict.candidates[0][1] if verdict.candidates else 0.0
        return CardSighting(turned(seen.corners, verdict.turn), code, chance, verdict.candidates, reason)

    def _by_words(self, picture: Pixels, verdict: Verdict) -> Verdict:
        """The verdict once the words have been read."""
        titles = {code: self._deck.card(code).title for code, _ in verdict.candidates}
        code = lettering.chosen(picture, titles)
        if code is None:
            return verdict
        rest = [(other, (1 - READ_SURE) / len(titles)) for other in titles if other != code]
        return Verdict(verdict.turn, ((code, READ_SURE), *rest), None)


def _surer(one: Judged, other: Judged | None) -> Judged:
    return other if other and other.chance > one.chance else one


def _believable(corners: Corners, before: Corners) -> bool:
    """Whether a card whose corners were thought to be elsewhere can have these.

    What was seen may be a part of it, or too much; what lies beside that is another card.
    """
    whole, part = (abs(cv2.contourArea(one.astype(np.float32))) for one in (corners, before))
    common, _ = cv2.intersectConvexConvex(corners.astype(np.float32), before.astype(np.float32))
    return bool(common >= COMMON * min(whole, part))


def _flaw(picture: Pixels, side: float) -> str | None:
    """What spoils a picture of a card that appears `side` pixels wide: a slug, or None."""
    if side < LEAST_SIDE:
        return SMALL
    if BURNT_OUT[0] < float((picture.min(axis=2) >= BURNT).mean()) < BURNT_OUT[1]:
        return GLARE
    grey = picture.mean(axis=2)
    slopes = np.abs(np.diff(grey, axis=0)[:, 1:]) + np.abs(np.diff(grey, axis=1)[1:])
    return BLUR if float(np.percentile(slopes, 99)) < SOFT * float(np.percentile(grey, 95)) / 100 else None
