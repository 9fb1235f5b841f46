"""A lesson: the growing set of labelled pictures of a die set, and the die set that is made of it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from companion.errors import CompanionError, LessonError
from companion.vision.card import BaseCard, FaceCard, read_card
from companion.vision.classifier import Look
from companion.vision.dieset import BASE
from companion.vision.frame import Frame, Pixels
from companion.vision.quality import has_glare, is_blurred
from companion.vision.teaching import store
from companion.vision.teaching.known import Known
from companion.vision.teaching.record import MOST_SAMPLES, Record, Sample, hashed, new_record
from companion.vision.teaching.teacher import Teacher
from companion.words import Sentence, say

DOUBT = 0.05  # by how much another face may fit a new picture better before that is told


@dataclass(frozen=True)
class Doubt:
    """A new picture that looks more like another face than like the one it was taught as."""

    sample: Sample
    face: str
    looks_like: str


@dataclass(frozen=True)
class Learnt:
    """What one step of teaching added: the `known` pictures were there before, `remarks` are for people."""

    samples: tuple[Sample, ...]
    known: tuple[Sample, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    remarks: tuple[Sentence, ...] = ()


class Lesson:
    """What was taught of one die set, in `folder`; each method that changes it writes it down at once.

    Games find the set as soon as each of its faces was taught. `known` is what follows from the record: the die
    set itself, and figures that tell how good it is.
    Safe against other processes, which get LessonBusy when they change what they have not seen; not for several
    threads.
    """

    def __init__(self, folder: Path, record: Record, teacher: Teacher) -> None:
        self.folder = folder
        self.record = record
        self.known = Known(folder, record, teacher)
        self._teacher = teacher

    @classmethod
    def open(cls, taught: Path, name: str, teacher: Teacher) -> Lesson:
        """The lesson of the set `name` below the folder `taught`; made anew where the eye has been replaced.

        Raises:
            LessonError: nothing was taught of that name, or it is damaged.
            LessonBusy: the folder cannot be written to.
        """
        new_record(name, "", ())  # a name that cannot be one must not become a path
        lesson = cls(taught / name, store.read_record(taught / name / store.LESSON), teacher)
        if lesson.record.set != name:
            raise LessonError(
                say("What was taught is damaged: {file}", file=store.LESSON),
                detail=f"expected set {name!r}, got {lesson.record.set!r}",
            )
        fresh = lesson.record.reader == teacher.reader.sha256
        if not fresh or store.step_of(taught / name) != (lesson.record.step if lesson.record.complete else None):
            lesson._write(replace(lesson.record, reader=teacher.reader.sha256), step=False)
        return lesson

    @classmethod
    def begin(cls, taught: Path, name: str, title: str, faces: Sequence[FaceCard], teacher: Teacher) -> Lesson:
        """A new lesson.

        Raises:
            LessonError: a name or code cannot be used, or there is such a lesson already.
            LessonBusy: the folder cannot be written to.
        """
        record = replace(new_record(name, title, tuple(faces)), reader=teacher.reader.sha256)
        with store.locked(taught / name):
            if (taught / name / store.LESSON).exists():
                raise LessonError(say("These dice have been taught before."), detail=f"{str(taught / name)!r}")
            store.save_record(taught / name, record, None)
        return cls(taught / name, record, teacher)

    def learn(self, frame: Frame, face: str, source: str) -> Learnt:
        """Learn that all dice in `frame` show `face`; `source` tells the picture from others.

        Raises:
            LessonError: there is no such face, no die is seen, or there are too many pictures of it.
            LessonBusy: see the class.
        """
        looks = [look for _, look in self._teacher.dice(frame)]
        if not looks:
            raise LessonError(
                say("No die is seen in this picture."),
                detail=f"in {source!r}",
                advice=say("Nothing was changed. Lay the die in the middle, in good light, and try again."),
            )
        return self._learn([look.crop for look in looks], face, source)

    def learn_crops(self, crops: Sequence[Pixels], face: str, source: str) -> Learnt:
        """Learn that rectified crops of one picture show `face`, in one step; raises as `learn` does."""
        side = self._teacher.reader.crop
        for crop in crops:
            if crop.shape != (side, side, 3) or crop.dtype != np.uint8:
                raise LessonError(
                    say("This is no picture of a face."),
                    detail=f"expected ({side}, {side}, 3) uint8, got {crop.shape} {crop.dtype}",
                )
        return self._learn(crops, face, source)

    def forget_face(self, face: str) -> None:
        """Forget all pictures of a face; the face itself stays among the set's, to be taught anew.

        Raises:
            LessonError: there is no such face.
            LessonBusy: see the class.
        """
        self.record.face(face)
        kept = tuple(sample for sample in self.record.samples if sample.face != face)
        self._write(self.record.after(f"forgot {face}", samples=kept))

    def forget_sample(self, sha256: str) -> None:
        """Forget one picture, by its hash; raises as `forget_face` does."""
        kept = tuple(sample for sample in self.record.samples if sample.sha256 != sha256)
        if len(kept) == len(self.record.samples):
            raise LessonError(say("There is no such picture."), detail=f"got {sha256!r}")
        self._write(self.record.after("forgot a picture", samples=kept))

    def relabel(self, sha256: str, face: str) -> None:
        """Say that a picture shows another face than it was taught as; raises as `forget_face` does."""
        self.record.face(face)
        old = next((sample for sample in self.record.samples if sample.sha256 == sha256), None)
        if old is None:
            raise LessonError(say("There is no such picture."), detail=f"got {sha256!r}")
        new = replace(old, face=face)
        data = {new: store.sample_bytes(self.folder, old)}
        samples = tuple(new if sample == old else sample for sample in self.record.samples)
        self._write(self.record.after(f"{old.face} is {face}", samples=samples), data)

    def name_faces(self, title: str, faces: Sequence[FaceCard]) -> None:
        """Set the title and the faces; faces that are gone are forgotten.

        Raises:
            LessonError: a code cannot be used.
            LessonBusy: see the class.
        """
        fresh = new_record(self.record.set, title, tuple(faces))
        codes = {face.code for face in fresh.faces}
        kept = tuple(sample for sample in self.record.samples if sample.face in codes)
        self._write(self.record.after("named the faces", title=title, faces=fresh.faces, samples=kept))

    def adopt(self, title: str, faces: Sequence[FaceCard], samples: Mapping[Sample, bytes], did: str) -> None:
        """Take over a whole other lesson: its samples with their PNG files, which the caller has checked.

        Raises:
            LessonError: a code cannot be used.
            LessonBusy: see the class.
        """
        fresh = new_record(self.record.set, title, tuple(faces))
        self._write(self.record.after(did, title=title, faces=fresh.faces, samples=tuple(samples)), samples)

    def undo(self) -> str:
        """Take the last step back, and tell what it had done.

        Raises:
            LessonError: there is nothing left to take back.
            LessonBusy: see the class.
        """
        earlier = [path for path in store.history(self.folder) if int(path.stem) < self.record.step]
        if not earlier:
            raise LessonError(say("There is nothing to take back."), detail=f"in {str(self.folder)!r}")
        undone = self.record.did
        before = replace(store.read_record(earlier[-1]), reader=self._teacher.reader.sha256)
        self._write(before, step=False)
        earlier[-1].unlink()
        return undone

    def _learn(self, crops: Sequence[Pixels], face: str, source: str) -> Learnt:
        name = self.record.face(face).name
        when = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        files = {hashed(data): data for data in map(store.png, crops)}
        known = {sample.sha256: sample for sample in self.record.samples}
        new = {Sample(face, sha, source[:200], when): data for sha, data in files.items() if sha not in known}
        there = tuple(known[sha] for sha in files if sha in known)
        if len(self.record.of(face)) + len(new) > MOST_SAMPLES:
            raise LessonError(
                say("There are enough pictures of {face}.", face=name),
                detail=f"expected at most {MOST_SAMPLES}",
                advice=say("Forget the face first to teach it anew."),
            )
        doubts = self._doubts(new)
        if new:
            samples = (*self.record.samples, *new)
            self._write(self.record.after(f"learnt {face} ({len(new)}) from {source}", samples=samples), new)
        return Learnt(tuple(new), there, doubts, tuple(self._remarks(new)))

    def _doubts(self, new: Mapping[Sample, bytes]) -> tuple[Doubt, ...]:
        """The new pictures that look more like another face that was taught before."""
        taught = {sample.face for sample in self.record.samples}
        if len(taught) < 2 or not taught & {sample.face for sample in new}:
            return ()
        matcher = self.known.matcher
        found = []
        for sample, data in new.items():
            scores = dict(zip(matcher.faces, matcher.scores(self._look(data)).tolist(), strict=True))
            best = max(scores, key=lambda face: scores[face])
            if scores[best] > scores.get(sample.face, scores[best]) + DOUBT:
                found.append(Doubt(sample, sample.face, best))
        return tuple(found)

    def _look(self, data: bytes) -> Look:
        return self._teacher.look(store.read_crop(data, self._teacher.reader.crop))

    def _remarks(self, new: Mapping[Sample, bytes]) -> list[Sentence]:
        reader = self._teacher.reader
        crops = [store.read_crop(data, reader.crop) for data in new.values()]
        checks: tuple[tuple[Callable[[Pixels, float], bool], Sentence], ...] = (
            (is_blurred, say("The picture is blurred; a sharper one would teach more.")),
            (has_glare, say("A lamp is mirrored in the die; move it a little and take another picture.")),
        )
        return [words for check, words in checks if any(check(crop, reader.top_side) for crop in crops)]

    def _write(self, record: Record, new: Mapping[Sample, bytes] | None = None, *, step: bool = True) -> None:
        """Write the record and the die set that follows from it; as a `step`, what was before can come back."""
        with store.locked(self.folder):
            store.check_unchanged(self.folder, self.record)
            store.save_samples(self.folder, new or {})
            known = Known(self.folder, record, self._teacher)
            made = (known.card, known.arrays) if record.complete else None  # may fail: before anything is replaced
            store.save_record(self.folder, record, self.record if step else None)
            store.save_set(self.folder, made)
            store.sweep(self.folder)
        self.record, self.known = record, known


def refresh(taught: Path, models: Path) -> dict[str, CompanionError]:
    """Make all die sets below `taught` anew whose eye has been replaced; what went wrong, by the sets' names.

    To be called before the sets are read: prototypes that another reader made are refused. Costs nothing where all
    are fresh.

    Raises:
        ModelError: the models are missing or damaged.
    """
    base = read_card(models / BASE, BaseCard)
    faults: dict[str, CompanionError] = {}
    teacher: Teacher | None = None
    for path in sorted(taught.glob(f"*/{store.LESSON}")):
        try:
            if store.read_record(path).reader != base.reader.sha256:
                teacher = teacher or Teacher(models)
                Lesson.open(taught, path.parent.name, teacher)
        except CompanionError as error:
            faults[path.parent.name] = error
    return faults
