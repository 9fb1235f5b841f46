"""Printed cards: recognised by a network of their own, as playing cards are, whatever maker's art they bear."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.card import read_part, session
from companion.vision.cards.look import Features, Look
from companion.vision.cards.placing import Placed
from companion.vision.cards.sighting import ALIKE, UNKNOWN
from companion.vision.cards.verdict import SHOWN, Ranked, Verdict
from companion.vision.classifier import softmax
from companion.vision.frame import Pixels

Floats = NDArray[np.float64]

STRANGE = 0.5  # the chance of being no card of this kind from which on a card is called unknown


class PrintedCard(msgspec.Struct, frozen=True):
    """How to use a network for printed cards.

    Its input is `size` (width, height) pixels; a card's code is one of `ranks` and one of `suits`, in order of the
    logits, of which the ranks' last stands for no such card. `temperature` divides the logits, and from the
    confidence `sure` on no question is asked.
    """

    name: str
    version: str
    licence: str
    file: str
    sha256: str
    size: tuple[int, int]
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    temperature: float
    sure: float


class PrintedCards:
    """The cards that the network beside the card file at `path` knows.

    Raises:
        ModelError: the network or its card is missing or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.card = read_part(path, PrintedCard)
        self._session = session(path.parent, self.card.file, self.card.sha256)

    def placed(self, seen: Features) -> tuple[Placed, ...]:  # noqa: ARG002
        """Nowhere: what is printed on such cards differs from maker to maker; see `Recogniser`."""
        return ()

    def likeness(self, looks: Mapping[int, Look]) -> float:  # noqa: ARG002
        """All that has a card's shape is looked at."""
        return 1.0

    def recognise(self, looks: Mapping[int, Look]) -> Verdict:
        """The verdict; see `Recogniser`."""
        turns = [*looks]
        images = np.stack([self._image(looks[turn].picture) for turn in turns])
        ranks, suits = (
            softmax(logits / self.card.temperature) for logits in self._session.run(None, {"image": images})
        )
        best = int(np.argmax(ranks[:, :-1].max(axis=1) * suits.max(axis=1)))
        candidates = self._candidates(ranks[best], suits[best])
        return Verdict(turns[best], candidates, self._reason(candidates, float(ranks[best, -1])))

    def _image(self, picture: Pixels) -> NDArray[np.float32]:
        small = cv2.resize(picture, self.card.size, interpolation=cv2.INTER_AREA)
        return np.asarray(small.transpose(2, 0, 1), np.float32) / np.float32(255)

    def _candidates(self, ranks: Floats, suits: Floats) -> Ranked:
        chances = np.outer(ranks[:-1], suits)
        order = np.argsort(-chances, axis=None)[:SHOWN]
        cells = zip(*np.unravel_index(order, chances.shape), strict=True)
        return tuple(
            (self.card.ranks[rank] + self.card.suits[suit], float(chances[rank, suit])) for rank, suit in cells
        )

    def _reason(self, candidates: Ranked, strange: float) -> str | None:
        if strange >= STRANGE:
            return UNKNOWN
        return None if candidates[0][1] >= self.card.sure else ALIKE
