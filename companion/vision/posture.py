"""Postures: whether a die lies flat, leans against something, or lies on another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.card import read_part, session
from companion.vision.frame import Pixels

CARD = "posture.json"
FLAT = "flat"
COMPARED = 3  # dice in a picture whose median says how the camera looks at them


class PostureCard(msgspec.Struct, frozen=True):
    """How the network is used: from which probability 0-1 a die counts as not flat.

    It must lie by `beyond` above the median of the picture's dice, which takes out how the camera looks at all
    of them; and by `farther` more at the picture's corners, with the square of the distance from its middle, for
    there the sides of flat dice show. It has learnt views at most `most_slant` degrees from straight above, and
    top faces whose sides are at least `least_side` pixels. `figures` are what was counted in training.
    """

    file: str
    sha256: str
    postures: tuple[str, ...]
    beyond: Annotated[float, msgspec.Meta(gt=0, le=1)]
    farther: Annotated[float, msgspec.Meta(ge=0)]
    most_slant: float
    least_side: float
    figures: dict[str, dict[str, float]] = {}


class Posture:
    """The network in `folder` that tells postures from the classifier's crops; safe to call from several threads.

    Raises:
        ModelError: it is missing or damaged.
    """

    @classmethod
    def of(cls, folder: Path) -> Posture | None:
        """The network, or None in a folder of models without one: every die then lies flat.

        Raises:
            ModelError: it is damaged.
        """
        return cls(folder) if (folder / CARD).exists() else None

    def __init__(self, folder: Path) -> None:
        self.card = read_part(folder / CARD, PostureCard)
        self._session = session(folder, self.card.file, self.card.sha256)

    def tell(
        self, crops: Sequence[Pixels], sides: Sequence[float], away: Sequence[float], slant: float
    ) -> list[str]:
        """For each crop (n, n, 3) uint8 RGB `leaning`, `stacked`, or an empty text for one that lies flat.

        `sides` (n,) are those of the top faces in pixels of the frame: of small ones nothing is said. `away` (n,)
        are distances from the picture's middle, 1 at its corners; `slant` the degrees from straight above. A
        camera that looks from farther aside sees flat dice as if they leant: nothing is said then.
        """
        if not crops or slant > self.card.most_slant:
            return [""] * len(crops)
        shares = self._shares(crops)
        flat = self.card.postures.index(FLAT)
        raised = 1 - shares[:, flat]
        usual = np.median(raised) if len(crops) >= COMPARED else 0.0
        told = raised - usual >= self.card.beyond + self.card.farther * np.square(away)
        told &= np.array(sides) >= self.card.least_side
        named = np.where(np.arange(shares.shape[1]) == flat, -1, shares).argmax(axis=1)
        return [self.card.postures[name] if one else "" for name, one in zip(named, told, strict=True)]

    def _shares(self, crops: Sequence[Pixels]) -> NDArray[np.float32]:
        """The probabilities (crops, postures)."""
        sheet = np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / 255
        (shares,) = self._session.run(["probabilities"], {"crops": sheet})
        return np.asarray(shares, np.float32)
