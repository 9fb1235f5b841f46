"""The figures of a lesson: how well its faces are known, which are taken for each other, and what would help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.classifier import softmax
from companion.vision.teaching.trials import Samples, Trials, first_pictures
from companion.vision.teaching.tuning import Tuning, background, gap
from companion.words import Sentence, say

Floats = NDArray[np.float32]

ENOUGH = 5  # pictures of a face
CLOSE = 0.08  # gap of scores below which two faces are hard to tell apart
ODD = 0.12  # by how much a picture may fit its face less than the face's others do
MORE = 3  # pictures that are asked for


@dataclass(frozen=True)
class Share:
    """A share with its counts."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """0-1; 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    def __str__(self) -> str:
        return f"{self.part}/{self.whole}" + (f" ({self.value:.1%})" if self.whole else "")


@dataclass(frozen=True)
class Confusion:
    """A sample that was taken for another face; `like` is the sample of that face that it resembles most.

    Both are numbers of samples in the record.
    """

    sample: int
    face: str
    said: str
    like: int


@dataclass(frozen=True)
class FaceFigures:
    """How well one face is known.

    `right` counts views of its samples; `gap` is by how much its score leads over `nearest`, the face that it is
    most like, in the median; `least` is its threshold. `odd` are samples that fit badly with the others.
    """

    code: str
    name: str
    pictures: int
    samples: int
    right: Share
    gap: float
    nearest: str
    least: float
    odd: tuple[int, ...] = ()


@dataclass(frozen=True)
class Figures:
    """How well a set is known, by leaving one picture out after another.

    `before` is with one picture per face, the cosine alone; `after` with all. `asked` and `wrong_and_sure` count
    views as the tuned set would answer, `passing` true views above their threshold, `strangers` other dice's faces
    that would be taken for one of the set's, `siblings` faces of the set itself that would be so taken if they had
    not been taught.
    """

    before: Share
    after: Share
    asked: Share
    wrong_and_sure: Share
    passing: Share
    strangers: Share
    siblings: Share
    faces: tuple[FaceFigures, ...]
    confusions: tuple[Confusion, ...]
    advice: tuple[Sentence, ...]
    tuning: Tuning


def figures(
    samples: Samples, trials: Trials, strangers: Floats, tuning: Tuning, names: Mapping[str, str]
) -> Figures:
    """The figures of what was taught; `names` are those of all faces, taught or not, by code."""
    scores, truth = trials.flat()
    said = scores.argmax(axis=1) if len(truth) else truth
    sure = verdicts(scores, trials.codes, tuning)[1]
    own = scores[np.arange(len(truth)), truth]
    least = _least(trials.codes, tuning)
    known = [_face(samples, trials, code, names[code], float(least[k])) for k, code in enumerate(trials.codes)]
    faces = [*known, *(_untaught(code, name) for code, name in names.items() if code not in trials.codes)]
    confused = _confusions(trials)
    siblings = background(trials, np.empty((0, len(trials.codes)), np.float32))
    return Figures(
        before=Share(*first_pictures(samples)),
        after=_share(said == truth),
        asked=_share(~sure),
        wrong_and_sure=_share(sure & (said != truth)),
        passing=_share(own >= least[truth]),
        strangers=_share(verdicts(strangers, trials.codes, tuning)[0]),
        siblings=_share(siblings >= tuning.threshold),
        faces=tuple(faces),
        confusions=confused,
        advice=(*_advice(faces), *_telling_apart(faces, confused)),
        tuning=tuning,
    )


def verdicts(scores: Floats, codes: Sequence[str], tuning: Tuning) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which rows of scores (m, faces) a set so tuned takes for one of its faces, and of which it asks nothing."""
    if not len(scores):
        return np.zeros(0, bool), np.zeros(0, bool)
    known = scores.max(axis=1) >= _least(codes, tuning)[scores.argmax(axis=1)]
    confident = softmax(scores * tuning.scale).max(axis=1) >= tuning.sure
    return known, known & confident & (gap(scores) >= tuning.margin)


def _least(codes: Sequence[str], tuning: Tuning) -> Floats:
    return np.array([tuning.least.get(code, tuning.threshold) for code in codes], np.float32)


def _share(hits: NDArray[np.bool_]) -> Share:
    return Share(int(hits.sum()), len(hits))


def _face(samples: Samples, trials: Trials, code: str, name: str, least: float) -> FaceFigures:
    column = trials.codes.index(code)
    rows = np.array(samples.rows(code))
    pictures = len({samples.sources[row] for row in rows})
    scores = trials.scores[rows][trials.counted[rows]]
    if not len(scores):
        return FaceFigures(code, name, pictures, len(rows), Share(0, 0), 0.0, "", least)
    flat = scores.reshape(-1, scores.shape[-1])
    others = np.delete(flat, column, axis=1)
    codes = [one for one in trials.codes if one != code]
    leads = flat[:, column, None] - others
    nearest = codes[int(np.median(leads, axis=0).argmin())] if codes else ""
    lead = float(np.median(leads.min(axis=1))) if codes else 2.0
    usual = float(np.median(scores[:, 0, column]))
    odd = tuple(int(row) for row in rows if trials.scores[row, 0, column] < usual - ODD)
    right = _share(flat.argmax(axis=1) == column)
    return FaceFigures(code, name, pictures, len(rows), right, lead, nearest, least, odd)


def _untaught(code: str, name: str) -> FaceFigures:
    return FaceFigures(code, name, 0, 0, Share(0, 0), 0.0, "", 0.0)


def _confusions(trials: Trials) -> tuple[Confusion, ...]:
    """The samples of which at least one view was taken for another face."""
    found = []
    for row in np.nonzero(trials.counted)[0].tolist():
        said = trials.scores[row].argmax(axis=1)
        wrong = said[said != trials.truth[row]]
        if len(wrong):
            other = int(np.bincount(wrong).argmax())
            face = trials.codes[int(trials.truth[row])]
            found.append(Confusion(row, face, trials.codes[other], int(trials.nearest[row, other])))
    return tuple(found)


def _advice(faces: Sequence[FaceFigures]) -> list[Sentence]:
    told = []
    for face in faces:
        if not face.samples:
            told.append(
                say("{face} was not taught yet. Take {count} pictures of it.", face=face.name, count=ENOUGH)
            )
        elif face.pictures < ENOUGH:
            more = ENOUGH - face.pictures
            told.append(
                say(
                    "Take {count} more pictures of {face}, each in another place and turned another way.",
                    count=more,
                    face=face.name,
                )
            )
        if face.odd:
            told.append(
                say(
                    "{count} of the pictures of {face} look unlike the others. Check that they show {face}.",
                    count=len(face.odd),
                    face=face.name,
                )
            )
    return told


def _telling_apart(faces: Sequence[FaceFigures], confusions: Sequence[Confusion]) -> list[Sentence]:
    """A line for each pair of faces that lie too close, or were taken for each other."""
    names = {face.code: face.name for face in faces}
    close = {frozenset((face.code, face.nearest)) for face in faces if face.nearest and face.gap < CLOSE}
    close |= {frozenset((one.face, one.said)) for one in confusions}
    return [
        say(
            "{first} and {second} look alike to the camera. Take {count} more pictures of each, closer and in even"
            " light; until then you may be asked.",
            first=names[min(pair)],
            second=names[max(pair)],
            count=MORE,
        )
        for pair in sorted(close, key=sorted)
    ]
