"""Matching: how far a die shows a known face, by its embedding and by laying pictures of the face over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import ModelError
from companion.vision.card import ReaderCard, SetCard
from companion.vision.classifier import Look
from companion.vision.frame import Pixels
from companion.words import say

Floats = NDArray[np.float32]

SIDE = 12  # pixels of a print's side
SHARE = 2 / 3  # of the top side that a print covers: its middle, free of edges and of the sides' prints
REACH = 2  # pixels by which a print is shifted in each direction
SOFT = 0.8  # pixels of the crop: blur that takes out noise and forgives small errors of place
TURNS = tuple(quarter + small for quarter in (0, 90, 180, 270) for small in (-5, 5))  # degrees
ZOOMS = (0.95, 1.05)
FLAT = 2.0  # grey levels: a print with less contrast matches nothing well
PRINT_WEIGHT = 0.5  # of the print's correlation in a score, against the embedding's cosine
CHUNK = 64  # pictures that are laid over a crop at once, which bounds memory


class Prints:
    """Pictures of printed faces, ready to be laid over a die in all turns, shifts and some sizes.

    `crops` (n, crop, crop, 3) uint8 RGB are rectified pictures whose top side is `top_side` pixels long.
    """

    def __init__(self, crops: Pixels, top_side: float) -> None:
        self._top_side = top_side
        poses = [(turn, zoom) for turn in TURNS for zoom in ZOOMS]
        sheets = [_patch(crop, top_side, SIDE, turn, zoom) for crop in crops for turn, zoom in poses]
        self._count, self._poses = len(crops), len(poses)
        self._sheets = _normed(np.reshape(sheets, (-1, SIDE * SIDE, 3)))

    def compare(self, crop: Pixels) -> Floats:
        """The best correlation (n,), -1 to 1, of each picture with the `crop` of a die.

        It is the normalised cross-correlation over all channels (the method of `cv2.TM_CCOEFF_NORMED`), which no
        brightness and no contrast changes.
        """
        area = _patch(crop, self._top_side, SIDE + 2 * REACH, 0.0, 1.0)
        windows = np.lib.stride_tricks.sliding_window_view(area, (SIDE, SIDE), axis=(0, 1))
        seen = _normed(windows.transpose(0, 1, 3, 4, 2).reshape(-1, SIDE * SIDE, 3))
        found = np.empty(self._count, np.float32)
        for start in range(0, self._count, CHUNK):
            sheets = self._sheets[start * self._poses : (start + CHUNK) * self._poses]
            best = (sheets @ seen.T).max(axis=1)
            found[start : start + CHUNK] = best.reshape(-1, self._poses).max(axis=1)
        return found


def _patch(crop: Pixels, top_side: float, side: int, turn: float, zoom: float) -> Floats:
    """The middle of a crop as (side, side, 3) float32, `SIDE` of them for the share of the top side."""
    scale = SIDE / (SHARE * top_side) * zoom
    soft = cv2.GaussianBlur(crop, (0, 0), SOFT)
    middle = (crop.shape[0] - 1) / 2
    warp = cv2.getRotationMatrix2D((middle, middle), turn, scale)
    warp[:, 2] += (side - 1) / 2 - middle
    return np.asarray(cv2.warpAffine(soft, warp, (side, side), borderMode=cv2.BORDER_REPLICATE), np.float32)


def _normed(patches: Floats) -> Floats:
    """Patches (n, pixels, 3) as rows (n, pixels * 3) of length 1 without each channel's mean."""
    rows = (patches - patches.mean(axis=1, keepdims=True)).reshape(len(patches), -1)
    floor = FLAT * np.sqrt(rows.shape[1])
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), floor), np.float32)


def blended(cosines: Floats, correlations: Floats) -> Floats:
    """The scores of faces from the cosines of their embeddings and the correlations of their prints."""
    return np.asarray((1 - PRINT_WEIGHT) * cosines + PRINT_WEIGHT * correlations, np.float32)


@dataclass(frozen=True, eq=False)
class Matcher:
    """What is known of a set's faces: `vectors` (k, embedding) float32 unit rows show the `owners` (k codes).

    With `prints`, which show the faces `print_owners`, a score is the mean of cosine and correlation; else it is
    the cosine. `least` are the scores from which on a face is known, by code.
    """

    vectors: Floats
    owners: tuple[str, ...]
    prints: Prints | None = None
    print_owners: tuple[str, ...] = ()
    least: Mapping[str, float] = field(default_factory=dict)

    @property
    def faces(self) -> tuple[str, ...]:
        """The codes, sorted: the order of the scores."""
        return tuple(sorted({*self.owners}))

    def scores(self, look: Look) -> Floats:
        """How far the die shows each face, (faces,) float32, -1 to 1."""
        cosines = best_of(self.vectors @ look.embedding, self.owners, self.faces)
        if self.prints is None:
            return cosines
        return blended(cosines, best_of(self.prints.compare(look.crop), self.print_owners, self.faces))


def best_of(values: Floats, owners: tuple[str, ...], faces: tuple[str, ...]) -> Floats:
    """The greatest of `values` (k,) of each face, (faces,); 0 for a face that has none."""
    names = np.array(owners)
    return np.array(
        [values[names == face].max(initial=-1.0) if face in owners else 0.0 for face in faces], np.float32
    )


def read_matcher(path: Path, card: SetCard, reader: ReaderCard) -> Matcher:
    """What the file of prototypes at `path` holds.

    Raises:
        ModelError: it is missing, damaged, or does not fit the set's `card` or the `reader`.
    """
    try:
        with path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name]) for name in file.files}
        matcher = _matcher(arrays, reader)
    except Exception as error:  # numpy and zipfile raise many kinds on damaged files
        raise ModelError(
            say("The taught dice of {title} are missing or damaged.", title=card.title),
            detail=f"expected arrays 'vectors' and 'faces' in {str(path)!r}: {error}",
        ) from error
    _check(matcher, arrays, card, reader, path)
    return matcher


def _matcher(arrays: Mapping[str, NDArray[np.generic]], reader: ReaderCard) -> Matcher:
    vectors = np.asarray(arrays["vectors"], np.float32)
    owners = tuple(map(str, arrays["faces"]))
    if "prints" not in arrays:
        return Matcher(vectors, owners)
    crops = np.asarray(arrays["prints"], np.uint8)
    least = dict(zip(map(str, arrays["known"]), map(float, arrays["least"]), strict=True))
    return Matcher(vectors, owners, Prints(crops, reader.top_side), tuple(map(str, arrays["print_faces"])), least)


def _check(
    matcher: Matcher, arrays: Mapping[str, NDArray[np.generic]], card: SetCard, reader: ReaderCard, path: Path
) -> None:
    codes = {face.code for face in card.faces}
    made_by = str(arrays["reader"]) if "reader" in arrays else reader.sha256
    fits = matcher.vectors.shape == (len(matcher.owners), reader.embedding) and len(matcher.owners) > 0
    if not fits or not {*matcher.owners, *matcher.print_owners} <= codes or made_by != reader.sha256:
        raise ModelError(
            say("The taught dice of {title} do not fit the eye that is installed.", title=card.title),
            detail=f"expected (k, {reader.embedding}) of {sorted(codes)} by reader {reader.sha256[:12]}, got "
            f"{matcher.vectors.shape}, {matcher.owners!r} by {made_by[:12]} in {str(path)!r}",
        )
