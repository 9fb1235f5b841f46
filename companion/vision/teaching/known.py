"""What is known of a die set after a lesson: its matcher, its tuning, its card and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import LessonError
from companion.vision.card import SetCard
from companion.vision.matching import Matcher
from companion.vision.teaching import store
from companion.vision.teaching.embeddings import embeddings
from companion.vision.teaching.figures import Figures, figures
from companion.vision.teaching.record import Record
from companion.vision.teaching.strangers import body_of, drawings, painted
from companion.vision.teaching.teacher import Teacher
from companion.vision.teaching.trials import Samples, Trials, leave_one_picture_out, scores_of
from companion.vision.teaching.tuning import Tuning, tuned
from companion.words import say

Floats = NDArray[np.float32]


class Known:
    """What follows from a `record` in `folder`; each part is made when it is asked for.

    Each raises LessonError when nothing was taught yet, or when a sample is missing or damaged.
    """

    def __init__(self, folder: Path, record: Record, teacher: Teacher) -> None:
        self.folder = folder
        self.record = record
        self._teacher = teacher

    @cached_property
    def samples(self) -> Samples:
        """The samples as arrays, in the record's order."""
        if not self.record.samples:
            raise LessonError(say("Nothing was taught of these dice yet."), detail=f"in {str(self.folder)!r}")
        reader = self._teacher.reader
        crops = [store.read_sample(self.folder, sample, reader.crop) for sample in self.record.samples]
        return Samples(
            tuple(sample.face for sample in self.record.samples),
            tuple(sample.source for sample in self.record.samples),
            tuple(self._teacher.views(crop) for crop in crops),
            embeddings(self.folder, self.record.samples, crops, self._teacher),
            reader.top_side,
        )

    @cached_property
    def matcher(self) -> Matcher:
        """What the die set is read by."""
        return replace(self._untuned, least=self.tuning.least)

    @cached_property
    def tuning(self) -> Tuning:
        """The thresholds that the pictures themselves suggest."""
        return tuned(self._trials, self._strangers)

    @cached_property
    def figures(self) -> Figures:
        """How well the faces are known."""
        names = {face.code: face.name for face in self.record.faces}
        return figures(self.samples, self._trials, self._strangers, self.tuning, names)

    @property
    def card(self) -> SetCard:
        """The die set's card, as games will find it."""
        return SetCard(
            set=self.record.set,
            title=self.record.title,
            kind="prototypes",
            faces=self.record.faces,
            sure=self.tuning.sure,
            threshold=round(self.tuning.threshold, 4),
            margin=round(self.tuning.margin, 4),
            scale=self.tuning.scale,
        )

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The arrays of the file of prototypes, as `companion.vision.matching.read_matcher` takes them."""
        shown = self.samples.shown
        return {
            "vectors": self.matcher.vectors,
            "faces": np.array(self.matcher.owners),
            "prints": np.stack([self.samples.views[row][0] for row in shown]),
            "print_faces": np.array([self.samples.faces[row] for row in shown]),
            "known": np.array([*self.tuning.least]),
            "least": np.array([*self.tuning.least.values()], np.float32),
            "reader": np.array(self._teacher.reader.sha256),
            "step": np.array(self.record.step),
        }

    @cached_property
    def _untuned(self) -> Matcher:
        return self.samples.matcher()

    @cached_property
    def _trials(self) -> Trials:
        return leave_one_picture_out(self.samples)

    @cached_property
    def _strangers(self) -> Floats:
        return stranger_scores(self.samples, self._untuned, self._teacher, self.record.set)


def stranger_scores(samples: Samples, matcher: Matcher, teacher: Teacher, without: str) -> Floats:
    """Scores (m, faces) of the shipped faces, printed on dice like those of the samples, but for one set's."""
    reader = teacher.reader
    body = body_of([views[0] for views in samples.views], reader.top_side)
    crops = painted(drawings(teacher.models, without), body, reader.crop, reader.top_side)
    return scores_of(matcher, [teacher.look(crop) for crop in crops])
