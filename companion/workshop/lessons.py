"""Lessons at the table: each method begins a task of teaching, and the View tells what became of it."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.errors import CompanionError, LessonBusy, LessonError
from companion.eye import Reader
from companion.rules.game import Expectation
from companion.vision.card import FaceCard
from companion.vision.frame import Frame
from companion.vision.teaching import store
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.parcel import packed
from companion.vision.teaching.teacher import Teacher
from companion.words import Sentence, say
from companion.workshop.bench import Bench
from companion.workshop.names import set_name
from companion.workshop.parcels import taken_in
from companion.workshop.shelf import Shelf
from companion.workshop.shots import Shots, chosen, waiting, with_shots, without_first
from companion.workshop.supply import Pictures, Supply
from companion.workshop.views import LessonView, Look, Photo, Shot

MOST_FILES = 10  # pictures that are sent at once
Sent = tuple[str, bytes]
"""A file's name and its bytes."""


class Lessons:
    """The lessons of the die sets below `taught`; one is open at a time.

    `renew` is called whenever a die set may have changed, so that games read by the new one. Methods may be called
    from any thread; those that give a future raise WorkshopBusy while a task runs.
    """

    def __init__(
        self,
        bench: Bench,
        supply: Supply,
        pictures: Pictures,
        models: Path,
        taught: Path,
        reader: Reader,
        renew: Callable[[], None],
    ) -> None:
        self.shelf = Shelf(models, taught)
        self._bench = bench
        self._supply = supply
        self._pictures = pictures
        self._models = models
        self._taught = taught
        self._reader = reader
        self._renew = renew
        self._shots = Shots(pictures)
        self._made: Teacher | None = None
        self._lesson: Lesson | None = None

    # ---- the set

    def open(self, name: str) -> Future[None]:
        """Open what was taught of a set."""
        return self._bench.do(say("Opening the dice"), lambda: self._show(self._opened(name)))

    def begin(self, title: str, faces: Sequence[FaceCard]) -> Future[str]:
        """A new set; the future gives its name, which is made of the title."""
        return self._bench.do(
            say("Writing down the faces"), lambda: self._begun(set_name(title, self.shelf.names), title, faces)
        )

    def begin_shipped(self, name: str) -> Future[str]:
        """Dice that take the place of shipped ones, whose faces they have; the future gives their name."""
        shipped = self.shelf.line(name).shipped
        if shipped is None:
            raise LessonError(say("There are no such dice."), detail=f"got {name!r}")
        return self._bench.do(
            say("Writing down the faces"), partial(self._begun, name, shipped.title, shipped.faces)
        )

    def rename(self, name: str, title: str, faces: Sequence[FaceCard]) -> Future[None]:
        """Set the title and the faces; faces that are gone are forgotten."""
        self.shelf.check_codes(name, faces)
        return self._changed(name, lambda lesson: lesson.name_faces(title, faces))

    def undo(self, name: str) -> Future[None]:
        """Take the last step of teaching back."""
        return self._changed(name, Lesson.undo, say("The last step was taken back."))

    def put_away(self, name: str) -> Future[None]:
        """Take the set off the shelf: games no longer find it, or find the shipped one."""
        return self._bench.do(say("Putting the dice away"), partial(self._put_away, name))

    # ---- pictures

    def take(self, name: str, face: str) -> Future[None]:
        """Take a picture of dice that all show `face`; they wait to be kept."""
        return self._bench.do(say("Taking the picture: hold still"), partial(self._take, name, face))

    def add(self, name: str, face: str, files: Sequence[Sent]) -> Future[None]:
        """Look at picture files of dice that all show `face`; those in which dice are seen wait to be kept.

        Raises:
            LessonError: there are none, or too many.
        """
        if not 0 < len(files) <= MOST_FILES:
            sentence = say("Send one to {most} pictures at once.", most=MOST_FILES)
            raise LessonError(sentence, detail=f"got {len(files)}")
        return self._bench.do(say("Looking at the pictures"), partial(self._add, name, face, files))

    def choose(self, name: str, places: Collection[int]) -> None:
        """Which dice of the first picture that waits are kept; raises LessonError when none waits."""
        self._bench.change(partial(chosen, name=name, places=places))

    def take_or_keep(self, name: str, face: str) -> Future[None]:
        """What the table button does: keep a picture of `face` that waits, or take one."""
        lesson = self._bench.view.lesson
        waits = lesson and lesson.record.set == name and lesson.shots[:1] and lesson.shots[0].face == face
        return self.keep(name) if waits else self.take(name, face)

    def keep(self, name: str) -> Future[None]:
        """Learn the chosen dice of the first picture that waits."""
        return self._bench.do(say("Learning"), partial(self._keep, name))

    def drop(self, name: str) -> None:
        """Put the first picture that waits away; raises LessonError when none does."""
        self._bench.change(partial(without_first, name=name))

    def relabel(self, name: str, sha256: str, face: str) -> Future[None]:
        """Say that a sample shows another face."""
        return self._changed(name, lambda lesson: lesson.relabel(sha256, face))

    def forget_sample(self, name: str, sha256: str) -> Future[None]:
        """Forget a sample."""
        return self._changed(name, lambda lesson: lesson.forget_sample(sha256))

    def forget_face(self, name: str, face: str) -> Future[None]:
        """Forget all samples of a face."""
        return self._changed(name, lambda lesson: lesson.forget_face(face))

    # ---- the test, and parcels

    def look(self, name: str) -> Future[None]:
        """Read whatever lies on the table as this set, as a game would."""
        return self._bench.do(say("Looking at the dice"), partial(self._look, name))

    def look_at(self, name: str, file: Sent) -> Future[None]:
        """Read a picture file as this set."""
        return self._bench.do(say("Looking at the dice"), partial(self._look_at, name, file))

    def parcel(self, name: str) -> bytes:
        """The set packed as a zip file; raises LessonError when nothing was taught or it is damaged."""
        return packed(self._taught / name)

    def take_in(self, file: Sent, *, replacing: bool) -> Future[str]:
        """Take a packed set in; the future gives its name, a new one where it may not be `replacing` another."""
        return self._bench.do(say("Unpacking the dice"), partial(self._take_in, file, replacing))

    # ---- on the bench's thread

    @property
    def _teacher(self) -> Teacher:
        self._made = self._made or Teacher(self._models)
        return self._made

    def _opened(self, name: str) -> Lesson:
        if self._lesson is None or self._lesson.record.set != name:
            self._lesson = Lesson.open(self._taught, name, self._teacher)
        return self._lesson

    def _begun(self, name: str, title: str, faces: Sequence[FaceCard]) -> str:
        self._lesson = Lesson.begin(self._taught, name, title, faces, self._teacher)
        self._show(self._lesson)
        return name

    def _put_away(self, name: str) -> None:
        self.shelf.put_away(name)
        self._lesson = None
        self._renew()
        self._bench.show(lesson=None, told=say("The dice are put away."))

    def _changed(self, name: str, step: Callable[[Lesson], object], told: Sentence | None = None) -> Future[None]:
        return self._bench.do(say("Learning"), partial(self._change, name, step, told))

    def _change(self, name: str, step: Callable[[Lesson], object], told: Sentence | None) -> None:
        lesson = self._opened(name)
        try:
            step(lesson)
        except LessonBusy:
            self._lesson = None  # somebody else has taught these dice: they are read again
            raise
        self._show(lesson, told)

    def _show(self, lesson: Lesson, told: Sentence | None = None) -> None:
        """Let games read by the lesson, and show it as it is now with what waits of it."""
        self._renew()
        figures = lesson.known.figures if lesson.record.samples else None
        earlier = any(int(path.stem) < lesson.record.step for path in store.history(lesson.folder))
        shown = LessonView(lesson.record, figures, earlier)
        before = self._bench.view.lesson
        if before and before.record.set == lesson.record.set:
            codes = {face.code for face in lesson.record.faces}
            shots = tuple(shot for shot in before.shots if shot.face in codes)
            shown = replace(shown, shots=shots, look=before.look)
        self._bench.show(lesson=shown, told=told)

    def _take(self, name: str, face: str) -> None:
        lesson = self._opened(name)
        lesson.record.face(face)
        self._wait(lesson, [self._shots.made(self._teacher, lesson, face, self._supply.still(), source("camera"))])

    def _add(self, name: str, face: str, files: Sequence[Sent]) -> None:
        lesson = self._opened(name)
        lesson.record.face(face)
        shots: list[Shot] = []
        troubles: list[CompanionError] = []
        for step, (file, data) in enumerate(files, 1):
            self._bench.show(step=step, steps=len(files))
            try:
                shots.append(self._shots.made(self._teacher, lesson, face, Frame.load(data), source(file)))
            except CompanionError as error:
                troubles.append(error)
        self._wait(lesson, shots)
        if troubles:
            raise not_used(troubles, len(files))

    def _wait(self, lesson: Lesson, shots: Sequence[Shot]) -> None:
        """Show the lesson with these pictures, and no others, waiting to be kept."""
        self._show(lesson)
        self._shots.forget_all_but(shots)
        self._bench.change(lambda view: with_shots(view, shots))

    def _keep(self, name: str) -> None:
        shot = waiting(self._bench.view, name)
        crops = self._shots.crops(shot)
        self._change(name, lambda lesson: lesson.learn_crops(crops, shot.face, shot.source), None)
        self._bench.change(partial(without_first, name=name))
        self._bench.show(told=say("Learnt: {count} more.", count=len(crops)))

    def _look(self, name: str) -> None:
        record = self._complete(name).record
        seen = self._supply.look(Expectation(name, tuple(face.code for face in record.faces)))
        if seen.reading:
            photo = Photo(self._pictures.keep(seen.jpeg), seen.reading.width, seen.reading.height)
            self._tell(Look(photo, seen.reading))

    def _look_at(self, name: str, file: Sent) -> None:
        self._complete(name)
        frame = Frame.load(file[1])
        reading = self._reader.read(frame, die_set=name, expectation=None, tray=None)
        self._tell(Look(self._pictures.photo(frame), reading))

    def _complete(self, name: str) -> Lesson:
        """The lesson, shown, if each of its faces was taught."""
        lesson = self._opened(name)
        if not lesson.record.complete:
            advice = say("Take a picture of each face first.")
            raise LessonError(say("Not every face was taught yet."), detail=f"in {name!r}", advice=advice)
        self._show(lesson)
        return lesson

    def _tell(self, look: Look) -> None:
        self._bench.change(lambda view: replace(view, lesson=view.lesson and replace(view.lesson, look=look)))

    def _take_in(self, file: Sent, replacing: bool) -> str:
        self._lesson = taken_in(file[1], self.shelf, self._taught, self._teacher, replacing=replacing)
        record = self._lesson.record
        self._show(self._lesson, say("{title} was taken in.", title=record.title))
        return record.set


def source(where: str) -> str:
    """A name for a picture that no other has: where it came from, and when."""
    when = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return f"{where[:80]} {when} {secrets.token_hex(3)}"


def not_used(troubles: Sequence[CompanionError], files: int) -> LessonError:
    """The error that tells of pictures that could not be used, by the first one's reason."""
    first = troubles[0]
    sentence = first.sentence
    if files > 1:
        count = len(troubles)
        sentence = say(
            "{count} of {files} pictures cannot be used: {reason}", count=count, files=files, reason=sentence
        )
    return LessonError(sentence, detail=first.detail, advice=first.advice)
