"""The teacher's eye: finds dice in a frame and looks at pictures of faces, with the networks as shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.card import BaseCard, ReaderCard, read_card
from companion.vision.classifier import Classifier, Look
from companion.vision.detector import Detector, Found
from companion.vision.dieset import BASE
from companion.vision.frame import Frame, Pixels
from companion.vision.teaching.variations import VARIATIONS, varied

UPRIGHT = (1.0, 0.0)  # the turn of a die whose edges lie along the picture's


class Teacher:
    """The detector and the classifier in the folder `models`; teaching never changes them.

    Raises:
        ModelError: a model is missing or damaged.
    """

    def __init__(self, models: Path) -> None:
        self.models = models
        base = read_card(models / BASE, BaseCard)
        self._detector = Detector(models / BASE, base.detector)
        self._classifier = Classifier(models / BASE, base.reader)

    @property
    def reader(self) -> ReaderCard:
        """The card of the reader, whose hash tells whether embeddings are still valid."""
        return self._classifier.card

    def dice(self, frame: Frame) -> list[tuple[Found, Look]]:
        """The dice in `frame`, the surest first; those that the detector doubts only where it sees no other.

        Somebody has put dice there: this is why the doubtful are better than none.
        """
        seen = self._detector.find(frame.pixels)
        found = [one for one in seen if one.score >= self._detector.card.threshold] or seen
        return list(zip(found, self._classifier.look(frame.pixels, found), strict=True))

    def at(self, frame: Frame, x: float, y: float, size: float) -> Look:
        """The look at a die that somebody points at: its centre and the side of its top face, in pixels.

        It is for dice that the detector misses; the edges alone tell how it is turned.
        """
        return self._classifier.look(frame.pixels, [Found(x, y, size, 1.0)])[0]

    def look(self, crop: Pixels) -> Look:
        """What the classifier makes of a rectified crop (crop, crop, 3) uint8 RGB, as though it were a frame."""
        middle = crop.shape[0] / 2
        return self._classifier.look(crop, [Found(middle, middle, self.reader.top_side, 1.0, UPRIGHT)])[0]

    def views(self, crop: Pixels) -> tuple[Pixels, ...]:
        """The crop and its variations."""
        return tuple(varied(crop, self.reader.top_side, how) for how in VARIATIONS)

    def embeddings(self, crop: Pixels) -> NDArray[np.float32]:
        """The embeddings (variations, embedding) of the crop and of its variations."""
        return np.stack([self.look(view).embedding for view in self.views(crop)])
