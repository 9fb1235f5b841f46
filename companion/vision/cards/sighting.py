"""A sighting: one card as the eye sees it, and why it is not sure where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.words import Sentence, say

SMALL, BLUR, GLARE, UNKNOWN, ALIKE = "small-card", "blurred-card", "glare-card", "unknown-card", "cards-alike"

WHY_NOT: Mapping[str, tuple[Sentence, Sentence]] = {
    SMALL: (
        say("The card is too small in the picture."),
        say("Lay it nearer to the camera, or hold the phone closer, and look again."),
    ),
    BLUR: (say("The picture of the card is not sharp."), say("Hold still, or wipe the lens, and look again.")),
    GLARE: (
        say("A lamp is mirrored in the card."),
        say("Turn the card or the lamp a little, or take it out of its sleeve, and look again."),
    ),
    UNKNOWN: (
        say("This card is not one of the deck's that I know, or too little of it is seen."),
        say("Uncover it and look again; or say which card it is, and I learn it."),
    ),
    ALIKE: (
        say("Two cards of the deck look so much alike that I cannot tell which one this is."),
        say("Choose the right one; to tell them apart I need to see the whole card, sharp and close."),
    ),
}
"""By slug: why a card is not recognised for sure, and what to do; the most telling first."""


@dataclass(frozen=True, eq=False)
class CardSighting:
    """One card in a frame.

    `corners` are its corners (4, 2) float64 in pixels of the frame, where its edges cross (so a little outside its
    rounded corners), clockwise as seen; once a card is recognised they begin with the card's own top left.

    `code` is the likeliest card of the deck with its calibrated `confidence` 0-1, and `candidates` are the
    likeliest few with theirs, best first. It is sure, and may be taken without a question, exactly when `reason`
    is None; else `reason` is a slug of `WHY_NOT` and `code` is None: the candidates are what people may be asked
    about.
    """

    corners: NDArray[np.float64]
    code: str | None
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    reason: str | None

    @property
    def sure(self) -> bool:
        """Whether the card may be taken without a question."""
        return self.reason is None
