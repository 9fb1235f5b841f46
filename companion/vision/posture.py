"""Postures: whether a die lies flat, leans against something, or lies on another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.aspect import Aspect
from companion.vision.card import read_part, session
from companion.vision.classifier import rectified
from companion.vision.found import Found, Square
from companion.vision.frame import Pixels
from companion.vision.scale import Scale
from companion.vision.tray import Point

CARD = "posture.json"
FLAT, STACKED = "flat", "stacked"
CROP = 64  # pixels of a side of what the network looks at
TURNS = 8  # views of the same surroundings: quarter turns, and these mirrored
DOUBTFUL = 0.3  # probability of not lying flat from which all of them are looked at
LEAST = 1e-6  # of a probability, for its logarithm
COMPARED = 3  # dice in a picture whose median says how the camera looks at them
AROUND = 2.4  # sides of the top face that it shows, so that a die below another is in it
Share = Annotated[float, msgspec.Meta(gt=0, le=1)]
View = tuple[Pixels, Point]
"""A picture of a die's surroundings, and where its bottom would be in it: see `surroundings`."""


class PostureCard(msgspec.Struct, frozen=True):
    """How the network is used: from which probability 0-1 a die counts as not flat.

    It must lie by `beyond` above the median of the picture's dice, which takes out what is wrong with how the
    camera was taken to look at them. Where dice are missing, which is asked about anyway, the likeliest one needs
    but be `missing` ahead of the next, and `hidden` is how much likelier than usual it then lies on another. The
    network has learnt views at most `most_slant` degrees from straight above, and top faces whose sides are at
    least `least_side` pixels. `figures` are what was counted in training.
    """

    file: str
    sha256: str
    postures: tuple[str, ...]
    beyond: Share
    missing: Share
    hidden: Annotated[float, msgspec.Meta(ge=1)]
    most_slant: float
    least_side: float
    figures: dict[str, dict[str, float]] = {}


class Posture:
    """The network in `folder` that tells how dice lie; safe to call from several threads.

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

    def tell(self, pixels: Pixels, squares: Sequence[Square], scale: Scale, missing: bool) -> list[str]:
        """For each top face in the frame `leaning`, `stacked`, or an empty text for a die that lies flat.

        `missing` says that fewer are seen than were thrown. Of small ones nothing is said, and nothing at all
        where the camera looks from farther aside than was learnt.
        """
        if not squares or scale.tray.slant > self.card.most_slant:
            return [""] * len(squares)
        shares = self._shares(pixels, squares, Aspect.of(scale.tray), thorough=missing)
        raised = 1 - shares[:, self.card.postures.index(FLAT)]
        told = raised - (np.median(raised) if len(squares) >= COMPARED else 0.0) >= self.card.beyond
        if missing:
            told[raised.argmax()] |= ahead(raised) >= self.card.missing
            shares[:, self.card.postures.index(STACKED)] *= self.card.hidden
        told &= np.array([one.size for one, _ in squares]) >= self.card.least_side
        return [name if one else "" for name, one in zip(self._names(shares), told, strict=True)]

    def _names(self, shares: NDArray[np.float32]) -> list[str]:
        """The likeliest posture beside lying flat."""
        raised = [k for k, name in enumerate(self.card.postures) if name != FLAT]
        return [self.card.postures[raised[k]] for k in shares[:, raised].argmax(axis=1)]

    def _shares(
        self, pixels: Pixels, squares: Sequence[Square], aspect: Aspect, thorough: bool
    ) -> NDArray[np.float32]:
        """The probabilities (squares, postures), from all views of what may not lie flat, or of all dice."""
        views = [surroundings(pixels, one, angle, aspect.beneath(one)) for one, angle in squares]
        sizes = np.array([one.size for one, _ in squares], np.float32)
        sizes /= np.median(sizes)
        shares = self._run(views, sizes)
        for k in np.flatnonzero((1 - shares[:, self.card.postures.index(FLAT)] >= DOUBTFUL) | thorough):
            logs = np.log(np.maximum(self._run(turned(views[k]), np.repeat(sizes[k], TURNS)), LEAST)).mean(axis=0)
            shares[k] = np.exp(logs) / np.exp(logs).sum()
        return shares

    def _run(self, views: Sequence[View], sizes: NDArray[np.float32]) -> NDArray[np.float32]:
        sheet = np.stack([crop for crop, _ in views]).transpose(0, 3, 1, 2)
        given = {
            "crops": np.ascontiguousarray(sheet, np.float32) / 255,
            "beneath": np.array([beneath for _, beneath in views], np.float32),
            "sizes": sizes[:, None],
        }
        (shares,) = self._session.run(["probabilities"], given)
        return np.array(shares, np.float32)


def ahead(values: NDArray[np.float32]) -> float:
    """By how much the greatest of these (n,) is ahead of the next, or of nothing."""
    *_, second, first = sorted([0.0, *values.tolist()])
    return float(first - second)


def turned(view: View) -> list[View]:
    """The view turned by quarters, and mirrored: `TURNS` that show the same, of which the mean is surer."""
    crop, (x, y) = view
    views: list[View] = []
    for _ in range(TURNS // 2):
        views += [(crop, (x, y)), (crop[:, ::-1], (-x, y))]
        crop, x, y = np.rot90(crop), y, -x
    return views


def surroundings(pixels: Pixels, one: Found, angle: float, beneath: Point) -> View:
    """A die with what lies around it, (`CROP`, `CROP`, 3), and where its bottom's middle appears if it is flat.

    That place, in sides from the picture's middle, is `beneath` (see `Aspect`) turned like the die's `angle` in
    degrees clockwise. The picture is turned on by quarters and mirrored until it lies below the middle, and not to
    the left: flat dice then show the side below their top, seldom the one to its right too.
    """
    crop = rectified(pixels, one, angle, CROP, CROP / AROUND)
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    x, y = float(cos * beneath[0] + sin * beneath[1]), float(cos * beneath[1] - sin * beneath[0])
    while y < abs(x):
        crop, x, y = np.asarray(np.rot90(crop), np.uint8), y, -x
    return (crop, (x, y)) if x >= 0 else (crop[:, ::-1], (-x, y))
