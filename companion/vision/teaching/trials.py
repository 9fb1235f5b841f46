"""Trials: each picture that was taught is read as though it had not been, and so is everything that is no face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.classifier import Look
from companion.vision.frame import Pixels
from companion.vision.matching import Matcher, Prints, blended
from companion.vision.teaching.prototypes import prototypes, spread

Floats = NDArray[np.float32]

MOST_PRINTS = 8  # pictures of a face that are laid over a die


@dataclass(frozen=True, eq=False)
class Samples:
    """The samples as arrays: `faces` and `sources` (n,) names, `views` (n, variations) crops.

    `embeddings` are (n, variations, embedding) float32 unit rows; `top_side` is in pixels of the crops.
    """

    faces: tuple[str, ...]
    sources: tuple[str, ...]
    views: tuple[tuple[Pixels, ...], ...]
    embeddings: Floats
    top_side: float

    @property
    def codes(self) -> tuple[str, ...]:
        """The faces that have samples, sorted: the order of all scores."""
        return tuple(sorted({*self.faces}))

    def rows(self, face: str) -> list[int]:
        """The samples of a face."""
        return [row for row, one in enumerate(self.faces) if one == face]

    def prototypes(self, rows: Sequence[int]) -> Floats:
        """The prototypes of some samples of one face."""
        return prototypes(self.embeddings[[*rows]].reshape(-1, self.embeddings.shape[-1]))

    @property
    def shown(self) -> list[int]:
        """The samples that are laid over dice: of each face at most `MOST_PRINTS`, unlike each other."""
        rows = {code: self.rows(code) for code in self.codes}
        return [own[k] for own in rows.values() for k in spread(self.embeddings[own, 0], MOST_PRINTS)]

    def matcher(self) -> Matcher:
        """What the die set is read by."""
        found = {code: self.prototypes(self.rows(code)) for code in self.codes}
        owners = tuple(code for code in self.codes for _ in found[code])
        prints = Prints(np.stack([self.views[row][0] for row in self.shown]), self.top_side)
        return Matcher(np.concatenate([*found.values()]), owners, prints, tuple(self.faces[k] for k in self.shown))


@dataclass(frozen=True, eq=False)
class Trials:
    """Scores (n, variations, faces) of samples that were left out; NaN where a face has no other sample.

    `nearest` (n, faces) is the sample of each face that is most like the sample.
    """

    codes: tuple[str, ...]
    truth: NDArray[np.intp]
    scores: Floats
    nearest: NDArray[np.intp]

    @property
    def counted(self) -> NDArray[np.bool_]:
        """The samples (n,) whose face could be known without them."""
        return np.asarray(~np.isnan(self.scores[np.arange(len(self.truth)), 0, self.truth]), np.bool_)

    def flat(self) -> tuple[Floats, NDArray[np.intp]]:
        """Scores (m, faces) and true faces (m,) of all views of the samples that count."""
        scores = self.scores[self.counted]
        return scores.reshape(-1, len(self.codes)), np.repeat(self.truth[self.counted], scores.shape[1])


def leave_one_picture_out(samples: Samples) -> Trials:
    """Each sample's views, judged by what is left without the picture that the sample was cut from.

    Where all samples of a face come from one picture, only the sample itself is left out.
    """
    codes = samples.codes
    correlations = _correlations(samples)
    whole = {code: samples.prototypes(samples.rows(code)) for code in codes}
    scores = np.full((len(samples.faces), samples.embeddings.shape[1], len(codes)), np.nan, np.float32)
    for row, face in enumerate(samples.faces):
        for column, code in enumerate(codes):
            rows = _others(samples, row) if code == face else samples.rows(code)
            if rows:
                known = samples.prototypes(rows) if code == face else whole[code]
                cosines = (samples.embeddings[row] @ known.T).max(axis=1)
                scores[row, :, column] = blended(cosines, correlations[row][:, rows].max(axis=1))
    truth = np.array([codes.index(face) for face in samples.faces])
    return Trials(codes, truth, scores, _nearest(samples, correlations))


def _others(samples: Samples, row: int) -> list[int]:
    rest = [other for other in samples.rows(samples.faces[row]) if other != row]
    return [other for other in rest if samples.sources[other] != samples.sources[row]] or rest


def _correlations(samples: Samples) -> Floats:
    """How far each sample's print fits each view of each sample, (n, variations, n)."""
    prints = Prints(np.stack([views[0] for views in samples.views]), samples.top_side)
    return np.stack([[prints.compare(view) for view in views] for views in samples.views])


def _nearest(samples: Samples, correlations: Floats) -> NDArray[np.intp]:
    alike = blended(samples.embeddings[:, 0] @ samples.embeddings[:, 0].T, correlations[:, 0])
    np.fill_diagonal(alike, -np.inf)
    rows = [np.array(samples.rows(code)) for code in samples.codes]
    return np.stack([own[alike[:, own].argmax(axis=1)] for own in rows], axis=1)


def first_pictures(samples: Samples) -> tuple[int, int]:
    """Right and judged, with one picture per face and the cosine alone: what there is before teaching goes on."""
    first = {code: samples.rows(code)[0] for code in samples.codes}
    known = samples.embeddings[[*first.values()], 0]
    rest = [row for row in range(len(samples.faces)) if row not in first.values()]
    said = [samples.codes[int((known @ samples.embeddings[row, 0]).argmax())] for row in rest]
    return sum(one == samples.faces[row] for one, row in zip(said, rest, strict=True)), len(rest)


def scores_of(matcher: Matcher, looks: Sequence[Look]) -> Floats:
    """Scores (m, faces) of looks at other things."""
    if not looks:
        return np.empty((0, len(matcher.faces)), np.float32)
    return np.stack([matcher.scores(look) for look in looks])
